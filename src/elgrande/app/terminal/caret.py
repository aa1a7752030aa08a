"""Where the terminal's own cursor stands: on what has the keyboard, else on the prompt.

Braille lines and screen magnifiers follow that cursor. Every pane marks what is
under its cursor with one style, so the cell is found in the rows that it paints and
no pane has to report it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.geometry import Offset

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, cells
from elgrande.app.panes.text_styles import CHOSEN, TextStyle

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.screen import Screen
    from textual.widget import Widget


def marked(rows: Iterable[Row]) -> Offset | None:
    """Return what the cursor of a pane is on; None while it is on nothing."""
    return _readable(rows, CHOSEN)


def beginning(rows: Iterable[Row]) -> Offset:
    """Where the text begins: the first letter or number, else the first cell."""
    return _readable(rows) or Offset(0, 0)


def _readable(rows: Iterable[Row], style: TextStyle | None = None) -> Offset | None:
    """Return the first letter or number, of one style or of any;
    an inked row without has its first cell.
    """
    for y, row in enumerate(rows):
        # This runs at every paint, so a row is measured only when the cursor is in it.
        wanted = [style is None or run.style == style for run in row]
        if not any(wanted):
            continue
        at = 0
        start = None
        for run, wants in zip(row, wanted, strict=True):
            if wants:
                for x, sign in enumerate(run.text):
                    if sign.isalnum():
                        return Offset(at + cells(run.text[:x]), y)
                if style is not None and start is None:
                    start = Offset(at, y)
            at += cells(run.text)
        if start is not None:
            return start
    return None


def standing(screen: Screen[object]) -> Offset | None:
    """Where the cursor stands on a screen, in cells; None when the screen leaves it to others.

    A pane with the keyboard has it on what is marked. A pane that marks nothing, like
    the map before its cursor is shown, leaves it to the prompt; without a prompt it
    stands where that pane's text begins. An input line keeps its own place.
    """
    focused = screen.focused
    if focused is not None and not isinstance(focused, LineWidget):
        return getattr(focused, "cursor_screen_offset", None)
    if focused is not None and (cell := marked(focused.rows)) is not None:
        return _on(focused, cell)
    for pane in _others(screen):
        if isinstance(pane, LineWidget) and pane.display and pane.rows:
            return _on(pane, beginning(pane.rows))
    return None


def _others(screen: Screen[object]) -> Iterator[Widget | None]:
    """Where it stands otherwise, the best first; looked for only as far as need be."""
    # By name: the menu, which comes up first, needs no prompt.
    yield from screen.query("PromptPane")
    yield screen.focused
    yield from screen.query(LineWidget)


def _on(pane: Widget, cell: Offset) -> Offset:
    """Return a cell of a pane, on the screen."""
    return pane.content_region.offset + cell
