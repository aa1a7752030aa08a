"""Rows of cells as SVG: what a terminal paints as half blocks are rectangles here, of whole pixels.

A colour is a class with the name that the palette has for it, so that one drawing is seen in light
and dark. Every piece of text says how wide it is: a font that lacks a sign shifts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape
from itertools import groupby

from elgrande.app.panes.line_widget import colour_of
from elgrande.app.panes.text_runs import Row, TextStyle, cells, width_of
from elgrande.app.settings.theme import UI, shipped

WIDE, HIGH = 10, 20
"""What a cell measures."""
BASE = 15
"""How far below the upper edge of its cell a letter stands: there a row has its 0."""
LIGHT, DARK = "elgrande-light", "elgrande-dark"
FONT = "'DejaVu Sans Mono', ui-monospace, Menlo, Consolas, monospace"
TEXT = f"svg text{{font:16px {FONT};white-space:pre}}.bold{{font-weight:bold}}\n"
HATCH, SLANTED = "╱", "slanted"
_PIECES = re.compile(rf"▀+|▄+|▌+|▐+| +|{HATCH}|[!-\u024f]+(?: [!-\u024f]+)*|(.)\1*")
"""Text whose letters any font has stays together; of other signs each stands in its own cell."""


def fragment(row: Row) -> str:
    """Return a row as SVG, the base of its letters at 0."""
    top: list[str] = []
    bottom: list[str] = []
    found: dict[str, list[str]] = {}
    over: list[str] = []
    for run in row:
        for piece in _PIECES.finditer(run.text):
            text, style = piece[0], run.style
            at, wide = len(top), cells(text)
            upper, lower = {"▀": (style.fg, style.bg), "▄": (style.bg, style.fg)}.get(
                text[0], (style.bg, style.bg)
            )
            top += [upper] * wide
            bottom += [lower] * wide
            if text[0] in "▌▐":
                lefts = (x * WIDE + (text[0] == "▐") * 5 for x in range(at, at + wide))
                d = "".join(f"M{left} -{BASE}h5v20h-5z" for left in lefts)
                over.append(f'<path class="{style.fg}" d="{d}"/>')
            elif text == HATCH:
                over.append(f'<path class="{style.fg} {SLANTED}" d="M{at * WIDE} 5l10-20"/>')
            elif text[0] not in "▀▄ ":
                over.append(_text(text, style, at, wide))
    # Where both halves are of a colour it is one rectangle.
    whole = [a if a == b else "" for a, b in zip(top, bottom, strict=True)]
    for lane, y, high in ((whole, 0, 20), (top, 0, 10), (bottom, 10, 10)):
        at = 0
        for (colour, skip), same in groupby(
            zip(lane, whole, strict=True), key=lambda pair: (pair[0], bool(pair[1]))
        ):
            wide = len([*same])
            if colour and (lane is whole or not skip):
                d = f"M{at * WIDE} {y - BASE}h{wide * WIDE}v{high}h-{wide * WIDE}z"
                found.setdefault(colour, []).append(d)
            at += wide
    ground = (f'<path class="{escape(c)}" d="{"".join(d)}"/>' for c, d in found.items())
    return "".join([*ground, *over])


def _text(text: str, style: TextStyle, at: int, wide: int) -> str:
    names = escape(f"{style.fg} bold" if style.bold else style.fg)
    length = f' textLength="{wide * WIDE}"' if wide > 1 else ""
    return f'<text class="{names}" x="{at * WIDE}"{length}>{escape(text)}</text>'


def named(rows: Iterable[Row]) -> set[str]:
    """Return the names of the palette that some rows need."""
    return {"hatch", *(name for row in rows for run in row for name in run.style[:2])}


def colours(theme: str, names: Iterable[str]) -> dict[str, str]:
    """Return the colours of a theme of ours, by the palette's names."""
    found = shipped()[theme]
    known = {**found.variables, **{name: getattr(found, name) or "" for name in UI}}
    return {name: colour_of(known, name) for name in sorted({*names})}


def sheet(names: Iterable[str]) -> str:
    """Return the style sheet of a page in both our themes: dark where the reader's screen is so,
    and never on paper. Other parts of the page take the colours by name.
    """
    light, dark = (
        "".join(f"--{name}:{colour};" for name, colour in colours(theme, names).items())
        for theme in (LIGHT, DARK)
    )
    kept = {name: f"var(--{name})" for name in names}
    return (
        f":root{{color-scheme:light;{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root{{color-scheme:dark;{dark}}}}}\n"
        f"{rules(kept)}{TEXT}"
    )


def rules(colours: Mapping[str, str]) -> str:
    """Return the rules that give every class its colour."""
    fills = "".join(f"svg .{name}{{fill:{colour}}}\n" for name, colour in colours.items())
    return (
        f"{fills}svg .{SLANTED}{{fill:none;stroke:{colours.get('hatch', '')};stroke-width:1.5}}\n"
    )


def drawing(rows: Sequence[Row]) -> str:
    """Return rows as one file of SVG, in light and dark."""
    names = named(rows)
    light, dark = (rules(colours(theme, names)) for theme in (LIGHT, DARK))
    # Not every program that shows pictures knows colours by name.
    style = f"{light}{TEXT}@media (prefers-color-scheme:dark){{\n{dark}}}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box(rows)}><title>El Grande</title>'
        f"<style>{style}</style>{inside(rows)}</svg>\n"
    )


def inside(rows: Sequence[Row]) -> str:
    """Return all rows, each where it belongs."""
    return "".join(
        f'<g transform="translate(0 {y * HIGH + BASE})">{fragment(row)}</g>'
        for y, row in enumerate(rows)
    )


def box(rows: Sequence[Row]) -> str:
    """Return how large a drawing is, as attributes."""
    wide = max(map(width_of, rows), default=0) * WIDE
    return f'viewBox="0 0 {wide} {len(rows) * HIGH}" shape-rendering="crispEdges"'
