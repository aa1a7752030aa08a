"""How the doings of modifiers are told."""

from __future__ import annotations

from elgrande.content.words import Names, says, sentences
from elgrande.content.words.names import figure, listed
from elgrande.expansions.power_shift.steps import (
    ModifierPassed,
    ModifierPlayed,
    ModifierReceived,
    ModifiersDealt,
    ModifierSet,
)


def _name(index: int, n: Names) -> str:
    return n.plain(n.rules.extra_hand[index])


@says(ModifiersDealt)
def _dealt(e: ModifiersDealt, n: Names) -> str:
    cards = listed([_name(index, n) for index in e.modifiers])
    return f"{n.seat(e.seat)} is dealt the modifiers {cards}; nobody else sees them."


sentences({ModifierSet: "{seat} has chosen a modifier to pass."})


@says(ModifierPassed)
def _passed(e: ModifierPassed, n: Names) -> str:
    left = n.seat((e.seat + 1) % n.rules.n_seats)
    return f"{n.seat(e.seat)} passes {_name(e.modifier, n)} to {left}; nobody else sees it."


@says(ModifierReceived)
def _received(e: ModifierReceived, n: Names) -> str:
    right = n.seat((e.seat - 1) % n.rules.n_seats)
    return f"{n.seat(e.seat)} receives {_name(e.modifier, n)} from {right}."


@says(ModifierPlayed)
def _played(e: ModifierPlayed, n: Names) -> str:
    return f"{n.seat(e.seat)} adds {_name(e.modifier, n)} for a total of {figure(e.total)}."
