"""Modifiers in a position that somebody lays out: how they are written, what must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.expansions.power_shift.steps import (
    DEALT,
    PASSED,
    first_bit,
    modifier_of,
    now_cell,
    past_cell,
)
from elgrande.rules import Form, Position, Ruleset, Spec

if TYPE_CHECKING:
    from collections.abc import Callable


def _one(none: int) -> Callable[[Ruleset], Form]:
    """Return the form of one modifier, the first following the number that means none."""
    return lambda rules: Form({none: "none", **dict(enumerate(rules.extra_hand, none + 1))})


def _some(rules: Ruleset) -> Form:
    """Return the form of modifiers as bits of a hand."""
    return Form(dict(enumerate(rules.extra_hand, first_bit(rules))), several=True)


def edit(spec: Spec) -> None:
    """Write the modifiers by name, and check them."""
    spec.forms[PASSED] = _one(-1)
    for colour in spec.colours:
        spec.forms[now_cell(colour)] = _one(0)
        spec.forms[past_cell(colour)] = _some
    spec.checks.append(check)


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem: there is one of each modifier."""
    rules = position.rules
    first = first_bit(rules)
    met: dict[int, int] = {}
    for seat, colour in enumerate(rules.colours):
        past = position.cell(past_cell(colour)) >> first
        now = modifier_of(position, seat)
        if now >= 0 and not position.power(seat):
            return now_cell(colour), f"{colour} has played no power card to add it to; write 'none'"
        if now >= 0 and not (past >> now) & 1:
            return past_cell(colour), f"{rules.extra_hand[now]} has been played; list it here too"
        mine = {extra for extra in range(len(rules.extra_hand)) if (past >> extra) & 1}
        every = mine | set(position.extras(seat))
        if len(every) > DEALT:
            return past_cell(colour), f"{colour} never has more than {DEALT} modifiers; name fewer"
        for extra in every:
            other = met.setdefault(extra, seat)
            if other != seat:
                name, owner = rules.extra_hand[extra], rules.colours[other]
                return past_cell(colour), f"{name} is {owner}'s; there is one of each modifier"
    return None
