"""The front: it speaks SSH, knows keys and limits, and carries bytes between visitors and sessions.

The only module that imports asyncssh. It knows no game: who somebody is, and whether a door opens,
the host says. Sessions are copies of the forkserver (``starter``), which has never seen a key.
"""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from asyncio import FIRST_COMPLETED
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

import asyncssh

from elgrande.content.clean import clean
from elgrande.lobby import GUEST
from elgrande.server.caps import Caps, plain_address
from elgrande.server.control import Order
from elgrande.server.control import Visitor as Coming
from elgrande.server.doors import Closed, Door, door, fits
from elgrande.server.limits import BUFFER, LOST
from elgrande.server.reception import Reception
from elgrande.server.starter import NotStarted, Starter
from elgrande.server.streams import Pipes, Streams, Terminal
from elgrande.server.visitor import Sent, environment_of, term_of, window_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from elgrande.server.limits import Limits

REFUSED = 2
"""The status of a session that is refused; the sentence stands on standard error."""
NO_FORWARDING = "This server forwards nothing; it plays El Grande."
NO_SUBSYSTEM = "This server has no files to copy; ssh HOST export GAME gives a game's save."
NO_KEY = (
    "This server knows people by their keys: make one with ssh-keygen -t ed25519, and connect "
    "again; or watch and play without a name: ssh guest@HOST."
)
TOO_MANY_KEYS = "Too many keys were tried; name the right one with ssh -i FILE."
TOO_MANY_SESSIONS = "This connection has as many sessions as it may have; connect once more."
TOO_MUCH_SENT = "Your client sends too many variables; connect again without SendEnv."
NOTHING_OPENED = "Nothing was opened on this connection; connect again to play."
FULL = "As many play here as this server can take; try again later."
SLOW = "The server is too busy to start a session; try again in a moment."
AWAY = "You were away for a long time, so the line was closed; connect again to go on."
RETURNING = "The games are away for a moment, since the server starts again; please wait."
STOPPED = "The server stops or starts again; connect again in a moment. Nothing is lost."
VERSION = "elgrande"


class Visitor(asyncssh.SSHServer):
    """One connection, before and after its log-in."""

    def __init__(self, front: Front, address: str) -> None:
        self._front = front
        self.address = address
        self.name = ""
        self.key = ""
        """The fingerprint of the key that they have signed with; empty for a guest."""
        self._asked = ("", "")
        """For whom a key was asked about last, and its fingerprint: not proved to be theirs."""
        self.known = False
        self.sessions: set[Session] = set()
        self._tried: set[str] = set()
        self._why = ""
        self._told = False
        """Whether they have been told why no key of theirs fits."""
        self._unused: asyncio.TimerHandle | None = None
        self._connection: asyncssh.SSHServerConnection | None = None

    # -- who it is -----------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn

    def begin_auth(self, username: str) -> bool:
        # A client may change its name as often as it likes: nothing of the last one counts.
        self.name, self.key, self._asked = clean(username, 40), "", ("", "")
        return self.name != GUEST or not self._front.guests

    def public_key_auth_supported(self) -> bool:
        return True

    async def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """Take any key that is not banned; whose it is, the host finds out.

        A client asks about a key before it signs with it, or instead: until ``auth_completed`` the
        key is only a public one, which anybody may have.
        """
        fingerprint = key.get_fingerprint()
        self._tried.add(fingerprint)
        if len(self._tried) > self._front.limits.keys:
            self.hang_up(TOO_MANY_KEYS)
            return False
        self._asked = username, fingerprint
        self._why = await self._front.reception.admits(
            Coming(clean(username, 40), fingerprint, self.address)
        )
        if self._why:
            self._front.told("refused", visitor=self, why=self._why)
        return not self._why

    def kbdint_auth_supported(self) -> bool:
        """Say yes once: it is the one way to say a sentence to whoever has no key that fits."""
        return not self._told

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        self._told = True
        return "", self._why or NO_KEY, "", []

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        return False

    def auth_completed(self) -> None:
        """Take down who it is: only now has the key that was asked about last also signed.

        Any later question would have cancelled the one whose signature was just found good; and
        whoever needed no key has none.
        """
        assert self._connection is not None
        user = self._connection.get_extra_info("username")
        asked_for, fingerprint = self._asked
        self.name = clean(user, 40)
        self.key = fingerprint if asked_for == user else ""
        self.known = True
        self._front.caps.known()
        self._front.told("login", visitor=self, key=self.key)
        self._wait_for_use()

    def coming(self, door: str = "", *, terminal: bool = True) -> Coming:
        """Return what the host is told of who comes."""
        # A guest has no key, whatever was said on the way in.
        key = "" if self.name == GUEST else self.key
        return Coming(self.name, key, self.address, door, terminal)

    # -- what it asks for ----------------------------------------------------------------

    def session_requested(self) -> Session:
        if len(self.sessions) >= self._front.limits.a_connection:
            self._refuse(TOO_MANY_SESSIONS)
        session = Session(self._front, self)
        self.sessions.add(session)
        return session

    def used(self) -> None:
        """Take note that a session has begun: a channel alone is none."""
        if self._unused is not None:
            self._unused.cancel()

    def connection_requested(self, *_: Any) -> NoReturn:
        self._refuse(NO_FORWARDING)

    def unix_connection_requested(self, *_: Any) -> NoReturn:
        self._refuse(NO_FORWARDING)

    def server_requested(self, *_: Any) -> bool:
        self._front.told("refused", visitor=self, why=NO_FORWARDING)
        return False

    def unix_server_requested(self, *_: Any) -> bool:
        return self.server_requested()

    def left(self, session: Session) -> None:
        """Count a session of this connection as ended."""
        self.sessions.discard(session)
        self._wait_for_use()

    def _wait_for_use(self) -> None:
        if self._unused is not None:
            self._unused.cancel()
        if not any(session.task for session in self.sessions):
            loop = asyncio.get_running_loop()
            self._unused = loop.call_later(self._front.limits.unused, self.hang_up, NOTHING_OPENED)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._unused is not None:
            self._unused.cancel()
        self._connection = None

    def _refuse(self, sentence: str) -> NoReturn:
        self._front.told("refused", visitor=self, why=sentence)
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, sentence)

    def hang_up(self, sentence: str) -> None:
        """End the connection and say why."""
        if self._connection is not None:
            self._front.told("refused", visitor=self, why=sentence)
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, sentence)


class Session(asyncssh.SSHServerSession[bytes]):
    """One channel: what is asked for, then the bytes of one session."""

    def __init__(self, front: Front, visitor: Visitor) -> None:
        self._front = front
        self._visitor = visitor
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._term: str | None = None
        self._window = window_of(0, 0)
        self._words: str | None = None
        self._why = ""
        self._streams: Streams | None = None
        self._early = bytearray()
        """What came before there was anybody to read it."""
        self._over = False
        """Whether the client has said that nothing more comes."""
        self._heard = monotonic()
        self.task: asyncio.Task[None] | None = None
        self._pid = 0
        self._said = ""
        """Why the front ends it, for the visitor."""
        self.number = 0
        """What the host calls it."""

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan
        # asyncssh keeps whatever is sent, under any name and of any length.
        chan._env = Sent(partial(self._visitor.hang_up, TOO_MUCH_SENT))

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
        self._why = NO_SUBSYSTEM
        return True

    def session_started(self) -> None:
        self._visitor.used()
        self.task = asyncio.get_running_loop().create_task(self._run())
        # Not in the task itself: one that is cancelled before its first step does nothing at all.
        self.task.add_done_callback(lambda _: self._count_out())

    def _count_out(self) -> None:
        self._front.sessions.discard(self)
        self._visitor.left(self)

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
        if self._streams is not None:
            self._streams.hold(True)

    def resume_writing(self) -> None:
        if self._streams is not None:
            self._streams.hold(False)

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._window = window_of(width, height)
        if isinstance(self._streams, Terminal):
            self._streams.resize(*self._window)

    def signal_received(self, signal: str) -> None:
        if signal in ("HUP", "INT", "QUIT", "TERM"):
            self.end()

    def break_received(self, msec: int) -> bool:
        return False

    def connection_lost(self, exc: Exception | None) -> None:
        """Close the terminal, since its client has gone, and the session with it."""
        self._channel = None
        if self._streams is not None:
            self._streams.close()
        if self.task is None:
            self._visitor.left(self)
        elif not self._pid:
            self.task.cancel()

    # -- life ----------------------------------------------------------------------------

    async def _run(self) -> None:
        started = monotonic()
        try:
            if self._why:
                raise Closed(self._why)
            opened = door(self._words)
            fits(opened, self._term)
            while True:
                end = await self._start(opened)
                self._front.told(
                    "session", visitor=self._visitor, door=opened.name, process=self._pid,
                    term=self._term, ms=round(1000 * (monotonic() - started)),
                )  # fmt: skip
                status = await self._until(end)
                if status != LOST or not opened.draws or self._said or self._channel is None:
                    break
                self._say(RETURNING)
                await self._front.reception.returned(self._front.limits.returning)
                started = monotonic()
        except (Closed, NotStarted) as refused:
            self._say(str(refused))
            self._front.told("refused", visitor=self._visitor, why=str(refused))
            self._leave(REFUSED)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            # One visitor's trouble must not be everybody's.
            self._front.told("error", visitor=self._visitor, error=repr(error))
            self._say("Something went wrong on this server; connect again.")
            self._leave(1)
        else:
            self._front.told("end", visitor=self._visitor, status=status)
            self._leave(status)
        finally:
            if self._streams is not None:
                self._streams.close()

    async def _start(self, opened: Door) -> asyncio.Future[int]:
        """Start the program behind a door (Closed, NotStarted)."""
        front, visitor = self._front, self._visitor
        if self not in front.sessions and len(front.sessions) >= front.limits.sessions:
            raise Closed(FULL)
        front.sessions.add(self)
        channel = self._channel
        assert channel is not None
        try:
            async with asyncio.timeout(front.limits.start), front.starting:
                self.number, line = await front.reception.enter(
                    visitor.coming(opened.address, terminal=self._term is not None)
                )
                with line:
                    streams = (
                        Pipes(self._write, self._flow)
                        if self._term is None
                        else Terminal(self._write, self._flow, self._window)
                    )
                    self._streams = streams
                    try:
                        self._pid, end = await front.starter.start(
                            [*streams.theirs, line.fileno()],
                            environment_of(self._term or "dumb", channel.get_environment()),
                            {"door": opened.name, "what": opened.what},
                        )
                    finally:
                        streams.given()
                if self._early:
                    streams.feed(bytes(self._early))
                    self._early.clear()
                if self._over:
                    streams.feed(None)
                streams.start()
                # The next one starts when this one no longer takes all of a core.
                with suppress(TimeoutError):
                    async with asyncio.timeout(front.limits.ending):
                        await streams.spoke.wait()
        except TimeoutError:
            raise NotStarted(SLOW) from None
        return end

    async def _until(self, end: asyncio.Future[int]) -> int:
        """Wait for the end of the program; hurry it once nobody is there any more."""
        assert self._streams is not None
        limits = self._front.limits
        gone = asyncio.ensure_future(self._streams.gone.wait())
        while not end.done() and not gone.done():
            left = limits.idle - (monotonic() - self._heard)
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
        # What it wrote last.
        await asyncio.wait([gone], timeout=limits.ending)
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
                self._channel.exit(status if status >= 0 else 128 - status)


class Front:
    """Listens, and keeps what all connections share."""

    def __init__(
        self,
        key: bytes,
        folder: Path,
        starter: Starter,
        limits: Limits,
        told: Callable[..., None],
        *,
        guests: bool = True,
    ) -> None:
        self.reception = Reception(folder, self.ordered)
        self.starter = starter
        self.limits = limits
        self.guests = guests
        self.caps = Caps(limits, monotonic)
        self.starting = asyncio.Semaphore(limits.starts)
        self.sessions: set[Session] = set()
        self._said, self._unsaid = 0.0, 0
        self._told = told
        self._key = asyncssh.import_private_key(key)
        self._options: asyncssh.SSHServerConnectionOptions | None = None
        self.tasks: set[asyncio.Task[None]] = set()
        self._connections: set[asyncssh.SSHServerConnection] = set()

    @property
    def fingerprint(self) -> str:
        """What a visitor compares with what their client shows."""
        return self._key.get_fingerprint()

    def ordered(self, order: Order) -> None:
        """Do what the host wants."""
        if order.kind == "close":
            for session in [*self.sessions]:
                if session.number == order.session:
                    session.close(order.text)

    def told(self, what: str, *, visitor: Visitor | None = None, **facts: Any) -> None:
        """Tell the sysop of something."""
        who = {"address": visitor.address, "name": visitor.name} if visitor else {}
        self._told(what, **who, **facts)

    async def listen(self, listener: socket.socket) -> None:
        """Let visitors in until cancelled."""
        listener.setblocking(False)
        self._options = await asyncssh.SSHServerConnectionOptions.construct(
            server_factory=asyncssh.SSHServer, server_host_keys=[self._key],
            server_version=VERSION, encoding=None, line_editor=False, allow_scp=False,
            agent_forwarding=False, x11_forwarding=False, host_based_auth=False,
            # A few bytes of a compressed packet unpack to as many as one likes.
            compression_algs=["none"], gss_host=None, login_timeout=self.limits.login,
            keepalive_interval=15, keepalive_count_max=3,
        )  # fmt: skip
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, peer = await loop.sock_accept(listener)
            except OSError as error:
                # Out of descriptors, most likely: those that there are will end.
                self.told("error", error=repr(error))
                await asyncio.sleep(1)
                continue
            address = plain_address(peer[0]) if peer else "local"
            if why := self.caps.knock(address):
                self._turned_away(address, why)
                turn_away(connection, why)
                continue
            task = loop.create_task(self._serve(connection, address))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def _turned_away(self, address: str, why: str) -> None:
        """Tell the sysop of a refused connection; of a flood, once a second and how many."""
        self._unsaid += 1
        if monotonic() - self._said >= 1:
            self.told("turned away", address=address, why=why, times=self._unsaid)
            self._said, self._unsaid = monotonic(), 0

    async def _serve(self, connection: socket.socket, address: str) -> None:
        visitor = Visitor(self, address)
        try:
            made = await asyncssh.run_server(
                connection, options=self._options, server_factory=lambda: visitor
            )
            self._connections.add(made)
            try:
                await made.wait_closed()
            finally:
                self._connections.discard(made)
        except (OSError, asyncssh.Error, ValueError) as error:
            self.told("no login", visitor=visitor, why=str(error) or type(error).__name__)
        finally:
            connection.close()
            self.caps.left(address, known=visitor.known)
            if visitor.known:
                self.told("logout", visitor=visitor)

    async def stop(self) -> None:
        """End all sessions in order, and then the connections."""
        for session in [*self.sessions]:
            session.close(STOPPED)
        if self.sessions:
            await asyncio.wait(
                [session.task for session in self.sessions if session.task],
                timeout=3 * self.limits.ending,
            )
        for connection in [*self._connections]:
            connection.disconnect(asyncssh.DISC_BY_APPLICATION, STOPPED)
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=self.limits.ending)
        await self.starter.end()


def turn_away(connection: socket.socket, why: str) -> None:
    """Say why in the one way that a client shows before any handshake (RFC 4253, 11.1)."""
    text = why.encode()
    packet = b"\x01" + (12).to_bytes(4, "big") + len(text).to_bytes(4, "big") + text + bytes(4)
    padding = 8 - (len(packet) + 5) % 8
    padding += 8 if padding < 4 else 0
    whole = (len(packet) + 1 + padding).to_bytes(4, "big") + bytes([padding]) + packet
    with connection, suppress(OSError):
        connection.setblocking(False)
        connection.send(f"SSH-2.0-{VERSION}\r\n".encode() + whole + bytes(padding))
        connection.shutdown(socket.SHUT_WR)
        # What the client has sent already would turn the end into a reset, and lose the sentence.
        connection.recv(BUFFER)


def make_key() -> bytes:
    """Return a new host key, as its file has it."""
    return asyncssh.generate_private_key("ssh-ed25519", "elgrande").export_private_key()


async def run(
    listener: socket.socket,
    key: bytes,
    folder: Path,
    command: Sequence[str],
    limits: Limits,
    told: Callable[..., None],
    *,
    guests: bool,
    listening: Callable[[str], None],
) -> None:
    """Serve until a signal asks for the end; ``listening`` is told the fingerprint once it does."""
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    starter = Starter(command, told)
    front = Front(key, folder, starter, limits, told, guests=guests)
    starter.begin()
    serving = loop.create_task(front.listen(listener))
    front.reception.hear()
    told("listening", address=str(listener.getsockname()[0]), port=listener.getsockname()[1],
         key=front.fingerprint)  # fmt: skip
    listening(front.fingerprint)
    ended = loop.create_task(stop.wait())
    waited: list[asyncio.Task[Any]] = [serving, ended]
    await asyncio.wait(waited, return_when=FIRST_COMPLETED)
    listener.close()
    serving.cancel()
    await front.stop()
    if serving.done() and not serving.cancelled():
        # It only ends by an error.
        serving.result()
