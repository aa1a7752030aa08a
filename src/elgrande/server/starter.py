"""The front's end of the forkserver: it starts it, asks it for sessions, and hears how they end."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from time import monotonic
from typing import Any

from elgrande.server.caps import MINUTE, Lately

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
        self._asked: deque[asyncio.Future[dict[str, Any]]] = deque()
        """Whose answers are to come, in their order; who no longer waits keeps the place."""
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
        self, descriptors: Sequence[int], environment: Mapping[str, str], what: Mapping[str, Any]
    ) -> tuple[int, asyncio.Future[int]]:
        """Start a session; returns its process, and what will be its exit code (NotStarted)."""
        await self._ready.wait()
        asked = {**what, "environment": dict(environment)}
        assert self._socket is not None
        try:
            socket.send_fds(self._socket, [json.dumps(asked).encode() + b"\n"], descriptors)
        except OSError:
            raise NotStarted("The server is starting again; connect in a moment.") from None
        self._asked.append(asyncio.get_running_loop().create_future())
        answer = await self._asked[-1]
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
            with its:
                self._process = subprocess.Popen(
                    [*self._command, str(its.fileno())], pass_fds=[its.fileno()],
                    stdin=subprocess.DEVNULL, start_new_session=True,
                )  # fmt: skip
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
                self._told("session failed", traceback=message["failed"])
        elif "ended" in message:
            end = self._ends.pop(message["ended"])
            if not end.done():
                end.set_result(message["status"])
        else:
            waits = self._asked.popleft()
            if "started" in message:
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
        ends, self._ends = self._ends, {}
        for end in ends.values():
            if not end.done():
                end.set_result(-signal.SIGKILL)
        while self._asked:
            waits = self._asked.popleft()
            if not waits.done():
                waits.set_result({"refused": "it has gone"})
