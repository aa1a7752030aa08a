"""A screen closes once, and only itself; and what was chosen on it opens one other."""

from __future__ import annotations

from typing import TypeVar

from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen

R = TypeVar("R")


class Taken(Message):
    """A person chose something in a pane, by a key or a click."""


class ClosesOnce(Screen[R]):
    """A screen that cannot take another one off, and takes no choice below another one.

    Two keys may come before the first is done with, and Textual would close whatever screen
    is there by then: the table, or the last of all. The second may also choose again what has
    opened something already.
    """

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Closes this screen; does nothing where it is closed, or something lies on top of it."""
        if self.app.screen_stack[-1:] != [self]:
            return AwaitComplete()
        return super().dismiss(result)

    async def _on_message(self, message: Message) -> None:
        """Leaves out choices that come late.

        Pinned with Textual's version: there is no public way between a message and its handlers.
        """
        if not isinstance(message, Taken) or self.app.screen is self:
            await super()._on_message(message)
