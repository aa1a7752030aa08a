"""The terminal's own cursor stands where the keyboard is, for braille lines and magnifiers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from phases import PHASES
from tables import press, running, screen_text, seen, sit, table_screen
from textual.geometry import Offset
from textual.pilot import Pilot

from drawing import table
from elgrande.app.app import ElGrande
from elgrande.app.board.map.pane import MapPane
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.prompt import PromptPane
from elgrande.app.panes.text_runs import CHOSEN, PLAIN, Run
from elgrande.app.terminal.app_screen import beginning, marked
from elgrande.saves import Paths

SIZES = ((80, 24), (120, 36), (160, 48))
KEYS = "1234567890"


def at(app: ElGrande) -> str:
    """The line that the terminal's cursor stands on, from the cursor on."""
    x, y = app.cursor_position
    return screen_text(app).split("\n")[y][x:]


def under(pilot: Pilot[Any]) -> str:
    """The place on the map that the terminal's cursor stands on."""
    pane = table_screen(pilot.app).query_one(MapPane)  # type: ignore[arg-type]
    x, y = pilot.app.cursor_position - pane.content_region.offset
    return pane.chart.at(x, y)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
async def test_it_follows_the_focus_of_the_map(size: tuple[int, int]) -> None:
    app = sit(table("aragon: R2 B1 Y1 | seville: G2", court="R7", card="1-07")).app()
    async with running(app, size=size) as (_, pilot):
        pane = table_screen(app).query_one(MapPane)
        assert app.screen.focused is pane
        seen = set()
        for key in ("right", "up", "left", "right", "right", "right", "down", "left", "down",
                    "left", "left", "up"):  # fmt: skip
            await press(pilot, key)
            assert pane.cursor
            assert under(pilot) == pane.cursor
            assert at(app)[0] in KEYS, "on the key of the place"
            seen.add(pane.cursor)
        assert "castillo" in seen
        assert len(seen) > 7


async def test_without_a_region_it_stands_on_the_prompt() -> None:
    app = sit(table("aragon: R2", court="R7", card="1-07")).app()
    async with running(app, size=SIZES[0]) as (_, pilot):
        prompt = table_screen(app).query_one(PromptPane)
        assert app.cursor_position in prompt.region
        assert at(app).startswith("Ana: place 1 caballero")
        await press(pilot, "right")
        assert app.cursor_position not in prompt.region
        await press(pilot, "escape")
        assert at(app).startswith("Ana: place 1 caballero")


async def test_what_enter_does_on_the_map_is_not_said_as_if_it_were_done() -> None:
    async with running(PHASES["disk"].sit().app(), size=SIZES[0]) as (app, pilot):
        assert "The keys are on the map." in screen_text(app)
        assert " Enter: set the disk to" in await seen(pilot, "right")
        assert "On the map, Enter: set the disk to" in await seen(pilot, "tab")


async def test_it_follows_the_chips_of_the_prompt_and_the_cards() -> None:
    async with running(sit(table(turn="", court="R7")).app(), size=SIZES[0]) as (app, pilot):
        await press(pilot, "right", "right")
        assert app.cursor_position in table_screen(app).query_one(PromptPane).region
        assert at(app)[0] == "2"
    async with running(sit(table(card="", court="R7")).app(), size=SIZES[0]) as (app, pilot):
        first = at(app)
        assert first.startswith("1")
        await press(pilot, "down")
        assert at(app).startswith("2")


async def test_a_dialog_has_it_and_gives_it_back() -> None:
    app = sit(table("aragon: R2", court="R7", card="1-07")).app()
    async with running(app, "right", size=SIZES[0]) as (_, pilot):
        before = app.cursor_position
        await press(pilot, "question_mark")
        assert at(app).startswith("New Castile"), "what the help is about"
        await press(pilot, "escape")
        assert app.cursor_position == before
        await press(pilot, "colon", *"place")
        x, y = app.cursor_position
        assert screen_text(app).split("\n")[y][:x].rstrip().endswith("place"), "behind the typing"


async def test_the_menu_has_it_on_the_chosen_line(tmp_path: Path) -> None:
    app = ElGrande(Paths(tmp_path), glyphs=UNICODE, bots=("steward",), seed=1)
    async with running(app, size=SIZES[0]) as (_, pilot):
        first = at(app)
        await press(pilot, "down")
        assert at(app) != first
        assert app.cursor_position != Offset(0, 0)


def test_the_cell_is_found_in_the_rows() -> None:
    rows = [
        (Run("-- ", PLAIN), Run("two", PLAIN)),
        (Run("é▸", PLAIN), Run("[", CHOSEN), Run("a]", CHOSEN)),
    ]
    assert marked(rows) == Offset(3, 1)
    assert marked(rows[:1]) is None
    assert beginning(rows) == Offset(3, 0)
    assert marked([(Run("  ", PLAIN), Run("  ", CHOSEN))]) == Offset(2, 0), "nothing to read there"
    assert beginning([]) == Offset(0, 0)
