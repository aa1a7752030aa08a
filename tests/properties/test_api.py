"""What every game must do for those who play, show, save and search it.

One test for every registered edition, number of players and expansion, in the
manner of OpenSpiel: it knows no rule of any of them.
"""

from __future__ import annotations

import json
import random

import pytest
from games import VARIANTS, Variant, choose, games_of, rng_for, start

from elgrande.cli.plain.queries import sentences
from elgrande.content.positions.layout import lay_out
from elgrande.content.positions.position_format import describe
from elgrande.content.words import GameNames, answer, prompt, say_event, why_not
from elgrande.rules import Command, Generator, NotationError, Ruleset, State, View
from elgrande.rules.events import Event, GameEnded, RoundBegan, TurnBegan, from_plain, to_plain

EACH = pytest.mark.parametrize("variant", VARIANTS, ids=str)
ANSWERS_A_TURN = 60
"""No turn takes so many answers, those of other seats included."""


@EACH
def test_codes_and_their_notation_are_one_to_one(variant: Variant) -> None:
    rules = variant.setup(0).ruleset()
    texts = rules.vocabulary.texts
    assert len(set(texts)) == len(texts)
    for code, text in enumerate(texts):
        assert rules.code(text) == code
        assert rules.code(f"  {text.replace(' ', '   ')} ") == code
        assert text.split()[0] == rules.verb(code)
        seat = code % rules.n_seats
        line = rules.format(Command(seat, code))
        assert line == f"{rules.colours[seat]} {text}"
        assert rules.parse(line) == Command(seat, code)
    for wrong in ("", "red", "red fly", "red power 99", "red place", "red end end", "purple end"):
        with pytest.raises(NotationError, match=r"^[^\n]+$"):
            rules.parse(wrong)


@games_of((1, 2))
def test_a_whole_game(variant: Variant, seed: int) -> None:
    setup = variant.setup(seed)
    rules = setup.ruleset()
    names = setup.names()
    state = start(variant, seed)
    assert start(variant, seed) == state
    rng = rng_for(variant, seed, "api")
    happened: list[Event] = []
    answers = 0
    # Round 1 began at set-up, before anybody listened, unless something is asked before it.
    begun = int(state.round > 0)
    while not state.over:
        check_asked(state)
        if rng.random() < 0.25:
            check_views(state, Generator.seeded(seed, answers))
            check_layout(state)
        if rng.random() < 0.15:
            check_every_answer(state)
        seat, code = choose(state, rng)
        check_words(state, seat, names, rng)
        events = check_answer(state, seat, code)
        check_events(events, rules, names)
        happened += events
        answers += 1
    rounds = [event.round for event in happened if isinstance(event, RoundBegan)]
    assert tuple(rounds) == rules.rounds[begun:]
    turns = [event.seat for event in happened if isinstance(event, TurnBegan)]
    assert len(turns) == rules.n_seats * len(rules.rounds)
    assert answers <= ANSWERS_A_TURN * len(turns)
    assert isinstance(happened[-1], GameEnded)
    assert happened[-1].scores == tuple(state.score(seat) for seat in range(rules.n_seats))
    check_over(state)


def check_asked(state: State) -> None:
    """Somebody owes an answer, and everybody knows what can be answered."""
    rules = state.rules
    owing = state.owing()
    assert owing
    assert len(set(owing)) == len(owing)
    assert set(owing) <= set(range(rules.n_seats))
    everybody = state.decision()
    assert everybody.seat in owing
    for seat in range(rules.n_seats):
        codes = state.legal(seat)
        decision = state.decision(seat)
        assert decision.codes == tuple(codes)
        assert decision.owing == owing
        assert decision.seat == seat
        assert (decision.step, decision.frame) == (everybody.step, everybody.frame)
        assert len(set(codes)) == len(codes)
        assert all(0 <= code < len(rules.vocabulary.texts) for code in codes)
        assert decision.may_change == bool(codes and seat not in owing)
        if seat in owing:
            assert codes, "whoever owes an answer has one"
            assert isinstance(state.reveals_secret(seat), bool)
            # That somebody is done with a secret choice is told to all.
            secret = [rules.is_secret(code) for code in codes if rules.verb(code) != "done"]
            assert all(one == decision.secret for one in secret)


def check_views(state: State, chance: Generator) -> None:
    """Every view agrees with the position, travels as JSON and can be dealt out."""
    rules = state.rules
    for seat in (*range(rules.n_seats), None):
        view = state.view(seat)
        assert View.from_plain(rules, json.loads(json.dumps(view.to_plain()))) == view
        assert view.owing() == state.owing()
        for other in range(rules.n_seats):
            assert view.legal(other) == (state.legal(other) if other == seat else [])
        assert view.decision(seat).step == state.decision().step
        describe(view)
        dealt = view.sample(chance)
        assert dealt.view(seat) == view
        assert dealt.owing() == state.owing()
        check_asked(dealt)


def check_layout(state: State) -> None:
    """What ``show`` prints is read back as it was, whatever the seed."""
    plain = json.loads(json.dumps(describe(state)))
    again = lay_out(state.rules, plain, seed=12345)
    assert again == state
    assert again.digest() == state.digest()


def check_every_answer(state: State) -> None:
    """Every legal answer applies, to a copy, and leaves the original alone."""
    before = state.digest()
    for seat in range(state.rules.n_seats):
        for code in state.legal(seat):
            assert state.is_legal(seat, code)
            copy = state.copy()
            copy.apply(seat, code)
            copy.owing()
    assert state.digest() == before


def check_answer(state: State, seat: int, code: int) -> list[Event]:
    """Apply an answer with and without a listener; say what happened."""
    before = state.copy()
    assert before == state
    assert before.digest() == state.digest()
    quiet = state.copy()
    events: list[Event] = []
    state.apply(seat, code, events.append)
    quiet.apply(seat, code)
    assert quiet == state, "whoever listens must not matter"
    assert quiet.digest() == state.digest()
    assert quiet.revealed == state.revealed
    assert (before == state) == (before.digest() == state.digest())
    if not state.rules.is_secret(code):
        assert before != state, "only a disk can be set to what it shows already"
    return events


def check_events(events: list[Event], rules: Ruleset, names: GameNames) -> None:
    """Events travel as JSON, have words, and are for people who sit here."""
    for event in events:
        assert from_plain(json.loads(json.dumps(to_plain(event)))) == event
        said = say_event(event, rules, names)
        assert said
        assert "_" not in said
        if event.audience is None:
            assert event.seen_by(None)
        else:
            assert event.audience
            assert event.audience <= set(range(rules.n_seats))
            assert not event.seen_by(None)
            assert [event.seen_by(seat) for seat in range(rules.n_seats)] == [
                seat in event.audience for seat in range(rules.n_seats)
            ]


def check_words(state: State, seat: int, names: GameNames, rng: random.Random) -> None:
    """The question and every answer can be said, to the seat and to the others, and each refusal.

    No two answers are called the same, and nothing is called as notation calls it.
    """
    rules = state.rules
    view = state.view(seat)
    decision = view.decision(seat)
    labels = [answer(code, rules, names, decision) for code in decision.codes]
    assert len(set(labels)) == len(labels)
    texts = [prompt(decision, rules, names), prompt(state.view(None).decision(), rules, names)]
    # By verb first: some have a hundred texts, and some have one.
    code = rules.base[rng.choice(list(rules.base))]
    code = rng.choice([other for other in range(code, len(rules.vocabulary.texts))
                       if rules.verb(other) == rules.verb(code)])  # fmt: skip
    reason = why_not(view, seat, rules.text(code), names)
    assert bool(reason) is (code not in decision.codes)
    texts += sentences(view, names, seat=seat)
    assert all(texts)
    assert not [text for text in (*texts, *labels, reason) if "_" in text]


def check_over(state: State) -> None:
    """When the game is over nobody owes or may do anything."""
    assert state.owing() == ()
    assert state.decision().step == "over"
    for seat in range(state.rules.n_seats):
        assert state.legal(seat) == []
        assert not any(
            state.is_legal(seat, code) for code in range(len(state.rules.vocabulary.texts))
        )
        assert state.view(seat).decision(seat).step == "over"
    check_views_when_over(state)
    check_layout(state)


def check_views_when_over(state: State) -> None:
    """The end can be shown and dealt out too."""
    for seat in (*range(state.rules.n_seats), None):
        view = state.view(seat)
        describe(view)
        assert view.over
        assert view.sample(Generator.seeded(1)).over


@EACH
def test_equal_setups_lay_out_equal_games_and_others_do_not(variant: Variant) -> None:
    digests = {seed: start(variant, seed, short=False).digest() for seed in range(20)}
    assert digests == {seed: start(variant, seed, short=False).digest() for seed in range(20)}
    assert len(set(digests.values())) == len(digests)
