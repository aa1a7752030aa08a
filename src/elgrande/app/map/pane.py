"""The map on the screen: one widget that draws cells and turns cells into places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rich.segment import Segment
from rich.style import Style
from textual.binding import Binding
from textual.geometry import Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from elgrande.app.map.chart import Chart, load
from elgrande.app.map.draw import Ink, Row, draw
from elgrande.app.map.scene import Scene

if TYPE_CHECKING:
    from textual import events
    from textual.binding import BindingType

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


class MapPane(Widget, can_focus=True):
    """The map of Iberia. It posts what was pointed at and knows no rules."""

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
    class PlaceChosen(Message):
        """A person chose a target by key or click; `place` is its id."""

        pane: MapPane
        place: str

        @property
        def control(self) -> MapPane:
            """The map that was used."""
            return self.pane

    @dataclass
    class CursorMoved(Message):
        """The cursor came to another target."""

        pane: MapPane
        place: str

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
        self._rows: list[Row] = []
        self._strips: dict[int, Strip] = {}
        self._styles: dict[Ink, Style] = {}

    @property
    def chart(self) -> Chart:
        """The drawing in use."""
        return self._chart

    @property
    def cursor(self) -> str:
        """The id of the target under the cursor, or an empty string."""
        return self._cursor

    def on_mount(self) -> None:
        """Redraws when the theme changes."""
        self.app.theme_changed_signal.subscribe(self, lambda _theme: self._restyle())

    def show(self, scene: Scene) -> None:
        """Draws another scene."""
        self._scene = scene
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
            self.post_message(self.CursorMoved(self, place))

    def action_walk(self, way: str) -> None:
        """Moves the cursor one step; the first key only shows it."""
        here = self._cursor
        self.point(WALK[here].get(way, here) if here in WALK else "new-castile")

    def action_choose(self) -> None:
        """Chooses what is under the cursor."""
        if self._cursor:
            self.post_message(self.PlaceChosen(self, self._cursor))

    def on_click(self, event: events.Click) -> None:
        """A click on a region or the Castillo chooses it."""
        place = self._chart.at(event.x, event.y)
        if place:
            self.point(place)
            self.post_message(self.PlaceChosen(self, place))

    def get_content_width(self, container: Size, viewport: Size) -> int:
        """As wide as the drawing."""
        return self._chart.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As high as the drawing."""
        return self._chart.height

    def render_line(self, y: int) -> Strip:
        """One row of cells, cached until something changes."""
        strip = self._strips.get(y)
        if strip is None:
            if y < len(self._rows):
                strip = Strip([Segment(run.text, self._style(run.ink)) for run in self._rows[y]])
            else:
                strip = Strip.blank(self.size.width, self._style(Ink("sea", "sea")))
            self._strips[y] = strip
        return strip

    def _redraw(self) -> None:
        """Draws again and repaints only the rows that differ."""
        scene = Scene(self._scene.spots, self._scene.aside, self._scene.king_at, self._cursor)
        rows = draw(self._chart, scene, self._glyphs)
        if len(rows) != len(self._rows):
            self._strips.clear()
            self._rows = rows
            self.refresh()
            return
        changed = [y for y, row in enumerate(rows) if row != self._rows[y]]
        self._rows = rows
        for y in changed:
            self._strips.pop(y, None)
        if changed:
            self.refresh(*(self._line_region(y) for y in changed))

    def _line_region(self, y: int) -> Region:
        return Region(0, y, self.size.width, 1)

    def _restyle(self) -> None:
        """Forgets every colour."""
        self._styles.clear()
        self._strips.clear()
        self.refresh()

    def _style(self, ink: Ink) -> Style:
        """The Rich style of an ink in the current theme."""
        style = self._styles.get(ink)
        if style is None:
            colours = self.app.theme_variables
            style = Style(
                color=_colour(colours, ink.fg), bgcolor=_colour(colours, ink.bg), bold=ink.bold
            )
            self._styles[ink] = style
        return style


def _colour(colours: dict[str, str], name: str) -> str:
    """The colour of a palette name; an unknown player is drawn as neutral."""
    if name.startswith("player-"):
        return colours.get(name) or colours["player-neutral"]
    return colours[f"map-{name}"]
