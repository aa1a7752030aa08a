"""The board that table, replay and lesson share, and what a screen composes it with."""

from __future__ import annotations

import inspect

import pytest
from tables import OneGame, press, running, screen_text, sit
from textual.app import App, ComposeResult

from drawing import table
from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.board.view import BoardView
from elgrande.app.palette import EntriesProvider
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.log import LogPane, notice
from elgrande.app.screens.lesson_screen import LessonScreen
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.app.settings import theme as themes
from elgrande.content.lesson import LessonRun, lesson
from elgrande.content.setup import Setup
from elgrande.rules import Position

SIZES = {(80, 24): ("small", "compact"), (120, 36): ("big", "large"), (160, 48): ("big", "huge")}


class Alone(App[None]):
    """A board with nothing around it: no chair, no seat, no question."""

    def __init__(self) -> None:
        super().__init__()
        for theme in themes.shipped(themes.FULL).values():
            self.register_theme(theme)
        self.theme = themes.DEFAULT
        setup = Setup.of(3, seed=1)
        self.position: Position = setup.start()
        self.board = BoardView(Guide(setup, setup.ruleset(), UNICODE))

    def compose(self) -> ComposeResult:
        yield self.board

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return themes.fallback(True, themes.FULL)


@pytest.mark.parametrize("size", SIZES)
async def test_a_board_needs_no_table(size: tuple[int, int]) -> None:
    async with running(Alone(), size=size) as (app, pilot):
        app.board.show(app.position, [notice("Told to nobody.")])
        await pilot.pause()
        kind, chart = SIZES[size]
        assert app.board.has_class(kind)
        assert app.board.map.chart.name == chart
        shown = screen_text(app)  # type: ignore[arg-type]
        assert "Round" in shown
        assert "Galicia" in shown
        assert ("Told to nobody." in shown) == (kind == "big")
        app.board.turn_to("log")
        await pilot.pause()
        assert "Told to nobody." in screen_text(app)  # type: ignore[arg-type]
        assert ("[Log]" in screen_text(app)) == (kind == "small")  # type: ignore[arg-type]


async def test_another_size_brings_the_tab_back() -> None:
    async with running(Alone()) as (app, pilot):
        app.board.show(app.position, [])
        await pilot.click("#tabs", offset=(23, 0))
        await pilot.resize_terminal(160, 48)
        await pilot.pause()
        assert app.board.stops == ("map", "cards", "courts", "log")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "[Log]" in screen_text(app)  # type: ignore[arg-type]
        assert app.board.query_one(LogPane).display
        assert app.board.stops == ("map", "cards", "courts", "scores", "log")


def test_screens_are_made_of_a_board_and_not_of_each_other() -> None:
    for kind in (LessonScreen, ReplayScreen):
        assert not issubclass(kind, TableScreen)
        assert kind.CSS == "", "the layout is the board's"


def test_the_table_is_short() -> None:
    ours = [kind for kind in TableScreen.__mro__ if kind.__module__.startswith("elgrande.")]
    assert len(ours) > 1
    assert sum(len(inspect.getsource(kind).splitlines()) for kind in ours) < 400


async def test_a_lesson_draws_its_lines_in_ascii_too() -> None:
    app = ElGrande(OneGame(sit(table("aragon: R2 B1"))), glyphs=ASCII)
    async with running(app, size=(120, 36)) as (_, pilot):
        app.push_screen(LessonScreen(LessonRun(lesson("taboo")), ASCII))
        await press(pilot)
        headings = [pane.rows[0][1].text for pane in app.screen.query(LineWidget) if pane.heading]
        assert headings == ["Log", "Page", "Cards", "Players"]
        assert screen_text(app).isascii()


async def test_the_palette_has_a_lessons_answers_and_no_seats() -> None:
    """Nobody changes seats in a lesson, so it is not offered."""
    app = ElGrande(OneGame(sit(table("aragon: R2 B1"))), glyphs=UNICODE)
    async with running(app) as (_, pilot):
        screen = LessonScreen(LessonRun(lesson("taboo")), UNICODE)
        app.push_screen(screen)
        await press(pilot)
        while not screen.run_of.asks:
            await press(pilot, "enter")
        asked = screen.turn.answering
        assert asked is not None
        entries = [entry.text for entry in EntriesProvider(screen)._entries()]
        offered = [text for text in entries if text.startswith("answer: ")]
        assert offered == [f"answer: {asked.says(c)}" for c in asked.offered]
        assert not any(text.startswith("seat: ") for text in entries)
        assert "look: show me" in entries
