"""Who is in, and what is said in the lobby and in the rooms of the games: cleaned, limited, never
in a journal.

The lobby is the room of no game (""), and what was said there goes with the host.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Protocol

from elgrande.content.clean import clean
from elgrande.lobby.client import Denied
from elgrande.lobby.records import LONGEST_SAID, Me, News, Said
from elgrande.server.limits import Lately

if TYPE_CHECKING:
    from elgrande.server.index import LobbyIndex
    from elgrande.table import Desk


SOON = 0.5
"""Seconds in which several changes of the list, or of a room, are told as one."""


class Person(Protocol):
    """Somebody who is in, by one line; the same person may be in by several."""

    me: Me
    known: set[str]
    """Unlisted games whose word they have said."""
    account: str
    """To whom what they make is counted: their name, or the address of a guest."""
    share: str
    """With whom they share what all wait for (``People.share``)."""
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
        self.came = 0
        """How many lines have come in since the start."""

    def __iter__(self) -> Iterator[Person]:
        return iter([*self._lines])

    def come(self, person: Person) -> None:
        """Note that somebody has come in."""
        self._lines.append(person)
        self.came += 1

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


MOST, WITHIN = 5, 10.0
"""So often somebody may speak within so many seconds."""
HOUSE_MOST, HOUSE_WITHIN = 20, 600.0
"""So often the house speaks in a room: whoever lets it speak talks nobody down."""
KEPT = 200
"""How many sayings of a room are kept."""
SHOWN = 50
"""How many of them are told to who comes in."""


class Talk:
    """Takes down what people say."""

    def __init__(self, index: LobbyIndex, clock: Callable[[], float]) -> None:
        self._index = index
        self._clock = clock
        self._lobby: deque[Said] = deque(maxlen=SHOWN)
        self._spoken = Lately(MOST, WITHIN, clock)
        self._house = Lately(HOUSE_MOST, HOUSE_WITHIN, clock)

    def say(self, game: str, who: str, text: str, share: str = "") -> Said:
        """Take something down; Denied if it is nothing, or too much. The house is nobody ("").

        What is too much is counted by ``share``, or by name.
        """
        said = clean(text, LONGEST_SAID)
        if not said:
            raise Denied("There is nothing to say in that.")
        now = self._clock()
        if not (self._spoken.may(share or who) if who else self._house.may(game)):
            also = ", by you or others at your address" * share.startswith("@")
            raise Denied(f"That was {MOST} times in {WITHIN:.0f} seconds{also}; wait a moment.")
        if not game:
            self._lobby.append(Said(self._lobby[-1].n + 1 if self._lobby else 1, now, who, said))
            return self._lobby[-1]
        n = 1 + (self._index.one("select max(n) from said where game = ?", game) or 0)
        self._index.insert("said", game=game, n=n, time=now, who=who, text=said)
        self._index.do("delete from said where game = ? and n <= ?", game, n - KEPT)
        return Said(n, now, who, said)

    def lately(self, game: str, muted: Collection[str] = ()) -> tuple[Said, ...]:
        """Return what was said lately, the oldest first, without what one does not want to read."""
        if not game:
            return tuple(said for said in self._lobby if said.who not in muted)
        rows = self._index.rows(
            "select * from said where game = ? order by n desc limit ?", game, SHOWN
        )
        return tuple(
            Said(row["n"], row["time"], row["who"], row["text"])
            for row in reversed(rows)
            if row["who"] not in muted
        )

    def speakers(self, games: Collection[str]) -> set[str]:
        """Return who has said something in these rooms that is kept."""
        marks = ", ".join("?" * len(games))
        sql = f"select distinct who from said where who != '' and game in ({marks})"
        said = {row["who"] for row in self._index.rows(sql, *games)}
        return said | {each.who for each in self._lobby}
