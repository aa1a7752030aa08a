"""The map pane: what it posts for keys and clicks, and that it repaints what changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scenes import quiet
from tables import running
from textual.app import App, ComposeResult

from elgrande.app.board.map.pane import MapPane
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.settings import theme


class Board(App[None]):
    """Nothing but a map; remembers what it posts."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        for ours in theme.shipped().values():
            self.register_theme(ours)
        self.theme = theme.DEFAULT

    def compose(self) -> ComposeResult:
        yield MapPane(UNICODE)

    def on_mount(self) -> None:
        self.query_one(MapPane).show(quiet())
        self.query_one(MapPane).focus()

    def on_map_pane_place_chosen(self, message: MapPane.PlaceChosen) -> None:
        assert message.control is self.query_one(MapPane)
        self.seen.append(message.place)


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (["right", "enter"], "new-castile"),
        (["l", "k", "enter"], "old-castile"),
        (["left", "left", "j", "h", "enter"], "seville"),
        (["up", "right", "right", "enter"], "castillo"),
    ],
)
async def test_keys_walk_and_choose(keys: list[str], place: str) -> None:
    async with running(Board(), size=(60, 24)) as (app, pilot):
        await pilot.press(*keys)
        assert app.seen == [place]
        assert app.query_one(MapPane).cursor == place


async def test_enter_without_a_cursor_chooses_nothing() -> None:
    async with running(Board(), size=(60, 24)) as (app, pilot):
        await pilot.press("enter")
        assert app.seen == []


async def test_a_click_on_every_label_chooses_its_place() -> None:
    async with running(Board(), size=(60, 24)) as (app, pilot):
        pane = app.query_one(MapPane)
        for region, slots in pane.chart.labels.items():
            await pilot.click(MapPane, offset=(slots[0].x + 3, slots[0].y))
            assert app.seen[-1] == region
        await pilot.click(MapPane, offset=(pane.chart.castle[0] + 2, pane.chart.castle[1] + 2))
        assert app.seen[-1] == "castillo"
        await pilot.click(MapPane, offset=(1, 19))
        assert len(app.seen) == 10


async def test_only_changed_rows_are_drawn_again() -> None:
    async with running(Board(), size=(60, 24)) as (app, pilot):
        pane = app.query_one(MapPane)
        before = [pane.render_line(y) for y in range(20)]
        spots = [replace(s, lit=s.id == "galicia") for s in quiet().spots]
        pane.show(replace(quiet(), spots=tuple(spots)))
        await pilot.pause()
        after = [pane.render_line(y) for y in range(20)]
        assert "[1]Galicia" in after[0].text
        assert after[0] is not before[0]
        assert after[19] is before[19]


async def test_a_bigger_drawing_and_another_theme() -> None:
    async with running(Board(), size=(120, 36)) as (app, pilot):
        pane = app.query_one(MapPane)
        pane.use("large")
        await pilot.pause()
        assert (pane.size.width, pane.size.height) == (70, 27)
        dark = pane.render_line(0)
        app.theme = "elgrande-light"
        await pilot.pause()
        assert pane.render_line(0).text == dark.text
        assert pane.render_line(0) != dark
