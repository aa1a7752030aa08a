"""Every screen that no other test has a picture of in the smallest window.

Each sheet was looked at before it was accepted. The lists, the rules, the lessons,
the settings, replay, forecast and the end have theirs beside their own tests.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from phases import PHASES, SIZES, Phase, app_in, clear, go, midgame
from pictures import Picture, Sheets, sheet, take
from syrupy.assertion import SnapshotAssertion
from tables import NAMES, people, press, settle, sit
from textual.pilot import Pilot
from textual.screen import Screen

from elgrande.app.app import ElGrande
from elgrande.app.dialogs.line_input import NameScreen, RescueScreen
from elgrande.app.dialogs.play_on import PlayOnScreen
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.log import LogLine
from elgrande.app.screens.replay_screen import FindScreen


def table(*keys: str, card: str = "3-05") -> Phase:
    """What keys open over the table."""
    return Phase(lambda: sit(midgame(card)), keys)


def _find(app: ElGrande) -> Screen[Any]:
    entries = [LogLine(f"{name} places a caballero.", colour) for colour, name in NAMES.items()]
    return FindScreen(entries, app.glyphs, 2)


SCORED = ("3", "5", "d", "s", "a", "tab", "tab")
"""Special scoring by card, and then to the log."""
OVER_THE_TABLE: dict[str, Phase] = {
    "log": table(*SCORED),
    "then": table(*SCORED, "enter"),
    "courts": table("tab", "tab"),
    "scores": table(*["tab"] * 5),
    "scored": table("3", "5", "d", "s", "a", "shift+tab", "shift+tab"),
    "refused": table("4"),
    "whose": table("s", "8", card="1-07"),
    "explain-region": table("right", "down", "question_mark"),
    "explain-card": table("tab", "down", "question_mark"),
    "explain-keys": table("question_mark"),
    "answers": table("m"),
    "command": table("colon"),
    "palette": table("ctrl+p", *"place"),
    "leave": table("q"),
    "veiled": Phase(
        lambda: sit(midgame("3-05", castillo="veiled"), castillo="veiled"), ("tab", "tab")
    ),
    "curtain": Phase(lambda: sit(PHASES["disk"].sit().table.state)),
}
BEFORE_A_GAME: dict[str, tuple[str, ...]] = {
    "menu": (),
    "new": ("n", "down"),
    "new-2023": ("n", *["down"] * 5, "right", "down", "right"),
    "no-saves": ("l",),
    "no-record": ("m",),
    "signs": ("question_mark",),
}
ALONE: dict[str, Callable[[ElGrande], Screen[Any]]] = {
    "find": _find,
    "name": lambda _app: NameScreen("A name for this player", "Bruno"),
    "play-on": lambda app: PlayOnScreen(people(list(NAMES), "RG"), ("steward",), app.glyphs,
                                        "round 5, before Ana's answer"),
    "rescue": lambda _app: RescueScreen("The save cannot be written: the disk is full.", "eve-2"),
}  # fmt: skip


async def walk(pilot: Pilot[Any]) -> dict[str, Picture]:
    """A picture of every screen."""
    app: Any = pilot.app
    seen: dict[str, Picture] = {}
    for name, keys in BEFORE_A_GAME.items():
        await settle(pilot)
        await clear(pilot)
        app.open_menu()
        await press(pilot, *keys)
        seen[name] = take(app)
    for name, phase in OVER_THE_TABLE.items():
        await go(pilot, phase)
        seen[name] = take(app)
    for name, make in ALONE.items():
        await go(pilot, PHASES["turn"])
        app.push_screen(make(app))
        await settle(pilot)
        seen[name] = take(app)
    return seen


async def test_every_screen(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    async with app_in(tmp_path, UNICODE).run_test(size=SIZES["80x24"]) as pilot:
        seen = await walk(pilot)
    kept = snapshot.use_extension(Sheets)
    assert [
        name
        for name, picture in seen.items()
        if kept(name=name) != sheet({"elgrande-dark": picture})
    ] == []


@pytest.mark.long
async def test_every_screen_in_ascii_is_ascii(tmp_path: Path) -> None:
    async with app_in(tmp_path, ASCII).run_test(size=SIZES["80x24"]) as pilot:
        seen = await walk(pilot)
    # Textual's own palette draws its magnifying glass whatever we say.
    assert [name for name, p in seen.items() if not p.text.isascii() and name != "palette"] == []


async def test_a_window_too_small_says_what_it_needs_and_recovers(tmp_path: Path) -> None:
    """Below 80x24, whichever side is short, on the table and on a dialog over it."""
    async with app_in(tmp_path).run_test(size=SIZES["80x24"]) as pilot:
        for phase in (PHASES["placing"], OVER_THE_TABLE["answers"]):
            await go(pilot, phase)
            before = take(pilot.app).text
            for size in ((79, 24), (80, 23), (60, 20), (20, 5)):
                await pilot.resize_terminal(*size)
                await settle(pilot)
                said = " ".join(take(pilot.app).text.split())
                assert said.startswith("El Grande needs a window of at least 80x24."), size
                assert f"This one is {size[0]}x{size[1]}." in said, size
                # What it would do could not be seen.
                await press(pilot, "1", "down", "enter", "escape", "question_mark", "ctrl+b")
                await pilot.resize_terminal(80, 24)
                await settle(pilot)
                assert take(pilot.app).text == before, size
