"""What bots are told of it: what Queen, Jester, tokens and a second card are worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.expansions.grandissimo.courtiers import JESTER, QUEEN
from elgrande.expansions.grandissimo.symbols import TOKENS, has_token
from elgrande.rules.effects.black import INQUISITOR

if TYPE_CHECKING:
    from elgrande.rules import Position

QUEENS = 0.8
"""A caballero more a turn, in points for each turn to come."""
JESTERS = 0.3
TOKEN = 0.5
HIS = 0.6


def worth(position: Position, seat: int) -> float:
    """Return what a seat has in its figures and token."""
    rules = position.rules
    turns = sum(number > position.round for number in rules.rounds)
    total = 0.0
    if position.cell(QUEEN) == seat:
        total += QUEENS * turns
    if position.cell(JESTER) == seat:
        total += JESTERS * turns
    if INQUISITOR in rules.cell and position.cell(INQUISITOR) == seat:
        total += HIS
    if TOKENS in rules.cell and has_token(position, seat):
        total += TOKEN
    return total


BOTS = BotTerms(worth=worth)
