"""What can be known of a hand: an oracle that remembers every possibility, by brute force."""

from __future__ import annotations

from itertools import combinations, islice

import pytest
from games import VARIANTS, Variant, positions, rng_for, start, told

from elgrande.content.expansions.power_shift.steps import ModifierPlayed
from elgrande.rules import Generator, Position, State
from elgrande.rules.events import PowerPlayed, Recalled

SEEDS = range(140, 150)
EACH = pytest.mark.parametrize("variant", VARIANTS, ids=str)
Hands = set[int]
"""Every hand that may be, each as bits."""
MANY = 60_000
"""More than so many possibilities are not worth a test's time."""


def held(position: Position, seat: int) -> int:
    """Return what a position knows of a hand, as bits."""
    bits = position.rules.hand_bits[len(position.rules.power_values) :]
    extras = sum(1 << bits[extra] for extra in position.extras(seat))
    return sum(1 << value for value in position.hand(seat)) | extras


class Oracle:
    """Somebody who sees what all see, forgets nothing and thinks of everything."""

    def __init__(self, state: State) -> None:
        rules = self.rules = state.rules
        extras = rules.hand_bits[len(rules.power_values) :]
        # A modifier is dealt from among all, and passed to somebody who may hold any too.
        dealt = [sum(1 << bit for bit in three) for three in combinations(extras, 3)]
        hands = {rules.power_bits | bits for bits in dealt or [0]}
        self.hands: list[Hands] = [set(hands) for _ in range(rules.n)]
        self.played = [rules.power_bits] * rules.n
        self.taken_back = 0

    def hear(self, event: object) -> None:
        """Draw every conclusion from an event."""
        if isinstance(event, PowerPlayed):
            self.lays_down(event.seat, 1 << event.value)
        elif isinstance(event, ModifierPlayed):
            bit = 1 << self.rules.hand_bits[len(self.rules.power_values) + event.modifier]
            self.played[event.seat] |= bit
            self.lays_down(event.seat, bit)
            for seat, hands in enumerate(self.hands):
                if seat != event.seat:
                    # There is one of each.
                    self.hands[seat] = {hand for hand in hands if not hand & bit}
        elif isinstance(event, Recalled):
            self.taken_back += 1
            cards = [1 << bit for bit in self.rules.hand_bits]
            self.hands[event.seat] = {
                hand | card
                for hand in self.hands[event.seat]
                for card in cards
                if card & self.played[event.seat] & ~hand
            }

    def lays_down(self, seat: int, card: int) -> None:
        """Only hands with the card in it could play it."""
        self.hands[seat] = {hand & ~card for hand in self.hands[seat] if hand & card}


def deduced(position: Position, seat: int) -> Hands:
    """Say which hands the open board allows: known cards, and one for every doubt."""
    known = position.board[position.rules.at_known + seat]
    found = {known}
    for owner, mask in position.doubts:
        if owner == seat:
            cards = [1 << bit for bit in position.rules.hand_bits if (mask >> bit) & 1]
            found = {hand | card for hand in found for card in cards if not hand & card}
    return found


@EACH
def test_the_open_board_says_of_every_hand_exactly_what_can_be_known(variant: Variant) -> None:
    taken_back = 0
    for seed in SEEDS:
        state = start(variant, seed)
        oracle = Oracle(state)
        checked: list[object] = [None] * state.rules.n
        for *_, events in told(state, rng_for(variant, seed, "oracle")):
            for event in events:
                oracle.hear(event)
            if state.round == 0:
                continue
            for seat, possible in enumerate(oracle.hands):
                known = state.board[state.rules.at_known + seat]
                open_now = (known, [mask for owner, mask in state.doubts if owner == seat])
                if len(possible) > MANY or open_now == checked[seat]:
                    continue
                checked[seat] = open_now
                assert held(state, seat) in possible
                assert deduced(state, seat) == possible
            if max(map(len, oracle.hands)) > MANY:
                break
        taken_back += oracle.taken_back
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
                met.add(held(dealt, seat))
                own = (seat + 1) % rules.n
                assert held(dealt, own) == held(state, own)
            assert met <= possible
            # Who holds a modifier knows more than what is open.
            assert len(possible) > 10 or rules.extra_hand or met == possible


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
