"""Games as somebody in the lobby sees them: rows of the index become records."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from elgrande.content.setup import PERSON
from elgrande.lobby.records import (
    FINISHED,
    OPEN,
    RUNNING,
    GameLine,
    GameWish,
    Room,
    SeatLine,
    from_plain,
)
from elgrande.server.index import MAY_KNOW
from elgrande.server.titles import called

if TYPE_CHECKING:
    import sqlite3

    from elgrande.server.lobby import Lobby
    from elgrande.server.present import Person, Presence

MOST = 100
"""How many open and running games of others are listed, and how many finished ones."""


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
        rows = []
        for states in (f"'{OPEN}', '{RUNNING}'", f"'{FINISHED}'"):
            rows += self._index.rows(
                f"select g.*, g.name in (select game from seats where person = :me) as near "
                f"from games g where g.state in ({states}) and {MAY_KNOW} "
                f"order by near desc, moved desc limit {MOST}",
                me=person.me.name,
            )
        names = {row["name"] for row in rows}
        rows += [row for name in person.known - names if (row := self.row(name)) is not None]
        seats = self._seats_of([row["name"] for row in rows])
        here = _Here(self._presence)
        lines = [self._line(person, row, seats[row["name"]], here) for row in rows]
        ranks = [self._rank(row, each) for row, each in zip(rows, lines, strict=True)]
        return [lines[at] for at in sorted(range(len(lines)), key=lambda at: ranks[at])]

    def _rank(self, row: sqlite3.Row, line: GameLine) -> tuple[int, float]:
        if line.waits:
            return 0, -line.idle
        if row["state"] == FINISHED:
            return 4, -row["moved"]
        if line.mine or line.invites:
            return 1, -row["moved"]
        return (2 if row["state"] == OPEN else 3), -row["moved"]

    def row(self, game: str) -> sqlite3.Row | None:
        """Return what the index has of a game."""
        return self._index.row("select * from games where name = ?", game)

    def seats(self, game: str) -> list[sqlite3.Row]:
        """Return what the index has of its seats, in order."""
        return self._index.rows("select * from seats where game = ? order by seat", game)

    def wish(self, row: sqlite3.Row) -> GameWish:
        """Return what was wished for when a game was made."""
        return _wish(row["wish"])

    def title(self, row: sqlite3.Row) -> str:
        """Return what a game is called besides its address: by its owner, else by its town."""
        return self.wish(row).name or called(row["name"])

    def _seats_of(self, games: list[str]) -> dict[str, list[sqlite3.Row]]:
        """Return the seats of many games at once."""
        found: dict[str, list[sqlite3.Row]] = {game: [] for game in games}
        marks = ", ".join("?" * len(games))
        sql = f"select * from seats where game in ({marks}) order by game, seat"
        for row in self._index.rows(sql, *games):
            found[row["game"]].append(row)
        return found

    def line(self, person: Person, row: sqlite3.Row) -> GameLine:
        """Return a game as a line of somebody's list."""
        return self._line(person, row, self.seats(row["name"]), _Here(self._presence))

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
        self, person: Person, row: sqlite3.Row, seats: list[sqlite3.Row], here: _Here
    ) -> GameLine:
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
            clock=row["clock"], listed=bool(row["listed"]), title=self.title(row),
        )  # fmt: skip

    def room(self, person: Person, row: sqlite3.Row) -> Room:
        """Return a game as somebody sees it from near."""
        line, wish = self.line(person, row), self.wish(row)
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
            self._lobby.clocks.told(line.name),
            tuple(seat["reserve"] for seat in self.seats(line.name)),
            row["rematch"],
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


@lru_cache(maxsize=2000)
def _wish(text: str) -> GameWish:
    return from_plain(GameWish, json.loads(text))
