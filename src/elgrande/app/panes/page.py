"""Some rows of text that scroll: explanations, help, results."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual.binding import Binding

from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from textual import events
    from textual.binding import BindingType

    from elgrande.app.ink import Row

    Fill = Callable[[int], Sequence[Row]]


SCROLLS = "{page.up,page.down|arrows} scroll"
"""What a line of help says of a page that scrolls."""


class PagePane(Painted, can_focus=True):
    """Rows made for a width; keys and the wheel scroll what does not fit."""

    DEFAULT_CSS = "PagePane { height: 1fr; width: 1fr; }"

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", "up", show=False, id="page.up"),
        Binding("down,j", "move(1)", "down", show=False, id="page.down"),
        Binding("pageup", "move(-10)", "page up", show=False, id="page.pageup"),
        Binding("pagedown,space", "move(10)", "page down", show=False, id="page.pagedown"),
    ]

    def __init__(self, fill: Fill, id: str | None = None) -> None:
        super().__init__(id=id)
        self._fill = fill
        self._first = 0

    def on_mount(self) -> None:
        """Shows the beginning."""
        self._draw()

    def _draw(self) -> None:
        def source(width: int, height: int) -> Sequence[Row]:
            made = self._fill(width)
            self._first = max(0, min(self._first, len(made) - height))
            return made[self._first : self._first + height]

        self.draw_with(source)

    def action_move(self, by: int) -> None:
        """Scrolls by some rows."""
        self._first = max(0, self._first + by)
        self._draw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Goes up."""
        self.action_move(-3)

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Goes down."""
        self.action_move(3)
