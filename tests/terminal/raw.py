"""A program on a bare terminal: a test sends bytes, any bytes, and reads what is written."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import threading
import time
from pathlib import Path

from patience import PATIENCE, until

ENDED = b"\0all has been read\0"


class Raw:
    """A program with a terminal of its own, which it controls; ``home`` has a person's files."""

    def __init__(self, home: Path, *call: str, control: bool = True) -> None:
        self.master, self.slave = pty.openpty()
        fcntl.ioctl(self.slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.before = termios.tcgetattr(self.slave)
        env = {**os.environ, "TERM": "xterm-256color", "ELGRANDE_HOME": str(home)}
        env["PYTHONPATH"] = os.pathsep.join(part for part in sys.path if part)
        self.process = subprocess.Popen(
            [sys.executable, "-P", *call], stdin=self.slave, stdout=self.slave, stderr=self.slave,
            env=env, start_new_session=True,
            preexec_fn=(lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0)) if control else None,
        )  # fmt: skip
        self.seen = bytearray()
        self._closed = False
        self.reads = True
        """Whether anybody looks at what is written."""
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        # A terminal that nobody reads would stop the program.
        while not self._closed:
            if not self.reads:
                time.sleep(0.01)
            elif select.select([self.master], [], [], 0.05)[0]:
                try:
                    self.seen += os.read(self.master, 1 << 16)
                except OSError:
                    return

    def send(self, data: bytes) -> int:
        """Send bytes; return where the answer to them begins."""
        at = len(self.seen)
        view = memoryview(data)
        while view:
            view = view[os.write(self.master, view) :]
        return at

    def until(self, text: bytes, since: int = 0) -> int:
        """Wait until something is written; return where it ends."""
        end = time.monotonic() + PATIENCE
        while (at := self._find(text, since)) < 0:
            assert time.monotonic() < end, (text, bytes(self.seen[since:][-1500:]))
            time.sleep(0.01)
        return at + len(text)

    def _find(self, text: bytes, since: int) -> int:
        """Look for what is waited for; once the program has ended, in all that it has written."""
        ended = self.process.poll() is not None
        if ended:
            self._read_all()
        at = self.seen.find(text, since)
        assert at >= 0 or not ended, bytes(self.seen[-1500:])
        return at

    def _read_all(self) -> None:
        """Wait until what was written last is read: it is, once what we write after it is."""
        os.write(self.slave, ENDED)
        # Behind it may come an echo: the system sees to what is typed when it likes.
        at = until(lambda: self.seen.find(ENDED) + 1, "all that was written") - 1
        del self.seen[at : at + len(ENDED)]

    def press(self, key: bytes, text: bytes, again: float = PATIENCE) -> int:
        """Press a key until something is written; again after so many seconds, where it may be
        lost."""
        at = len(self.seen)
        end = time.monotonic() + PATIENCE
        pressed = -again
        while self._find(text, at) < 0:
            assert time.monotonic() < end, (key, text, bytes(self.seen[at:][-1500:]))
            if time.monotonic() - pressed > again:
                pressed = time.monotonic()
                self.send(key)
            time.sleep(0.01)
        return at

    def ended(self) -> int:
        """Wait for the end; the terminal must be as it was. Return the exit code."""
        code = self.process.wait(PATIENCE)
        after = termios.tcgetattr(self.slave)
        assert after[:4] == self.before[:4], "echo, lines and signals are as before"
        if self.reads:
            self._read_all()
        return code

    def stop_reading(self, *keys: bytes) -> None:
        """Read nothing more, and press keys until the terminal takes nothing more."""
        self.reads = False
        end = time.monotonic() + PATIENCE
        while select.select([], [self.slave], [], 0)[1]:
            assert time.monotonic() < end, "nothing is written"
            for key in keys:
                self.send(key)
                time.sleep(0.05)

    def hang_up(self) -> None:
        """Take the terminal away."""
        self._closed = True
        self._reader.join()
        os.close(self.slave)
        os.close(self.master)
        # Their numbers may be another file's by now.
        self.slave = self.master = -1

    def close(self) -> None:
        """End what is left."""
        self._closed = True
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for descriptor in (self.slave, self.master):
            with contextlib.suppress(OSError):
                os.close(descriptor)
