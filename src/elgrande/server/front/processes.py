"""The front's ends of what sessions are made of: the forkserver, which it starts and asks for them,
and the standard streams of each, a terminal or three pipes.

No stream waits: what a program does not read yet is kept up to a bound, beyond which its client
has to wait, and what a client does not take yet is left in the pipe, where its program waits.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import json
import os
import signal
import socket
import struct
import subprocess
import termios
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any, NamedTuple

from elgrande.content.files import reason
from elgrande.server.limits import BUFFER, MINUTE, Lately

FAILS = 20
"""So many failed sessions of a minute are told of."""
AGAIN = 1.0
"""Seconds before a forkserver that died is started again."""


class NotStarted(Exception):
    """There is no session; the message is one sentence."""


class Starter:
    """Keeps a forkserver; ``command`` starts one and is given the number of its socket.

    ``told`` hears what a sysop wants to know: a word, and facts.
    """

    def __init__(self, command: Sequence[str], told: Callable[..., None]) -> None:
        self._command = command
        self._told = told
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None
        self._ready = asyncio.Event()
        self._asked: deque[tuple[asyncio.Future[dict[str, Any]], Mapping[str, str]]] = deque()
        """Whose answers are to come, in their order; who no longer waits keeps the place."""
        self._whose: dict[int, Mapping[str, str]] = {}
        self._ends: dict[int, asyncio.Future[int]] = {}
        self._task: asyncio.Task[None] | None = None
        self._fails = Lately(FAILS, MINUTE, monotonic)

    def begin(self) -> None:
        """Start the forkserver, and again whenever it dies."""
        self._task = asyncio.get_running_loop().create_task(self._keep())

    async def ready(self) -> None:
        """Wait until sessions can be started."""
        await self._ready.wait()

    async def start(
        self, descriptors: Sequence[int], environment: Mapping[str, str], what: Mapping[str, Any],
        whose: Mapping[str, str],
    ) -> tuple[int, asyncio.Future[int]]:  # fmt: skip
        """Start a session; returns its process, and what will be its exit code (NotStarted).

        ``whose`` it is the sysop is told if it fails.
        """
        await self._ready.wait()
        asked = {**what, "environment": dict(environment)}
        assert self._socket is not None
        try:
            socket.send_fds(self._socket, [json.dumps(asked).encode() + b"\n"], descriptors)
        except OSError:
            raise NotStarted("The server is starting again; connect in a moment.") from None
        waits = asyncio.get_running_loop().create_future()
        self._asked.append((waits, whose))
        answer = await waits
        if "started" not in answer:
            raise NotStarted("The server is full for the moment; try again later.")
        return answer["started"], answer["end"]

    def kill(self, pid: int, number: int) -> None:
        """Send a signal to a session, if it lives."""
        if self._socket is not None:
            with suppress(OSError):
                self._socket.sendall(json.dumps({"kill": pid, "signal": number}).encode() + b"\n")

    async def end(self) -> None:
        """End the forkserver and all sessions."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self._close()
        if self._process is not None:
            await asyncio.to_thread(self._process.wait)

    async def _keep(self) -> None:
        while True:
            ours, its = socket.socketpair()
            try:
                self._process = subprocess.Popen(
                    [*self._command, str(its.fileno())], pass_fds=[its.fileno()],
                    stdin=subprocess.DEVNULL, start_new_session=True,
                )  # fmt: skip
            except OSError as error:
                ours.close()
                if self._fails.may(""):
                    self._told("forkserver", why=f"{self._command[0]}: {reason(error)}")
                await asyncio.sleep(AGAIN)
                continue
            finally:
                its.close()
            ours.setblocking(False)
            self._socket = ours
            reader, writer = await asyncio.open_unix_connection(sock=ours.dup())
            try:
                while line := await reader.readline():
                    self._hear(json.loads(line))
            finally:
                writer.close()
            self._close()
            code = await asyncio.to_thread(self._process.wait)
            self._told("forkserver", status=code)
            await asyncio.sleep(AGAIN)

    def _hear(self, message: dict[str, Any]) -> None:
        if "ready" in message:
            locks = ", ".join(message.get("locks", ())) or "none"
            self._told("ready", process=message["ready"], locks=locks)
            self._ready.set()
        elif "failed" in message:
            # A session that is up to no good may say so as often as it likes.
            if self._fails.may(""):
                whose = self._whose.get(message["process"], {})
                self._told(
                    "session failed", **whose, process=message["process"],
                    traceback=message["failed"],
                )  # fmt: skip
        elif "ended" in message:
            end = self._ends.pop(message["ended"])
            del self._whose[message["ended"]]
            if not end.done():
                end.set_result(message["status"])
        else:
            waits, whose = self._asked.popleft()
            if "started" in message:
                self._whose[message["started"]] = whose
                # Its end may be told before anybody gets round to asking for it.
                end = asyncio.get_running_loop().create_future()
                message["end"] = self._ends[message["started"]] = end
            if not waits.done():
                waits.set_result(message)
            elif "started" in message:
                # Whoever it was for has gone meanwhile.
                self.kill(message["started"], signal.SIGKILL)

    def _close(self) -> None:
        """Forget a forkserver that has gone, and its sessions with it."""
        self._ready.clear()
        if self._socket is not None:
            self._socket.close()
            self._socket = None
        ends, self._ends, self._whose = self._ends, {}, {}
        for end in ends.values():
            if not end.done():
                end.set_result(-signal.SIGKILL)
        while self._asked:
            waits, _ = self._asked.popleft()
            if not waits.done():
                waits.set_result({"refused": "it has gone"})


IUTF8 = getattr(termios, "IUTF8", 0x4000)
"""Erasing takes a whole letter; Python gives it no name on every system."""


Turn = Callable[[Callable[[], None]], None]
"""Is given what is to be done, and does it when it is its turn."""


class Client(NamedTuple):
    """The other end of a program's streams.

    ``write`` gets what the program writes, and whether that was to standard error, each time when
    ``turn`` says that it is this one's turn; ``flow`` is told whether more input can be taken.
    """

    write: Callable[[bytes, bool], None]
    flow: Callable[[bool], None]
    turn: Turn


class Streams:
    """Bytes to and from a program.

    ``theirs`` are the descriptors for the program, and behind them a pipe that it closes once it
    has begun.
    """

    def __init__(
        self, client: Client, into: int, out: Mapping[int, bool], theirs: Sequence[int]
    ) -> None:
        self.gone = asyncio.Event()
        """Set once the program will write nothing more."""
        self.begun = asyncio.Event()
        """Set once it has something to write, whether that is taken or not."""
        self._client = client
        self._into = into
        self._out = dict(out)
        self._held = False
        self._waiting = bytearray()
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._begins, begun = os.pipe()
        self.theirs = (*theirs, begun)
        self._ours = {into, *out, self._begins}
        for descriptor in self._ours:
            os.set_blocking(descriptor, False)

    def given(self) -> None:
        """Close the program's ends here: it has them by now, or never will."""
        for descriptor in {*self.theirs}:
            os.close(descriptor)
        self.theirs = ()

    def start(self) -> None:
        """Begin to read."""
        if self._begins in self._ours:
            self._loop.add_reader(self._begins, self._has_begun)
        if not self._held:
            for descriptor in self._out:
                self._loop.add_reader(descriptor, self._readable, descriptor)

    def _has_begun(self) -> None:
        self.begun.set()
        self._loop.remove_reader(self._begins)
        self._ours.discard(self._begins)
        os.close(self._begins)

    def feed(self, data: bytes | None) -> None:
        """Take input for the program; None is its end."""
        if data is None:
            self._closing = True
        elif not self._closing:
            self._waiting += data
        self._drain()

    def hold(self, on: bool) -> None:
        """Let the program wait while its client takes nothing, or go on."""
        if self._held != on:
            self._held = on
            for descriptor in self._out:
                if on:
                    self._loop.remove_reader(descriptor)
                else:
                    self._loop.add_reader(descriptor, self._readable, descriptor)

    def close(self) -> None:
        """Close everything: a terminal hangs up, a pipe ends."""
        for descriptor in self._ours:
            self._loop.remove_reader(descriptor)
            self._loop.remove_writer(descriptor)
            os.close(descriptor)
        self._ours, self._out, self._into = set(), {}, -1
        self.begun.set()
        self.gone.set()

    def _readable(self, descriptor: int) -> None:
        # It says no more of itself until it has been read.
        self._loop.remove_reader(descriptor)
        self._client.turn(partial(self._read, descriptor))

    def _read(self, descriptor: int) -> None:
        """Take some of what the program says, and listen for more."""
        if self._held or descriptor not in self._out:
            return
        self._loop.add_reader(descriptor, self._readable, descriptor)
        try:
            data = os.read(descriptor, BUFFER)
        except BlockingIOError:
            return
        except OSError:
            # A terminal whose program has gone cannot be read.
            data = b""
        if data:
            self._client.write(data, self._out[descriptor])
            return
        self._loop.remove_reader(descriptor)
        del self._out[descriptor]
        if not self._out:
            self.gone.set()

    def _drain(self) -> None:
        """Write what the program takes; the rest waits, and its client with it."""
        if self._into < 0:
            return
        while self._waiting:
            try:
                written = os.write(self._into, self._waiting)
            except OSError as error:
                if error.errno not in (errno.EAGAIN, errno.EINTR):
                    # Nobody reads any more.
                    self._waiting.clear()
                break
            del self._waiting[:written]
        if self._waiting:
            self._loop.add_writer(self._into, self._drain)
        else:
            self._loop.remove_writer(self._into)
            if self._closing:
                self.end_input()
        self._client.flow(len(self._waiting) < BUFFER)

    def end_input(self) -> None:
        """Tell the program that no more input comes."""


class Pipes(Streams):
    """Three pipes, for a client without a terminal."""

    def __init__(self, client: Client) -> None:
        (stdin, into), (out, stdout), (err, stderr) = os.pipe(), os.pipe(), os.pipe()
        super().__init__(client, into, {out: False, err: True}, (stdin, stdout, stderr))

    def end_input(self) -> None:
        os.close(self._into)
        self._ours.discard(self._into)
        self._into = -1


class TerminalStreams(Streams):
    """A terminal of the system, in a window of so many columns and rows."""

    def __init__(self, client: Client, window: tuple[int, int]) -> None:
        master, slave = os.openpty()
        modes = termios.tcgetattr(slave)
        modes[0] |= IUTF8
        termios.tcsetattr(slave, termios.TCSANOW, modes)
        super().__init__(client, master, {master: False}, (slave, slave, slave))
        self.resize(*window)

    def resize(self, columns: int, rows: int) -> None:
        """Change the window; the program is told."""
        if self._into >= 0:
            size = struct.pack("HHHH", rows, columns, 0, 0)
            with suppress(OSError):
                fcntl.ioctl(self._into, termios.TIOCSWINSZ, size)
