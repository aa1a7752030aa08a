"""Visitors of a whole host, with the app before them."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

from elgrande.app.panes.lobby_list import LobbyList
from elgrande.app.served_app import ServedApp
from patience import eventually


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
