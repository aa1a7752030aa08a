"""Visitors of a whole host, with the app before them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.pilot import Pilot

from elgrande.lobby import LobbyClient
from elgrande.visitor.lobby_list import LobbyList
from elgrande.visitor.lobby_screen import LobbyScreen
from elgrande.visitor.served_app import ServedApp
from elgrande.visitor.served_table import ServedTable
from patience import eventually


@asynccontextmanager
async def visiting(
    client: LobbyClient, game: str = "", at: type = ServedTable
) -> AsyncIterator[tuple[ServedApp, Pilot[Any]]]:
    """The app of somebody in the lobby, or where a game is opened, and who presses its keys."""
    app = ServedApp(client)
    async with app.run_test(size=(80, 24)) as pilot:
        await shows(app, LobbyScreen, pilot)
        if game:
            await open_game(app, game, pilot)
            await shows(app, at, pilot)
        yield app, pilot


async def shows(app: ServedApp, kind: type, pilot: Pilot[Any]) -> None:
    """Wait until a screen is there and has been painted."""
    await eventually(lambda: isinstance(app.screen, kind), kind.__name__)
    await pilot.pause()


async def reads(app: ServedApp, what: str) -> None:
    """Wait until something stands on the screen."""
    await eventually(lambda: what in text(app), f"{what} in\n{text(app)}")


def text(app: ServedApp) -> str:
    """What stands on the screen."""
    width = app.size.width
    rows = app.screen._compositor.render_strips()
    return "\n".join(row.text[:width] for row in rows)


async def open_game(app: ServedApp, name: str, pilot: Pilot[Any]) -> None:
    """Press the digit of a game in the lobby."""

    def listed() -> list[str]:
        return [game.name for game in app.screen.query_one(LobbyList).games]

    await eventually(lambda: name in listed(), name)
    await pilot.press(str(listed().index(name) + 1))
