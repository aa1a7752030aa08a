"""The game of the day in the app: from the menu to the lines for others."""

from __future__ import annotations

import random
from datetime import date
from pathlib import Path

from tables import Inline, press, running, screen_text, seen

from elgrande.app.app import ElGrande
from elgrande.app.dialogs.day_result import DayResultScreen
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.saved_games.user_files import FilledForm
from elgrande.app.screens.final_screen import FinalScreen
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.saves import Paths, Store
from elgrande.table.day_result import result_of
from elgrande.table.saved_game import of_the_day

DAY = date(2026, 11, 23)


async def test_from_the_menu_one_sits_down_by_the_name_that_one_has(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    paths.state.mkdir(parents=True, exist_ok=True)
    players = [{"colour": "red", "name": "Ana", "source": "person"}]
    FilledForm(paths.state).keep({"players": players})
    async with running(ElGrande(Games(paths, Inline))) as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, "t")
        assert isinstance(app.screen, TableScreen)
        setup = app.screen.chair.setup
        assert setup.day
        assert "Ana" in [player.name for player in setup.players]
        assert "t send" not in await seen(pilot)
    assert [save.name for save in Store(paths).summaries()] == [f"day-{setup.day}"]


async def test_after_its_end_it_is_told_to_others(tmp_path: Path) -> None:
    store, rng = Store(Paths(tmp_path)), random.Random(1)
    table = of_the_day(store, DAY, "Ana")
    while not table.over:
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(rng.choice(table.state.legal(seat)))])
    table.close()
    lines = result_of(store, str(DAY))
    app = ElGrande(Games(Paths(tmp_path), Inline), save=f"day-{DAY}")
    async with running(app) as (app, pilot):
        assert isinstance(app.screen, FinalScreen)
        assert "[t] send" in screen_text(app)
        await press(pilot, "t")
        assert isinstance(app.screen, DayResultScreen)
        shown = " ".join(screen_text(app).replace("│", " ").split())
        assert all(line in shown for line in lines)
        assert app.clipboard == "\n".join(lines)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)
