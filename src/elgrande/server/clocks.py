"""Whose answer is owed since when, and until when it may come.

The rules know no time. The host writes down for each seat since when it owes an answer, and, in
a game with a clock, when a bot will stand in for it. An answer has its allowance; the quick clock
has a reserve besides, which is used up once the allowance is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.lobby.records import NO_CLOCK, QUICK, Clock

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection

    from elgrande.server.index import Index
    from elgrande.server.options import Options

AFTER_REST = 60.0
"""Seconds that everybody has at least when the server was away."""


class Clocks:
    """Keeps the clocks of all games in the index."""

    def __init__(self, index: Index, options: Options, clock: Callable[[], float]) -> None:
        self._index = index
        self._allowance = dict(options.allowance)
        self._clock = clock

    def moved(
        self, game: str, clock: str, owing: Collection[int], answered: int | None
    ) -> list[int]:
        """Note who owes an answer now, and who just gave one; return those who owe one newly."""
        now = self._clock()
        newly = []
        for row in self._index.rows("select * from seats where game = ?", game):
            seat, since = row["seat"], row["since"]
            owes = seat in owing
            if since is not None and (not owes or seat == answered):
                self._stop(row, clock, now)
                since = None
            if owes and since is None:
                self._start(game, seat, clock, now)
                if row["since"] is None:
                    newly.append(seat)
        return newly

    def _start(self, game: str, seat: int, clock: str, now: float) -> None:
        deadline = None
        if clock != NO_CLOCK:
            deadline = now + self._allowance[clock]
            if clock == QUICK:
                deadline += self._index.one(
                    "select reserve from seats where game = ? and seat = ?", game, seat
                )
        self._index.do(
            "update seats set since = ?, deadline = ? where game = ? and seat = ?",
            now, deadline, game, seat,
        )  # fmt: skip

    def _stop(self, row: sqlite3.Row, clock: str, now: float) -> None:
        reserve = row["reserve"]
        if clock == QUICK:
            over = now - row["since"] - self._allowance[clock]
            reserve = max(0.0, reserve - max(0.0, over))
        self._index.do(
            "update seats set since = null, deadline = null, reserve = ? "
            "where game = ? and seat = ?",
            reserve, row["game"], row["seat"],
        )  # fmt: skip

    def late(self) -> list[tuple[str, int]]:
        """Return the seats whose time is up, with their games."""
        rows = self._index.rows("select game, seat from seats where deadline < ?", self._clock())
        return [(row["game"], row["seat"]) for row in rows]

    def woken(self) -> None:
        """Give everybody a little time after the server was away."""
        self._index.do(
            "update seats set deadline = max(deadline, ?) where deadline is not null",
            self._clock() + AFTER_REST,
        )

    def told(self, game: str) -> tuple[Clock, ...]:
        """Return the clocks that run in a game."""
        now = self._clock()
        rows = self._index.rows(
            "select s.*, g.clock from seats s join games g on g.name = s.game "
            "where s.game = ? and s.deadline is not null order by s.seat",
            game,
        )
        return tuple(
            Clock(
                row["seat"],
                max(0.0, row["deadline"] - now),
                min(row["reserve"], max(0.0, row["deadline"] - now))
                if row["clock"] == QUICK
                else 0.0,
            )
            for row in rows
        )
