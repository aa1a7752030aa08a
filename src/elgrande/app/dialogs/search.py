"""A list to search by typing: the line above keeps the keyboard, the arrows reach the list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypeVar

from textual.widgets import Input

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.listing import ListPane

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual import events
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs

R = TypeVar("R")

STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}
"""Keys that move the cursor of the list, and by how many lines."""


class SearchDialog(Dialog[R], Generic[R]):
    """A line to type in over a list. Enter chooses what is under the list's cursor."""

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def content(self) -> Iterator[Widget]:
        yield Input(placeholder="type to search", id="filter")
        yield ListPane(self._glyphs, id="list")

    @property
    def listed(self) -> ListPane:
        """The list."""
        return self.query_one(ListPane)

    def on_key(self, event: events.Key) -> None:
        if event.key in STEPS:
            event.stop()
            self.listed.action_step(STEPS[event.key])

    def on_input_submitted(self, _event: Input.Submitted) -> None:
        self.listed.action_choose()


def matches(typed: str, text: str) -> bool:
    """Say whether every word that was typed stands in a text, in capitals or not."""
    found = text.casefold()
    return all(word in found for word in typed.casefold().split())
