"""How a server's screens look: the lobby, the form, the waiting room, a table with its room.

Each sheet was looked at before it was accepted.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from lobbies import PaperLobby, at_the_table
from phases import PHASES
from pictures import Sheets, sheet, take
from syrupy.assertion import SnapshotAssertion
from tables import press, running

from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.visitor.served_app import ServedApp

SIZES = {"80x24": (80, 24), "120x40": (120, 40)}


def _table() -> PaperLobby:
    return at_the_table(PHASES["card"].sit().chair)


SCREENS: dict[str, tuple[Callable[[], PaperLobby], tuple[str, ...]]] = {
    "lobby": (PaperLobby, ("down",)),
    "form": (PaperLobby, ("c", "down", "down", "down", "right")),
    "waiting": (lambda: PaperLobby(door="thursday"), ("down",)),
    "table": (_table, ()),
    "room": (_table, ("T", "escape", "down")),
    "talk": (_table, ("T", *"hello")),
}


@pytest.fixture(autouse=True)
def utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Times are told by the clock of Greenwich."""
    monkeypatch.setenv("TZ", "UTC")
    if hasattr(time, "tzset"):
        time.tzset()
    yield
    monkeypatch.undo()
    if hasattr(time, "tzset"):
        time.tzset()


async def picture(name: str, size: tuple[int, int], **options: Any) -> Any:
    make, keys = SCREENS[name]
    app = ServedApp(make(), **options)  # type: ignore[arg-type]
    async with running(app, size=size) as (_, pilot):
        await press(pilot, *keys)
        return take(app)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_of_a_server(snapshot: SnapshotAssertion, name: str, size: str) -> None:
    seen = await picture(name, SIZES[size], glyphs=UNICODE)
    assert snapshot.use_extension(Sheets)(name=f"{name}-{size}") == sheet({"elgrande-dark": seen})


@pytest.mark.parametrize("name", SCREENS)
async def test_every_screen_of_a_server_in_ascii_is_ascii(name: str) -> None:
    seen = await picture(name, SIZES["80x24"], glyphs=ASCII)
    assert seen.text.isascii(), [row for row in seen.lines if not row.isascii()]
