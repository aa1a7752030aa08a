"""What five hundred saves cost where five are enough: menu, load list, resume; cold processes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

from elgrande.saves import Paths, Store, shipped
from elgrande.saves.journal import render_header
from elgrande.saves.standings import FILE
from screen import Terminal

FEW, MANY = 5, 500
GAMES = ("five-stewards", "two-and-a-dummy", "after-round-three", "veto-in-hand", "five-stewards")
"""What the folder is filled with; only the five stewards have played to the end."""


def fill(home: Path, saves: int, names: tuple[str, ...] = GAMES) -> str:
    """Put that many saves into a folder, no two alike, a day apart; return the newest one's name.

    The newest is a finished game, so that ``resume`` has to pass it over.
    """
    store = Store(Paths(home))
    store.paths.saves.mkdir(parents=True)
    for n in range(saves):
        source = shipped("saves") / f"{names[n % len(names)]}.toml"
        journal = store.read(source)
        game: Any = journal.header["game"]
        players = [{**player, "name": f"{player['name']} {n}"} for player in game["players"]]
        header = {**journal.header, "game": {**game, "players": players}}
        data = source.read_bytes()
        records = data[data.index(b"\n\n[[", data.index(b"\n[seal]\n")) + 1 :]
        path = store.paths.saves / f"game-{n}.toml"
        path.write_bytes(render_header(journal.rules, header) + records)
        then = time.time() - 86_400 * (n + 1)
        os.utime(path, (then, then))
    return "game-0"


def _menu(home: str, name: str) -> float:
    """Until the menu names the game that was played last."""
    with closing(Terminal(["-m", "elgrande"], home)) as terminal:
        return terminal.until(b"Last played")


def _load_list(home: str, name: str) -> float:
    """From the key to how the newest game stands, with the menu idle."""
    with closing(Terminal(["-m", "elgrande"], home)) as terminal:
        terminal.until(b"Last played")
        terminal.quiet()
        terminal.seen = b""
        terminal.began = time.perf_counter()
        os.write(terminal.fd, b"l")
        return terminal.until(b"Isabel 0 68")


def _resume(home: str, name: str) -> float:
    """Until the table of the newest unfinished game is painted."""
    with closing(Terminal(["-m", "elgrande", "resume"], home)) as terminal:
        return terminal.until(b"Galicia")


def _resume_named(home: str, name: str) -> float:
    """The same with a save that is named."""
    with closing(Terminal(["-m", "elgrande", "resume", name], home)) as terminal:
        return terminal.until(b"Galicia")


def _command(home: str, *arguments: str) -> float:
    """A command that ends by itself."""
    began = time.perf_counter()
    environ = {**os.environ, "ELGRANDE_HOME": home}
    command = [sys.executable, "-m", "elgrande", *arguments]
    subprocess.run(command, env=environ, capture_output=True, check=False)
    return (time.perf_counter() - began) * 1e3


def _near_miss(home: str, name: str) -> float:
    """Until a save that is not there is told from one that is."""
    return _command(home, "show", "game-O")


def _record(home: str, name: str) -> float:
    """Until a player's record is printed, with every save known."""
    return _command(home, "record")


def _none_left(home: str, name: str) -> float:
    """Until resume says that every game is over."""
    return _command(home, "resume", "--plain")


TIMED = {
    "menu": _menu,
    "load list": _load_list,
    "resume": _resume,
    "resume NAME": _resume_named,
    "show, near miss": _near_miss,
    "record": _record,
}


def measure(repeats: int) -> dict[str, dict[str, float]]:
    """Milliseconds with few and with many saves, in turns; ``more`` is the median of the pairs.

    The last line is a folder of finished games alone, and ``first`` is how many times as long its
    first start takes with many, when nothing is remembered of any.
    """
    found: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        homes = [(Path(folder) / str(number), number) for number in (FEW, MANY)]
        for home, number in homes:
            fill(home, number)
        for what, timed in TIMED.items():
            pairs = [[timed(str(home), "game-0") for home, _ in homes] for _ in range(repeats)]
            found[what] = _line(pairs)
        homes = [(Path(folder) / f"over-{number}", number) for number in (FEW, MANY)]
        for home, number in homes:
            fill(home, number, GAMES[:1])
        firsts = [_none_left(str(home), "") for home, _ in homes]
        for _ in range(repeats - 1):
            for home, _number in homes:
                Paths(home).cache.joinpath(FILE).unlink(missing_ok=True)
            firsts += [_none_left(str(home), "") for home, _ in homes]
        pairs = [[_none_left(str(home), "") for home, _ in homes] for _ in range(repeats)]
        times = [many / few for few, many in zip(firsts[::2], firsts[1::2], strict=True)]
        found["resume, all over"] = {**_line(pairs), "first": statistics.median(times)}
    return found


def _line(pairs: list[list[float]]) -> dict[str, float]:
    few, many = zip(*pairs, strict=True)
    return {
        "few": statistics.median(few),
        "many": statistics.median(many),
        "more": statistics.median(b - a for a, b in pairs),
    }
