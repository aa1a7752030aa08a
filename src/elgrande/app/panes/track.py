"""The strip under a replay: what just happened, where we are in the game, the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.ink import DIM, KEY, PLAIN, STRONG, Ink, Row, Run, fit, pad, piece, width_of
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.keynames import Key
    from elgrande.app.panes.log import Entry

ROOM = Ink("dim", "surface")
DONE = Ink("primary", "surface", True)


@dataclass(frozen=True)
class Track:
    """What the strip shows; `rounds` are the moments at which rounds begin.

    `answer` stands in where an answer brought no news.
    """

    at: int
    last: int
    rounds: Sequence[int]
    news: Sequence[Entry]
    answer: str
    pace: str
    seen: str
    keys: Sequence[Key]


def rows(track: Track, glyphs: Glyphs, width: int) -> list[Row]:
    """Three rows."""
    return [_news(track, glyphs, width), _line(track, glyphs, width), _keys(track, width)]


def _news(track: Track, glyphs: Glyphs, width: int) -> Row:
    """What the last answer brought."""
    runs: list[Run] = []
    said = [entry for entry in track.news if entry.kind != "round"] or track.news
    for entry in said:
        sign = Run(glyphs.piece(entry.colour), piece(entry.colour)) if entry.colour else None
        runs += [Run(" ", PLAIN), *([sign] if sign else [])]
        room = width - width_of(runs) - 1
        if room < 12:
            break
        runs.append(Run(" " + fit(entry.text, room, glyphs.more), STRONG))
    return pad(runs or [Run(f" {track.answer or 'The game as it was laid out.'}", STRONG)], width)


def _line(track: Track, glyphs: Glyphs, width: int) -> Row:
    """The way through the game with a mark at each round, and how it is looked at."""
    right = f"  {track.at} of {track.last}, {track.pace}, seen by {track.seen} "
    room = max(10, width - len(right) - 2)
    marks = {position(at, track.last, room) for at in track.rounds}
    here = position(track.at, track.last, room)
    runs = [Run(" ", PLAIN)]
    for x in range(room):
        sign = glyphs.bar if x in marks else glyphs.track
        if x == here:
            sign = glyphs.up if glyphs.half else "#"
        go = f"go {moment(x, track.last, room)}"
        runs.append(Run(sign, DONE if x <= here else ROOM, go))
    return pad([*runs, Run(right, PLAIN, "view")], width)


def position(at: int, last: int, room: int) -> int:
    """Where a moment stands on a line of so many cells."""
    return round(at * (room - 1) / last) if last else 0


def moment(x: int, last: int, room: int) -> int:
    """The moment that a cell stands for."""
    return round(x * last / (room - 1)) if room > 1 else 0


def _keys(track: Track, width: int) -> Row:
    """The keys, as many as there is room for."""
    runs: list[Run] = [Run(" ", PLAIN)]
    for key in track.keys:
        more = [Run(f"[{key.name}]", KEY, key.hit), Run(f" {key.label}  ", DIM, key.hit)]
        if width_of([*runs, *more]) - 2 <= width:
            runs += more
    return pad(runs, width)


class TrackPane(Painted):
    """The strip; a click on the line goes there, one on a key does what the key does."""

    DEFAULT_CSS = "TrackPane { height: 3; width: 1fr; }"

    def show(self, track: Track, glyphs: Glyphs) -> None:
        """Shows another moment."""
        self.draw_with(lambda width, _height: rows(track, glyphs, width))
