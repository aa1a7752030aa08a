"""The doors of the server: what may follow ``ssh HOST``.

==========================  =========================================  ==========
words                       what opens                                 terminal
==========================  =========================================  ==========
none                        the lobby                                  needed
``GAME``                    that game's table                          needed
``join-WORD``               the game of an invitation                  needed
``plain``, ``plain GAME``   the line dialogue, its lobby or a game      either way
``games``, ``whoami``       a list; who one is                         either way
``export GAME``             the save, or the position as it stands     either way
``analyse GAME``            the analysis of a finished game            either way
``code``                    a one-time code for another key            either way
==========================  =========================================  ==========

Nothing here reaches a shell: words that are none of these are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from elgrande.lobby.address import ssh

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
"""What can be a game's name in an address; anything else would need quotes."""
JOIN = "join-"
LOBBY, GAME, PLAIN, EXPORT, ANALYSE = "lobby", "game", "plain", "export", "analyse"
ALSO = {"analyze": ANALYSE}
"""Other spellings of a door."""
INVITATION = "join"
SCREEN = (LOBBY, GAME, INVITATION)
"""Doors behind which the app is: they need a terminal that draws."""
ALONE = ("games", "whoami", "code")
"""Doors that take nothing more."""
WORDS = "games, whoami, code, plain [GAME], export GAME, analyse GAME, a game's name, or join-WORD"


class Closed(Exception):
    """There is no such door; the message is one sentence for whoever knocked."""


@dataclass(frozen=True, slots=True)
class Door:
    """Which door, and what is asked for behind it: a game's name or an invitation's word."""

    name: str
    what: str = ""

    @property
    def address(self) -> str:
        """What the host is told of it: nothing, a game's name, or ``join-WORD``."""
        return f"{JOIN}{self.what}" if self.name == INVITATION else self.what

    @property
    def draws(self) -> bool:
        """Whether the app is behind it."""
        return self.name in SCREEN


def door(words: str | None, server: str = "") -> Door:
    """Return the door that words after ``ssh HOST`` open (Closed).

    ``server`` is how the visitor calls this one (``HOST[:PORT]``), for what they are told to type.
    """
    said = (words or "").split()
    if not said:
        return Door(LOBBY)
    first, *rest = said
    first = ALSO.get(first, first)
    if len(said) == 1 and first in ALONE:
        return Door(first)
    if first in (PLAIN, EXPORT, ANALYSE) and len(rest) <= 1:
        if first != PLAIN and not rest:
            asked, games = (ssh(server, w, terminal=False) for w in (f"{first} GAME", "games"))
            raise Closed(f"Say which game: {asked}; {games} lists them.")
        return Door(first, *(_name(each, server) for each in rest))
    if rest:
        raise Closed(f"This server runs no commands; after its name may stand {WORDS}.")
    if first.startswith(JOIN):
        return Door("join", _name(first.removeprefix(JOIN), server))
    return Door(GAME, _name(first, server))


def _name(said: str, server: str) -> str:
    if not NAME.fullmatch(said):
        games = ssh(server, "games", terminal=False)
        raise Closed(f"That cannot be the name of a game; {games} lists the names.")
    return said


def fits(opened: Door, term: str | None, server: str = "") -> None:
    """Raise Closed unless the visitor's terminal, None for no terminal, can show what is there."""
    if not opened.draws:
        return
    if term is None:
        game = "" if opened.name == LOBBY else "GAME"
        plain = ssh(server, f"{PLAIN} {game}".strip(), terminal=False)
        other = f" Other words here: {WORDS}." if opened.name == GAME else ""
        raise Closed(
            f"The app needs a terminal: {ssh(server, game)}. {plain} plays without one.{other}"
        )
    if term == "dumb":
        raise Closed(f"This terminal cannot draw; {ssh(server, PLAIN)} plays in any.")
