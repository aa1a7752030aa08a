"""Dialogs with a line to type: a name or a path, a command, what to search."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from textual import events
from textual.widget import Widget
from textual.widgets import Input

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListItem, ListPane
from elgrande.app.panes.text_runs import ALERT, DIM, Row, pad, paragraph


class NameScreen(Dialog[str]):
    """Returns what was typed."""

    DEFAULT_CSS = "NameScreen > #box { height: 3; }"

    hint = "Enter does it, {dialog.close} closes"
    replaces = False
    """Whether typing replaces what is proposed, or goes on from it."""

    def __init__(self, title: str, proposal: str) -> None:
        super().__init__()
        self.title_text = title
        self._proposal = proposal

    def content(self) -> Iterator[Widget]:
        yield Input(self._proposal, id="line", select_on_focus=self.replaces)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip() or None)


class CommandScreen(NameScreen):
    """Takes a line such as ``place galicia`` and returns it."""

    DEFAULT_CSS = """
    CommandScreen { align: center bottom; background: transparent; }
    CommandScreen > #box { width: 100%; max-width: 100%; padding: 0; }
    CommandScreen Input { background: $surface; }
    """

    hint = "Enter sends it; {dialog.close} closes"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__("Command, for example: place galicia", "")


class RescueScreen(NameScreen):
    """Says what happened and returns where to save instead, or nothing."""

    DEFAULT_CSS = "RescueScreen > #box { height: 14; }"

    hint = "Enter saves there, {dialog.close} goes to the menu"
    replaces = True
    comes_by_itself = True

    def __init__(self, sentence: str, proposal: str) -> None:
        super().__init__("The game cannot be saved", proposal)
        self._sentence = sentence

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._rows, id="said")
        yield from super().content()

    def _rows(self, width: int, height: int) -> list[Row]:
        ask = "Nothing up to this point is lost. Type a name or a path to save it elsewhere."
        note = "A path on another disk is safest."
        return [
            *paragraph(self._sentence, width, ALERT), pad([], width),
            *paragraph(ask, width), *paragraph(note, width, DIM),
        ]  # fmt: skip


# -- search ----------------------------------------------------------------------------

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


class FilterDialog(SearchDialog[R], Generic[R]):
    """Lists what can be chosen; typing filters, Enter returns what stands for the chosen line."""

    def __init__(self, glyphs: Glyphs, choices: Sequence[tuple[R, ListItem]]) -> None:
        super().__init__(glyphs)
        self._all = self.shown = list(choices)

    def begin(self) -> int:
        """Return on which line the cursor begins."""
        return 0

    def on_mount(self) -> None:
        self._fill()

    def on_input_changed(self, event: Input.Changed) -> None:
        typed = event.value
        self.shown = [one for one in self._all if matches(typed, f"{one[1].text} {one[1].detail}")]
        self._fill()

    def _fill(self) -> None:
        self.listed.fill([item for _, item in self.shown], self.begin())

    def on_list_pane_chosen(self, message: ListPane.Chosen) -> None:
        self.dismiss(self.shown[message.index][0])


def matches(typed: str, text: str) -> bool:
    """Say whether every word that was typed stands in a text, in capitals or not."""
    found = text.casefold()
    return all(word in found for word in typed.casefold().split())
