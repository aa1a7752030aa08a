"""The one kind of widget that panes are: rows of runs on the Line API.

A pane computes rows with a pure function and hands them over; only rows that
differ are painted again. A click on a run that says what it means is posted.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.events import DescendantBlur, DescendantFocus
from textual.geometry import Region
from textual.strip import Strip

from elgrande.app.panes.glyphs import UNICODE, Glyphs, folded
from elgrande.app.panes.headings import heading
from elgrande.app.panes.taken import Taken
from elgrande.app.panes.text_runs import Row, cells, seen
from elgrande.app.panes.text_styles import PLAIN, TextStyle
from elgrande.app.panes.themed import Themed
from elgrande.app.settings.theme import rich_colour

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.theme import Theme

    Source = Callable[[int, int], Sequence[Row]]


class LineWidget(Themed):
    """A widget that shows rows of runs, which ``source`` makes for a width and a height."""

    GROUND = PLAIN
    heading = ""
    """What stands over the rows; empty where the pane has no heading."""

    DEFAULT_CSS = "LineWidget { height: 1fr; width: 1fr; }"

    @dataclass
    class Hit(Taken):
        """A run was clicked; ``hit`` is what it stands for."""

        hit: str

    def __init__(self, source: Source | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._rows: list[Row] = []
        self._strips: dict[int, Strip] = {}
        self._styles: dict[TextStyle, Style] = {}
        self._source = source

    @property
    def rows(self) -> list[Row]:
        """What is shown now."""
        return self._rows

    def draw_with(self, source: Source) -> None:
        """Show what a function makes of the width and height, now and after a resize."""
        self._source = source
        if self.size.width and self.size.height:
            self.paint([*self._heading(), *source(self.size.width, self.room)])

    @property
    def room(self) -> int:
        """How many rows there are below the heading."""
        return self.size.height - bool(self.heading)

    def entitle(self, name: str) -> None:
        """Put another heading over the rows, or none."""
        if name != self.heading:
            self.heading = name
            self.redraw()

    def _heading(self) -> list[Row]:
        """Return the heading, which says whether the pane has the keyboard."""
        if not self.heading:
            return []
        glyphs = getattr(self.app, "glyphs", UNICODE)
        return [heading(self.heading, self.size.width, glyphs, self.has_focus)]

    def watch_has_focus(self, has_focus: bool) -> None:
        """Paint the heading alone."""
        super().watch_has_focus(has_focus)
        if self.heading and self._rows:
            self.paint([*self._heading(), *self._rows[1:]])

    def _on_focus(self, event: events.Focus) -> None:
        """Take the keyboard; only rows that say so are painted.

        One row is painted in any case, as the terminal's cursor moves with a painting alone.
        """
        event.prevent_default()
        self.has_focus = True
        self.refresh(Region(0, 0, self.size.width, 1))
        if self.parent is not None:
            self.parent.post_message(DescendantFocus(self))

    def _on_blur(self, event: events.Blur) -> None:
        """Leave the keyboard to another pane."""
        event.prevent_default()
        self.has_focus = False
        self.refresh(Region(0, 0, self.size.width, 1))
        if self.parent is not None:
            self.parent.post_message(DescendantBlur(self))

    def on_resize(self) -> None:
        self.redraw()

    def redraw(self) -> None:
        """Ask for the rows again: something that they depend on has changed."""
        if self._source is not None:
            self.draw_with(self._source)

    def use_glyphs(self, glyphs: Glyphs) -> None:
        """Draw with other signs from the next drawing on."""
        self._glyphs = glyphs

    def paint(self, rows: Sequence[Row]) -> None:
        """Show other rows, and repaint only those that differ."""
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
        """Return a row of cells, cached until it changes."""
        strip = self._strips.get(y)
        if strip is None or strip.cell_length != self.size.width:
            row = self._rows[y] if y < len(self._rows) else ()
            drawn = getattr(self.app, "glyphs", UNICODE).half
            texts = [seen(run.text) if drawn else folded(seen(run.text)) for run in row]
            styles = [self.style_of(run.style) for run in row]
            strip = Strip(map(Segment, texts, styles))
            strip = strip.adjust_cell_length(self.size.width, self.style_of(self.GROUND))
            self._strips[y] = strip
        return strip

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self._rows):
            at = 0
            for run in self._rows[event.y]:
                at += cells(run.text)
                if event.x < at:
                    if run.hit:
                        event.stop()
                        self.post_message(self.Hit(self, run.hit))
                    return

    def style_of(self, style: TextStyle) -> Style:
        """Return a style as Rich has it in the current theme."""
        if style not in self._styles:
            colours = self.app.theme_variables
            self._styles[style] = Style(
                color=rich_colour(colour_of(colours, style.fg)),
                bgcolor=rich_colour(colour_of(colours, style.bg)),
                bold=style.bold,
            )
        return self._styles[style]

    def restyle(self, theme: Theme) -> None:
        """Forget every colour, and draw anew."""
        self._styles.clear()
        self._strips.clear()
        super().restyle(theme)


class WheelWidget(LineWidget):
    """Rows that the wheel moves, some at a time."""

    def wheel(self, by: int) -> None:
        """Move by some rows, up where ``by`` is negative."""
        raise NotImplementedError

    def on_mouse_scroll_up(self, _event: events.MouseScrollUp) -> None:
        self.wheel(-3)

    def on_mouse_scroll_down(self, _event: events.MouseScrollDown) -> None:
        self.wheel(3)


def colour_of(colours: dict[str, str], name: str) -> str:
    """Return the colour of a palette name; an unknown player is drawn as neutral."""
    kind = name.partition("-")[0]
    if kind in ("player", "sign", "bar"):
        return colours.get(name) or colours[f"{kind}-neutral"]
    return colours.get(f"map-{name}") or colours[name]
