"""One line to type: a name or a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from elgrande.app.screens.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget


class NameScreen(Dialog[str]):
    """Returns what was typed."""

    DEFAULT_CSS = """
    NameScreen > #box { height: 3; }
    NameScreen Input { height: 1; border: none; background: $panel; }
    NameScreen Input:focus { border: none; }
    """

    hint = "Enter does it, {dialog.close} closes"

    def __init__(self, title: str, proposal: str) -> None:
        super().__init__()
        self.title_text = title
        self._proposal = proposal

    def content(self) -> Iterator[Widget]:
        """The line."""
        yield Input(self._proposal, id="line", select_on_focus=False)

    def on_mount(self) -> None:
        """The keyboard goes to the line."""
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """The line is complete."""
        self.dismiss(event.value.strip() or None)
