"""What can be seen of modifiers, for whoever shows a position or asks for an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.expansions.power_shift.modifiers import MODIFIERS
from elgrande.content.expansions.power_shift.steps import modifier_of, now_cell

if TYPE_CHECKING:
    from elgrande.content.expansions.power_shift.modifiers import Modifier
    from elgrande.rules import Position

_BY_ID = {modifier.id: modifier for modifier in MODIFIERS}


def modifier_called(name: str) -> Modifier:
    """Return the modifier of an id."""
    return _BY_ID[name]


def shifted(value: int, name: str) -> int:
    """Return what a power card comes to with the modifier of that id."""
    return value + _BY_ID[name].value


def added(position: Position, seat: int) -> Modifier | None:
    """Return the modifier that a seat has added to its power card this round, if any."""
    rules = position.rules
    if now_cell(rules.colours[seat]) not in rules.cell:
        return None
    index = modifier_of(position, seat)
    return MODIFIERS[index] if index >= 0 else None


def ability(position: Position, seat: int) -> str:
    """Return the id of the card that a seat's modifier of this round lets it carry out, or ""."""
    modifier = added(position, seat)
    return modifier.ability if modifier else ""
