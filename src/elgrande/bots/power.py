"""Which power card to play: rules of thumb that strong players give.

A full court wants a high card, an empty one a low card: the number of the card
is worth most when there is nobody to place. How early one must act depends on
how much better the best action card is than those that will be left. Both ends
of the hand are kept for the rounds that end in a scoring.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Protocol

from elgrande.bots.adding import added
from elgrande.bots.program import End, only_card
from elgrande.bots.terms import terms_of
from elgrande.bots.weights import future
from elgrande.rules.effects.cards import Choice
from elgrande.rules.effects.place import PlaceAnywhere

if TYPE_CHECKING:
    from elgrande.bots.outlook import Outlook
    from elgrande.rules import Position, Ruleset, State

SAME_TASTE = 0.5
"""How often an opponent takes the very card that we would take; else it takes any."""
TRIED = 4
"""So many more in the court are tried out, and none; other numbers are read off between them."""
ENOUGH = 6
"""With so many in the court more change nothing but the reserve."""
PLACING = (PlaceAnywhere, Choice)
EXTRA = 2
"""The special actions that place from the court, and how many they place."""
RARELY = 0.25
"""A place in the order of turns that is less likely than this is not thought of."""
PLACED = 3
"""How many leave the court in a turn."""


class Guesses:
    """What power cards were rated by, for whoever rates them again and again for the same round.

    What a card on offer is worth to a seat then comes from the position that was the first.
    """

    def __init__(self) -> None:
        self.cards: dict[tuple[object, ...], dict[int, tuple[float, ...]]] = {}
        self.turns: dict[tuple[object, ...], float] = {}


class Searcher(Protocol):
    """Whoever plays on to see what a card leads to, and has cards rated: a Planner."""

    outlook: Outlook
    rules: Ruleset
    seat: int
    guesses: Guesses | None

    def play(self, state: State, *, quick: bool) -> End:
        """Return the best end of all that is left of a State's program; the State is used up."""
        ...


def rate(planner: Searcher, state: State) -> list[tuple[float, int]]:
    """Rate the power cards that may be played; pairs of worth and code, best first."""
    if planner.outlook.weights.plans and terms_of(planner.rules).turn is not None:
        return _turns(planner, state)
    rules = planner.rules
    seat = planner.seat
    most = state.count(seat, rules.provinces)
    court = state.count(seat, rules.court)
    cards = _cards(planner, state, court, min(TRIED, most) if court < ENOUGH else 0)
    hand = planner.outlook.terms.hand
    before = hand(state, seat)
    rated = []
    for code in state.legal(seat):
        after = state.copy()
        after.apply(seat, code)
        value, total = after.power(seat), rules.initiative(after, seat)
        spent = before - hand(after, seat)
        number = min(rules.power_numbers[value], most)
        worth = _reserve(planner, court, number) - _reserve(planner, court, min(number, max(cards)))
        for ahead, chance in enumerate(order(state, seat, total)):
            if chance:
                known = {extra: left_for(found, ahead) for extra, found in cards.items()}
                worth += chance * _between(known, number)
        rated.append((worth - keeping(state, value) - spent, code))
    return sorted(rated, key=lambda pair: -pair[0])


def _cards(planner: Searcher, state: State, court: int, more: int) -> dict[int, tuple[float, ...]]:
    """Return what the cards on offer are worth with nobody and with so many more in the court."""
    guesses = planner.guesses
    if guesses is not None:
        offered = planner.rules.offered(state, planner.seat)
        key = (state.round, planner.seat, court, more, offered)
        known = guesses.cards.get(key)
        if known is not None:
            return known
    worths = card_worths(planner, state, 0, {})
    found = {0: _ranked(worths)}
    if more:
        found[more] = _ranked(card_worths(planner, state, more, worths))
    if guesses is not None:
        guesses.cards[key] = found
    return found


def _turns(planner: Searcher, state: State) -> list[tuple[float, int]]:
    """Rate the power cards by the turns to which they lead, where those follow from the cards."""
    begin = terms_of(planner.rules).turn
    assert begin is not None
    rules, seat = planner.rules, planner.seat
    alone = state.copy()
    del alone.stack[:-1]
    known = {} if planner.guesses is None else planner.guesses.turns
    rated = []
    for code in state.legal(seat):
        played = alone.copy()
        played.apply(seat, code)
        value = played.power(seat)
        number = min(rules.power_numbers[value], played.count(seat, rules.provinces))
        worth = 0.0
        chances = order(state, seat, rules.initiative(played, seat))
        least = min(RARELY, max(chances))
        likely = {n: chance for n, chance in enumerate(chances) if chance >= least}
        for ahead, chance in likely.items():
            after = played.copy()
            begin(after, seat, ahead)
            after.move(seat, seat, rules.provinces, rules.court, number)
            # What may be answered depends on the court, too.
            after.advance()
            cards = rules.offered(after, seat)
            placed = [rules.allowance(after, seat, card) for card in cards]
            key = (state.round, seat, number, cards, *placed)
            if key not in known:
                end = planner.play(after, quick=True)
                known[key] = end.worth - planner.outlook.hand(after, seat)
            worth += chance * known[key]
        worth /= added(likely.values())
        rated.append((worth + planner.outlook.hand(played, seat), code))
    return sorted(rated, key=lambda pair: -pair[0])


def _reserve(planner: Searcher, court: int, number: int) -> float:
    """Return what is left in a court after a turn, so many having come to it, is worth."""
    return planner.outlook.court(planner.seat, max(0, court + number - PLACED))


def _ranked(worths: dict[int, float]) -> tuple[float, ...]:
    """Return the worths, best first, rounded so that ``left_for`` remembers them."""
    return tuple(sorted((round(worth, 1) for worth in worths.values()), reverse=True))


def _between(known: dict[int, float], number: int) -> float:
    """Return what is known of the numbers on either side, in proportion."""
    low = max(at for at in known if at <= number)
    high = min((at for at in known if at >= number), default=low)
    if high == low:
        return known[low]
    return known[low] + (known[high] - known[low]) * (number - low) / (high - low)


def card_worths(
    planner: Searcher, state: State, more: int, before: dict[int, float]
) -> dict[int, float]:
    """Return what each card on offer is worth with so many more in the court, by card.

    ``before`` is what the cards are worth with nobody more: where the court was
    enough for a card already, only the reserve grows.
    """
    rules = planner.rules
    seat = planner.seat
    court = state.count(seat, rules.court)
    worths = {}
    for card in rules.offered(state, seat):
        left = court - max(0, rules.allowance(state, seat, card))
        if card in before and left >= (
            EXTRA if isinstance(rules.card_effects[card], PLACING) else 0
        ):
            reserve = planner.outlook.court
            grown = reserve(seat, left + more) - reserve(seat, left)
            worths[card] = before[card] + grown
            continue
        after = state.copy()
        after.move(seat, seat, rules.provinces, rules.court, more)
        only_card(after, seat, card)
        worths[card] = planner.play(after, quick=True).worth
    return worths


def order(position: Position, seat: int, value: int) -> list[float]:
    """Return how likely it is that 0, 1, 2, ... others act before a card of this value.

    Whoever has still to play is taken to play any card of the known hand.
    """
    chances = [0.0] * len(terms_of(position.rules).ahead(position, value)) + [1.0]
    for earlier in sooner(position, seat, value).values():
        new = [0.0] * (len(chances) + 1)
        for ahead, chance in enumerate(chances):
            new[ahead] += chance * (1 - earlier)
            new[ahead + 1] += chance * earlier
        chances = new
    return chances


def sooner(position: Position, seat: int, value: int) -> dict[int, float]:
    """Return how likely it is of each other seat that it acts before a card of this value."""
    rules = position.rules
    barred = set(rules.barred(position)) - {0}
    chances = {}
    for other in range(rules.n_seats):
        if other == seat:
            continue
        if position.power(other):
            chances[other] = float(rules.initiative(position, other) > value)
        else:
            hand = [v for v in position.hand(other) if v not in barred and v != value]
            chances[other] = sum(v > value for v in hand) / len(hand) if hand else 0.5
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


def keeping(position: Position, value: int) -> float:
    """Return what it costs not to have this power card in the rounds that are left."""
    rules = position.rules
    left = [number for number in rules.rounds if number > position.round]
    if not left:
        return 0.0
    cost = future(rules).get(value, 0.0)
    if position.round in rules.scoring_rounds:
        return cost * min(1.0, len(left) / 6) * 0.5
    return cost


def keep(rules: Ruleset, codes: Sequence[int], *, plans: bool = True) -> int:
    """Return the answer that makes a hand for a whole game.

    It is what an expansion tells of it, else a spread with both ends in it.
    """
    if rules.DONE in codes:
        return rules.DONE
    if plans and (told := terms_of(rules).keep):
        wanted = {f"keep {value}" for value in told}
        return next((code for code in codes if rules.text(code) in wanted), codes[0])
    last = len(rules.power_values) - 1
    steps = max(1, rules.hand_size - 1)
    spread = {rules.base["keep"] + round(at * last / steps) for at in range(rules.hand_size)}
    return next((code for code in codes if code in spread), codes[0])
