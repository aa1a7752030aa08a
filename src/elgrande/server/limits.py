"""How much of everything a visitor gets, and what the sysop chooses."""

from __future__ import annotations

import os
from collections import Counter, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import Field, dataclass, field, fields
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any

from elgrande.bots.registry import USUAL
from elgrande.lobby.records import DAY, IDLE, QUICK


def _chosen(default: int, of: str) -> int:
    """Make it a number that ``elgrande serve`` may be given: at most so many of what."""
    made: int = field(default=default, metadata={"of": of})
    return made


def chosen(kind: type[Limits | Options]) -> list[Field[Any]]:
    """Return those of the numbers that ``elgrande serve`` may be given."""
    return [each for each in fields(kind) if "of" in each.metadata]


@dataclass(frozen=True, slots=True)
class Limits:
    """The front's numbers; times are seconds. ``docs/server.md`` tells why, where we know."""

    sessions: int = _chosen(100, "terminals at a time")
    """Of everybody together; guests and names of a day have half of them at most."""
    guest_idle: float = 300.0
    """After so long at no table without a key pressed a guest's terminal may be another's."""
    strangers: int = 64
    """Connections that have not logged in yet."""
    connections: int = 200
    """Connections that have logged in; of one alone two terminals may come. Of those who have no
    name here half at most."""
    an_address: int = _chosen(8, "connections of one address at a time")
    """Of those at most half, or 4, may not have logged in. Of one key as many."""
    a_minute: int = _chosen(10, "new connections of one address in a minute")
    keys: int = 6
    """Keys that one connection may try."""
    requests: int = 16
    """Requests of one connection to be let in: two for each key, and a few besides."""
    a_connection: int = 2
    """Sessions that one connection may have at a time."""
    a_key: int = 4
    """Sessions of one key at a time; of one address as many as connections."""
    comes: int = 60
    """Sessions of one key, or of the guests of an address, in any minute."""
    lines: int = 240
    """Lines of log about one address in any minute."""
    refusals: int = 20
    """What one connection may ask for that is not given, until it is closed."""
    takes: tuple[float, float, float] = (1.0, 2.0, 4.0)
    """What a log-in may take to begin SSH, to a name, and from there on, before it has to give way
    where others want in."""
    login: float = 20.0
    """Until who connects has logged in."""
    talk: int = 1 << 16
    """Bytes that a connection may send until it has logged in: of keys and certificates, plenty."""
    login_share: float = 0.25
    """Of the front's time as much may be spent on reading what all say who have not logged in."""
    share: float = 0.5
    """And on reading what all others say."""
    unused: float = 30.0
    """How long a connection may go without a session after the log-in."""
    returning: float = 20.0
    """How long a visitor waits for a host that starts again, before the line is closed."""
    starts: int = 3
    """Sessions that start at the same time; more would all be slow."""
    start: float = 20.0
    """How long a session may take to start, waiting for its turn included."""
    idle: float = IDLE
    """Without a key from a visitor, until their line is closed."""
    ending: float = 2.0
    """How long a session may take to end once its terminal is gone."""


LOST = 75
"""The exit code of a session that has lost its line to the host, and could go on with another."""
COLUMNS = (20, 400)
"""The narrowest and the widest window that a program is told of."""
ROWS = (8, 150)
"""The lowest and the highest."""
USUAL_SIZE = (80, 24)
"""What a terminal that does not say its size is taken for."""
BUFFER = 1 << 16
"""Bytes that wait for a program, or for a client, before the other side has to wait."""
SMALLEST = 1024
"""The smallest packets that a client may want: each costs the front as much as a large one."""
UNSENT = 1 << 19
"""Bytes that are kept for a client while it makes new keys, before it is parted from: what its
sessions had begun to say before they had to wait, and answers."""
MANY = 1000
"""Packets that are kept so."""
MEMORY = 768 << 20
"""Bytes of addresses that a session may map."""
FILES = 64
"""Files and sockets that a session may have open."""
NICE, LAST = 5, 19
"""So much the front, the host and whoever logs in go before a session; bots come behind it, and
before those of guests and names of a day: fifty that draw without end take what others leave."""


LOGGING_IN = 4
"""So many connections of one address may be logging in, however few it may have."""
MINUTE = 60.0
KNOWN = 10_000
"""So many are remembered; beyond them whoever has not come for longest is forgotten."""
HOMES = 4
"""So many addresses of one key are remembered as good."""
FRIENDS = 500
"""And so many keys with them, of names older than a day: else whoever claims names would push out
those who have had theirs for longer, or have good addresses by the hundred."""
WIDE = 4
"""A network of 48 bits, of which one person may have 65,536 homes, counts as so many."""


Network = IPv4Network | IPv6Network
HOME = {4: 32, 6: 64}
"""The bits of an address that tell homes apart, by the version of the protocol."""


def network(text: str) -> Network | None:
    """Return the range of addresses that a text says, one address among them, or None.

    Of IPv6 it has at least the 64 bits of network that a home is given; IPv4 within IPv6 is IPv4.
    """
    with suppress(ValueError):
        found = ip_network(text.partition("%")[0], strict=False)
        if isinstance(found, IPv4Network):
            return found
        mapped = found.network_address.ipv4_mapped
        if mapped is not None and found.prefixlen >= 96:
            return IPv4Network((mapped, found.prefixlen - 96), strict=False)
        return found.supernet(new_prefix=64) if found.prefixlen > 64 else found
    return None


def home_of(address: str) -> str:
    """Return what counts as one address: of IPv6 the network of 64 bits that a home is given."""
    found = network(address)
    return address if found is None else str(found).removesuffix("/32" * (found.version == 4))


def within(address: str, wider: Network) -> bool:
    """Say whether an address is of a range."""
    found = network(address)
    return found is not None and found.overlaps(wider)


def plain_address(address: str) -> str:
    """Return an address as people write it: an IPv4 one that comes over IPv6 as IPv4."""
    return home_of(address) if isinstance(network(address), IPv4Network) else address


class AddressSet:
    """Addresses and ranges of them; ``in`` says whether one has an address."""

    def __init__(self, texts: Iterable[str] = ()) -> None:
        found = [each for each in map(network, texts) if each is not None]
        self._homes = {each for each in found if each.prefixlen == HOME[each.version]}
        self._ranges = [each for each in found if each not in self._homes]

    def __contains__(self, address: str) -> bool:
        found = network(address)
        return found is not None and (
            found in self._homes or any(found.overlaps(each) for each in self._ranges)
        )


class Lately:
    """Counts what somebody does within some seconds, at most so often each."""

    def __init__(self, most: int, within: float, clock: Callable[[], float]) -> None:
        self._most, self._within, self._clock = most, within, clock
        self._times: dict[str, deque[float]] = {}

    def may(self, who: str) -> bool:
        """Count it once more, if there is room for it; say whether there is."""
        now = self._clock()
        # The order is that of coming.
        times = self._times[who] = self._times.pop(who, deque(maxlen=self._most))
        if len(self._times) > KNOWN:
            del self._times[next(iter(self._times))]
        room = len(times) < self._most or now - times[0] >= self._within
        if room:
            times.append(now)
        return room


class Homes:
    """From where people came lately whom the host knows, by their keys; a few of each."""

    def __init__(self, keys: int) -> None:
        self._keys = keys
        self._of: dict[str, dict[str, None]] = {}

    def add(self, key: str, home: str) -> None:
        """Remember where somebody comes from."""
        homes = self._of[key] = self._of.pop(key, {})
        homes.pop(home, None)
        homes[home] = None
        for kept, most in ((homes, HOMES), (self._of, self._keys)):
            if len(kept) > most:
                del kept[next(iter(kept))]

    def __len__(self) -> int:
        return len(self._of)

    def __contains__(self, home: str) -> bool:
        return any(home in homes for homes in self._of.values())


class Caps:
    """Counts connections; ``clock`` gives seconds."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self._strange: Counter[str] = Counter()
        self._came = Lately(limits.a_minute, MINUTE, clock)
        self._wide_came = Lately(WIDE * limits.a_minute, MINUTE, clock)

    def knock(self, address: str, make_room: Callable[[], bool] = lambda: False) -> str:
        """Count a new connection; return why it is refused, or nothing.

        ``make_room`` is asked for a stranger's place where nothing else is in the way, and says
        whether it has counted one out.
        """
        home, limits = home_of(address), self._limits
        wide = _wide_of(home)
        if not self._came.may(home) or (wide and not self._wide_came.may(wide)):
            return "Too many connections from your address; try again in a minute."
        if self._open[home] >= limits.an_address or self._open[wide] >= WIDE * limits.an_address:
            return "Too many connections from your address are open; close one first."
        if self._strange[home] >= max(limits.an_address // 2, LOGGING_IN):
            return "Too many log in from your address at this moment; try again in the next one."
        if self.strangers >= limits.strangers and not make_room():
            return "Too many are logging in; try again in a moment."
        self._open[home] += 1
        if wide:
            self._open[wide] += 1
        self._strange[home] += 1
        return ""

    @property
    def strangers(self) -> int:
        """Connections that have not logged in."""
        return self._strange.total()

    def known(self, address: str) -> None:
        """Count one of those let in as logged in."""
        _less(self._strange, home_of(address))

    def left(self, address: str, *, known: bool) -> None:
        """Count a connection that was let in as closed."""
        home = home_of(address)
        _less(self._open, home)
        if wide := _wide_of(home):
            _less(self._open, wide)
        if not known:
            _less(self._strange, home)


def _wide_of(home: str) -> str:
    """Return the network of 48 bits that a home of IPv6 is in, or nothing."""
    found = network(home)
    return str(found.supernet(new_prefix=48)) if isinstance(found, IPv6Network) else ""


def _less(counts: Counter[str], who: str) -> None:
    """Count somebody once less, and forget who is counted no more."""
    counts[who] -= 1
    if not counts[who]:
        del counts[who]


NEVER = 100_000
"""So many days are for ever, as a number that may be given."""


@dataclass(frozen=True)
class Options:
    """How a host runs. Spans are in seconds.

    ``data`` has the saves and the index, ``control`` is the folder of the control socket, for the
    host's own user alone but for ``fronts``: users (by number) whose front may call. ``workers``
    is how many bots think at once, 0 for one core less than there are. ``on_turn`` is the command
    that is run, without a shell, when a game waits for a person who is not here: the person's
    name and the game's come behind its own words. ``metrics`` is a file that is written anew
    every minute, or None. ``known_as`` is how people call this server (``HOST[:PORT]``), or
    nothing: then it is called as whoever came last has called it.
    """

    data: Path
    control: Path
    fronts: tuple[int, ...] = ()
    workers: int = 0
    guests: bool = True
    on_turn: tuple[str, ...] = ()
    metrics: Path | None = None
    known_as: str = ""
    allowance: tuple[tuple[str, float], ...] = ((QUICK, 120.0), (DAY, 86_400.0))
    """What each clock gives for an answer."""
    reserve: float = 600.0
    """What the quick clock gives besides, once a game."""
    rest: float = 900.0
    """After so long without anybody at it a game leaves the memory."""
    awake: int = _chosen(200, "games in memory")
    """Each has three descriptors."""
    stand_in: str = USUAL
    """The bot that plays for those who are late or gone."""
    most_games: int = _chosen(20, "games of one person that are open or running")
    """That they made; as many may all together whose names are new and from one address."""
    most_guest_games: int = _chosen(5, "such games of all guests of an address")
    new_names: int = _chosen(10, "names claimed from one address in a day")
    abandoned: int = _chosen(7, "days that a game is kept in which nobody is left")
    """Who is known, that is, and of games made here."""
    keep: int = _chosen(NEVER, "days that a game is kept that is over, or never began")
    bin: int = _chosen(NEVER, "days that a deleted save stays in the bin")
    changes: int = 100
    """How often one line may change something within ten seconds."""
    endless: int = 60
    """How often all of a share may undo, redo or hand seats over within five minutes."""

    @property
    def thinkers(self) -> int:
        """How many bots think at once."""
        return self.workers or max(1, (os.cpu_count() or 2) - 1)
