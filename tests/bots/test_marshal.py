"""The marshal: it keeps to its budget and its plan, cheats nobody, and plays everything."""

from __future__ import annotations

import gc
from collections.abc import Callable
from math import inf

import pytest
from asking import GAMES, game

from elgrande.bots import planner, power
from elgrande.bots.bot import Answer, Request
from elgrande.bots.marshal import Marshal, _parting
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.playouts import Playouts, ahead, own_turn
from elgrande.bots.program import End, step
from elgrande.bots.race import BEFORE, Budget, Enough, OutOfTime, race, undisturbed
from elgrande.bots.runner import BotInside
from elgrande.bots.steward import Steward
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State
from elgrande.tournament.games import play_game

SMALL = 12
"""Simulations: enough for a race, and quick."""


def asked(
    state: State, bot: Marshal, chance: int = 1, budget: int = SMALL, told: float | None = None
) -> Answer:
    """Ask the marshal for whoever owes an answer first."""
    view = state.view(state.owing()[0])
    request = Request(view, view.decision(view.seat), (), budget, Generator.seeded(chance), told)
    return bot.choose(request)


class Clock:
    """A clock that goes on by so many seconds whenever it is read."""

    def __init__(self, step: float) -> None:
        self.step = step
        self.now = 0.0

    def __call__(self) -> float:
        """Read it."""
        self.now += self.step
        return self.now


# -- the race -------------------------------------------------------------------


def told(worths: list[float], seen: list[tuple[int, int]]) -> Callable[[int, int], float]:
    """Simulate candidates that are worth so much, and note each try."""

    def simulate(which: int, number: int) -> float:
        seen.append((which, number))
        return worths[which]

    return simulate


def test_who_is_ahead_is_tried_most() -> None:
    seen: list[tuple[int, int]] = []
    ranking = race([0.0] * 8, told([1, 5, 2, 3, 4, 0, 6, 7], seen), Budget(100))
    assert [runner.number for runner in ranking[:2]] == [7, 6]
    tries = [runner.tries for runner in sorted(ranking)]
    assert tries[7] == tries[6] == max(tries)
    assert tries[5] == min(tries) > 0
    assert sum(tries) == len(seen) <= 100


def test_all_in_a_stage_meet_the_same_tries() -> None:
    seen: list[tuple[int, int]] = []
    race([3.0, 1.0, 2.0], told([3, 1, 2], seen), Budget(9), even=True)
    assert seen == [(which, number) for number in range(3) for which in (0, 2, 1)]


def test_what_was_thought_before_counts_as_some_tries() -> None:
    ranking = race([4.0, 0.0], told([1.0, 2.0], []), Budget(4))
    assert [runner.tries for runner in ranking] == [2, 2]
    # The tries say 1 and 2, and so 1.5 on average, where 2 was thought.
    assert ranking[0].worth == (BEFORE * 3.5 + 2 * 1.0) / (BEFORE + 2)
    assert ranking[1].worth == (BEFORE * -0.5 + 2 * 2.0) / (BEFORE + 2)
    assert race([4.0, 0.0], told([1.0, 5.0], []), Budget(100))[0].number == 1


def test_without_time_the_first_thought_holds() -> None:
    seen: list[tuple[int, int]] = []
    ranking = race([1.0, 3.0, 2.0], told([9, 0, 0], seen), Budget(100, 0.0, Clock(1.0)))
    assert [runner.number for runner in ranking] == [1, 2, 0]
    assert seen == []


def test_a_try_that_is_broken_off_counts_for_nobody() -> None:
    budget = Budget(100, 5.5, Clock(1.0))

    def simulate(which: int, number: int) -> float:
        budget.check()
        return float(which)

    ranking = race([1.0, 3.0, 2.0], simulate, budget)
    assert [runner.number for runner in ranking] == [1, 2, 0]
    assert {runner.tries for runner in ranking} == {0}
    with pytest.raises(OutOfTime):
        budget.check()


def test_where_tries_are_slow_the_best_at_first_sight_run_by_themselves() -> None:
    """Four of eight have been tried when there is no time for the others; two are tried again."""
    clock = Clock(0.0)
    budget = Budget(100, 10.0, clock)
    seen: list[tuple[int, int]] = []

    def simulate(which: int, number: int) -> float:
        clock.now += 1.6
        seen.append((which, number))
        return float(which == 2)

    ranking = race([8.0, 7.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0], simulate, budget)
    assert seen == [(0, 0), (1, 0), (2, 0), (3, 0), (0, 1), (1, 1)]
    assert [runner.number for runner in ranking] == [0, 1, 2, 3, 4, 5, 6, 7]
    assert [runner.tries for runner in ranking] == [2, 2, 1, 1, 0, 0, 0, 0]
    # What was thought of them is told in the unit of the tries: 6.25 less, as of the four tried.
    assert [runner.worth for runner in ranking[4:]] == [-2.25, -3.25, -4.25, -5.25]


def late() -> None:
    """Say that all time is over."""
    raise Enough


def test_an_end_is_found_however_late_it_is() -> None:
    """Out of time from the start, a planner returns the first end that it comes to."""
    state = positions()["choose_card"]
    seat = state.owing()[0]

    whole = Planner(Outlook(state.view(seat), seat), Generator(1)).ends(state)
    ends = Planner(Outlook(state.view(seat), seat), Generator(1), check=late).ends(state)
    assert len(ends) == 1 < len(whole)
    for at, code in ends[0].path:
        assert code in state.legal(at)
        state.apply(at, code)


@pytest.mark.parametrize("asking", ["power", "choose_card"])
def test_the_steward_answers_with_what_it_has_when_time_is_over(asking: str) -> None:
    state = positions()[asking]
    seat = state.owing()[0]
    view = state.view(seat)
    request = Request(view, view.decision(seat), (), 100, Generator(1))
    assert Steward().answer(request, late).code in view.decision(seat).codes


@pytest.mark.parametrize("expansions", [(), ("intrigue",)])
def test_power_cards_are_all_rated_however_late_it_is(expansions: tuple[str, ...]) -> None:
    state = Setup.of(4, seed=3, expansions=expansions).start()
    while step(state) != "power":
        state.apply(state.owing()[0], state.legal(state.owing()[0])[0])
    seat = state.owing()[0]
    brisk = Planner(Outlook(state.view(seat), seat), Generator(1), brisk=True, check=late)
    assert sorted(code for _, code in power.rate(brisk, state)) == sorted(state.legal(seat))


def test_whoever_plays_on_to_the_end_of_a_round_is_not_content_with_less() -> None:
    """Time that is over breaks the try off, and is not taken for what was found."""
    state = Setup.of(4, seed=3).start()
    seat = state.owing()[0]

    def stop() -> None:
        raise OutOfTime

    with pytest.raises(OutOfTime):
        Planner(Outlook(state.view(seat), seat), Generator(1), check=stop).to_end_of_round(state)


def test_the_cards_share_the_few_ends_of_a_look_evenly(monkeypatch: pytest.MonkeyPatch) -> None:
    state = positions()["choose_card"]
    seat = state.owing()[0]
    outlook = Outlook(state.view(seat), seat)

    def cards(ends: list[End]) -> set[int]:
        return {end.path[0][1] for end in ends}

    whole = Planner(outlook, Generator(1)).ends(state)
    monkeypatch.setattr(planner, "MOST", len(cards(whole)))
    few = Planner(outlook, Generator(1)).ends(state)
    assert cards(few) == cards(whole), "every card is still followed to an end"
    assert len(few) == len(cards(whole)) < len(whole)


def test_whoever_begins_when_all_time_is_over_stops_at_once() -> None:
    budget = Budget(100, 1.0, lambda: inf)
    assert budget.late(1.0)
    assert not budget.fits(1)
    with pytest.raises(Enough):
        budget.prepare()


def test_a_number_of_simulations_is_never_out_of_time() -> None:
    Budget(1, None, Clock(1000.0)).check()


def test_a_try_asks_before_anybody_plays_on() -> None:
    """However slow an expansion is, a try ends within a turn of the time that was given."""
    setup = Setup.of(4, seed=3)
    state = setup.start()
    seat = state.owing()[0]
    outlook = Outlook(state.view(seat), seat)
    calls: list[None] = []

    def check() -> None:
        calls.append(None)
        if len(calls) > 3:
            raise OutOfTime

    playouts = Playouts(outlook, Generator(1), check)
    with pytest.raises(OutOfTime):
        playouts.worth(playouts.dealt(state.view(outlook.seat)))
    assert len(calls) == 4


def test_a_try_can_be_stopped_within_a_turn() -> None:
    state = Setup.of(4, seed=3).start()
    seat = state.owing()[0]
    calls: list[None] = []

    def stop() -> None:
        calls.append(None)
        if len(calls) > 50:
            raise OutOfTime

    playouts = Playouts(Outlook(state.view(seat), seat), Generator(1), stop=stop)
    with pytest.raises(OutOfTime):
        playouts.worth(playouts.dealt(state.view(seat)))
    assert len(calls) == 51, "the first turn alone has more steps than seats"


def test_a_single_candidate_needs_no_race() -> None:
    seen: list[tuple[int, int]] = []
    assert race([1.0], told([1.0], seen), Budget(100))[0].number == 0
    assert seen == []


# -- the budget -----------------------------------------------------------------


def test_seconds_count_in_place_of_simulations() -> None:
    clock = Clock(0.0)
    budget = Budget(1, 10.0, clock)
    budget.start()
    clock.now = 3.0
    budget.spend()
    assert budget.fits(2)
    assert not budget.fits(3)
    assert not budget.fits(1, share=0.5)


def test_nothing_is_begun_that_may_take_far_too_long() -> None:
    """After a simulation that took 6 of 10 seconds a quick one gives no right to begin another."""
    clock = Clock(0.0)
    budget = Budget(1, 10.0, clock)
    budget.start()
    for clock.now in (6.0, 6.5):
        budget.spend()
    assert not budget.fits(1)


@pytest.mark.parametrize("step", ["power", "choose_card"])
def test_it_stops_in_time(step: str) -> None:
    """By a clock that goes on whenever it is looked at, so that a busy machine changes nothing:
    nothing is begun that would end after the time, and looking ends soon after it."""
    clock = Clock(0.001)
    told = 2.0
    asked(positions()[step], Marshal(clock=clock), told=told)
    assert 0.8 * told < clock.now < 1.2 * told + 0.05


def test_the_collector_stays_away_while_it_thinks() -> None:
    seen = []
    with undisturbed():
        with undisturbed():
            seen.append(gc.isenabled())
        seen.append(gc.isenabled())
    assert seen == [False, False]
    assert gc.isenabled()


# -- its answers ----------------------------------------------------------------


def positions() -> dict[str, State]:
    """A choice of a power card and of an action card, in the middle of a game."""
    found: dict[str, State] = {}
    state = Setup.of(4, seed=3, short=True).start()
    bots = [BotInside("steward", 1) for _ in range(4)]
    entry = 0
    while state.stack and len(found) < 2:
        seat = state.owing()[0]
        view = state.view(seat)
        decision = view.decision(seat)
        if view.round >= 2 and len(decision.codes) > 2:
            if decision.step in ("power", "choose_card"):
                found.setdefault(decision.step, state.copy())
            elif decision.step == "take_caballeros":
                found.setdefault("choose_card", state.copy())
        entry += 1
        state.apply(seat, bots[seat].choose(view, entry).code)
    return found


@pytest.mark.long
def test_it_answers_the_same_in_another_world() -> None:
    """What a seat may not know, dealt anew, changes no answer and no reason."""
    compared = 0
    for players in (2, 5):
        state = Setup.of(players, seed=players, short=True).start()
        generator = Generator.seeded(players)
        entry = 0
        while state.stack:
            seat = state.owing()[0]
            entry += 1
            codes = state.legal(seat)
            step = state.decision().step
            searched = step in ("power", "choose_card", "take_caballeros", "disks")
            if len(codes) > 1 and searched and entry % 7 == 0:
                world = state.view(seat).sample(Generator.seeded(entry, 99))
                assert world.digest() != state.digest()
                assert asked(world, Marshal(), entry) == asked(state, Marshal(), entry)
                compared += 1
            state.apply(seat, generator.choice(codes))
    assert compared > 3


def test_a_turn_is_searched_once() -> None:
    """As long as things stand as was foreseen it keeps to its plan, at no cost."""
    state = positions()["choose_card"]
    seat = state.owing()[0]
    bot = Marshal()
    searched = []
    while state.actor == seat and seat in state.owing() and own_turn(state.view(seat)):
        before = len(bot._plan), bot._plan
        answer = asked(state, bot)
        if bot._plan is not before[1]:
            searched.append(state.decision().step)
        state.apply(seat, answer.code)
    assert len(searched) == 1


def test_it_plans_anew_when_things_stand_otherwise() -> None:
    state = positions()["choose_card"]
    bot = Marshal()
    asked(state, bot)
    plan = bot._plan
    seat = state.owing()[0]
    others = [code for code in state.legal(seat) if code != plan[0][1]]
    state.apply(seat, others[0])
    asked(state, bot)
    assert bot._plan is not plan


def test_playing_on_leaves_the_position_alone() -> None:
    state = positions()["power"]
    seat = state.owing()[0]
    view = state.view(seat)
    before = state.digest()
    playouts = Playouts(Steward().outlook(view, seat), Generator.seeded(1))
    worths = []
    for number in (0, 1, 0):
        playouts.begin(number)
        worths.append(playouts.worth(playouts.dealt(view)))
    assert state.digest() == before
    assert worths[0] != worths[1]


def test_the_leading_opponent_counts_most() -> None:
    assert ahead((10.0, 4.0), 0, 8.0) == 6.0
    assert ahead((10.0, 9.0, 1.0), 0, 8.0) > ahead((10.0, 10.0, 0.0), 0, 8.0)


def test_it_gives_a_reason_in_a_sentence() -> None:
    reason = asked(positions()["choose_card"], Marshal()).reason
    assert reason.endswith(".")
    assert reason[0].isupper()


@pytest.mark.parametrize("name", GAMES)
def test_it_plays_whole_games(name: str) -> None:
    """No answer of it is ever replaced."""
    setup = game(name)
    others = ["random"] * (len(setup.players) - 1)
    assert play_game(setup, ["marshal", *others], 3, SMALL).notices == ()


def test_a_second_choice_is_another_answer_to_the_same_question() -> None:
    """Plans that begin alike leave nothing to choose now."""
    assert _parting([[1, 2], [1, 3]], 9) == 0
    assert _parting([[1, 2], [1, 3], [3, 4]], 9) == 2
    assert _parting([[1, 2], [3, 4]], 3) == 0, "the end of the turn is no plan"


def test_the_same_turn_in_another_order_is_no_second_choice() -> None:
    assert _parting([[1, 2], [2, 4], [3, 4]], 9) == 2, "the best comes to it"
    assert _parting([[1, 2], [3, 1], [4, 5]], 9) == 2, "it comes to the best"
    assert _parting([[1, 2], [3, 4], [3, 1]], 9) == 0, "what it begins with is not worse"
