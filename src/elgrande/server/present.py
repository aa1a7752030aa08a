"""Everybody who is in, and how they are told of something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from elgrande.lobby.records import Me, News, Said

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.table import Desk


SOON = 0.5
"""Seconds in which several changes of the list, or of a room, are told as one."""


class Person(Protocol):
    """Somebody who is in, by one line; the same person may be in by several."""

    me: Me
    known: set[str]
    """Unlisted games whose word they have said."""
    account: str
    """To whom what they use is counted: their name, or the address of a guest."""
    room: str
    """The game that they looked at from near last."""

    @property
    def tables(self) -> tuple[str, ...]:
        """The games at whose tables the line is."""

    def near(self, game: str) -> bool:
        """Say whether they are at a game's table or in its room."""

    def tell(self, news: News) -> None:
        """Tell them something."""

    def sit(self, game: str, desk: Desk) -> None:
        """Let the line sit at a table, or look on."""


class Presence:
    """The lines of all who are in."""

    def __init__(self) -> None:
        self._lines: list[Person] = []

    def __iter__(self) -> Iterator[Person]:
        return iter([*self._lines])

    def come(self, person: Person) -> None:
        """Note that somebody has come in."""
        self._lines.append(person)

    def go(self, person: Person) -> None:
        """Note that a line has ended."""
        if person in self._lines:
            self._lines.remove(person)

    @property
    def names(self) -> set[str]:
        """Who is in."""
        return {person.me.name for person in self._lines}

    def of(self, name: str) -> list[Person]:
        """Return the lines of one person."""
        return [person for person in self._lines if name and person.me.name == name]

    def near(self, game: str) -> list[Person]:
        """Return the lines of those who are at a game's table or in its room; for "" at none."""
        if not game:
            return [person for person in self._lines if not person.tables]
        return [person for person in self._lines if person.near(game)]

    def tell(self, name: str, news: News) -> bool:
        """Tell one person on all their lines; say whether they are in."""
        lines = self.of(name)
        for line in lines:
            line.tell(news)
        return bool(lines)

    def tell_all(self, news: News) -> None:
        """Tell everybody."""
        for person in self:
            person.tell(news)

    def tell_near(self, game: str, news: News) -> None:
        """Tell those who are at a game's table or in its room."""
        for person in self.near(game):
            person.tell(news)

    def tell_said(self, game: str, said: Said) -> None:
        """Tell what was said to those near, but for who does not want to read it."""
        for person in self.near(game):
            if said.who not in person.me.muted:
                person.tell(News("said", game, said=said))
