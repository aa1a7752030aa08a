"""What a visitor asks for: what may follow ``ssh HOST``, and what the client says of itself.

==========================  =========================================  ==========
words                       what opens                                 terminal
==========================  =========================================  ==========
none                        the lobby                                  needed
``GAME``                    that game's table                          needed
``join-WORD``               the game of an invitation                  needed
``plain``, ``plain GAME``   the line dialogue, its lobby or a game      either way
``games``, ``whoami``       a list; who one is                         either way
``turns``                   a list of the games that wait for one      either way
``export GAME``             the save, or the position as it stands     either way
``analyse GAME``            the analysis of a finished game            either way
``code``                    a one-time code for another key            either way
==========================  =========================================  ==========

Nothing here reaches a shell: words that are none of these are refused.
Its terminal, window and languages are made harmless.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from elgrande.lobby.client import ssh
from elgrande.server.limits import COLUMNS, ROWS, USUAL_SIZE

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,79}")
"""What can be a game's name in an address; anything else would need quotes."""
JOIN = "join-"
LOBBY, GAME, PLAIN, EXPORT, ANALYSE = "lobby", "game", "plain", "export", "analyse"
ALSO = {"analyze": ANALYSE}
"""Other spellings of a door."""
INVITATION = "join"
SCREEN = (LOBBY, GAME, INVITATION)
"""Doors behind which the app is: they need a terminal that draws."""
ALONE = ("games", "turns", "whoami", "code")
"""Doors that take nothing more."""
WORDS = (
    "games, turns, whoami, code, plain [GAME], export GAME, analyse GAME, a game's name, or "
    "join-WORD"
)


class Closed(Exception):
    """There is no such door; the message is one sentence for whoever knocked."""


@dataclass(frozen=True, slots=True)
class SessionRequest:
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


def request_of(words: str | None, server: str = "") -> SessionRequest:
    """Return the door that words after ``ssh HOST`` open (Closed).

    ``server`` is how the visitor calls this one (``HOST[:PORT]``), for what they are told to type.
    """
    said = (words or "").split()
    if not said:
        return SessionRequest(LOBBY)
    first, *rest = said
    first = ALSO.get(first, first)
    if len(said) == 1 and first in ALONE:
        return SessionRequest(first)
    if first in (PLAIN, EXPORT, ANALYSE) and len(rest) <= 1:
        if first != PLAIN and not rest:
            asked, games = (ssh(server, w, terminal=False) for w in (f"{first} GAME", "games"))
            raise Closed(f"Say which game: {asked}; {games} lists them.")
        return SessionRequest(first, *(_name(each, server) for each in rest))
    if rest:
        raise Closed(f"This server runs no commands; after its name may stand {WORDS}.")
    if first.startswith(JOIN):
        return SessionRequest("join", _name(first.removeprefix(JOIN), server))
    return SessionRequest(GAME, _name(first, server))


def _name(said: str, server: str) -> str:
    if not NAME.fullmatch(said):
        games = ssh(server, "games", terminal=False)
        raise Closed(
            f"That cannot be the name of a game; {games} lists the names. "
            f"Other words here: {WORDS}."
        )
    return said


def fits(request: SessionRequest, term: str | None, server: str = "") -> None:
    """Raise Closed unless the visitor's terminal, None for no terminal, can show what is there."""
    if not request.draws:
        return
    if term is None:
        what, other = "The app", ""
        if request.name == GAME:
            # It is a game's name only because it is no other word.
            what, other = f"If {request.what} is a game, it", f" Other words here: {WORDS}."
        plain = ssh(server, f"{PLAIN} {request.address}".strip(), terminal=False)
        raise Closed(
            f"{what} needs a terminal: {ssh(server, request.address)}. "
            f"{plain} plays without one.{other}"
        )
    if term == "dumb":
        raise Closed(f"This terminal cannot draw; {ssh(server, PLAIN)} plays in any.")


TERM = re.compile(r"[A-Za-z0-9][A-Za-z0-9._+-]{0,31}")
VALUE = re.compile(r"[A-Za-z0-9._@+-]{1,32}")
KEPT = ("COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES")
"""What is taken from a client, if it sends it."""
SENT = 64
"""So many variables a client may send; a usual one sends ten at most."""
BLIND = ("", "dumb", "unknown", "emacs", "cons25w")
"""Terminals that know nothing but lines."""


class Sent(dict[bytes, bytes]):
    """What a client sends of its environment: only what is taken is kept, and only if it is short.

    ``too_many`` is called for each that is one too many.
    """

    def __init__(self, too_many: Callable[[], None]) -> None:
        super().__init__()
        self._left = SENT
        self._too_many = too_many

    def __setitem__(self, name: bytes, value: bytes) -> None:
        """Keep a variable, or forget it at once."""
        self._left -= 1
        if self._left < 0:
            self._too_many()
        elif name.decode("ascii", "replace") in KEPT and VALUE.fullmatch(
            value.decode("ascii", "replace")
        ):
            super().__setitem__(name, value)


def term_of(said: str) -> str:
    """Return the name of a terminal; ``dumb`` for what is no name."""
    return said if TERM.fullmatch(said) and said not in BLIND else "dumb"


def window_of(columns: int, rows: int) -> tuple[int, int]:
    """Return a size that a program can draw in, whatever the client says."""
    if columns <= 0 or rows <= 0:
        return USUAL_SIZE
    low, high = COLUMNS
    least, most = ROWS
    return min(max(columns, low), high), min(max(rows, least), most)


def environment_of(term: str, sent: Mapping[str, str]) -> dict[str, str]:
    """Return the whole environment of a session: nothing of the server's gets there."""
    made = {name: sent[name] for name in KEPT if VALUE.fullmatch(sent.get(name, ""))}
    # The app moves less over a network.
    made.setdefault("LANG", "C.UTF-8")
    return {**made, "TERM": term, "PYTHONUTF8": "1", "SSH_CONNECTION": "served"}
