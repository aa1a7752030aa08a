"""What a fresh copy of the forkserver does to become one visitor's session, and nothing more.

It gets three descriptors for the standard streams (one terminal three times, or three pipes), a
socket that leads to the host, and one to say how it failed. It keeps no other, no environment, no
way to write a file, and nobody but root can look into its memory. Where the kernel can, it keeps
that (``confinement``); our own hook is for systems where it cannot.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import signal
import socket
import sys
import termios
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from elgrande.server.confinement import keep_secret, lock_up
from elgrande.server.limits import FILES, MEMORY

LINE, FAILURE = 3, 4
"""The descriptors of the socket to the host, and of that for what went wrong."""
PR_SET_PDEATHSIG = 1
HARMLESS = ("/dev/null", "/dev/tty", "/dev/pts/")
"""What may be opened for writing: the session's own terminal, and nothing."""


def become(
    streams: Sequence[int], line: int, failure: int, environment: Mapping[str, str], parent: int
) -> socket.socket:
    """Turn this process into a session; returns the socket to the host."""
    signal.set_wakeup_fd(-1)
    for each in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_DFL)
    os.setsid()
    # First out of the way of the numbers that they are to have.
    high = [fcntl.fcntl(given, fcntl.F_DUPFD_CLOEXEC, 16) for given in (*streams, line, failure)]
    if os.isatty(high[0]):
        fcntl.ioctl(high[0], termios.TIOCSCTTY, 0)
    for number, descriptor in enumerate(high):
        os.dup2(descriptor, number, inheritable=number < LINE)
    os.closerange(FAILURE + 1, os.sysconf("SC_OPEN_MAX"))
    _streams()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir("/")
    confine(parent)
    return socket.socket(fileno=LINE)


def confine(parent: int) -> None:
    """Give up for good what a session does not need."""
    # Where memory runs out, one session ends, and not what starts and serves all of them.
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
        score.write("500")
    for limit, most in (
        ("RLIMIT_FSIZE", 0), ("RLIMIT_CORE", 0), ("RLIMIT_NOFILE", FILES), ("RLIMIT_AS", MEMORY),
    ):  # fmt: skip
        # Not every system keeps each of them.
        with suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, limit), (most, most))
    sys.addaudithook(_no_writing)
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        if os.getppid() != parent:
            # It died before we asked to be told of it.
            os._exit(1)
    keep_secret()
    lock_up()


def _no_writing(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse to open a file for writing, even an empty one, which no limit of size forbids."""
    if event == "open":
        path, _, flags = arguments
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT):
            name = os.fsdecode(path) if isinstance(path, (str, bytes)) else ""
            if isinstance(path, int) or name.startswith(HARMLESS):
                return
            raise PermissionError(f"a session writes no file: {name}")
    elif event in ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink",
                   "os.chmod", "os.truncate", "subprocess.Popen", "os.system", "os.exec",
                   "os.posix_spawn", "os.fork", "socket.connect", "socket.bind"):  # fmt: skip
        raise PermissionError(f"a session does no such thing: {event}")


def _streams() -> None:
    """Open the standard streams anew; what the forkserver had leads elsewhere."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = open(  # noqa: SIM115
            number, "w" if number else "r", encoding="utf-8", errors="replace", closefd=False,
            buffering=1,
        )  # fmt: skip
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)
