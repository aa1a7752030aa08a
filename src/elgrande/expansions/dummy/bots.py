"""What bots are told of the dummy: that it takes an action card too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.expansions.dummy.steps import POWER

if TYPE_CHECKING:
    from elgrande.rules import Position


def ahead(position: Position, initiative: int) -> int:
    """Return 1 for a seat below its power card: the dummy acts before it."""
    return int(position.cell(POWER) > initiative)


BOTS = BotTerms(ahead=ahead)
