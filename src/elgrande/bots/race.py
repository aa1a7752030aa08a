"""A race between candidates within a budget: who is ahead after some tries gets most of the rest.

Sequential halving (Karnin, Koren and Somekh 2013): the budget is shared out evenly among the
stages, and after each the better half goes on. Every candidate of a stage meets the same chance,
so that luck does not tell them apart. What was thought of a candidate before counts as some
simulations that came out so.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import ceil, log2
from typing import NamedTuple

from elgrande.bots.adding import added

BEYOND = 1.2
"""No simulation is begun that could end after so many times the seconds, and none goes on then."""


PREPARING = 0.4
"""The part of the seconds in which candidates are looked for, at most."""


class OutOfTime(Exception):
    """A simulation, or what prepares it, has been going on when the time for it was over."""


class Enough(OutOfTime):
    """Preparing has taken its time: whoever looks ahead settles for what has been found."""


class Budget:
    """Seconds, if they are told, from now on; else a number of simulations.

    Whoever spends one calls ``spend`` when it is over. A number is spent alike on every machine.
    """

    def __init__(
        self,
        simulations: int,
        seconds: float | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.spent = 0
        """How many simulations there have been."""
        self._simulations = max(1, simulations)
        self._seconds = seconds
        self._clock = clock
        self._begun = self._before = clock()
        self._last = self._longest = 0.0

    def spend(self) -> None:
        """Note that a simulation is over."""
        self.spent += 1
        if self._seconds is not None:
            now = self._clock()
            self._last = now - self._before
            self._before = now
            self._longest = max(self._longest, self._last)

    def start(self) -> None:
        """Note that the first simulation begins: what was prepared until now was none."""
        if self._seconds is not None:
            self._before = self._clock()

    def check(self) -> None:
        """Break off what is going on if the time is over; raise OutOfTime.

        Whoever simulates calls it now and then: nobody knows how long the first one will take.
        """
        if self.late(1.0):
            raise OutOfTime

    def stop(self) -> None:
        """Break off what is going on if it takes far too long; raise OutOfTime."""
        if self.late(BEYOND):
            raise OutOfTime

    def prepare(self) -> None:
        """Break off what is prepared if it takes too long; raise Enough."""
        if self.late(PREPARING):
            raise Enough

    def expire(self) -> None:
        """Break off what is no search if the time is over; raise Enough."""
        if self.late(1.0):
            raise Enough

    def late(self, share: float) -> bool:
        """Say whether more than such a part of the time is over; simulations have none."""
        if self._seconds is None:
            return False
        # Where it began when all time was over, the difference is no number, and less than nothing.
        return not self._clock() - self._begun <= share * self._seconds

    def fits(self, number: int, share: float = 1.0) -> bool:
        """Say whether so many more simulations, each like the last, fit in this part of it all."""
        if self._seconds is None:
            return self.spent + number <= share * self._simulations
        gone = self._clock() - self._begun
        if gone + self._longest > BEYOND * self._seconds:
            # The next one may be as long as any was.
            return False
        return gone + number * self._last < share * self._seconds


@contextmanager
def undisturbed() -> Iterator[None]:
    """Keep the garbage collector away: it would walk everything that a planner remembers.

    A search leaves next to nothing for it, and as much as it would have done is done later.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# -- the race --------------------------------------------------------------------------


BEFORE = 2
"""As many simulations as this counts what was thought of a candidate before."""

ONCE = 0.6
"""After this part of the time no more candidates are tried for the first time, unless there is
time for all of them; the others are left behind ..."""
FEWEST = 2
"""... but so many are tried."""


class Candidate(NamedTuple):
    """A candidate, by its number, as it stood when it was last tried."""

    number: int
    worth: float
    tries: int


def race(
    thought: Sequence[float],
    simulate: Callable[[int, int], float],
    budget: Budget,
    *,
    even: bool = False,
) -> list[Candidate]:
    """Return the candidates, the best first; those that went farther stand before the others.

    ``thought`` is what each was worth at first sight. ``simulate`` gets a candidate and the number
    of the try, on which all chance must depend, and returns what came of it, in the same
    unit; the two may begin to count elsewhere. If it raises OutOfTime, nothing came of it. Where a
    try takes so long that there is not time for one of each, those that were worth less at first
    sight are left out. In an ``even`` race nobody else is left behind.
    """
    left = sorted(range(len(thought)), key=lambda at: -thought[at])
    sums = [BEFORE * worth for worth in thought]
    tries = 0
    behind: list[tuple[int, int]] = []

    stage, stages, since = 1, _stages(left, even), 0.0
    budget.start()
    while stage <= stages:
        share = since + (1.0 - since) * stage / stages
        while len(left) > 1 and budget.fits(len(left), share):
            found: list[float] = []
            for at in left:
                short = not tries and len(found) >= FEWEST and budget.late(ONCE)
                if not budget.fits(len(left) - len(found) if short else 1):
                    break
                try:
                    found.append(simulate(at, tries))
                except OutOfTime:
                    break
                budget.spend()
            if len(found) < len(left):
                if tries or len(found) < FEWEST:
                    # Some would have met a chance that the others have not.
                    break
                # There is not time for all of them: the best at first sight go on, by themselves.
                behind = [(at, 0) for at in left[len(found) :]]
                del left[len(found) :]
                stage, stages, since = 1, _stages(left, even), ONCE
                share = since + (1.0 - since) / stages
            if not tries:
                # What was thought is told from where the tries count.
                before = [thought[at] for at in sorted(left)]
                shift = (added(found) - added(before)) / len(before)
                sums = [worth + BEFORE * shift for worth in sums]
            for at, worth in zip(left, found, strict=True):
                sums[at] += worth
            tries += 1
        left.sort(key=lambda at: -sums[at])
        if stage < stages:
            half = ceil(len(left) / 2)
            behind[:0] = [(at, tries) for at in left[half:]]
            del left[half:]
        stage += 1
    ranking = [*((at, tries) for at in left), *behind]
    # Only now: what was thought of those that were never tried is told in another unit at first.
    return [Candidate(at, sums[at] / (BEFORE + tried), tried) for at, tried in ranking]


def _stages(left: Sequence[int], even: bool) -> int:
    """Return into how many stages a race of so many is divided."""
    return 1 if even else max(1, ceil(log2(len(left))))
