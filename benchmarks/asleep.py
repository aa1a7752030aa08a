"""Ten thousand correspondence games on one host that may have 1,024 descriptors: nobody wakes them.

    python benchmarks/asleep.py           # about a minute
    python benchmarks/asleep.py 1000      # so many games

One game of two people and a bot is begun, and copied with its rows of the index: every game waits
for one of 3,000 people, fifty of a hundred pairs for Ana. Then a host is started on them, without
a front. Every figure is printed beside what is promised; the exit code is 1 if a promise is broken.
"""

from __future__ import annotations

import os
import resource
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "tests" / "server"), str(HERE.parent / "tests")]

from houses import House, hearing, wish  # noqa: E402

from elgrande.lobby import LobbyClient  # noqa: E402
from elgrande.server import control  # noqa: E402
from elgrande.server.control import HostGone, Visitor  # noqa: E402

DESCRIPTORS = 1024
SITS = 100


def made(folder: Path, number: int) -> None:
    """Fill a folder with running games."""
    house = House(folder)
    ana, bo = house.come("Ana"), house.come("Bo")
    name = ana.make(wish("me", "anybody", "random", clock="day")).game.name
    bo.join(name)
    while not any(seat.left >= 0 for seat in ana.room(name).game.seats):
        time.sleep(0.01)
    house.close()
    index = sqlite3.connect(folder / "lobby.sqlite")
    index.row_factory = sqlite3.Row
    game = dict(index.execute("select * from games").fetchone())
    seats = [dict(row) for row in index.execute("select * from seats order by seat")]
    data = (folder / "saves" / f"{name}.toml").read_bytes()
    with index:
        for at in range(number):
            new = f"game-{at}"
            (folder / "saves" / f"{new}.toml").write_bytes(data)
            add(index, "games", {
                **game, "name": new, "word": f"W{at}", "called": new, "listed": at % 2,
            })  # fmt: skip
            for seat in seats:
                person = seat["person"] and (
                    seat["person"] if at % (number // SITS) == 0 else f"P{(7 * at) % 3000}"
                )
                add(index, "seats", {**seat, "game": new, "person": person})
    index.close()


def add(index: sqlite3.Connection, table: str, row: dict[str, Any]) -> None:
    marks = ", ".join("?" * len(row))
    index.execute(f"insert into {table} ({', '.join(row)}) values ({marks})", [*row.values()])


def memory(process: int) -> int:
    """Return how many megabytes a process has in memory."""
    text = Path(f"/proc/{process}/status").read_text()
    return int(text.partition("VmRSS:")[2].split()[0]) // 1024


def timed(times: int, work: Any) -> float:
    """Return how many milliseconds the 95th of 100 takes."""
    found = []
    for at in range(times):
        began = time.perf_counter()
        work(at)
        found.append(1000 * (time.perf_counter() - began))
    return sorted(found)[round(0.95 * times) - 1]


def main() -> int:
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    folder = Path(tempfile.mkdtemp(prefix="eg-"))
    made(folder, number)
    limit = (DESCRIPTORS, DESCRIPTORS)
    began = time.perf_counter()
    with open(folder / "log", "w") as log:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", "elgrande", "--data-dir", str(folder), "serve",
             "--as-root", "--part", "host", "--control", str(folder / "c")],
            stderr=log, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit),
        )  # fmt: skip
    try:
        while True:
            try:
                control.admin(folder / "c", "stats")
                break
            except HostGone:
                time.sleep(0.01)
        ready = time.perf_counter() - began
        heard = hearing(folder / "c")
        ours, theirs = socket.socketpair()
        control.enter(folder / "c", Visitor("Ana", "SHA256:Ana"), theirs)
        ana = LobbyClient.on(ours)
        listed = timed(20, lambda _at: ana.games())

        def sit(at: int) -> None:
            chair = ana.sit(f"game-{at * (number // SITS)}")
            chair.update()
            chair.close()

        sat = timed(SITS, sit)
        figures = (
            ("until it answers", ready, 2.0, "s"), ("in memory", memory(process.pid), 150, "MB"),
            ("descriptors", len(os.listdir(f"/proc/{process.pid}/fd")), 100, ""),
            ("a person's list", listed, 50, "ms"), ("sit and first update", sat, 60, "ms"),
        )  # fmt: skip
        heard.close()
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(folder)
    print(f"{number} running games, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
    for what, found, most, unit in figures:
        print(f"{what:<22} {found:>8.2f} {unit:<3} promised {most} {unit}")
    return int(any(found > most for _, found, most, _ in figures))


sys.exit(main())
