"""The lobby on the screen, over a whole host: make, join, play, come back, and a host that goes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from houses import House, wish

from elgrande.app.saved_games.served import LOST
from elgrande.app.screens.lobby import LobbyScreen
from elgrande.app.screens.make_game import MakeGameScreen, wishes
from elgrande.app.screens.table import TableScreen
from elgrande.app.served import ServedApp
from patience import eventually

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from textual.pilot import Pilot


@pytest.fixture
def house(folder: Path) -> Iterator[House]:
    made = House(folder)
    yield made
    made.close()


async def shows(app: ServedApp, kind: type, pilot: Pilot[Any]) -> None:
    await eventually(lambda: isinstance(app.screen, kind), kind.__name__)
    await pilot.pause()


def text(app: ServedApp) -> str:
    """What stands on the screen."""
    width = app.size.width
    rows = app.screen._compositor.render_strips()
    return "\n".join(row.text[:width] for row in rows)


async def test_make_a_game_play_and_come_back(house: House) -> None:
    app = ServedApp(house.come("ana"))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(app, LobbyScreen, pilot)
        assert "There are no games yet" in text(app)
        await pilot.press("n")
        await shows(app, MakeGameScreen, pilot)
        bots = next(i for i, (said, _) in enumerate(wishes()) if "2 players: you and a bot" in said)
        await pilot.press(*["down"] * bots, "enter")
        await shows(app, TableScreen, pilot)
        assert app.game.adviser is not None, "the host's bots advise"
        await pilot.press("q")
        await pilot.press("y")
        await shows(app, LobbyScreen, pilot)
        await eventually(lambda: "red: you, blue: steward" in text(app), text(app))
        assert app.navigation.report().startswith("There is no folder")
    assert app.return_code in (None, 0)


async def test_others_join_and_the_lobby_hears_of_it(house: House) -> None:
    ana, bea = house.come("ana"), house.come("bea")
    room = ana.make(wish("me", "anybody"))
    app = ServedApp(bea)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(app, LobbyScreen, pilot)
        assert "1 free" in text(app)
        ana.make(wish("me", "anybody", listed=False))
        ana.make(wish("me", "anybody", "random"))
        await eventually(lambda: text(app).count("1 free") == 2, "news of the listed one")
        # The cursor stands on a game, wherever that is now.
        while room.game.name + " " not in text(app).partition(app.glyphs.hand)[2].split("\n")[0]:
            await pilot.press("down")
        await pilot.press("enter")
        await shows(app, TableScreen, pilot)
        assert app.game.name == room.game.name


@pytest.mark.long
async def test_the_door_leads_straight_to_the_table(house: House) -> None:
    room = house.come("ana").make(wish("me", "anybody", listed=False))
    app = ServedApp(house.come("bea", door=f"join-{room.word}"))
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(app, TableScreen, pilot)
    nobody = ServedApp(house.come("eve", door="nowhere"))
    async with nobody.run_test(size=(80, 24)) as pilot:
        await shows(nobody, LobbyScreen, pilot)
        assert "There is no game of that name" in text(nobody), text(nobody)


@pytest.mark.parametrize("door", ["", pytest.param("game", marks=pytest.mark.long)])
async def test_a_host_that_goes_ends_the_session_so_that_another_can_begin(
    house: House, door: str
) -> None:
    client = house.come("ana")
    if door:
        client.door = client.make(wish("me", "random")).game.name
    app = ServedApp(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(app, TableScreen if door else LobbyScreen, pilot)
        house.stop()
        await eventually(lambda: app.return_code == LOST)
