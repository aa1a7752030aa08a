"""A table of contents: entries under headings, long titles wrapped, one under the cursor."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from elgrande.app.panes.line_widget import WheelWidget
from elgrande.app.panes.text_runs import Row, Run, cells, pad, wrap
from elgrande.app.panes.text_styles import CHOSEN, PLAIN, TITLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.panes.glyphs import Glyphs


@dataclass(frozen=True)
class Item:
    """A heading, or an entry with its id."""

    text: str
    id: str = ""


def rows(items: Sequence[Item], cursor: int, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Return the rows around the cursor, which is the index of an item."""
    made: list[Row] = []
    first = last = 0
    for i, item in enumerate(items):
        on = i == cursor
        if on:
            first = len(made)
        made += _item(item, on, glyphs, width)
        if on:
            last = len(made)
    # The heading over the very first entry stays in sight.
    top = max(0, min((first + last - height) // 2, len(made) - height))
    return made[top : top + height]


def _item(item: Item, on: bool, glyphs: Glyphs, width: int) -> list[Row]:
    if not item.id:
        line = f"{item.text} "
        return [pad([Run(line + glyphs.rule * (width - cells(line)), TITLE)], width)]
    style = CHOSEN if on else PLAIN
    hit = f"item {item.id}"
    return [
        pad(
            [Run(f"{glyphs.hand if on and not i else ' '} {'  ' * bool(i)}{line}", style, hit)],
            width,
            style,
        )
        for i, line in enumerate(wrap(item.text, width - 5))
    ]


# Textual's OptionList takes the keyboard, which stays with the line above; and its cursor is a
# colour, which NO_COLOR takes away.
class ContentsPane(WheelWidget):
    """The table of contents. The keyboard stays with the line above it; this only shows."""

    @dataclass
    class Scrolled(Message):
        """The wheel was turned over it."""

        by: int

    def __init__(self, glyphs: Glyphs, id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs

    def show(self, items: Sequence[Item], cursor: int) -> None:
        """Show other items, or another one under the cursor."""
        self.draw_with(lambda width, height: rows(items, cursor, self._glyphs, width, height))

    def wheel(self, by: int) -> None:
        # An entry at a time: each is opened as the cursor comes to it.
        self.post_message(self.Scrolled(by // abs(by)))
