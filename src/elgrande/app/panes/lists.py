"""Lists with a cursor: one row an item, and the contents of a book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from textual import events
from textual.message import Message

from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget, RowSource, Taken, WheelWidget
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    TITLE,
    Row,
    Run,
    TextStyle,
    cells,
    filled,
    pad,
    wrap,
)
from elgrande.app.settings.bindings import bindings


@dataclass(frozen=True)
class ListItem:
    """One line: its text, what stands at its right end, and a key that chooses it."""

    text: str
    detail: str = ""
    key: str = ""


def list_rows(
    items: Sequence[ListItem], cursor: int, glyphs: Glyphs, width: int, height: int
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
        need = cells(item.detail) + 1 if item.detail else 0
        room = width - need - sum(cells(run.text) for run in runs) - 1
        runs.append(Run(filled(item.text, room, glyphs.more), CHOSEN if on else PLAIN))
        if item.detail:
            runs.append(Run(f" {item.detail}", CHOSEN if on else DIM))
        out.append(pad(runs, width, CHOSEN if on else PLAIN))
    return out, first


class CursorPane(LineWidget, can_focus=True):
    """Rows of items with a cursor on one of them, which keys and clicks move."""

    @dataclass
    class Moved(Message):
        """The cursor came to another item."""

    def __init__(self, source: RowSource, *, id: str | None = None) -> None:
        super().__init__(source, id=id)
        self.cursor = 0
        self._owners: Sequence[int] = ()
        """Which item each row on the screen belongs to; -1 is none."""

    @property
    def count(self) -> int:
        """How many items there are."""
        raise NotImplementedError

    def point(self, index: int) -> None:
        """Put the cursor on an item."""
        self.cursor = index
        self.redraw()
        self.post_message(self.Moved())

    def clicked(self, index: int) -> None:
        """Do what a click on an item does."""
        self.point(index)

    def action_step(self, by: int) -> None:
        """Move the cursor: by one round at the ends, by more up to them."""
        if count := self.count:
            goal = self.cursor + by
            self.point(goal % count if abs(by) == 1 else max(0, min(goal, count - 1)))

    def action_choose(self) -> None:
        """Choose what the cursor is on."""
        raise NotImplementedError

    def on_click(self, event: events.Click) -> None:
        if event.y < len(self._owners) and self._owners[event.y] >= 0:
            event.stop()
            self.clicked(self._owners[event.y])


# Textual's OptionList would mark the cursor by colour alone, and lay all lines out anew when
# one of a thousand changes. Here a sign marks it, and only what is on the screen is made.
class ListPane(CursorPane, WheelWidget):
    """The list; it posts the index of what was chosen."""

    BINDINGS = bindings("list")

    @dataclass
    class Chosen(Taken):
        """An item was chosen."""

        index: int

    def __init__(
        self, glyphs: Glyphs, items: Sequence[ListItem] = (), id: str | None = None
    ) -> None:
        super().__init__(self._window, id=id)
        self._glyphs = glyphs
        self._items = list(items)
        self.seen = range(0)
        """The indices of the items that are on the screen."""

    @property
    def count(self) -> int:
        return len(self._items)

    def fill(self, items: Sequence[ListItem], cursor: int = 0) -> None:
        """Show other items."""
        self._items = list(items)
        self.cursor = max(0, min(cursor, len(items) - 1))
        self.redraw()

    def change(self, items: Mapping[int, ListItem]) -> None:
        """Write some items anew by their indices; the cursor and all others stay."""
        for index, item in items.items():
            self._items[index] = item
        if any(index in self.seen for index in items):
            self.redraw()

    def _window(self, width: int, height: int) -> list[Row]:
        made, first = list_rows(self._items, self.cursor, self._glyphs, width, height)
        self._owners = self.seen = range(first, first + len(made))
        return made

    def action_choose(self) -> None:
        if self._items:
            self.post_message(self.Chosen(self, self.cursor))

    def on_key(self, event: events.Key) -> None:
        for i, item in enumerate(self._items):
            if item.key and item.key == event.character:
                event.stop()
                self.clicked(i)
                return

    def clicked(self, index: int) -> None:
        self.cursor = index
        self.redraw()
        self.action_choose()

    def wheel(self, by: int) -> None:
        self.action_step(by)


# -- contents --------------------------------------------------------------------------


@dataclass(frozen=True)
class ContentsEntry:
    """A heading, or an entry with its id."""

    text: str
    id: str = ""


def contents_rows(
    items: Sequence[ContentsEntry], cursor: int, glyphs: Glyphs, width: int, height: int
) -> list[Row]:
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


def _item(item: ContentsEntry, on: bool, glyphs: Glyphs, width: int) -> list[Row]:
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

    def show(self, items: Sequence[ContentsEntry], cursor: int) -> None:
        """Show other items, or another one under the cursor."""
        self.draw_with(
            lambda width, height: contents_rows(items, cursor, self._glyphs, width, height)
        )

    def wheel(self, by: int) -> None:
        # An entry at a time: each is opened as the cursor comes to it.
        self.post_message(self.Scrolled(by // abs(by)))


# -- values that are stepped through ---------------------------------------------------

T = TypeVar("T")


def turned(choices: Sequence[T], now: T, by: int) -> T:
    """Return the choice so many after the present one, round at the ends."""
    at = choices.index(now) if now in choices else 0
    return choices[(at + by) % len(choices)]


def stepper(value: str, style: TextStyle, row: int, sign: TextStyle = KEY) -> list[Run]:
    """Return a value between two signs; a click means ``less ROW`` or ``more ROW``."""
    less, more = f"less {row}", f"more {row}"
    return [Run("<", sign, less), Run(f" {value} ", style, more), Run(">", sign, more)]
