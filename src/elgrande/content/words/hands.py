"""Hands that hold some of the power cards: keeping them, and being dealt them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words.events import says
from elgrande.content.words.names import listed
from elgrande.rules.steps.hand import HandDealt, HandKept, HandReopened, HandShows

if TYPE_CHECKING:
    from elgrande.content.words.names import Names


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
