"""The command line: one answer in notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

    from elgrande.app.glyphs import Glyphs


class CommandScreen(Dialog[str]):
    """Takes a line such as `place galicia` and returns it."""

    DEFAULT_CSS = """
    CommandScreen { align: center bottom; background: transparent; }
    CommandScreen > #box { height: 3; width: 100%; max-width: 100%; padding: 0; }
    CommandScreen Input { height: 1; border: none; background: $surface; }
    CommandScreen Input:focus { border: none; }
    """

    title_text = "Command, as in: place galicia"
    hint = "Enter gives it, {dialog.close} closes"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def content(self) -> Iterator[Widget]:
        """The line."""
        yield Input(id="line")

    def on_mount(self) -> None:
        """The keyboard goes to the line."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is complete."""
        self.dismiss(event.value.strip())
