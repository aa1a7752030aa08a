"""Being told to end: SIGTERM ends a long command as Ctrl-C does, with all that it started."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

TERMINATED = 143


class Terminated(KeyboardInterrupt):
    """SIGTERM came: for bots and processes the same as Ctrl-C."""


@contextmanager
def terminable() -> Iterator[None]:
    """Let SIGTERM raise, so that whatever was started ends too."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def terminate(*_: object) -> None:
        raise Terminated

    old = signal.signal(signal.SIGTERM, terminate)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, old)
