"""How the dummy's doings are told."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words import says
from elgrande.content.words.names import listed
from elgrande.expansions.dummy.steps import DummyPower, DummyTook, RegionsDrawn

if TYPE_CHECKING:
    from elgrande.content.words import Names


def _dummy(kind: int, n: Names) -> str:
    return f"the dummy ({n.plain(n.rules.kinds[kind])})"


@says(RegionsDrawn)
def _regions_drawn(e: RegionsDrawn, n: Names) -> str:
    return f"The region cards {listed([n.region(r) for r in e.regions])} are drawn for " + (
        f"{_dummy(e.kind, n)}."
    )


@says(DummyPower)
def _dummy_power(e: DummyPower, n: Names) -> str:
    # Where something may be added to a power card, it is the sum that is barred.
    barred = f"no total may be {e.value}" if n.rules.extra_hand else "nobody may play it"
    return f"The power card {e.value} is turned up for {_dummy(e.kind, n)}; {barred}."


@says(DummyTook)
def _dummy_took(e: DummyTook, n: Names) -> str:
    who = _dummy(e.kind, n)
    if e.card < 0:
        return f"No action card is left for {who}."
    return f"{n.card(e.card)} is put away for {who}."
