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
``code``                    a one-time code for another key            either way
==========================  =========================================  ==========

Nothing here reaches a shell: words that are none of these are refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
"""What can be a game's name in an address; anything else would need quotes."""
JOIN = "join-"
LOBBY, GAME, PLAIN, EXPORT = "lobby", "game", "plain", "export"
SCREEN = (LOBBY, GAME, "join")
"""Doors behind which the app is: they need a terminal that draws."""
ALONE = ("games", "whoami", "code")
"""Doors that take nothing more."""
WORDS = "games, whoami, code, plain [GAME], export GAME, a game's name, or join-WORD"


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
        return f"{JOIN}{self.what}" if self.name == "join" else self.what

    @property
    def draws(self) -> bool:
        """Whether the app is behind it."""
        return self.name in SCREEN


def door(words: str | None) -> Door:
    """Return the door that words after ``ssh HOST`` open (Closed)."""
    said = (words or "").split()
    if not said:
        return Door(LOBBY)
    first, *rest = said
    if len(said) == 1 and first in ALONE:
        return Door(first)
    if first in (PLAIN, EXPORT) and len(rest) <= 1:
        if first == EXPORT and not rest:
            raise Closed("Say which game: ssh HOST export GAME; ssh HOST games lists them.")
        return Door(first, *map(_name, rest))
    if rest:
        raise Closed(f"This server runs no commands; after its name may stand {WORDS}.")
    if first.startswith(JOIN):
        return Door("join", _name(first.removeprefix(JOIN)))
    return Door(GAME, _name(first))


def _name(said: str) -> str:
    if not NAME.fullmatch(said):
        raise Closed("That cannot be the name of a game; ssh HOST games lists the names.")
    return said


def fits(opened: Door, term: str | None) -> None:
    """Raise Closed unless the visitor's terminal, None for no terminal, can show what is there."""
    if not opened.draws:
        return
    if term is None:
        asked = "" if opened.name == LOBBY else " GAME"
        raise Closed(
            f"The app needs a terminal: ssh -t HOST{asked}. "
            f"ssh HOST plain{asked} plays without one."
        )
    if term == "dumb":
        raise Closed("This terminal cannot draw; ssh -t HOST plain plays in any.")
