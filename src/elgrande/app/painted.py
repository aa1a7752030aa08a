"""The one kind of widget that panes are: rows of runs on the Line API.

A pane computes rows with a pure function and hands them over; only rows that
differ are painted again. A click on a run that says what it means is posted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip

from elgrande.app.closing import Taken
from elgrande.app.glyphs import UNICODE, folded
from elgrande.app.ink import PLAIN, Ink, Row, cells, seen
from elgrande.app.theme import rich_colour
from elgrande.app.themed import Themed

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.theme import Theme

    from elgrande.app.glyphs import Glyphs

    Source = Callable[[int, int], Sequence[Row]]


class Painted(Themed):
    """A widget that shows rows of (text, ink)."""

    GROUND = PLAIN

    @dataclass
    class Hit(Taken):
        """A run was clicked; `hit` is what it stands for."""

        pane: Painted
        hit: str

        @property
        def control(self) -> Painted:
            """The pane that was clicked."""
            return self.pane

    def __init__(self, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._rows: list[Row] = []
        self._strips: dict[int, Strip] = {}
        self._styles: dict[Ink, Style] = {}
        self._source: Source | None = None

    @property
    def rows(self) -> list[Row]:
        """What is shown now."""
        return self._rows

    def draw_with(self, source: Source) -> None:
        """Shows what a function makes of the width and height, now and after a resize."""
        self._source = source
        if self.size.width and self.size.height:
            self.paint(source(self.size.width, self.size.height))

    def on_resize(self) -> None:
        """Draws again for another size."""
        self.redraw()

    def redraw(self) -> None:
        """Asks for the rows again: something that they depend on has changed."""
        if self._source is not None:
            self.draw_with(self._source)

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Draws with other signs from the next drawing on."""
        self._glyphs = glyphs

    def paint(self, rows: Sequence[Row]) -> None:
        """Shows other rows, and repaints only those that differ."""
        old = self._rows
        self._rows = list(rows)
        if len(rows) != len(old):
            self._strips.clear()
            self.refresh()
            return
        changed = [y for y, row in enumerate(rows) if row != old[y]]
        for y in changed:
            self._strips.pop(y, None)
        if changed:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        """One row of cells, cached until it changes."""
        strip = self._strips.get(y)
        if strip is None or strip.cell_length != self.size.width:
            room = self.size.width
            row = self._rows[y] if y < len(self._rows) else ()
            plain = not getattr(self.app, "glyphs", UNICODE).half
            strip = Strip(
                [
                    Segment(
                        folded(seen(run.text)) if plain else seen(run.text), self.style_of(run.ink)
                    )
                    for run in row
                ]
            )
            strip = strip.adjust_cell_length(room, self.style_of(self.GROUND))
            self._strips[y] = strip
        return strip

    def on_click(self, event: events.Click) -> None:
        """Posts what the run under the pointer stands for."""
        if event.y < len(self._rows):
            at = 0
            for run in self._rows[event.y]:
                at += cells(run.text)
                if event.x < at:
                    if run.hit:
                        event.stop()
                        self.post_message(self.Hit(self, run.hit))
                    return

    def style_of(self, ink: Ink) -> Style:
        """The Rich style of an ink in the current theme."""
        style = self._styles.get(ink)
        if style is None:
            colours = self.app.theme_variables
            style = Style(
                color=rich_colour(colour_of(colours, ink.fg)),
                bgcolor=rich_colour(colour_of(colours, ink.bg)),
                bold=ink.bold,
            )
            self._styles[ink] = style
        return style

    def restyle(self, theme: Theme) -> None:
        """Forgets every colour, and draws anew."""
        self._styles.clear()
        self._strips.clear()
        super().restyle(theme)


def colour_of(colours: dict[str, str], name: str) -> str:
    """The colour of a palette name; an unknown player is drawn as neutral."""
    if name.startswith("player-"):
        return colours.get(name) or colours["player-neutral"]
    return colours.get(f"map-{name}") or colours[name]
