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

    Counted is what the process has computed since then, with all that it started, and what it
    has waited for a processor; where the system does not tell, nothing. The clock is that of the
    looks: a machine that slept, or a simulation that was stopped for an hour, is no bot that took
    an hour.
    """

    def __init__(self, process: int, seconds: float) -> None:
        self._process = process
        self._seconds = seconds
        self._begun, self._clock = computed(process), monotonic()
        self._awake = self._begun + queued(process)
        self._waited = self._asleep = 0.0

    @property
    def spent(self) -> float:
        """How many seconds were computed until now; by the clock where the system tells nothing."""
        now = computed(self._process)
        return max(0.0, now - self._begun) if now else monotonic() - self._clock

    def look(self) -> str:
        """Look once more; return what the bot did in place of an answer if it is over."""
        now, before, self._waited = computed(self._process), self._awake, self._waited + TICK
        self._awake = now + queued(self._process)
        # What was waited is told when it is over; of what has ended less is told than before.
        self._asleep = max(0.0, self._asleep + TICK - max(0.0, self._awake - before))
        if now - self._begun > self._seconds:
            return f"computed for {self._seconds:g} seconds and did not answer"
        if self._asleep >= max(PATIENCE, self._seconds):
            return f"did not answer within {self._waited:g} seconds"
        return ""


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
