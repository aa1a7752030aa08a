"""The map on the screen: one widget that draws cells and turns cells into places."""

from __future__ import annotations

from dataclasses import dataclass, replace

from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.timer import Timer

from elgrande.app.board.map.draw import draw, pointed_at
from elgrande.app.board.map.scene import Scene
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget, Taken
from elgrande.app.panes.motion import FLASH, arrivals, flashing, moves
from elgrande.app.panes.text_runs import TextStyle
from elgrande.app.settings.bindings import bindings
from elgrande.content.map.chart import Chart, load

START = "new-castile"
"""Where a cursor that was nowhere appears: in the middle of the map."""


class MapPane(LineWidget, can_focus=True):
    """The map of Iberia. It posts what was pointed at and knows no rules."""

    GROUND = TextStyle("sea", "sea")
    DEFAULT_CSS = """
    MapPane { width: auto; height: auto; }
    """

    BINDINGS = bindings("map")

    @dataclass
    class PlaceChosen(Taken):
        """A person chose a target by key or click; ``place`` is its id.

        ``post`` is the place within it whose name was clicked.
        """

        pane: MapPane
        place: str
        post: str = ""

    class CursorMoved(Message):
        """A person walked the cursor."""

    class Unpointed(Message):
        """A person pressed Enter while the cursor was nowhere."""

    def __init__(self, glyphs: Glyphs, size: str = "compact", id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        self.chart: Chart = load(size)
        """The drawing in use."""
        self._scene = Scene(())
        self.cursor = ""
        """The id of the target under the cursor, or nothing; drawn with the next scene."""
        self._fresh: frozenset[tuple[str, str]] = frozenset()
        self._calming: Timer | None = None

    def show(self, scene: Scene) -> None:
        """Draw another scene; what has come since the last one flashes."""
        old, self._scene = self._scene, scene
        self.chart = self.drawing(self.chart.name)
        fresh = arrivals(old, scene) if moves(self) else frozenset()
        if fresh:
            if self._calming is not None:
                self._calming.stop()
            self._fresh = fresh
            self._calming = self.set_timer(FLASH, self._calm)
        self._redraw()

    def _calm(self) -> None:
        self._fresh = frozenset()
        self._redraw()

    def use(self, size: str) -> None:
        """Change to another of the shipped drawings."""
        if size != self.chart.name:
            self.chart = self.drawing(size)
            self._redraw()
            self.refresh(layout=True)

    def drawing(self, size: str) -> Chart:
        """Return the drawing of a size: that of the game shown, else of the base game."""
        return self._scene.charts.get(size) or load(size)

    def point(self, place: str) -> None:
        """Put the cursor on a target, or take it off with an empty string, and draw that now."""
        if place != self.cursor:
            self.cursor = place
            self._redraw()

    def action_walk(self, way: str) -> None:
        """Move the cursor one step; the first key only shows it."""
        self.point(self._next(way))
        self.post_message(self.CursorMoved())

    def _next(self, way: str) -> str:
        """Return where an arrow leads, past whatever the game does not have."""
        walk, here = self.chart.walk, self.cursor
        there = {spot.id for spot in self._scene.spots}
        if here not in walk:
            return START if START in walk else next(iter(walk))
        goal = walk[here].get(way, here)
        while goal not in there and (on := walk[goal].get(way, here)) != goal:
            goal = on
        return goal if goal in there else here

    def action_choose(self) -> None:
        """Choose what is under the cursor."""
        here = self.cursor
        self.post_message(self.PlaceChosen(self, here) if here else self.Unpointed())

    def on_click(self, event: events.Click) -> None:
        here = pointed_at(self.chart, self._drawn, self._glyphs, event.x, event.y)
        if here.target:
            event.stop()
            self.point(here.target)
            self.post_message(self.PlaceChosen(self, here.target, here.place))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the drawing."""
        return self.chart.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the drawing."""
        return self.chart.height

    @property
    def _drawn(self) -> Scene:
        """The scene as it is drawn now."""
        cursor = "" if self._scene.past else self.cursor
        return replace(flashing(self._scene, self._fresh), cursor=cursor)

    def _redraw(self) -> None:
        """Draw again; only rows that differ are painted."""
        self.paint(draw(self.chart, self._drawn, self._glyphs))
