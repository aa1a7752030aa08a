"""The planner's interface: where turns, rounds and scorings end, and what every seat may expect."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest
from asking import GAMES, game

from drawing import LAST, answer_next, play, table
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import ENDS, REMEMBERED, Planner, juncture
from elgrande.bots.program import PROGRAMS, Span, running
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State
from elgrande.rules.steps.round import TurnsFrame


def met(name: str, every: int) -> Iterator[State]:
    """Positions of a game that is played at random."""
    state = game(name, seed=3).start()
    generator = Generator.seeded(5)
    number = 0
    while state.stack:
        number += 1
        if number % every == 0:
            yield state.copy()
        answer_next(state, generator.choice)


def planner_of(state: State, seat: int, *, brisk: bool = True) -> Planner:
    return Planner(Outlook(state.view(seat), seat), Generator.seeded(1), brisk=brisk)


def at(state: State, step: str) -> bool:
    return state.decision().step == step


def settled(state: State) -> State:
    after = state.copy()
    after.advance()
    return after


@pytest.mark.parametrize("name", GAMES)
def test_the_paths_lead_to_the_ends(name: str) -> None:
    """And there is an end for each card, though more than five be offered."""
    looked = 0
    for state in met(name, 1):
        seat = state.owing()[0]
        if state.actor != seat or not (at(state, "choose_card") or at(state, "take_caballeros")):
            continue
        looked += 1
        if looked % 4:
            continue
        before = state.copy()
        ends = planner_of(state, seat).ends(state)
        assert state == before
        assert [end.worth for end in ends] == sorted((end.worth for end in ends), reverse=True)
        cards = {code for end in ends for _, code in end.path if state.rules.verb(code) == "card"}
        assert len(cards) <= len(ends) <= max(ENDS, len(cards))
        offered = state
        if at(state, "take_caballeros"):
            offered = state.copy()
            while not at(offered, "choose_card"):
                offered.apply(seat, offered.legal(seat)[-1])
        assert cards == set(offered.legal(seat))
        for end in ends:
            after = state.copy()
            for who, code in end.path:
                assert after.is_legal(who, code)
                after.apply(who, code)
            assert after == settled(end.state)
    assert looked > 5


def turns_begun(state: State) -> int:
    """How many turns of this round have begun, as the program says."""
    return next((frame.begun for frame in state.stack if isinstance(frame, TurnsFrame)), 0)


@pytest.mark.parametrize("name", GAMES)
def test_a_turn_ends_where_nothing_has_followed(name: str) -> None:
    looked = 0
    for state in met(name, 7):
        seat = state.owing()[0]
        if state.actor != seat:
            continue
        looked += 1
        before = state.copy()
        # Asked of another seat, it answers for whose turn it is.
        end = planner_of(state, (seat + 1) % state.rules.n_seats).turn(state, seat)
        assert state == before
        assert end.path
        assert end.state.actor == -1
        assert turns_begun(end.state) == turns_begun(state)
        assert end.state.round == state.round
    assert looked > 5


def test_a_turn_ends_with_its_last_answer_where_the_card_has_no_action_left() -> None:
    """The last caballero placed ends it: the answer runs on into the next player's turn."""
    state = table("aragon: R3 B2", court="R1 B5", card="1-07", turn="red", king="galicia")
    play(state, "red special")
    while state.actor == 0 and not at(state, "act"):
        answer_next(state, LAST)
    end = planner_of(state, 0).turn(state, 0)
    assert settled(end.state).actor != 0
    assert end.state.actor == -1
    assert turns_begun(end.state) == turns_begun(state)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("part", ["turn", "round", "scoring"])
def test_parts_end_one_after_another_until_the_game_is_over(name: str, part: Span) -> None:
    """As often as the game has such parts, wherever it begins, and nothing of what follows."""
    state = game(name, seed=3).start()
    rules = state.rules
    number = {
        "turn": rules.n_seats * len(rules.rounds), "round": len(rules.rounds),
        "scoring": len(rules.scoring_rounds),
    }[part]  # fmt: skip
    planner = planner_of(state, 0)
    for count in range(number):
        assert not state.over
        before = state.copy()
        after = planner.run_until(state, part)
        assert state == before
        assert not after.over
        assert running(after, PROGRAMS[part]) < 0
        if part != "turn":
            rounds = rules.rounds if part == "round" else sorted(rules.scoring_rounds)
            assert after.round == rounds[count]
        state = after
    assert planner.run_until(state, part).over


def test_a_round_ends_with_its_scoring_and_with_no_card_turned_up() -> None:
    for state in met("first edition", 31):
        planner = planner_of(state, 0)
        end = planner.to_end_of_round(state)
        assert end.round == max(state.round, state.rules.rounds[0])
        assert all(slot.card < 0 for slot in end.slots)
        if state.round in state.rules.scoring_rounds:
            assert planner.run_until(end, "scoring").round != state.round or end.round == 9


def test_a_scoring_that_asks_nobody_is_an_end_too() -> None:
    """Nobody is in the Castillo: no disk is set, and nothing is asked before the next round."""
    state = game("first edition", seed=3).start()
    planner = planner_of(state, 0)
    rules = state.rules
    while state.round != 3 or turns_begun(state) < rules.n_seats:
        state = planner.run_until(state, "turn")
    for seat in range(rules.n_seats):
        inside = state.count(seat, rules.castillo)
        state.move(seat, seat, rules.castillo, rules.provinces, inside)
    held = planner.run_until(state, "scoring")
    assert held.round == state.round
    assert max(held.score(seat) - state.score(seat) for seat in range(rules.n_seats)) > 5
    assert settled(held).round > state.round


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_thinks_is_what_all_may_expect_with_its_shares(name: str) -> None:
    for state in met(name, 11):
        for seat in range(state.rules.n_seats):
            outlook = Outlook(state.view(seat), seat)
            value = outlook.value(state)
            others = sum(
                outlook.share[other] * outlook.hand(state, other)
                for other in range(state.rules.n_seats)
                if other != seat and outlook.rounds_left
            )
            whole = sum(share * points for share, points in zip(outlook.share, value, strict=True))
            assert whole - others == pytest.approx(outlook.worth(state), abs=1e-6)


def test_what_every_seat_may_expect_in_the_end_is_its_points() -> None:
    state = game("first edition", seed=3).start()
    planner = planner_of(state, 0)
    early = planner.value(state)
    state = planner.run_until(state, "scoring")
    between = planner.value(state)
    assert all(now > then for now, then in zip(between, early, strict=True))
    while not state.over:
        state = planner.run_until(state, "scoring")
    assert planner.value(state) == tuple(float(state.score(seat)) for seat in range(3))


def test_a_scoring_that_was_held_is_not_expected_again() -> None:
    """Between it and the next round's cards nothing of it is still to come."""
    state = game("first edition", seed=3).start()
    planner = planner_of(state, 0)
    held = planner.run_until(state, "scoring")
    closed = planner.run_until(held, "round")
    coming = Outlook(settled(closed), 0)
    for outlook in (Outlook(held, 0), Outlook(closed, 0)):
        assert outlook.scorings == coming.scorings == len(state.rules.scoring_rounds) - 1


def test_an_outlook_is_made_once_for_a_round_and_whose_turn_it_is() -> None:
    state = game("first edition", seed=3).start()
    planner = planner_of(state, 0)
    seen = {}
    for _ in range(2):
        now = state
        while not now.over and now.round <= state.rules.rounds[0]:
            key = (now.round, now.actor, turns_begun(now), now.over)
            seen.setdefault(key, planner.at(now, 1))
            assert planner.at(now, 1) is seen[key]
            assert planner.at(now, 1).seat == 1
            now = planner.run_until(now, "turn")
    assert len({id(found) for found in seen.values()}) > 2


def planners() -> list[Planner]:
    """All that are there, whatever else is: no weak reference leads to a compiled one."""
    return [one for one in gc.get_objects() if type(one) is Planner]


def test_a_planner_goes_with_its_last_name() -> None:
    """A search turns the garbage collector off: what leads back to itself would stay for ever."""
    state = game("first edition", seed=3).start()
    gc.collect()
    gc.disable()
    try:
        before = len(planners())
        planner = planner_of(state, 0)
        planner.ends(planner.to_end_of_round(state))
        planner.at(state, 1)
        assert len(planners()) >= before + 2
        del planner
        assert len(planners()) == before
    finally:
        gc.enable()


def test_a_planner_keeps_no_more_others_than_a_few_rounds_need() -> None:
    states = [state for seed in (3, 4) for state in random_game(seed)]
    planner = planner_of(states[0], 0)
    junctures = {juncture(state) for state in states}
    assert len(junctures) > 2 * REMEMBERED
    for state in states:
        found = planner.at(state, 0)
        assert planner.at(state, 0) is found
        assert len(planner._ahead) <= REMEMBERED


def random_game(seed: int) -> Iterator[State]:
    """Each position of a long game."""
    state = Setup.of(5, seed).start()
    generator = Generator.seeded(seed)
    while state.stack:
        yield state.copy()
        answer_next(state, generator.choice)
