"""The terminal below the app: Textual's driver for Linux and macOS, with what it lacks.

Pinned with Textual's version. On Windows Textual's own driver reads the console, which
hands over letters and never bytes.
"""

from __future__ import annotations

import os
import selectors
import signal
import sys
import termios
from contextlib import suppress
from time import sleep
from typing import TYPE_CHECKING, Any, TextIO

from textual.drivers.linux_driver import LinuxDriver

from elgrande.app.terminal.keyboard import Keyboard

if TYPE_CHECKING:
    from collections.abc import Callable

TICK = 0.1
"""Seconds without input after which silence means something."""
CHUNK = 1 << 16
"""Bytes read at once."""
ROUNDS = 10
"""So many times what waits is thrown away, in one tick."""
LEAVE = (
    b"\x18\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?1000;1003;1006;1015l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""What Textual says when it leaves, after an end to whatever was cut."""


class Output:
    """Writes to the terminal; once that is gone, nowhere, and somebody is told."""

    def __init__(self, file: TextIO, gone: Callable[[], None]) -> None:
        self._file = file
        self._gone = gone

    def write(self, text: str) -> None:
        """Write; letters that the terminal's encoding lacks become marks."""
        try:
            self._file.write(text)
        except UnicodeEncodeError:
            code = self._file.encoding
            self._file.write(text.encode(code, "replace").decode(code))
        except (OSError, ValueError):
            self._gone()

    def flush(self) -> None:
        """Send what was written."""
        try:
            self._file.flush()
        except (OSError, ValueError):
            self._gone()

    def fileno(self) -> int:
        """Return the descriptor below."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Say whether this is a terminal."""
        return self._file.isatty()


class Terminal(LinuxDriver):
    """Reads by ``Keyboard``, takes the size from the system alone, and notices a lost terminal."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        screen = next((f for f in (sys.__stderr__, sys.__stdout__) if f and f.isatty()), None)
        if screen is not None:
            self._file: Any = Output(screen, self._gone)

    def _run_input_thread(self) -> None:
        """Let errors go to ``threading.excepthook``, which ``mishaps`` watches."""
        self.run_input_thread()

    def run_input_thread(self) -> None:
        """Read until the app ends."""
        keyboard = Keyboard()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(TICK):
                    try:
                        data = os.read(self.fileno, CHUNK)
                    except (BlockingIOError, InterruptedError):
                        continue
                    except OSError:
                        data = b""
                    if not data:
                        self._gone()
                        return
                    for message in keyboard.feed(data):
                        self.process_message(message)
                for message in keyboard.tick():
                    self.process_message(message)

    def abandon(self) -> None:
        """Give the terminal back, though it takes nothing and whoever writes to it waits.

        What waits to be shown is thrown away: what the writer still has goes nowhere, once a
        signal (one that we catch) has woken it, and what the terminal has not shown is taken
        out. So there is room to say that we leave.
        """
        # A program in the background would be stopped for it.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
        with suppress(termios.error, OSError):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            shown = self._file.fileno()
            # A way of its own, which waits for nobody.
            screen = os.open(os.ttyname(shown), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
            os.dup2(os.open(os.devnull, os.O_WRONLY), shown)
            for _ in range(ROUNDS):
                writer = self._writer_thread
                if writer is not None and writer.ident is not None and writer.is_alive():
                    signal.pthread_kill(writer.ident, signal.SIGTERM)
                sleep(TICK / ROUNDS)
                termios.tcflush(screen, termios.TCOFLUSH)
            os.write(screen, LEAVE)

    def _gone(self) -> None:
        """End, since the terminal has gone, with or without a signal that says so."""
        if not self.exit_event.is_set():
            # The loop may have ended since.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._app.exit, None, 128 + signal.SIGHUP)

    def _query_in_band_window_resize(self) -> None:
        """Ask nothing: a size that comes with the input is whatever a paste says it is."""

    def _sigcont_application(self, *_: Any) -> None:
        """Take the terminal again, from the state that it had before we first took it.

        Whoever is continued without having said that it stops still holds it, and would
        take its own raw state for the one to give back at the end.
        """
        if self._must_signal_resume:
            super()._sigcont_application()
        elif self._auto_restart:
            self._loop.call_soon_threadsafe(self._take_again)

    def _take_again(self) -> None:
        if self.exit_event.is_set():
            return
        self.suspend_application_mode()
        self._must_signal_resume = True
        self.resume_application_mode()
        # Nothing has changed but what the terminal shows.
        self._app.call_later(self._app.refresh)
