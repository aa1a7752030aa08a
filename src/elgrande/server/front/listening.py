"""The front itself, from its key and its port until a signal: it lets connections in, or not."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from resource import RUSAGE_SELF, getrusage
from time import monotonic, thread_time
from typing import TYPE_CHECKING, Any

import asyncssh

from elgrande.server.confinement import keep_secret
from elgrande.server.control import BANNED, NO_HOST, Order, Reception, Visitor
from elgrande.server.events import ALIVE, READY, tell_manager
from elgrande.server.fair_queue import FairPlaces, FairQueue
from elgrande.server.front.connection import Connection
from elgrande.server.front.processes import Starter
from elgrande.server.limits import (
    BUFFER,
    FRIENDS,
    MINUTE,
    Caps,
    Homes,
    Lately,
    Limits,
    home_of,
    plain_address,
)
from elgrande.server.request import Closed

if TYPE_CHECKING:
    from pathlib import Path

    from elgrande.server.front.channel import Channel

STOPPED = "The server stops or starts again; connect again in a moment. Nothing is lost."
LEFT = "It went before it had logged in."
GAVE_WAY = "It had not logged in, and others wanted in."
NO_SSH = "This is an SSH server; connect with ssh."
HURRIED = "Too many log in at this moment, and the slowest give way; connect again."
FULL = "As many play here as this server can take; try again later."
GUESTS = "As many guests and new people are here as this server can take; try again later."
MANY_OF_YOURS = "As many connections of your key are open as may be; close one first."
CONNECTED = "As many are connected as this server can take; try again later."
ROOM_FOR_OTHERS = "Others want in, and you were away; connect again to go on."
OTHERS = "Others want in, and nothing was opened on this connection; connect again to play."
MANY = "As many of your terminals are open as may be; close one first."
OFTEN = "You have come very often within a minute; come again in the next one."
VERSION = "elgrande"
DEAR = "diffie-hellman-group1?-sha512,diffie-hellman-group-exchange-*,rsa*"
"""Key exchanges that take a stranger one packet, and us ten times as long as those that clients
choose."""
BEGUN = 8
"""So many connections are taken up at the same time, until what they say is read."""
LEAVING = 50
"""So many that were turned away are waited for, until they have read why; of a flood the others
may lose the sentence."""
READS = 2.0
"""Seconds that they have."""
HEARS = 4
"""So often what they say meanwhile is read; a flood may lose the sentence."""
ALIVE_EACH = 5.0
"""Seconds between two signs of life."""


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
        known_as: str = "",
    ) -> None:
        """``known_as`` is how people call this server, else the address that they came to."""
        self.reception = Reception(folder, self.ordered)
        self.starter = starter
        self.limits = limits
        self.guests = guests
        self.known_as = known_as
        self.caps = Caps(limits, monotonic)
        self._lines = Lately(limits.lines, MINUTE, monotonic)
        self._comes = Lately(limits.comes, MINUTE, monotonic)
        self.starting = FairPlaces(limits.starts)
        self.sessions: set[Channel] = set()
        self._strangers: dict[Connection, None] = {}
        """Who has connected and not yet logged in, in the order of coming."""
        self._known: dict[Connection, None] = {}
        """Who has logged in, in the order of that."""
        self._homes = Homes(FRIENDS)
        # By the loop's own time: what others have of the machine costs nobody here anything.
        self._login_turns = FairQueue(monotonic, share=limits.login_share, spent=thread_time)
        self._turns = FairQueue(monotonic, share=limits.share, spent=thread_time)
        self._begun = asyncio.Semaphore(BEGUN)
        self._unheard: set[Connection] = set()
        self._leaving: set[asyncio.Task[None]] = set()
        self._said: dict[str, float] = {}
        self._unsaid: Counter[str] = Counter()
        self._counted, self._untold = monotonic(), 0
        """When the log was told last how many lines it lacks, and how many since."""
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
        """Do what the host wants, and hear where somebody is, or why there is no host."""
        if order.kind == NO_HOST:
            self._told(NO_HOST, why=order.text)
        if order.kind == "bans":
            self._part_from_banned()
        for session in [each for each in self.sessions if each.number == order.session]:
            if order.kind == "close":
                session.close(order.text)
            elif order.kind == "at":
                session.at = order.text

    def _part_from_banned(self) -> None:
        """End the connections of who is let in no more, but for sessions: the host ends those."""
        for visitor in [each for each in self._strangers if each.address in self.reception.banned]:
            self._count_out(visitor)
            visitor.give_way(BANNED)
        for visitor in self._known:
            if not visitor.sessions and visitor.address in self.reception.banned:
                visitor.hang_up(BANNED)

    def told(self, what: str, *, visitor: Connection | None = None, **facts: Any) -> None:
        """Tell the sysop of something."""
        who = visitor.who if visitor else {}
        if visitor is not None and not self._lines.may(visitor.home):
            self._untold += 1
            return
        self._told(what, **who, **facts)
        if self._untold and monotonic() - self._counted >= MINUTE:
            self._tell_untold()

    def _tell_untold(self) -> None:
        self._counted, untold, self._untold = monotonic(), self._untold, 0
        self._told("left out", lines=untold)

    def place(self, session: Channel, visitor: Connection) -> None:
        """Give a session its place (Closed)."""
        if session in self.sessions:
            return
        if not self._comes.may(visitor.account):
            raise Closed(OFTEN)
        others = [each.visitor for each in self.sessions if not each.leaves]
        guests = sum(not self.at_home(each) for each in others)
        if len(others) >= self.limits.sessions:
            self._let_a_guest_go(FULL)
        elif not self.at_home(visitor) and guests >= max(self.limits.sessions // 2, 1):
            self._let_a_guest_go(GUESTS)
        if (
            sum(visitor.key == each.key != "" for each in others) >= self.limits.a_key
            or sum(visitor.home == each.home for each in others) >= self.limits.an_address
        ):
            raise Closed(MANY)
        self.sessions.add(session)

    def at_home(self, visitor: Connection) -> bool:
        """Say whether somebody is held to no half of the terminals, and stands back for nobody's.

        Where nobody has come yet whose name is older than a day, a name is enough.
        """
        return visitor.settled if self._homes else visitor.person

    def _let_a_guest_go(self, why: str) -> None:
        """End the session of the guest, or of the name of today, who has done nothing for longest,
        at no table (Closed)."""
        idle = [
            each for each in self.sessions
            if not (each.visitor.settled or each.at) and not each.leaves
            and each.idle >= self.limits.guest_idle
        ]  # fmt: skip
        if not idle:
            raise Closed(why)
        max(idle, key=lambda each: each.idle).close(ROOM_FOR_OTHERS)

    async def listen(self, listener: socket.socket) -> None:
        """Let visitors in until cancelled."""
        listener.setblocking(False)
        self._options = await asyncssh.SSHServerConnectionOptions.construct(
            server_factory=asyncssh.SSHServer, server_host_keys=[self._key],
            server_version=VERSION, encoding=None, line_editor=False, allow_scp=False,
            agent_forwarding=False, x11_forwarding=False, host_based_auth=False,
            # A few bytes of a compressed packet unpack to as many as one likes.
            compression_algs=["none"], kex_algs=f"-{DEAR}", gss_host=None,
            login_timeout=self.limits.login, keepalive_interval=15, keepalive_count_max=3,
            window=BUFFER,
        )  # fmt: skip
        loop = asyncio.get_running_loop()
        while True:
            # A queue is accepted at once, and asyncssh takes a while to take a connection up.
            # Whoever has been let in is heard before others may take the place: it may be the one
            # who means it.
            await self._begun.acquire()
            try:
                connection, peer = await loop.sock_accept(listener)
            except OSError as error:
                # Out of descriptors, most likely: those that there are will end.
                self._begun.release()
                self.told("error", error=repr(error))
                await asyncio.sleep(1)
                continue
            address = plain_address(peer[0]) if peer else "local"
            if address in self.reception.banned:
                why = BANNED
            else:
                good = home_of(address) in self._homes
                make_room = partial(self._make_room, good=good)
                why = NO_SSH if garbles(connection) else self.caps.knock(address, make_room)
            if why:
                self._begun.release()
                self._stays_out("turned away", why, address=address)
                turn_away(connection, why)
                if len(self._leaving) < LEAVING:
                    task = loop.create_task(see_off(connection))
                    self._leaving.add(task)
                    task.add_done_callback(self._leaving.discard)
                else:
                    connection.close()
                await asyncio.sleep(0)
                continue
            visitor = Connection(self, address, good=good)
            self._strangers[visitor] = None
            self._unheard.add(visitor)
            task = loop.create_task(self._serve(connection, visitor))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    def _make_room(self, *, good: bool) -> bool:
        """Let a stranger give way, once they are too many; say whether one has.

        Else a few dozen addresses that never log in would keep everybody out: whoever means it
        speaks SSH at once, says a name within a moment, and has signed in one more. Who is longest
        behind with that goes; where nobody is, who has been mute for longest, so that whoever has
        begun is safe from those who only knock; and where nobody is mute, who came first: else
        those who do all of it just in time and never sign would keep the places. Who comes from a
        good address gives way to nobody else.
        """
        may_go = [visitor for visitor in self._strangers if good or not visitor.good]
        may_go = [visitor for visitor in may_go if not visitor.good] or may_go
        if not may_go:
            return False
        behind = {visitor: visitor.overdue() for visitor in may_go}
        visitor = max(behind, key=behind.__getitem__)
        if behind[visitor] < 0:
            visitor = next((each for each in may_go if not each.come_far), may_go[0])
        self._stays_out("turned away", GAVE_WAY, address=visitor.address)
        self._count_out(visitor)
        visitor.give_way(HURRIED)
        return True

    def hears(self, visitor: Connection) -> None:
        """Let others come: from now on is read what this one says, or it has gone."""
        if visitor in self._unheard:
            self._unheard.discard(visitor)
            self._begun.release()

    def reads(self, visitor: Connection, read: Callable[[], None]) -> None:
        """Let a connection read on when it is its turn."""
        early = not (visitor.known or visitor.good)
        (self._login_turns if early else self._turns).add(visitor.account, read)

    def knows(self, visitor: Connection) -> None:
        """Count somebody as logged in: from now on they keep their place (Closed)."""
        if self._strangers.pop(visitor, self) is not None:
            return
        visitor.known = True
        self.caps.known(visitor.address)
        if visitor.settled:
            self._homes.add(visitor.key, visitor.home)
        others = [each for each in self._known if not each.parted]
        self._known[visitor] = None
        limits = self.limits
        if visitor.person:
            mine = [each for each in others if each.key == visitor.key]
            self._let_one_go(mine, limits.an_address, MANY_OF_YOURS)
        else:
            guests = [each for each in others if not each.person]
            self._let_one_go(guests, max(limits.connections // 2, 1), GUESTS)
        self._let_one_go(
            [each for each in others if not each.parted], limits.connections, CONNECTED
        )

    @staticmethod
    def _let_one_go(found: list[Connection], most: int, why: str) -> None:
        """Where they are too many, end one without a session, of whoever has most such (Closed)."""
        if len(found) < most:
            return
        unused = [each for each in found if each.unused]
        if not unused:
            raise Closed(why)
        counts = Counter(each.account for each in unused)
        # The first of those who have as many, who has had it for longest.
        goes = max(unused, key=lambda each: (not each.person, counts[each.account]))
        goes.hang_up(OTHERS)

    def _count_out(self, visitor: Connection) -> None:
        """Count a connection as closed, once."""
        self._strangers.pop(visitor, None)
        self._known.pop(visitor, None)
        if not visitor.gone:
            visitor.gone = True
            self.caps.left(visitor.address, known=visitor.known)

    def _stays_out(self, what: str, why: str, **who: str) -> None:
        """Tell the sysop of who does not come in; of a flood, once a second and how many."""
        self._unsaid[what] += 1
        if monotonic() - self._said.get(what, 0.0) >= 1:
            self._told(what, **who, why=why, times=self._unsaid.pop(what))
            self._said[what] = monotonic()

    async def _serve(self, connection: socket.socket, visitor: Connection) -> None:
        why = LEFT
        try:
            made = await asyncssh.run_server(
                connection, options=self._options, server_factory=lambda: visitor
            )
            self._connections.add(made)
            try:
                await made.wait_closed()
            finally:
                self._connections.discard(made)
        except (OSError, asyncssh.ConnectionLost):
            pass
        except (asyncssh.Error, ValueError) as error:
            why = str(error) or type(error).__name__
        finally:
            connection.close()
            self.hears(visitor)
            if not (visitor.known or visitor.gone):
                who = {"address": visitor.address, "name": visitor.name}
                self._stays_out("no login", visitor.why or why, **who)
            self._count_out(visitor)
            if visitor.known:
                self.told("logout", visitor=visitor)

    async def tell_host(self) -> None:
        """Tell the host of whom it knows nothing yet: who is connected and has no session."""
        unit = 1 if sys.platform == "darwin" else 1024
        unused = [each.coming() for each in self._known if each.unused]
        # Of who has not logged in no name is known.
        early = [Visitor("", "", each.address) for each in self._strangers]
        await self.reception.tell(unused + early, {
            "connections": len(self._known), "connections_unused": len(unused),
            "connections_logging_in": len(self._strangers),
            "memory_most_bytes": getrusage(RUSAGE_SELF).ru_maxrss * unit,
        })  # fmt: skip

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
        for task in self._leaving:
            task.cancel()
        if self.tasks:
            await asyncio.wait(self.tasks, timeout=self.limits.ending)
        await self.starter.end()
        if self._untold:
            self._tell_untold()


def garbles(connection: socket.socket) -> bool:
    """Say whether a client has already said something with which SSH cannot begin.

    Of a flood, what has been said waits with the connection, and so costs no handshake.
    """
    with suppress(OSError):
        said = connection.recv(4, socket.MSG_PEEK | socket.MSG_DONTWAIT)
        return not b"SSH-".startswith(said)
    return False


def turn_away(connection: socket.socket, why: str) -> None:
    """Say why in the one way that a client shows before any handshake (RFC 4253, 11.1)."""
    text = why.encode()
    packet = b"\x01" + (12).to_bytes(4, "big") + len(text).to_bytes(4, "big") + text + bytes(4)
    padding = 8 - (len(packet) + 5) % 8
    padding += 8 if padding < 4 else 0
    whole = (len(packet) + 1 + padding).to_bytes(4, "big") + bytes([padding]) + packet
    with suppress(OSError):
        connection.setblocking(False)
        connection.send(f"SSH-2.0-{VERSION}\r\n".encode() + whole + bytes(padding))
        connection.shutdown(socket.SHUT_WR)


async def see_off(connection: socket.socket) -> None:
    """Close a connection once the other side has, or has had time to.

    What a client has still to send would else turn the end into a reset, and lose the sentence.
    """
    loop = asyncio.get_running_loop()
    with connection, suppress(OSError, TimeoutError):
        async with asyncio.timeout(READS):
            for _ in range(HEARS):
                if not await loop.sock_recv(connection, BUFFER):
                    break


# -- as a process -----------------------------------------------------------------------


def make_key() -> bytes:
    """Return a new host key, as its file has it."""
    return asyncssh.generate_private_key("ssh-ed25519", "elgrande").export_private_key()


async def _live(front: Front) -> None:
    """Tell the service manager that the loop goes round, and the host who is here, all the time."""
    while True:
        tell_manager(ALIVE)
        await front.tell_host()
        await asyncio.sleep(ALIVE_EACH)


async def run(
    listener: socket.socket,
    key: bytes,
    folder: Path,
    command: Sequence[str],
    limits: Limits,
    told: Callable[..., None],
    *,
    guests: bool,
    known_as: str = "",
    listening: Callable[[str], None],
) -> None:
    """Serve until a signal asks for the end; ``listening`` is told the fingerprint once it does."""
    keep_secret()
    logging.getLogger("asyncssh").setLevel(logging.CRITICAL)
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    starter = Starter(command, told)
    front = Front(key, folder, starter, limits, told, guests=guests, known_as=known_as)
    starter.begin()
    serving = loop.create_task(front.listen(listener))
    front.reception.hear()
    told("listening", address=str(listener.getsockname()[0]), port=listener.getsockname()[1],
         key=front.fingerprint)  # fmt: skip
    listening(front.fingerprint)
    tell_manager(READY)
    living = loop.create_task(_live(front))
    ended = loop.create_task(stop.wait())
    waited: list[asyncio.Task[Any]] = [serving, ended]
    await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
    listener.close()
    serving.cancel()
    living.cancel()
    await front.stop()
    told("stopped")
    if serving.done() and not serving.cancelled():
        # It only ends by an error.
        serving.result()
