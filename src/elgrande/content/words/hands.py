"""Hands that hold some of the power cards: keeping them, and being dealt them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words.events import says, sentences
from elgrande.rules.steps.hand import HandDealt, HandKept, HandReopened, HandShows

if TYPE_CHECKING:
    from elgrande.content.words.names import Names


sentences({
    HandDealt: "{seat} is dealt the {power}s {values:numbers}; nobody else sees them.",
    HandReopened: "{seat} is choosing {power}s again.",
    HandShows: "{seat} keeps the {power}s {values:numbers}; nobody else sees them.",
})  # fmt: skip


@says(HandKept)
def _kept(e: HandKept, n: Names) -> str:
    return f"{n.seat(e.seat)} has chosen {n.rules.hand_size} {n.power}s."
