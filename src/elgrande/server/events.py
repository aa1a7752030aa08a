"""What whoever runs the server is told, and what is run when a game waits for somebody.

The sysop reads one JSON object a line on standard error, an event each; what a library warns of is
one, too. A service manager hears
that a part is ready, and, again and again, that it lives. The protocol is systemd's ``sd_notify``:
datagrams to the socket that ``NOTIFY_SOCKET`` names.

The sysop's own command for "your turn" sends a mail, a message to a chat, whatever they like. It
is run without a shell, with the words that the sysop wrote and the person's and the game's
name behind them, one run at a time, and ended when it takes too long. Nobody who plays can choose
a word of it: both names are from a small alphabet.
"""

from __future__ import annotations

import asyncio
import json
import logging
import os
import socket
import subprocess
import sys
import time
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from elgrande.content.clean import clean, tidy
from elgrande.server.limits import MINUTE, Lately

READY, ALIVE = "READY=1", "WATCHDOG=1"
LONGEST = 200
"""Letters of a line of a traceback, and its lines."""
WARNINGS = 10
"""Lines that each library may write in a minute."""


def event(part: str, what: str, /, **facts: Any) -> None:
    """Write an event of a part of the server; nothing comes of it where nobody can read it."""
    told = {name: _harmless(name, value) for name, value in facts.items() if value is not None}
    stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    line = json.dumps({"time": stamp, "part": part, "event": what, **told}, ensure_ascii=False)
    with suppress(OSError, ValueError):
        # One write a line, so that those of several processes do not mix.
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()


def _harmless(name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    if name == "traceback":
        return [clean(line, LONGEST) for line in value.splitlines()[-LONGEST:]]
    return tidy(value)


class _Libraries(logging.Handler):
    """Writes what libraries say as events of a part."""

    def __init__(self, part: str) -> None:
        super().__init__(logging.WARNING)
        self._part = part
        self._lately = Lately(WARNINGS, MINUTE, time.monotonic)

    def emit(self, record: logging.LogRecord) -> None:
        if self._lately.may(record.name):
            error = record.exc_info and "".join(traceback.format_exception(*record.exc_info))
            what = record.getMessage()
            event(self._part, "warning", library=record.name, what=what, traceback=error)


def hear_libraries(part: str) -> None:
    """Let nothing but events come to standard error of this process, which is that part."""
    logging.captureWarnings(True)
    logging.getLogger().addHandler(_Libraries(part))


@cache
def _manager() -> str:
    """Return where the manager hears; what this process starts does not speak in its name."""
    return os.environ.pop("NOTIFY_SOCKET", "")


def tell_manager(state: str) -> None:
    """Tell the manager of this process something; nothing where there is none, or it is gone."""
    path = _manager()
    if not path.startswith(("/", "@")):
        return
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sock:
        sock.connect(f"\0{path[1:]}" if path.startswith("@") else path)
        sock.send(state.encode())


SECONDS = 30.0
"""So long one run may take."""
MOST = 100
"""So many may wait; what comes then is dropped."""
AGAIN = 300.0
"""Seconds in which nobody is told of the same game twice."""
RUNS, HOUR = 20, 3600.0
"""So many runs are for one person within so many seconds."""


class OnTurn:
    """Runs the command for those who are asked and are not here."""

    def __init__(
        self,
        command: tuple[str, ...],
        clock: Callable[[], float],
        log: Callable[..., None],
    ) -> None:
        self._command = command
        self._log = log
        self._waiting: deque[tuple[str, str]] = deque()
        self._told = Lately(1, AGAIN, clock)
        self._runs = Lately(RUNS, HOUR, clock)
        self._task: asyncio.Task[None] | None = None

    def due(self, name: str, game: str, share: str) -> None:
        """Tell somebody that a game waits for them; the runs of an hour are for all of a share."""
        if not self._command or len(self._waiting) >= MOST:
            return
        if not (self._told.may(f"{name} {game}") and self._runs.may(share)):
            return
        self._waiting.append((name, game))
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while self._waiting:
            name, game = self._waiting.popleft()
            try:
                code = await self._one(name, game)
                why = f"status {code}" if code else ""
            except (OSError, TimeoutError, ValueError) as error:
                why = str(error) or "too slow"
            if why:
                self._log("on turn failed", person=name, game=game, why=why)

    async def _one(self, name: str, game: str) -> int:
        process = await asyncio.create_subprocess_exec(
            *self._command, name, game,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        try:
            return await asyncio.wait_for(process.wait(), SECONDS)
        finally:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    process.kill()
                # A loop that closes may stop this more than once.
                while process.returncode is None:
                    with suppress(asyncio.CancelledError):
                        await process.wait()

    def close(self) -> None:
        """Run nothing any more."""
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
