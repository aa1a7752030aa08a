"""One line of one person: what it asks of the lobby and of the tables, and what it is told."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.content.clean import clean, tidy
from elgrande.content.plain import from_plain, to_plain
from elgrande.lobby.client import Denied, sound
from elgrande.lobby.records import GameLine, GameWish, Me, News, is_guest
from elgrande.lobby.wire import BEHIND, Desks, WireError, WireServer
from elgrande.server import days
from elgrande.server.limits import MINUTE, Lately, home_of
from elgrande.server.lobby import LATELY, Lobby
from elgrande.table.desk import SAVE, UNSAVED, Message

if TYPE_CHECKING:
    from elgrande.server.control import Visitor
    from elgrande.table import Desk, Table

SETTINGS = 16_384
"""Characters that somebody's settings may have as JSON."""
LOOKS = frozenset(("game", "update", "peek", "moment", "hear", "deaf", "close", "advise"))
"""What changes nothing besides the verbs that look, or, as advice, has a limit of its own."""
WITHIN = 10.0
"""Seconds in which a line may change so much (``Options.changes``), each time on the disk."""
MUTED = 200
"""So many may be muted."""
ENDLESS = frozenset(("undo", "redo", "source", "hand over", "take back"))
"""What can be done without end in one game, and makes its save longer each time."""
UNWRITTEN = "The server cannot write that down now; whoever runs it finds the reason in its log."


class _Verb(NamedTuple):
    """What a line may ask of the lobby.

    ``answers`` finds in a lobby what is called with the line and the message's ``fields``;
    ``gives`` is what the answer is called, nothing where there is none. ``looks`` says that it
    changes nothing, or, as talk, has a limit of its own.
    """

    answers: Callable[[Lobby], Callable[..., Any]]
    fields: tuple[str, ...] = ()
    gives: str = "room"
    looks: bool = False


class Session(asyncio.Protocol):
    """One line, from its first byte to its last. For one event loop."""

    def __init__(
        self, number: int, me: Me, visitor: Visitor, lobby: Lobby,
        ended: Callable[[Session], None], now: float,
        went: Callable[[int, str], None] = lambda _number, _at: None,
    ) -> None:  # fmt: skip
        self.number = number
        self.me = me
        self.visitor = visitor
        self.began = self.active = now
        self.known: set[str] = set()
        self.account = f"@{home_of(visitor.address)}" if me.guest else me.name
        self.share = lobby.people.share(self.account)
        """With whom they share what all wait for."""
        self.room = ""
        self._lobby = lobby
        self._commits = lobby.commits
        self._ended = ended
        self._went = went
        self.at: str | None = None
        """The game at whose table it was last, or nothing; None while it has been at none."""
        self._transport: asyncio.Transport | None = None
        self.server = sound(visitor.server)
        """How they call this server, or nothing."""
        self._end = WireServer(
            self._asked, self._write, me=to_plain(me), door=clean(visitor.door, 80),
            note=lobby.welcome, server=self.server,
        )  # fmt: skip
        self._desks = Desks(self._tell_of_table, self._left)
        self._questions: deque[tuple[Message, Callable[[Message], None]]] = deque()
        self._advised: asyncio.Task[None] | None = None
        self._changes = Lately(lobby.options.changes, WITHIN, lambda: self.active)

    # -- the line ------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._lobby.presence.come(self)

    def data_received(self, data: bytes) -> None:
        try:
            self._end.feed(data)
        except WireError as error:
            self.close(str(error))

    def connection_lost(self, _error: Exception | None) -> None:
        self._transport = None
        self._lobby.presence.go(self)
        self._desks.close()
        if self._advised is not None:
            self._advised.cancel()
        self._lobby.gone(self)
        self._ended(self)

    def close(self, sentence: str) -> None:
        """End the line with a sentence as the last word."""
        if self._transport is not None:
            self._transport.write(WireServer.goodbye(sentence))
            self._transport.close()

    def _write(self, data: bytes) -> None:
        if self._transport is None or self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > BEHIND:
            self._transport.abort()
            return
        self._transport.write(data)

    # -- what the lobby does with it -----------------------------------------------------

    @property
    def tables(self) -> tuple[str, ...]:
        """The games at whose tables the line is."""
        return tuple(self._desks)

    def near(self, game: str) -> bool:
        """Say whether the line is at a game's table or in its room."""
        return self.room == game or game in self._desks

    def sit(self, game: str, desk: Desk) -> None:
        """Let the line sit at a table, or look on."""
        self._desks.put(game, desk)
        self._is_at()

    def _left(self, game: str, table: Table) -> None:
        self._lobby.left(game, table)
        # Whoever hangs up, or is cut off, goes nowhere.
        if self._transport is not None and not self._transport.is_closing():
            # A little later: it may only sit down anew.
            asyncio.get_running_loop().call_soon(self._is_at)

    def _is_at(self) -> None:
        """Say so if the line is at another table than before."""
        at = "".join(self.tables[-1:])
        if at != (self.at or ""):
            self.at = at
            self._went(self.number, at)

    def tell(self, news: News) -> None:
        """Tell something of a game once all of that is on the disk."""
        self._commits.when(news.game, partial(self._end.tell, {"news": to_plain(news)}))

    def _tell_of_table(self, message: Message) -> None:
        self._commits.when(message["at"], partial(self._end.tell, message))

    # -- what is asked -------------------------------------------------------------------

    def _asked(self, message: Message, tell: Callable[[Message], None]) -> None:
        """Answer in order, when it is the account's turn; more is read when all is answered."""
        self._questions.append((message, tell))
        if len(self._questions) == 1:
            self._lobby.questions.add(self.share, self._turn)
        if self._transport is not None:
            self._transport.pause_reading()

    def _turn(self) -> None:
        """Answer the first question, before and after which all of its game is on the disk."""
        if self._transport is None:
            return
        message, tell = self._questions[0]
        at = str(message.get("at", message.get("game")))
        if self._commits.pending(at):
            self._commits.when(at, self._soon_again, self._soon_again)
            return
        self._questions.popleft()
        if self._questions:
            self._lobby.questions.add(self.share, self._turn)
        else:
            self._transport.resume_reading()
        try:
            self._handle(message, tell)
        except Exception:
            # A fault of ours, which is logged; whoever comes again looks again.
            self._transport.abort()
            raise

    def _soon_again(self) -> None:
        # What is lost is let go of first.
        asyncio.get_running_loop().call_soon(self._turn)

    def _handle(self, message: Message, tell: Callable[[Message], None]) -> None:
        self.active = asyncio.get_running_loop().time()

        def answer(found: Message) -> None:
            if "games" in found:
                self._commits.when_all(partial(tell, found))
                return
            game = found["room"]["game"]["name"] if "room" in found else message.get("game")
            lost = partial(tell, {"refused": UNSAVED})
            self._commits.when(str(game), partial(tell, found), lost)

        asked = message.get("ask")
        ask = asked if isinstance(asked, str) else ""
        verb = VERBS.get(ask)
        looks = ask in LOOKS if verb is None else verb.looks
        options = self._lobby.options
        if not looks and not self._changes.may(""):
            most = options.changes
            answer({"refused": f"That was {most} times in {WITHIN:.0f} seconds; wait a moment."})
            return
        if ask in ENDLESS and not self._lobby.endless.may(self.share):
            answer({
                "refused": f"Undo, redo and handing seats over were asked for {options.endless} "
                f"times in {LATELY / MINUTE:.0f} minutes, by you or others at your address; wait a "
                "few minutes."
            })  # fmt: skip
            return
        if "at" in message:
            found, lost = self._desks.handle(message), {"failed": UNSAVED, "kind": SAVE}
            self._commits.when(str(message["at"]), partial(tell, found), partial(tell, lost))
            return
        try:
            if ask == "advise":
                self._advise(message, answer)
                return
            if verb is None:
                raise Denied("There is no such message.")
            said = [FIELDS[each](message, each) for each in verb.fields]
            found = verb.answers(self._lobby)(self, *said)
            answer({verb.gives: to_plain(found)} if verb.gives else {})
        except Denied as denied:
            answer({"refused": tidy(str(denied))})
        except (OSError, sqlite3.Error) as error:
            self._lobby.index.unwritten(ask, error)
            answer({"refused": UNWRITTEN})

    def _games(self) -> list[GameLine]:
        self.room = ""
        return self._lobby.listing.games(self)

    def _mute(self, said: str, muted: object) -> Me:
        among = self._lobby.heard(self) if muted else self.me.muted
        name = next((each for each in among if each.casefold() == clean(said).casefold()), "")
        name = name or (self._lobby.people.named(said) if muted else "")
        if not name:
            known = "is known here" if muted else "is muted"
            raise Denied(f"Nobody called {clean(said, 40)} {known}.")
        others = tuple(each for each in self.me.muted if each != name)
        if muted and (name == self.me.name or len(others) >= MUTED):
            raise Denied("Name somebody else whose words you do not want to read.")
        self._be(Me(self.me.name, self.me.guest, (*others, name) if muted else others))
        return self.me

    def _be(self, me: Me) -> None:
        """Take over what somebody has chosen, for all their lines; kept if they have a name."""
        for line in self._lobby.presence.of(me.name):
            line.me = me
        self.me = me
        if not me.guest:
            # A guest never comes again.
            muted = json.dumps([name for name in me.muted if not is_guest(name)])
            self._lobby.index.do("update people set muted = ? where name = ?", muted, me.name)

    def _code(self) -> str:
        if self.me.guest:
            raise Denied("A guest has no key; come in with a name and an SSH key.")
        return self._lobby.people.code(self.me.name)

    def _settings(self) -> Any:
        text = self._lobby.index.one("select settings from people where name = ?", self.me.name)
        return json.loads(text or "{}")

    def _keep_settings(self, settings: object) -> None:
        text = json.dumps(settings, allow_nan=False)
        if not isinstance(settings, dict) or len(text) > SETTINGS:
            raise Denied(f"Settings are a table of at most {SETTINGS:,} characters.")
        self._lobby.index.do("update people set settings = ? where name = ?", text, self.me.name)

    def _advise(self, message: Message, answer: Callable[[Message], None]) -> None:
        if self._advised is not None and not self._advised.done():
            raise Denied("A bot is thinking for you already; wait for it.")
        game, seat = _text(message, "game"), message.get("seat")
        if type(seat) is not int:
            raise Denied("Advice is for your own seat, when it is to answer.")

        async def think() -> None:
            try:
                move = await self._lobby.advise(self, game, seat)
            except Denied as denied:
                answer({"refused": str(denied)})
            else:
                answer({"code": move.code, "reason": move.reason, "plan": [*move.plan]})

        self._advised = asyncio.get_running_loop().create_task(think())


def _text(message: Message, field: str, most: int = 200) -> str:
    text = message.get(field, "")
    if not isinstance(text, str) or len(text) > most:
        raise Denied(f"{field.capitalize()} is a text of at most {most} characters.")
    return text


def _clean(message: Message, field: str) -> str:
    return clean(_text(message, field))


def _wish(message: Message, field: str) -> GameWish:
    try:
        wish = from_plain(GameWish, message.get(field))
    except ValueError as error:
        raise Denied(f"That game cannot be made: {error}.") from None
    # A game of the day is nobody's wish.
    return replace(wish, day="")


def _seen(message: Message, field: str) -> int:
    seen = message.get(field, 0)
    if type(seen) is not int:
        raise Denied("How many moments are known is a number.")
    return seen


FIELDS: dict[str, Callable[[Message, str], Any]] = {
    "game": _text, "bot": _text, "name": _text, "text": partial(_text, most=4096),
    "colour": _clean, "other": _clean, "wish": _wish, "seen": _seen,
    "muted": lambda message, field: message.get(field, True),
    "settings": lambda message, field: message.get(field),
}  # fmt: skip
"""How what comes with a message is read; Denied for what cannot be that."""


VERBS = {
    "games": _Verb(lambda _: Session._games, gives="games", looks=True),
    "room": _Verb(lambda lobby: lobby.room, ("game",), looks=True),
    "make": _Verb(lambda lobby: lobby.gathering.make, ("wish",)),
    "join": _Verb(lambda lobby: lobby.gathering.join, ("game", "colour")),
    "leave": _Verb(lambda lobby: lobby.gathering.leave, ("game",), gives=""),
    "fill": _Verb(lambda lobby: lobby.gathering.fill, ("game", "bot")),
    "rematch": _Verb(lambda lobby: lobby.gathering.rematch, ("game",)),
    "edit": _Verb(lambda lobby: lobby.gathering.edit, ("game", "wish")),
    "swap": _Verb(lambda lobby: lobby.gathering.swap, ("game", "colour", "other")),
    "new word": _Verb(lambda lobby: lobby.gathering.new_word, ("game",)),
    "today": _Verb(lambda lobby: partial(days.today, lobby)),
    "day table": _Verb(lambda lobby: partial(days.table, lobby), gives="days", looks=True),
    "sit": _Verb(lambda lobby: lobby.sit, ("game",), gives="at", looks=True),
    "watch": _Verb(lambda lobby: partial(lobby.sit, watch=True), ("game",), gives="at", looks=True),
    "hand over": _Verb(lambda lobby: lobby.hand_over, ("game", "bot")),
    "take back": _Verb(lambda lobby: lobby.take_back, ("game",)),
    "export": _Verb(lambda lobby: lobby.export, ("game",), gives="text", looks=True),
    "analysis": _Verb(lambda lobby: lobby.analysis, ("game", "seen"), gives="found", looks=True),
    "say": _Verb(lambda lobby: lobby.say, ("game", "text"), gives="said", looks=True),
    "mute": _Verb(lambda _: Session._mute, ("name", "muted"), gives="me"),
    "code": _Verb(lambda _: Session._code, gives="code"),
    "settings": _Verb(lambda _: Session._settings, gives="settings", looks=True),
    "keep settings": _Verb(lambda _: Session._keep_settings, ("settings",), gives=""),
}
"""What a line may ask of the lobby, by what its messages call that."""
