"""One channel of a connection: what is asked for on it, then the bytes of one session."""

from __future__ import annotations

import asyncio
import signal
from asyncio import FIRST_COMPLETED
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any

import asyncssh

from elgrande.lobby.client import ssh
from elgrande.server.front.processes import Client, NotStarted, Pipes, Streams, TerminalStreams
from elgrande.server.limits import BUFFER, LAST, LOST, NICE, SMALLEST
from elgrande.server.request import (
    GAME,
    INVITATION,
    LOBBY,
    Closed,
    Sent,
    SessionRequest,
    environment_of,
    fits,
    request_of,
    term_of,
    window_of,
)

if TYPE_CHECKING:
    from elgrande.server.front.connection import Connection
    from elgrande.server.front.listening import Front

SETTLES = 0.1
"""Seconds between two sizes of a window that a program is told of."""
FEW = 10
"""So many follow each other so fast, and one more for each second; then they are a second apart."""
REFUSED = 2
"""The status of a session that is refused; the sentence stands on standard error."""
NO_SUBSYSTEM = "This server has no files to copy; {export} gives a game's save."
TOO_SMALL = "Your client takes packets that are too small for this server; use another one."
TOO_MUCH_SENT = "Your client sends too many variables; connect again without SendEnv."
NO_ROOM = "This server has no room for one more at this moment; try again later."
WRONG = "Something went wrong on this server; connect again."
SLOW = "The server is too busy to start a session; try again in a moment."
AWAY = "You were away for a long time, so the line was closed; connect again to go on."
RETURNING = "The games are away for a moment, since the server starts again; please wait."


class Channel(asyncssh.SSHServerSession[bytes]):
    """One channel: what is asked for, then the bytes of one session."""

    def __init__(self, front: Front, visitor: Connection) -> None:
        self._front = front
        self.visitor = visitor
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term: str | None = None
        self._window = window_of(0, 0)
        self._shown = self._window
        """The window that the program knows."""
        self._settling: asyncio.TimerHandle | None = None
        self._sizes, self._sized = 0.0, 0.0
        """How many sizes more than one a second there were lately, and when the last was."""
        self._words: str | None = None
        self._why = ""
        self._streams: Streams | None = None
        self._full = False
        """Whether the client takes no more on this channel."""
        self._early = bytearray()
        """What came before there was anybody to read it."""
        self._over = False
        """Whether the client has said that nothing more comes."""
        self._heard = monotonic()
        self.task: asyncio.Task[None] | None = None
        self._pid = 0
        self._signalled = False
        self._said = ""
        """Why the front ends it, for the visitor."""
        self.number = 0
        """What the host calls it."""
        self.at: str | None = None
        """The game at whose table it is, nothing for none; None until the host has said it."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        # asyncssh keeps whatever is sent, under any name and of any length.
        chan._env = Sent(partial(self.visitor.hang_up, TOO_MUCH_SENT))
        if chan._send_pktsize < SMALLEST:
            self.visitor.hang_up(TOO_SMALL)

    def pty_requested(self, term_type: str, term_size: tuple[int, ...], term_modes: Any) -> bool:
        self._term = term_of(term_type)
        self._window = window_of(*term_size[:2])
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._words = command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        # Taken, so that it can be refused with a sentence.
        export = ssh(self.visitor.server, "export GAME", terminal=False)
        self._why = NO_SUBSYSTEM.format(export=export)
        return True

    def session_started(self) -> None:
        self.visitor.used()
        self.task = asyncio.get_running_loop().create_task(self._run())
        # Not in the task itself: one that is cancelled before its first step does nothing at all.
        self.task.add_done_callback(lambda _: self._count_out())

    def _count_out(self) -> None:
        self._front.sessions.discard(self)
        self.visitor.left(self)

    # -- bytes ---------------------------------------------------------------------------

    def data_received(self, data: bytes, datatype: int | None) -> None:
        self._heard = monotonic()
        if self._streams is not None:
            self._streams.feed(data)
        else:
            self._early += data
            if len(self._early) >= BUFFER:
                self._flow(False)

    def eof_received(self) -> bool:
        if self._streams is not None:
            self._streams.feed(None)
        self._over = True
        return True

    def pause_writing(self) -> None:
        self._full = True
        self.hold()

    def resume_writing(self) -> None:
        self._full = False
        self.hold()

    def hold(self) -> None:
        """Let the program wait while its channel, or the whole connection, is not read."""
        if self._streams is not None:
            self._streams.hold(self._full or self.visitor.unread)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._window = window_of(width, height)
        if self._settling is None:
            self._resize()

    def _resize(self) -> None:
        """Let the program draw anew, not too often: all that it shows is new then."""
        self._settling = None
        if isinstance(self._streams, TerminalStreams) and self._shown != self._window:
            self._shown = self._window
            self._streams.resize(*self._window)
            loop = asyncio.get_running_loop()
            now = loop.time()
            self._sizes, self._sized = max(0.0, self._sizes - (now - self._sized)) + 1, now
            self._settling = loop.call_later(SETTLES if self._sizes < FEW else 1.0, self._resize)

    def signal_received(self, signal: str) -> None:
        # Once: each is a line to the forkserver, which starts the sessions of all.
        if signal in ("HUP", "INT", "QUIT", "TERM") and not self._signalled:
            self._signalled = bool(self._pid)
            self.end()

    def break_received(self, msec: int) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the terminal, since its client has gone, and the session with it."""
        self._channel = None
        if self._settling is not None:
            self._settling.cancel()
        if self._streams is not None:
            self._streams.close()
        if self.task is None:
            self.visitor.left(self)
        elif not self._pid:
            self.task.cancel()

    # -- life ----------------------------------------------------------------------------

    async def _run(self) -> None:
        started = monotonic()
        try:
            if self._why:
                raise Closed(self._why)
            request = request_of(self._words, self.visitor.server)
            fits(request, self._term, self.visitor.server)
            if self.visitor.unsaid:
                self._say(self.visitor.unsaid)
                self.visitor.unsaid = ""
            while True:
                end = await self._start(request)
                process = self._pid
                self._front.told(
                    "session", visitor=self.visitor, door=request.name, process=process,
                    term=self._term, ms=round(1000 * (monotonic() - started)),
                )  # fmt: skip
                status = await self._until(end)
                # A signal has the number that a shell gives it.
                status = status if status >= 0 else 128 - status
                if status != LOST or not request.draws or self._said or self._channel is None:
                    break
                self._say(RETURNING)
                if self.at is not None:
                    request = _again(request, self.at)
                await self._front.reception.returned(self._front.limits.returning)
                started = monotonic()
        except (Closed, NotStarted) as refused:
            self._say(str(refused))
            self.visitor.refused(str(refused))
            self._leave(REFUSED)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # One visitor's trouble must not be everybody's.
            self._front.told("error", visitor=self.visitor, error=repr(error))
            # What fails here for the system is one more descriptor, process or terminal.
            self._say(NO_ROOM if isinstance(error, OSError) else WRONG)
            self._leave(1)
        else:
            self._front.told("end", visitor=self.visitor, process=process, status=status)
            self._leave(status)
        finally:
            if self._streams is not None:
                self._streams.close()

    @property
    def idle(self) -> float:
        """For how many seconds nothing has come from the visitor."""
        return monotonic() - self._heard

    @property
    def leaves(self) -> bool:
        """Whether the front has ended it: others may have its place."""
        return bool(self._said)

    async def _start(self, request: SessionRequest) -> asyncio.Future[int]:
        """Start the program behind a door (Closed, NotStarted)."""
        front, visitor = self._front, self.visitor
        channel = self._channel
        assert channel is not None
        try:
            async with asyncio.timeout(front.limits.start), front.starting.place(visitor.account):
                # Not before: those who wait would have all terminals.
                front.place(self, visitor)
                self.number, line = await front.reception.enter(visitor.coming(request.address))
                visitor.entered()
                with line:
                    # To say what a session says costs as much as to read what is said to it.
                    client = Client(self._write, self._flow, partial(front.reads, visitor))
                    draws = self._term is not None
                    streams = TerminalStreams(client, self._window) if draws else Pipes(client)
                    self._streams, self._shown = streams, self._window
                    self.hold()
                    # At once: what comes while it starts goes straight there, and so does the end.
                    if self._early:
                        streams.feed(bytes(self._early))
                        self._early.clear()
                    if self._over:
                        streams.feed(None)
                    try:
                        self._pid, end = await front.starter.start(
                            [*streams.theirs, line.fileno()],
                            environment_of(self._term or "dumb", channel.get_environment()),
                            {
                                "door": request.name,
                                "what": request.what,
                                "nice": NICE if front.at_home(visitor) else LAST,
                            },
                            visitor.who,
                        )
                    finally:
                        streams.given()
                streams.start()
                # The next one starts when this one no longer takes all of a core.
                with suppress(TimeoutError):
                    async with asyncio.timeout(front.limits.ending):
                        await streams.begun.wait()
        except TimeoutError:
            raise NotStarted(SLOW) from None
        return end

    async def _until(self, end: asyncio.Future[int]) -> int:
        """Wait for the end of the program; hurry it once nobody is there any more."""
        assert self._streams is not None
        limits = self._front.limits
        gone = asyncio.ensure_future(self._streams.gone.wait())
        while not end.done() and not gone.done():
            left = limits.idle - self.idle
            if left <= 0:
                self.close(AWAY)
                break
            both: list[asyncio.Future[Any]] = [end, gone]
            await asyncio.wait(both, timeout=left, return_when=FIRST_COMPLETED)
        for number in (0, signal.SIGTERM, signal.SIGKILL):
            if number:
                self.end(number)
            if (await asyncio.wait([end], timeout=limits.ending))[0]:
                break
        # What it wrote last, however slowly that is taken.
        await asyncio.wait([gone], timeout=max(limits.ending, limits.idle - self.idle))
        gone.cancel()
        self._streams.close()
        self._streams, self._pid = None, 0
        if self._said:
            self._say(self._said)
        return end.result() if end.done() else -signal.SIGKILL

    def close(self, sentence: str) -> None:
        """End the program in order, and tell the visitor why."""
        self._said = self._said or sentence
        self.end()

    def end(self, number: int = signal.SIGTERM) -> None:
        """Send the program a signal, if there is one already."""
        if self._pid:
            self._front.starter.kill(self._pid, number)

    def _write(self, data: bytes, error: bool) -> None:
        if self._channel is not None:
            with suppress(OSError):
                (self._channel.write_stderr if error else self._channel.write)(data)
            self.visitor.sent()

    def _flow(self, on: bool) -> None:
        """Let the client send, or let it wait."""
        if self._channel is not None:
            with suppress(OSError):
                (self._channel.resume_reading if on else self._channel.pause_reading)()

    def _say(self, sentence: str) -> None:
        end = "\n" if self._term is None else "\r\n"
        self._write(f"{sentence}{end}".encode(), True)

    def _leave(self, status: int) -> None:
        if self._channel is not None:
            with suppress(OSError):
                self._channel.exit(status)


def _again(request: SessionRequest, at: str) -> SessionRequest:
    """Return where somebody goes on whose host has died at a table, or in the lobby.

    Whoever came by an invitation comes by it again: the new host knows them by nothing else.
    """
    if at and request.name == INVITATION:
        return request
    return SessionRequest(GAME, at) if at else SessionRequest(LOBBY)
