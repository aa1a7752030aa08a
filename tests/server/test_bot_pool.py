"""Bots of all games on a few workers: whose turn it is, what they remember, what they may have."""

from __future__ import annotations

import asyncio
import itertools
import random
import threading
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import Any

import pytest

from chairs import inside
from elgrande.bots import process
from elgrande.bots.process import Lost, Process
from elgrande.bots.registry import names
from elgrande.content.setup import Player, Setup
from elgrande.server import bot_pool
from elgrande.server.bot_pool import BotPool, PooledBot
from elgrande.table import Host, new_game
from patience import PATIENCE, eventually

NOW = 1e6
"""What the pool's clock shows."""


@pytest.fixture(scope="module")
def one_pool() -> Iterator[BotPool]:
    """To start a worker takes longer than all that is asked of it here."""
    made = BotPool(1, clock=lambda: NOW)
    yield made
    made.close()


@pytest.fixture
def pool(one_pool: BotPool) -> BotPool:
    """A pool that nobody has thought in yet."""
    assert not one_pool.waiting
    one_pool.usage._had.clear()
    one_pool._shared._had.clear()
    one_pool._most = inf
    return one_pool


def setup(*sources: str, seed: int = 4) -> Setup:
    colours = ("red", "blue", "green")
    seats = (
        Player(colour, colour.title(), source)
        for colour, source in zip(colours, sources, strict=False)
    )
    return Setup(tuple(seats), seed, short=True)


async def played(pool: BotPool, game: str, made: Setup, answers: int) -> list[tuple[str, ...]]:
    """Let the bots of a game answer so often; return what they did."""
    table = new_game(made)
    host = Host(table, runner=lambda name, t: PooledBot(pool, game, name, t.setup, t.private_seed))
    for _ in range(answers):
        seat = host.due()
        if seat is None:
            break
        task = host.task(seat)
        move = await pool.think(game, task.ask)
        assert not move.notice
        host.accept(task, move)
    host.close()
    return [entry.commands for entry in table.history.entries]


@pytest.mark.long
async def test_one_worker_plays_several_games_as_each_bot_alone_would(pool: BotPool) -> None:
    """Asked in turns by one process, they answer as in processes of their own."""
    games = {name: setup("steward", "random", seed=seed) for seed, name in enumerate("ab", 5)}
    found = await asyncio.gather(*(played(pool, name, made, 8) for name, made in games.items()))
    for made, commands in zip(games.values(), found, strict=True):
        table = new_game(made)
        host = Host(table, runner=inside)
        for _ in range(8):
            seat = host.due()
            assert seat is not None
            host.accept(task := host.task(seat), task.ask())
        assert [entry.commands for entry in table.history.entries] == commands


async def turns(pool: BotPool, games: list[str], had: dict[str, float]) -> list[str]:
    """In which order games are asked that all wait while another one thinks."""
    for game, seconds in had.items():
        pool.usage.add(game, seconds)
        pool._shared.add(bot_pool._shares(game), seconds)
    order: list[str] = []
    begin, loop = asyncio.Event(), asyncio.get_running_loop()
    waiting = loop.create_future()

    def think() -> None:
        loop.call_soon_threadsafe(begin.set)
        asyncio.run_coroutine_threadsafe(_wait(waiting), loop).result(PATIENCE)

    task = asyncio.create_task(pool.think("first", think))
    await begin.wait()
    later = [asyncio.create_task(pool.think(g, partial(order.append, g))) for g in games]
    await eventually(lambda: len(pool.waiting) == len(games))
    waiting.set_result(None)
    await asyncio.gather(task, *later)
    return order


async def _wait(future: asyncio.Future[None]) -> None:
    await future


async def test_games_of_one_account_are_asked_in_turns_while_time_goes_by(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the account had is less at each look: whoever was looked at last came first for ever."""
    ticks, asked = itertools.count(), list[int]()
    monkeypatch.setattr(pool.usage, "_clock", lambda: NOW + next(ticks))
    pool.usage._had["ana"] = 20.0, NOW

    async def played_on(game: int) -> None:
        for _ in range(3):
            await pool.think("ana", partial(asked.append, game))

    await asyncio.gather(*map(played_on, range(4)))
    assert asked == [0, 1, 2, 3] * 3


@pytest.mark.parametrize(
    ("had", "order"),
    [
        ({}, ["a", "b", "c"]),
        ({"a": 20.0, "b": 10.0}, ["c", "b", "a"]),
        ({"b": 1.0}, ["a", "c", "b"]),
    ],
)
async def test_who_has_had_least_is_asked_first(
    had: dict[str, float], order: list[str], pool: BotPool
) -> None:
    assert await turns(pool, ["a", "b", "c"], had) == order


async def test_who_gave_up_waiting_holds_nobody_up(pool: BotPool) -> None:
    release = asyncio.get_running_loop().create_future()
    loop, began = asyncio.get_running_loop(), asyncio.Event()

    def think() -> None:
        loop.call_soon_threadsafe(began.set)
        asyncio.run_coroutine_threadsafe(_wait(release), loop).result(PATIENCE)

    task = asyncio.create_task(pool.think("a", think))
    await began.wait()
    gone = asyncio.create_task(pool.think("b", lambda: 1))
    stays = asyncio.create_task(pool.think("c", lambda: 2))
    await eventually(lambda: len(pool.waiting) == 2)
    gone.cancel()
    release.set_result(None)
    assert await stays == 2
    await task
    assert gone.cancelled()
    assert await pool.think("d", lambda: 3) == 3


def asked(pool: BotPool, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the process of the pool is asked from now on."""
    questions: list[dict[str, Any]] = []
    real = bot_pool.Process.ask

    def ask(self: Any, question: dict[str, Any], seconds: float) -> dict[str, Any]:
        questions.append(question)
        return real(self, question, seconds)

    monkeypatch.setattr(bot_pool.Process, "ask", ask)
    return questions


async def test_what_was_asked_at_once_gives_way_to_who_has_had_less(pool: BotPool) -> None:
    """Else twenty guests with five games each are before whoever comes next with a key."""
    guests = [f"@192.0.2.{at % 2}" for at in range(4)]
    asked = [*guests, "Ana", "Ana", "Bo", "Bo"]
    real = pool._counted

    def costs(ask: Callable[[], Any]) -> tuple[Any, float]:
        return real(ask)[0], 0.25

    pool._counted = costs  # type: ignore[method-assign,assignment]
    try:
        order = await turns(pool, asked, {"Ana": 20.0, "Eve": 40.0})
    finally:
        del pool._counted  # type: ignore[method-assign]
    assert order == ["Bo", "Bo", "Ana", "Ana", *guests]


async def test_all_guests_are_one_behind_the_names_of_a_day_and_these_behind_older_ones(
    pool: BotPool,
) -> None:
    """Else 45 guests of as many addresses let a friend wait for half a minute."""
    guests = [f"guest@192.0.2.{at}" for at in range(9)]
    had = {**dict.fromkeys(guests, 4.0), guests[3]: 1.0, "@192.0.2.77": 20.0, "Ana": 29.0}
    order = await turns(pool, [*guests, "@192.0.2.77", "Ana"], had)
    assert order[:3] == ["Ana", "@192.0.2.77", guests[3]]
    assert pool.had_much(guests[0]), "they think less together"
    assert not pool.had_much("@192.0.2.77")


@pytest.mark.parametrize("name", ["Ana", "@192.0.2.7"])
async def test_those_behind_wait_for_the_next_question_of_a_game(pool: BotPool, name: str) -> None:
    """Of a dozen bots' answers in a row each waited until a guest's bot had thought."""
    order, begun, go_on = list[str](), asyncio.Event(), threading.Event()
    loop = asyncio.get_running_loop()

    def first() -> None:
        loop.call_soon_threadsafe(begun.set)
        go_on.wait(PATIENCE)

    async def friend() -> None:
        await pool.think(name, first)
        for _ in range(3):
            await asyncio.sleep(0)
            await pool.think(name, partial(order.append, name))

    asks = [asyncio.create_task(friend())]
    await begun.wait()
    asks += [
        asyncio.create_task(pool.think(f"guest@{at}", partial(order.append, "guest")))
        for at in range(2)
    ]
    await eventually(lambda: len(pool.waiting) == 2)
    go_on.set()
    await asyncio.gather(*asks)
    assert order == [name] * 3 + ["guest"] * 2


@pytest.mark.parametrize("had", [20.0, 100.0])
async def test_nobody_waits_for_a_question_that_would_come_after_theirs(
    had: float, pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker had nothing to do after each answer of whoever had had much, and guests waited."""
    monkeypatch.setattr(bot_pool, "MOMENT", 100 * PATIENCE)
    pool._shared._had["Ana"] = had, NOW
    await pool.think("Ana", int)
    guest = asyncio.create_task(pool.think("guest@1", int))
    await eventually(lambda: guest.done() or bool(pool.waiting))
    assert bool(pool.waiting) == (had < bot_pool.BEHIND[bot_pool.GUESTS])
    pool._hold()
    await guest


@pytest.mark.parametrize(("had", "order"), [(20.0, ["Ana", "@"]), (40.0, ["@", "Ana"])])
async def test_whoever_is_known_comes_first_until_they_have_had_much(
    had: float, order: list[str], pool: BotPool
) -> None:
    assert await turns(pool, ["@", "Ana"], {"Ana": had}) == order


async def test_a_game_that_has_had_much_thinks_less(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = asked(pool, monkeypatch)
    table = new_game(setup("random", "random"))
    bot = PooledBot(pool, "game", "random", table.setup, 1)
    seat = table.state.owing()[0]
    for had in (0.0, 10_000.0):
        pool.usage._had["game"] = had, NOW
        await pool.think("game", lambda: bot.choose(table.view(seat), table.history.next))
    budgets = [question["budget"] for question in questions if "budget" in question]
    # On a busy machine a process may be lost, and the same asked of another.
    assert [*dict.fromkeys(budgets)] == [100, 10]
    # What was long ago counts less.
    pool.usage._had["game"] = 10_000.0, NOW - 20 * bot_pool.HALF
    assert pool.usage.of("game") < 1


async def test_what_a_game_has_had_is_what_its_bots_computed(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To wait long on a busy machine is not to have had much."""
    spent = iter((2.0, 3.0))

    class Had:
        """What a question took; how often one looks hangs on how busy the machine is."""

        def __init__(self, *_: Any) -> None:
            self.spent = next(spent)

        def look(self) -> str:
            return ""

    table = new_game(setup("random", "random"))
    bot = PooledBot(pool, "game", "random", table.setup, 1)
    seat = table.state.owing()[0]
    pool.worker.close()
    monkeypatch.setattr(process, "Allowance", Had)
    await pool.think("game", lambda: bot.choose(table.view(seat), table.history.next))
    # Two to make the bot and three for its answer.
    assert pool.usage.of("game") == pytest.approx(5)


async def test_a_bot_that_another_took_the_place_of_is_told_all_again(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    questions = asked(pool, monkeypatch)
    table, chance = new_game(setup("random", "random")), random.Random(1)
    bots = [PooledBot(pool, name, "random", table.setup, 1) for name in "ab"]
    seen = 0
    for _ in range(6):
        seat = table.state.owing()[0]
        events = [event for _, event in table.events(seat, seen)]
        seen = table.history.next - 1
        view, entry = table.view(seat), table.history.next
        for bot in bots:
            await pool.think("x", partial(bot.choose, view, entry, events))
        table.send(seat, [table.rules.text(chance.choice(table.state.legal(seat)))])
    told = [len(question["events"]) for question in questions if "events" in question]
    assert told[::2] == sorted(told[::2])
    assert sum("make" in question for question in questions) == 12
    assert told[-1] == len(bots[0]._seen) > 3


async def test_a_bot_that_is_none_is_a_notice(pool: BotPool) -> None:
    table = new_game(setup("random", "random"))
    bot = PooledBot(pool, "game", "grandmaster", table.setup, 1)
    seat = table.state.owing()[0]
    move = await pool.think("game", lambda: bot.choose(table.view(seat), 1))
    known = ", ".join(names())
    assert f"there is no bot called 'grandmaster'; choose from {known}" in move.notice


async def test_a_worker_that_is_lost_is_replaced(
    pool: BotPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_game(setup("random", "random"))
    bot = PooledBot(pool, "game", "random", table.setup, 1)
    seat = table.state.owing()[0]
    ask: Callable[[], Any] = lambda: bot.choose(table.view(seat), table.history.next)  # noqa: E731
    assert not (await pool.think("game", ask)).notice
    worker = pool._all[0]
    assert worker._process is not None
    worker._process.kill()
    move = await pool.think("game", ask)
    assert "stopped instead of answering; a legal move was chosen for it" in move.notice
    assert not (await pool.think("game", ask)).notice

    failed, process = [], bot_pool.Process

    def lost(*_: Any) -> Process:
        if len(failed) < 2:
            failed.append(1)
            raise Lost("could not be started (no room)")
        return process()

    monkeypatch.setattr(bot_pool, "Process", lost)
    monkeypatch.setattr(bot_pool, "SOON", 0.0)
    worker.close()
    # Where the system has no room for it the game waits, and its bot does not guess.
    assert not (await pool.think("game", ask)).notice
    monkeypatch.setattr(bot_pool, "TRIES", 2)
    failed.clear()
    worker.close()
    assert "could not be started (no room)" in (await pool.think("game", ask)).notice
