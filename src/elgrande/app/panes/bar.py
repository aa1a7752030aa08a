"""The bar below a screen of the lobby: a sentence, the keys, and what Enter does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, brief, cells, pad, width_of, wrap
from elgrande.app.panes.text_styles import (
    BAR,
    BAR_ALERT,
    BAR_DIM,
    BAR_STRONG,
    BAR_TITLE,
    EDGE,
    HERE,
    KEY,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.settings.bindings import Key


@dataclass(frozen=True)
class Bar:
    """What the bar says.

    ``part`` has the keyboard, and ``enter`` is what Enter does there. ``alert`` stands in the
    place of the text, ``keys`` are what can be done here, and ``helpers`` whatever else.
    """

    text: str
    part: str
    enter: str = ""
    keys: tuple[Key, ...] = ()
    helpers: tuple[Key, ...] = ()
    alert: str = ""


def rows(bar: Bar, glyphs: Glyphs, width: int) -> list[Row]:
    """Return three rows."""
    said, style = (f"! {bar.alert}", BAR_ALERT) if bar.alert else (bar.text, BAR_STRONG)
    chips = [Run(" ", BAR)]
    for key in bar.keys:
        chip = [Run(f"[{key.name}]", KEY, key.hit), Run(f" {key.label}  ", BAR, key.hit)]
        if width_of([*chips, *chip]) <= width + 2:
            chips += chip
    here = [Run(glyphs.here, EDGE), Run(bar.part, HERE), Run(glyphs.there, EDGE)]
    enter = f" Enter {bar.enter}" if bar.enter else ""
    helpers = _helpers(bar.helpers, width - width_of(here) - cells(enter) - 2)
    room = width - width_of(here) - width_of(helpers)
    last = [*here, Run(brief(enter, room, glyphs.more) if enter else "", BAR)]
    # A long sentence takes the row of the keys rather than being cut in the middle.
    lines = wrap(said, width - 2)
    second = pad(chips, width, BAR)
    if len(lines) > 1 and bar.alert:
        second = pad([Run(f" {brief(' '.join(lines[1:]), width - 2, glyphs.more)}", style)], width)
    elif len(lines) > 1:
        lines = [brief(said, width - 2, glyphs.more)]
    return [
        pad([Run(f" {lines[0]}", style)], width, BAR),
        second,
        (*pad(last, width - width_of(helpers), BAR), *helpers),
    ]


def _helpers(helpers: Sequence[Key], room: int) -> list[Run]:
    """Return as many as there is room for, the last before the others."""
    out: list[Run] = []
    for key in reversed(helpers):
        runs = [Run(key.name, KEY, key.hit), Run(f" {key.label}  ", BAR_DIM, key.hit)]
        if width_of([*runs, *out]) > room:
            break
        out[:0] = runs
    return out


class BarPane(LineWidget):
    """The pane of it."""

    GROUND = BAR
    DEFAULT_CSS = "BarPane { height: 3; width: 1fr; }"

    def show(self, bar: Bar, glyphs: Glyphs) -> None:
        """Show another bar."""
        self.draw_with(lambda width, _height: rows(bar, glyphs, width))


class HeadPane(LineWidget):
    """The row above a screen: where one is, and who one is."""

    GROUND = BAR
    DEFAULT_CSS = "HeadPane { height: 1; width: 1fr; }"

    def show(self, where: str, who: str, more: str = "") -> None:
        """Show another row; ``more`` stands in the middle."""

        def source(width: int, _height: int) -> list[Row]:
            right = [Run(f"{who} ", BAR_STRONG)]
            left = [Run(f" {where}", BAR_TITLE)]
            room = width - width_of([*left, *right]) - 4
            if more and cells(more) <= room:
                left.append(Run(f"    {more}", BAR_DIM))
            return [(*pad(left, width - width_of(right), BAR), *right)]

        self.draw_with(source)
