"""A turn of a finished game that somebody tries anew, and what it is worth against the old one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from finished import ByPoints, finished, play_on

from chairs import inside, loopback
from elgrande.analysis import worker
from elgrande.analysis.analysis import AGAIN, Analysis
from elgrande.analysis.chances import Estimate
from elgrande.analysis.finished_game import FinishedGame, PlayedTurn, TryCache, answers
from elgrande.analysis.report import Point, better_said, compared_said
from elgrande.analysis.trial import TrialTable
from elgrande.analysis.worker import AnalysisNews, Compared, Progress, compared
from elgrande.cli.games import begun
from elgrande.content.setup import PERSON, Setup
from elgrande.rules import Generator
from elgrande.saves import Paths, Store
from elgrande.table import Host, Look, Refused, Table

TRIES = 4


@cache
def game(players: int = 2, seed: int = 1, **house: Any) -> FinishedGame:
    return FinishedGame(finished(players, seed, house=house))


def look(trial: TrialTable) -> Look:
    found = loopback(trial).update()
    assert isinstance(found, Look)
    return found


def steward(trial: TrialTable) -> Host:
    return Host(trial, inside)


def tried(trial: TrialTable, seed: int = 5) -> TrialTable:
    """Answer by lot until the turn ends; the others are stewards."""
    host, drawn, seat = steward(trial), Generator.seeded(seed), trial.turn.seat
    while not trial.ended:
        host.play_bots()
        if not trial.ended:
            trial.send(seat, [trial.rules.text(drawn.choice(trial.state.legal(seat)))])
    return trial


def in_which_others_answer() -> Iterator[TrialTable]:
    of = game(4, 38)
    for seed, turn in product(range(3), of.turns):
        trial = tried(TrialTable(of, turn), seed)
        if any(seat != turn.seat for seat, _ in trial.path):
            yield trial


def analysis(of: FinishedGame, who: ByPoints | None = None) -> Analysis:
    who = who or ByPoints()
    return Analysis(of, TryCache(None, {}), TRIES, judge=who, player=who)


# -- the table -----------------------------------------------------------------


def test_it_begins_as_its_seat_knew_it_and_with_the_log_of_the_game() -> None:
    for turn in game().turns[3:]:
        trial = TrialTable(game(), turn)
        assert trial.view(turn.seat) == game().after(turn.begin).view(turn.seat)
        until = [e for e in game().table.events(turn.seat) if e[0] <= turn.begin]
        assert trial.events(turn.seat) == until
        assert trial.persons == {turn.seat}
        assert {player.source for player in trial.players} == {PERSON, "steward"}


def in_another_world(of: FinishedGame, turn: PlayedTurn) -> FinishedGame:
    """The same game, but for what the seat of a turn could not know as that began."""
    other = FinishedGame(of.table)
    history = of.table.history
    other.table = Table(of.table.setup, replace(history, positions=[*history.positions]))
    other.table.history.positions[turn.begin] = of.dealt(turn, Generator.seeded(99))
    return other


@pytest.mark.parametrize("castillo", ["open", "veiled"])
def test_what_the_seat_could_not_know_makes_no_difference(castillo: str) -> None:
    differs = 0
    for turn in game(4, 3, castillo=castillo).turns[::5]:
        one = game(4, 3, castillo=castillo)
        other = in_another_world(one, turn)
        differs += one.after(turn.begin).digest() != other.after(turn.begin).digest()
        here, there = TrialTable(one, turn), TrialTable(other, turn)
        assert look(here) == look(there)
        tried(here), tried(there)
        assert here.path == there.path
        assert here.events(turn.seat) == there.events(turn.seat)
    assert differs


def test_what_was_before_the_turn_is_not_taken_back() -> None:
    turn = game().turns[5]
    trial = TrialTable(game(), turn)
    assert not look(trial).can_undo
    with pytest.raises(Refused, match="nothing to undo"):
        trial.undo([turn.seat])
    asked = trial.state.owing(), trial.state.legal(turn.seat)
    trial.send(turn.seat, [trial.rules.text(asked[1][0])])
    assert trial.path
    assert look(trial).can_undo
    trial.undo([turn.seat], turn=True)
    assert (trial.state.owing(), trial.state.legal(turn.seat)) == asked
    assert trial.path == []
    assert not look(trial).can_undo


def test_it_closes_as_the_turn_ends_and_nothing_has_happened_to_the_game() -> None:
    turn = game().turns[0]
    before = game().table.history.head, len(game().table.history.entries)
    trial = tried(TrialTable(game(), turn))
    assert trial.closed
    assert trial.state.actor != turn.seat or trial.state.round > turn.round
    with pytest.raises(Refused, match="This turn is over"):
        trial.send(1 - turn.seat, [trial.rules.text(trial.state.legal(1 - turn.seat)[0])])
    assert (game().table.history.head, len(game().table.history.entries)) == before


def test_what_is_seen_of_it_last_is_after_its_last_answer_and_before_what_follows() -> None:
    for turn in game().turns[::4]:
        trial = tried(TrialTable(game(), turn))
        (last,) = trial.history.line()[-1:]
        assert trial.after.board != trial.history.positions[last.parent].board or not last.revealed
        assert trial.after.round == turn.round
    turn = game().turns[-1]
    as_played = TrialTable(game(), turn)
    for seat, code in answers(game().table, turn.begin, turn.end):
        if not as_played.ended and code in as_played.state.legal(seat):
            as_played.send(seat, [as_played.rules.text(code)])
    assert as_played.after.board == game().ended(turn).board


def test_one_that_is_left_has_not_ended() -> None:
    trial = TrialTable(game(), game().turns[0])
    trial.close()
    assert not trial.ended


def test_others_answer_in_it_as_stewards_and_nobody_goes_on_after_it() -> None:
    trial = next(in_which_others_answer())
    assert steward(trial).due() is None
    assert trial.state.owing()


# -- what it is worth ----------------------------------------------------------


def test_what_was_tried_is_weighed_against_what_was_played_which_is_played_on_once() -> None:
    who = ByPoints()
    done = analysis(game(), who)
    one = next(one for one in done.turning_points() if one.better is not None)
    trial = tried(TrialTable(game(), one.turn))
    asked = who.asked
    found = done.compared(one.turn, trial.path)
    assert found is not None
    assert who.asked == asked + TRIES + AGAIN * TRIES, "the chosen end is known"
    assert done.compared(one.turn, trial.path) == found
    assert who.asked == asked + TRIES + AGAIN * TRIES
    worth, points = found
    assert worth.give > 0
    assert points.give > 0


def test_the_better_turn_is_worth_what_the_analysis_says() -> None:
    done = analysis(game())
    points = [one for one in done.turning_points() if one.better and not one.better.guessed]
    assert points
    for one in points:
        other = done.alternative(one.turn)
        assert other is not None
        assert one.better is not None
        found = done.compared(one.turn, other.end.path)
        assert found == (one.better.worth, one.better.gain.points[one.turn.seat])


def test_the_turn_that_was_played_is_told_to_be_that() -> None:
    for turn in game(4, 38).turns:
        path = answers(game(4, 38).table, turn.begin, turn.end)
        assert path
        assert analysis(game(4, 38)).compared(turn, path) is None
    assert compared_said(None, 50) == ("This is the turn that was played.",)


def test_turns_in_which_others_answer_are_weighed_with_other_answers() -> None:
    trial = next(in_which_others_answer())
    found = analysis(game(4, 38)).compared(trial.turn, trial.path)
    assert found is not None
    assert found[0].give > 0


def test_it_is_told_in_short_sentences_and_what_is_not_sure_says_so() -> None:
    assert compared_said((Estimate(0.12, 0.09), Estimate(4.1, 2.8)), 50) == (
        "Your chance to win: 62 % in place of 50 %, give or take 9.",
        "You would end with about 4 points more, give or take 3.",
    )
    assert compared_said((Estimate(-0.02, 0.09), Estimate(-1.2, 2.8)), 1) == (
        "Your chance to win: 0 % in place of 1 %, give or take 9 (perhaps nothing).",
        "You would end with about 1 point fewer, give or take 3 (perhaps none).",
    )
    assert compared_said((Estimate(0.0, 0.09), Estimate(0.2, 2.8)), 50)[1] == (
        "You would end with about as many points."
    )
    point = Point(0, 1, 1, "", "", "a blunder", Estimate(-0.22, 0.081), (70, 92), (), ())
    assert better_said(point) == ("The better turn found: 92 % in place of 70 %, give or take 8.",)
    assert better_said(replace(point, weight="")) == ()


# -- the process ---------------------------------------------------------------


def test_the_process_is_asked_for_one_turn_and_tells_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "Analysis", lambda *given: Analysis(*given, ByPoints(), ByPoints()))
    store = Store(Paths(tmp_path))
    table = begun(store, Setup.of(2, seed=3, short=True), "mine")
    play_on(table).close()
    of = FinishedGame(table)
    trial = tried(TrialTable(of, of.turns[2]))
    asked = worker.question(store.read("mine"), "mine", tmp_path, TRIES)
    more = {"begin": trial.turn.begin, "path": trial.path, "now": 50}
    told: list[dict[str, Any]] = []
    worker.analyse(json.loads(json.dumps({**asked, **more})), told.append)
    *steps, last = [worker.news_of(json.loads(json.dumps(one))) for one in told]
    assert isinstance(last, Compared)
    assert last.said[0].startswith("Your chance to win: ")
    assert all(isinstance(one, Progress) for one in steps)
    assert steps[-1] == Progress(steps[-1].of, steps[-1].of)  # type: ignore[union-attr]
    again: list[dict[str, Any]] = []
    worker.analyse(json.loads(json.dumps({**asked, **more})), again.append)
    assert again[-1] == told[-1]


@pytest.mark.long
async def test_it_is_judged_in_the_process_of_the_analysis(tmp_path: Path) -> None:
    store = Store(Paths(tmp_path))
    table = begun(store, Setup.of(2, seed=3, short=True), "mine")
    play_on(table).close()
    of = FinishedGame(table)
    trial = tried(TrialTable(of, of.turns[-1]))

    async def done() -> list[AnalysisNews]:
        journal = store.read("mine")
        return [one async for one in compared(journal, "mine", tmp_path, trial, 50, tries=2)]

    *_, last = await done()
    assert isinstance(last, Compared)
    assert len(last.said) == 2
