"""Dialogs with a line to type: a name or a path, a command, something to say, what to search."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from textual.widgets import Input

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.lists import ListPane
from elgrande.app.panes.text_runs import ALERT, DIM, Row, pad, paragraph
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from textual import events
    from textual.widget import Widget

    from elgrande.app.panes.glyphs import Glyphs


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


# -- talk ------------------------------------------------------------------------------

PHRASES = (
    "Hello, and good luck!", "Well played.", "One moment, please.", "I am back.",
    "Sorry, that was a slip.", "Thank you for the game.",
)  # fmt: skip
LONGEST = 200


class TalkLine(Dialog[None]):
    """Says line after line until it is closed; what is said can be read behind it."""

    DEFAULT_CSS = """
    TalkLine { align: center bottom; background: transparent; }
    TalkLine > #box { height: 3; margin-bottom: 3; }
    """

    BINDINGS = bindings("talk")

    title_text = "Say to everybody in the room"
    hint = "Enter says it, {talk.phrase|Tab} a phrase, {dialog.close} stops talking"

    def __init__(self, say: Callable[[str], str]) -> None:
        """``say`` returns why something was not said, in a sentence, or nothing."""
        super().__init__()
        self._say = say
        self._phrase = -1

    def content(self) -> Iterator[Widget]:
        yield Input(id="line", max_length=LONGEST, select_on_focus=False)

    def on_mount(self) -> None:
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Say it, and keep it where that was refused."""
        event.stop()
        text = event.value.strip()
        if not text:
            self.action_close()
            return
        problem = self._say(text)
        if problem:
            self.notify(problem)
        else:
            event.input.value = ""
            self._phrase = -1

    def action_phrase(self, way: int) -> None:
        """Put the next phrase into the line."""
        self._phrase = (self._phrase + way) % len(PHRASES) if self._phrase >= 0 or way > 0 else -1
        line = self.query_one(Input)
        line.value = PHRASES[self._phrase]
        line.cursor_position = len(line.value)


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


def matches(typed: str, text: str) -> bool:
    """Say whether every word that was typed stands in a text, in capitals or not."""
    found = text.casefold()
    return all(word in found for word in typed.casefold().split())
