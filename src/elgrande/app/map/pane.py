"""The map on the screen: one widget that draws cells and turns cells into places."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.message import Message

from elgrande.app.closing import Taken
from elgrande.app.ink import Ink
from elgrande.app.map.chart import Chart, load
from elgrande.app.map.draw import draw
from elgrande.app.map.scene import Scene
from elgrande.app.motion import FLASH, arrivals, flashing, moves
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType
    from textual.geometry import Size
    from textual.timer import Timer

    from elgrande.app.glyphs import Glyphs

WALK: dict[str, dict[str, str]] = {
    "galicia": {"right": "basque", "down": "old-castile"},
    "basque": {"left": "galicia", "right": "aragon", "down": "old-castile"},
    "aragon": {"left": "old-castile", "right": "catalonia", "up": "basque", "down": "valencia"},
    "catalonia": {"left": "aragon", "up": "aragon", "down": "castillo"},
    "old-castile": {"left": "galicia", "right": "aragon", "up": "basque", "down": "new-castile"},
    "new-castile": {"left": "seville", "right": "valencia", "up": "old-castile", "down": "granada"},
    "seville": {"right": "granada", "up": "new-castile"},
    "granada": {"left": "seville", "right": "valencia", "up": "new-castile"},
    "valencia": {"left": "new-castile", "right": "castillo", "up": "aragon", "down": "granada"},
    "castillo": {"left": "valencia", "up": "catalonia"},
}
"""Where each arrow leads: written by hand, because neighbours are not geometry."""


class MapPane(Painted, can_focus=True):
    """The map of Iberia. It posts what was pointed at and knows no rules."""

    GROUND = Ink("sea", "sea")
    DEFAULT_CSS = """
    MapPane { width: auto; height: auto; }
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left,h", "walk('left')", "west", show=False, id="map.left"),
        Binding("right,l", "walk('right')", "east", show=False, id="map.right"),
        Binding("up,k", "walk('up')", "north", show=False, id="map.up"),
        Binding("down,j", "walk('down')", "south", show=False, id="map.down"),
        Binding("enter", "choose", "choose", show=False, id="map.choose"),
    ]

    @dataclass
    class PlaceChosen(Taken):
        """A person chose a target by key or click; `place` is its id."""

        pane: MapPane
        place: str

        @property
        def control(self) -> MapPane:
            """The map that was used."""
            return self.pane

    @dataclass
    class CursorMoved(Message):
        """A person walked the cursor."""

        pane: MapPane
        place: str

        @property
        def control(self) -> MapPane:
            """The map that was used."""
            return self.pane

    @dataclass
    class Unpointed(Message):
        """A person pressed Enter while the cursor was nowhere."""

        pane: MapPane

        @property
        def control(self) -> MapPane:
            """The map that was used."""
            return self.pane

    def __init__(self, glyphs: Glyphs, size: str = "compact", id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        self._chart: Chart = load(size)
        self._scene = Scene(())
        self._cursor = ""
        self._fresh: frozenset[tuple[str, str]] = frozenset()
        self._calming: Timer | None = None

    @property
    def chart(self) -> Chart:
        """The drawing in use."""
        return self._chart

    @property
    def cursor(self) -> str:
        """The id of the target under the cursor, or an empty string."""
        return self._cursor

    def show(self, scene: Scene) -> None:
        """Draws another scene; what has come since the last one flashes."""
        old, self._scene = self._scene, scene
        fresh = arrivals(old, scene) if moves(self) else frozenset()
        if fresh:
            if self._calming is not None:
                self._calming.stop()
            self._fresh = fresh
            self._calming = self.set_timer(FLASH, self._calm)
        self._redraw()

    def _calm(self) -> None:
        """The flash is over."""
        self._fresh = frozenset()
        self._redraw()

    def use(self, size: str) -> None:
        """Changes to another of the shipped drawings."""
        if size != self._chart.name:
            self._chart = load(size)
            self._redraw()
            self.refresh(layout=True)

    def point(self, place: str) -> None:
        """Puts the cursor on a target, or takes it off with an empty string."""
        if place != self._cursor:
            self._cursor = place
            self._redraw()

    def action_walk(self, way: str) -> None:
        """Moves the cursor one step; the first key only shows it."""
        here = self._cursor
        self.point(WALK[here].get(way, here) if here in WALK else "new-castile")
        self.post_message(self.CursorMoved(self, self._cursor))

    def action_choose(self) -> None:
        """Chooses what is under the cursor."""
        here = self._cursor
        self.post_message(self.PlaceChosen(self, here) if here else self.Unpointed(self))

    def on_click(self, event: events.Click) -> None:
        """A click on a region or the Castillo chooses it."""
        place = self._chart.at(event.x, event.y)
        if place:
            event.stop()
            self.point(place)
            self.post_message(self.PlaceChosen(self, place))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the drawing."""
        return self._chart.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the drawing."""
        return self._chart.height

    def _redraw(self) -> None:
        """Draws again; only rows that differ are painted."""
        scene = replace(flashing(self._scene, self._fresh), cursor=self._cursor)
        self.paint(draw(self._chart, scene, self._glyphs))
