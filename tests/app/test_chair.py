"""The screen as a client of its Chair: how often it asks, and what it does when that fails."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tables import fresh, press, running, screen_text, sit, table_screen

from elgrande.app.answering.bot_answers import BotPlay
from elgrande.app.app import ElGrande
from elgrande.app.dialogs.line_input import RescueScreen
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.saved_games.game_opener import Games, OpenGame
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.saves import Paths, SaveBroken
from elgrande.saves.savefile import SaveFile
from elgrande.table import Gone
from patience import eventually

LOST = "The connection to the table was lost."
KEYS = ("9", "u", "ctrl+y", "f", "escape", "question_mark", "escape", "L", "m", "escape", "U", "8")
"""An answer, back, forward, looking about, back again, and another answer."""


async def test_a_key_asks_once_if_it_changes_something_and_else_never() -> None:
    bench = sit(setup=fresh(2, 5, persons="RB"))
    app = bench.app()
    counts = {}
    async with running(app) as (_, pilot):
        assert bench.asked == ["update"]
        seat = table_screen(app).turn.seat
        for key in ("9", "7"):
            bench.asked.clear()
            await press(pilot, key)
            assert bench.asked == ["send"]
        for key in ("f", "escape", "question_mark", "escape", "L", "m", "escape", "R", "escape",
                    "tab", "comma", "escape", "colon", "escape", "x"):  # fmt: skip
            bench.asked.clear()
            await press(pilot, key)
            counts[key] = bench.asked[:]
        assert not any(counts.values()), counts
        bench.asked.clear()
        # What somebody else does is one renewal.
        owing = bench.table.state.owing()[0]
        bench.table.send(owing, [bench.table.rules.text(bench.table.state.legal(owing)[0])])
        await press(pilot)
        assert bench.asked == ["update"]
        assert seat is not None


@pytest.mark.parametrize("call", [*range(6)])
async def test_a_table_that_is_gone_leads_to_the_menu(call: int) -> None:
    """Whichever request finds it out, among keys that ask and keys that do not."""
    bench = sit(setup=fresh(2, 5, persons="R"), bots=True)
    asked = bench.chair._ask
    left = call

    def ask(message: dict[str, Any]) -> dict[str, Any]:
        nonlocal left
        left -= 1
        if left < 0:
            raise Gone(LOST)
        return asked(message)

    bench.chair._ask = ask
    async with running(bench.app()) as (app, pilot):
        for key in KEYS:
            if isinstance(app.screen, MenuScreen):
                break
            await press(pilot, key)
        assert isinstance(app.screen, MenuScreen)
        assert note_of(app) == LOST
        assert not any(isinstance(screen, TableScreen) for screen in app.screen_stack)
        assert bench.games.closed == 1


@pytest.mark.parametrize("over", [(), ("f",), ("question_mark",), ("q",)])
async def test_a_table_that_is_closed_while_somebody_looks(over: tuple[str, ...]) -> None:
    bench = sit(setup=fresh(2, 5, persons="RB"))
    async with running(bench.app(), *over) as (app, pilot):
        bench.table.close()
        await press(pilot)
        assert isinstance(app.screen, MenuScreen)
        assert note_of(app).startswith("This table was closed;")


async def test_leaving_a_game_closes_its_chair(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), lambda table: BotPlay(table, 0))
    app = ElGrande(games, setup=fresh(2, 5, persons="RB"), glyphs=UNICODE)
    async with running(app, "9") as (_, pilot):
        assert isinstance(app.game, OpenGame)
        chair = app.game.chair
        assert not chair.gone
        await press(pilot, "q", "y")
        assert isinstance(app.screen, MenuScreen)
        assert chair.gone == "You have left this table."
        assert chair.gone not in screen_text(app)


@pytest.mark.parametrize("key", ["8", "u", "U", "ctrl+y", "hand over"])
async def test_whatever_cannot_be_saved_stops_play(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And goes on in a save elsewhere, from where it stood."""
    games = Games(Paths(tmp_path), lambda table: BotPlay(table, 0))
    app = ElGrande(games, setup=fresh(2, 5, persons="RB", starter="red"), glyphs=UNICODE)
    async with running(app, "9") as (_, pilot):
        screen = table_screen(app)
        if key in ("u", "U"):
            # With two at a keyboard the one who answered is asked.
            monkeypatch.setattr(screen.turn, "seat", 0)
        if key == "ctrl+y":
            monkeypatch.setattr(screen.turn, "seat", 0)
            await press(pilot, "u")
            monkeypatch.setattr(screen.turn, "seat", 0)
        broken(monkeypatch)
        if key == "hand over":
            screen.take_back.hand_over(1, "random")
            await press(pilot)
        else:
            await press(pilot, key)
        assert isinstance(app.screen, RescueScreen)
        assert "The disk is gone." in screen_text(app)
        await press(pilot, "enter")
        assert app.game is not None
        assert app.game.name.endswith("-2")
        assert isinstance(app.screen, TableScreen)


async def test_a_bot_s_move_that_cannot_be_saved_stops_play_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Games(Paths(tmp_path), lambda table: BotPlay(table, 0))
    app = ElGrande(games, setup=fresh(2, 5, persons="R", starter="red"), glyphs=UNICODE)
    async with running(app) as (_, pilot):
        broken(monkeypatch, after=1)
        await press(pilot, "9")
        await eventually(lambda: isinstance(app.screen, RescueScreen))
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen)
        await eventually(lambda: table_screen(app).turn.answering is not None)


def note_of(app: ElGrande) -> str:
    """What the menu says went wrong."""
    assert isinstance(app.screen, MenuScreen)
    return app.screen._note


def broken(monkeypatch: pytest.MonkeyPatch, after: int = 0) -> None:
    """The next record of any save fails, as on a full disk; what comes after is written."""
    real = SaveFile.append
    left = after

    def append(self: SaveFile, kind: str, fields: Any) -> Any:
        nonlocal left
        left -= 1
        if left >= 0:
            return real(self, kind, fields)
        monkeypatch.setattr(SaveFile, "append", real)
        raise SaveBroken("The disk is gone.")

    monkeypatch.setattr(SaveFile, "append", append)
