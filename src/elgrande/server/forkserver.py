"""The forkserver: a process with the app in its memory, of which every session is a copy.

The front asks for sessions over a Unix socket, one JSON line each, with five descriptors: the
standard streams, the pipe of who has begun, and the line to the host. The answer is
``{"started": PID}``; when a session has ended, ``{"ended": PID, "status": STATUS}`` follows.
``{"failed": TEXT}`` before that is a fault that nobody foresaw, for the sysop.
``{"kill": PID, "signal": N}`` sends a signal to a session that lives. When the front goes, so does
everything here.

It holds no key, no game and no connection; and it is one thread, which is what may be copied.

What a fresh copy of the forkserver does to become one visitor's session, and nothing more.

It gets three descriptors for the standard streams (one terminal three times, or three pipes), a
socket that leads to the host, one to say how it failed, and a pipe that it closes before its first
word. It keeps no other, no environment, no way to write a file, and nobody but root can look into
its memory. Where the kernel can, it keeps that (``confinement``); our own hook is for systems where
it cannot.
"""

from __future__ import annotations

import ctypes
import fcntl
import gc
import io
import json
import os
import resource
import select
import signal
import socket
import sys
import termios
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic, sleep
from typing import TYPE_CHECKING, Any

from elgrande.bots.process import behind
from elgrande.server.confinement import keep_secret, lock_up, locks
from elgrande.server.limits import FILES, MEMORY

if TYPE_CHECKING:
    RunSession = Callable[[dict[str, Any], socket.socket], int]


LINE, FAILURE, BEGUN = 3, 4, 5
"""The descriptors of the socket to the host, of that for what went wrong, and of the pipe that is
closed once a session has begun."""
PR_SET_PDEATHSIG = 1
HARMLESS = ("/dev/null", "/dev/tty", "/dev/pts/")
"""What may be opened for writing: the session's own terminal, and nothing."""


def become(
    streams: Sequence[int],
    line: int,
    failure: int,
    begun: int,
    environment: Mapping[str, str],
    parent: int,
    nice: int,
) -> socket.socket:
    """Turn this process into a session; returns the socket to the host."""
    signal.set_wakeup_fd(-1)
    for each in (signal.SIGCHLD, signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_DFL)
    os.setsid()
    # First out of the way of the numbers that they are to have.
    given = (*streams, line, failure, begun)
    high = [fcntl.fcntl(each, fcntl.F_DUPFD_CLOEXEC, 16) for each in given]
    if os.isatty(high[0]):
        fcntl.ioctl(high[0], termios.TIOCSCTTY, 0)
    for number, descriptor in enumerate(high):
        os.dup2(descriptor, number, inheritable=number < LINE)
    os.closerange(BEGUN + 1, os.sysconf("SC_OPEN_MAX"))
    _streams()
    os.environ.clear()
    os.environ.update(environment)
    os.chdir("/")
    keep_secret(False)
    # Where Linux shares the machine out by sessions, it is this that counts; one process in a tenth
    # of a second may ask it.
    for _ in range(3):
        if behind(nice):
            break
        sleep(0.1)
    confine(parent, nice)
    return socket.socket(fileno=LINE)


def confine(parent: int, nice: int) -> None:
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
    os.nice(nice)
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


class SessionStream(io.TextIOWrapper):
    """A standard stream; before the first word the session tells the front that it has begun.

    Whether a terminal takes that word is up to the visitor.
    """

    begun = False

    def write(self, text: str, /) -> int:
        if not SessionStream.begun:
            SessionStream.begun = True
            os.close(BEGUN)
        return super().write(text)


def _streams() -> None:
    """Open the standard streams anew; what the forkserver had leads elsewhere."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        file = open(number, "wb" if number else "rb", closefd=False)  # noqa: SIM115
        stream = SessionStream(file, "utf-8", "replace", line_buffering=True)
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


LONGEST = 1 << 13
"""Bytes of a request."""
GIVEN = 5
"""Descriptors that come with it."""
GRACE = 2.0
"""Seconds for the sessions to end when the front has gone."""
FAILED = 1


class Forkserver:
    """Starts sessions for a front at the other end of ``front``; ``session`` is what each runs."""

    def __init__(self, front: socket.socket, session: RunSession) -> None:
        self._front = front
        self._session = session
        self._living: set[int] = set()
        self._rest = b""
        self._failures, self._failing = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._failing.setblocking(False)

    def serve(self) -> None:
        """Start sessions until the front has gone, then end those that there are."""
        for number in (signal.SIGINT, signal.SIGTERM):
            # Whoever stops the server stops the front, which we follow.
            signal.signal(number, signal.SIG_IGN)
        heard, told = os.pipe()
        for descriptor in (heard, told):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(told, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        # Copies share what is never walked, and walking it would make each its own.
        gc.collect()
        gc.freeze()
        keep_secret()
        self._tell({"ready": os.getpid(), "locks": locks()})
        listening = True
        while listening:
            numbers = [self._front.fileno(), self._failures.fileno(), heard]
            found, _, _ = select.select(numbers, [], [])
            if self._failures.fileno() in found:
                said = self._failures.recv(LONGEST).decode(errors="replace")
                # What a session that is up to no good says may be anything.
                process, _, text = said.partition("\n")
                pid = next((each for each in self._living if str(each) == process), 0)
                self._tell({"failed": text, "process": pid})
            if heard in found:
                os.read(heard, LONGEST)
            self._reap()
            if self._front.fileno() in found:
                listening = self._hear()
        self._end(heard)

    def _hear(self) -> bool:
        """Take one request; returns False once the front has gone."""
        try:
            data, given, _, _ = socket.recv_fds(self._front, LONGEST, GIVEN)
        except OSError:
            return False
        if not data:
            return False
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            asked = json.loads(line)
            if "kill" in asked:
                if asked["kill"] in self._living:
                    os.kill(asked["kill"], asked["signal"])
            else:
                self._start(asked, given)
                given = []
        return True

    def _start(self, asked: dict[str, Any], given: list[int]) -> None:
        parent = os.getpid()
        try:
            # Where there are no more descriptors, fewer come.
            pid = os.fork() if len(given) == GIVEN else -1
        except OSError:
            pid = -1
        if pid < 0:
            self._tell({"refused": "no room"})
        else:
            if not pid:
                self._be(asked, given, parent)
            self._living.add(pid)
            self._tell({"started": pid})
        for descriptor in given:
            os.close(descriptor)

    def _be(self, asked: dict[str, Any], given: list[int], parent: int) -> None:
        """Be a session; never returns."""
        status = FAILED
        try:
            *streams, begun, line = given
            failing = self._failing.fileno()
            environment, nice = asked["environment"], asked["nice"]
            host = become(streams, line, failing, begun, environment, parent, nice)
            status = self._session(asked, host)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else FAILED
        except BrokenPipeError:
            # Whoever read it has gone.
            status = 128 + signal.SIGPIPE
        except BaseException:
            # Standard error is the visitor's terminal: they read a sentence, and the sysop the
            # traceback, which would show them the inside of the server.
            with suppress(OSError):
                os.write(2, b"Something went wrong on this server; connect again.\r\n")
                text = traceback.format_exc()
                if len(text) > LONGEST // 2:
                    text = text[-LONGEST // 2 :].partition("\n")[2]
                os.write(FAILURE, f"{os.getpid()}\n{text}".encode()[:LONGEST])
        finally:
            os._exit(status & 0xFF)

    def _reap(self) -> None:
        while self._living:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return
            if not pid:
                return
            self._living.discard(pid)
            self._tell({"ended": pid, "status": os.waitstatus_to_exitcode(status)})

    def _tell(self, message: dict[str, Any]) -> None:
        with suppress(OSError):
            self._front.sendall(json.dumps(message).encode() + b"\n")

    def _end(self, heard: int) -> None:
        """Wait for the sessions, whose terminals have gone with the front; then end them."""
        for how in (0, signal.SIGTERM, signal.SIGKILL):
            for pid in self._living:
                with suppress(ProcessLookupError):
                    os.kill(pid, how)
            until = monotonic() + GRACE / 2
            while self._living and (left := until - monotonic()) > 0:
                if select.select([heard], [], [], left)[0]:
                    os.read(heard, LONGEST)
                self._reap()
