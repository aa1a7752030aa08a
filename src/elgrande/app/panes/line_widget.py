"""The one kind of widget that panes are: rows of runs on the Line API.

A pane computes rows with a pure function and hands them over; only rows that
differ are painted again. A click on a run that says what it means is posted.
Beside it stand what all panes need besides: headings and tabs, rows that scroll,
and what lies below panes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.containers import Horizontal, Vertical
from textual.events import DescendantBlur, DescendantFocus
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.theme import Theme
from textual.widget import Widget

from elgrande.app.panes.glyphs import UNICODE, Glyphs, folded
from elgrande.app.panes.text_runs import (
    BAR_DIM,
    BAR_TITLE,
    CHOSEN,
    EDGE,
    PLAIN,
    Row,
    Run,
    TextStyle,
    cells,
    first_keys,
    pad,
    seen,
    width_of,
)
from elgrande.app.settings.bindings import Key, bindings
from elgrande.app.settings.theme import rich_colour

RowSource = Callable[[int, int], Sequence[Row]]
Fill = Callable[[int], Sequence[Row]]

ACTIVE = ("[", "]")
"""The marks of the tab that is shown, where another part has the keyboard."""


def names_row(
    names: Sequence[str],
    active: int,
    width: int,
    glyphs: Glyphs,
    focused: bool = False,
    keys: Sequence[Key] = (),
) -> Row:
    """Return a row of names, two cells between them or one where there is no room for two.

    As many ``keys`` as there is room for stand at the end, after a rule.
    """
    loose = sum(cells(name) + 2 for name in names) <= width
    marks, style = _marks(glyphs, focused)
    runs: list[Run] = []
    for i, name in enumerate(names):
        hit = f"tab {i}"
        after = not loose and i == active + 1 > 0
        before = marks[0] if i == active else marks[1] if after else " "
        runs.append(_mark(before, focused, hit))
        runs.append(Run(name, style if i == active else BAR_DIM, hit))
        if loose or i == len(names) - 1:
            runs.append(_mark(marks[1] if i == active else " ", focused, hit))
    if more := first_keys(keys, width - width_of(runs) - 3):
        line = width - width_of([*runs, *more])
        runs += [Run(f" {glyphs.rule * line} ", BAR_DIM), *more]
    return pad(runs, width, BAR_DIM)


def heading(name: str, width: int, glyphs: Glyphs, focused: bool = False) -> Row:
    """Return the heading of a pane: its name, and a rule."""
    marks, style = _marks(glyphs, focused)
    if not focused:
        marks, style = (" ", " "), BAR_TITLE
    runs = [_mark(marks[0], focused), Run(name, style), _mark(marks[1], focused)]
    return pad([*runs, Run(f" {glyphs.rule * width}", BAR_DIM)], width, BAR_DIM)


def _marks(glyphs: Glyphs, focused: bool) -> tuple[tuple[str, str], TextStyle]:
    """Return the marks around a name, and how it is written."""
    if focused:
        return (glyphs.here, glyphs.there), CHOSEN
    return ACTIVE, BAR_TITLE


def _mark(sign: str, focused: bool, hit: str = "") -> Run:
    """Return a cell beside a name."""
    return Run(sign, BAR_DIM if sign == " " else EDGE if focused else BAR_TITLE, hit)


@dataclass
class Taken(Message):
    """A person chose something in a pane, by a key or a click."""

    pane: Widget

    @property
    def control(self) -> Widget:
        """The pane, by which ``on`` selects."""
        return self.pane


class Themed(Widget):
    """A widget that keeps colours of the theme.

    Textual's signal holds whoever listens for as long as the app runs, and what that
    holds: the screen, its table, the game. So this is the one place that listens, and it
    ends with the widget. A library's widget that listens by itself is made one of these.
    """

    def on_mount(self) -> None:
        """Listen to changes of the theme."""
        self.app.theme_changed_signal.subscribe(self, self.restyle)

    def on_unmount(self) -> None:
        """Is forgotten."""
        self.app.theme_changed_signal.unsubscribe(self)

    def restyle(self, theme: Theme) -> None:
        """Forgets every colour of the theme before."""
        self.refresh()


class LineWidget(Themed):
    """A widget that shows rows of runs, which ``source`` makes for a width and a height."""

    GROUND = PLAIN
    heading = ""
    """What stands over the rows; empty where the pane has no heading."""

    DEFAULT_CSS = "LineWidget { height: 1fr; width: 1fr; }"

    @dataclass
    class Hit(Taken):
        """A run was clicked; ``hit`` is what it stands for: ``what``, and ``which`` behind it."""

        hit: str

        def __post_init__(self) -> None:
            super().__post_init__()
            self.what, _, self.which = self.hit.partition(" ")

    def __init__(self, source: RowSource | None = None, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.rows: list[Row] = []
        """What is shown now."""
        self._strips: dict[int, Strip] = {}
        self._styles: dict[TextStyle, Style] = {}
        self._source = source

    def draw_with(self, source: RowSource) -> None:
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
        if self.heading and self.rows:
            self.paint([*self._heading(), *self.rows[1:]])

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
        old = self.rows
        self.rows = list(rows)
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
            row = self.rows[y] if y < len(self.rows) else ()
            drawn = getattr(self.app, "glyphs", UNICODE).half
            texts = [seen(run.text) if drawn else folded(seen(run.text)) for run in row]
            styles = [self.style_of(run.style) for run in row]
            strip = Strip(map(Segment, texts, styles))
            strip = strip.adjust_cell_length(self.size.width, self.style_of(self.GROUND))
            self._strips[y] = strip
        return strip

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self.rows):
            at = 0
            for run in self.rows[event.y]:
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


# -- what lies below panes -------------------------------------------------------------


class PaneGround(Widget):
    """A widget of which every row is the same blank.

    Textual asks all that lies below what has changed for all of its rows, with every key. Here it
    is one row, as many times as there are, so it is filtered and cut up once.
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the first row over and over."""
        return super().render_lines(Region(crop.x, crop.y, crop.width, 1)) * crop.height


class PaneRows(Vertical, PaneGround):
    """Panes one below the other."""


class PaneColumns(Horizontal, PaneGround):
    """Panes side by side."""


# -- rows that scroll, and tabs --------------------------------------------------------

SCROLLS = "{page.up,page.down|arrows} scroll"
"""What a line of help says of a page that scrolls."""


# Textual's VerticalScroll draws its bar in blocks that ASCII has not, and scrolls widgets; this
# scrolls rows, which are folded to ASCII and know what a click on them means.
class PagePane(WheelWidget, can_focus=True):
    """Rows made for a width; keys and the wheel scroll what does not fit."""

    BINDINGS = bindings("page")

    def __init__(self, fill: Fill, id: str | None = None) -> None:
        super().__init__(self._page, id=id)
        self._fill = fill
        self._first = 0

    def _page(self, width: int, height: int) -> Sequence[Row]:
        made = self._fill(width)
        self._first = max(0, min(self._first, len(made) - height))
        return made[self._first : self._first + height]

    def action_move(self, by: int) -> None:
        self._first = max(0, self._first + by)
        self.redraw()

    def wheel(self, by: int) -> None:
        self.action_move(by)


# Textual's Tabs need two rows of the twenty-four, and mark the active one by colour alone.
class TabsPane(LineWidget):
    """The tabs; a click on one posts its number as a Hit."""

    GROUND = BAR_DIM
    DEFAULT_CSS = "TabsPane { height: 1; width: 1fr; }"

    def show(
        self,
        names: Sequence[str],
        active: int,
        glyphs: Glyphs,
        focused: bool = False,
        keys: Sequence[Key] = (),
    ) -> None:
        """Show another active tab, or that the keyboard has come or gone."""
        self.draw_with(
            lambda width, _height: [names_row(names, active, width, glyphs, focused, keys)]
        )
