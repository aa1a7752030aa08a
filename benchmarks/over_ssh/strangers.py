"""Strangers: floods of connections while somebody with a key wants in, and what one may have."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import time
from itertools import count
from typing import TYPE_CHECKING

import asyncssh

from elgrande.server.control import admin
from over_ssh.server import PATIENCE, Server, descriptors
from over_ssh.visitors import people

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.synchronize import Event

    from over_ssh.figures import Figures
    from over_ssh.visitors import Person

ONE = ("127.0.0.9",)
MANY = tuple(f"127.0.{net}.{host}" for net in range(2, 5) for host in range(1, 101))
"""Addresses that floods come from: one, or three hundred."""
JUNK = b"GET / HTTP/1.1\r\n\r\n" + b"\xff" * 500
SLOW = b"SSH-2.0-x\r\n"
AT_ONCE = 1000
"""So many connections of a flood are on their way at once."""
EVERY = 0.25
"""Seconds between two log-ins of whoever has a key."""
UNUSED = 31_000.0
"""Milliseconds that a connection may go without a session: 30 s, and a little."""


class Flood:
    """Connections that say nothing, little or nonsense, out of a process of their own.

    A context that ends them all. In the process of whoever logs in meanwhile, that one's time
    would be mostly the flood's.
    """

    def __init__(self, server: Server, kind: str, number: int, homes: tuple[str, ...]) -> None:
        afresh = multiprocessing.get_context("spawn")
        self._all_came, self._end = afresh.Event(), afresh.Event()
        self._process = afresh.Process(
            target=_flood, args=(server.port, kind, number, homes, self._all_came, self._end)
        )

    def __enter__(self) -> Flood:
        self._process.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._process.join(PATIENCE)
        self._process.kill()

    @property
    def over(self) -> bool:
        """Whether all its connections have been made, and those that end have ended."""
        return self._all_came.is_set() or not self._process.is_alive()

    async def came(self) -> None:
        """Wait until it is over; what it holds, it still holds."""
        while not self.over:
            await asyncio.sleep(0.05)


def _flood(
    port: int, kind: str, number: int, homes: tuple[str, ...], all_came: Event, end: Event
) -> None:
    """Be a flood."""
    held: list[asyncio.StreamWriter] = []

    async def knock(n: int, gate: asyncio.Semaphore) -> None:
        async with gate:
            with contextlib.suppress(OSError, TimeoutError):
                reader, writer = await asyncio.open_connection(
                    "127.0.0.1", port, local_addr=(homes[n % len(homes)], 0)
                )
                held.append(writer)
                if kind == "slow":
                    # A letter now and then, so that it never is silent.
                    for byte in SLOW:
                        writer.write(bytes([byte]))
                        await asyncio.sleep(0.2)
                        if reader.at_eof() or reader.exception() is not None:
                            break
                elif kind == "garbage":
                    writer.write(JUNK)
                    await asyncio.wait_for(reader.read(64), 1)
                    writer.close()

    async def flood() -> None:
        gate = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(knock(n, gate) for n in range(number)))
        all_came.set()
        await asyncio.to_thread(end.wait)

    asyncio.run(flood())


def _homes() -> Iterator[str]:
    """Yield addresses for whoever has a key, so that no cap of one address is in the way."""
    for n in count():
        yield f"127.0.{10 + n // 200}.{1 + n % 200}"


FLOODS = {"half-open": 1000, "slow": 300, "garbage": 10_000}


async def floods(figures: Figures, kind: str, small: int) -> None:
    """Somebody with a key logs in again and again, as long as a flood lasts."""
    number = FLOODS[kind] // small
    for name, homes in (("of one address", ONE), (f"of {len(MANY)} addresses", MANY)):
        with Server() as server:
            (person,) = await people(server, 1)
            with Flood(server, kind, number, homes) as flood:
                times, refused = await _log_in_during(server, person, flood)
                open_ = descriptors(server.part("front"))
        what = f"{number} {kind} {name}"
        figures.report(f"{what}: a key logs in, worst of {len(times)}", max(times), "ms", 1000)
        figures.report(f"{what}: the key was refused", refused, "", 0)
        figures.report(f"{what}: descriptors of the front", open_, "")


async def _log_in_during(server: Server, person: Person, flood: Flood) -> tuple[list[float], int]:
    times, refused, homes = [], 0, _homes()
    # So long the flood's process takes until it knocks.
    while not server.events("turned away") and not flood.over:
        await asyncio.sleep(0.01)
    while not flood.over or len(times) < 5:
        began = time.perf_counter()
        try:
            async with person.connect(server, local_addr=(next(homes), 0)):
                times.append(1000 * (time.perf_counter() - began))
        except (OSError, asyncssh.Error):
            refused += 1
            times.append(1000 * (time.perf_counter() - began))
        await asyncio.sleep(EVERY)
    return times, refused


class Offering(asyncssh.SSHClient):
    """Offers a key again and again, sixty times at most."""

    def __init__(self, key: asyncssh.SSHKey) -> None:
        self.key, self.offered = key, 0

    def public_key_auth_requested(self) -> asyncssh.SSHKey | None:
        self.offered += 1
        return self.key if self.offered <= 60 else None


async def caps(figures: Figures) -> None:
    """How far a stranger, and somebody with a key, get against the caps."""
    with Server() as server:
        person, banned = await people(server, 2)
        before = descriptors(server.part("front"))
        with Flood(server, "half-open", 300, MANY) as flood:
            await flood.came()
            await asyncio.sleep(1)
            held = descriptors(server.part("front")) - before
        figures.report("connections held without a log-in", held, "", 64)
        await asyncio.sleep(1)
        homes = _homes()
        admin(server.home / "server", "ban", banned.name)
        client = Offering(banned.key)
        with contextlib.suppress(OSError, asyncssh.Error):
            await banned.connect(server, client_keys=None, client_factory=lambda: client)
        figures.report("times that one connection could ask to be let in", client.offered, "", 16)
        async with person.connect(server, local_addr=(next(homes), 0)) as connection:
            opened = 0
            with contextlib.suppress(asyncssh.ChannelOpenError):
                for _ in range(30):
                    await connection.create_process("plain")
                    opened += 1
        figures.report("sessions of one connection", opened, "", 2)
        began = time.perf_counter()
        async with person.connect(server, local_addr=(next(homes), 0)) as connection:
            await connection.wait_closed()
        figures.report("a connection without a session is closed after",
                       1000 * (time.perf_counter() - began), "ms", UNUSED)  # fmt: skip
