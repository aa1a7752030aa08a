"""What others are told of modifiers: screens, whoever lays a position out, and bots."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from elgrande.content.display import Added, Composite, Display
from elgrande.content.expansion import BotTerms
from elgrande.expansions.power_shift.steps import (
    CARDS,
    DEALT,
    MODIFIERS,
    PASSED,
    PassModifiers,
    first_bit,
    modifier_of,
    now_cell,
    past_cell,
    shifted,
)
from elgrande.rules import Form, Names, Position, Ruleset, Spec
from elgrande.rules.parts import HAND

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


# -- in a position that somebody lays out -------------------------------------


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


# -- bots ---------------------------------------------------------------------


MODIFIER = 0.3
"""What a modifier in hand is worth for later rounds."""


def hand(position: Position, seat: int) -> float:
    """Every modifier is worth the same: what it shifts depends on the others' cards."""
    rules = position.rules
    drawer = position.drawers[seat]
    bits: int = position.board[rules.at_known + seat] if drawer is None else drawer[HAND]
    return MODIFIER * (bits >> first_bit(rules)).bit_count()


def gains(before: Position, after: Position, seat: int, _n: Names) -> list[tuple[float, str]]:
    """Tell why one is passed: all are worth the same."""
    asked = bool(before.stack) and before.stack[-1].step == PassModifiers.name
    passing = asked and seat in before.owing() and seat not in after.owing()
    alike = "one modifier is as useful to you as another"
    return [(0.1, alike)] * passing


BOTS = BotTerms(hand=hand, gains=gains)
