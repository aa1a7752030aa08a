"""The strip under a replay: what just happened, where we are in the game, the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, fit, keyed, pad, width_of
from elgrande.app.panes.text_styles import DIM, PLAIN, STRONG, TITLE, piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.panes.log import Entry
    from elgrande.app.settings.bindings import Key


@dataclass(frozen=True)
class ReplayStrip:
    """What the strip shows; ``rounds`` are the moments at which rounds begin.

    ``answer`` stands in where an answer brought no news.
    """

    at: int
    last: int
    rounds: Sequence[int]
    news: Sequence[Entry]
    answer: str
    pace: str
    seen: str
    keys: Sequence[Key]


def rows(strip: ReplayStrip, glyphs: Glyphs, width: int) -> list[Row]:
    """Return the three rows."""
    return [_news(strip, glyphs, width), _line(strip, glyphs, width), _keys(strip, width)]


def _news(strip: ReplayStrip, glyphs: Glyphs, width: int) -> Row:
    """Return what the last answer brought."""
    runs: list[Run] = []
    said = [entry for entry in strip.news if entry.kind != "round"] or strip.news
    for entry in said:
        sign = Run(glyphs.piece(entry.colour), piece(entry.colour)) if entry.colour else None
        runs += [Run(" ", PLAIN), *([sign] if sign else [])]
        room = width - width_of(runs) - 1
        if room < 12:
            break
        runs.append(Run(" " + fit(entry.text, room, glyphs.more), STRONG))
    return pad(runs or [Run(f" {strip.answer or 'The game as it was set up.'}", STRONG)], width)


def _line(strip: ReplayStrip, glyphs: Glyphs, width: int) -> Row:
    """Return the way through the game with a mark at each round, and how it is looked at."""
    right = f"  {strip.at} of {strip.last}, {strip.pace}, view: {strip.seen} "
    room = max(10, width - len(right) - 2)
    marks = {position(at, strip.last, room) for at in strip.rounds}
    here = position(strip.at, strip.last, room)
    runs = [Run(" ", PLAIN)]
    for x in range(room):
        sign = glyphs.bar if x in marks else glyphs.track
        if x == here:
            sign = glyphs.up if glyphs.half else "#"
        go = f"go {moment(x, strip.last, room)}"
        runs.append(Run(sign, TITLE if x <= here else DIM, go))
    return pad([*runs, Run(right, PLAIN, "view")], width)


def position(at: int, last: int, room: int) -> int:
    """Return where a moment stands on a line of so many cells."""
    return round(at * (room - 1) / last) if last else 0


def moment(x: int, last: int, room: int) -> int:
    """Return the moment that a cell stands for."""
    return round(x * last / (room - 1)) if room > 1 else 0


def _keys(strip: ReplayStrip, width: int) -> Row:
    """Return the keys, as many as there is room for."""
    runs: list[Run] = [Run(" ", PLAIN)]
    for key in strip.keys:
        more = keyed(key.name, f"{key.label}  ", key.hit, DIM)
        if width_of([*runs, *more]) - 2 <= width:
            runs += more
    return pad(runs, width)


class ReplayStripPane(LineWidget):
    """The strip; a click on the line goes there, one on a key does what the key does."""

    DEFAULT_CSS = "ReplayStripPane { height: 3; width: 1fr; }"

    def show(self, strip: ReplayStrip, glyphs: Glyphs) -> None:
        """Show another moment."""
        self.draw_with(lambda width, _height: rows(strip, glyphs, width))
