"""One process that starts the parts of the server, and starts a dead one again.

Each part reads what nobody writes on its standard input: when that ends, so has the supervisor,
and the part ends too. A part that ends with ``REFUSED`` has said why, and trying again would not
help: then everything ends. So it does when one ends in order, as the host does after a ``drain``.

There is one server a folder: the second one is told of the first (``take``).
"""

from __future__ import annotations

import fcntl
import os
import select
import signal
import subprocess
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any

from elgrande.content.files import FLAGS, reason
from elgrande.server.events import READY, tell_manager

DONE, REFUSED = 0, 2
SOON, LATE = 0.1, 5.0
"""Seconds until a part is started again: at first, and at most."""
STEADY = 10.0
"""Seconds after which a part that runs has started well."""
GRACE = 8.0
"""Seconds that a part has to end in order."""


@dataclass
class ServerPart:
    """A part of the server: what it is called, and what starts it."""

    name: str
    command: Sequence[str]
    process: subprocess.Popen[bytes] | None = None
    began: float = 0.0
    due: float = 0.0
    delay: float = SOON
    lifeline: int = field(default=-1, repr=False)


def supervise(parts: Sequence[ServerPart], told: Callable[..., None]) -> int:
    """Keep the parts running until a signal comes; returns the exit code.

    ``told`` hears of every start and end. The parts are ended in their order: name those first
    that need the others.
    """
    tell_manager(READY)
    heard, woken = os.pipe()
    for descriptor in (heard, woken):
        os.set_blocking(descriptor, False)
    asked: list[int] = []

    def ask(number: int, _frame: Any) -> None:
        asked.append(number)

    signals = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    before = {number: signal.signal(number, ask) for number in signals}
    before[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(woken, warn_on_full_buffer=False)
    try:
        while not asked:
            for part in parts:
                if part.process is not None and (code := part.process.poll()) is not None:
                    _ended(part, code, told)
                    if code in (DONE, REFUSED):
                        return code
                if part.process is None and monotonic() >= part.due:
                    _start(part, told)
            waits = [part.due - monotonic() for part in parts if part.process is None]
            if select.select([heard], [], [], max(0, min(waits)) if waits else None)[0]:
                os.read(heard, 1 << 10)
        return 0
    finally:
        for part in parts:
            _end(part)
        signal.set_wakeup_fd(-1)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(heard)
        os.close(woken)


def _start(part: ServerPart, told: Callable[..., None]) -> None:
    theirs, part.lifeline = os.pipe()
    try:
        part.process = subprocess.Popen(part.command, stdin=theirs, start_new_session=True)
    finally:
        os.close(theirs)
    part.began = monotonic()
    told("started", name=part.name, process=part.process.pid)


def _ended(part: ServerPart, code: int, told: Callable[..., None]) -> None:
    os.close(part.lifeline)
    part.process = None
    steady = monotonic() - part.began > STEADY
    part.delay = SOON if steady else min(2 * part.delay, LATE)
    part.due = monotonic() + part.delay
    told("ended", name=part.name, status=code)


def _end(part: ServerPart) -> None:
    """End a part in order, or by force if that takes too long."""
    if part.process is None:
        return
    with suppress(ProcessLookupError):
        part.process.terminate()
    try:
        part.process.wait(GRACE)
    except subprocess.TimeoutExpired:
        part.process.kill()
        part.process.wait()
    os.close(part.lifeline)
    part.process = None


class NotAlone(Exception):
    """The folder cannot be taken; the message is one sentence."""


def take(folder: Path, name: str = "serve.lock") -> int:
    """Take a folder for this process until it ends; returns what holds it (NotAlone)."""
    path = folder / name
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | FLAGS, 0o600)
    except OSError as error:
        raise NotAlone(
            f"The folder {folder} cannot be written to ({reason(error)}); choose another one with "
            "--data-dir, or free some space."
        ) from None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # Only the sentence that another process gets would lack it.
        with suppress(OSError):
            os.truncate(descriptor, 0)
            os.write(descriptor, f"{os.getpid()}\n".encode())
    except OSError:
        holder = ""
        with suppress(OSError):
            holder = os.read(descriptor, 20).decode(errors="replace").strip()
        os.close(descriptor)
        who = f" (process {holder})" if holder.isdigit() else ""
        raise NotAlone(
            f"A server runs in {folder} already{who}; end it first, or choose another folder with "
            "--data-dir."
        ) from None
    return descriptor


def release(descriptor: int) -> None:
    """Give a folder up, also where a process that was forked meanwhile has its lock, too."""
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    os.close(descriptor)
