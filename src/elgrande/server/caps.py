"""How many may knock: connections in all, of one address, and in a minute."""

from __future__ import annotations

from collections import Counter, deque
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.server.limits import Limits

MINUTE = 60.0
KNOWN = 10_000
"""So many are remembered; who comes beyond them waits until one is forgotten."""


Network = IPv4Network | IPv6Network


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


class Lately:
    """Counts what somebody does within some seconds, at most so often each."""

    def __init__(self, most: int, within: float, clock: Callable[[], float]) -> None:
        self._most, self._within, self._clock = most, within, clock
        self._times: dict[str, deque[float]] = {}

    def may(self, who: str) -> bool:
        """Count it once more, if there is room for it; say whether there is."""
        now = self._clock()
        if len(self._times) >= KNOWN and who not in self._times:
            self._times = {w: t for w, t in self._times.items() if now - t[-1] < self._within}
            if len(self._times) >= KNOWN:
                return False
        times = self._times.setdefault(who, deque(maxlen=self._most))
        room = len(times) < self._most or now - times[0] >= self._within
        if room:
            times.append(now)
        return room


class Caps:
    """Counts connections; ``clock`` gives seconds."""

    def __init__(self, limits: Limits, clock: Callable[[], float]) -> None:
        self._limits = limits
        self._open: Counter[str] = Counter()
        self._came = Lately(limits.a_minute, MINUTE, clock)
        self.strangers = 0
        """Connections that have not logged in."""
        self.logged_in = 0

    def knock(self, address: str, make_room: Callable[[], bool] = lambda: False) -> str:
        """Count a new connection; return why it is refused, or nothing.

        ``make_room`` is asked for a stranger's place where nothing else is in the way, and says
        whether it has counted one out.
        """
        home, limits = home_of(address), self._limits
        if not self._came.may(home):
            return "Too many connections from your address, or from all; try again in a minute."
        if self._open[home] >= limits.an_address:
            return "Too many connections from your address are open; close one first."
        if self.logged_in >= limits.connections:
            return "As many are connected as this server can take; try again later."
        if self.strangers >= limits.strangers and not make_room():
            return "Too many are logging in; try again in a moment."
        self._open[home] += 1
        self.strangers += 1
        return ""

    def known(self) -> None:
        """Count one of those let in as logged in."""
        self.strangers -= 1
        self.logged_in += 1

    def left(self, address: str, *, known: bool) -> None:
        """Count a connection that was let in as closed."""
        home = home_of(address)
        self._open[home] -= 1
        if not self._open[home]:
            del self._open[home]
        if known:
            self.logged_in -= 1
        else:
            self.strangers -= 1
