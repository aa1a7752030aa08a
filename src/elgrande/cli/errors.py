"""What ends a command: one sentence, or being told to end; and its exit codes."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from elgrande.content.clean import tidy

FAULT = 1
USAGE = 2
INTERRUPTED = 130
TERMINATED = 143


class UsageError(Exception):
    """Something that the caller can mend; the message is one harmless sentence with the cure."""

    def __init__(self, sentence: str) -> None:
        super().__init__(tidy(sentence))


class Terminated(KeyboardInterrupt):
    """SIGTERM came: for bots and processes the same as Ctrl-C."""


def exit_code(stopped: KeyboardInterrupt) -> int:
    """Return the exit code of a command that was told to end."""
    return TERMINATED if isinstance(stopped, Terminated) else INTERRUPTED


@contextmanager
def terminable() -> Iterator[None]:
    """Let SIGTERM raise, so that whatever was started ends too, as it does with Ctrl-C."""
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


def say(text: str = "") -> None:
    """Write a line to standard error; where that takes nothing, the exit code has to do."""
    with suppress(OSError, ValueError):
        print(text, file=sys.stderr, flush=True)
