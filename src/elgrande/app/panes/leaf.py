"""The page of a lesson: its text, how far one is, and the keys that help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.ink import DIM, KEY, PLAIN, STRONG, TITLE, Row, Run, cells, pad, width_of, wrap
from elgrande.app.painted import Painted
from elgrande.app.panes.tabs import ACTIVE, REST

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.keynames import Key


@dataclass(frozen=True)
class Leaf:
    """A page as it is shown; `said` is the lesson's answer to what was just done.

    `keys` are those of this page, `always` those of every page.
    """

    title: str
    at: int
    total: int
    text: str
    said: str = ""
    keys: tuple[Key, ...] = ()
    always: tuple[Key, ...] = ()


def rows(leaf: Leaf, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Heading, text, keys; blank rows between paragraphs where the height allows."""
    room = width - 1
    texts = [_lines(paragraph, glyphs, room) for paragraph in leaf.text.split("\n")]
    every = (*leaf.keys, *leaf.always)
    foot = [_keys(every, width)]
    if width_of(_runs(every)) > width:
        foot = [_keys(leaf.keys, width), _keys(leaf.always, width)]
    if 1 + sum(map(len, texts)) + len(foot) > height:
        # The prompt below says the others as well.
        foot = foot[:1]
    said = [f"{glyphs.yes} {line}" for line in wrap(leaf.said, room - 2)] if leaf.said else []
    spare = height - 1 - len(foot) - len(said) - sum(map(len, texts))
    gaps = spare >= len(texts)
    out: list[Row] = [_heading(leaf, glyphs, width)]
    for i, lines in enumerate(texts):
        if gaps and i:
            out.append(pad([], width))
        out += [pad([Run(" ", PLAIN), Run(line, PLAIN)], width) for line in lines]
    if said and gaps:
        out.append(pad([], width))
    out += [pad([Run(" ", PLAIN), Run(line, STRONG)], width) for line in said]
    out += [pad([], width)] * (height - len(out) - len(foot))
    return [*out, *foot]


def _heading(leaf: Leaf, glyphs: Glyphs, width: int) -> Row:
    """How far one is, and which lesson it is where that fits."""
    said = f" Page {leaf.at} of {leaf.total} "
    title = f" {leaf.title} "
    line = width - cells(said) - cells(title) - 1
    if line < 2:
        return pad([Run(said, TITLE), Run(glyphs.rule * (width - cells(said)), DIM)], width)
    return pad([Run(said, TITLE), Run(glyphs.rule * line, DIM), Run(title, TITLE)], width)


def _lines(paragraph: str, glyphs: Glyphs, room: int) -> list[str]:
    """A paragraph wrapped; a step of an explanation hangs behind its dot."""
    if not paragraph.startswith("- "):
        return wrap(paragraph, room)
    first, *rest = wrap(paragraph[2:], room - 2)
    return [f"{glyphs.dot} {first}", *(f"  {line}" for line in rest)]


def _keys(keys: Sequence[Key], width: int) -> Row:
    """Keys with their meaning in one row."""
    return pad(_runs(keys), width)


def _runs(keys: Sequence[Key]) -> list[Run]:
    """Keys with their meaning; each can be clicked."""
    runs = [Run(" ", PLAIN)]
    for i, key in enumerate(keys):
        runs += [Run("  ", PLAIN)] if i else []
        runs += [Run(key.name, KEY, key.hit), Run(f" {key.label}", PLAIN, key.hit)]
    return runs


def tabs(names: Sequence[str], active: int, width: int, marks: tuple[str, str]) -> list[Row]:
    """One row of tabs with a single cell between two: a lesson has one tab more than a game."""
    runs: list[Run] = []
    for i, name in enumerate(names):
        before = marks[0] if i == active else marks[1] if i == active + 1 and i else " "
        runs.append(Run(before, ACTIVE if before != " " else REST, f"tab {i}"))
        runs.append(Run(name, ACTIVE if i == active else REST, f"tab {i}"))
    last = active == len(names) - 1
    runs.append(Run(marks[1] if last else " ", ACTIVE if last else REST))
    return [pad(runs, width, REST)]


class LeafPane(Painted, can_focus=True):
    """The pane of the page. What its keys do is the screen's affair."""

    DEFAULT_CSS = "LeafPane { height: 1fr; width: 1fr; }"

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs

    def show(self, leaf: Leaf) -> None:
        """Shows a page."""
        self.draw_with(lambda width, height: rows(leaf, self._glyphs, width, height))
