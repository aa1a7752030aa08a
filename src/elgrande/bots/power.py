"""Which power card to play: rules of thumb that strong players give.

A full court wants a high card, an empty one a low card: the number of the card
is worth most when there is nobody to place. How early one must act depends on
how much better the best action card is than those that will be left. Both ends
of the hand are kept for the rounds that end in a scoring.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from elgrande.bots.outlook import FUTURE

if TYPE_CHECKING:
    from elgrande.bots.planner import Planner
    from elgrande.rules import Position, State

SAME_TASTE = 0.5
"""How often an opponent takes the very card that we would take."""
NEED = (1.6, 1.3, 1.1, 0.9, 0.6)
"""What the first caballeros in a court are worth in points: a turn places no more."""
SPARE = 0.3
"""What a caballero beyond those is worth."""


def rate(planner: Planner, state: State) -> list[tuple[float, int]]:
    """Rate the power cards that may be played; pairs of worth and code, best first."""
    rules = planner.rules
    seat = planner.seat
    cards = card_worths(planner, state)
    rated = []
    for code in state.legal(seat):
        value = rules.power_values[code - rules.POWER]
        worth = 0.0
        for ahead, chance in enumerate(order(state, seat, value)):
            if chance:
                worth += chance * left_for(cards, ahead)
        worth += brings(state, seat, rules.power_numbers[value])
        rated.append((worth - keeping(state, value), code))
    return sorted(rated, key=lambda pair: -pair[0])


def card_worths(planner: Planner, state: State) -> tuple[float, ...]:
    """Return what each face-up card is worth if it is ours, best first, rounded for memory."""
    worths = []
    for slot in state.slots:
        if slot.card >= 0 and slot.taker < 0:
            after = state.copy()
            after.stack = [("act", planner.seat, slot.card, 0, 0)]
            after.settle()
            worths.append(round(planner.play(after)[0], 1))
    return tuple(sorted(worths, reverse=True))


def order(position: Position, seat: int, value: int) -> list[float]:
    """Return how likely it is that 0, 1, 2, ... others act before a card of this value.

    Whoever has still to play is taken to play any card of the known hand.
    """
    rules = position.rules
    chances = [1.0]
    played = {position.power(other) for other in range(rules.n)}
    for other in range(rules.n):
        if other == seat:
            continue
        if position.power(other):
            earlier = float(position.power(other) > value)
        else:
            hand = [v for v in position.hand(other) if v not in played and v != value]
            earlier = sum(v > value for v in hand) / len(hand) if hand else 0.5
        new = [0.0] * (len(chances) + 1)
        for ahead, chance in enumerate(chances):
            new[ahead] += chance * (1 - earlier)
            new[ahead + 1] += chance * earlier
        chances = new
    return chances


@lru_cache(maxsize=4096)
def left_for(cards: tuple[float, ...], ahead: int) -> float:
    """Return what the best card is worth that is left when so many others have chosen."""
    if not cards:
        return 0.0
    if not ahead or len(cards) == 1:
        return cards[0]
    same = SAME_TASTE + (1 - SAME_TASTE) / len(cards)
    rest = (1 - same) / (len(cards) - 1)
    worth = same * left_for(cards[1:], ahead - 1)
    for at in range(1, len(cards)):
        worth += rest * left_for(cards[:at] + cards[at + 1 :], ahead - 1)
    return worth


def brings(position: Position, seat: int, number: int) -> float:
    """Return what it is worth to take up to so many caballeros from the provinces."""
    rules = position.rules
    court = position.count(seat, rules.court)
    number = min(number, position.count(seat, rules.provinces))
    return sum(NEED[at] if at < len(NEED) else SPARE for at in range(court, court + number))


def keeping(position: Position, value: int) -> float:
    """Return what it costs not to have this power card in the rounds that are left."""
    rules = position.rules
    left = [number for number in rules.rounds if number > position.round]
    if not left:
        return 0.0
    cost = FUTURE.get(value, 0.0)
    if position.round in rules.scoring_rounds:
        return cost * min(1.0, len(left) / 6) * 0.5
    return cost
