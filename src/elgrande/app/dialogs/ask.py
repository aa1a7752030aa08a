"""A question with yes or no."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, keyed, pad, paragraph
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget


class AskScreen(Dialog[bool]):
    """Asks, and returns True for yes."""

    DEFAULT_CSS = """
    AskScreen > #box { height: 7; width: 56; }
    AskScreen.alone { background: $background; }
    """

    BINDINGS = bindings("ask")

    hint = ""

    def __init__(self, question: str, *, alone: bool = False) -> None:
        """``alone`` covers what stands below: others than its owner are asked."""
        super().__init__()
        self._question = question
        self.set_class(alone, "alone")

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._rows, id="question")

    def _rows(self, width: int, height: int) -> list[Row]:
        yes, no = self.keys.name("ask.yes"), self.keys.name("ask.no")
        keys = [*keyed(yes, "yes   ", "yes"), *keyed(no, "no", "no")]
        return [*paragraph(self._question, width), pad([], width), pad(keys, width)]

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        self.dismiss(message.hit == "yes")

    def action_close(self) -> None:
        self.dismiss(False)

    def action_answer(self, yes: bool) -> None:
        self.dismiss(yes)
