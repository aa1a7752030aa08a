"""What can be known of a hand: an oracle that remembers every possibility, by brute force."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import combinations, islice
from random import Random

import pytest
from games import STACKED, Variant, each, positions, rng_for, start, told

from elgrande.cli.plain.queries import sentences
from elgrande.content.setup import Setup
from elgrande.content.veil import known_extras
from elgrande.content.words import GameNames
from elgrande.expansions.power_shift.steps import ModifierPlayed
from elgrande.rules import Generator, Position, State
from elgrande.rules.events import PowerPlayed, Recalled, RecalledOpenly
from elgrande.rules.steps.effect import begin_action
from seam.hands import DEALT_FEW, KEPT_FEW, make_known

SEEDS = range(140, 150)
Hands = set[int]
"""Every hand that may be, each as bits."""
MANY = 60_000
"""More than so many possibilities are not worth a test's time."""


def held(position: Position, seat: int) -> int:
    """Return what a position knows of a hand, as bits."""
    bits = position.rules.hand_bits[len(position.rules.power_values) :]
    extras = sum(1 << bits[extra] for extra in position.extras(seat))
    return sum(position.rules.power_bit[value] for value in position.hand(seat)) | extras


class Oracle:
    """Somebody who sees what all see, forgets nothing and thinks of everything.

    The power cards of 1996 lie in a pile, the order of which everybody knows that saw them played;
    those of 2023 face down, but for this round's.
    """

    def __init__(self, state: State) -> None:
        rules = self.rules = state.rules
        extras = rules.hand_bits[len(rules.power_values) :]
        # A modifier is dealt from among all, and passed to somebody who may hold any too.
        dealt = [sum(1 << bit for bit in three) for three in combinations(extras, 3)]
        # Of the power cards a seat may have kept or been dealt any that make a whole hand.
        kept = [sum(bits) for bits in combinations(rules.power_bit.values(), rules.hand_size)]
        hands = {power | bits for bits in dealt or [0] for power in kept}
        self.hands: list[Hands] = [set(hands) for _ in range(rules.n_seats)]
        self.played = [rules.power_bits if len(kept) == 1 else 0] * rules.n_seats
        self.order: list[list[int]] = [[] for _ in range(rules.n_seats)]
        self.taken_back = self.openly = 0

    def look(self, state: State) -> None:
        """See what lies there: the top of each pile, or what was just played."""
        for seat, hands in enumerate(self.hands):
            there = self.shown(state, seat, held(state, seat))
            self.hands[seat] = {hand for hand in hands if self.shown(state, seat, hand) == there}

    def shown(self, state: State, seat: int, hand: int) -> int:
        """Say which played cards would be seen if this were the hand."""
        if state.rules.edition == "1996":
            pile = [card for card in self.order[seat] if not hand & card]
            return pile[-1] if pile else 0
        modifier = state.board[state.rules.cell[f"modifier-{state.rules.colours[seat]}"]] - 1 if (
            state.rules.extra_hand) else -1  # fmt: skip
        extra = 1 << self.rules.hand_bits[len(self.rules.power_values) + modifier]
        latest = self.rules.power_bit.get(state.power(seat), 0)
        return (latest | (extra if modifier >= 0 else 0)) & ~hand

    def hear(self, event: object, before: State) -> None:
        """Draw every conclusion from an event; ``before`` is how things lay."""
        if isinstance(event, PowerPlayed):
            card = self.rules.power_bit[event.value]
            self.played[event.seat] |= card
            self.lays_down(event.seat, card)
            self.order[event.seat] = [c for c in self.order[event.seat] if c != card] + [card]
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
                and not card & self.shown(before, event.seat, hand)
            }
        elif isinstance(event, RecalledOpenly):
            self.openly += 1
            card = 1 << event.value
            self.hands[event.seat] = {hand | card for hand in self.hands[event.seat]}

    def lays_down(self, seat: int, card: int) -> None:
        """Only hands with the card in it could play it."""
        self.hands[seat] = {hand & ~card for hand in self.hands[seat] if hand & card}


def deduced(position: Position, seat: int) -> Hands:
    """Say which hands the open board allows: known cards, and one for every doubt."""
    found = {position.board[position.rules.at_known + seat]}
    for owner, mask in position.unknown_cards:
        if owner == seat:
            cards = [1 << bit for bit in position.rules.hand_bits if (mask >> bit) & 1]
            found = {hand | card for hand in found for card in cards if not hand & card}
    return found


def witness(state: State, rng: Random, more: int = -1) -> Oracle:
    """Play at random, and compare what is open of every hand with what the oracle knows.

    With ``more``, a card, its special action comes at times besides: several in one turn.
    """
    oracle = Oracle(state)
    checked: list[object] = [None] * state.rules.n_seats
    for before, *_, events in told(state, rng):
        for event in events:
            oracle.hear(event, before)
        if state.round == 0:
            continue
        oracle.look(state)
        for seat, possible in enumerate(oracle.hands):
            known = state.board[state.rules.at_known + seat]
            open_now = (known, [mask for owner, mask in state.unknown_cards if owner == seat])
            if len(possible) > MANY or open_now == checked[seat]:
                continue
            checked[seat] = open_now
            assert held(state, seat) in possible
            assert deduced(state, seat) == possible
        if max(map(len, oracle.hands)) > MANY:
            break
        if more >= 0 and not state.over and state.stack[-1].step == "act" and rng.random() < 0.4:
            begin_action(state, state.stack[-1].actor, more)
            state.advance()
    return oracle


def full_of_recalls(
    edition: str, players: int, seed: int, expansions: tuple[str, ...], *, short: bool = False
) -> State:
    """A game in which half of the cards take power cards back, several times in a round."""
    setup = Setup.of(players, seed=seed, edition=edition, expansions=expansions, short=short)
    deck = setup.played_deck()
    cards = tuple(
        replace(info, card=replace(info.card, effect="recall", params={}))
        if at % 2 and 0 < info.card.stack < 5 else info
        for at, info in enumerate(deck.cards)
    )  # fmt: skip
    return replace(setup, deck=replace(deck, cards=cards)).start()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(
    ("edition", "expansions"), [("1996", ()), ("2023", ()), ("2023", ("power-shift",))],
    ids=["1996", "2023", "power-shift"],
)  # fmt: skip
def test_with_many_recalls_all_is_concluded_that_can_be(
    edition: str, expansions: tuple[str, ...], players: int
) -> None:
    """Several unseen at once, the top one among them, one after the other in one turn."""
    heard = []
    for seed in range(3):
        state = full_of_recalls(edition, players, seed, expansions)
        recall = next(at for at, card in enumerate(state.rules.cards) if card.effect == "recall")
        heard.append(witness(state, Random(f"{edition}/{players}/{seed}"), recall))
    assert sum(oracle.taken_back for oracle in heard) > 5
    assert sum(oracle.openly for oracle in heard) > 5


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("edition", ["1996", "2023"])
@pytest.mark.parametrize("name", [KEPT_FEW.id, DEALT_FEW.id])
def test_of_a_hand_that_was_kept_unseen_exactly_so_much_is_known(
    name: str, edition: str, players: int
) -> None:
    """Eight of ten cards, and a pile of which some are taken back."""
    make_known()
    heard = []
    for seed in range(5):
        state = full_of_recalls(edition, players, seed, (name,), short=True)
        recall = next(at for at, card in enumerate(state.rules.cards) if card.effect == "recall")
        heard.append(witness(state, Random(f"{name}/{edition}/{players}/{seed}"), recall))
    assert sum(oracle.taken_back for oracle in heard) > 4


@each(1, STACKED)
def test_the_open_board_says_of_every_hand_exactly_what_can_be_known(variant: Variant) -> None:
    heard = [witness(start(variant, seed), rng_for(variant, seed, "oracle")) for seed in SEEDS]
    assert any(oracle.taken_back or oracle.openly for oracle in heard)


def in_doubt(variant: Variant, salt: str, number: int) -> list[State]:
    """Positions in which somebody has taken a card back."""
    doubtful = (
        state for state, _ in positions(variant, range(150, 250), 0.3, salt) if state.unknown_cards
    )
    return list(islice(doubtful, number))


@each(0, STACKED)
@pytest.mark.parametrize("number", [3, pytest.param(8, marks=pytest.mark.long)])
def test_sampled_hands_are_all_those_that_may_be(variant: Variant, number: int) -> None:
    """Each is possible, none of at most ten is missed, and the own is never guessed."""
    chance = Generator.seeded(150)
    states = in_doubt(variant, "hands", number)
    assert len(states) == number
    for state in states:
        rules = state.rules
        for seat in range(rules.n_seats):
            possible = deduced(state, seat)
            met: Hands = set()
            view = state.view((seat + 1) % rules.n_seats)
            for _ in range(25 * min(len(possible), 10)):
                dealt = view.sample(chance)
                met.add(held(dealt, seat))
                own = (seat + 1) % rules.n_seats
                assert held(dealt, own) == held(state, own)
            assert met <= possible
            # Who holds a modifier knows more than what is open.
            assert len(possible) > 10 or rules.extra_hand or met == possible


@each(1, STACKED)
def test_sampled_decks_hold_the_unseen_cards_in_any_order(variant: Variant) -> None:
    chance = Generator.seeded(160)
    tops: dict[tuple[int, ...], set[int]] = {}
    for state, rng in positions(variant, range(160, 162), 0.1, "decks"):
        view = state.view(rng.choice((*range(state.rules.n_seats), None)))
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


@each(0)
def test_a_sampled_game_can_be_played_to_its_end(variant: Variant) -> None:
    for number, (state, rng) in enumerate(positions(variant, range(170, 172), 0.03, "ends")):
        dealt = state.view(rng.choice((*range(state.rules.n_seats), None))).sample(
            Generator.seeded(number)
        )
        for _ in told(dealt, rng):
            pass
        assert dealt.over


@each(5, STACKED)
def test_the_board_tells_a_seat_what_it_knows_of_every_hand(variant: Variant) -> None:
    """What is named is there, and with what is not known it is as many as there are."""
    names = variant.setup(3).names()
    for state, _ in positions(variant, (3,), 0.1, "boards"):
        rules = state.rules
        counts = [len(state.hand(seat)) + len(state.extras(seat)) for seat in range(rules.n_seats)]
        for reader in range(rules.n_seats):
            view = state.view(reader)
            for seat, line in enumerate(_hand_lines(view, names)):
                unseen = re.search(r"(\d+) (power cards? |more )?(hidden|taken back unseen)", line)
                known = known_extras(view, seat)
                assert set(known) <= set(state.extras(seat))
                assert all(names.plain(rules.extra_hand[extra]) in line for extra in known)
                found = len(view.hand(seat)) + len(known) + int(unseen[1] if unseen else 0)
                assert found == counts[seat], line


def _hand_lines(view: Position, names: GameNames) -> list[str]:
    """Return what the plain board says of each player."""
    lines = [*sentences(view, names)]
    seats = [names.seat(seat) for seat in range(view.rules.n_seats)]
    return [next(x for x in lines if x.startswith(f"{who}: ") and "; " in x) for who in seats]
