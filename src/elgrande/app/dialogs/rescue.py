"""The save could not be written: play stops, and goes on from a save elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.dialogs.name import NameScreen
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, pad, paragraph
from elgrande.app.panes.text_styles import ALERT, DIM

if TYPE_CHECKING:
    from collections.abc import Iterator

    from textual.widget import Widget


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
