"""Whose answer is owed since when, and until when it may come.

The rules know no time. The host writes down for each seat since when it owes an answer, and, in
a game with a clock, when a bot will stand in for it. An answer has its allowance; the quick clock
has a reserve besides, which is used up once the allowance is. A seat keeps what it has spent
until an answer of it is given, by its person or by the bot that stands in: handing it over, taking
it back and undoing give no more time.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from elgrande.lobby.records import NO_CLOCK, QUICK
from elgrande.table.table import COMMAND, REDO, UNDO

if TYPE_CHECKING:
    import sqlite3

    from elgrande.server.index import LobbyIndex
    from elgrande.server.limits import Options
    from elgrande.table import Entry
    from elgrande.table.history import History

AFTER_REST = 60.0
"""Seconds that everybody has at least when the server was away."""
KEPT = 100
"""So many answers of a game are remembered with what they took, for when they are taken back."""


@dataclass(frozen=True)
class Spent:
    """Seconds that a seat has spent towards its next answer, and that are left of what it has.

    Of a seat without a clock ``allowance`` and ``left`` are infinite.
    """

    time: float
    left: float
    allowance: float

    def longer(self, seconds: float) -> Spent:
        """Return it with so much more spent."""
        return replace(self, time=self.time + seconds, left=self.left - seconds)

    def reserve_after(self, reserve: float) -> float:
        """Return what a reserve is once the answer is given."""
        return max(0.0, reserve - max(0.0, self.time - self.allowance))


@dataclass(frozen=True)
class TimedAnswer:
    """What an answer took, and the reserve before it; for when it is taken back."""

    spent: Spent
    reserve: float


@dataclass(frozen=True)
class ClockStep:
    """What an entry of a table's history is to the clocks.

    ``given`` are the positions after the answers that it gave, or brought back, by their seats;
    ``taken`` those after the answers that it took back, the earliest first. An answer that was
    given unasked is none.
    """

    given: Mapping[int, int] = field(default_factory=dict)
    taken: Mapping[int, Sequence[int]] = field(default_factory=dict)

    @classmethod
    def of(cls, entry: Entry, history: History) -> ClockStep:
        """Return the step that an entry is."""
        if entry.kind == COMMAND:
            return cls({} if entry.auto else {entry.seat: entry.to})
        if entry.kind == UNDO:
            return cls(taken=_answers(history, entry.to, entry.parent))
        if entry.kind == REDO:
            back = _answers(history, entry.parent, entry.to)
            return cls({seat: positions[-1] for seat, positions in back.items()})
        return cls()


def _answers(history: History, begin: int, end: int) -> dict[int, list[int]]:
    """Return the answers between two positions on one line, by their seats."""
    found: dict[int, list[int]] = {}
    while end > begin:
        entry = history.entries[end]
        if not entry.auto:
            found.setdefault(entry.seat, []).insert(0, end)
        end = entry.parent
    return found


class Clocks:
    """Keeps the clocks of all games.

    All are in the index: those that run, and what a seat has spent whose clock stands still,
    since a bot plays it or an answer was taken back. What answers took that may yet be taken back
    is in memory alone.
    """

    def __init__(self, index: LobbyIndex, options: Options, clock: Callable[[], float]) -> None:
        self._index = index
        self._allowance = dict(options.allowance)
        self._clock = clock
        self._given: defaultdict[str, dict[int, TimedAnswer]] = defaultdict(dict)

    def moved(
        self, seats: Sequence[sqlite3.Row], clock: str, owing: Collection[int], step: ClockStep
    ) -> list[int]:
        """Note who of a game's seats owes an answer now, and what was just done.

        Returns those who owe one newly.
        """
        now = self._clock()
        newly, game = [], seats[0]["game"]
        for row in seats:
            seat, since = row["seat"], row["since"]
            owes = seat in owing
            spent = self._spent(row, clock, now)
            reserve, given = row["reserve"], self._given[game]
            taken = [given.pop(at) for at in step.taken.get(seat, ()) if at in given]
            if seat in step.given:
                given[step.given[seat]] = TimedAnswer(spent, reserve)
                if len(given) > KEPT:
                    del given[next(iter(given))]
                reserve = spent.reserve_after(reserve)
                spent = self._fresh(clock, reserve)
            elif taken:
                reserve = taken[0].reserve
                spent = taken[0].spent.longer(
                    sum(each.spent.time for each in taken[1:]) + spent.time
                )
            elif owes == (since is not None):
                continue
            if owes and since is None:
                newly.append(seat)
            self._note(row, owes, spent, reserve, clock, now)
        if clock == NO_CLOCK:
            self._given.pop(game, None)
        return newly

    def _fresh(self, clock: str, reserve: float) -> Spent:
        """Return that nothing is spent yet of what an answer has."""
        allowance = self._allowance.get(clock, math.inf)
        return Spent(0.0, allowance + (reserve if clock == QUICK else 0.0), allowance)

    def _spent(self, row: sqlite3.Row, clock: str, now: float) -> Spent:
        """Return what a seat has spent towards its next answer, whether its clock runs or not."""
        fresh = self._fresh(clock, row["reserve"])
        if row["since"] is None:
            paused = self._paused(row["game"], row["seat"]) if clock != NO_CLOCK else None
            return paused or fresh
        spent = fresh.longer(now - row["since"])
        # A server that was away has given a little more than that (see ``woken``).
        return spent if row["deadline"] is None else replace(spent, left=row["deadline"] - now)

    def _paused(self, game: str, seat: int) -> Spent | None:
        """Return what a seat had spent when its clock stopped, or None for nothing."""
        row = self._index.row(
            "select time, left, allowance from paused where game = ? and seat = ?", game, seat
        )
        return None if row is None else Spent(*row)

    def _note(
        self, row: sqlite3.Row, owes: bool, spent: Spent, reserve: float, clock: str, now: float
    ) -> None:
        game, seat = row["game"], row["seat"]
        if clock != NO_CLOCK:
            self.forget(game, seat)
            if not owes and spent.time:
                self._index.insert("paused", game=game, seat=seat, **asdict(spent))
        timed = owes and clock != NO_CLOCK
        self._index.set_seat(
            game, seat, since=now - spent.time if owes else None,
            deadline=now + spent.left if timed else None,
            reserve=reserve if clock == QUICK else row["reserve"],
        )  # fmt: skip

    def up(self, game: str, seat: int) -> bool:
        """Say whether a seat has nothing left for its next answer while its clock stands still."""
        paused = self._paused(game, seat)
        return paused is not None and paused.left <= 0

    def forget(self, game: str, seat: int | None = None) -> None:
        """Forget what is kept of a game that is over, or of a seat that somebody else has now."""
        if seat is not None:
            self._index.do("delete from paused where game = ? and seat = ?", game, seat)
        else:
            self._index.do("delete from paused where game = ?", game)
            self._given.pop(game, None)

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
