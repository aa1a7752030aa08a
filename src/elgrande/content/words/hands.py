"""Hands that hold some of the power cards: keeping them, and being dealt them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words.answers import DONE, labels
from elgrande.content.words.events import says
from elgrande.content.words.names import listed
from elgrande.content.words.prompts import asks
from elgrande.content.words.refusals import refuses
from elgrande.rules.steps.hand import HandDealt, HandKept, HandReopened, HandShows

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from elgrande.content.words.names import Names
    from elgrande.content.words.refusals import Case
    from elgrande.rules import Decision


def kept_in(codes: Iterable[int], n: Names) -> list[int]:
    """Return the values that a seat keeps so far, read from what it may answer."""
    rules = n.rules
    said = [rules.text(code).split() for code in codes if rules.verb(code) == "leave"]
    return [int(words[1]) for words in said]


def _brings(value: int, n: Names) -> str:
    return f"brings {n.rules.power_numbers[value] or 'nobody'}"


@says(HandDealt)
def _dealt(e: HandDealt, n: Names) -> str:
    cards = listed([str(value) for value in e.values])
    return f"{n.seat(e.seat)} is dealt the power cards {cards}; nobody else sees them."


@says(HandKept)
def _kept(e: HandKept, n: Names) -> str:
    return f"{n.seat(e.seat)} has chosen {n.rules.hand_size} power cards."


@says(HandReopened)
def _reopened(e: HandReopened, n: Names) -> str:
    return f"{n.seat(e.seat)} is choosing power cards again."


@says(HandShows)
def _shows(e: HandShows, n: Names) -> str:
    cards = listed([str(value) for value in e.values])
    return f"{n.seat(e.seat)} keeps the power cards {cards}; nobody else sees them."


@asks("choose_hand")
def _choose(d: Decision, n: Names) -> str:
    size = n.rules.hand_size
    if not d.codes:
        return f"keep {size} power cards"
    number = len(kept_in(d.codes, n))
    if number == size:
        return f"keep these {size} power cards, or leave one for another"
    return f"keep {size} power cards in secret: {number} of {size} so far"


@labels("keep")
def _keep(words: Sequence[str], n: Names) -> str:
    return f"keep the {words[0]} ({_brings(int(words[0]), n)})"


@labels("leave")
def _leave(words: Sequence[str], n: Names) -> str:
    return f"leave the {words[0]} after all ({_brings(int(words[0]), n)})"


def _done(d: Decision, n: Names) -> str:
    return f"keep {listed([str(value) for value in kept_in(d.codes, n)])}"


DONE["choose_hand"] = _done


@refuses("keep")
def _not_kept(c: Case) -> str:
    return f"{c.n.seat(c.seat)} keeps the {c.words[0]} already"


@refuses("leave")
def _not_left(c: Case) -> str:
    return f"{c.n.seat(c.seat)} has not kept the {c.words[0]}"
