"""A line of the log to go to, found by typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from elgrande.app.panes.listing import Item, ListPane
from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from textual import events
    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.panes.log import Entry

STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}


class FindScreen(Dialog[int]):
    """Returns the index of the line that was chosen."""

    DEFAULT_CSS = """
    FindScreen Input { height: 1; border: none; background: $panel; }
    FindScreen Input:focus { border: none; }
    """

    title_text = "Go to a line of the log"
    hint = "type to search, Enter goes there, {dialog.close} closes"

    def __init__(self, entries: Sequence[Entry], glyphs: Glyphs, here: int) -> None:
        super().__init__()
        self._entries = list(entries)
        self._glyphs = glyphs
        self._here = here
        self._shown = list(range(len(entries)))

    def content(self) -> Iterator[Widget]:
        """The filter and the lines."""
        yield Input(placeholder="search", id="filter")
        yield ListPane(self._glyphs, id="list")

    def on_mount(self) -> None:
        """All lines, the present one under the cursor."""
        self._fill(self._here)
        self.query_one(Input).focus()

    def _fill(self, cursor: int) -> None:
        items = []
        for index in self._shown:
            entry = self._entries[index]
            rule = self._glyphs.rule * 2
            head = f"{rule} {entry.text} {rule}" if entry.kind == "round" else entry.text
            sign = self._glyphs.piece(entry.colour) if entry.colour else " "
            items.append(Item(f"{sign} {head}"))
        self.query_one(ListPane).fill(items, cursor)

    def on_input_changed(self, event: Input.Changed) -> None:
        """Only lines with every word typed; the cursor stays by the present moment."""
        words = event.value.casefold().split()
        self._shown = [
            i
            for i, entry in enumerate(self._entries)
            if all(word in entry.text.casefold() for word in words)
        ]
        self._fill(sum(1 for i in self._shown if i < self._here))

    def on_key(self, event: events.Key) -> None:
        """Arrows reach the list from the filter."""
        if event.key in STEPS:
            event.stop()
            self.query_one(ListPane).action_step(STEPS[event.key])

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Enter takes what is under the cursor."""
        self.query_one(ListPane).action_choose()

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        """A line was chosen."""
        self.dismiss(self._shown[message.index])
