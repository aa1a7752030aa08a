"""The palette: our own entries only, those that hold on the screen below it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from phases import app_in, midgame
from tables import press, running, screen_text, sit
from textual.command import CommandList, CommandPalette

from elgrande.app.dialogs.score_dialogs import ForecastScreen
from elgrande.app.keys import ACTIONS, BY_ID, MOVE
from elgrande.app.palette import EntriesProvider
from elgrande.app.screens.table_screen import TableScreen

EVERYWHERE = ["game: report a problem", "game: quit", "look: choose a theme"]


def entries(app: Any) -> dict[str, str]:
    """The entries for the screen that is open, with their keys."""
    return {entry.text: entry.key for entry in EntriesProvider(app.screen)._entries()}


async def test_the_menu_offers_what_holds_everywhere(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        assert list(entries(app)) == EVERYWHERE
        await press(pilot, "ctrl+p")
        await app.workers.wait_for_complete()
        # The list below the palette's line is all there is: nothing of Textual's own.
        text = screen_text(app)
        assert isinstance(app.screen, CommandPalette)
        assert "look: choose a theme" in text
        assert "Screenshot" not in text
        assert "Maximize" not in text


async def test_the_table_offers_answers_actions_and_seats() -> None:
    async with running(sit(midgame("3-05"), persons="R", bots=True).app()) as (app, pilot):
        app.preferences.apply(app.preferences.settings.with_key("table.forecast", "f9"))
        found = entries(app)
        groups = [text.partition(":")[0] for text in found]
        assert list(dict.fromkeys(groups)) == ["answer", "game", "look", "seat"]
        wanted = {
            f"{a.group}: {a.text}" for a in ACTIONS
            if a.place in {"table", "app"} and a.does and a.group != MOVE
        }  # fmt: skip
        assert wanted <= set(found)
        assert found["look: forecast"] == "f9"
        await press(pilot, "ctrl+p", *"forecast")
        await app.workers.wait_for_complete()
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, ForecastScreen)
        held = entries(app)
        assert not any(f"game: {BY_ID['table.undo'].text}" == text for text in held), "below it"
        await press(pilot, "escape", "ctrl+p", *"undo the turn")
        await app.workers.wait_for_complete()
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, TableScreen)


async def test_a_palette_that_has_been_closed_searches_no_more(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await press(pilot, "ctrl+p")
        await app.workers.wait_for_complete()
        palette = app.screen
        await palette.query_one(CommandList).remove()
        await palette._gather_commands("quit").wait()
