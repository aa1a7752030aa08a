"""Play over SSH under load: a server of its own, visitors that are all on this machine.

    python benchmarks/ssh.py                 # everything, about ten minutes
    python benchmarks/ssh.py --quick         # small numbers, about two

Clients and server share the machine, so these are the figures of a server half as strong.
Every figure is printed beside what is promised; the exit code is 1 if a promise is broken.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import pty
import random
import select
import shutil
import signal
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import asyncssh

from elgrande.lobby import GameWish, LobbyClient, SeatWish
from elgrande.server.control import HostGone, Visitor, enter

PAINTED = b"help"
"""The last row of a table has it."""
WAITING = b"please wait"
"""A visitor is told this when the host has gone."""
COLOURS = ("red", "blue", "green", "yellow")
KEYS = (b"\x1b[C", b"\x1b[D", b"\x1b[A", b"\x1b[B")
FLOOD = "127.0.0.9"
"""Whoever floods comes from another address than whoever wants in."""
PATIENCE = 60.0
results: dict[str, Any] = {}
broken: list[str] = []


def report(name: str, value: float, unit: str, most: float | None = None) -> None:
    """Print a figure, and keep it."""
    results[name] = round(value, 2)
    verdict = ""
    if most is not None:
        verdict = f"  promised: at most {most:g}" + ("" if value <= most else "  BROKEN")
        if value > most:
            broken.append(name)
    print(f"{name:62}{value:10.1f} {unit:4}{verdict}", flush=True)


def spread(name: str, values: list[float], unit: str, middle: float | None = None,
           high: float | None = None) -> None:  # fmt: skip
    """Print the median and what 95 of 100 stay below."""
    ordered = sorted(values)
    report(f"{name}, median", statistics.median(ordered), unit, middle)
    report(f"{name}, 95 of 100", ordered[int(0.95 * (len(ordered) - 1))], unit, high)


# -- the server ----------------------------------------------------------------------------


class Server:
    """``elgrande serve`` in a folder of its own."""

    def __init__(self, *options: str) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="eg-"))
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.log = self.home / "log"
        with open(self.log, "w", encoding="utf-8") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-m", "elgrande", "--data-dir", str(self.home), "serve",
                 "--as-root", "--port", str(self.port), *options],
                stdout=subprocess.DEVNULL, stderr=log,
            )  # fmt: skip
        self.wait("ready")
        self.wait("started", part="host")

    def events(self) -> list[dict[str, Any]]:
        """Return what the log has."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.endswith("}")]

    def wait(self, what: str, **facts: Any) -> dict[str, Any]:
        """Wait until the log says something."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for event in reversed(self.events()):
                if event["event"] == what and facts.items() <= event.items():
                    return event
            time.sleep(0.05)
        raise RuntimeError(f"the server never said {what}; its log: {self.log}")

    def part(self, name: str) -> int:
        """Return the process of a part that lives."""
        started = [e for e in self.events() if e["event"] == "started" and e.get("name") == name]
        return int(started[-1]["process"])

    def forkserver(self) -> int:
        """Return the process that sessions are copied from."""
        return int([e for e in self.events() if e["event"] == "ready"][-1]["process"])

    def sessions(self) -> list[int]:
        """Return the processes of all sessions."""
        return children(self.forkserver())

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.wait(PATIENCE)
        shutil.rmtree(self.home)


def children(pid: int) -> list[int]:
    """Return the processes that a process has started."""
    try:
        text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


def descriptors(pid: int) -> int:
    """Return how many descriptors a process has open."""
    return len(os.listdir(f"/proc/{pid}/fd"))


def memory(pid: int, what: str = "Pss") -> float:
    """Return a process's share of the memory, in MB; 0 if it may not be looked at."""
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith(f"{what}:"):
                return int(line.split()[1]) / 1024
    return 0.0


# -- visitors ------------------------------------------------------------------------------


@dataclass
class Person:
    """Somebody with a key, and a game."""

    name: str
    key: asyncssh.SSHKey
    game: str = ""
    connection: Any = None
    process: Any = None
    painted: float = 0.0
    times: list[float] = field(default_factory=list)

    async def come(self, server: Server) -> float:
        """Log in, straight to the table; return the milliseconds until it is painted."""
        began = time.perf_counter()
        self.connection = await asyncssh.connect(
            "127.0.0.1", server.port, username=self.name, client_keys=[self.key], known_hosts=None,
            config=None, agent_path=None,
        )  # fmt: skip
        self.process = await self.connection.create_process(
            self.game, term_type="xterm-256color", term_size=(120, 40), encoding=None
        )
        seen = b""
        async with asyncio.timeout(PATIENCE):
            while PAINTED not in seen:
                data = await self.process.stdout.read(1 << 16)
                if not data:
                    raise RuntimeError(f"{self.name} was sent away: {seen[-300:]!r}")
                seen += data
        self.painted = 1000 * (time.perf_counter() - began)
        return self.painted

    async def drain(self, quiet: float = 0.05) -> None:
        """Read what still comes."""
        with contextlib.suppress(TimeoutError):
            while True:
                await asyncio.wait_for(self.process.stdout.read(1 << 16), quiet)

    async def press(self, until: float, think: float, chance: random.Random) -> None:
        """Press cursor keys now and then, and note how long the first byte takes."""
        await asyncio.sleep(chance.uniform(0, think))
        while time.perf_counter() < until:
            await self.drain()
            began = time.perf_counter()
            self.process.stdin.write(chance.choice(KEYS))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.process.stdout.read(1 << 16), 2)
                self.times.append(1000 * (time.perf_counter() - began))
            await asyncio.sleep(chance.expovariate(1 / think))

    def go(self) -> None:
        """Hang up."""
        if self.connection is not None:
            self.connection.abort()
            self.connection = None


def client(server: Server, person: Person) -> LobbyClient:
    """Return a lobby's client for somebody, without SSH."""
    ours, its = socket.socketpair()
    enter(server.home / "server", Visitor(person.name, person.key.get_fingerprint()), its)
    return LobbyClient.on(ours)


def people(server: Server, number: int) -> list[Person]:
    """Return people who sit in games of four."""
    found = [
        Person(f"person-{n}", asyncssh.generate_private_key("ssh-ed25519")) for n in range(number)
    ]
    for at in range(0, number, 4):
        group = found[at : at + 4]
        seats = [SeatWish(COLOURS[0], "me"), *(SeatWish(c, "anybody") for c in COLOURS[1:])]
        host = client(server, group[0])
        room = host.make(GameWish("1996", tuple(seats)))
        for person in group[1:]:
            friend = client(server, person)
            friend.join(room.game.name)
            friend.close()
        if len(group) < 4:
            host.fill(room.game.name, "random")
        host.close()
        for person in group:
            person.game = room.game.name
    return found


async def come_in(server: Server, who: list[Person], at_once: int) -> list[float]:
    """Let people log in, so many at a time; return their times."""
    gate = asyncio.Semaphore(at_once)

    async def one(person: Person) -> float:
        async with gate:
            return await person.come(server)

    return list(await asyncio.gather(*map(one, who)))


# -- what is measured ----------------------------------------------------------------------


def real_ssh(server: Server, person: Person, repeats: int) -> None:
    """OpenSSH's own client in a terminal: to the first byte, and to a painted table."""
    if shutil.which("ssh") is None:
        print("there is no ssh here, so it is not measured")
        return
    key = server.home / "key"
    person.key.write_private_key(str(key))
    key.chmod(0o600)
    call = [
        "ssh", "-t", "-F", "/dev/null", "-i", str(key), "-o", "IdentitiesOnly=yes",
        "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
        "-o", "LogLevel=ERROR", "-p", str(server.port), f"{person.name}@127.0.0.1", person.game,
    ]  # fmt: skip
    firsts, tables = [], []
    for _ in range(repeats):
        began = time.perf_counter()
        pid, master = pty.fork()
        if not pid:
            os.environ.update(TERM="xterm-256color")
            os.execvp(call[0], call)
        size = struct.pack("HHHH", 40, 120, 0, 0)
        import fcntl
        import termios

        fcntl.ioctl(master, termios.TIOCSWINSZ, size)
        seen = b""
        while PAINTED not in seen and select.select([master], [], [], PATIENCE)[0]:
            seen = seen or b""
            data = os.read(master, 1 << 16)
            if not seen:
                firsts.append(1000 * (time.perf_counter() - began))
            seen += data
        tables.append(1000 * (time.perf_counter() - began))
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(master)
    report("real ssh, first byte, median", statistics.median(firsts), "ms")
    report("real ssh, painted table, median", statistics.median(tables), "ms", 400)


async def load(server: Server, who: list[Person], seconds: float) -> None:
    """Log-ins, keys and memory with so many people."""
    number = len(who)
    cpu = time.process_time()
    times = await come_in(server, who, 2)
    spread(f"{number} people: log-in to painted table", times, "ms",
           high=800 if number == 100 else None)  # fmt: skip
    until = time.perf_counter() + seconds
    chance = random.Random(number)
    began = {pid: ticks(pid) for pid in server.sessions()}
    await asyncio.gather(*(person.press(until, 2.0, chance) for person in who))
    keys = [took for person in who for took in person.times]
    spread(f"{number} people: cursor key to first byte", keys, "ms", 15, 35)
    used = sum(ticks(pid) - before for pid, before in began.items())
    report(f"{number} people: sessions' share of a core", 100 * used / seconds, "%")
    shares = [share for share in map(memory, server.sessions()) if share]
    if shares:
        report(f"{number} people: memory of a session", statistics.mean(shares), "MB",
               25 if number >= 20 else None)  # fmt: skip
        report(f"{number} people: memory of all sessions", sum(shares), "MB",
               2500 if number == 100 else None)  # fmt: skip
    results[f"{number} people: client's CPU, s"] = round(time.process_time() - cpu, 1)
    began_leaving = time.perf_counter()
    for person in who:
        person.go()
        person.times.clear()
    while server.sessions():
        await asyncio.sleep(0.02)
    report(f"{number} people: gone after", time.perf_counter() - began_leaving, "s")


def ticks(pid: int) -> float:
    """Return the CPU seconds of a process."""
    with contextlib.suppress(OSError):
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return 0.0


async def burst(server: Server, who: list[Person]) -> None:
    """All at the same instant."""
    times = await come_in(server, who, len(who))
    report(f"{len(who)} log-ins at once: median", statistics.median(times), "ms")
    report(f"{len(who)} log-ins at once: worst", max(times), "ms", 5000)
    for person in who:
        person.go()
    while server.sessions():
        await asyncio.sleep(0.02)


async def kills(server: Server, person: Person, times: int) -> None:
    """``kill -9`` of each part while somebody is at a table, and how soon they are back."""
    chance = random.Random(9)
    back: dict[str, list[float]] = {"session": [], "front": [], "host": []}
    for _ in range(times):
        for part in back:
            if part == "host":
                # What counts is the time since there is a host again.
                await person.come(server)
                await person.drain(chance.uniform(0.05, 0.3))
                os.kill(server.part("host"), signal.SIGKILL)
                seen = b""
                while WAITING not in seen:
                    seen += await asyncio.wait_for(person.process.stderr.read(1 << 16), PATIENCE)
                while True:
                    with contextlib.suppress(HostGone, OSError):
                        (await asyncio.to_thread(client, server, person)).close()
                        break
                    await asyncio.sleep(0.02)
                began = time.perf_counter()
                seen = b""
                while PAINTED not in seen:
                    seen += await asyncio.wait_for(person.process.stdout.read(1 << 16), PATIENCE)
                back[part].append(1000 * (time.perf_counter() - began))
                person.go()
                continue
            await person.come(server)
            await asyncio.sleep(chance.uniform(0, 0.3))
            if part == "session":
                os.kill(server.sessions()[0], signal.SIGKILL)
            else:
                ready = len([e for e in server.events() if e["event"] == "ready"])
                os.kill(server.part("front"), signal.SIGKILL)
                while len([e for e in server.events() if e["event"] == "ready"]) == ready:
                    await asyncio.sleep(0.05)
            person.go()
            back[part].append(await person.come(server))
            person.go()
    report(f"{times} kills of a session: back after, worst", max(back["session"]), "ms", 500)
    report(f"{times} kills of the front: back after it is there, worst", max(back["front"]), "ms",
           500)  # fmt: skip
    report(f"{times} kills of the host: back after it is there, worst", max(back["host"]), "ms",
           2000)  # fmt: skip


async def aborts(server: Server, person: Person, cycles: int) -> None:
    """Come and be cut off, again and again: nothing may be left."""
    front = server.part("front")
    await come_in(server, [person], 1)
    person.go()
    while server.sessions():
        await asyncio.sleep(0.02)
    before = descriptors(front), memory(front, "Rss")
    gate = asyncio.Semaphore(4)
    chance = random.Random(4)

    async def once() -> None:
        async with gate:
            connection = await asyncssh.connect(
                "127.0.0.1", server.port, username=person.name, client_keys=[person.key],
                known_hosts=None, config=None, agent_path=None,
            )  # fmt: skip
            await connection.create_process(person.game, term_type="xterm", encoding=None)
            await asyncio.sleep(chance.uniform(0, 0.2))
            connection.abort()

    began = time.perf_counter()
    found = await asyncio.gather(*(once() for _ in range(cycles)), return_exceptions=True)
    report(f"{cycles} cuts: that failed", sum(isinstance(e, Exception) for e in found), "", 0)
    report(f"{cycles} cuts: each", 1000 * (time.perf_counter() - began) / cycles, "ms")
    await asyncio.sleep(3)
    report(f"{cycles} cuts: processes left after 3 s", len(server.sessions()), "", 0)
    after = descriptors(front), memory(front, "Rss")
    report(f"{cycles} cuts: descriptors of the front", 100 * after[0] / before[0], "%", 110)
    report(f"{cycles} cuts: memory of the front", 100 * after[1] / before[1], "%", 110)


async def floods(server: Server, person: Person, small: int) -> None:
    """Connections that say nothing, little, or nonsense; somebody with a key wants in."""
    held = []

    async def knock(junk: bytes, keep: bool) -> None:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", server.port, local_addr=(FLOOD, 0)
            )
            writer.write(junk)
            if keep:
                held.append(writer)
            else:
                with contextlib.suppress(OSError, TimeoutError):
                    await asyncio.wait_for(reader.read(64), 1)
                writer.close()

    for name, number, junk, keep in (
        ("half-open", 1000 // small, b"", True), ("slow", 300 // small, b"SSH-2.0-x", True),
        ("garbage", 10_000 // small, b"GET / HTTP/1.1\r\n\r\n" + b"\xff" * 500, False),
    ):  # fmt: skip
        knocking = [asyncio.ensure_future(knock(junk, keep)) for _ in range(min(number, 2000))]
        began = time.perf_counter()
        async with asyncssh.connect(
            "127.0.0.1", server.port, username=person.name, client_keys=[person.key],
            known_hosts=None, config=None, agent_path=None,
        ):  # fmt: skip
            took = 1000 * (time.perf_counter() - began)
        await asyncio.gather(*knocking)
        for _ in range(number // 2000 - 1):
            await asyncio.gather(*(knock(junk, keep) for _ in range(2000)))
        report(f"{number} {name} connections: a key logs in within", took, "ms", 1000)
    report("descriptors of the front meanwhile", descriptors(server.part("front")), "")
    for writer in held:
        writer.close()


def main() -> int:
    """Measure everything that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small numbers")
    parser.add_argument("--json", type=Path, help="write the results there too")
    parser.add_argument("--only", default="", help="parts: ssh,load,burst,aborts,kills,floods")
    options = parser.parse_args()
    parts = set(options.only.split(",")) if options.only else set()
    sizes = (1, 20) if options.quick else (1, 20, 50, 100)
    seconds = 8.0 if options.quick else 20.0
    random.seed(1)

    async def measure(server: Server, who: list[Person]) -> None:
        if not parts or "load" in parts:
            for size in sizes:
                await load(server, who[:size], seconds)
        if not parts or "burst" in parts:
            await burst(server, who[:40])
        if not parts or "aborts" in parts:
            await aborts(server, who[0], 100 if options.quick else 1000)
        if not parts or "kills" in parts:
            await kills(server, who[0], 3 if options.quick else 50)

    server = Server("--an-address", "5000", "--a-minute", "100000", "--sessions", "200")
    try:
        who = people(server, max(*sizes, 40))
        if not parts or "ssh" in parts:
            real_ssh(server, who[0], 5 if options.quick else 9)
        asyncio.run(measure(server, who))
    finally:
        server.stop()
    if not parts or "floods" in parts:
        server = Server()
        try:
            asyncio.run(floods(server, people(server, 4)[0], 10 if options.quick else 1))
        finally:
            server.stop()
    if options.json:
        options.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
