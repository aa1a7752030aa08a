"""The page of a lesson: its text, how far one is, and the keys that help."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, cells, pad, width_of, wrap
from elgrande.app.panes.text_styles import DIM, KEY, PLAIN, STRONG, TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.settings.bindings import Key


@dataclass(frozen=True)
class LessonPage:
    """A page as it is shown; ``said`` is the lesson's answer to what was just done.

    ``keys`` are those of this page, ``always`` those of every page.
    """

    title: str
    at: int
    total: int
    text: str
    said: str = ""
    keys: tuple[Key, ...] = ()
    always: tuple[Key, ...] = ()


def rows(page: LessonPage, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Return heading, text, keys; blank rows between paragraphs where the height allows."""
    room = width - 1
    texts = [_lines(paragraph, glyphs, room) for paragraph in page.text.split("\n")]
    every = (*page.keys, *page.always)
    foot = [_keys(every, width)]
    if width_of(_runs(every)) > width:
        foot = [_keys(page.keys, width), _keys(page.always, width)]
    if 1 + sum(map(len, texts)) + len(foot) > height:
        # The prompt below says the others as well.
        foot = foot[:1]
    said = [f"{glyphs.yes} {line}" for line in wrap(page.said, room - 2)] if page.said else []
    spare = height - 1 - len(foot) - len(said) - sum(map(len, texts))
    gaps = spare >= len(texts)
    out: list[Row] = [_heading(page, glyphs, width)]
    for i, lines in enumerate(texts):
        if gaps and i:
            out.append(pad([], width))
        out += [pad([Run(" ", PLAIN), Run(line, PLAIN)], width) for line in lines]
    if said and gaps:
        out.append(pad([], width))
    out += [pad([Run(" ", PLAIN), Run(line, STRONG)], width) for line in said]
    out += [pad([], width)] * (height - len(out) - len(foot))
    return [*out, *foot]


def _heading(page: LessonPage, glyphs: Glyphs, width: int) -> Row:
    """Return how far one is, and which lesson it is where that fits."""
    said = f" Page {page.at} of {page.total} "
    title = f" {page.title} "
    line = width - cells(said) - cells(title) - 1
    if line < 2:
        return pad([Run(said, TITLE), Run(glyphs.rule * (width - cells(said)), DIM)], width)
    return pad([Run(said, TITLE), Run(glyphs.rule * line, DIM), Run(title, TITLE)], width)


def _lines(paragraph: str, glyphs: Glyphs, room: int) -> list[str]:
    """Return a paragraph wrapped; a step of an explanation hangs behind its dot."""
    if not paragraph.startswith("- "):
        return wrap(paragraph, room)
    first, *rest = wrap(paragraph[2:], room - 2)
    return [f"{glyphs.dot} {first}", *(f"  {line}" for line in rest)]


def _keys(keys: Sequence[Key], width: int) -> Row:
    """Return keys with their meaning in one row, as many as have room whole."""
    shown = list(keys)
    while len(shown) > 1 and width_of(_runs(shown)) > width:
        shown.pop()
    return pad(_runs(shown), width)


def _runs(keys: Sequence[Key]) -> list[Run]:
    """Return keys with their meaning; each can be clicked."""
    runs = [Run(" ", PLAIN)]
    for i, key in enumerate(keys):
        runs += [Run("  ", PLAIN)] if i else []
        runs += [Run(key.name, KEY, key.hit), Run(f" {key.label}", PLAIN, key.hit)]
    return runs


class LessonPane(LineWidget, can_focus=True):
    """The pane of the page. What its keys do is the screen's affair."""

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs

    def show(self, page: LessonPage) -> None:
        """Show a page."""
        self.draw_with(lambda width, height: rows(page, self._glyphs, width, height))
