"""The client of a lobby: what the app, the line dialogue and the sysop's command call.

It speaks over one ``WireClient`` (``elgrande.lobby.wire``), which carries the messages to the
tables too: ``sit`` and ``watch`` return a Chair like any other. In a child of the server the socket
is there already and says who one is; nothing that a client sends can.

Each method asks once and waits for the answer, some milliseconds as a rule. It returns a record,
raises Denied with a sentence for the person where the lobby would not, and Gone where there is
no lobby any more.

``ssh`` says what somebody types to come to a server.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from elgrande.content.plain import from_plain, to_plain
from elgrande.lobby.records import (
    GUEST,
    DayLine,
    GameLine,
    GameWish,
    Me,
    News,
    Room,
    Said,
)
from elgrande.lobby.wire import WireClient
from elgrande.saves.paths import make_name
from elgrande.table.chair import Chair, Gone

if TYPE_CHECKING:
    import socket

    from elgrande.analysis.worker import AnalysisNews
    from elgrande.table.desk import Message


ADVICE_PATIENCE = 20.0
"""Seconds that a bot's advice is waited for: others may be before it."""


class Denied(Exception):
    """The lobby did not do it; the message is one sentence for the person who asked."""


class LobbyClient:
    """One person's, or a guest's, way into the lobby."""

    def __init__(self, line: WireClient) -> None:
        self.line = line
        self.me: Me = from_plain(Me, line.welcome.get("me", {}))
        """Who one is here."""
        self.door: str = str(line.welcome.get("door", ""))
        """What one asked for at the door: nothing, a game's name, or ``join-WORD``."""
        self.note: str = str(line.welcome.get("note", ""))
        """What one is told on coming in, in a sentence, or nothing."""
        self.server: str = str(line.welcome.get("server", ""))
        """How the server is called, as ``HOST[:PORT]``, or nothing where it is not known."""

    @classmethod
    def on(cls, sock: socket.socket) -> LobbyClient:
        """Return the client on a socket whose other end the host has; Gone if nobody answers."""
        return cls(WireClient(sock))

    # -- the list ------------------------------------------------------------------------

    def games(self) -> tuple[GameLine, ...]:
        """Return all games that one may know of.

        Those that wait for one come first, the longest waiting before the others; then one's
        own; those that invite one; open games; running ones; finished ones, the latest first.
        """
        return tuple(from_plain(GameLine, each) for each in self._ask("games")["games"])

    def find(self, text: str) -> str:
        """Return the address of the one game that is called so, else the text itself."""
        games, name = self.games() if text else (), make_name(text)
        found = [each.name for each in games if name in (each.name, make_name(each.called))]
        return found[0] if len(found) == 1 else text

    def room(self, game: str) -> Room:
        """Return a game seen from near, or the lobby (""); whoever may not know of it is denied."""
        return from_plain(Room, self._ask("room", game=game)["room"])

    # -- coming together -----------------------------------------------------------------

    def make(self, wish: GameWish) -> Room:
        """Make a game. It begins by itself as soon as nobody is missing, else it waits (OPEN)."""
        return self._room("make", wish=to_plain(wish))

    def join(self, game: str, colour: str = "") -> Room:
        """Take a seat by the name of a game or an invitation word (``join-WORD`` or WORD).

        The seat that is kept for one, the first free one, or that of a colour. In a game that has
        begun it is one that a bot plays until somebody comes.
        """
        return self._room("join", game=game, colour=colour)

    def leave(self, game: str) -> None:
        """Give up one's seat in an open game; a game that its owner leaves is no more."""
        self._ask("leave", game=game)

    def fill(self, game: str, bot: str = "") -> Room:
        """Begin, for the owner; a bot plays each seat whose player is missing until they come."""
        return self._room("fill", game=game, bot=bot)

    def edit(self, game: str, wish: GameWish) -> Room:
        """Wish for something else in an open game, for its owner; who has come keeps a seat."""
        return self._room("edit", game=game, wish=to_plain(wish))

    def swap(self, game: str, colour: str, other: str) -> Room:
        """Exchange two seats of an open game.

        Its owner may do so with any two, everybody with their own and a free one. With somebody
        else's it is a request: the other grants it by wanting the same.
        """
        return self._room("swap", game=game, colour=colour, other=other)

    def new_word(self, game: str) -> Room:
        """Make another invitation word, for the owner; the old one opens nothing any more."""
        return self._room("new word", game=game)

    def rematch(self, game: str) -> Room:
        """Make the next game of the same people after a finished one, or join it."""
        return self._room("rematch", game=game)

    def today(self) -> Room:
        """Begin one's game of the day, or return the one that one has."""
        return self._room("today")

    def day_table(self) -> tuple[DayLine, ...]:
        """Return what everybody here has reached in the game of today, the best first."""
        return tuple(from_plain(DayLine, each) for each in self._ask("day table")["days"])

    # -- at the table --------------------------------------------------------------------

    def sit(self, game: str) -> Chair:
        """Return a Chair at a running or finished game with the seats that one has there.

        One who has none there looks on. The same line may sit at several tables. Close the
        Chair to leave.
        """
        return self._chair("sit", game)

    def watch(self, game: str) -> Chair:
        """Return a Chair that only looks on, also where one has a seat."""
        return self._chair("watch", game)

    def hand_over(self, game: str, bot: str = "") -> Room:
        """Let a bot play one's seats in a running game until one takes them back."""
        return self._room("hand over", game=game, bot=bot)

    def take_back(self, game: str) -> Room:
        """Play one's seats again that a bot was given, by oneself or by the clock."""
        return self._room("take back", game=game)

    def advise(self, game: str, seat: int) -> tuple[int, str, tuple[int, ...]]:
        """Return what a bot would answer for one's seat, as a code, why, and what in this turn.

        Blocks for as long as the bot thinks, some seconds: call it off the screen.
        """
        answer = self._ask("advise", patience=ADVICE_PATIENCE, game=game, seat=seat)
        return int(answer["code"]), str(answer["reason"]), tuple(map(int, answer["plan"]))

    def export(self, game: str) -> str:
        """Return a game as text: finished, its save; before, a position as one may see it."""
        return str(self._ask("export", game=game)["text"])

    def analysis(self, game: str, seen: int = 0) -> list[AnalysisNews]:
        """Return what the server's analysis of a finished game has found, for its players.

        It begins with the first question and goes on for as long as somebody asks now and then.
        Progress comes first, then the moments but for the first so many that are ``seen``, and
        last, when there is nothing more to ask, a Report or Refused.
        """
        from elgrande.analysis.worker import news_of

        return [*map(news_of, self._ask("analysis", game=game, seen=seen)["found"])]

    # -- talk ----------------------------------------------------------------------------

    def say(self, game: str, text: str) -> Said:
        """Say something in a game's room, or in the lobby: 200 cells, five times in ten seconds."""
        return from_plain(Said, self._ask("say", game=game, text=text)["said"])

    def mute(self, name: str, *, muted: bool = True) -> Me:
        """Read no more of what somebody says, in any room, or read it again."""
        self.me = from_plain(Me, self._ask("mute", name=name, muted=muted)["me"])
        return self.me

    # -- oneself -------------------------------------------------------------------------

    def code(self) -> str:
        """Return a word for 10 minutes that lets one more key in: ``ssh NAME+WORD@host``."""
        return str(self._ask("code")["code"])

    def settings(self) -> dict[str, Any]:
        """Return one's settings of the app as they were kept last, or none."""
        found = self._ask("settings")["settings"]
        return found if isinstance(found, dict) else {}

    def keep_settings(self, settings: dict[str, Any]) -> None:
        """Keep one's settings of the app for the next time; a guest's are not kept."""
        self._ask("keep settings", settings=settings)

    # -- news ----------------------------------------------------------------------------

    def subscribe(self, told: Callable[[News], None]) -> Callable[[], None]:
        """Tell what the house tells, in a thread of its own; returns how to stop that."""

        def hear(message: Message) -> None:
            if "gone" in message:
                told(News("gone", text=str(message["gone"])))
            elif "news" in message:
                told(from_plain(News, message["news"]))

        return self.line.subscribe("", hear)

    @property
    def user(self) -> str:
        """What one comes in as, before the @ of an address."""
        return GUEST if self.me.guest else self.me.name

    @property
    def gone(self) -> str:
        """Why there is no lobby any more, in a sentence, or nothing."""
        return self.line.gone

    def close(self) -> None:
        """Leave: every Chair of this client goes with it."""
        self.line.close()

    def _room(self, ask: str, **fields: Any) -> Room:
        return from_plain(Room, self._ask(ask, **fields)["room"])

    def _chair(self, ask: str, game: str) -> Chair:
        return self.line.chair(str(self._ask(ask, game=game)["at"]))

    def _ask(self, ask: str, *, patience: float | None = None, **fields: Any) -> Message:
        answer = self.line.ask({"ask": ask, **fields}, patience)
        if "refused" in answer:
            raise Denied(answer["refused"])
        if "failed" in answer:
            raise Gone(answer["failed"])
        return answer


UNKNOWN = "HOST"
"""What stands for a server that has not said its name."""
USUAL = 22
"""The port that ssh takes if it is told none."""
SHAPE = re.compile(
    r"(?P<host>[A-Za-z0-9](?:[A-Za-z0-9._-]{0,251}[A-Za-z0-9])?|\[[0-9A-Fa-f:.%a-z]{2,60}\])"
    r"(?::(?P<port>[0-9]{1,5}))?"
)


def split(server: str) -> tuple[str, int]:
    """Return host and port of ``HOST[:PORT]``, an IPv6 address in brackets; ValueError if it is
    none.
    """
    found = SHAPE.fullmatch(server)
    port = int(found["port"] or USUAL) if found else 0
    if found is None or not 0 < port < 1 << 16:
        raise ValueError(f"{server!r} is not HOST or HOST:PORT, as in games.example.org:2222")
    return found["host"].strip("[]"), port


def sound(server: str) -> str:
    """Return how a server is called, or nothing where that cannot be an address."""
    with suppress(ValueError):
        return joined(*split(server))
    return ""


def joined(host: str, port: int) -> str:
    """Return a host and a port as one word, which ``split`` reads."""
    host = f"[{host}]" if ":" in host else host
    return host if port == USUAL else f"{host}:{port}"


def ssh(server: str, words: str = "", *, user: str = "", terminal: bool = True) -> str:
    """Return the command that leads to a server, or to what ``words`` ask for there.

    ``server`` is ``HOST[:PORT]``, or nothing where it is not known.
    """
    host, port = split(server) if server else (UNKNOWN, USUAL)
    where = f"{user}@{host}" if user else host
    options = ["-t"] * terminal + ([] if port == USUAL else ["-p", str(port)])
    return " ".join(["ssh", *options, where, *([words] if words else [])])
