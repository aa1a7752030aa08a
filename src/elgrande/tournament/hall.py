"""The hall: sends the games of a tournament to whoever plays them, and gathers them.

Games go through the standard interface, ``concurrent.futures.Executor``, so that it does not
matter whether processes of this machine or a cluster play them. They may come back in any
order: what is kept and what is said depends on the numbers of the games alone.
"""

from __future__ import annotations

import time
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from elgrande.bots.guard import TICK
from elgrande.tournament.game import Played, Task, play
from elgrande.tournament.standings import Pairing, pairing, pairings, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from elgrande.tournament.contest import Contest
    from elgrande.tournament.record import Record

T = TypeVar("T")

LOST = 3
"""So often all that play may be lost, and others are sent for, before the tournament gives up."""


class Hands(Protocol):
    """Whoever plays the games: an Executor, how many games it plays at once, and its faults."""

    places: int

    def executor(self) -> Executor:
        """Return those who play; called again when they were lost."""
        ...

    def look(self) -> None:
        """Look once a tick whether all is well; BotError if not."""
        ...

    def lost(self, bots: tuple[str, ...], times: int) -> Exception | None:
        """Return what to raise when they were lost for the so-manieth time; None to go on."""
        ...

    def fault(self, bots: tuple[str, ...], error: Exception) -> Exception:
        """Return what to raise for a game that ended with an error."""
        ...

    def close(self) -> None:
        """Send them home at once."""
        ...


class Here(Executor):
    """Plays here, in this process, while it is asked: for tests and single games."""

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Play at once."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class HandsHere:
    """Hands in this process (see ``Hands``)."""

    places = 1

    def executor(self) -> Executor:
        return Here()

    def look(self) -> None:
        """Nobody else is at work."""

    def lost(self, bots: tuple[str, ...], times: int) -> Exception | None:
        return None

    def fault(self, bots: tuple[str, ...], error: Exception) -> Exception:
        return error

    def close(self) -> None:
        """Nothing was started."""


class Hall:
    """A tournament in progress; ``games`` are to be played in all, those of the record too.

    ``enough`` looks at the pairings that were played in their order, from the first on, and
    returns how many of them decide, or None to go on. ``heard`` is told whenever a game is over.
    """

    def __init__(
        self,
        contest: Contest,
        record: Record,
        games: int,
        *,
        enough: Callable[[list[Pairing]], int | None] | None = None,
        heard: Callable[[Hall], None] = lambda _: None,
    ) -> None:
        self.contest = contest
        self.record = record
        self.games = contest.rounded(games)
        self._enough = enough
        self._heard = heard
        self.decided: int | None = None
        """How many pairings decided, if the tournament may stop early."""
        self._gapless: list[Pairing] = []
        self._decide()

    @property
    def done(self) -> int:
        """How many of the games were played."""
        return sum(number < self.games for number in self.record.games)

    def pairings(self) -> list[Pairing]:
        """Return what counts: the pairings that are whole, and no more than decided."""
        found = pairings(self.contest, self.record.games, self.games)
        return found if self.decided is None else found[: self.decided]

    def play(self, hands: Hands) -> None:
        """Play what is missing. Whatever is raised, each finished game is kept."""
        times = 0
        try:
            while not self.over:
                try:
                    self._play(hands)
                except BrokenExecutor:
                    times += 1
                    raised = hands.lost(self.contest.bots, times)
                    if raised is not None:
                        raise raised from None
        finally:
            hands.close()

    @property
    def over(self) -> bool:
        """Whether nothing is left to play."""
        return self.decided is not None or self.done >= self.games

    def _play(self, hands: Hands) -> None:
        executor = hands.executor()
        missing = self._missing()
        at_work: set[Future[Played]] = set()
        looked = time.monotonic()
        while not self.over:
            while len(at_work) < 2 * hands.places and (task := next(missing, None)) is not None:
                at_work.add(executor.submit(play, task))
            over, at_work = wait(at_work, TICK, FIRST_COMPLETED)
            # Whatever ended well is kept, also when one of them did not.
            raised: BaseException | None = None
            for future in over:
                try:
                    self._keep(future.result())
                except Exception as error:
                    raised = hands.fault(self.contest.bots, error)
            if raised is not None:
                raise raised
            # However quickly the others end: one that never does must be noticed.
            if time.monotonic() - looked >= TICK:
                looked = time.monotonic()
                hands.look()
        for future in at_work:
            future.cancel()

    def _missing(self) -> Iterator[Task]:
        for number in range(self.games):
            if number not in self.record.games:
                yield self._task(number)

    def _task(self, number: int) -> Task:
        contest, match = self.contest, self.contest.match(number)
        return Task(
            number,
            contest.dealt(match),
            match.bots,
            match.private_seed,
            contest.budget,
            contest.seconds,
            contest.versions,
        )

    def _keep(self, game: Played) -> None:
        self.record.add(game)
        if whole(self.contest, self.record.games, game.number // self.contest.players):
            self._decide()
        self._heard(self)

    def _decide(self) -> None:
        if self.decided is None and self._enough is not None:
            # Only pairings without a gap before them: in whatever order games end, it ends alike.
            games, before = self.record.games, len(self._gapless)
            while (at := len(self._gapless)) < self.games // self.contest.players:
                if not whole(self.contest, games, at):
                    break
                self._gapless.append(pairing(self.contest, games, at))
            if len(self._gapless) > before:
                self.decided = self._enough(self._gapless)
