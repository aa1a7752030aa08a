"""What a bot's process may take, and what of that holds on this system.

A bot is a program of somebody else's that runs with the user's rights. These limits
stop one that is faulty or greedy; they are no prison for one that means harm. ``guard`` sees to
them. For an answer a bot has time of its own on the processors, however busy they are
(``Allowance``).
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from time import monotonic

MEMORY = 1 << 30
"""Bytes that a bot may take, with all processes that it starts; also of a file that it writes."""
PROCESSES = 64
"""How many processes a bot may have at once, itself among them."""
TOO_MUCH, TOO_MANY = 81, 82
"""Exit codes of the guard: why it ended a bot that did not end by itself."""
THINK, REST = b"1", b"0"
"""What the game tells the guard: a question was asked, an answer came. The end ends the bot."""
BESIDE = "beside"
"""What the guard is told of a bot that does not stand back for others."""
RIGHTS = (
    "A bot runs with your rights: it could open your files, a saved game with its secrets among "
    "them, or read a seed that you type on the command line. Install only bots that you trust."
)
# For a bot beside a screen one thread is right, and each more takes room for its heap and stack.
_ONE_THREAD = dict.fromkeys(
    ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "MALLOC_ARENA_MAX"), "1"
)
_OURS = "ELGRANDE_"
_WHEREABOUTS = ("PWD", "OLDPWD", "_")

_SET_PDEATHSIG, _SET_DUMPABLE, _SET_CHILD_SUBREAPER = 1, 4, 36


def described_limits() -> str:
    """Say in a few sentences what limits a bot on this system."""
    if sys.platform == "linux":
        return (
            f"A bot and what it starts get {MEMORY >> 20:,} MiB of memory and {PROCESSES} "
            "processes. All of them end with the bot, unless it harms its guard. Memory in files "
            "(memfd, /dev/shm) is not counted."
        )
    ends = (
        "What it starts ends with it, unless that takes a session of its own."
        if os.name == "posix"
        else "What it starts may live on after it."
    )
    return f"On this system nothing limits the memory of a bot. {ends}"


def environment() -> dict[str, str]:
    """Return a bot's environment: the user's, without what leads to the game or its saves."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.upper().startswith(_OURS) and name not in _WHEREABOUTS
    }
    # The worker finds what we find, from another folder.
    kept["PYTHONPATH"] = os.pathsep.join(os.path.abspath(part) for part in sys.path if part)
    return {**_ONE_THREAD, **kept}


def limit(memory: int) -> None:
    """Limit this process to so many bytes, where the system can; what it starts inherits that."""
    if sys.platform in ("win32", "darwin"):
        # There is no such limit, or it is taken and does nothing.
        return
    import resource

    for which in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
        with suppress(OSError, ValueError):
            _, most = resource.getrlimit(which)
            most = memory if most == resource.RLIM_INFINITY else min(memory, most)
            resource.setrlimit(which, (most, most))


def silence() -> None:
    """Let nothing be read or printed by this process: its standard streams lead nowhere."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    if nothing > 2:
        os.close(nothing)


def shield() -> None:
    """Keep processes of the same user from reading this one's memory and descriptors."""
    _prctl(_SET_DUMPABLE, 0)


def adopt() -> bool:
    """Become the parent of every descendant that loses its own; say whether that works here."""
    return _prctl(_SET_CHILD_SUBREAPER, 1)


def die_with_parent(signal: int) -> None:
    """Get this signal when the parent is gone."""
    _prctl(_SET_PDEATHSIG, signal)


def _prctl(what: int, value: int) -> bool:
    """Ask Linux for something; False where it is refused, or the system is another."""
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        return int(ctypes.CDLL(None).prctl(what, value, 0, 0, 0)) == 0
    except (OSError, AttributeError):
        return False


# -- what the system tells of processes -------------------------------------------------


def descendants(process: int) -> list[int]:
    """Return all processes below one; none where the system does not tell."""
    children: dict[int, list[int]] = {}
    try:
        pids = [int(name) for name in os.listdir("/proc") if name.isdecimal()]
    except OSError:
        return []
    for pid in pids:
        try:
            with open(f"/proc/{pid}/stat", "rb") as file:
                # The name of a program may hold anything, brackets and spaces too.
                parent = int(file.read().rpartition(b")")[2].split()[1])
        except (OSError, IndexError, ValueError):
            continue
        children.setdefault(parent, []).append(pid)
    found = list(children.get(process, ()))
    for pid in found:
        found += children.get(pid, ())
    return found


def descendants_at_a_glance(process: int) -> list[int]:
    """Return the descendants at a glance: quicker, but one that just moves may be missed."""
    try:
        found = _children(process)
    except OSError:
        return descendants(process)
    for pid in found:
        with suppress(OSError):
            found += _children(pid)
    return found


def _children(pid: int) -> list[int]:
    found: list[int] = []
    for thread in os.listdir(f"/proc/{pid}/task"):
        with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
            found += map(int, file.read().split())
    return found


def memory_taken(pids: list[int], enough: int) -> int:
    """Return the bytes of memory that processes take together; what they share counts once.

    Sharing is looked into only where there would else be more than ``enough``.
    """
    together = sum(map(_resident, pids))
    return together if together <= enough else sum(map(_share, pids))


def _resident(pid: int) -> int:
    with suppress(OSError, IndexError, ValueError), open(f"/proc/{pid}/statm", "rb") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0


def _share(pid: int) -> int:
    """Return a process's part of the memory that it takes; all of it where that is not told."""
    with suppress(OSError, IndexError, ValueError), open(f"/proc/{pid}/smaps_rollup", "rb") as file:
        for line in file:
            if line.startswith(b"Pss:"):
                return int(line.split()[1]) << 10
    return _resident(pid)


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
    # Not everybody gets here, and the guard must be there at once.
    from glob import glob

    total = 0
    for pid in (process, *descendants_at_a_glance(process)):
        for path in glob(f"/proc/{pid}/{name}"):
            with suppress(OSError), open(path, "rb") as file:
                total += sum(map(int, file.read().rpartition(b")")[2].split()[fields]))
    return total


# -- time for an answer -----------------------------------------------------------------


TICK = 0.25
"""Seconds between two looks."""
LONGEST_SLEEP = 60.0
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
        if self._asleep >= max(LONGEST_SLEEP, self._seconds):
            return f"did not answer within {self._waited:g} seconds"
        return ""

    def _count(self) -> None:
        before, self._seen = self._seen, computed(self._process)
        self._told = self._told or self._seen > 0
        self._computed += max(0.0, self._seen - before)
