"""Games come back in any order, from whoever plays them, and none is lost; who sits where."""

from __future__ import annotations

import doctest
import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from typing import Any

import pytest
from contests import contest

from chairs import inside
from elgrande.bots import runner
from elgrande.bots.bot import Answer, BotError, Request
from elgrande.cli.contest_table import results
from elgrande.content.setup import Player, Setup
from elgrande.rules.events import Event
from elgrande.table import Host, new_game
from elgrande.tournament import contest as module
from elgrande.tournament import games
from elgrande.tournament.contest import Contest, Hypotheses, Match, lineups, match
from elgrande.tournament.games import Played, play
from elgrande.tournament.statistics import Pairing, SequentialTest
from elgrande.tournament.tournament import Tournament, play_in_memory
from elgrande.tournament.tournament_file import TournamentFile
from elgrande.tournament.workers import Workers

NONE: dict[str, Any] = {}


def scores(number: int) -> tuple[int, int]:
    """Points of a game that nobody has to play."""
    drawn = random.Random(number)
    return drawn.randrange(60, 90), drawn.randrange(50, 90)


class Scripted(Executor):
    """Plays out of order, and breaks down at the games that it is told to."""

    def __init__(self, order: random.Random, breaks: set[int]) -> None:
        self.order, self.breaks = order, breaks
        self.waiting: list[tuple[Future[Any], int]] = []

    def submit(self, fn: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, arguments[0].number))
        # Some end at once and some later, as long as somebody ends.
        if len(self.waiting) > 5:
            over, number = self.waiting.pop(self.order.randrange(len(self.waiting)))
            if number in self.breaks:
                self.breaks.discard(number)
                broken = BrokenExecutor("gone")
                for each in (over, *(each for each, _ in self.waiting)):
                    each.set_exception(broken)
                self.waiting = []
            else:
                over.set_result(Played(number, scores(number)))
        return future


class ScriptedWorkers(Workers):
    places = 3

    def __init__(self, seed: int = 1, breaks: tuple[int, ...] = ()) -> None:
        self.order, self.breaks, self.times = random.Random(seed), set(breaks), 0
        self.at_work: Scripted | None = None

    def executor(self) -> Executor:
        self.at_work = Scripted(self.order, self.breaks)
        return self.at_work

    def look(self) -> None:
        """Nobody comes any more, so all that waits ends."""
        assert self.at_work is not None
        for future, number in self.at_work.waiting:
            future.set_result(Played(number, scores(number)))
        self.at_work.waiting = []

    def lost(self, bots: tuple[str, ...], times: int) -> Exception | None:
        self.times = times
        return None


def test_games_are_played_to_the_end_whatever_their_order() -> None:
    found = []
    for seed in range(3):
        tournament = Tournament(contest(), TournamentFile(None, NONE), 29)
        tournament.play(ScriptedWorkers(seed))
        assert (tournament.done, tournament.games) == (30, 30), "whole rounds"
        assert tournament.over
        found.append(tournament.pairings())
    assert found[0] == found[1] == found[2]
    assert [one.number for one in found[0]] == list(range(15))


def test_workers_that_are_lost_cost_nothing() -> None:
    record = TournamentFile(None, NONE)
    workers = ScriptedWorkers(breaks=(4, 17))
    heard: list[int] = []
    Tournament(
        contest(), record, 30, on_game=lambda tournament: heard.append(tournament.done)
    ).play(workers)
    assert workers.times == 2
    assert sorted(record.games) == list(range(30))
    assert heard == list(range(1, 31)), "no game counted twice"


def test_a_second_start_plays_what_is_missing() -> None:
    class Enough(Exception):
        pass

    def stop(tournament: Tournament) -> None:
        if tournament.done == 11:
            raise Enough

    record = TournamentFile(None, NONE)
    with pytest.raises(Enough):
        Tournament(contest(), record, 30, on_game=stop).play(ScriptedWorkers(4))
    before = dict(record.games)
    assert len(before) == 11
    again = Tournament(contest(), record, 30)
    again.play(ScriptedWorkers(5))
    assert sorted(record.games) == list(range(30))
    assert before.items() <= record.games.items()


def test_an_early_end_depends_on_no_order() -> None:
    """Stronger by a glance, so that it ends before all are played; each pairing counts once."""
    ends = set()
    for seed in range(4):
        series, shown = SequentialTest("steward", Hypotheses("share", 0, 0.3)), list[int]()

        def enough(one: Pairing, series: SequentialTest = series, shown: list[int] = shown) -> bool:
            shown.append(one.number)
            return series.decides(one)

        tournament = Tournament(contest(), TournamentFile(None, NONE), 400, enough=enough)
        tournament.play(ScriptedWorkers(seed))
        assert tournament.over
        assert tournament.decided is not None
        ends.add((tournament.decided, len(tournament.pairings())))
        assert shown == list(range(tournament.decided))
        assert tournament.done < 400
    assert len(ends) == 1


def test_real_games_and_a_bot_that_is_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    duel = contest("random", "steward")
    tournament = Tournament(duel, TournamentFile(None, NONE), 2)
    tournament.play(Workers())
    (pairing,) = tournament.pairings()
    assert {game.bots for game in pairing.games} == {("random", "steward"), ("steward", "random")}
    task = next(Tournament(duel, TournamentFile(None, NONE), 2)._missing())
    assert play(task) == tournament.record.games[0], "the seed decides"
    monkeypatch.setattr(games, "_loaded", lambda name: duel.versions[name != "steward"])
    with pytest.raises(BotError, match="plays in this tournament: its code was changed meanwhile"):
        play(task)


@pytest.mark.long
def test_results_depend_on_the_seed_alone() -> None:
    """However many processes share the games; all seats may be one bot's, too."""
    told: list[int] = []
    alike = contest("random", "random", "random", players=3, seed=5)
    one = play_in_memory(alike, 10, on_game=lambda tournament: told.append(tournament.done))
    assert results(one) == results(play_in_memory(alike, 10, 2))
    assert told == list(range(1, 13)), "rounded up to whole deals"
    other = contest("random", "random", "random", players=3, seed=6)
    assert results(play_in_memory(other, 10))["standings"] != results(one)["standings"]


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_no_more_is_prepared_than_is_soon_played(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many games are asked for, and whoever ends it has its end at once."""
    made: list[int] = []
    deal = Contest.dealt

    class Enough(Exception):
        pass

    def counted(self: Contest, game: Match) -> dict[str, Any]:
        made.append(game.number)
        return deal(self, game)

    def stop(tournament: Tournament) -> None:
        assert tournament.games >= 10**15
        if tournament.done >= 6:
            raise Enough

    monkeypatch.setattr(Contest, "dealt", counted)
    with pytest.raises(Enough):
        play_in_memory(contest("random", "random"), 10**15, jobs, on_game=stop)
    assert 6 <= len(made) <= 6 + 2 * jobs


# -- who sits where: everybody alike, and decided by the seed alone --------------------


def test_the_examples() -> None:
    failed, tried = doctest.testmod(module)
    assert (failed, tried > 0) == (0, True)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("bots", ["ab", "abc", "abcd", "abcde", "abcdef"])
def test_after_a_round_all_have_sat_at_each_seat_equally_often(bots: str, players: int) -> None:
    ups = lineups(tuple(bots), players)
    seats: Counter[tuple[str, int]] = Counter()
    for number in range(len(ups) * players):
        for seat, bot in enumerate(match(number, ups, 7).bots):
            seats[bot, seat] += 1
    assert set(seats) == {(bot, seat) for bot in bots for seat in range(players)}
    assert len(set(seats.values())) == 1


def test_a_deal_is_played_from_every_seat_and_chance_is_new_each_time() -> None:
    ups = lineups(("a", "b", "c"), 3)
    games = [match(number, ups, 1) for number in range(9)]
    for at in range(0, 9, 3):
        block = games[at : at + 3]
        assert len({game.deal for game in block}) == 1
        assert {game.bots.index("a") for game in block} == {0, 1, 2}
    assert len({game.deal for game in games}) == 3
    assert len({game.private_seed for game in games}) == 9


def test_neighbours_change_from_deal_to_deal() -> None:
    ups = lineups(("a", "b", "c", "d"), 4)
    orders = {match(number, ups, 1).bots for number in range(0, 400, 4)}
    assert len(orders) == 24


def test_the_seed_decides() -> None:
    ups = lineups(("a", "b"), 4)
    assert match(6, ups, 1) == match(6, ups, 1)
    assert match(6, ups, 1).deal != match(6, ups, 2).deal


def test_a_bot_is_told_what_happened_as_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who finds room beside the Colonies' limit table had been told of in two moves."""
    told = list[tuple[int, tuple[Event, ...]]]()

    class Listener:
        asked = 0

        def choose(self, request: Request) -> Answer:
            told.append((request.seat, request.events))
            self.asked += 1
            codes = request.decision.codes
            return Answer(codes[self.asked * 7 % len(codes)])

    monkeypatch.setattr(runner, "make", lambda _: Listener())
    colours = ("red", "blue", "green", "yellow", "white")
    seats = tuple(Player(colour, colour.title(), "mine") for colour in colours)
    setup = Setup(seats, 0, "1996", ("colonies",), short=True)
    games.play_game(setup, ["mine"] * 5, 0, trusted=("mine",))
    in_contest = told.copy()
    told.clear()
    host = Host(new_game(setup), runner=inside)
    while (seat := host.due()) is not None:
        task = host.task(seat)
        host.accept(task, task.ask())
    assert in_contest == told
