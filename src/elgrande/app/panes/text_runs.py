"""Rows of text in styles: what every pane draws, before anything knows a colour.

A style is two names of the palette, and bold or not. So the same rows serve the screen in every
theme, plain text, and the golden files of the tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.clean import cell_width

if TYPE_CHECKING:
    # The line dialogue draws with this too, and loads no screen.
    from elgrande.app.settings.bindings import Key


class TextStyle(NamedTuple):
    """Names of the palette: ``theme.UI``, ``theme.MAP``, and the players' by ``player-COLOUR``,
    ``sign-COLOUR`` and ``bar-COLOUR``.
    """

    fg: str
    bg: str
    bold: bool = False


PLAIN = TextStyle("foreground", "surface")
STRONG = TextStyle("foreground", "surface", True)
DIM = TextStyle("dim", "surface")
TITLE = TextStyle("primary", "surface", True)
ALERT = TextStyle("warning", "surface", True)
KEY = TextStyle("key-text", "key", True)
CHOSEN = TextStyle("plate", "cursor", True)
EDGE = TextStyle("cursor", "panel", True)
"""The half cells beside the name of the part that has the keyboard, which is ``CHOSEN``."""

BAR = TextStyle("foreground", "panel")
BAR_DIM = TextStyle("dim", "panel")
BAR_STRONG = TextStyle("foreground", "panel", True)
BAR_TITLE = TextStyle("primary", "panel", True)
BAR_ALERT = TextStyle("warning", "panel", True)
"""The same on the bars above and below a screen."""


def piece(colour: str) -> TextStyle:
    """Return a player's colour for a sign beside the text of a pane, on the ground of that text."""
    return TextStyle(f"sign-{colour}", "surface", True)


def on_bar(colour: str) -> TextStyle:
    """Return a player's colour for a sign on a bar."""
    return TextStyle(f"bar-{colour}", "panel", True)


def on_tray(colour: str) -> TextStyle:
    """Return a player's colour on the dark tray, where each of them has its contrast."""
    return TextStyle(f"player-{colour}", "tray", True)


# -- rows ------------------------------------------------------------------------------


class Run(NamedTuple):
    """Some text of one style; ``hit`` says what a click on it means, if anything."""

    text: str
    style: TextStyle
    hit: str = ""


Row = tuple[Run, ...]


def plain(rows: Iterable[Row]) -> list[str]:
    """Return the text alone, for tests and for output without colour."""
    return ["".join(run.text for run in row) for row in rows]


def width_of(runs: Iterable[Run]) -> int:
    """Return how many cells runs take."""
    return sum(cells(run.text) for run in runs)


def seen(text: str) -> str:
    """Return what of a text may be painted: a terminal obeys control and turning marks."""
    if text.isprintable():  # nearly every text there is
        return text
    return "".join(char if char.isprintable() else " " * char.isspace() for char in text)


def cells(text: str) -> int:
    """Return how many cells a text takes."""
    return len(text) if text.isascii() else cell_width(text)


def fit(text: str, room: int, more: str = "…") -> str:
    """Return the text, cut with a sign of omission if it is wider than ``room`` cells."""
    if cells(text) <= room:
        return text
    kept = text
    while kept and cells(kept) + cells(more) > room:
        kept = kept[:-1]
    return kept.rstrip() + more if room >= cells(more) else ""


def filled(text: str, room: int, more: str = "…") -> str:
    """Return the text in exactly ``room`` cells, cut or followed by blanks."""
    text = fit(text, room, more)
    return text + " " * (room - cells(text))


def ends(text: str, room: int, more: str = "…") -> str:
    """Return the text, without its middle if it is too wide:
    names that begin alike differ at the end.
    """
    if cells(text) <= room:
        return text
    tail = ""
    for sign in reversed(text):
        if cells(sign + tail) > (room - cells(more)) // 2:
            break
        tail = sign + tail
    return fit(text, room - cells(tail), more) + tail


def brief(text: str, room: int, more: str = "…") -> str:
    """Return the text, cut after a whole word, so that no number and no name loses its end."""
    return text if cells(text) <= room else unfinished(text, room, more)


def fitting(forms: Sequence[str], room: int) -> str:
    """Return the first of some sentences that fits, the longest first; else the last one."""
    return next((form for form in forms if cells(form) <= room), forms[-1])


def unfinished(text: str, room: int, more: str = "…") -> str:
    """Return as many whole words as fit, and a sign that more follows."""
    return f"{wrap(text, room - cells(more) - 1)[0]} {more}"


def keyed(key: Key, style: TextStyle = PLAIN) -> list[Run]:
    """Return a key in brackets and what it does; a click on either does it."""
    return [Run(f"[{key.name}]", KEY, key.hit), Run(f" {key.label}  ", style, key.hit)]


def key_row(
    keys: Iterable[Key], width: int, style: TextStyle = DIM, ground: TextStyle = PLAIN
) -> Row:
    """Return keys in brackets with what they do, as many as there is room for."""
    runs = [Run(" ", ground)]
    for key in keys:
        more = keyed(key, style)
        if width_of([*runs, *more]) - 2 <= width:
            runs += more
    return pad(runs, width, ground)


def bare_keys(keys: Iterable[Key], style: TextStyle = BAR_DIM) -> list[Run]:
    """Return keys that are always there with what they do, on a bar unless ``style`` is another."""
    out: list[Run] = []
    for key in keys:
        out += [Run(key.name, KEY, key.hit), Run(f" {key.label}  ", style, key.hit)]
    return out


def last_keys(keys: Sequence[Key], room: int) -> list[Run]:
    """Return as many of such keys as there is room for, the last before the others."""
    while keys and width_of(bare_keys(keys)) > room:
        keys = keys[1:]
    return bare_keys(keys)


def first_keys(keys: Sequence[Key], room: int, style: TextStyle = BAR_DIM) -> list[Run]:
    """Return as many of such keys as there is room for, the first before the others."""
    while keys and width_of(bare_keys(keys)) - 2 > room:
        keys = keys[:-1]
    return bare_keys(keys, style)


def pad(runs: Sequence[Run], room: int, style: TextStyle = PLAIN) -> Row:
    """Return the runs cut or filled to exactly ``room`` cells."""
    out: list[Run] = []
    used = 0
    for run in runs:
        size = cells(run.text)
        if used + size > room:
            text = fit(run.text, room - used, "")
            out.append(Run(text, run.style, run.hit))
            used += cells(text)
            break
        out.append(run)
        used += size
    if used < room:
        out.append(Run(" " * (room - used), style))
    return tuple(out)


def wrap(text: str, room: int) -> list[str]:
    """Return the text in lines of at most ``room`` cells, broken at spaces;
    in a path too long, anywhere.
    """
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


def paragraph(
    text: str, width: int, style: TextStyle = PLAIN, most: int | None = None
) -> list[Row]:
    """Return the text wrapped, as rows of ``width`` cells; a sign ends what ``most`` cut short."""
    lines = wrap(text, width)
    if most is not None and len(lines) > most:
        lines[max(0, most - 1) :] = [unfinished(" ".join(lines[most - 1 :]), width)][: max(0, most)]
    return [pad([Run(line, style)], width) for line in lines]


def _pieces(text: str, room: int) -> Iterator[str]:
    """Return the words, and those wider than a line in pieces that fit one."""
    for word in text.split():
        rest = word
        while cells(rest) > room > 1:
            piece = fit(rest, room, "")
            yield piece
            rest = rest[len(piece) :]
        yield rest


def spans(values: Iterable[int], every: Sequence[int] = range(1000)) -> str:
    """Return numbers with runs drawn together: ``1-3 5``; of ``every`` tenth, ``10-40 60``."""
    out: list[list[int]] = []
    for at in sorted(map(every.index, values)):
        if out and out[-1][1] == at - 1:
            out[-1][1] = at
        else:
            out.append([at, at])
    return " ".join(str(every[a]) if a == b else f"{every[a]}-{every[b]}" for a, b in out)
