"""What stands behind the doors of the server: the forkserver's program, and what a session runs.

``python -m elgrande.server.served N`` is a forkserver for the front at the other end of socket N.
It loads and warms everything that a session needs, once. Each session is then a copy of it with one
visitor's terminal and one line to the host; it runs what ``SESSIONS`` names for its door.
"""

from __future__ import annotations

import gc
import io
import os
import socket
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

from elgrande.lobby import Denied, LobbyClient
from elgrande.server.forkserver import Forkserver
from elgrande.server.request import ANALYSE, EXPORT, PLAIN
from elgrande.table.chair import Gone
from elgrande.visitor.plain_lobby import analysis_lines, code_sentence, line_of, list_of, run_lobby

DENIED = 2
LOST = 1


def main(number: int) -> None:
    """Be a forkserver."""
    front = socket.socket(fileno=number)
    _warm()
    Forkserver(front, session).serve()


def _warm() -> None:
    """Load whatever a session will want, and draw each edition's table once for nobody."""
    # What is loaded lives as long as the process: no collection need look at it.
    gc.disable()
    from elgrande.visitor.warm import load, rehearsals

    load()
    gc.freeze()
    for rehearse in rehearsals():
        rehearse()
        # Else the next one gets memory of its own, which every session would begin with.
        gc.collect()
    gc.enable()


def session(asked: dict[str, Any], line: socket.socket) -> int:
    """Be one visitor's session; returns its exit code."""
    try:
        client = LobbyClient.on(line)
        return SESSIONS.get(asked["door"], _app)(client, asked["what"])
    except (Denied, Gone) as error:
        print(error, file=sys.stderr)
        return DENIED if isinstance(error, Denied) else LOST


def _app(client: LobbyClient, _what: str) -> int:
    from elgrande.app.app import live
    from elgrande.visitor.served_app import ServedApp

    return live(ServedApp(client))


def _plain(client: LobbyClient, game: str) -> int:
    return run_lobby(client, client.find(game))


def _turns(client: LobbyClient) -> list[str]:
    return [line_of(game) for game in client.games() if game.waits or game.invites]


def _whoami(client: LobbyClient) -> list[str]:
    return ["You are a guest." if client.me.guest else f"You are {client.me.name}."]


def _told(lines: Callable[[LobbyClient], list[str]]) -> Callable[[LobbyClient, str], int]:
    """Return the session that prints some lines and ends."""

    def session(client: LobbyClient, _what: str) -> int:
        sys.stdout.writelines(f"{line}\n" for line in lines(client))
        return 0

    return session


def _export(client: LobbyClient, game: str) -> int:
    sys.stdout.write(client.export(client.find(game)))
    sys.stdout.flush()
    return 0


def analyse(client: LobbyClient, game: str) -> int:
    """Print the analysis of a finished game that one has played, when it is done."""
    # Into a file or a pipe nobody reads how far it has come.
    say = partial(print, file=sys.stderr if sys.stderr.isatty() else io.StringIO())
    print(*analysis_lines(client, client.find(game), say, ascii=False), sep="\n")
    return 0


SESSIONS: dict[str, Callable[[LobbyClient, str], int]] = {
    PLAIN: _plain, "games": _told(list_of), "turns": _told(_turns), "whoami": _told(_whoami),
    "code": _told(lambda client: [code_sentence(client)]), EXPORT: _export, ANALYSE: analyse,
}  # fmt: skip
"""By the door's name; behind all others is the app, which asks its line what was wanted."""


if __name__ == "__main__":
    main(int(sys.argv[1]))
    os._exit(0)
