"""What a searching bot may spend on an answer, and quiet to think in."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

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

    def settle(self) -> None:
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
