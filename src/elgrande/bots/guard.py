"""The guard of a bot: on Linux a process between the game and the bot, which ends all of it.

It adopts whatever the bot starts and leaves behind, in a session of its own too. When
the bot ends, takes too much, or the game is gone or tells it to, it kills them all.
It must be quick to import: all else is imported only behind it, in the bot's process.
"""

from __future__ import annotations

import os
import select
import signal
import sys
from contextlib import suppress
from time import monotonic, sleep

from elgrande.bots import limits
from elgrande.bots.limits import (
    BESIDE,
    THINK,
    TOO_MANY,
    TOO_MUCH,
    descendants,
    descendants_at_a_glance,
)

AWAKE, AT_REST = 0.05, 1.0
"""Seconds between two looks at what a bot takes: while it thinks, and while it waits."""
PATIENCE = 4.0
"""Seconds that everything gets to end, once it is killed."""


def main() -> None:
    """Run the bot.

    The arguments are how many bytes of memory it may take, on Linux the descriptor through which
    the game speaks to the guard, ``BESIDE`` if the bot does not stand back for others, and the
    Python of another environment, if it is of one. Frozen opponents' guards know the first two.
    """
    words = [word for word in sys.argv[1:] if not word.isdecimal()]
    memory, *controls = (int(word) for word in sys.argv[1:] if word.isdecimal())
    stands_back, python = BESIDE not in words, next(filter(os.path.isabs, words), "")
    for control in controls:
        if limits.adopt():
            _fork_bot(control, memory)
        else:
            os.close(control)
    limits.limit(memory)
    if python:
        # Limits and guard are ours, and all else is as it is there: our paths lead nowhere.
        for leads in ("PYTHONPATH", "PYTHONHOME"):
            os.environ.pop(leads, None)
        os.execv(python, [python, "-P", "-m", "elgrande.bots.process", str(int(stands_back))])
    from elgrande.bots import process

    process.main(stands_back)


def _fork_bot(control: int, memory: int) -> None:
    """Part from the bot, and guard it; returns in the bot's process alone."""
    guard = os.getpid()
    # Before the bot is there, so that not even its quickest end is missed.
    told, tell = os.pipe()
    os.set_blocking(tell, False)
    signal.set_wakeup_fd(tell, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    bot = os.fork()
    if bot == 0:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        for end in (told, tell, control):
            os.close(end)
        limits.die_with_parent(signal.SIGKILL)
        if os.getppid() != guard:
            os._exit(0)
        os.setsid()
        return
    limits.silence()
    code = 0
    try:
        code = _watch(bot, control, told, memory)
    finally:
        end_all()
        os._exit(code)


def _watch(bot: int, control: int, told: int, memory: int) -> int:
    """Wait until the bot is to end; return why, as an exit code."""
    pause, looked = AWAKE, monotonic()
    while True:
        ready, _, _ = select.select([control, told], [], [], pause)
        if control in ready:
            said = os.read(control, 64)
            if not said:
                return 0
            pause = AWAKE if said[-1:] == THINK else AT_REST
        if told in ready:
            os.read(told, 4096)
            if bot in _reaped():
                return 0
        # By the clock: what ends all the time must not keep the guard from looking.
        if monotonic() >= looked + AWAKE:
            looked = monotonic()
            pids = descendants_at_a_glance(os.getpid())
            if len(pids) > limits.PROCESSES:
                return TOO_MANY
            if limits.memory_taken(pids, memory) > memory:
                return TOO_MUCH


def end_all() -> None:
    """Kill every descendant, however they go on starting others, and wait until none is left.

    Where none can be found, the bot dies with its guard.
    """
    until = monotonic() + PATIENCE
    while monotonic() < until:
        for pid in descendants(os.getpid()):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        if _reaped() is NONE_LEFT:
            return
        sleep(0.001)


NONE_LEFT = frozenset({-1})


def _reaped() -> frozenset[int]:
    """Bury children that have ended and return them; NONE_LEFT if there are no more children."""
    found: set[int] = set()
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return frozenset(found) or NONE_LEFT
        if not pid:
            return frozenset(found)
        found.add(pid)


if __name__ == "__main__":
    main()
