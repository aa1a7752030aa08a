"""What breaks: parts that are killed, and lines that are cut."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TYPE_CHECKING

import asyncssh

from elgrande.server.control import HostGone, admin
from elgrande.server.limits import Limits
from over_ssh.server import PATIENCE, WIDE, Server, descriptors, memory
from over_ssh.visitors import AT_A_TABLE, PAGE, Person, come_in, people

if TYPE_CHECKING:
    from over_ssh.figures import Figures

WAITING = b"please wait"
"""A visitor is told this when the host has gone."""
TOO_FAST = "wait a moment"
"""Somebody who answers faster than the server lets them is asked the same again."""
QUESTION, CURTAIN = ">\n", "Enter.\n"
"""How a line dialogue ends when it waits: for an answer, or for the right person."""


class Player:
    """Plays both seats of a game through a pipe; ``lost`` counts answers that were and are not."""

    def __init__(self, server: Server, person: Person) -> None:
        self._server = server
        self._person = person
        self.game = ""
        self.given = self.lost = self._made = 0

    async def sit(self) -> None:
        """See to it that there is a game to play."""
        games = await self._person.type(self._server, "games") if self.game else ""
        if f"\n{self.game}: round " not in games:
            self._made += 1
            name = f"{self._person.name}-{self._made}"
            self.game = await self._person.make(self._server, "me me", name=name)

    async def play(self) -> None:
        """Play until the line is lost; then see whether the save has all that was acknowledged."""
        before, given = self._server.records(self.game), 0
        with contextlib.suppress(OSError, asyncssh.Error):
            async with self._person.connect(self._server) as connection:
                process = await connection.create_process(f"plain {self.game}")
                said = await _waits(process)
                while said:
                    answers = said.endswith(QUESTION)
                    # The first answer that is offered is as good as any.
                    process.stdin.write("first\n" if answers else "\n")
                    said = await _waits(process)
                    # It is acknowledged by the next question.
                    given += bool(answers and said) and TOO_FAST not in said
        self.given += given
        self.lost += max(0, before + given - self._server.records(self.game))


async def _waits(process: asyncssh.SSHClientProcess[str]) -> str:
    """Return what is said until somebody is waited for; nothing if the line ends."""
    said = ""
    while not said.endswith((QUESTION, CURTAIN)):
        data = await process.stdout.read(PAGE)
        if not data:
            return ""
        said += data
    return said


Killing = Callable[[Server, Person], Awaitable[float]]
"""Kills something while a person is at a table; returns the milliseconds until they are back."""


async def _a_session(server: Server, person: Person) -> float:
    for pid in server.sessions():
        os.kill(pid, signal.SIGKILL)
    person.go()
    return await person.come(server)


async def _again(server: Server, part: str, killed: int) -> None:
    """Kill the part that has come for one that was killed, within 0.1 s."""
    while (new := server.part(part)) in (killed, 0):
        await asyncio.sleep(0.005)
    await asyncio.sleep(random.uniform(0, 0.1))
    os.kill(new, signal.SIGKILL)


async def _the_front(server: Server, person: Person, *, twice: bool = False) -> float:
    """The time counts from when there is a front again."""
    ready = len(server.events("ready"))
    os.kill(front := server.part("front"), signal.SIGKILL)
    if twice:
        await _again(server, "front", front)
    while len(server.events("ready")) == ready:
        await asyncio.sleep(0.05)
    person.go()
    return await person.come(server)


async def _the_host(server: Server, person: Person, *, twice: bool = False) -> float:
    """The time counts from when a host answers again; the visitor's line has stayed.

    They had come by the lobby, and are to be back at the table nevertheless.
    """
    os.kill(host := server.part("host"), signal.SIGKILL)
    if twice:
        await _again(server, "host", host)
    seen = b""
    while WAITING not in seen:
        seen += await asyncio.wait_for(person.process.stderr.read(PAGE), PATIENCE)
    # What stood there before is no sign of being back.
    await person.drain(0.01)
    while True:
        with contextlib.suppress(HostGone, OSError):
            await asyncio.to_thread(admin, server.home / "server", "stats")
            break
        await asyncio.sleep(0.02)
    began = time.perf_counter()
    seen = b""
    while AT_A_TABLE not in seen:
        data = await asyncio.wait_for(person.process.stdout.read(PAGE), PATIENCE)
        if not data:
            raise RuntimeError(f"{person.name} was sent away: {seen[-300:]!r}")
        seen += data
    return 1000 * (time.perf_counter() - began)


KILLS: dict[str, tuple[Killing, float]] = {
    "session": (_a_session, 500), "front": (_the_front, 500), "host": (_the_host, 2000),
    "front-twice": (partial(_the_front, twice=True), 500),
    "host-twice": (partial(_the_host, twice=True), 2000),
}  # fmt: skip


async def kills(figures: Figures, what: str, times: int) -> None:
    """``kill -9`` of a part while somebody is at a table and somebody else plays."""
    chance = random.Random(9)
    kill, most = KILLS[what]
    with Server(*WIDE) as server:
        (person,) = await people(server, 1)
        player = Player(server, Person("the-other"))
        back, began = [], time.perf_counter()
        for _ in range(times):
            # Who plays comes three times, and nobody oftener than a key may.
            paced = asyncio.create_task(asyncio.sleep(3.3 * 60 / Limits().comes))
            await player.sit()
            playing = asyncio.create_task(player.play())
            await person.come_by_the_lobby(server)
            await person.drain(chance.uniform(0.05, 0.5))
            back.append(await kill(server, person))
            person.go()
            await playing
            await server.empty()
            await paced
        name = f"{times} kills of a {what}"
        figures.report(f"{name}: answers acknowledged meanwhile", player.given, "")
        figures.report(f"{name}: of which lost", player.lost, "", 0)
        figures.report(f"{name}: back once it is there, worst", max(back), "ms", most)
        whole = (time.perf_counter() - began) / times
        figures.report(f"{name}: a whole round of it", whole, "s")


async def aborts(figures: Figures, cycles: int) -> None:
    """Come and be cut off, again and again: nothing may be left."""
    with Server(*WIDE) as server:
        (person,) = await people(server, 1)
        front = server.part("front")
        await come_in(server, [person], 1)
        person.go()
        await server.empty()
        before = descriptors(front), memory(front, "Rss")
        gate = asyncio.Semaphore(4)
        chance = random.Random(4)

        async def once() -> None:
            async with gate:
                connection = await person.connect(server)
                await connection.create_process(person.game, term_type="xterm", encoding=None)
                await asyncio.sleep(chance.uniform(0, 0.2))
                connection.abort()

        began = time.perf_counter()
        found = await asyncio.gather(*(once() for _ in range(cycles)), return_exceptions=True)
        took = time.perf_counter() - began
        await asyncio.sleep(3)
        left = len(server.sessions())
        after = descriptors(front), memory(front, "Rss")
    failed = sum(isinstance(each, Exception) for each in found)
    figures.report(f"{cycles} cuts: that failed", failed, "", 0)
    figures.report(f"{cycles} cuts: each", 1000 * took / cycles, "ms")
    figures.report(f"{cycles} cuts: processes left after 3 s", left, "", 0)
    share = 100 * after[0] / before[0]
    figures.report(f"{cycles} cuts: descriptors of the front", share, "%", 110)
    figures.report(f"{cycles} cuts: memory of the front", 100 * after[1] / before[1], "%", 110)
