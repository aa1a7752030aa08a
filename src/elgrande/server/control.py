"""The control socket: how front and sysop reach the host.

A Unix stream socket, ``control.sock`` in the server's folder. Every call is a connection of its
own: one JSON line goes in, with a descriptor where one is handed over, and one comes out. Only
``hear`` stays, and brings a line for each thing that the front is to do. Who may call is asked of
the kernel: admin calls are for the host's own user and root, ``hear`` also for the users that the
options name as fronts, one process of each; and ``enter`` and ``banned`` are for a process that
hears. Everything here blocks; ``elgrande.server.host`` has the other end.

``Reception`` is the front's way to the host: who may come in, and a line for each session. The host
may end and start again at any time; whoever comes meanwhile is told so. It calls in threads.
"""

from __future__ import annotations

import array
import asyncio
import json
import os
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from elgrande.lobby.wire import LONGEST_TOLD, LineReader, WireError, packed
from elgrande.server.limits import AddressSet
from elgrande.server.request import Closed

NAME = "control.sock"
PATIENCE = 5.0
"""Seconds that a call is waited for."""

CALLS = {
    "who": ("[PAGE]", "who is in, from where and for how long"),
    "games": ("[WHO] [PAGE]",
              "the games that are not over, or all that somebody made; or the one of that name"),
    "costs": ("[PAGE]",
              "whose bots have computed how long lately, whose games and lines there are"),
    "kick": ("WHOM...", "end somebody's connections"),
    "delete": ("GAME... or by WHO...", "let games, or all of somebody not over, be no more"),
    "end": ("GAME... or by WHO...", "let bots play a game to its end, or all of somebody"),
    "hand": ("GAME COLOUR", "let a bot play a seat"),
    "forget": ("NAME... or by ADDRESS...",
               "forget people and their keys, so that the names are anybody's; or who is new from "
               "there"),
    "ban": ("WHOM...", "let somebody in no more"),
    "bans": ("[PAGE]", "who is banned, and since when"),
    "unban": ("WHOM...", "let somebody in again"),
    "wall": ("WORDS...", "say something to everybody"),
    "drain": ("[SECONDS] or off", "let nobody in any more, tell everybody, and end"),
    "stats": ("", "numbers, as a metrics collector reads them"),
    "rekey": ("NAME", "forget somebody's keys and print a code for a new one"),
    "reindex": ("", "add to the list of games what only the saves have"),
}  # fmt: skip
"""The sysop's calls: the words that each takes, and what it is for.

``WHO`` is a name, an address or a range; ``WHOM`` may also be a fingerprint, the number of a line,
or ``guest`` for all guests.
"""


class HostGone(Exception):
    """No host answers; the message is one sentence."""


class NotAdmitted(Exception):
    """The host would not; the message is one sentence for whoever is at the door."""


@dataclass(frozen=True)
class Visitor:
    """Who comes in, as far as the front knows.

    ``user`` is what they call themselves (the name before the @), ``fingerprint`` that of the key
    that they have proved to hold, as OpenSSH prints it (``SHA256:...``), empty for none.
    ``address`` is where they come from. ``door`` is what they ask for: nothing, a game's name or
    ``join-WORD``. ``server`` is how this server is called (``HOST[:PORT]``). None of it is believed
    to be clean.

    The host decides who that is: the owner of the key; else, with ``NAME+CODE`` and a code that
    is good, NAME, who has one key more; else whoever is the first to call themselves so; or, as
    ``guest``, nobody in particular.
    """

    user: str
    fingerprint: str
    address: str = ""
    door: str = ""
    server: str = ""


@dataclass(frozen=True)
class Order:
    """What the host tells a front that hears it.

    ``kind`` is ``close`` (end ``session``, after showing ``text``), ``drain`` (let nobody in any
    more and tell them ``text``), ``bans`` (other addresses are banned now: ask which) or ``at``
    (``session`` is at the table of the game ``text`` now, or at none: there it comes again with
    the next host, if this one dies). What the sysop says to all goes through the lines, not
    through the front.
    """

    kind: str
    session: int = 0
    text: str = ""


def enter(folder: Path, visitor: Visitor, end: socket.socket) -> int:
    """Hand one end of a socketpair to the host, for this visitor, and close it here.

    Return the number by which host and front call this one line from now on.
    HostGone if there is no host, NotAdmitted with the sentence for the visitor.
    """
    try:
        answer = _call(folder, {"call": "enter", "visitor": asdict(visitor)}, end.fileno())
    finally:
        end.close()
    return int(answer["session"])


def banned(folder: Path, visitor: Visitor) -> tuple[str, bool, bool]:
    """Return why a visitor may not come in at all, in a sentence, or nothing; whether it is
    somebody's key, and whether that one's name was claimed within a day."""
    answer = _call(folder, {"call": "banned", "visitor": asdict(visitor)})
    return str(answer["banned"]), bool(answer["known"]), bool(answer["new"])


def bans(folder: Path) -> list[str]:
    """Return the addresses and ranges that are let in no more."""
    found = _call(folder, {"call": "bans", "visitor": {}})["bans"]
    return [str(each) for each in found]


def here(folder: Path, unused: Sequence[Visitor], numbers: Mapping[str, int]) -> None:
    """Tell the host who is connected without a session, and numbers of the front's."""
    found = [asdict(visitor) for visitor in unused]
    _call(folder, {"call": "here", "unused": found, "numbers": dict(numbers)})


def admin(folder: Path, *words: str) -> dict[str, Any]:
    """Carry out an admin call, such as ``("kick", "ana")``; see ``elgrande.server.admin``.

    The answer has ``text``, what is to be printed, and what it was made of. NotAdmitted with a
    sentence if it cannot be done.
    """
    return _call(folder, {"call": "admin", "words": list(words)})


def hear(folder: Path) -> Iterator[Order]:
    """Yield what the host wants of the front, until there is no host any more."""
    with _connected(folder) as sock:
        sock.sendall(packed({"call": "hear"}, LONGEST_TOLD))
        sock.settimeout(None)
        lines = LineReader(LONGEST_TOLD)
        with suppress(OSError, WireError):
            while data := sock.recv(1 << 16):
                for message in lines.feed(data):
                    if "refused" in message:
                        raise NotAdmitted(message["refused"])
                    if "order" in message:
                        yield Order(**message["order"])


def _connected(folder: Path) -> socket.socket:
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    sock.settimeout(PATIENCE)
    try:
        sock.connect(str(folder / NAME))
    except OSError as error:
        sock.close()
        if isinstance(error, PermissionError):
            raise HostGone(
                f"This user may not call the server in {folder}; call it as the user who runs it, "
                "or as root"
            ) from None
        raise HostGone(
            f"No server of elgrande answers in {folder}; start it with elgrande serve, or its host "
            "alone with elgrande serve --part host"
        ) from None
    return sock


def _call(folder: Path, message: dict[str, Any], *descriptors: int) -> dict[str, Any]:
    with _connected(folder) as sock:
        try:
            data = packed(message, LONGEST_TOLD)
            sent = socket.send_fds(sock, [data], descriptors) if descriptors else sock.send(data)
            if rest := data[sent:]:
                # Sending nothing fails, too, once the other end has answered and gone.
                sock.sendall(rest)
            lines, found = LineReader(LONGEST_TOLD), list[dict[str, Any]]()
            while not found and (data := sock.recv(1 << 16)):
                found = lines.feed(data)
        except (OSError, WireError):
            found = []
    if not found:
        raise HostGone("The server of elgrande has ended, or does not answer; look at its log")
    if "refused" in found[0]:
        raise NotAdmitted(found[0]["refused"])
    return found[0]


def received(sock: socket.socket, size: int, most: int = 1) -> tuple[bytes, list[int]]:
    """Return bytes from a socket, and the descriptors that came with them; the caller's to close.

    More than ``most`` of them are closed unseen.
    """
    item = array.array("i").itemsize
    data, ancillary, _flags, _address = sock.recvmsg(size, socket.CMSG_SPACE(16 * item))
    found = array.array("i")
    for level, kind, value in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            found.frombytes(value[: len(value) - len(value) % item])
    for extra in found[most:]:
        os.close(extra)
    for each in found[:most]:
        os.set_inheritable(each, False)
    return data, [*found[:most]]


def peer(sock: socket.socket) -> int | None:
    """Return the user who is at the other end of a Unix socket, or None where none can be told."""
    with suppress(OSError):
        if sys.platform == "linux":
            return _credentials(sock)[1]
        if sys.platform == "darwin":
            # struct xucred: version, user, number of groups, groups.
            found = sock.getsockopt(0, 1, 4 + 4 + 4 + 16 * 4)
            return int(struct.unpack_from("=II", found)[1])
    return None


def process(sock: socket.socket) -> int:
    """Return the process that made the other end of a Unix socket, 0 where none can be told."""
    with suppress(OSError):
        if sys.platform == "linux":
            return _credentials(sock)[0]
        if sys.platform == "darwin":
            return sock.getsockopt(0, 2)
    return 0


def _credentials(sock: socket.socket) -> tuple[int, int]:
    size = struct.calcsize("3i")
    pid, uid, _ = struct.unpack("3i", sock.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    return int(pid), int(uid)


def told(order: Order) -> bytes:
    """Return an order as a line."""
    return json.dumps({"order": asdict(order)}).encode() + b"\n"


RESTING = "The games are away for a moment, since the server starts again; connect again soon."
BANNED = "You cannot come in here any more; ask whoever runs this server."
ANEW, NO_HOST = "anew", "no host"
"""Our own words among the orders: there is another host; and why none is heard."""
LOOK = 0.25
"""Seconds between two looks for a host that somebody waits for."""
AGAIN = 0.1
"""Seconds before a host that went away is looked for again."""
BEGINS = 10.0
"""Seconds that a host has to begin: both are started at once."""


class Reception:
    """Asks the host in a folder; ``ordered`` hears what it wants of the front."""

    def __init__(self, folder: Path, ordered: Callable[[Order], None]) -> None:
        self._folder = folder
        self._ordered = ordered
        self._drained = ""
        self.banned = AddressSet()
        """From where nobody is let in, as the host said last."""

    async def admits(self, visitor: Visitor) -> tuple[str, bool, bool]:
        """Return why a visitor may not even log in, or nothing, whether it is a known key, and
        whether that is one of today."""
        try:
            return await asyncio.to_thread(banned, self._folder, visitor)
        except (HostGone, NotAdmitted):
            # They will hear of it when they have a session.
            return "", False, False

    async def enter(self, visitor: Visitor) -> tuple[int, socket.socket]:
        """Return a session's number and its line to the host (Closed)."""
        if self._drained:
            raise Closed(self._drained)
        ours, its = socket.socketpair()
        try:
            number = await asyncio.to_thread(enter, self._folder, visitor, its)
        except (HostGone, NotAdmitted) as error:
            ours.close()
            raise Closed(str(error) if isinstance(error, NotAdmitted) else RESTING) from None
        except BaseException:
            ours.close()
            raise
        return number, ours

    async def tell(self, unused: Sequence[Visitor], numbers: Mapping[str, int]) -> None:
        """Tell the host, if there is one, who is here without a session, and numbers of ours."""
        with suppress(HostGone, NotAdmitted):
            await asyncio.to_thread(here, self._folder, unused, numbers)

    async def returned(self, patience: float) -> None:
        """Wait until a host answers again, or for so many seconds."""
        nobody = Visitor("", "")
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while True:
                    with suppress(HostGone, NotAdmitted):
                        await asyncio.to_thread(banned, self._folder, nobody)
                        return
                    await asyncio.sleep(LOOK)

    def hear(self) -> None:
        """Hear the host's orders from now on, in a thread that ends with the process."""
        loop = asyncio.get_running_loop()

        def listen() -> None:
            told, begun = "", time.monotonic() + BEGINS
            # The loop may end while we listen.
            with suppress(RuntimeError):
                while True:
                    try:
                        for number, order in enumerate(hear(self._folder)):
                            if not number:
                                # Another host has drained nobody yet.
                                loop.call_soon_threadsafe(self._hear, Order(ANEW))
                                begun = 0.0
                            if order.kind == "bans":
                                self.banned = AddressSet(bans(self._folder))
                            loop.call_soon_threadsafe(self._hear, order)
                        told = ""
                    except (HostGone, NotAdmitted) as error:
                        gone = isinstance(error, HostGone)
                        if told != str(error) and not (gone and time.monotonic() < begun):
                            told = str(error)
                            loop.call_soon_threadsafe(self._ordered, Order(NO_HOST, text=told))
                        if not gone:
                            # It hears another front.
                            time.sleep(1.0)
                    time.sleep(AGAIN)

        threading.Thread(target=listen, daemon=True, name="orders").start()

    def _hear(self, order: Order) -> None:
        if order.kind in ("drain", ANEW):
            self._drained = order.text
        self._ordered(order)
