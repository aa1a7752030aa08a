"""What can be seen of modifiers, for whoever shows a position or asks for an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.display import Added, Composite, Display
from elgrande.expansions.power_shift.modifiers import CARDS, MODIFIERS, shifted
from elgrande.expansions.power_shift.steps import modifier_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.words.names import Names
    from elgrande.rules import Position

_TEXTS = {info.card.id: info.text for info in CARDS}


def _total(words: Sequence[str]) -> int:
    return shifted(int(words[0]), words[1])


def added(position: Position, seat: int) -> Added | None:
    """Return the modifier that a seat has added to its power card this round, if any."""
    index = modifier_of(position, seat)
    return Added(MODIFIERS[index].name, MODIFIERS[index].sign) if index >= 0 else None


def _passing(position: Position, seat: int, names: Names) -> str:
    return "Go over them with the arrow keys to read what each does, or ask the help."


def _ability(position: Position, seat: int, names: Names) -> str:
    """Return what the seat's modifier of this round lets it carry out."""
    index = modifier_of(position, seat)
    return _TEXTS.get(MODIFIERS[index].ability, "") if index >= 0 else ""


DISPLAY = Display(
    added=added,
    composites={"shift": Composite("on its own, or with a modifier?", _total)},
    hints={"pass_modifiers": _passing, "use_ability": _ability},
)
