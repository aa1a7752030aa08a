"""How modifiers are told, asked and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.expansions.power_shift.modifiers import MODIFIERS
from elgrande.content.expansions.power_shift.steps import (
    ModifierPassed,
    ModifierPlayed,
    ModifierReceived,
    ModifiersDealt,
    ModifierSet,
)
from elgrande.content.words import asks, labels, says
from elgrande.content.words.names import listed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.words import Names
    from elgrande.rules import Decision


def _name(index: int, n: Names) -> str:
    return n.plain(n.rules.extra_hand[index])


@says(ModifiersDealt)
def _dealt(e: ModifiersDealt, n: Names) -> str:
    cards = listed([_name(index, n) for index in e.modifiers])
    return f"{n.seat(e.seat)} is dealt the modifiers {cards}; nobody else sees them."


@says(ModifierSet)
def _set(e: ModifierSet, n: Names) -> str:
    return f"{n.seat(e.seat)} has chosen a modifier to pass."


@says(ModifierPassed)
def _passed(e: ModifierPassed, n: Names) -> str:
    left = n.seat((e.seat + 1) % n.rules.n)
    return f"{n.seat(e.seat)} passes {_name(e.modifier, n)} to {left}; nobody else sees it."


@says(ModifierReceived)
def _received(e: ModifierReceived, n: Names) -> str:
    right = n.seat((e.seat - 1) % n.rules.n)
    return f"{n.seat(e.seat)} gets {_name(e.modifier, n)} from {right}."


@says(ModifierPlayed)
def _played(e: ModifierPlayed, n: Names) -> str:
    return f"{n.seat(e.seat)} adds {_name(e.modifier, n)}: {e.total} in all."


@asks("pass_modifiers")
def _pass(d: Decision, n: Names) -> str:
    return "pass one of your modifiers to the left, in secret"


@asks("use_ability")
def _use(d: Decision, n: Names) -> str:
    return "use your modifier's ability, or not"


@labels("pass")
def _pass_it(words: Sequence[str], n: Names) -> str:
    return f"pass {n.plain(words[0])} to the left"


@labels("shift")
def _shift(words: Sequence[str], n: Names) -> str:
    value = next(m.value for m in MODIFIERS if m.id == words[1])
    number = n.rules.power_numbers[int(words[0])]
    brings = f"brings {number or 'nobody'}"
    return f"play the {words[0]} with {n.plain(words[1])}: {int(words[0]) + value} ({brings})"


@labels("ability")
def _ability(words: Sequence[str], n: Names) -> str:
    return "use your modifier's ability"
