"""Two keys at once: the second comes before the screen is done with the first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from phases import PHASES, app_in, go
from tables import press, running, settle, table_screen
from test_closed_screens import BEFORE, OVER, menu
from test_settings_screen import at_a_final_answer
from textual import events

from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.panes.log import LogPane
from elgrande.app.panes.prompt import PromptPane
from elgrande.app.terminal.app_screen import BaseScreen

KEYS = [
    "enter", "escape", "q", "ctrl+q", *(pytest.param(k, marks=pytest.mark.whole) for k in "nyd"),
]  # fmt: skip


async def twice(pilot: Any, key: str) -> None:
    """Send a key two times before anybody has looked at the first."""
    for _ in range(2):
        letter = key if len(key) == 1 else "\r" if key == "enter" else None
        pilot.app.post_message(events.Key(key, letter))
    await settle(pilot)


@pytest.mark.long
@pytest.mark.parametrize("key", KEYS)
async def test_a_key_that_comes_twice_takes_no_other_screen_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    app = app_in(tmp_path)
    left = []
    monkeypatch.setattr(app, "exit", lambda *given, **named: left.append(given))
    async with app.run_test(size=(80, 24)) as pilot:
        for keys in ((), *BEFORE.values()):
            await menu(pilot)
            await press(pilot, *keys)
            await twice(pilot, key)
            assert left or not isinstance(app.screen, BaseScreen), keys
            left.clear()
        if key != "ctrl+q":
            for name, phase in OVER.items():
                await go(pilot, phase)
                await twice(pilot, key)
                # Both keys may leave a game that is over: its end, and then its table.
                ended = name == "over" and key == "q"
                assert left or ended or not isinstance(app.screen, BaseScreen), name


async def test_a_line_that_is_entered_twice_leaves_the_table(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await go(pilot, PHASES["turn"])
        table = app.screen
        await press(pilot, "colon", *"save")
        await twice(pilot, "enter")
        assert table in app.screen_stack


OPEN = {"bindings": ("s", "up"), "press": ("s", "up", "enter"), "lesson": ("p",), "play": ("l",)}


@pytest.mark.parametrize("name", OPEN)
async def test_what_is_chosen_twice_opens_once(tmp_path: Path, name: str) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await menu(pilot)
        await press(pilot, *OPEN[name])
        await twice(pilot, "enter")
        kinds = [type(screen) for screen in app.screen_stack]
        assert len(kinds) == len(set(kinds)), kinds


async def test_a_double_click_opens_once(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await go(pilot, PHASES["turn"])
        table: Any = app.screen
        for pane, hit in (
            (PromptPane, "key table.answers"),
            (PromptPane, "key table.explain"),
            (LogPane, "entry 1"),
        ):
            for _ in range(2):
                what = table.query_one(pane)
                what.post_message(pane.Hit(what, hit))
            await settle(pilot)
            assert len(app.screen_stack) == app.screen_stack.index(table) + 2, (pane, hit)
            await press(pilot, "escape")


async def test_an_answer_chosen_twice_is_asked_about_once() -> None:
    """The second choice comes from below the question, where the board takes no more."""
    async with running(at_a_final_answer().app()) as (app, pilot):
        table = table_screen(app)
        table.play.confirms = True
        await press(pilot, "3", "d")
        assert table.turn.answering is not None
        done = [choice.verb for choice in table.turn.answering.offer.choices].index("end")
        prompt = table.query_one(PromptPane)
        for _ in range(2):
            prompt.post_message(prompt.Hit(prompt, f"choice {done}"))
        await settle(pilot)
        assert [type(screen) for screen in app.screen_stack[-2:]] == [type(table), AskScreen]
