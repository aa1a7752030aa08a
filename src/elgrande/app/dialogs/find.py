"""A line of the log to go to, found by typing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.line_input import SearchDialog, matches
from elgrande.app.panes.listing import Item, ListPane

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.widgets import Input

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.app.panes.log import Entry


class FindScreen(SearchDialog[int]):
    """Returns the index of the line that was chosen."""

    title_text = "Find in the log"
    hint = "type to search; Enter goes there; {dialog.close} closes"

    def __init__(self, entries: Sequence[Entry], glyphs: Glyphs, here: int) -> None:
        super().__init__(glyphs)
        self._entries = list(entries)
        self._here = here
        self._shown = list(range(len(entries)))

    def on_mount(self) -> None:
        self._fill(self._here)

    def _fill(self, cursor: int) -> None:
        items = []
        for index in self._shown:
            entry = self._entries[index]
            rule = self._glyphs.rule * 2
            head = f"{rule} {entry.text} {rule}" if entry.kind == "round" else entry.text
            sign = self._glyphs.piece(entry.colour) if entry.colour else " "
            items.append(Item(f"{sign} {head}"))
        self.listed.fill(items, cursor)

    def on_input_changed(self, event: Input.Changed) -> None:
        self._shown = [i for i, e in enumerate(self._entries) if matches(event.value, e.text)]
        # The cursor stays by the present moment.
        self._fill(sum(1 for i in self._shown if i < self._here))

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(self._shown[message.index])
