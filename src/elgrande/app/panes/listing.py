"""A list to choose from: one row an item, a cursor, keys and clicks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message

from elgrande.app.panes.line_widget import WheelWidget
from elgrande.app.panes.taken import Taken
from elgrande.app.panes.text_runs import Row, Run, cells, filled, pad
from elgrande.app.panes.text_styles import CHOSEN, DIM, KEY, PLAIN
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events

    from elgrande.app.panes.glyphs import Glyphs


@dataclass(frozen=True)
class Item:
    """One line: its text, what stands at its right end, and a key that chooses it."""

    text: str
    aside: str = ""
    key: str = ""


def rows(
    items: Sequence[Item], cursor: int, glyphs: Glyphs, width: int, height: int
) -> tuple[list[Row], int]:
    """Return the rows around the cursor, and the index of the first one."""
    first = max(0, min(cursor - height // 2, len(items) - height))
    out: list[Row] = []
    for i, item in enumerate(items[first : first + height], first):
        on = i == cursor
        mark = glyphs.hand if on else " "
        runs = [Run(f"{mark} ", CHOSEN if on else PLAIN)]
        if item.key:
            runs += [Run(f"[{item.key}]", CHOSEN if on else KEY), Run(" ", CHOSEN if on else PLAIN)]
        need = cells(item.aside) + 1 if item.aside else 0
        room = width - need - sum(cells(run.text) for run in runs) - 1
        runs.append(Run(filled(item.text, room, glyphs.more), CHOSEN if on else PLAIN))
        if item.aside:
            runs.append(Run(f" {item.aside}", CHOSEN if on else DIM))
        out.append(pad(runs, width, CHOSEN if on else PLAIN))
    return out, first


# Textual's OptionList would mark the cursor by colour alone, and lay all lines out anew when
# one of a thousand changes. Here a sign marks it, and only what is on the screen is made.
class ListPane(WheelWidget, can_focus=True):
    """The list; it posts the index of what was chosen."""

    BINDINGS = bindings("list")

    @dataclass
    class Chosen(Taken):
        """An item was chosen."""

        index: int

    @dataclass
    class Moved(Message):
        """The cursor came to another item."""

        index: int

    def __init__(self, glyphs: Glyphs, items: Sequence[Item] = (), id: str | None = None) -> None:
        super().__init__(self._window, id=id)
        self._glyphs = glyphs
        self._items = list(items)
        self._first = 0
        self.cursor = 0

    @property
    def seen(self) -> range:
        """The indices of the items that are on the screen."""
        return range(self._first, min(len(self._items), self._first + self.size.height))

    def fill(self, items: Sequence[Item], cursor: int = 0) -> None:
        """Show other items."""
        self._items = list(items)
        self.cursor = max(0, min(cursor, len(items) - 1))
        self.redraw()

    def change(self, items: Mapping[int, Item]) -> None:
        """Write some items anew by their indices; the cursor and all others stay."""
        for index, item in items.items():
            self._items[index] = item
        if any(index in self.seen for index in items):
            self.redraw()

    def _window(self, width: int, height: int) -> list[Row]:
        made, self._first = rows(self._items, self.cursor, self._glyphs, width, height)
        return made

    def action_step(self, by: int) -> None:
        if not self._items:
            return
        last = len(self._items) - 1
        goal = self.cursor + by
        if abs(by) == 1:
            goal %= last + 1
        self.cursor = max(0, min(goal, last))
        self.redraw()
        self.post_message(self.Moved(self.cursor))

    def action_choose(self) -> None:
        if self._items:
            self.post_message(self.Chosen(self, self.cursor))

    def on_key(self, event: events.Key) -> None:
        for i, item in enumerate(self._items):
            if item.key and item.key == event.character:
                event.stop()
                self.cursor = i
                self.redraw()
                self.action_choose()
                return

    def on_click(self, event: events.Click) -> None:
        index = self._first + event.y
        if index < len(self._items):
            event.stop()
            self.cursor = index
            self.redraw()
            self.action_choose()

    def wheel(self, by: int) -> None:
        self.action_step(by)
