"""One connection: who it is by which key, and what it may ask for besides sessions."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn

import asyncssh

from elgrande.content.clean import clean
from elgrande.lobby import GUEST
from elgrande.lobby.client import joined, ssh
from elgrande.server.control import Visitor
from elgrande.server.front.channel import Channel
from elgrande.server.front.intake import Intake
from elgrande.server.limits import BUFFER, MANY, UNSENT, home_of, plain_address
from elgrande.server.request import Closed

if TYPE_CHECKING:
    from elgrande.server.front.listening import Front

NO_FORWARDING = "This server forwards nothing; it plays El Grande."
NO_KEY = (
    "This server knows people by their keys: make one with ssh-keygen -t ed25519, and connect again"
)
OR_A_GUEST = "; or watch and play without a name: {ssh}"
TOO_MANY_KEYS = "Too many keys were tried; name the right one with ssh -i FILE."
TOO_MANY_SESSIONS = "This connection has as many sessions as it may have; connect once more."
TOO_MUCH_ASKED = "You ask for what this server does not give; connect again to play."
TOO_MUCH_UNREAD = "Your client does not take what it is sent; connect again."
TOO_MUCH_SAID = "So much is not needed to log in; connect again with ssh."
TOO_MUCH_TRIED = "Too much was tried to log in; connect again with one key: ssh -i FILE."
ODD_KEY = "That RSA key has an exponent as no program makes it; take one of ssh-keygen -t ed25519."
LARGEST = 32
"""The most bits of an RSA key's exponent: one as long as the key takes us 5 ms, and a stranger
nothing."""
NOTHING_OPENED = "Nothing was opened on this connection; connect again to play."


class Connection(asyncssh.SSHServer):
    """One connection, before and after its log-in."""

    def __init__(self, front: Front, address: str, *, good: bool = False) -> None:
        """``good`` is an address from which somebody came lately whose name is older than a day."""
        self._front = front
        self.address = address
        self.home = home_of(address)
        self.name = ""
        self.key = ""
        """The fingerprint of the key that they have signed with; empty for a guest."""
        self._asked = ("", "")
        """For whom a key was asked about last, and its fingerprint: not proved to be theirs."""
        self._owned = False
        """Whether that key is somebody's."""
        self.new = False
        """Whether their name was claimed within a day, as far as we know."""
        self.person = False
        """Whether they have a name here; everybody else counts as a guest, by their address."""
        self.good = good
        self._reached, self._since = 0, monotonic()
        """How far the log-in had come when that was looked at last, and since when."""
        self.known = False
        self.gone = False
        """Whether the connection is counted as closed."""
        self.sessions: set[Channel] = set()
        self._named = False
        """Whether they have said who they want to be."""
        self._tried: set[str] = set()
        self._requests = 0
        """How often they have asked to be let in, and answered."""
        self.why = ""
        """Why they may not log in, as they are told."""
        self._told = False
        """Whether they have been told why no key of theirs fits."""
        self._refused = 0
        self.unsaid = ""
        """Why something was refused that could not be said at once."""
        self._unused: asyncio.TimerHandle | None = None
        self._connection: asyncssh.SSHServerConnection | None = None
        self._intake: Intake | None = None
        self._unread = self._kept = False
        """Whether the socket takes no more, and whether enough is kept until new keys are made."""
        self.parted = False
        """Whether the front has ended it."""

    # -- who it is -----------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        # asyncssh gives it to nobody, and takes no other protocol between.
        assert conn._transport is not None
        self._intake = Intake(conn._transport, self._turn, self._full)
        # asyncssh sees to both in tasks of their own, of which no share is counted; and to a
        # certificate before it asks whether anybody's is taken.
        conn._validate_client_certificate = _no_certificate  # type: ignore[method-assign, assignment]
        finish = conn._finish_userauth
        conn._finish_userauth = partial(self._request, finish)  # type: ignore[method-assign]
        self._front.hears(self)
        if self.gone:
            # It gave way before it was heard.
            conn.abort()

    @property
    def account(self) -> str:
        """Whom what this connection costs counts for: a key once it is theirs, else an address."""
        return (self.person and self.key) or self.home

    @property
    def who(self) -> dict[str, str]:
        """Who the sysop reads that it is."""
        return {"address": self.address, "name": self.name}

    def _turn(self, read: Callable[[], None]) -> None:
        """Read on when it is this connection's turn, unless it talks and never logs in."""
        assert self._intake is not None
        if self.known or self._intake.taken <= self._front.limits.talk:
            self.overdue()
            self._front.reads(self, partial(self._read, read))
        else:
            self.hang_up(TOO_MUCH_SAID)

    def _read(self, read: Callable[[], None]) -> None:
        read()
        # New keys may have been made, or answers kept until they are.
        self.sent()

    @property
    def unread(self) -> bool:
        """Whether the client leaves unread what it is sent, so that nothing more should be."""
        return self._unread or self._kept

    def _full(self, on: bool) -> None:
        self._unread = on
        self._hold()

    def _hold(self) -> None:
        """Let this connection's sessions wait while its client takes nothing, or go on."""
        for session in self.sessions:
            session.hold()

    def sent(self) -> None:
        """Let sessions wait for a client that makes new keys, and part from it when they do not.

        Until new keys are made asyncssh keeps what is sent, and nobody is told.
        """
        kept = [] if self._connection is None else self._connection._deferred_packets
        size = sum(len(part) for _, parts in kept for part in parts)
        if len(kept) > MANY or size > UNSENT:
            self.hang_up(TOO_MUCH_UNREAD)
        elif self._kept != (size >= BUFFER):
            self._kept = not self._kept
            self._hold()

    async def _request(self, finish: Callable[..., Awaitable[None]], *request: Any) -> None:
        """Let asyncssh see to one more request to be let in, as long as they are few."""
        if self._few():
            await finish(*request)

    def _few(self) -> bool:
        """Count one more request; who asks without end has to go."""
        self._requests += 1
        if self._requests > self._front.limits.requests:
            self.hang_up(TOO_MUCH_TRIED)
        return not self.parted

    def begin_auth(self, username: str) -> bool:
        # A client may change its name as often as it likes: nothing of the last one counts.
        self.name, self.key, self._asked = clean(username, 40), "", ("", "")
        self._named = True
        return self.name.casefold() != GUEST or not self._front.guests

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
        if key.algorithm == b"ssh-rsa" and _exponent(key) >> LARGEST:
            self.why = ODD_KEY
            return False
        self._asked, self._owned = (username, fingerprint), False
        assert self._intake is not None
        self._intake.busy(True)
        try:
            self.why, self._owned, self.new = await self._front.reception.admits(
                Visitor(clean(username, 40), fingerprint, self.address)
            )
        finally:
            self._intake.busy(False)
        return not self.why

    def kbdint_auth_supported(self) -> bool:
        """Say yes once: it is the one way to say a sentence to whoever has no key that fits."""
        return not self._told

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> tuple[str, str, str, list[tuple[str, bool]]]:
        self._told = True
        return "", self.why or self._no_key(), "", []

    def _no_key(self) -> str:
        """Return how somebody without a key gets in, in a sentence."""
        guest = ssh(self.server, user=GUEST, terminal=False)
        return NO_KEY + OR_A_GUEST.format(ssh=guest) * self._front.guests + "."

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> bool:
        self._few()
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
        self.person = self._owned and not self.guest
        self._front.told("login", visitor=self, key=self.key)
        self._wait_for_use()
        try:
            self._front.knows(self)
        except Closed as full:
            # Not before the client has been told that it is in.
            asyncio.get_running_loop().call_soon(self.hang_up, str(full))

    @property
    def guest(self) -> bool:
        """Whether they come as nobody: a guest has no key, whatever was said on the way in."""
        return self.name.casefold() == GUEST or not self.key

    def entered(self) -> None:
        """Take note that the host has let them in: whoever is no guest has a name by now."""
        self.person = not self.guest
        self.new = self.new or not self._owned

    @property
    def settled(self) -> bool:
        """Whether they have had a name here for a day: everybody else has half of the terminals."""
        return self.person and not self.new

    def coming(self, door: str = "") -> Visitor:
        """Return what the host is told of who comes."""
        key = "" if self.guest else self.key
        return Visitor(self.name, key, self.address, door, self.server)

    @property
    def server(self) -> str:
        """Return what people call this server: by its option, else as this one came to it."""
        if self._front.known_as or self._connection is None:
            return self._front.known_as
        host, port, *_ = self._connection.get_extra_info("sockname") or ("", 0)
        return joined(plain_address(host), port) if host else ""

    # -- what it asks for ----------------------------------------------------------------

    def session_requested(self) -> Channel:
        if len(self.sessions) >= self._front.limits.a_connection:
            self._refuse(TOO_MANY_SESSIONS)
        session = Channel(self._front, self)
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
        self.refused(NO_FORWARDING)
        # That something fails has no words in SSH: the next session says it.
        self.unsaid = NO_FORWARDING
        return False

    def unix_server_requested(self, *_: Any) -> bool:
        return self.server_requested()

    def left(self, session: Channel) -> None:
        """Count a session of this connection as ended."""
        self.sessions.discard(session)
        # A channel on which nothing was asked for gives no new time.
        if session.task is not None:
            self._wait_for_use()

    @property
    def unused(self) -> bool:
        """Whether there is no session."""
        return not any(session.task for session in self.sessions)

    def _wait_for_use(self) -> None:
        if self._unused is not None:
            self._unused.cancel()
        # Of one that has gone the timer would keep all that it had.
        if self._connection is not None and self.unused:
            loop = asyncio.get_running_loop()
            self._unused = loop.call_later(self._front.limits.unused, self.hang_up, NOTHING_OPENED)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._unused is not None:
            self._unused.cancel()
        if self._connection is not None:
            # What was kept for it goes now: the rest is in circles, which Python finds in its time.
            self._connection._deferred_packets.clear()
        self._connection = None

    def overdue(self) -> float:
        """Return for how many seconds nothing has come of this log-in that should have."""
        now = monotonic()
        if self.come_far > self._reached:
            self._reached, self._since = self.come_far, now
        return now - self._since - self._front.limits.takes[self._reached]

    @property
    def come_far(self) -> int:
        """How far the log-in has come: 2 with a name, 1 with a program's, as SSH begins, 0 mute."""
        conn = self._connection
        speaks = conn is not None and bool(conn.get_extra_info("client_version"))
        return 2 if self._named else int(speaks)

    def give_way(self, sentence: str) -> None:
        """End a connection that has not logged in; whoever can hear a sentence is told one."""
        if self._connection is None:
            return
        if self._named:
            self._connection.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, sentence)
        else:
            self._connection.abort()

    def refused(self, why: str) -> None:
        """Tell the sysop of something asked for that is not given; who asks for much has to go."""
        self._refused += 1
        if self._refused < self._front.limits.refusals:
            self._front.told("refused", visitor=self, why=why)
        elif self._refused == self._front.limits.refusals:
            self.hang_up(TOO_MUCH_ASKED)

    def _refuse(self, sentence: str) -> NoReturn:
        self.refused(sentence)
        raise asyncssh.ChannelOpenError(asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED, sentence)

    def hang_up(self, sentence: str) -> None:
        """End the connection and say why."""
        if self._connection is not None and not self.parted:
            self.parted = True
            if self.known:
                self._front.told("refused", visitor=self, why=sentence)
            self.why = sentence
            self._connection.disconnect(asyncssh.DISC_BY_APPLICATION, sentence)


async def _no_certificate(_username: str, _data: bytes) -> None:
    """Take no certificate: no authority is known here."""


def _exponent(key: asyncssh.SSHKey) -> int:
    rsa: Any = key.pyca_key
    return int(rsa.public_numbers().e)
