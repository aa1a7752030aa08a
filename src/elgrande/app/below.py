"""The screens below the one on top, for Textual to paint through a dialog's background."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, SupportsIndex
from weakref import ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from textual.screen import Screen


class Below(list[Any]):
    """A list of screens that keeps none of them.

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
        """The one at the end, or None when it is no more."""
        screen: Screen[Any] | None = super().pop(index)()
        return screen
