"""Signals end the app: in order if that can be, and soon in any case."""

from __future__ import annotations

import os
import signal
import threading
from contextlib import contextmanager, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Ends = Callable[[int], bool]

SIGNALS = ("SIGHUP", "SIGINT", "SIGTERM")
GRACE = 2.0
"""Seconds for an end in order; every answer is on the disk before it is shown."""
TRY = 0.05
"""Seconds until an app that still begins is asked again."""


@contextmanager
def ended_by_signals(end: Ends, abandon: Callable[[], None]) -> Iterator[None]:
    """Call ``end`` with the number of a signal; where that does not end the block, end the process.

    ``end`` returns whether it could ask for the end. Both are called in a thread of its own: the
    main one may wait for a terminal that takes nothing, and the loop with it. ``abandon`` gives
    the terminal back without waiting for it. The exit code is then 128 and the number, too.
    """
    if os.name != "posix":
        # No such signals, and a pipe there may be waited for: the system's own way must do.
        yield
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    over = threading.Event()

    def caught(number: int, _frame: Any) -> None:
        # Nothing that takes a lock: whoever is interrupted here may hold it. A full pipe has
        # told enough.
        with suppress(OSError):
            os.write(told, bytes([number]))

    def watch() -> None:
        number = next(iter(os.read(heard, 1)), 0)
        if number:
            until = monotonic() + GRACE
            while not end(number) and not over.wait(TRY) and monotonic() < until:
                pass
            if not over.wait(until - monotonic()):
                try:
                    abandon()
                finally:
                    os._exit(128 + number)

    before = {}
    for name in SIGNALS:
        # Not the main thread: then the default must do.
        with suppress(ValueError):
            number = getattr(signal, name)
            before[number] = signal.signal(number, caught)
    thread = threading.Thread(target=watch, name="signals", daemon=True)
    thread.start()
    try:
        yield
    finally:
        over.set()
        for number, handler in before.items():
            signal.signal(number, signal.SIG_DFL if handler is None else handler)
        os.close(told)
        thread.join()
        os.close(heard)
