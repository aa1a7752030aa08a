"""A line to say something to all in a game's room or the lobby, typed or one of a few phrases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from textual.widget import Widget

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
