"""What bots are told of modifiers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.expansions.power_shift.steps import first_bit
from elgrande.rules.parts import HAND

if TYPE_CHECKING:
    from elgrande.rules import Position

MODIFIER = 0.3
"""What a modifier in hand is worth for later rounds."""


def hand(position: Position, seat: int) -> float:
    """Every modifier is worth the same: what it shifts depends on the others' cards."""
    rules = position.rules
    drawer = position.drawers[seat]
    bits: int = position.board[rules.at_known + seat] if drawer is None else drawer[HAND]
    return MODIFIER * (bits >> first_bit(rules)).bit_count()


BOTS = BotTerms(hand=hand)
