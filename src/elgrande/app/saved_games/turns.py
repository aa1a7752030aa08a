"""Where it is one's turn: in which saves, and in which games on the servers that one plays on.

A server is asked as a person would ask it, ``ssh [NAME@]HOST turns``, with their own ssh and keys.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, Popen
from threading import Thread
from typing import Any

from elgrande.app.saved_games.user_files import UserFile
from elgrande.content.clean import tidy
from elgrande.content.files import reason
from elgrande.saves import SaveSummary
from elgrande.saves.record import PERSON
from elgrande.saves.standings import GameStanding

PATIENCE = 5.0
"""Seconds that a server has to answer."""
MOST, MOST_GAMES, MOST_SERVERS = 50_000, 100, 20
"""Bytes of an answer, and games of it, that are read; servers that are remembered."""
UNREACHED = 255
"""What ssh ends with if it has not come to the server."""
ADDRESS = re.compile(
    r"(?:[A-Za-z0-9_.][A-Za-z0-9_.+-]{0,63}@)?"
    r"(?:[A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?"
)
"""What a server can be called: ``[NAME@]HOST[:PORT]``, an IPv6 address in brackets."""


@dataclass(frozen=True)
class SaveTurn:
    """A save of an unfinished game: when it was written, and who is asked; nobody if bots are."""

    name: str
    round: int
    mtime: float
    asked: tuple[str, ...]


@dataclass(frozen=True)
class ServerTurns:
    """What a server said: a line for each game that waits for one, or why it said nothing."""

    server: str
    games: tuple[str, ...] = ()
    problem: str = ""


class Servers(UserFile):
    """The servers that somebody plays on, as ``[NAME@]HOST[:PORT]``."""

    FILE = "servers.toml"
    UNREADABLE = ", so no server is asked; delete it to name your servers again."
    UNWRITTEN = "the server is not remembered."

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(folder)
        self.names: list[str] = list(self.read().get("servers", ()))

    def fits(self, data: dict[str, Any]) -> bool:
        """Say whether there is a list of addresses."""
        names = data.get("servers")
        return isinstance(names, list) and all(
            isinstance(name, str) and ADDRESS.fullmatch(name) for name in names[:MOST_SERVERS]
        )

    def keep(self, names: Iterable[str]) -> None:
        """Remember these from now on."""
        self.names = [*dict.fromkeys(names)][-MOST_SERVERS:]
        self.write({"servers": self.names})


def in_saves(saves: Iterable[tuple[SaveSummary, GameStanding]]) -> Iterator[SaveTurn]:
    """Yield the unfinished games of people, with those who are asked."""
    for save, stood in saves:
        if not stood.over and PERSON in stood.sources:
            asked = (seat for seat in stood.asked if stood.sources[seat] == PERSON)
            names = tuple(stood.players[seat] for seat in asked)
            yield SaveTurn(save.name, stood.round, save.mtime, names)


async def on_servers(servers: Iterable[str]) -> list[ServerTurns]:
    """Ask all servers at once; none is waited for longer than ``PATIENCE``."""
    return await asyncio.gather(*map(_ask, servers))


async def _ask(server: str) -> ServerTurns:
    # Nobody is there to type a password or to look at a key; messages are errors alone.
    options = ("-T", "-o", "BatchMode=yes", "-o", "LogLevel=ERROR")
    command = ("ssh", *options, f"ssh://{server}", "turns")
    try:
        ssh = Popen(command, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT)
    except OSError as error:
        return ServerTurns(server, problem=f"ssh cannot be started ({reason(error)}).")
    try:
        told, code = await asyncio.wait_for(_read(ssh), PATIENCE)
    except TimeoutError:
        said = f"{server} did not answer within {PATIENCE:.0f} seconds."
        return ServerTurns(server, problem=said)
    finally:
        ssh.kill()
    lines = tuple(tidy(line) for line in told.decode(errors="replace").splitlines() if line.strip())
    if code == 0:
        return ServerTurns(server, lines[:MOST_GAMES])
    why = lines[-1].rstrip(".") if lines else f"exit code {code}"
    failed = "cannot be reached" if code == UNREACHED else "does not tell it"
    return ServerTurns(server, problem=f"{server} {failed}: {why}.")


def _read(ssh: Popen[bytes]) -> asyncio.Future[tuple[bytes, int]]:
    """Return all that is said, of what is endless the beginning, and the exit code.

    In a thread of its own, which whoever ends the program need not wait for.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[tuple[bytes, int]] = loop.create_future()

    def read() -> None:
        assert ssh.stdout is not None
        with ssh.stdout as said:
            told = said.read(MOST)
        found = told, ssh.wait()
        with suppress(RuntimeError):  # the loop has ended, and nobody waits any more
            loop.call_soon_threadsafe(tell, found)

    def tell(found: tuple[bytes, int]) -> None:
        if not done.done():
            done.set_result(found)

    Thread(target=read, daemon=True).start()
    return done
