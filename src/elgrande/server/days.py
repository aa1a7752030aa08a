"""The game of the day on a server: everybody's own, and how all have done in it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from elgrande.content.days import game_of_the_day
from elgrande.content.setup import PERSON
from elgrande.lobby.records import FINISHED, ME, DayLine, GameWish, Room, SeatWish
from elgrande.saves.record import place_of

if TYPE_CHECKING:
    from elgrande.server.lobby import Lobby
    from elgrande.server.rooms import Person


def date_of(lobby: Lobby) -> date:
    """Return the date of today, by a lobby's clock and universal time."""
    return datetime.fromtimestamp(lobby.clock(), UTC).date()


def today(lobby: Lobby, person: Person) -> Room:
    """Begin somebody's game of today, or return it: everybody has one."""
    day, me = date_of(lobby), person.me.name
    found = lobby.index.one(
        "select name from games where day = ? and owner = ?", day.isoformat(), me
    )
    if found is not None:
        return lobby.room(person, found)
    setup = game_of_the_day(day, me)
    seats = tuple(
        SeatWish(each.colour, ME if each.source == PERSON else each.source)
        for each in setup.players
    )
    wish = GameWish(
        setup.edition, seats, setup.expansions, short=setup.short, listed=False,
        name=f"The game of {day}", day=day.isoformat(),
    )  # fmt: skip
    return lobby.gathering.make(person, wish)


def table(lobby: Lobby, _person: Person) -> list[DayLine]:
    """Return how everybody has done in the game of today, the best first."""
    found: list[DayLine] = []
    rows = lobby.index.rows(
        "select name, state, owner from games where day = ? and owner != ''",
        date_of(lobby).isoformat(),
    )
    for row in rows:
        seats = lobby.listing.seats(row["name"])
        mine = next((seat for seat in seats if seat["person"] == row["owner"]), None)
        if mine is None or mine["source"] != PERSON:
            # Somebody else plays it, or a bot has played it to its end.
            continue
        others = [seat["score"] for seat in seats if seat is not mine]
        over, points = row["state"] == FINISHED, mine["score"]
        place = place_of([points, *others], 0) if over else 0
        found.append(DayLine(row["owner"], place, points, points - max(others)))
    return sorted(found, key=lambda one: (not one.place, one.place, -one.ahead, one.name))
