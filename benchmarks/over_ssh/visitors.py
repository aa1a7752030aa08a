"""People with keys and games, and how they come in over SSH."""

from __future__ import annotations

import asyncio
import contextlib
import time
from dataclasses import dataclass, field
from ipaddress import IPv4Address
from itertools import count
from typing import TYPE_CHECKING, Any

import asyncssh

from over_ssh.server import PATIENCE

if TYPE_CHECKING:
    import random

    from over_ssh.server import Server

PAINTED = b"help"
"""The last row of a table has it."""
AT_A_TABLE = b"Castillo"
"""A table has it, and the lobby has not."""
CURSOR = (b"\x1b[C", b"\x1b[D", b"\x1b[A", b"\x1b[B")
FORECAST = b"f"
"""Opens a full screen, and closes it."""
PAGE = 1 << 16
FIRST_HOME, COUNTED = IPv4Address("127.9.0.1"), count()
LONG = 2.0
"""Seconds after which a key has had no answer."""


@dataclass
class Person:
    """Somebody with a key, and a game."""

    name: str
    key: asyncssh.SSHKey = field(
        default_factory=lambda: asyncssh.generate_private_key("ssh-ed25519")
    )
    address: str = field(default_factory=lambda: str(FIRST_HOME + next(COUNTED)))
    """Everybody's own: what new names of one address may do is counted together."""
    game: str = ""
    connection: Any = None
    process: Any = None
    times: list[float] = field(default_factory=list)
    """Milliseconds from each key to the first byte."""
    mute: int = 0
    """How many keys had no answer."""

    def connect(self, server: Server, **options: Any) -> Any:
        """Return a connection to be entered or awaited."""
        options = {"local_addr": (self.address, 0), "client_keys": [self.key], **options}
        return asyncssh.connect(
            "127.0.0.1", server.port, username=self.name, known_hosts=None, config=None,
            agent_path=None, **options,
        )  # fmt: skip

    async def type(self, server: Server, *lines: str, door: str = "plain") -> str:
        """Come for the line dialogue, type lines and leave; return what was said.

        Raise RuntimeError if one of them was refused.
        """
        typed = "".join(f"{line}\n" for line in (*lines, "quit"))
        async with asyncio.timeout(PATIENCE), self.connect(server) as connection:
            done = await connection.run(door, input=typed)
        if done.exit_status:
            raise RuntimeError(f"{self.name} was refused {lines}: {done.stdout}{done.stderr}")
        return str(done.stdout)

    async def make(self, server: Server, seats: str, *, name: str = "", then: str = "") -> str:
        """Make a game of seats in words, and do something ``then`` with it; return its name."""
        name = name or f"{self.name}-game"
        lines = [f"make 1996 {seats} name {name}", *([then.format(name)] if then else [])]
        said = await self.type(server, *lines)
        if f"\n{name}: " not in said:
            raise RuntimeError(f"{self.name} made no game {name}: {said}")
        return name

    async def come(self, server: Server) -> float:
        """Log in, straight to the table; return the milliseconds until it is painted."""
        began = time.perf_counter()
        self.connection = await self.connect(server)
        self.process = await self.connection.create_process(
            self.game, term_type="xterm-256color", term_size=(120, 40), encoding=None
        )
        seen = b""
        async with asyncio.timeout(PATIENCE):
            while PAINTED not in seen:
                data = await self.process.stdout.read(PAGE)
                if not data:
                    raise RuntimeError(f"{self.name} was sent away: {seen[-300:]!r}")
                seen += data
        return 1000 * (time.perf_counter() - began)

    async def come_by_the_lobby(self, server: Server) -> None:
        """Log in, and go to the first game of the list."""
        self.connection = await self.connect(server)
        self.process = await self.connection.create_process(
            None, term_type="xterm-256color", term_size=(120, 40), encoding=None
        )
        seen = b""
        async with asyncio.timeout(PATIENCE):
            while AT_A_TABLE not in seen:
                if PAINTED in seen:
                    # The lobby lists the games a moment after it is painted.
                    self.process.stdin.write(b"1")
                with contextlib.suppress(TimeoutError):
                    data = await asyncio.wait_for(self.process.stdout.read(PAGE), 0.2)
                    if not data:
                        raise RuntimeError(f"{self.name} was sent away: {seen[-300:]!r}")
                    seen += data

    async def drain(self, quiet: float = 0.05) -> None:
        """Read what still comes."""
        with contextlib.suppress(TimeoutError):
            while await asyncio.wait_for(self.process.stdout.read(PAGE), quiet):
                pass

    async def first_byte(self) -> bool:
        """Wait for something to read; say whether it came."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.process.stdout.read(PAGE), LONG)
            return True
        return False

    async def press(
        self, until: float, think: float, chance: random.Random, *, screens: bool = False
    ) -> None:
        """Press cursor keys now and then, and note how long the first byte takes.

        With ``screens``, one key in three opens a full screen or closes it.
        """
        await asyncio.sleep(chance.uniform(0, think))
        while time.perf_counter() < until:
            await self.drain()
            key = FORECAST if screens and chance.random() < 1 / 3 else chance.choice(CURSOR)
            began = time.perf_counter()
            self.process.stdin.write(key)
            if await self.first_byte():
                self.times.append(1000 * (time.perf_counter() - began))
            else:
                self.mute += 1
            await asyncio.sleep(chance.expovariate(1 / think))

    def go(self) -> None:
        """Hang up."""
        if self.connection is not None:
            self.connection.abort()
            self.connection = None


async def people(
    server: Server, number: int, at_a_table: int = 4, name: str = "visitor"
) -> list[Person]:
    """Return people who sit in games of so many; bots take what seats are left."""
    found = [Person(f"{name}-{n}") for n in range(number)]
    for at in range(0, number, at_a_table):
        host, *friends = group = found[at : at + at_a_table]
        seats = " ".join(["me", *["anybody"] * (at_a_table - 1)])
        then = "fill {} random" if len(group) < at_a_table else ""
        game = await host.make(server, seats, then=then)
        for person in group:
            person.game = game
        # One after another, so that the seats are in the order of the people.
        for person in friends:
            await person.type(server, f"join {game}")
    await server.empty()
    return found


async def come_in(server: Server, who: list[Person], at_once: int) -> list[float]:
    """Let people log in, so many at a time; return their times."""
    gate = asyncio.Semaphore(at_once)

    async def one(person: Person) -> float:
        async with gate:
            return await person.come(server)

    return list(await asyncio.gather(*map(one, who)))


def leave(who: list[Person]) -> None:
    """Let people hang up, and forget what they measured."""
    for person in who:
        person.go()
        person.times.clear()
        person.mute = 0
