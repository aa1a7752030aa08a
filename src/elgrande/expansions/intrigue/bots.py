"""What bots are told of Intrigue & the King."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.expansions.intrigue.cards import usable
from elgrande.expansions.intrigue.regions import BRIDGE
from elgrande.expansions.intrigue.turn import ChooseAction
from elgrande.expansions.intrigue.veto import lay_veto, plays_veto
from elgrande.rules.steps.step.windows import AskedFrame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position, State


def bridges(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the bridges worth trying: one end where the King stands, as they serve him alone."""
    rules = position.rules
    first = rules.base[BRIDGE.name]
    king = first + position.king
    if king not in codes:
        # The first end has been named, or the King stands in no region.
        return [(code,) for code in codes]
    near = rules.node_neighbours[position.king]
    others = [r for r in range(len(rules.regions)) if r != position.king and r not in near]
    return [(king, first + region) for region in others]


def turn(state: State, seat: int, ahead: int) -> None:
    """Begin, in place, the turn of a seat that has played its card, so many having acted before.

    Whoever has not played is taken to have played just any card.
    """
    rules = state.rules
    others = [other for other in range(rules.n_seats) if other != seat]
    others.sort(key=lambda other: -state.power(other))
    free = iter(value for value in rules.power_values if value not in rules.barred(state))
    for other in others:
        if not state.power(other):
            state.board[rules.at_power + other] = next(free)
    order = [*others[:ahead], seat, *others[ahead:]]
    state.board[rules.at_order : rules.at_order + rules.n_seats] = order
    if plays_veto(state, seat) and usable(state, seat):
        lay_veto(state, seat)
    state.stack[:] = [AskedFrame(ChooseAction.name, seat)]
    state.settle()


BOTS = BotTerms(deeds={BRIDGE.name: bridges}, turn=turn)
