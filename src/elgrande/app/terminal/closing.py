"""A screen closes once, and only itself; and what was chosen on it opens one other."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

from elgrande.app.panes.taken import Taken

if TYPE_CHECKING:
    from textual.dom import DOMNode
    from textual.message import Message

R = TypeVar("R")


def comes_late(node: DOMNode, message: Message) -> bool:
    """Return whether a choice was made on a screen that lies below another one by now."""
    return isinstance(message, Taken) and node.app.screen is not node.screen


class ClosesOnce(Screen[R]):
    """A screen that cannot take another one off, and takes no choice below another one.

    Two keys may come before the first is done with, and Textual would close whatever screen
    is there by then: the table, or the last of all. The second may also choose again what has
    opened something already.
    """

    def dismiss(self, result: R | None = None) -> AwaitComplete:
        """Close this screen; does nothing where it is closed, or something lies on top of it."""
        if self.app.screen_stack[-1:] != [self]:
            return AwaitComplete()
        return super().dismiss(result)

    async def _on_message(self, message: Message) -> None:
        """Leave out choices that come late.

        Pinned with Textual's version: there is no public way between a message and its handlers.
        """
        if not comes_late(self, message):
            await super()._on_message(message)
