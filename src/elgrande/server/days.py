"""The game of the day on a server: everybody's own, and how all have done in it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from elgrande.content.days import game_of_the_day
from elgrande.content.setup import PERSON
from elgrande.lobby.records import FINISHED, ME, DayLine, GameWish, Room, SeatWish
from elgrande.saves.record import place_of

if TYPE_CHECKING:
    from datetime import date

    from elgrande.server.lobby import Lobby
    from elgrande.server.rooms import Person


class Days:
    """The games of the day of a lobby, by its clock and universal time."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._index = lobby.index

    @property
    def date(self) -> date:
        """The date of today."""
        return datetime.fromtimestamp(self._lobby.clock(), UTC).date()

    def today(self, person: Person) -> Room:
        """Begin somebody's game of today, or return it: everybody has one."""
        day, me = self.date, person.me.name
        found = self._index.one(
            "select name from games where day = ? and owner = ?", day.isoformat(), me
        )
        if found is not None:
            return self._lobby.room(person, found)
        setup = game_of_the_day(day, me)
        seats = tuple(
            SeatWish(each.colour, ME if each.source == PERSON else each.source)
            for each in setup.players
        )
        wish = GameWish(
            setup.edition, seats, setup.expansions, short=setup.short, listed=False,
            name=f"The game of {day}", day=day.isoformat(),
        )  # fmt: skip
        return self._lobby.gathering.make(person, wish)

    def table(self, _person: Person) -> list[DayLine]:
        """Return how everybody has done in the game of today, the best first."""
        found: list[DayLine] = []
        rows = self._index.rows(
            "select name, state, owner from games where day = ? and owner != ''",
            self.date.isoformat(),
        )
        for row in rows:
            seats = self._lobby.listing.seats(row["name"])
            mine = next((seat for seat in seats if seat["person"] == row["owner"]), None)
            if mine is None or mine["source"] != PERSON:
                # Somebody else plays it, or a bot has played it to its end.
                continue
            others = [seat["score"] for seat in seats if seat is not mine]
            over, points = row["state"] == FINISHED, mine["score"]
            place = place_of([points, *others], 0) if over else 0
            found.append(DayLine(row["owner"], place, points, points - max(others)))
        return sorted(found, key=lambda one: (not one.place, one.place, -one.ahead, one.name))
