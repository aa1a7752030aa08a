"""One line to type: a name or a path."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.widgets import Input

from elgrande.app.dialogs.dialog import Dialog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget


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
