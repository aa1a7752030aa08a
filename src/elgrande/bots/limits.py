"""What a bot's process may take, and what of that holds on this system.

A bot is a program of somebody else's that runs with the user's rights. These limits
stop one that is faulty or greedy; they are no prison for one that means harm.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress

MEMORY = 1 << 30
"""Bytes that a bot may take, with all processes that it starts; also of a file that it writes."""
PROCESSES = 64
"""How many processes a bot may have at once, itself among them."""
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
