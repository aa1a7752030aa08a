"""Facts told one after another: those that were read, and the one that is being read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.ink import (
    ALERT,
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    STRONG,
    Row,
    Run,
    fit,
    pad,
    piece,
    width_of,
    wrap,
)
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.keynames import Key
    from elgrande.app.panes.log import Entry


@dataclass(frozen=True)
class Telling:
    """The facts and which of them is read now, how far that is, and the keys."""

    facts: Sequence[Entry]
    at: int
    how_far: str = ""
    keys: tuple[Key, ...] = ()

    @property
    def fact(self) -> Entry:
        """The one that is read."""
        return self.facts[self.at]


def read(telling: Telling, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """What was told so far, the newest marked at the end; the oldest go when room ends."""
    out: list[Row] = []
    for i, fact in reversed(list(enumerate(telling.facts[: telling.at + 1]))):
        out += reversed(_told(fact, glyphs, width, i == telling.at))
        if len(out) >= height:
            break
    return out[:height][::-1]


def _told(fact: Entry, glyphs: Glyphs, width: int, now: bool) -> list[Row]:
    """One fact, wrapped behind its player's sign."""
    ink = CHOSEN if now else ALERT if fact.kind == "notice" else PLAIN
    if fact.kind == "round":
        rule = f"{glyphs.rule * 2} {fact.text} "
        return [pad([Run(rule + glyphs.rule * (width - len(rule)), ink)], width)]
    sign = Run(glyphs.piece(fact.colour), piece(fact.colour)) if fact.colour else Run(" ", PLAIN)
    first, *rest = wrap(fact.text, width - 3)
    mark = Run(glyphs.hand if now else " ", ink)
    rows = [pad([mark, sign, Run(f" {first}", ink)], width, ink)]
    return [*rows, *(pad([Run(f"   {line}", ink)], width, ink) for line in rest)]


def strip(telling: Telling, glyphs: Glyphs, width: int) -> list[Row]:
    """Three rows: the fact, how far one is, the keys."""
    fact = telling.fact
    sign = [Run(glyphs.piece(fact.colour), piece(fact.colour))] if fact.colour else []
    room = width - 3 - width_of(sign)
    lines = wrap(fact.text, room)
    if len(lines) > 2:
        lines = [lines[0], fit(" ".join(lines[1:]), room, glyphs.more)]
    out = [pad([Run(" ", PLAIN), *sign, Run(f" {lines[0]}", STRONG)], width)]
    indent = " " * (2 + width_of(sign))
    out += [pad([Run(indent + line, STRONG)], width) for line in lines[1:]]
    out += [pad([], width)] * (2 - len(out))
    keys = [Run(f" {telling.how_far}  ", DIM)]
    for key in telling.keys:
        keys += [Run(f"[{key.name}]", KEY, key.hit), Run(f" {key.label}  ", DIM, key.hit)]
    return [*out, pad(keys, width)]


class FactsPane(Painted, can_focus=True):
    """The list of what was told; the terminal's own cursor follows the fact that is read."""

    DEFAULT_CSS = "FactsPane { height: 1fr; width: 1fr; }"

    def show(self, telling: Telling, glyphs: Glyphs) -> None:
        """Shows another moment of the telling."""
        self.draw_with(lambda width, height: read(telling, glyphs, width, height))


class FactPane(Painted):
    """The strip with the fact that is read."""

    DEFAULT_CSS = "FactPane { height: 3; width: 1fr; }"

    def show(self, telling: Telling, glyphs: Glyphs) -> None:
        """Shows another moment of the telling."""
        self.draw_with(lambda width, _height: strip(telling, glyphs, width))
