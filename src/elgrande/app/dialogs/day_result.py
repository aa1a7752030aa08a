"""The result of a game of the day, as lines to send to others."""

from __future__ import annotations

from collections.abc import Sequence

from elgrande.app.dialogs.dialog import PageDialog
from elgrande.app.panes.text_runs import DIM, Row, pad, paragraph

COPIED = (
    "These lines are in the clipboard, if your terminal lets programs put something there. Whoever "
    "has others' lines too compares them with elgrande today --compare FILE. The checksum finds "
    "slips of whoever copies, but nobody who cheats."
)


class DayResultScreen(PageDialog[None]):
    """Shows the lines, and puts them into the clipboard."""

    title_text = "Your game of the day, for others"

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self._lines = lines

    def on_mount(self) -> None:
        self.app.copy_to_clipboard("\n".join(self._lines))

    def rows(self, width: int) -> list[Row]:
        found: list[Row] = []
        for line in self._lines:
            found += [*paragraph(line, width), pad([], width)]
        return [*found, *paragraph(COPIED, width, DIM)]
