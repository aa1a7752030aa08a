"""How modifiers are told, asked and answered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words import asks, labels, labels_here, refuses, says
from elgrande.content.words.names import figure, listed
from elgrande.content.words.prompts import whose
from elgrande.expansions.power_shift.display import shifted
from elgrande.expansions.power_shift.steps import (
    AbilityFrame,
    ModifierPassed,
    ModifierPlayed,
    ModifierReceived,
    ModifiersDealt,
    ModifierSet,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.words import Names
    from elgrande.content.words.refusals import Case
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
    return f"{n.seat(e.seat)} adds {_name(e.modifier, n)}: {figure(e.total)} in all."


@asks("pass_modifiers")
def _pass(d: Decision, n: Names) -> str:
    return f"pass one of {whose(d)} modifiers to the left, in secret"


@asks("use_ability")
def _use(d: Decision, n: Names) -> str:
    return f"use {whose(d)} modifier {_name(d.of(AbilityFrame).modifier, n)}, or not"


@labels("pass")
def _pass_it(words: Sequence[str], n: Names) -> str:
    return f"pass {n.plain(words[0])} to the left"


@labels("shift")
def _shift(words: Sequence[str], n: Names) -> str:
    number = n.rules.power_numbers[int(words[0])]
    total = figure(shifted(int(words[0]), words[1]))
    return f"play the {words[0]} with {n.plain(words[1])}: {total} (brings {number or 'nobody'})"


@labels("ability")
def _ability(words: Sequence[str], n: Names) -> str:
    return "use your modifier's ability"


@labels_here("ability")
def _ability_here(words: Sequence[str], d: Decision, n: Names) -> str:
    return f"use {_name(d.of(AbilityFrame).modifier, n)}" if d.step == "use_ability" else ""


@refuses("shift")
def _not_shifted(c: Case) -> str:
    rules = c.view.rules
    value, name = int(c.words[0]), c.words[1]
    if value not in c.view.hand(c.seat):
        return f"the {value} is not in {c.n.seat(c.seat)}'s hand any more"
    if rules.extra_hand.index(name) not in c.view.extras(c.seat):
        return f"the modifier {c.n.plain(name)} is not in {c.n.seat(c.seat)}'s hand"
    return c.played(shifted(value, name))


@refuses("pass")
def _not_passed(c: Case) -> str:
    if c.view.rules.extra_hand.index(c.words[0]) not in c.view.extras(c.seat):
        return f"the modifier {c.n.plain(c.words[0])} is not in {c.n.seat(c.seat)}'s hand"
    return ""
