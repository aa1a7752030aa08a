"""How the dummy's doings are told."""

from __future__ import annotations

from elgrande.content.words import Names, says
from elgrande.content.words.names import listed
from elgrande.expansions.dummy.steps import DummyPower, DummyTook, RegionsDrawn


def _dummy(kind: int, n: Names) -> str:
    return f"the dummy ({n.plain(n.rules.kinds[kind])})"


@says(RegionsDrawn)
def _regions_drawn(e: RegionsDrawn, n: Names) -> str:
    cards = listed([n.region(region) for region in e.regions])
    drawn = f"{cards} {'are' if len(e.regions) > 1 else 'is'} drawn for {_dummy(e.kind, n)}."
    drawn = drawn[:1].upper() + drawn[1:]
    closed = [n.region(region) for region in e.regions if region == e.king]
    shut = "".join(f" {name} is the King's region, so nothing is placed there." for name in closed)
    return drawn + shut


@says(DummyPower)
def _dummy_power(e: DummyPower, n: Names) -> str:
    # Where something may be added to a power card, it is the sum that is barred.
    barred = (
        f"no total may be {e.value}" if n.rules.extra_hand else f"nobody may play the {e.value}"
    )
    return f"The dummy reveals power card {e.value}; {barred} this round."


@says(DummyTook)
def _dummy_took(e: DummyTook, n: Names) -> str:
    who = _dummy(e.kind, n)
    if e.card < 0:
        return f"There is no action card left for {who}."
    return f"The dummy removes {n.card(e.card)}."
