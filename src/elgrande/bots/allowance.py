"""What a bot may take for an answer: time of its own on the processors, however busy they are."""

from __future__ import annotations

import os
from contextlib import suppress
from glob import glob
from time import monotonic

from elgrande.bots.guard import descendants_at_a_glance

TICK = 0.25
"""Seconds between two looks."""
PATIENCE = 60.0
"""Seconds that a bot may sleep, or wait for somebody: neither compute nor wait for a processor."""


class Allowance:
    """What the answer to one question may take, for whoever waits and looks once every tick.

    Counted is what the process computes, with all that it starts, and what it waits for a
    processor; where the system does not tell, nothing. Each look adds what there is more than at
    the one before: of children that nobody waited for the system forgets what they computed. The
    clock is that of the looks: a machine that slept, or a simulation that was stopped for an hour,
    is no bot that took an hour.
    """

    def __init__(self, process: int, seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._seen, self._clock = computed(process), monotonic()
        self._told = self._seen > 0
        self._awake = self._seen + queued(process)
        self._computed = self._waited = self._asleep = 0.0

    @property
    def spent(self) -> float:
        """How many seconds were computed and slept; by the clock where the system tells nothing.

        Only what was waited for a processor is nobody's fault.
        """
        self._count()
        return self._computed + self._asleep if self._told else monotonic() - self._clock

    def look(self) -> str:
        """Look once more; return what the bot did in place of an answer if it is over."""
        self._count()
        before, self._waited = self._awake, self._waited + TICK
        self._awake = self._seen + queued(self._process)
        # What was waited is told when it is over; of what has ended less is told than before.
        self._asleep = max(0.0, self._asleep + TICK - max(0.0, self._awake - before))
        if self._computed > self._seconds:
            return f"computed for {self._seconds:g} seconds and did not answer"
        if self._asleep >= max(PATIENCE, self._seconds):
            return f"did not answer within {self._waited:g} seconds"
        return ""

    def _count(self) -> None:
        before, self._seen = self._seen, computed(self._process)
        self._told = self._told or self._seen > 0
        self._computed += max(0.0, self._seen - before)


def computed(process: int) -> float:
    """Return the seconds that a process and all below it have computed, as far as is told."""
    # Its own and those of its children that have ended, in the system and outside it.
    ticks = _sum(process, "stat", slice(11, 15))
    return ticks / os.sysconf("SC_CLK_TCK") if ticks else 0.0


def queued(process: int) -> float:
    """Return the seconds that all their threads have waited for a processor, as far as is told."""
    # What the system tells of a process is of its first thread alone.
    return _sum(process, "task/*/schedstat", slice(1, 2)) / 1e9


def _sum(process: int, name: str, fields: slice) -> int:
    """Add up what the system's files of a name tell of a process and of all below it."""
    total = 0
    for pid in (process, *descendants_at_a_glance(process)):
        for path in glob(f"/proc/{pid}/{name}"):
            with suppress(OSError), open(path, "rb") as file:
                total += sum(map(int, file.read().rpartition(b")")[2].split()[fields]))
    return total
