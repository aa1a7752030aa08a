"""What a bot may take: its own time counts, and a busy machine takes none of it away."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from elgrande.bots import limits
from elgrande.bots.limits import LONGEST_SLEEP, TICK, Allowance, computed, queued
from patience import until


class Readings:
    """A process that computes, and waits for a processor, so much of the time between two looks.

    How long it waited is told after so many looks, when it is over.
    """

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, share: float, waits: float = 0.0, after: int = 1
    ) -> None:
        self.total, self.waited, self.told = 1000.0, 50.0, 50.0
        self.share, self.waits, self.after = share, waits, after
        self.count = 0
        monkeypatch.setattr(limits, "computed", lambda _: self.total)
        monkeypatch.setattr(limits, "queued", lambda _: self.told)
        self.allowed = Allowance(1, 10.0)

    def look(self) -> str:
        self.count += 1
        self.total += TICK * self.share
        self.waited += TICK * self.waits
        if self.count % self.after == 0:
            self.told = self.waited
        return self.allowed.look()

    def looks(self, seconds: float) -> set[str]:
        """What is said at each look within these seconds."""
        return {self.look() for _ in range(int(seconds / TICK))}


def test_one_that_computes_beyond_its_allowance_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Readings(monkeypatch, share=1.0)
    assert bot.looks(10) == {""}
    assert bot.look() == "computed for 10 seconds and did not answer"


def test_all_that_it_started_counts_together(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Readings(monkeypatch, share=8.0)
    assert bot.looks(1.25) == {""}
    assert bot.look()


@pytest.mark.parametrize("share", [0.0, 0.001])
def test_one_that_sleeps_is_ended_by_the_clock(
    share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So is one that wakes now and then, only to sleep again."""
    bot = Readings(monkeypatch, share)
    assert bot.looks(LONGEST_SLEEP - TICK) == {""}
    said = [bot.look() for _ in range(int(0.2 * LONGEST_SLEEP / TICK))]
    assert next(filter(None, said)).startswith("did not answer within 6")


def test_one_that_computed_before_it_sleeps_is_waited_for_no_longer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot = Readings(monkeypatch, share=1.0)
    assert bot.looks(9) == {""}
    bot.share = 0.0
    assert bot.looks(LONGEST_SLEEP - TICK) == {""}
    assert bot.look() == f"did not answer within {9 + LONGEST_SLEEP:g} seconds"


@pytest.mark.parametrize("after", [1, 40])
def test_a_busy_machine_ends_nobody(after: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a hundredth of a processor, 9 seconds take a quarter of an hour by the clock."""
    bot = Readings(monkeypatch, share=0.01, waits=0.99, after=after)
    assert bot.looks(15 * LONGEST_SLEEP) == {""}
    assert bot.allowed.spent == pytest.approx(9)


def test_threads_that_end_take_what_they_waited_along(monkeypatch: pytest.MonkeyPatch) -> None:
    """Less is told then than before, which is no sleep."""
    bot = Readings(monkeypatch, share=0.0, waits=1.0)
    for _ in range(3):
        assert bot.looks(LONGEST_SLEEP) == {""}
        bot.waited = 0.0


def test_children_that_nobody_waited_for_are_counted_while_they_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The system forgets what they computed, as soon as they end."""
    bot = Readings(monkeypatch, share=1.0)
    said = []
    for _ in range(20):
        said += [bot.look() for _ in range(4)]
        bot.total = 1000.0
    assert next(at for at, one in enumerate(said) if one) * TICK == pytest.approx(13, abs=1)
    assert "computed for 10 seconds" in said[-1]


def test_who_sleeps_is_charged_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Readings(monkeypatch, share=1.0)
    bot.looks(2)
    bot.share = 0.0
    bot.looks(8)
    assert bot.allowed.spent == pytest.approx(10)


def test_what_was_computed_is_known_when_the_process_has_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bot = Readings(monkeypatch, share=1.0)
    bot.looks(5)
    bot.total = bot.told = 0.0
    assert bot.allowed.spent == pytest.approx(5)


def test_where_nothing_is_told_the_clock_alone_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "computed", lambda _: 0.0)
    monkeypatch.setattr(limits, "queued", lambda _: 0.0)
    shown = iter([100.0, 107.0])
    monkeypatch.setattr(limits, "monotonic", lambda: next(shown))
    long = Allowance(1, 3 * LONGEST_SLEEP)
    assert {long.look() for _ in range(int(3 * LONGEST_SLEEP / TICK) - 1)} == {""}
    assert long.look() == f"did not answer within {3 * LONGEST_SLEEP:g} seconds"
    assert long.spent == 7


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell")
def test_what_a_process_started_is_counted_with_it() -> None:
    """While it runs, and when it has ended and was waited for."""
    code = (
        "import subprocess, sys\n"
        "busy = 'while __import__(\"time\").process_time() < 0.2: pass'\n"
        "for end in ('', '\\nwhile True: pass'):\n"
        "    subprocess.run([sys.executable, '-c', busy + end])\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        until(lambda: computed(process.pid) > 0.6)
    finally:
        os.killpg(process.pid, 9)
        process.wait()
    assert computed(process.pid) == 0


@pytest.mark.skipif(sys.platform != "linux", reason="the system does not tell")
def test_what_threads_wait_for_a_processor_is_told() -> None:
    """Two that share one processor; the first thread, of which alone a process tells, sleeps."""
    code = (
        "import os, subprocess, sys, threading\n"
        "os.sched_setaffinity(0, [min(os.sched_getaffinity(0))])\n"
        "busy = [sys.executable, '-c', 'import threading\\n'\n"
        "    'def busy():\\n while True: pass\\n'\n"
        "    'threading.Thread(target=busy).start()']\n"
        "for one in [subprocess.Popen(busy) for _ in range(2)]: one.wait()\n"
    )
    process = subprocess.Popen([sys.executable, "-c", code], start_new_session=True)
    try:
        until(lambda: queued(process.pid) > 0.3)
    finally:
        os.killpg(process.pid, 9)
        process.wait()
    assert queued(process.pid) == 0
