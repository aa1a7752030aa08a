"""One line of one person: what it asks of the lobby and of the tables, and what it is told."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from elgrande.content.clean import clean, tidy
from elgrande.lobby.address import sound
from elgrande.lobby.client import Denied
from elgrande.lobby.records import GameWish, Me, News, from_plain, is_guest, to_plain
from elgrande.server.caps import home_of
from elgrande.server.present import SOON
from elgrande.table.desk import SAVE, UNSAVED
from elgrande.table.wire import BEHIND, Desks, End, WireError

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.server.control import Visitor
    from elgrande.server.lobby import Lobby
    from elgrande.table import Desk, Table
    from elgrande.table.desk import Message

SETTINGS = 16_384
"""Characters that somebody's settings may have as JSON."""
LOOKS = frozenset((
    "games", "room", "settings", "export", "analysis", "sit", "watch", "advise", "say",
    "game", "update", "peek", "hear", "deaf", "close",
))  # fmt: skip
"""What changes nothing, or, as talk and advice, has a limit of its own."""
WITHIN = 10.0
"""Seconds in which a line may change so much (``Options.changes``), each time on the disk."""
MUTED = 200
"""So many may be muted."""
UNWRITTEN = "The server cannot write that down now; whoever runs it finds the reason in its log."


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
        self._end = End(
            self._asked, self._write, me=to_plain(me), door=clean(visitor.door, 80),
            note=lobby.welcome, server=self.server,
        )  # fmt: skip
        self._desks = Desks(self._tell_of_table, self._left)
        self._questions: deque[tuple[Message, Callable[[Message], None]]] = deque()
        self._advised: asyncio.Task[None] | None = None
        self._soon: asyncio.TimerHandle | None = None
        self._changed: dict[str, News] = {}
        self._changes: deque[float] = deque(maxlen=lobby.options.changes)

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
        if self._soon is not None:
            self._soon.cancel()
        self._lobby.gone(self)
        self._ended(self)

    def close(self, sentence: str) -> None:
        """End the line with a sentence as the last word."""
        if self._transport is not None:
            self._transport.write(End.goodbye(sentence))
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
        """Tell something; that a room has changed is told a little later, once."""
        if news.kind != "room":
            self._tell_durable(news)
            return
        self._changed[news.game] = news
        if self._soon is None:
            self._soon = asyncio.get_running_loop().call_later(SOON, self._tell_changed)

    def _tell_changed(self) -> None:
        changed, self._changed, self._soon = [*self._changed.values()], {}, None
        for news in changed:
            self._tell_durable(news)

    def _tell_durable(self, news: News) -> None:
        """Tell something of a game once all of that is on the disk."""
        self._commits.when(news.game, partial(self._end.tell, {"news": to_plain(news)}))

    def _tell_of_table(self, message: Message) -> None:
        self._commits.when(message["at"], partial(self._end.tell, message))

    # -- what is asked -------------------------------------------------------------------

    def _asked(self, message: Message, tell: Callable[[Message], None]) -> None:
        """Answer in order, when it is the account's turn; more is read when all is answered."""
        self._questions.append((message, tell))
        if len(self._questions) == 1:
            self._lobby.questions.add(self.account, self._turn)
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
            self._lobby.questions.add(self.account, self._turn)
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

        if not self._may_change(message.get("ask")):
            most = self._changes.maxlen
            answer({"refused": f"That was {most} times in {WITHIN:.0f} seconds; wait a moment."})
            return
        if "at" in message:
            found, lost = self._desks.handle(message), {"failed": UNSAVED, "kind": SAVE}
            self._commits.when(str(message["at"]), partial(tell, found), partial(tell, lost))
            return
        ask = message.get("ask")
        try:
            if ask == "advise":
                self._advise(message, answer)
                return
            handler = self._HANDLERS.get(ask) if isinstance(ask, str) else None
            if handler is None:
                raise Denied("There is no such message.")
            answer(handler(self, message))
        except Denied as denied:
            answer({"refused": tidy(str(denied))})
        except (OSError, sqlite3.Error) as error:
            self._lobby.index.unwritten(str(ask), error)
            answer({"refused": UNWRITTEN})

    def _may_change(self, ask: object) -> bool:
        """Count what is more than a look; say whether there is room for it."""
        if isinstance(ask, str) and ask in LOOKS:
            return True
        if len(self._changes) == self._changes.maxlen and self.active - self._changes[0] < WITHIN:
            return False
        self._changes.append(self.active)
        return True

    @staticmethod
    def _text(message: Message, field: str, most: int = 200) -> str:
        text = message.get(field, "")
        if not isinstance(text, str) or len(text) > most:
            raise Denied(f"{field.capitalize()} is a text of at most {most} characters.")
        return text

    def _games(self, _message: Message) -> Message:
        self.room = ""
        return {"games": to_plain(tuple(self._lobby.listing.games(self)))}

    def _room(self, message: Message) -> Message:
        return {"room": to_plain(self._lobby.room(self, self._text(message, "game")))}

    def _make(self, message: Message) -> Message:
        return {"room": to_plain(self._lobby.gathering.make(self, self._wish(message)))}

    def _edit(self, message: Message) -> Message:
        game, wish = self._text(message, "game"), self._wish(message)
        return {"room": to_plain(self._lobby.gathering.edit(self, game, wish))}

    @staticmethod
    def _wish(message: Message) -> GameWish:
        try:
            return from_plain(GameWish, message.get("wish"))
        except ValueError as error:
            raise Denied(f"That game cannot be made: {error}.") from None

    def _swap(self, message: Message) -> Message:
        game = self._text(message, "game")
        one, other = (clean(self._text(message, field)) for field in ("colour", "other"))
        return {"room": to_plain(self._lobby.gathering.swap(self, game, one, other))}

    def _new_word(self, message: Message) -> Message:
        return {"room": to_plain(self._lobby.gathering.new_word(self, self._text(message, "game")))}

    def _join(self, message: Message) -> Message:
        game, colour = self._text(message, "game"), clean(self._text(message, "colour"))
        return {"room": to_plain(self._lobby.gathering.join(self, game, colour))}

    def _leave(self, message: Message) -> Message:
        self._lobby.gathering.leave(self, self._text(message, "game"))
        return {}

    def _fill(self, message: Message) -> Message:
        game, bot = self._text(message, "game"), self._text(message, "bot")
        return {"room": to_plain(self._lobby.gathering.fill(self, game, bot))}

    def _rematch(self, message: Message) -> Message:
        return {"room": to_plain(self._lobby.gathering.rematch(self, self._text(message, "game")))}

    def _sit(self, message: Message) -> Message:
        return {"at": self._lobby.sit(self, self._text(message, "game"))}

    def _watch(self, message: Message) -> Message:
        return {"at": self._lobby.sit(self, self._text(message, "game"), watch=True)}

    def _hand_over(self, message: Message) -> Message:
        game, bot = self._text(message, "game"), self._text(message, "bot")
        return {"room": to_plain(self._lobby.hand_over(self, game, bot))}

    def _take_back(self, message: Message) -> Message:
        return {"room": to_plain(self._lobby.take_back(self, self._text(message, "game")))}

    def _export(self, message: Message) -> Message:
        return {"text": self._lobby.export(self, self._text(message, "game"))}

    def _analysis(self, message: Message) -> Message:
        game, seen = self._text(message, "game"), message.get("seen", 0)
        if type(seen) is not int:
            raise Denied("How many moments are known is a number.")
        return {"found": self._lobby.analysis(self, game, seen)}

    def _say(self, message: Message) -> Message:
        game, text = self._text(message, "game"), self._text(message, "text", 4096)
        return {"said": to_plain(self._lobby.say(self, game, text).said)}

    def _mute(self, message: Message) -> Message:
        said, muted = self._text(message, "name"), message.get("muted", True)
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
        return {"me": to_plain(self.me)}

    def _be(self, me: Me) -> None:
        """Take over what somebody has chosen, for all their lines; kept if they have a name."""
        for line in self._lobby.presence.of(me.name):
            line.me = me
        self.me = me
        if not me.guest:
            # A guest never comes again.
            muted = json.dumps([name for name in me.muted if not is_guest(name)])
            self._lobby.index.do("update people set muted = ? where name = ?", muted, me.name)

    def _code(self, _message: Message) -> Message:
        if self.me.guest:
            raise Denied("A guest has no key; come in with a name and an SSH key.")
        return {"code": self._lobby.people.code(self.me.name)}

    def _settings(self, _message: Message) -> Message:
        text = self._lobby.index.one("select settings from people where name = ?", self.me.name)
        return {"settings": json.loads(text or "{}")}

    def _keep_settings(self, message: Message) -> Message:
        settings: Any = message.get("settings")
        text = json.dumps(settings, allow_nan=False)
        if not isinstance(settings, dict) or len(text) > SETTINGS:
            raise Denied(f"Settings are a table of at most {SETTINGS:,} characters.")
        self._lobby.index.do("update people set settings = ? where name = ?", text, self.me.name)
        return {}

    def _advise(self, message: Message, answer: Callable[[Message], None]) -> None:
        if self._advised is not None and not self._advised.done():
            raise Denied("A bot is thinking for you already; wait for it.")
        game, seat = self._text(message, "game"), message.get("seat")
        if type(seat) is not int:
            raise Denied("Advice is for your own seat, when it is to answer.")

        async def think() -> None:
            try:
                code, reason = await self._lobby.advise(self, game, seat)
            except Denied as denied:
                answer({"refused": str(denied)})
            else:
                answer({"code": code, "reason": reason})

        self._advised = asyncio.get_running_loop().create_task(think())

    _HANDLERS: ClassVar[dict[str, Callable[[Session, Message], Message]]] = {
        "games": _games,
        "room": _room,
        "make": _make,
        "join": _join,
        "leave": _leave,
        "fill": _fill,
        "rematch": _rematch,
        "edit": _edit,
        "swap": _swap,
        "new word": _new_word,
        "sit": _sit,
        "watch": _watch,
        "hand over": _hand_over,
        "take back": _take_back,
        "export": _export,
        "analysis": _analysis,
        "say": _say,
        "mute": _mute,
        "code": _code,
        "settings": _settings,
        "keep settings": _keep_settings,
    }
