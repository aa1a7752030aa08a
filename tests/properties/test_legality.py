"""What is offered applies; everything else is refused and changes nothing; copies are exact."""

from __future__ import annotations

import pytest
from games import VARIANTS, Variant, choose, games_of, positions, rng_for, start
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from elgrande.content.files import ContentError
from elgrande.rules import State
from elgrande.rules.events import Event
from elgrande.rules.questions import near_the_king


@games_of(range(20, 24))
def test_of_the_whole_vocabulary_only_what_is_offered_is_legal(variant: Variant, seed: int) -> None:
    checked = 0
    for state, _ in positions(variant, [seed], 0.06, "vocabulary"):
        digest = state.digest()
        codes = range(len(state.rules.vocabulary.texts))
        for seat in range(state.rules.n_seats):
            offered = set(state.legal(seat))
            legal = {code for code in codes if state.is_legal(seat, code)}
            assert legal == offered
            assert not state.is_legal(seat, -1)
            assert not state.is_legal(seat, codes.stop)
        assert not any(
            state.is_legal(seat, code) for seat in (-1, state.rules.n_seats) for code in codes
        )
        assert state.digest() == digest, "being asked changes nothing"
        checked += 1
    assert checked > 1


@games_of(range(30, 33))
def test_every_offer_applies_and_keeps_the_pieces(variant: Variant, seed: int) -> None:
    for state, _ in positions(variant, [seed], 0.15, "offers"):
        rules = state.rules
        before = state.digest()
        wholes = families(state)
        for seat in range(rules.n_seats):
            for code in state.legal(seat):
                copy = state.copy()
                copy.apply(seat, code)
                assert families(copy) == wholes
                assert min(min(row(copy, kind)) for kind in range(len(rules.kinds))) >= 0
                assert copy.over or all(copy.legal(other) for other in copy.owing())
                if not rules.is_secret(code):
                    assert copy.digest() != before
        assert state.digest() == before


def families(state: State) -> list[int]:
    """How many there are of each family of kinds, which turn into each other."""
    return [sum(sum(row(state, kind)) for kind in family) for family in state.rules.families]


def row(state: State, kind: int) -> list[int]:
    """Where the caballeros of a kind are."""
    return [state.count(kind, place) for place in range(state.rules.n_places)]


@games_of(range(40, 43))
def test_the_quick_list_of_answers_is_the_plain_one(variant: Variant, seed: int) -> None:
    """A State may remember its list; the step, asked afresh, says the same."""
    for state, _ in positions(variant, [seed], 1, "cache"):
        if state.over:
            continue
        frame = state.stack[-1]
        for seat in range(state.rules.n_seats):
            fresh = state.rules.legals[frame.step](state, frame, seat)
            assert state.legal(seat) == fresh
            assert state.view(seat).legal(seat) == fresh


@games_of((60, 61))
def test_what_is_read_at_once_is_what_each_place_says(variant: Variant, seed: int) -> None:
    """Everybody of a kind on the map, and where courts may place while nothing else is bent."""
    for state, _ in positions(variant, [seed], 0.3, "at once"):
        rules = state.rules
        places = rules.board_places
        for kind in rules.all_kinds:
            there = rules.on_board[kind](state.board)[: len(places)]
            assert [*there] == [state.count(kind, place) for place in places]
        near = [place for at in rules.neighbours(state) for place in rules.region_places[at]]
        taboo = rules.taboo(state)
        open_to = [place for place in (*near, rules.castillo) if place not in taboo]
        assert [*near_the_king(state, 0)] == open_to


@games_of((50, 51))
def test_a_copy_lives_its_own_life(variant: Variant, seed: int) -> None:
    """Two copies of every position go on alike, and neither touches the other."""
    rng = rng_for(variant, seed, "copies")
    state = start(variant, seed)
    kept: list[tuple[State, str]] = []
    while not state.over:
        kept.append((state, state.digest()))
        seat, code = choose(state, rng)
        one, two = state.copy(), state.copy()
        first: list[Event] = []
        second: list[Event] = []
        one.apply(seat, code, first.append)
        two.apply(seat, code, second.append)
        assert one == two
        assert first == second
        assert one.revealed == two.revealed
        state = one
    assert all(position.digest() == digest for position, digest in kept)


class AnyPlay(RuleBasedStateMachine):
    """Hypothesis plays: answers, refusals, copies kept and gone back to."""

    @initialize(variant=st.sampled_from(VARIANTS), seed=st.integers(0, 2**63 - 1))
    def begin(self, variant: Variant, seed: int) -> None:
        self.setup = variant.setup(seed)
        self.state = self.setup.start()
        self.line: list[tuple[int, int]] = []
        self.kept: list[tuple[State, str, list[tuple[int, int]]]] = []

    @precondition(lambda self: not self.state.over)
    @rule(who=st.integers(0, 4), which=st.integers(0, 200))
    def answer(self, who: int, which: int) -> None:
        owing = self.state.owing()
        seat = owing[who % len(owing)]
        codes = self.state.legal(seat)
        code = codes[which % len(codes)]
        self.state.apply(seat, code)
        self.line.append((seat, code))

    @rule(seat=st.integers(-1, 5), code=st.integers(-1, 1000))
    def ask(self, seat: int, code: int) -> None:
        digest = self.state.digest()
        legal = self.state.is_legal(seat, code)
        offered = 0 <= seat < self.state.rules.n_seats and code in self.state.legal(seat)
        assert legal == offered
        assert self.state.digest() == digest

    @rule()
    def keep(self) -> None:
        self.kept.append((self.state.copy(), self.state.digest(), self.line[:]))

    @precondition(lambda self: self.kept)
    @rule(which=st.integers(0, 50))
    def go_back(self, which: int) -> None:
        state, digest, line = self.kept[which % len(self.kept)]
        assert state.digest() == digest
        self.state, self.line = state.copy(), line[:]

    @rule()
    def replay(self) -> None:
        again = self.setup.start()
        for seat, code in self.line:
            assert again.is_legal(seat, code)
            again.apply(seat, code)
        assert again == self.state

    @invariant()
    def somebody_can_answer(self) -> None:
        state = self.state
        assert state.over or all(state.legal(seat) for seat in state.owing())


AnyPlay.TestCase.settings = settings(max_examples=30, stateful_step_count=60)
TestAnyPlay = AnyPlay.TestCase


def test_an_expansion_is_refused_without_what_it_needs() -> None:
    with pytest.raises(ContentError, match="can only be played with seam"):
        Variant("1996", 2, ("seam-late",)).setup(1).ruleset()
