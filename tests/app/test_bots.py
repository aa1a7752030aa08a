"""Bots at the app's table: off the event loop, at a pace, and never in the way of the end."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from idle import wait_for_idle
from tables import fresh, press, running, screen_text, seen, sit, table_screen

from elgrande.app.answering.bot_answers import BotPlay
from elgrande.app.app import ElGrande
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.bots.runner import BotMove
from elgrande.content.clean import tidy
from elgrande.saves import Paths, SaveBroken, SaveFile, savefile
from elgrande.table import Table, new_game
from patience import PATIENCE, eventually


class Slow:
    """A runner that thinks until it is let go, and notes its thread."""

    def __init__(self) -> None:
        self.name = "random"
        self.gate = threading.Event()
        self.threads: set[int] = set()
        self.let_go = 0
        self.closed = False

    def choose(self, view: Any, entry: int, events: Any = ()) -> BotMove:
        self.threads.add(threading.get_ident())
        assert self.gate.wait(PATIENCE)
        self.let_go += 1
        return BotMove(view.legal(view.seat)[0], reason="Because it is first.")

    def close(self) -> None:
        self.closed = True
        self.gate.set()


def with_runner(table: Table, runner: Slow, pace: float = 0.0) -> BotPlay:
    play = BotPlay(table, pace)
    play._host._runner = lambda _seat: runner  # type: ignore[method-assign,assignment,return-value]
    return play


async def test_bots_think_in_another_thread_and_answer_on_the_loop() -> None:
    table = new_game(fresh(3, 5, persons="R"))
    runner = Slow()
    play = with_runner(table, runner)
    heard: list[str] = []
    play.on_spoken = lambda _seat, move: heard.append(move.reason)
    senders: set[int] = set()
    if 0 in table.state.owing():
        table.send(0, ["power 13"])
    table.subscribe(lambda _entry: senders.add(threading.get_ident()))
    play.start()
    await eventually(lambda: runner.threads)
    assert not senders, "the loop is free while the bot thinks, and nothing has happened"
    runner.gate.set()
    await eventually(lambda: 0 in table.state.owing())
    assert threading.get_ident() not in runner.threads
    assert senders == {threading.get_ident()}
    assert heard
    play.stop()


async def test_an_answer_after_the_end_is_dropped() -> None:
    table = new_game(fresh(2, 5, persons=""))
    runner = Slow()
    play = with_runner(table, runner)
    play.start()
    await eventually(lambda: runner.threads)
    entry = table.history.head
    play.stop()
    runner.gate.set()
    await asyncio.get_running_loop().shutdown_default_executor()
    await wait_for_idle()
    assert table.history.head == entry


async def test_a_key_cuts_the_pauses_short() -> None:
    table = new_game(fresh(2, 5, persons="", short=True))
    runner = Slow()
    runner.gate.set()
    play = with_runner(table, runner, pace=30)
    play.start()
    await eventually(lambda: runner.let_go)
    play.hurry()
    await eventually(lambda: table.history.head > 5)
    play.stop()


async def test_a_real_bot_in_its_own_process_plays_at_the_apps_table(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), lambda table: BotPlay(table, 0))
    app = ElGrande(games, setup=fresh(2, 5, persons="R", short=True), glyphs=UNICODE)
    async with running(app) as (_, pilot):
        await eventually(lambda: table_screen(app).turn.answering is not None)
        await press(pilot, "d" if "[d]" in screen_text(app) else "c")
        assert "Blue" in screen_text(app) or "Bruno" in screen_text(app)
        screen = table_screen(app)
        await eventually(
            lambda: screen.turn.look is not None and screen.turn.look.view.power(1) > 0
        )


async def test_a_save_that_breaks_stops_play_and_goes_on_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Games(Paths(tmp_path), lambda table: BotPlay(table, 0))
    app = ElGrande(games, setup=fresh(2, 5, persons="RB"), glyphs=UNICODE)
    async with running(app, "9") as (_, pilot):
        entry = table_screen(app).chair.update(None).entry
        breaks_next_write(monkeypatch)
        assert "The disk is gone." in await seen(pilot, "8")
        await press(pilot, "enter")
        assert table_screen(app).chair.update(None).entry == entry
        assert app.game is not None
        assert app.game.name.endswith("-2")
        await press(pilot, "8")
        assert table_screen(app).chair.update(None).entry > entry


@pytest.mark.parametrize("whose", ["a person", "a bot"])
async def test_a_full_save_is_left_and_no_copy_is_offered(
    whose: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would be as full."""
    games = Games(Paths(tmp_path), lambda table: BotPlay(table, 0))
    persons = "RB" if whose == "a person" else "R"
    app = ElGrande(games, setup=fresh(2, 5, persons=persons, starter="red"), glyphs=UNICODE)
    async with running(app) as (_, pilot):
        real, room = SaveFile.append, 0 if whose == "a person" else 1

        def append(self: SaveFile, kind: str, fields: Any) -> Any:
            nonlocal room
            room -= 1
            if room < 0:
                monkeypatch.setattr(savefile, "MAX_SAVE", 10)
            return real(self, kind, fields)

        monkeypatch.setattr(SaveFile, "append", append)
        await press(pilot, "9")
        await eventually(lambda: app.game is None)
        await eventually(lambda: app.game is None)
        await press(pilot)
        await eventually(lambda: "is full" in screen_text(app))
        assert isinstance(app.screen, MenuScreen)
        assert "new --from" in screen_text(app)


def breaks_next_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next record of any save fails, as on a full disk; what comes after is written."""
    from elgrande.saves.savefile import SaveFile

    real = SaveFile.append

    def append(self: SaveFile, kind: str, fields: Any) -> Any:
        monkeypatch.setattr(SaveFile, "append", real)
        raise SaveBroken("The disk is gone.")

    monkeypatch.setattr(SaveFile, "append", append)


async def test_what_is_said_of_a_bot_stands_once_in_the_log() -> None:
    """One bot plays several seats, and the corner shortens what it shows."""
    bench = sit(setup=fresh(3, 4, persons="R"))
    failed = "the bot 'x' failed; from now on its moves are chosen for it"
    moved = f"The end of it was moved to /{'far/' * 30}away."
    async with running(bench.app()) as (app, _):
        screen = table_screen(app)
        for seat in (1, 2):
            screen.hear_bot(seat, BotMove(-1, notice=failed))
        screen.table_log.notices.append(moved)
        screen.keep_notice(tidy(moved))
        assert screen.table_log.notices == [failed, moved]
