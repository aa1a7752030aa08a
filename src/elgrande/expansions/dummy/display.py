"""What can be seen of the dummy, for whoever shows a position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.content.expansions.dummy.steps import ACTED, POWER

if TYPE_CHECKING:
    from elgrande.rules import Position


@dataclass(frozen=True)
class Dummy:
    """The dummy in a position: its kind, its power card (0 without one), what it took.

    ``card`` is -1 as long as it has taken none, or when none was left.
    """

    kind: int
    power: int
    acted: bool
    card: int


def seen(position: Position) -> Dummy | None:
    """Return the dummy of a game, or None where none stands on the board."""
    rules = position.rules
    if POWER not in rules.cell:
        return None
    (kind,) = rules.unplayed
    acted = position.cell(ACTED)
    return Dummy(kind, position.cell(POWER), bool(acted), acted - 2 if acted > 1 else -1)


def put_away(position: Position, stack: int) -> int:
    """Return the card that the dummy has taken from a stack, by the stack's index, or -1."""
    dummy = seen(position)
    slot = position.slots[stack]
    if dummy is None or dummy.card < 0 or slot.card >= 0:
        return -1
    return dummy.card if position.rules.cards[dummy.card].stack == slot.stack else -1


def order(position: Position) -> tuple[int, ...]:
    """Return the kinds in the order of their turns as far as it is known, the dummy among them.

    It acts before the first player whose card is not above its own.
    """
    turns = position.turn_order
    dummy = seen(position)
    if dummy is None or not dummy.power:
        return turns
    initiative = position.rules.initiative
    ahead = [seat for seat in turns if initiative(position, seat) > dummy.power]
    return (*ahead, dummy.kind, *(seat for seat in turns if seat not in ahead))
