"""It is somebody's turn at another table: go there, stay, or hear no more of it for an hour."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.dialog import Dialog
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, keyed, pad, paragraph
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget

GO, LATER = "go", "later"


class ElsewhereScreen(Dialog[str]):
    """Returns ``GO``, ``LATER`` or nothing."""

    DEFAULT_CSS = "ElsewhereScreen > #box { height: 7; width: 64; }"

    BINDINGS = bindings("elsewhere")

    hint = ""

    def __init__(self, sentence: str) -> None:
        super().__init__()
        self._sentence = sentence

    def content(self) -> Iterator[Widget]:
        yield LineWidget(self._rows, id="question")

    def _rows(self, width: int, height: int) -> list[Row]:
        keys = []
        for name, says in (("go", "go there"), ("later", "not for an hour"), ("stay", "stay")):
            keys += keyed(self.keys.name(f"elsewhere.{name}"), f"{says}   ", name)
        return [*paragraph(self._sentence, width), pad([], width), pad(keys, width)][-height:]

    def on_line_widget_hit(self, message: LineWidget.Hit) -> None:
        self.dismiss(None if message.hit == "stay" else message.hit)

    def action_answer(self, what: str) -> None:
        self.dismiss(what or None)
