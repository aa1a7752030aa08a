"""What bots are told of Intrigue & the King."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.expansions.intrigue.cards import lay_veto, own_cards, plays_veto, usable
from elgrande.expansions.intrigue.effects import BRIDGE, ashore
from elgrande.expansions.intrigue.turn import ChooseAction
from elgrande.rules.steps.step import AskedFrame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position, Ruleset, State


def bridges(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the bridges worth trying: one end where the King stands, as they serve him alone."""
    rules = position.rules
    first = rules.base[BRIDGE.name]
    king = first + position.king
    if king not in codes:
        # The first end has been named, or the King stands in no region.
        return [(code,) for code in codes]
    near = rules.node_neighbours[position.king]
    others = [r for r in ashore(rules) if r != position.king and r not in near]
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


FARED = {
    "k-010": -1.4, "k-013": -1.2, "k-015": -0.9, "k-020": -1.6, "k-023": -0.7, "k-025": -0.2,
    "k-030": 1.0, "k-035": -1.2, "k-040": -0.9, "k-050": -0.7, "k-053": 1.5, "k-060": 1.2,
    "k-063": -0.3, "k-070": 2.1, "k-075": 0.2, "k-080": 0.8, "k-090": 1.7, "k-093": 1.6,
    "k-100": 0.7, "k-110": 1.5, "k-115": -0.8, "k-120": 0.0, "k-130": 0.9, "k-135": 1.2,
    "k-140": 0.3, "k-145": 3.6, "k-150": 1.8, "k-160": 1.4, "k-165": -0.7, "k-170": -1.1,
    "k-180": -0.9,
}  # fmt: skip
"""By card, how many points its turn promised more than the average card of the hand: of every
choice of a card in twelve games of five stewards with dealt hands."""


def keep(rules: Ruleset) -> list[int]:
    """Return the cards to be kept: a spread from the lowest to the highest.

    Of each few neighbours it is the one that has fared best. A hand of the best cards alone, most
    of them scorings in the middle, pays rivals as much and has none that act first or refill the
    court.
    """
    cards, values = own_cards(rules), rules.power_values
    size = rules.hand_size
    cuts = [round(at * len(values) / size) for at in range(size + 1)]
    groups = [values[first:last] for first, last in pairwise(cuts)]

    def fared(value: int) -> float:
        # A card of another deck is taken for one in the middle.
        return FARED.get(rules.cards[cards[value]].id, 0.0)

    return [max(group, key=fared) for group in groups]


BOTS = BotTerms(deeds={BRIDGE.name: bridges}, turn=turn, keep=keep)
