"""Acknowledged answers a second: two people a game on bare lines, who answer without a thought.

    python benchmarks/answers.py                       # 1, 10 and 100 games, some minutes
    python benchmarks/answers.py --beside CHECKOUT     # another one's source in turns with ours
    python benchmarks/answers.py --games 2 20 200 --watchers 3 --think 5    # what docs/scale.md has

Each run is a host of its own, on the disk of the temporary folder as it is and on one whose every
sync takes 50 ms. It prints answers a second, how long half and 95 of 100 of them took, how many
syncs the host waited for in its event loop, and what it took: of the processor for an answer, of
memory and of descriptors. With ``--think`` whoever plays waits so many seconds before an answer.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "tests" / "server"), str(HERE.parent / "tests")]

from houses import hearing, wish  # noqa: E402

from elgrande.content.setup import Setup  # noqa: E402
from elgrande.lobby import LobbyClient  # noqa: E402
from elgrande.lobby.wire import greeting  # noqa: E402
from elgrande.server import control  # noqa: E402
from elgrande.server.control import HostGone, Visitor  # noqa: E402

SECONDS = 6.0
HOST = """
import sys, threading, time
from elgrande.saves.fs import FileSystem
slow, told, really = float(sys.argv.pop(1)), sys.argv.pop(1), FileSystem.fsync
waited = []
def fsync(self, fd):
    began = time.perf_counter()
    time.sleep(slow)
    really(self, fd)
    if threading.current_thread() is threading.main_thread():
        waited.append((time.time(), time.perf_counter() - began))
FileSystem.fsync = fsync
from elgrande.cli.main import main
try:
    main(sys.argv[1:])
finally:
    with open(told, "w") as file:
        file.writelines(f"{at} {took}\\n" for at, took in waited)
"""


def more_descriptors() -> None:
    """Let a process have as many descriptors as the system lets it, as the units do."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))


class Player:
    """One line, spoken by hand."""

    def __init__(self, control_folder: Path, name: str) -> None:
        self.sock, theirs = socket.socketpair()
        control.enter(control_folder, Visitor(name, f"SHA256:{name}"), theirs)
        self.asked = 0

    async def begin(self, game: str) -> None:
        self.reader, self.writer = await asyncio.open_unix_connection(sock=self.sock, limit=1 << 21)
        self.writer.write(json.dumps(greeting()).encode() + b"\n")
        await self.reader.readline()
        self.at = (await self.ask(ask="sit", game=game))["at"]

    async def listen(self) -> None:
        await self.ask(ask="hear", at=self.at)
        while await self.reader.readline():
            pass

    async def ask(self, **message: Any) -> dict[str, Any]:
        self.asked += 1
        self.writer.write(json.dumps({**message, "id": self.asked}).encode() + b"\n")
        while True:
            found: dict[str, Any] = json.loads(await self.reader.readline())
            if found.get("re") == self.asked:
                return found


async def play(
    players: list[Player], rules: Any, times: list[float], until: float, think: float
) -> None:
    """Play one game until it is over, or time is."""
    turn = idle = 0
    while idle < len(players):
        player, idle = players[turn], idle + 1
        look = await player.ask(ask="update", at=player.at)
        while look["decision"]["codes"] and look["seat"] in look["decision"]["owing"]:
            await asyncio.sleep(think * 2 * random.random())
            began, codes = time.perf_counter(), look["decision"]["codes"]
            if began >= until:
                return
            text = rules.text(codes[len(codes) // 2])
            found = await player.ask(
                ask="send", at=player.at, seat=look["seat"], do=[text],
                heard=[[look["seat"], look["entry"]]],
            )  # fmt: skip
            if "update" not in found:
                raise SystemExit(f"not taken: {found}")
            times.append(time.perf_counter() - began)
            idle = 0
            look = found["update"]
        turn = 1 - turn


def drained(heard: socket.socket) -> None:
    """Read what the host orders: it lets go of a front that takes nothing."""
    with heard, suppress(OSError):
        while heard.recv(1 << 16):
            pass


class Run(NamedTuple):
    """What a run showed; times are in ms."""

    rate: float
    middle: float
    late: float
    syncs: int
    longest: float
    processor: float
    megabytes: float
    descriptors: int


def run(source: Path, games: int, slow: float, watchers: int, think: float) -> Run:
    folder = Path(tempfile.mkdtemp(prefix="eg-", dir="/var/tmp"))
    env = {**os.environ, "PYTHONPATH": str(source / "src")}
    with open(folder / "log", "w") as log:
        process = subprocess.Popen(
            [sys.executable, "-P", "-c", HOST, str(slow), str(folder / "told"),
             "--data-dir", str(folder), "serve", "--as-root", "--part", "host",
             "--control", str(folder / "c")],
            stderr=log, env=env, preexec_fn=more_descriptors,
        )  # fmt: skip
    try:
        names, at = [], folder / "c"
        while not names:
            with suppress(HostGone):
                control.admin(at, "stats")
                break
            time.sleep(0.05)
        heard = hearing(at)
        threading.Thread(target=drained, args=(heard.dup(),), daemon=True).start()
        for game in range(games):
            lines = []
            for who in ("Ana", "Bo"):
                ours, theirs = socket.socketpair()
                # Few games may be one person's.
                name = f"{who}{game // 10}"
                control.enter(at, Visitor(name, f"SHA256:{name}"), theirs)
                lines.append(LobbyClient.on(ours))
            made = lines[0].make(wish("me", "anybody")).game.name
            lines[1].join(made)
            names.append(made)
            for line in lines:
                line.close()
        rules = Setup.of(2, 1).ruleset()
        with heard:
            return asyncio.run(_played(at, names, rules, folder, process, watchers, think))
    finally:
        if process.poll() is None:
            process.kill()
        process.wait()
        shutil.rmtree(folder)


async def _played(
    at: Path, names: list[str], rules: Any, folder: Path, process: subprocess.Popen[bytes],
    watchers: int, think: float,
) -> Run:  # fmt: skip
    tables, listening = [], list[asyncio.Task[None]]()
    for game, name in enumerate(names):
        players = [Player(at, f"{who}{game // 10}") for who in ("Ana", "Bo")]
        for player in players:
            await player.begin(name)
        tables.append(players)
        for number in range(watchers):
            watcher = Player(at, f"W{game % 20}-{number}")
            await watcher.begin(name)
            listening.append(asyncio.create_task(watcher.listen()))
    times: list[float] = []
    first, began, before = time.time(), time.perf_counter(), taken(process.pid)
    until = began + SECONDS
    await asyncio.gather(*(play(players, rules, times, until, think) for players in tables))
    took, last = time.perf_counter() - began, time.time()
    processor = (taken(process.pid) - before) / max(1, len(times))
    memory = int(Path(f"/proc/{process.pid}/status").read_text().partition("VmRSS:")[2].split()[0])
    descriptors = len(os.listdir(f"/proc/{process.pid}/fd"))
    for task in listening:
        task.cancel()
    process.terminate()
    process.wait()
    waited = [line.split() for line in (folder / "told").read_text().splitlines()]
    longest = [float(took) for when, took in waited if first < float(when) < last]
    times.sort()
    return Run(
        len(times) / took, 1000 * statistics.median(times), 1000 * times[int(0.95 * len(times))],
        len(longest), 1000 * max(longest, default=0.0), 1000 * processor, memory / 1024,
        descriptors,
    )  # fmt: skip


def taken(process: int) -> float:
    """Return how many seconds of processor a process has had."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--beside", type=Path, help="another checkout")
    parser.add_argument("--games", type=int, nargs="*", default=[1, 10, 100])
    parser.add_argument("--slow", type=float, nargs="*", default=[0.0, 50.0], help="ms a sync")
    parser.add_argument("--watchers", type=int, default=0, help="lines that look on, a game")
    parser.add_argument("--think", type=float, default=0.0, help="seconds before an answer")
    parser.add_argument("--times", type=int, default=3, help="runs of each; the median is told")
    chosen = parser.parse_args()
    more_descriptors()
    ours = HERE.parent
    sources = [ours] if chosen.beside is None else [ours, chosen.beside]
    print(f"{os.cpu_count()} cores, Python {sys.version.split()[0]}, load {os.getloadavg()[0]:.1f}")
    for slow in chosen.slow:
        print(f"every sync takes {slow:g} ms more" if slow else "the disk as it is")
        for games in chosen.games:
            found: list[list[Run]] = [[] for _ in sources]
            for _ in range(chosen.times):
                for source, runs in zip(sources, found, strict=True):
                    runs.append(run(source, games, slow / 1000, chosen.watchers, chosen.think))
            rates = [statistics.median(run.rate for run in runs) for runs in found]
            for source, runs, rate in zip(sources, found, rates, strict=True):
                middle = sorted(runs)[len(runs) // 2]
                print(
                    f"{games:>5} games {'ours' if source is ours else 'beside':<7}"
                    f"{rate:>7.0f} a second, {middle.middle:.1f} / {middle.late:.1f} ms, "
                    f"{middle.syncs} syncs in the loop, the longest {middle.longest:.1f} ms; "
                    f"{middle.processor:.2f} ms of processor an answer, "
                    f"{middle.megabytes:.0f} MB, {middle.descriptors} descriptors"
                )
            if len(rates) > 1:
                print(f"{'':>5} {rates[0] / rates[1]:.2f} times")


main()
