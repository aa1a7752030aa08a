"""A screen closes once, and only itself."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

R = TypeVar("R")


class ClosesOnce(Screen[R]):
    """A screen that cannot take another one off.

    Two keys may come before the first is done with, and Textual would close whatever screen
    is there by then: the table, or the last of all.
    """

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Closes this screen; does nothing where it is closed, or something lies on top of it."""
        if self.app.screen_stack[-1:] != [self]:
            return AwaitComplete()
        return super().dismiss(result)
