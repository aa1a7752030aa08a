"""How quick it is and how much it takes: log-ins, keys, answers and memory of many people."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import random
import select
import shutil
import signal
import statistics
import struct
import termios
import time
from typing import TYPE_CHECKING

from elgrande.saves import Paths, Store
from elgrande.server.control import admin
from elgrande.table.saved_game import replay
from over_ssh.server import PATIENCE, WIDE, Server, children, mapped, memory, ticks, written
from over_ssh.visitors import PAINTED, Person, come_in, leave, people

if TYPE_CHECKING:
    from collections.abc import Iterator

    from over_ssh.figures import Figures

THINK = 2.0
"""Seconds between two keys of one person, as a rule."""


def real_ssh(figures: Figures, repeats: int) -> None:
    """OpenSSH's own client in a terminal: to the first byte, and to a painted table."""
    if shutil.which("ssh") is None:
        print("there is no ssh here, so it is not measured")
        return
    firsts, tables = [], []
    with Server(*WIDE) as server:
        (person,) = asyncio.run(people(server, 1))
        key = server.home / "key"
        person.key.write_private_key(str(key))
        key.chmod(0o600)
        call = [
            "ssh", "-t", "-F", "/dev/null", "-i", str(key), "-o", "IdentitiesOnly=yes",
            "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
            "-o", "LogLevel=ERROR", "-p", str(server.port), f"{person.name}@127.0.0.1", person.game,
        ]  # fmt: skip
        for _ in range(repeats):
            first, table = _one_ssh(call)
            firsts.append(first)
            tables.append(table)
    figures.report("real ssh, first byte, median", statistics.median(firsts), "ms")
    figures.report("real ssh, painted table, median", statistics.median(tables), "ms", 400)
    figures.report("real ssh, painted table, worst", max(tables), "ms")


def _one_ssh(call: list[str]) -> tuple[float, float]:
    began = time.perf_counter()
    pid, master = pty.fork()
    if not pid:
        os.environ.update(TERM="xterm-256color")
        os.execvp(call[0], call)
    fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    seen, first = b"", 0.0
    while PAINTED not in seen and select.select([master], [], [], PATIENCE)[0]:
        data = os.read(master, 1 << 16)
        first = first or 1000 * (time.perf_counter() - began)
        seen += data
    table = 1000 * (time.perf_counter() - began)
    os.kill(pid, signal.SIGKILL)
    os.waitpid(pid, 0)
    os.close(master)
    return first, table


async def load(figures: Figures, number: int, seconds: float) -> None:
    """Log-ins, cursor keys and memory with so many people; then mixed keys, if they are many."""
    with Server(*WIDE) as server:
        who = await people(server, number)
        times = await come_in(server, who, 2)
        figures.spread(f"{number} people: log-in to painted table", times, "ms",
                       high=800 if number >= 100 else None)  # fmt: skip
        await _keys(figures, server, who, seconds, f"{number} people: cursor key to first byte",
                    15, 35)  # fmt: skip
        if number >= 100:
            await _keys(figures, server, who, seconds, f"{number} people: mixed keys", None, 160,
                        screens=True)  # fmt: skip
        _memory(figures, server, number)
        began = time.perf_counter()
        leave(who)
        await server.empty()
        figures.report(f"{number} people: gone after", time.perf_counter() - began, "s")


async def _keys(
    figures: Figures, server: Server, who: list[Person], seconds: float, name: str,
    middle: float | None, high: float, *, screens: bool = False,
) -> None:  # fmt: skip
    chance = random.Random(len(who))
    until = time.perf_counter() + seconds
    began = {pid: ticks(pid) for pid in server.sessions()}
    for person in who:
        person.times.clear()
    await asyncio.gather(*(person.press(until, THINK, chance, screens=screens) for person in who))
    figures.spread(name, [took for each in who for took in each.times], "ms", middle, high)
    used = sum(ticks(pid) - before for pid, before in began.items())
    figures.report(f"{name}: sessions' share of a core", 100 * used / seconds, "%")


def _memory(figures: Figures, server: Server, number: int) -> None:
    sessions = server.sessions()
    shares = [share for share in map(memory, sessions) if share]
    if not shares:
        print("only root may look at the memory of sessions, so it is not measured")
        return
    own = [memory(pid, "Private_Dirty") + memory(pid, "Private_Clean") for pid in sessions]
    name = f"{number} people: memory"
    figures.report(f"{name} that a session adds", statistics.mean(own), "MB", 25)
    # One alone shares with nobody but the forkserver, and half of that is counted as its own.
    figures.report(f"{name} of a session, its share (PSS)", statistics.mean(shares), "MB",
                   25 if number > 1 else None)  # fmt: skip
    figures.report(f"{name} of all sessions (PSS)", sum(shares), "MB",
                   2500 if number >= 100 else None)  # fmt: skip
    strange = sum(mapped(pid, "/asyncssh/", "/cryptography/") for pid in sessions)
    figures.report(f"{number} people: parts of asyncssh or cryptography in a session", strange, "",
                   0)  # fmt: skip
    files = sum(len(written(pid)) for pid in sessions)
    figures.report(f"{number} people: files that a session may write to", files, "", 0)


async def burst(figures: Figures, number: int) -> None:
    """All at the same instant."""
    with Server(*WIDE) as server:
        who = await people(server, number)
        times = await come_in(server, who, number)
        figures.report(f"{number} log-ins at once: median", statistics.median(times), "ms")
        figures.report(f"{number} log-ins at once: worst", max(times), "ms", 5000)
        leave(who)
        await server.empty()


async def answers(figures: Figures, number: int) -> None:
    """Two people at a table: from one's answer to the first byte on the other's screen."""
    times, missed = [], 0
    with Server(*WIDE) as server:
        who = await people(server, 2, at_a_table=2)
        await come_in(server, who, 1)
        for at, text in _answers(server, who[0].game, random.Random(2)):
            mine, other = who[at], who[1 - at]
            # A scoring may stand before the table: it is left. Then on the line for commands, so
            # that any answer is one key away.
            for person in who:
                person.process.stdin.write(b"\x1b")
            await asyncio.gather(mine.drain(0.6), other.drain(0.6))
            mine.process.stdin.write(b":" + text.encode())
            await asyncio.gather(mine.drain(0.15), other.drain(0.15))
            before, began = server.records(mine.game), time.perf_counter()
            mine.process.stdin.write(b"\r")
            shown = await other.first_byte()
            took = 1000 * (time.perf_counter() - began)
            if server.records(mine.game) > before:
                missed += not shown
                times += [took] * shown
            elif await _comes(server, mine.game, before):
                # The first byte was of something else, so how long it took isn't known.
                missed += 1
            else:
                # The app wants to know more first, or asks whether it is meant.
                mine.process.stdin.write(b"\x1b")
                await mine.type(server, text, door=f"plain {mine.game}")
                await asyncio.gather(mine.drain(0.15), other.drain(0.15))
            if len(times) + missed >= number:
                break
        leave(who)
        await server.empty()
    figures.spread("an answer to the other's screen", times, "ms", high=200)
    figures.report("answers that the other's screen did not show", missed, "", 0)


async def _comes(server: Server, game: str, before: int) -> bool:
    """Say whether a game gets another record within two seconds."""
    for _ in range(100):
        if server.records(game) > before:
            return True
        await asyncio.sleep(0.02)
    return False


def _answers(server: Server, game: str, chance: random.Random) -> Iterator[tuple[int, str]]:
    """Yield who is to answer and what they may, by the save; whoever is told has to answer so."""
    store = Store(Paths(server.home))
    while not (table := replay(store.read(game), game)).over:
        seat = table.state.owing()[0]
        yield seat, table.rules.text(chance.choice(table.state.legal(seat)))


async def bots(figures: Figures, number: int, seconds: float) -> None:
    """People press keys while the bots of other games think all the time."""
    with Server(*WIDE) as server:
        who = await people(server, number)
        await come_in(server, who, 2)
        name = f"{number} people: cursor key"
        await _keys(figures, server, who, seconds, f"{name}, no bot thinks", 15, 35)
        for n in range(10):
            # Nobody is at it, and its bots play on all the same.
            game = await Person(f"asker-{n}").make(server, "me marshal steward")
            admin(server.home / "server", "end", game)
        thought = _bots_cpu(server)
        began = time.perf_counter()
        await _keys(
            figures, server, who, seconds, f"{name}, ten games with a marshal think", 15, 35
        )
        share = 100 * (_bots_cpu(server) - thought) / (time.perf_counter() - began)
        figures.report("bots' share of a core meanwhile", share, "%")
        leave(who)
        await server.empty()


def _bots_cpu(server: Server) -> float:
    """Return the CPU seconds of all that the host has started."""
    found, open_ = 0.0, children(server.part("host"))
    while open_:
        pid = open_.pop()
        found += ticks(pid)
        open_ += children(pid)
    return found
