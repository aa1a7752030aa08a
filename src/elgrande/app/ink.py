"""Rows of text with roles: what every pane draws, before anything knows a colour.

A role is two names of the palette (`theme.PALETTE`), so the same rows serve the
screen in every theme, plain text, and the golden files of the tests.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.clean import cell_width

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


class Ink(NamedTuple):
    """How a run looks: two names of the palette, and bold or not."""

    fg: str
    bg: str
    bold: bool = False


class Run(NamedTuple):
    """Some text of one ink; `hit` says what a click on it means, if anything."""

    text: str
    ink: Ink
    hit: str = ""


Row = tuple[Run, ...]

PLAIN = Ink("foreground", "surface")
STRONG = Ink("foreground", "surface", True)
DIM = Ink("dim", "surface")
TITLE = Ink("primary", "surface", True)
ALERT = Ink("warning", "surface", True)
KEY = Ink("key-text", "key", True)
CHOSEN = Ink("plate", "cursor", True)


def piece(colour: str, ground: str = "tray") -> Ink:
    """A player's colour on the dark tray, where each of them has its contrast."""
    return Ink(f"player-{colour}", ground, True)


def plain(rows: Iterable[Row]) -> list[str]:
    """The text alone, for tests and for output without colour."""
    return ["".join(run.text for run in row) for row in rows]


def width_of(runs: Iterable[Run]) -> int:
    """How many cells runs take."""
    return sum(cells(run.text) for run in runs)


def seen(text: str) -> str:
    """What of a text may be painted: a terminal obeys control characters and turning marks."""
    if text.isprintable():  # nearly every text there is
        return text
    return "".join(char if char.isprintable() else " " * char.isspace() for char in text)


def cells(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if text.isascii() else cell_width(text)


def fit(text: str, room: int, more: str = "…") -> str:
    """The text, cut with a sign of omission if it is wider than `room` cells."""
    if cells(text) <= room:
        return text
    kept = text
    while kept and cells(kept) + cells(more) > room:
        kept = kept[:-1]
    return kept.rstrip() + more if room >= cells(more) else ""


def ends(text: str, room: int, more: str = "…") -> str:
    """The text, without its middle if it is too wide: names that begin alike differ at the end."""
    if cells(text) <= room:
        return text
    tail = ""
    for sign in reversed(text):
        if cells(sign + tail) > (room - cells(more)) // 2:
            break
        tail = sign + tail
    return fit(text, room - cells(tail), more) + tail


def brief(text: str, room: int, more: str = "…") -> str:
    """The text, cut after a whole word, so that no number and no name loses its end."""
    return text if cells(text) <= room else unfinished(text, room, more)


def unfinished(text: str, room: int, more: str = "…") -> str:
    """As many whole words as fit, and a sign that more follows."""
    return f"{wrap(text, room - cells(more) - 1)[0]} {more}"


def keyed(name: str, says: str, hit: str) -> list[Run]:
    """A key in brackets and what it does; a click on either means `hit`."""
    return [Run(f"[{name}]", KEY, hit), Run(f" {says}", PLAIN, hit)]


def pad(runs: Sequence[Run], room: int, ink: Ink = PLAIN) -> Row:
    """The runs cut or filled to exactly `room` cells."""
    out: list[Run] = []
    used = 0
    for run in runs:
        size = cells(run.text)
        if used + size > room:
            text = fit(run.text, room - used, "")
            out.append(Run(text, run.ink, run.hit))
            used += cells(text)
            break
        out.append(run)
        used += size
    if used < room:
        out.append(Run(" " * (room - used), ink))
    return tuple(out)


def wrap(text: str, room: int) -> list[str]:
    """The text in lines of at most `room` cells, broken at spaces; in a path too long, anywhere."""
    lines: list[str] = []
    line = ""
    for word in _pieces(text, room):
        joined = f"{line} {word}" if line else word
        if cells(joined) <= room or not line:
            line = joined
        else:
            lines.append(line)
            line = word
    if line:
        lines.append(line)
    return lines or [""]


def _pieces(text: str, room: int) -> Iterator[str]:
    """The words, and those wider than a line in pieces that fit one."""
    for word in text.split():
        rest = word
        while cells(rest) > room > 1:
            piece = fit(rest, room, "")
            yield piece
            rest = rest[len(piece) :]
        yield rest


def spans(values: Iterable[int], every: Sequence[int] = range(1000)) -> str:
    """Numbers with runs drawn together, of `every` one that there is: `1-3 5 7-9`, `10-40 60`."""
    out: list[list[int]] = []
    for at in sorted(map(every.index, values)):
        if out and out[-1][1] == at - 1:
            out[-1][1] = at
        else:
            out.append([at, at])
    return " ".join(str(every[a]) if a == b else f"{every[a]}-{every[b]}" for a, b in out)
