"""Two worlds that differ only in what a seat may not know look the same to it, byte for byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from games import STACKED, Variant, choose, each, games_of, positions, rng_for, start

from elgrande.content.positions.position_format import describe
from elgrande.rules import Generator, State, View
from elgrande.rules.events import Event, to_plain
from seam.hands import DEALT, KEPT, make_known


def seen(state: State, seat: int | None) -> bytes:
    """All that a seat, or a spectator, is given of a position."""
    view = state.view(seat)
    decision = view.decision(seat)
    legal = [view.legal(other) for other in range(state.rules.n_seats)]
    own = seat is not None and seat in state.owing()
    tells = state.reveals_secret(seat) if own and seat is not None else None
    given = [view.to_plain(), repr(decision), legal, describe(view), view.owing(), tells]
    return json.dumps(given).encode()


def heard(events: list[Event], seat: int | None) -> bytes:
    """All that a seat hears of an answer."""
    return json.dumps([to_plain(event) for event in events if event.seen_by(seat)]).encode()


def watchers(state: State, *, but: int | None = None) -> list[int | None]:
    """Every seat but one, and a spectator."""
    return [*(seat for seat in range(state.rules.n_seats) if seat != but), None]


class Pair:
    """Two worlds that ``watcher`` cannot tell apart, and must not come to."""

    def __init__(self, watcher: int | None, here: State, there: State) -> None:
        self.watcher = watcher
        self.here = here.copy()
        self.there = there.copy()
        self.agree()

    def agree(self) -> None:
        """Check that the watcher is given the same in both."""
        assert seen(self.here, self.watcher) == seen(self.there, self.watcher)

    def answer(self, seat: int, code: int) -> bool:
        """Give an answer in both; False where the worlds may part: a reveal, or no such answer."""
        if not self.there.is_legal(seat, code):
            assert seat != self.watcher, "an own answer is legal in every world that looks so"
            return False
        mine: list[Event] = []
        theirs: list[Event] = []
        self.here.apply(seat, code, mine.append)
        self.there.apply(seat, code, theirs.append)
        assert self.here.revealed == self.there.revealed
        if self.here.revealed:
            return False
        assert heard(mine, self.watcher) == heard(theirs, self.watcher)
        self.agree()
        return True


def unseen(state: State, seat: int, codes: tuple[int, ...]) -> list[int]:
    """The answers to a secret question but for what lies in view and would be missed."""
    rules = state.rules
    shown = {f"recall {rules.hand_names[at]}" for at, bit in enumerate(rules.hand_bits)
             if (rules.in_view(state, seat) >> bit) & 1}  # fmt: skip
    return [code for code in codes if rules.is_secret(code) and rules.text(code) not in shown]


def shuffled_box(state: State, chance: Generator) -> State:
    """The same position with other cards to come and another generator, by our own hand."""
    other = state.copy()
    decks = [tuple(chance.shuffled(deck)) for deck in state.box[1:]]
    other.drawers[state.rules.n_seats] = (chance.next32(), *decks)
    return other


@games_of((100, 101))
def test_what_is_dealt_from_a_view_cannot_be_told_from_the_truth(
    variant: Variant, seed: int
) -> None:
    """``sample`` is such a second world, and stays one until something is revealed."""
    dealt_like_the_truth(variant, seed)


@pytest.mark.parametrize(
    ("players", "edition", "name"),
    [
        (2, "1996", KEPT.id),
        (3, "2023", DEALT.id),
        pytest.param(4, "1996", DEALT.id, marks=pytest.mark.long),
        pytest.param(5, "2023", KEPT.id, marks=pytest.mark.long),
    ],
)
def test_nor_can_the_hands_that_were_kept_or_dealt(players: int, edition: str, name: str) -> None:
    make_known()
    dealt_like_the_truth(Variant(edition, players, (name,)), 102)


def dealt_like_the_truth(variant: Variant, seed: int) -> None:
    """Play beside two worlds at a time that are dealt from views."""
    answers = 0
    rng = rng_for(variant, seed, "sample")
    chance = Generator.seeded(seed)
    state = start(variant, seed)
    pairs: list[Pair] = []
    while not state.over:
        if len(pairs) < 2:
            watcher = rng.choice(watchers(state))
            dealt = state.view(watcher).sample(chance)
            its_decks_may_be_the_true_ones(dealt, state)
            pairs.append(Pair(watcher, state, dealt))
        seat, code = choose(state, rng)
        state.apply(seat, code)
        pairs = [pair for pair in pairs if pair.answer(seat, code)]
        answers += len(pairs)
    assert answers > 50


def its_decks_may_be_the_true_ones(dealt: State, state: State) -> None:
    """Each holds as many cards as in truth, all of its stack, once, and none that was seen."""
    rules = state.rules
    for stack, true, cards in zip(rules.stacks, state.box[1:], dealt.box[1:], strict=True):
        assert len(set(cards)) == len(cards) == len(true)
        assert {rules.cards[card].stack for card in cards} <= {stack}
        assert not any(state.board[rules.at_seen] >> card & 1 for card in cards)


@each(1)
def test_the_cards_to_come_show_nowhere_before_they_are_turned_up(variant: Variant) -> None:
    """Here the second world is not ``sample``'s, which could copy what it should not know."""
    answers = 0
    for seed in (110,):
        rng = rng_for(variant, seed, "box")
        chance = Generator.seeded(seed)
        state = start(variant, seed)
        pairs: list[Pair] = []
        while not state.over:
            if not pairs:
                other = shuffled_box(state, chance)
                pairs = [Pair(watcher, state, other) for watcher in rng.sample(watchers(state), 2)]
            seat, code = choose(state, rng)
            state.apply(seat, code)
            pairs = [pair for pair in pairs if pair.answer(seat, code)]
            answers += bool(pairs)
    assert answers > 30


@each(0)
def test_a_secret_answer_shows_to_nobody_else(variant: Variant) -> None:
    """Any two answers to a secret question leave the same for all others to see.

    Not so those that everybody sees: a card that lies in view and is taken back. The worlds
    go on side by side, until a reveal or an answer that only one allows.
    """
    no_secret_shows(variant, {"disks", "recall" if variant in STACKED else "choose_hand"})


def test_what_is_kept_of_the_power_cards_shows_to_nobody_else() -> None:
    make_known()
    no_secret_shows(Variant("1996", 2, (KEPT.id,)), {"choose_hand", "disks"})


def no_secret_shows(variant: Variant, wanted: set[str]) -> None:
    """Play until all these steps were met, beside worlds with other answers to them."""
    met: set[str] = set()
    for seed in range(120, 150):
        if seed >= 123 and met >= wanted:
            break
        rng = rng_for(variant, seed, "secret")
        state = start(variant, seed)
        pairs: list[Pair] = []
        while not state.over:
            seat, code = choose(state, rng)
            decision = state.decision(seat)
            before = state.copy()
            events: list[Event] = []
            state.apply(seat, code, events.append)
            pairs = [pair for pair in pairs if pair.answer(seat, code)]
            hidden = unseen(before, seat, decision.codes)
            if decision.secret and code in hidden and len(hidden) > 1 and not state.revealed:
                other = before.copy()
                told: list[Event] = []
                other.apply(seat, rng.choice([c for c in hidden if c != code]), told.append)
                assert not other.revealed
                assert other != state
                for watcher in rng.sample(watchers(state, but=seat), 2):
                    assert heard(events, watcher) == heard(told, watcher)
                    pair = Pair(watcher, state, other)
                    if len(pairs) < 4:
                        pairs.append(pair)
                met.add(decision.step)
    assert met >= wanted


@games_of(range(130, 133))
def test_a_view_holds_its_own_drawer_and_no_other_secret(variant: Variant, seed: int) -> None:
    for state, rng in positions(variant, [seed], 0.2, "drawers"):
        rules = state.rules
        for seat in watchers(state):
            view = state.view(seat)
            assert not isinstance(view, State)
            assert view.drawers[rules.n_seats] is None
            for other in range(rules.n_seats):
                own = other == seat
                assert view.drawers[other] == (state.drawers[other] if own else None)
                assert own or view.legal(other) == []
                assert own or view.disk(other) == -1
            plain = numbers(view.to_plain())
            assert state.box[0] not in plain
            assert not any(name in vars_of(view) for name in ("box", "seed", "generator"))
        # Nor can a view reach into the position that it was taken from.
        digest = state.digest()
        view = state.view(rng.randrange(rules.n_seats))
        view.board[:] = [0] * len(view.board)
        view.stack.clear()
        view.drawers.clear()
        assert state.digest() == digest


def vars_of(view: View) -> set[str]:
    """What a view has, besides the methods of its class."""
    return {name for cls in type(view).__mro__ for name in getattr(cls, "__slots__", ())}


def numbers(value: Any) -> set[int]:
    """All integers in plain values."""
    if isinstance(value, dict):
        return numbers(list(value.values()))
    if isinstance(value, list):
        return set().union(*map(numbers, value)) if value else set()
    return {value} if isinstance(value, int) else set()


@each(1)
def test_the_rules_of_a_game_do_not_know_its_seed(variant: Variant) -> None:
    """Games that differ in their seeds alone share one Ruleset, so it can give none away."""
    assert variant.setup(5).ruleset() is variant.setup(5).ruleset()
    one = variant.setup(7, house={}, short=False)
    two = variant.setup(8, house={}, short=False)
    assert one.start() != two.start()
    assert one.ruleset() is two.ruleset()
