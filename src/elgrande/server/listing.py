"""Games as somebody in the lobby sees them: rows of the index become records, with titles by
which people tell them apart and addresses that they can type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Any

from elgrande.content.clean import clean
from elgrande.content.plain import from_plain, to_plain
from elgrande.content.setup import PERSON
from elgrande.lobby.records import (
    FINISHED,
    LONGEST_TITLE,
    OPEN,
    RUNNING,
    GameLine,
    GameWish,
    Room,
    SeatLine,
)
from elgrande.saves.paths import make_name
from elgrande.server.index import MAY_KNOW, LobbyIndex
from elgrande.server.people import WORDS
from elgrande.server.request import ALONE, ALSO, ANALYSE, EXPORT, JOIN, LOBBY, PLAIN

if TYPE_CHECKING:
    import sqlite3

    from elgrande.rules import Ruleset
    from elgrande.server.lobby import Lobby
    from elgrande.server.rooms import Person, Presence


_NUMBERED = re.compile(r"(?P<stem>.*\S) (?P<number>[0-9]{1,4})")
_TOWN = re.compile(r"(?P<town>[a-z]+)(?:-(?P<number>[0-9]+))?")
_TOWNS: dict[str, str] = {make_name(town): town for town in WORDS["towns"]}


DOORS = frozenset((*ALONE, *ALSO, LOBBY, PLAIN, EXPORT, ANALYSE))
"""Addresses that lead elsewhere."""


class Titles:
    """How the games of an index are called; ``saved`` says whether there is a save of a name."""

    def __init__(self, index: LobbyIndex, saved: Callable[[str], bool]) -> None:
        self._index = index
        self._saved = saved

    def apart(self, title: str, me: str, game: str = "") -> str:
        """Return a title that is that of no other game than ``game``, by a number behind it.

        So beside ``Office`` there is ``Office 2``.
        Others are those that somebody may know of: of one that is private they are to hear
        nothing, not even that a title is taken.
        """
        sql = f"select 1 from games g where g.called = :called and g.name != :game and {MAY_KNOW}"

        def taken(title: str) -> bool:
            return bool(self._index.rows(sql, called=title.casefold(), game=game, me=me))

        found = _NUMBERED.fullmatch(title)
        stem, number = (found["stem"], int(found["number"])) if found else (title, 1)
        made = title
        while made and taken(made):
            number += 1
            end = f" {number}"
            made = clean(stem, LONGEST_TITLE - len(end)) + end
        return made

    def address(self, wish: GameWish) -> str:
        """Return a free address for a game.

        It is made of the title where the lobby shows both to everybody, else it is a town's: the
        number behind it would tell of a private game that is called so.
        """
        if not (wish.name and wish.listed):
            return self._town()
        title = f"game {wish.name}" if wish.name.casefold().startswith(JOIN) else wish.name
        return make_name(title, self)

    def _town(self) -> str:
        """Return the address of a town, with a number once all are taken."""
        free = next((name for name in _TOWNS if name not in self), "")
        # About so many games have each town's name.
        first = 2 if free else 2 + self._index.one("select count(*) from games") // len(_TOWNS)
        numbered = (f"{name}-{number}" for number in count(first) for name in _TOWNS)
        return free or next(name for name in numbered if name not in self)

    def __contains__(self, name: object) -> bool:
        """Say whether an address leads somewhere."""
        if name in DOORS:
            return True
        found = self._index.one("select 1 from games where name = ?", name)
        return bool(found) or self._saved(str(name))


def key(title: str, name: str) -> str:
    """Return by what the index finds a game's title, for a game of that title and address."""
    return (title or called(name)).casefold()


def called(name: str) -> str:
    """Return how a game that nobody named is called, by its address; nothing if it is no town."""
    found = _TOWN.fullmatch(name)
    if found is None or found["town"] not in _TOWNS:
        return ""
    number = f" {found['number']}" if found["number"] else ""
    return _TOWNS[found["town"]] + number


MOST = 100
"""How many open and running games of others are listed, and how many finished ones."""
FEW = 3
"""So many of one owner's come before any more of theirs; of open ones no more are listed."""


class _Here:
    """Who is in, and at which tables, at one moment."""

    def __init__(self, presence: Presence) -> None:
        self.names = presence.names
        self.at: dict[str, list[str]] = {}
        for person in presence:
            for game in person.tables:
                self.at.setdefault(game, []).append(person.me.name)


class Listing:
    """Makes lines and rooms of what the index has."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._index = lobby.index
        self._presence = lobby.presence

    def games(self, person: Person) -> list[GameLine]:
        """Return all games that somebody may know of, in the order of ``LobbyClient.games``."""
        # Near are the games where one has a seat (2), and behind them those that invite one (1):
        # of these there may be many.
        rows = []
        for states in (f"'{OPEN}', '{RUNNING}'", f"'{FINISHED}'"):
            # The seats are looked up once, and sorted is what little is sorted by.
            rows += self._index.rows(
                "with mine as materialized (select game, max(1 + (source != '')) as near from "
                "seats where person = :me group by game) select g.*, nth, many, near from (select "
                "name, near, row_number() over whose as nth, count(*) over (partition by owner, "
                "state, near) as many from (select name, owner, state, moved, max(2 * (owner = "
                ":me), ifnull(near, 0)) as near from games g left join mine on game = name "
                f"where state in ({states}) and {MAY_KNOW}) window whose as (partition by owner, "
                f"state, near order by moved desc) order by near = 2 desc, nth > {FEW}, near desc, "
                f"moved desc limit {MOST}) join games g using (name)",
                me=person.me.name,
            )
        # Of one owner's open games few are listed: who makes many hides nobody else's.
        rows = [row for row in rows if row["near"] or row["state"] != OPEN or row["nth"] <= FEW]
        more = {row["name"]: row["many"] - FEW for row in rows if row["state"] == OPEN
                and not row["near"] and row["nth"] == FEW}  # fmt: skip
        names = {row["name"] for row in rows}
        rows += [row for name in person.known - names if (row := self.row(name)) is not None]
        seats = self._seats_of([row["name"] for row in rows])
        here = _Here(self._presence)
        lines = [
            self._line(person, row, seats[row["name"]], here, more.get(row["name"], 0))
            for row in rows
        ]
        return sorted(lines, key=_rank)

    def row(self, game: str) -> sqlite3.Row | None:
        """Return what the index has of a game."""
        return self._index.row("select * from games where name = ?", game)

    def seats(self, game: str) -> list[sqlite3.Row]:
        """Return what the index has of its seats, in order."""
        return self._index.rows("select * from seats where game = ? order by seat", game)

    def wish(self, row: sqlite3.Row) -> GameWish:
        """Return what was wished for when a game was made."""
        return _wish(row["wish"])

    def _seats_of(self, games: list[str]) -> dict[str, list[sqlite3.Row]]:
        """Return the seats of many games at once."""
        found: dict[str, list[sqlite3.Row]] = {game: [] for game in games}
        marks = ", ".join("?" * len(games))
        sql = f"select * from seats where game in ({marks}) order by game, seat"
        for row in self._index.rows(sql, *games):
            found[row["game"]].append(row)
        return found

    def _seat(
        self, person: Person, row: sqlite3.Row, seat: sqlite3.Row, here: _Here, wish: GameWish
    ) -> SeatLine:
        now, name = self._lobby.clock(), seat["person"]
        since, deadline = seat["since"], seat["deadline"]
        return SeatLine(
            seat["colour"], name, seat["source"], name in here.names,
            name == person.me.name and bool(seat["source"]), seat["score"],
            wish.seats[seat["seat"]].who if seat["seat"] < len(wish.seats) else "",
            self._lobby.gathering.wants.get(row["name"], {}).get(seat["colour"], ""),
            -1.0 if since is None else max(0.0, now - since),
            -1.0 if deadline is None else max(0.0, deadline - now),
        )  # fmt: skip

    def _line(
        self, person: Person, row: sqlite3.Row, seats: list[sqlite3.Row], here: _Here,
        more: int = 0,
    ) -> GameLine:  # fmt: skip
        me = person.me.name
        wish = self.wish(row)
        players = {seat["person"] for seat in seats}
        watching = sum(name not in players for name in here.at.get(row["name"], ()))
        return GameLine(
            row["name"], row["state"], wish.edition, wish.expansions,
            tuple(self._seat(person, row, seat, here, wish) for seat in seats),
            row["owner"], row["round"], row["rounds"],
            mine=any(seat["person"] == me and seat["source"] for seat in seats),
            waits=any(
                seat["person"] == me and seat["source"] == PERSON and seat["since"] is not None
                for seat in seats
            ),
            invites=any(seat["person"] == me and not seat["source"] for seat in seats),
            idle=max(0.0, self._lobby.clock() - row["moved"]), watchers=watching,
            clock=row["clock"], listed=bool(row["listed"]),
            title=wish.name or called(row["name"]), more=more,
        )  # fmt: skip

    def room(self, person: Person, row: sqlite3.Row) -> Room:
        """Return a game as somebody sees it from near."""
        line = self._line(person, row, self.seats(row["name"]), _Here(self._presence))
        wish = self.wish(row)
        owned = line.owner == person.me.name
        inside = line.mine or owned
        gone = {seat.name for seat in line.seats if seat.name and not seat.here}
        seen = self._lobby.people.seen(gone)
        seats = (replace(seat, away=seen.get(seat.name, -1.0)) for seat in line.seats)
        line = replace(line, seats=tuple(seats))
        return Room(
            line,
            dict(wish.house),
            wish.short,
            row["word"] if inside else "",
            tuple(sorted({each.me.name for each in self._presence.near(line.name)})),
            self._lobby.talk.lately(line.name, person.me.muted),
            wish.begins,
            wish.talk,
            wish if owned and row["state"] == OPEN else None,
        )

    def may_know(self, person: Person, row: sqlite3.Row) -> bool:
        """Say whether somebody may know of a game at all."""
        sql = f"select 1 from games g where g.name = :game and {MAY_KNOW}"
        return row["name"] in person.known or bool(
            self._index.rows(sql, game=row["name"], me=person.me.name)
        )


def _rank(line: GameLine) -> tuple[int, float]:
    if line.waits:
        return 0, -line.idle
    if line.state == FINISHED:
        return 5, line.idle
    if line.mine or line.invites:
        return (1 if line.mine else 2), line.idle
    return (3 if line.state == OPEN else 4), line.idle


def columns(wish: GameWish, name: str, rules: Ruleset) -> dict[str, Any]:
    """Return what the index has of a wish, besides its seats."""
    return {
        "wish": json.dumps(to_plain(wish)), "clock": wish.clock, "listed": int(wish.listed),
        "rounds": len(rules.rounds), "called": key(wish.name, name), "day": wish.day,
    }  # fmt: skip


@lru_cache(maxsize=2000)
def _wish(text: str) -> GameWish:
    return from_plain(GameWish, json.loads(text))
