"""A list to choose from: one row an item, a cursor, keys and clicks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding
from textual.message import Message

from elgrande.app.closing import Taken
from elgrande.app.ink import CHOSEN, DIM, KEY, PLAIN, Row, Run, cells, fit, pad
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual import events
    from textual.binding import BindingType

    from elgrande.app.glyphs import Glyphs


@dataclass(frozen=True)
class Item:
    """One line: its text, what stands at its right end, and a key that chooses it."""

    text: str
    aside: str = ""
    key: str = ""


def rows(
    items: Sequence[Item], cursor: int, glyphs: Glyphs, width: int, height: int
) -> tuple[list[Row], int]:
    """The rows around the cursor, and the index of the first one."""
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
        text = fit(item.text, room, glyphs.more)
        runs.append(Run(text + " " * (room - cells(text)), CHOSEN if on else PLAIN))
        if item.aside:
            runs.append(Run(f" {item.aside}", CHOSEN if on else DIM))
        out.append(pad(runs, width, CHOSEN if on else PLAIN))
    return out, first


class ListPane(Painted, can_focus=True):
    """The list; it posts the index of what was chosen."""

    DEFAULT_CSS = "ListPane { height: 1fr; width: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "step(-1)", "up", show=False, id="list.up"),
        Binding("down,j", "step(1)", "down", show=False, id="list.down"),
        Binding("pageup", "step(-10)", "page up", show=False, id="list.pageup"),
        Binding("pagedown", "step(10)", "page down", show=False, id="list.pagedown"),
        Binding("enter", "choose", "choose", show=False, id="list.choose"),
    ]

    @dataclass
    class Chosen(Taken):
        """An item was chosen."""

        pane: ListPane
        index: int

    @dataclass
    class Moved(Message):
        """The cursor came to another item."""

        pane: ListPane
        index: int

    def __init__(self, glyphs: Glyphs, items: Sequence[Item] = (), id: str | None = None) -> None:
        super().__init__(id=id)
        self._glyphs = glyphs
        self._items = list(items)
        self._first = 0
        self.cursor = 0

    def on_mount(self) -> None:
        """Shows the items."""
        self._draw()

    @property
    def seen(self) -> range:
        """The indices of the items that are on the screen."""
        return range(self._first, min(len(self._items), self._first + self.size.height))

    def fill(self, items: Sequence[Item], cursor: int = 0) -> None:
        """Shows other items."""
        self._items = list(items)
        self.cursor = max(0, min(cursor, len(items) - 1))
        self._draw()

    def change(self, items: Mapping[int, Item]) -> None:
        """Writes some items anew by their indices; the cursor and all others stay."""
        for index, item in items.items():
            self._items[index] = item
        if any(index in self.seen for index in items):
            self._draw()

    def _draw(self) -> None:
        def source(width: int, height: int) -> list[Row]:
            made, self._first = rows(self._items, self.cursor, self._glyphs, width, height)
            return made

        self.draw_with(source)

    def action_step(self, by: int) -> None:
        """Moves the cursor; single steps go round."""
        if not self._items:
            return
        last = len(self._items) - 1
        goal = self.cursor + by
        if abs(by) == 1:
            goal %= last + 1
        self.cursor = max(0, min(goal, last))
        self._draw()
        self.post_message(self.Moved(self, self.cursor))

    def action_choose(self) -> None:
        """Chooses the item under the cursor."""
        if self._items:
            self.post_message(self.Chosen(self, self.cursor))

    def on_key(self, event: events.Key) -> None:
        """The key of an item chooses it."""
        for i, item in enumerate(self._items):
            if item.key and item.key == event.character:
                event.stop()
                self.cursor = i
                self._draw()
                self.action_choose()
                return

    def on_click(self, event: events.Click) -> None:
        """A click chooses."""
        index = self._first + event.y
        if index < len(self._items):
            event.stop()
            self.cursor = index
            self._draw()
            self.action_choose()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Goes up."""
        self.action_step(-3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Goes down."""
        self.action_step(3)
