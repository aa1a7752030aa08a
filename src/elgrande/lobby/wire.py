"""The wire: the messages between a Chair and its Desk as lines on a socket.

A line is a JSON object in UTF-8 and ends with a line feed. Whoever asks may send lines of
``LONGEST_ASKED`` bytes, whoever answers lines of ``LONGEST_TOLD``: the log of a long game is
longer than any question. The first line of either end is a greeting, ``{"elgrande": PROTOCOL,
"version": ...}``; the answering end may say more in its own, and says ``{"gone": sentence}``
instead where it will have nothing to do with the other. After it there are

- questions, ``{"id": n, "ask": ..., ...}``, with numbers that only grow. ``at`` names the table
  that a question is for; without it, it is for the house that has the tables (``elgrande.lobby``);
- answers, ``{"re": n, ...}``, each to one question, in whatever order they are found;
- news, with neither: ``{"at": table, "changed": ...}`` for those who asked to ``hear`` of that
  table until they are ``deaf`` to it, and whatever else the house tells.

A line that is too long, is no JSON object or comes out of turn ends the connection, with
``{"gone": sentence}`` as the last word. So does a reader who is ``BEHIND`` bytes late. Nothing is
lost by it: whoever comes again looks again.
"""

from __future__ import annotations

import json
import queue
import socket
import threading
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from math import isfinite
from typing import Any

from elgrande import __version__
from elgrande.content.clean import clean
from elgrande.table.chair import Chair, Gone
from elgrande.table.desk import GONE, Desk, Message
from elgrande.table.table import Table

PROTOCOL = 1
"""Which messages there are; another number is another language."""
LONGEST_ASKED = 1 << 16
"""Bytes of a line that asks, its line feed among them."""
LONGEST_TOLD = 1 << 20
"""Bytes of a line that answers."""
BEHIND = 1 << 20
"""Bytes that may wait for a reader before the connection is ended."""
PATIENCE = 5.0
"""Seconds that an answer is waited for."""
LONGEST_ID = 1 << 53
"""Every reader of JSON keeps a number below this to the last digit."""

SILENT = "The server does not answer any more, so this table was left; come back to go on."
ENDED = "The connection to the server was lost; come back to go on where you were."
STRANGE = "The other end sent something that is not a message"
OTHER_VERSION = (
    "The server speaks another version of this game ({theirs}, here {ours}); "
    "connect again, or ask whoever runs it."
)


class WireError(Exception):
    """The other end broke the rules of the wire; the message is one sentence."""


class LineReader:
    """Bytes as they come become messages; WireError for what is none."""

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[Message]:
        """Return the messages that are whole now, in order."""
        self._rest += data
        *lines, rest = self._rest.split(b"\n")
        if max(map(len, (*lines, rest))) >= self._longest:
            raise WireError(f"{STRANGE}: a line has at most {self._longest:,} bytes.")
        self._rest = rest
        return [_message(line) for line in lines]


def _message(line: bytes | bytearray) -> Message:
    try:
        found = json.loads(line.decode(), parse_constant=_number, parse_float=_number)
        if b"\\u" in line:
            # Half a surrogate pair can be escaped, but neither written down nor shown.
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise WireError(f"{STRANGE}: a line is a JSON object.")
    return found


def _number(text: str) -> float:
    """Return a number that JSON can carry back: ``1e999`` would be infinite, ``NaN`` is none."""
    found = float(text)
    if not isfinite(found):
        raise ValueError(text)
    return found


def packed(message: Message, longest: int) -> bytes:
    """Return a message as a line; WireError if it is too long for one, or no JSON.

    Half a surrogate pair, as a byte that was no UTF-8 becomes when it is typed, is a question mark.
    """
    try:
        text = json.dumps(message, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except ValueError:
        raise WireError("A number of that cannot be written down.") from None
    line = text.encode(errors="replace")
    if len(line) >= longest:
        raise WireError(f"That is too long for one message ({longest:,} bytes at most).")
    return line + b"\n"


def greeting(**more: Any) -> Message:
    """Return the first line of either end."""
    return {"elgrande": PROTOCOL, "version": __version__, **more}


def check_greeting(message: Message) -> None:
    """Raise WireError unless the other end's first line says that it speaks as we do."""
    if "elgrande" not in message:
        raise WireError(str(message.get("gone") or f"{STRANGE}: it did not greet."))
    if message["elgrande"] != PROTOCOL:
        theirs = clean(str(message.get("version", "?")))
        raise WireError(OTHER_VERSION.format(theirs=theirs, ours=__version__))


# -- the asking end ----------------------------------------------------------------------


class WireClient:
    """The asking end of a socket that somebody answers (see ``WireServer``).

    Made when the other end has greeted; Gone if it does not. A thread reads, another one
    tells the news, so that whoever hears of something may ask at once.
    """

    def __init__(self, sock: socket.socket, patience: float = PATIENCE) -> None:
        self.patience = patience
        self.gone = ""
        """Why nothing more comes through, in a sentence, or nothing."""
        self._sock = sock
        self._lines = LineReader(LONGEST_TOLD)
        self._sending = threading.Lock()
        self._state = threading.Lock()
        self._asked = 0
        self._waiting: dict[int, queue.SimpleQueue[Message | None]] = {}
        self._listeners: defaultdict[str, list[Callable[[Message], None]]] = defaultdict(list)
        self._news: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        self._early: list[Message] = []
        self.welcome: Message = self._greet()
        """What the answering end said of itself, and of whom it takes us for."""
        for work in (self._read, self._tell):
            threading.Thread(target=work, daemon=True, name="wire").start()

    def _greet(self) -> Message:
        try:
            self._sock.settimeout(self.patience)
            self._sock.sendall(packed(greeting(), LONGEST_ASKED))
            while not self._early:
                data = self._sock.recv(1 << 16)
                if not data:
                    raise Gone(ENDED)
                self._early += self._lines.feed(data)
            welcome = self._early.pop(0)
            check_greeting(welcome)
            self._sock.settimeout(None)
        except (OSError, WireError, Gone) as error:
            self._sock.close()
            if isinstance(error, OSError):
                raise Gone(SILENT if isinstance(error, TimeoutError) else ENDED) from None
            raise Gone(str(error)) from None
        return welcome

    def ask(self, message: Message, patience: float | None = None) -> Message:
        """Return the answer to a question; Gone if none comes within ``patience`` seconds.

        A line whose answer did not come in time is given up: nobody could say any more
        what was done and what was not.
        """
        answers: queue.SimpleQueue[Message | None] = queue.SimpleQueue()
        with self._sending:
            if self.gone:
                raise Gone(self.gone)
            self._asked += 1
            number = self._asked
            try:
                data = packed({**message, "id": number}, LONGEST_ASKED)
            except WireError as error:
                return {"refused": str(error)}
            self._waiting[number] = answers
            try:
                self._sock.sendall(data)
            except OSError:
                self._lose(ENDED)
        try:
            answer = answers.get(timeout=self.patience if patience is None else patience)
        except queue.Empty:
            self._lose(SILENT)
            answer = None
        finally:
            self._waiting.pop(number, None)
        if answer is None:
            raise Gone(self.gone)
        return answer

    def subscribe(self, at: str, notify: Callable[[Message], None]) -> Callable[[], None]:
        """Tell the news of a table, or of the house (""), and the end; returns how to stop that.

        Told in a thread of its own. Gone if there is no way any more.
        """
        with self._state:
            first = not self._listeners[at]
            self._listeners[at].append(notify)
        if first and at:
            try:
                answer = self.ask({"ask": "hear", "at": at})
            except Gone:
                self._drop(at, notify)
                raise
            if "failed" in answer:
                self._drop(at, notify)
                raise Gone(answer["failed"])

        def stop() -> None:
            if self._drop(at, notify) and at and not self.gone:
                self.ask({"ask": "deaf", "at": at})

        return stop

    def _drop(self, at: str, notify: Callable[[Message], None]) -> bool:
        """Forget a listener; say whether it was there, and the last of its table."""
        with self._state:
            listeners = self._listeners[at]
            if notify not in listeners:
                return False
            listeners.remove(notify)
            return not listeners

    def chair(self, at: str) -> Chair:
        """Return a Chair at a table that the answering end lets us sit at or watch; or Gone."""
        return Chair(
            lambda message: self.ask({**message, "at": at}),
            lambda notify: self.subscribe(at, notify),
        )

    def close(self) -> None:
        """Hang up; whoever listens is not told."""
        with self._state:
            self._listeners.clear()
        self._lose(ENDED)

    def _lose(self, sentence: str) -> None:
        with self._state:
            if self.gone:
                return
            self.gone = sentence
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_RDWR)
        for answers in [*self._waiting.values()]:
            answers.put(None)
        self._news.put(None)

    def _read(self) -> None:
        try:
            self._take(self._early)
            while data := self._sock.recv(1 << 16):
                self._take(self._lines.feed(data))
            self._lose(ENDED)
        except OSError:
            self._lose(ENDED)
        except WireError as error:
            self._lose(str(error))
        finally:
            self._sock.close()

    def _take(self, messages: list[Message]) -> None:
        for message in messages:
            if "re" in message:
                answers = self._waiting.get(message.pop("re"))
                if answers is not None:
                    answers.put(message)
            elif "gone" in message and "at" not in message:
                self._lose(str(message["gone"]))
            else:
                self._news.put(message)

    def _tell(self) -> None:
        while (news := self._news.get()) is not None:
            at = news.pop("at", "")
            self._tell_all(at, news)
        for at in [*self._listeners]:
            self._tell_all(at, {"gone": self.gone})

    def _tell_all(self, at: str, news: Message) -> None:
        with self._state:
            listeners = [*self._listeners[at]]
        for notify in listeners:
            notify(dict(news))


# -- the answering end -------------------------------------------------------------------


class WireServer:
    """The answering end of a line, but for its socket: it is fed bytes and writes bytes.

    ``handle`` is given each question, without its number, and what to call with the answer,
    now or later. What ``feed`` raises is to be the last word of the connection (``goodbye``).
    It is for one thread at a time, but for what ``write`` does.
    """

    def __init__(
        self,
        handle: Callable[[Message, Callable[[Message], None]], None],
        write: Callable[[bytes], None],
        **welcome: Any,
    ) -> None:
        self._handle = handle
        self._write = write
        self._welcome = welcome
        self._lines = LineReader(LONGEST_ASKED)
        self._greeted = False
        self._last = 0

    def feed(self, data: bytes) -> None:
        """Answer what has come; WireError if the other end breaks the rules of the wire."""
        for message in self._lines.feed(data):
            if not self._greeted:
                check_greeting(message)
                self._greeted = True
                self.tell(greeting(**self._welcome))
                continue
            number = message.pop("id", None)
            if type(number) is not int or not self._last < number < LONGEST_ID:
                raise WireError(f"{STRANGE}: a question has a number, and each a greater one.")
            self._last = number
            self._handle(message, partial(self._answer, number))

    def _answer(self, number: int, answer: Message) -> None:
        self.tell({**answer, "re": number})

    def tell(self, message: Message) -> None:
        """Send an answer or news; news before the greeting is none to whoever looks afterwards."""
        if not self._greeted:
            return
        try:
            line = packed(message, LONGEST_TOLD)
        except WireError as error:
            line = packed({"refused": str(error), "re": message.get("re")}, LONGEST_TOLD)
        self._write(line)

    @staticmethod
    def goodbye(sentence: str) -> bytes:
        """Return the last line of a connection."""
        return packed({"gone": sentence}, LONGEST_TOLD)


class Desks:
    """The Desks of one line, by what their tables are called.

    Answers whatever has an ``at``; ``tell`` gets the news, and ``left`` hears which table the
    line is no longer at.
    """

    def __init__(
        self,
        tell: Callable[[Message], None],
        left: Callable[[str, Table], None] = lambda _at, _table: None,
    ) -> None:
        self._tell = tell
        self._left = left
        self._desks: dict[str, Desk] = {}
        self._subscriptions: dict[str, Callable[[], None]] = {}

    def put(self, at: str, desk: Desk) -> None:
        """Seat the line at a table, in the place of a Desk that it had there."""
        self.drop(at)
        self._desks[at] = desk

    def drop(self, at: str) -> None:
        """Take the line away from a table."""
        if at in self._subscriptions:
            self._subscriptions.pop(at)()
        if at in self._desks:
            desk = self._desks.pop(at)
            desk.handle({"ask": "close"})
            self._left(at, desk.table)

    def __contains__(self, at: str) -> bool:
        return at in self._desks

    def __iter__(self) -> Iterator[str]:
        return iter([*self._desks])

    def close(self) -> None:
        """Take the line away from all tables."""
        for at in self:
            self.drop(at)

    def handle(self, message: Message) -> Message:
        """Answer a message to a table."""
        at = message.get("at")
        desk = self._desks.get(at) if isinstance(at, str) else None
        if desk is None:
            return {"failed": "You are not at that table.", "kind": GONE}
        assert isinstance(at, str)
        match message.get("ask"):
            case "hear":
                if at not in self._subscriptions:
                    self._subscriptions[at] = lambda: None
                    self._subscriptions[at] = desk.subscribe(
                        lambda news: self._tell({**news, "at": at})
                    )
                return {}
            case "deaf":
                self._subscriptions.pop(at, lambda: None)()
                return {}
            case "close":
                self.drop(at)
                return {"left": True}
            case _:
                return desk.handle({k: v for k, v in message.items() if k != "at"})
