"""The dummy in a position that somebody lays out: how its values are written, what must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.expansions.dummy.steps import ACTED, DRAWN, PLAYED, POWER, REGIONS
from elgrande.rules import Form, Position, Ruleset
from elgrande.rules.steps.hand import power_cards

if TYPE_CHECKING:
    from collections.abc import Callable


FORMS: dict[str, Callable[[Ruleset], Form]] = {
    POWER: lambda rules: Form({value: value for value in (0, *rules.power_values)}),
    PLAYED: lambda rules: Form(power_cards(rules), several=True),
    DRAWN: lambda rules: Form(dict(enumerate(rules.regions)), several=True),
    ACTED: lambda rules: Form(
        {0: "not yet", 1: "nothing", **{2 + at: card.id for at, card in enumerate(rules.cards)}}
    ),
}
"""The dummy's open values in names."""


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem, if play would come to a stop or is past it."""
    rules = position.rules
    power, played = position.cell(POWER), position.cell(PLAYED)
    if power and played & rules.power_bit[power]:
        return PLAYED, f"the {power} is face up this round; leave it out here"
    if not begins and (fault := _this_round(position, power)):
        return fault
    turns_up = ahead + (begins or not power)
    left = len(rules.power_values) - played.bit_count() - bool(power)
    if left < turns_up:
        return PLAYED, f"{turns_up} more power cards will be revealed; list fewer of them"
    draws = 0
    for number in (number for number in rules.rounds if number >= position.round):
        draws += begins or number > position.round
        if number in rules.scoring_rounds:
            break
    if len(rules.disk_regions) - position.cell(DRAWN).bit_count() < REGIONS * draws:
        number = REGIONS * draws
        return DRAWN, f"{number} more are drawn before they are shuffled; list fewer of them"
    return None


def _this_round(position: Position, power: int) -> tuple[str, str] | None:
    """Return the fault of its power card and turn, which must fit those of the seats."""
    rules = position.rules
    shown = [seat for seat in range(rules.n_seats) if position.power(seat)]
    if shown and not power:
        return POWER, "it is face up before anybody plays a power card; write its value here"
    acted = position.cell(ACTED)
    had = position.turns_had
    due = len(shown) == rules.n_seats and (
        had == rules.n_seats or rules.initiative(position, position.turn_order[had]) < power
    )
    if acted and not due:
        return ACTED, "its power card says that its turn is to come; write 'not yet' here"
    if acted > 1:
        card = acted - 2
        if not rules.cards[card].returns and not (position.board[rules.at_seen] >> card) & 1:
            return ACTED, f"{rules.cards[card].id} is face down; list it as 'gone' in its stack"
    if not acted and sum(slot.card >= 0 for slot in position.slots) <= rules.n_seats:
        return ACTED, "it has yet to take a card; give each [[stack]] its 'face'"
    return None
