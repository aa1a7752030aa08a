"""The front's ends of a session's standard streams: a terminal, or three pipes.

Nothing here waits: what a program does not read yet is kept up to a bound, beyond which its client
has to wait, and what a client does not take yet is left in the pipe, where its program waits.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
import struct
import termios
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress

from elgrande.server.limits import BUFFER

IUTF8 = getattr(termios, "IUTF8", 0x4000)
"""Erasing takes a whole letter; Python gives it no name on every system."""


class Streams:
    """Bytes to and from a program.

    ``write`` gets what the program writes, and whether that was to standard error; ``flow`` is
    told whether more input can be taken. ``theirs`` are the descriptors for the program.
    """

    def __init__(
        self,
        write: Callable[[bytes, bool], None],
        flow: Callable[[bool], None],
        into: int,
        out: Mapping[int, bool],
        theirs: Sequence[int],
    ) -> None:
        self.theirs = theirs
        self.gone = asyncio.Event()
        """Set once the program will write nothing more."""
        self.spoke = asyncio.Event()
        """Set once it has written something."""
        self._write = write
        self._flow = flow
        self._into = into
        self._out = dict(out)
        self._held = False
        self._waiting = bytearray()
        self._closing = False
        self._loop = asyncio.get_running_loop()
        self._ours = {into, *out}
        for descriptor in self._ours:
            os.set_blocking(descriptor, False)

    def given(self) -> None:
        """Close the program's ends here: it has them by now, or never will."""
        for descriptor in {*self.theirs}:
            os.close(descriptor)
        self.theirs = ()

    def start(self) -> None:
        """Begin to read."""
        if not self._held:
            for descriptor in self._out:
                self._loop.add_reader(descriptor, self._readable, descriptor)

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
        self.spoke.set()
        self.gone.set()

    def _readable(self, descriptor: int) -> None:
        try:
            data = os.read(descriptor, BUFFER)
        except BlockingIOError:
            return
        except OSError:
            # A terminal whose program has gone cannot be read.
            data = b""
        self.spoke.set()
        if data:
            self._write(data, self._out[descriptor])
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
        self._flow(len(self._waiting) < BUFFER)

    def end_input(self) -> None:
        """Tell the program that no more input comes."""


class Pipes(Streams):
    """Three pipes, for a client without a terminal."""

    def __init__(self, write: Callable[[bytes, bool], None], flow: Callable[[bool], None]) -> None:
        (stdin, into), (out, stdout), (err, stderr) = os.pipe(), os.pipe(), os.pipe()
        super().__init__(write, flow, into, {out: False, err: True}, (stdin, stdout, stderr))

    def end_input(self) -> None:
        os.close(self._into)
        self._ours.discard(self._into)
        self._into = -1


class Terminal(Streams):
    """A terminal of the system, in a window of so many columns and rows."""

    def __init__(
        self,
        write: Callable[[bytes, bool], None],
        flow: Callable[[bool], None],
        window: tuple[int, int],
    ) -> None:
        master, slave = os.openpty()
        modes = termios.tcgetattr(slave)
        modes[0] |= IUTF8
        termios.tcsetattr(slave, termios.TCSANOW, modes)
        super().__init__(write, flow, master, {master: False}, (slave, slave, slave))
        self.resize(*window)

    def resize(self, columns: int, rows: int) -> None:
        """Change the window; the program is told."""
        if self._into >= 0:
            size = struct.pack("HHHH", rows, columns, 0, 0)
            with suppress(OSError):
                fcntl.ioctl(self._into, termios.TIOCSWINSZ, size)
