"""Names of panes: a row of tabs, and the heading over a pane that stands by itself.

What has the keyboard stands between half cells and reversed, so that it shows without colour.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import Row, Run, cells, pad, width_of
from elgrande.app.panes.text_styles import BAR_DIM, BAR_TITLE, EDGE, HERE, TextStyle

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.panes.glyphs import Glyphs

ACTIVE = ("[", "]")
"""The marks of the tab that is shown, where another part has the keyboard."""


def names_row(
    names: Sequence[str],
    active: int,
    width: int,
    glyphs: Glyphs,
    focused: bool = False,
    more: Sequence[Run] = (),
) -> Row:
    """Return a row of names, two cells between them or one where there is no room for two.

    ``more`` stands at the end, after a rule.
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
    if more:
        line = width - width_of([*runs, *more]) - 2
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
        return (glyphs.here, glyphs.there), HERE
    return ACTIVE, BAR_TITLE


def _mark(sign: str, focused: bool, hit: str = "") -> Run:
    """Return a cell beside a name."""
    return Run(sign, BAR_DIM if sign == " " else EDGE if focused else BAR_TITLE, hit)
