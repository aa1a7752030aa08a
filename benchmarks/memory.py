"""How much memory a save in the list, a loaded game, a marshal and a session take.

    python benchmarks/memory.py            # under a minute; as root, or a session is left out

What lies in this process is what Python allocates for one more of it. A process is what it has to
itself, beside what it shares with its like.
"""

from __future__ import annotations

import asyncio
import gc
import os
import tempfile
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.saved_games.save_list import SavedGames, SaveReader
from elgrande.bots.runner import THINKING, BotProcess
from elgrande.content.setup import Setup
from elgrande.saves import Paths, Store, shipped
from elgrande.table import load
from over_ssh.playing import WIDE
from over_ssh.server import Server, children, memory
from over_ssh.visitors import come_in, leave, people
from shelf import MANY, fill
from thinking import questions

GAMES = {"base game": "five-stewards", "King & Colonies": "king-and-colonies"}
SESSIONS = 4


def allocated(make: Callable[[], object]) -> float:
    """Return the KB that are kept for what is made; what is cached has been by one made before."""
    first = make()
    gc.collect()
    tracemalloc.start(1)
    second = make()
    gc.collect()
    kept = tracemalloc.get_traced_memory()[0] / 1024
    tracemalloc.stop()
    del first, second
    return kept


def saves(home: Path) -> float:
    """Return the KB of a save in the list, each of which has been looked into."""
    fill(home, MANY)

    def read() -> SaveReader:
        listed = SavedGames(Store(Paths(home)), UNICODE)
        reader = SaveReader(listed)
        reader.take(listed.all())
        while reader.look_on(None):
            pass
        listed.keep()
        return reader

    return allocated(read) / MANY


def own(pid: int) -> float:
    """Return the MB that a process shares with nobody."""
    return memory(pid, "Private_Dirty") + memory(pid, "Private_Clean")


def below(pid: int) -> list[int]:
    """Return the processes that a process and those have started."""
    return [each for child in children(pid) for each in (child, *below(child))]


def marshal() -> float:
    """Return the MB of a marshal and its guard after it has thought as long as at a table."""
    setup = Setup.of(5, seed=3)
    (view, entry), _ = questions(setup)
    bot = BotProcess("marshal", setup, 1, seconds=THINKING)
    try:
        move = bot.choose(view, entry)
        assert not move.notice, move.notice
        return sum(map(own, below(os.getpid())))
    finally:
        bot.close()


async def session() -> float:
    """Return the MB that a session adds to a server, at a table."""
    with Server(*WIDE) as server:
        who = await people(server, SESSIONS)
        await come_in(server, who, 2)
        found = sum(map(own, children(server.forkserver()))) / SESSIONS
        leave(who)
        await server.empty()
    return found


def main() -> None:
    """Print all of it."""
    with tempfile.TemporaryDirectory() as home:
        print(f"{'a save in the list, of ' + str(MANY):44}{saves(Path(home)):10.1f} KB", flush=True)
    for what, name in GAMES.items():
        journal = Store(Paths()).read(shipped("saves") / f"{name}.toml")
        game = allocated(partial(load, journal, name))
        print(f"{'a loaded game of five, over, ' + what:44}{game / 1024:10.2f} MB", flush=True)
    print(f"{'a marshal':44}{marshal():10.1f} MB", flush=True)
    print(f"{'a session, of ' + str(SESSIONS):44}{asyncio.run(session()):10.1f} MB")


if __name__ == "__main__":
    main()
