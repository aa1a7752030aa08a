"""What a table tells its screen, from whichever thread it happens in, and what the app is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from textual.message import Message

from elgrande.table.desk import FULL, GONE, SAVE

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual.screen import Screen

    from elgrande.table.chair import Chair, Failed, Update


class TableNews:
    """Listens to a table for a screen, and posts to that screen what there is to know."""

    @dataclass
    class Changed(Message):
        """Something happened at the table."""

        kind: str
        entry: int = -1

        def can_replace(self, message: Message) -> bool:
            """Return whether this later change makes an earlier one needless."""
            return isinstance(message, TableNews.Changed)

    @dataclass
    class Broken(Message):
        """The save takes nothing more, so the game cannot go on there."""

        sentence: str

    @dataclass
    class Full(Message):
        """The save has no room for more, and a copy of it would have none."""

        sentence: str

    @dataclass
    class Lost(Message):
        """There is no table any more, or no way to it."""

        sentence: str

    TOLD: ClassVar[dict[str, type[Broken | Full | Lost]]] = {SAVE: Broken, FULL: Full, GONE: Lost}
    """What the app is told of each kind of failure."""

    def __init__(self, screen: Screen[Any], chair: Chair) -> None:
        self._screen = screen
        self._chair = chair
        self._stop: Callable[[], None] | None = None
        self._next = -1

    def listen(self) -> None:
        """Begin to listen."""
        self._stop = self._chair.subscribe(self._told)

    def stop(self) -> None:
        """Stop listening."""
        if self._stop is not None:
            self._stop()
            self._stop = None

    def saw(self, update: Update) -> None:
        """Note how far the screen is: news of an earlier entry is none."""
        self._next = update.next

    def knows(self, message: Changed) -> bool:
        """Return whether this is what we did ourselves, and know from its reply."""
        return message.entry < self._next

    def fail(self, failed: Failed) -> None:
        """Tell that play must not go on here.

        After a save that failed the game has not changed; a table that is gone is left.
        """
        self._screen.post_message(self.TOLD.get(failed.kind, self.Lost)(failed.refused))

    def _told(self, message: dict[str, Any]) -> None:
        """Pass news on: posting is safe from any thread."""
        if "gone" in message:
            self._screen.post_message(self.Lost(message["gone"]))
        else:
            self._screen.post_message(self.Changed(message["kind"], message["changed"]))
