"""What is said in the lobby and in the rooms of the games: cleaned, limited, never in a journal.

The lobby is the room of no game (""), and what was said there goes with the host.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

from elgrande.content.clean import clean
from elgrande.lobby.client import Denied
from elgrande.lobby.records import LONGEST_SAID, Said
from elgrande.server.caps import Lately

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from elgrande.server.index import Index

MOST, WITHIN = 5, 10.0
"""So often somebody may speak within so many seconds."""
KEPT = 200
"""How many sayings of a room are kept."""
SHOWN = 50
"""How many of them are told to who comes in."""


class Talk:
    """Takes down what people say."""

    def __init__(self, index: Index, clock: Callable[[], float]) -> None:
        self._index = index
        self._clock = clock
        self._lobby: deque[Said] = deque(maxlen=SHOWN)
        self._spoken = Lately(MOST, WITHIN, clock)

    def say(self, game: str, who: str, text: str, account: str = "") -> Said:
        """Take something down; Denied if it is nothing, or too much. The house is nobody ("").

        What is too much is counted by ``account``, or by name.
        """
        said = clean(text, LONGEST_SAID)
        if not said:
            raise Denied("There is nothing to say in that.")
        now = self._clock()
        if who and not self._spoken.may(account or who):
            raise Denied(f"That was {MOST} times in {WITHIN:.0f} seconds; wait a moment.")
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
