"""What can be known of a hand: an oracle that remembers every possibility, by brute force."""

from __future__ import annotations

from itertools import islice, product

import pytest
from games import VARIANTS, Variant, positions, rng_for, start, told

from elgrande.rules import Generator, Position, State
from elgrande.rules.events import PowerPlayed, Recalled

EACH = pytest.mark.parametrize("variant", VARIANTS, ids=str)
Hands = set[frozenset[int]]


def watch(hands: Hands, event: object, seat: int, everything: frozenset[int]) -> Hands:
    """Say which hands a seat may have after an event, for somebody who sees only that."""
    if isinstance(event, PowerPlayed) and event.seat == seat:
        return {hand - {event.value} for hand in hands if event.value in hand}
    if isinstance(event, Recalled) and event.seat == seat:
        return {hand | {value} for hand in hands for value in everything - hand}
    return hands


def deduced(position: Position, seat: int) -> Hands:
    """Say which hands the open board allows: known values, and one for every doubt."""
    rules = position.rules
    bits = position.board[rules.at_known + seat]
    known = frozenset(value for value in rules.power_values if (bits >> value) & 1)
    doubts = [
        [value for value in rules.power_values if (mask >> value) & 1]
        for owner, mask in position.doubts
        if owner == seat
    ]
    return {
        known | set(picks)
        for picks in product(*doubts)
        if len({*known, *picks}) == len(known) + len(picks)
    }


@EACH
def test_the_open_board_says_of_every_hand_exactly_what_can_be_known(variant: Variant) -> None:
    taken_back = 0
    for seed in range(140, 150):
        state = start(variant, seed)
        everything = frozenset(state.rules.power_values)
        hands: list[Hands] = [{everything} for _ in range(state.rules.n)]
        for *_, events in told(state, rng_for(variant, seed, "oracle")):
            for event in events:
                hands = [watch(set_, event, seat, everything) for seat, set_ in enumerate(hands)]
                taken_back += isinstance(event, Recalled)
            for seat, possible in enumerate(hands):
                assert frozenset(state.hand(seat)) in possible
                assert deduced(state, seat) == possible
    assert taken_back


def in_doubt(variant: Variant, salt: str, number: int) -> list[State]:
    """Positions in which somebody has taken a card back."""
    doubtful = (
        state for state, _ in positions(variant, range(150, 250), 0.3, salt) if state.doubts
    )
    return list(islice(doubtful, number))


@EACH
def test_sampled_hands_are_all_those_that_may_be(variant: Variant) -> None:
    """Each is possible, none of at most ten is missed, and the own is never guessed."""
    chance = Generator.seeded(150)
    states = in_doubt(variant, "hands", 8)
    assert len(states) == 8
    for state in states:
        rules = state.rules
        for seat in range(rules.n):
            possible = deduced(state, seat)
            met: Hands = set()
            view = state.view((seat + 1) % rules.n)
            for _ in range(25 * min(len(possible), 10)):
                dealt = view.sample(chance)
                met.add(frozenset(dealt.hand(seat)))
                assert dealt.hand((seat + 1) % rules.n) == state.hand((seat + 1) % rules.n)
            assert met <= possible
            assert len(possible) > 10 or met == possible


@EACH
def test_sampled_decks_hold_the_unseen_cards_in_any_order(variant: Variant) -> None:
    chance = Generator.seeded(160)
    tops: dict[tuple[int, ...], set[int]] = {}
    for state, rng in positions(variant, range(160, 162), 0.1, "decks"):
        view = state.view(rng.choice((*range(state.rules.n), None)))
        for _ in range(3):
            dealt = view.sample(chance)
            seen = state.board[state.rules.at_seen]
            for slot, deck in zip(state.slots, dealt.box[1:], strict=True):
                assert len(set(deck)) == len(deck) == slot.left
                for card in deck:
                    # What went back to the box unseen may be any of those not seen.
                    assert state.rules.cards[card].stack == slot.stack
                    assert not (seen >> card) & 1
                if deck:
                    tops.setdefault(tuple(sorted(deck)), set()).add(deck[0])
            assert dealt.box[0] != state.box[0]
    # Any card of a deck may be its next one.
    assert sum(len(found) > 1 for cards, found in tops.items() if len(cards) > 4) > 3


@EACH
def test_a_sampled_game_can_be_played_to_its_end(variant: Variant) -> None:
    for number, (state, rng) in enumerate(positions(variant, range(170, 172), 0.03, "ends")):
        dealt = state.view(rng.choice((*range(state.rules.n), None))).sample(
            Generator.seeded(number)
        )
        for _ in told(dealt, rng):
            pass
        assert dealt.over
