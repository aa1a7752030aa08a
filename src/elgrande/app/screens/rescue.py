"""The save could not be written: play stops, and goes on from a save elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from elgrande.app.ink import ALERT, DIM, PLAIN, Row, Run, pad, wrap
from elgrande.app.painted import Painted
from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget


class RescueScreen(Dialog[str]):
    """Says what happened and returns where to save instead, or nothing."""

    DEFAULT_CSS = """
    RescueScreen > #box { height: 14; }
    RescueScreen Painted { height: 1fr; width: 1fr; }
    RescueScreen Input { height: 1; border: none; background: $panel; }
    RescueScreen Input:focus { border: none; }
    """

    title_text = "The game cannot be saved"
    hint = "Enter saves there, {dialog.close} goes to the menu"

    def __init__(self, sentence: str, proposal: str) -> None:
        super().__init__()
        self._sentence = sentence
        self._proposal = proposal

    def content(self) -> Iterator[Widget]:
        """What happened, and a line for a name or a path."""
        yield Painted(id="said")
        yield Input(self._proposal, id="where")

    def on_mount(self) -> None:
        """The keyboard goes to the line."""
        self.query_one(Painted).draw_with(self._rows)
        self.query_one(Input).focus()

    def _rows(self, width: int, height: int) -> list[Row]:
        out = [pad([Run(line, ALERT)], width) for line in wrap(self._sentence, width)]
        ask = "Everything up to here is kept. Where shall it be written, a name or a path?"
        out += [pad([], width), *(pad([Run(line, PLAIN)], width) for line in wrap(ask, width))]
        note = "A path on another disk is the safest."
        return [*out, pad([Run(note, DIM)], width)]

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The place is chosen."""
        self.dismiss(event.value.strip() or None)
