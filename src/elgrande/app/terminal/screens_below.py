"""What lies below the screen on top, and keeps none of those that were closed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex
from weakref import ref

from textual.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual._types import CallbackType
    from textual.message_pump import MessagePump


class Ground(Screen[None]):
    """Textual's screen below all others, which nobody sees.

    What a screen that is being closed wants done after the next painting is left with it. It
    is never painted, so that would wait, and keep the closed screen, until the next one closes.
    """

    def _invoke_later(self, callback: CallbackType, sender: MessagePump) -> None:
        super()._invoke_later(callback, sender)
        self.call_next(self._invoke_and_clear_callbacks)


class Below(list[Any]):
    """The screens that Textual paints through a dialog's background: a list that keeps none.

    Textual leaves it in the context of whoever paints, where tasks that begin there take
    it along: the screens of a table would live for as long as the menu after it.
    """

    def __init__(self, screens: Iterable[Screen[Any]]) -> None:
        super().__init__(ref(screen) for screen in screens)

    def __iter__(self) -> Iterator[Screen[Any]]:
        """Those that still are."""
        return (screen for known in super().__iter__() if (screen := known()) is not None)

    def __contains__(self, screen: object) -> bool:
        """Whether a screen is one of them."""
        return any(known is screen for known in self)

    def pop(self, index: SupportsIndex = -1) -> Screen[Any] | None:
        """Return the one at the end, or None when it is no more."""
        screen: Screen[Any] | None = super().pop(index)()
        return screen
