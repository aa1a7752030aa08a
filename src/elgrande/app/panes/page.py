"""Some rows of text that scroll: explanations, help, results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import WheelWidget
from elgrande.app.settings.bindings import bindings

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.app.panes.text_runs import Row

    Fill = Callable[[int], Sequence[Row]]


SCROLLS = "{page.up,page.down|arrows} scroll"
"""What a line of help says of a page that scrolls."""


# Textual's VerticalScroll draws its bar in blocks that ASCII has not, and scrolls widgets; this
# scrolls rows, which are folded to ASCII and know what a click on them means.
class PagePane(WheelWidget, can_focus=True):
    """Rows made for a width; keys and the wheel scroll what does not fit."""

    BINDINGS = bindings("page")

    def __init__(self, fill: Fill, id: str | None = None) -> None:
        super().__init__(self._page, id=id)
        self._fill = fill
        self._first = 0

    def _page(self, width: int, height: int) -> Sequence[Row]:
        made = self._fill(width)
        self._first = max(0, min(self._first, len(made) - height))
        return made[self._first : self._first + height]

    def action_move(self, by: int) -> None:
        self._first = max(0, self._first + by)
        self.redraw()

    def wheel(self, by: int) -> None:
        self.action_move(by)
