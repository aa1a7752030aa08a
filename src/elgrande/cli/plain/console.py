"""The console of a dialogue: what is said, and what is typed or comes from a script."""

from __future__ import annotations

import codecs
import io
import os
import re
import select
import socket
import textwrap
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from elgrande.cli.errors import say
from elgrande.cli.terminal import wiped
from elgrande.content.clean import clean

LEAVING = ("quit", "q", "exit")
"""What somebody types to leave."""
_PIECE = 4096
"""Bytes that are read at once."""
_FULL = 10_000
"""Characters without a line's end after which nothing more is taken until they are read."""
REFUSED = 2
"""The exit code of a script of which a line was refused, or never read."""
_LONGEST = 2000
_BLANK = 1000
"""So many blank lines may follow a game."""
_TYPED = re.compile(r"(?<=:) (?=(?:ssh|elgrande) )")
"""Before what is to be typed, and so to be copied in one piece."""


class Ended(Exception):
    """The person leaves, or the input has ended."""


class Overtaken(Exception):
    """Nobody waits any more for the line that was asked for."""


class Console:
    """What is said and heard; it counts the lines of a script, and those that were refused.

    ``echoes`` says whether what comes from a script is written behind the question, as a terminal
    shows what is typed; else the question is a line of its own, as at the other end of a network
    there may be a terminal that shows what is typed there.
    """

    def __init__(self, source: TextIO | LineInput, sink: TextIO, *, echoes: bool = True) -> None:
        self._source = source
        self._sink = sink
        self.waits: Callable[[], bool] = lambda: True
        """Waits for a line, and says whether one is there; not if there may be news before."""
        self.news: Callable[[], Iterable[str]] = tuple
        """Returns what there is to tell between answers."""
        self._asks = " " if echoes or source.isatty() else "\n"
        """What stands behind a question."""
        self._early: deque[str] = deque()
        self._heard = 0
        self._refused = self._first_refused = 0

    @property
    def scripted(self) -> bool:
        """Whether nobody sits there who could hear what is said."""
        return not self._source.isatty()

    def say(self, line: str = "", end: str = "\n") -> None:
        """Write a line; encodings that lack a character get a question mark.

        A terminal gets it in rows, broken at words; whoever listens or reads on gets it whole.
        """
        encoding = self._sink.encoding or "utf-8"
        if end == "\n":
            line = "\n".join(row for each in line.split("\n") for row in self._rows(each))
        text = line.encode(encoding, "replace").decode(encoding)
        print(text, end=end, file=self._sink, flush=True)

    def _rows(self, line: str) -> list[str]:
        width = 0
        with suppress(AttributeError, OSError, ValueError):
            width = os.get_terminal_size(self._sink.fileno()).columns
        if not 0 < width < len(line):
            return [line]
        lead, *command = _TYPED.split(line, maxsplit=1)
        # A number before the text is a column of its own.
        inset = " " * (len(line) - len(re.sub(r"^ *(\d+  )? *", "", line)) + 2)
        rows = textwrap.wrap(
            lead, width, subsequent_indent=inset, break_long_words=False, break_on_hyphens=False
        )
        return [*rows, *command]

    def say_all(self, lines: Iterable[str]) -> None:
        """Write lines."""
        for line in lines:
            self.say(line)

    def refuse(self, sentence: str) -> None:
        """Say why nothing was done about the last line."""
        # An input need not end, so they are counted and not kept.
        self._refused += 1
        self._first_refused = self._first_refused or self._heard
        self.say(sentence)

    def script_refused(self) -> bool:
        """Say whether a script's lines were refused, and to whoever started it how many."""
        if found := self.scripted and self._refused > 0:
            first = f"line {self._first_refused}"
            several = f"{self._refused} lines were refused, the first of them {first}"
            say(f"elgrande: {f'{first} was refused' if self._refused == 1 else several}.")
        return found

    def clear_away(self) -> None:
        """Take what was said out of sight, where a terminal shows it."""
        self.say(wiped(self._sink), end="")

    def ask(self, question: str, stale: Callable[[], bool] = lambda: False) -> str:
        """Ask for a line, and tell news until it comes; Ended if there is none, or somebody leaves.

        Overtaken if the question is ``stale`` by then.
        """
        self.say(question, end=self._asks)
        if self._early:
            return self._taken(self._early.popleft(), again=True)
        while not self.waits():
            said, overtaken = [*self.news()], stale()
            if self._asks == " " and (said or overtaken):
                self.say()
            self.say_all(said)
            if overtaken:
                raise Overtaken
            if said:
                self.say(question, end=self._asks)
        return self._taken(self._read(question))

    def _taken(self, line: str, *, again: bool = False) -> str:
        if not line:
            self.say()
            raise Ended
        if self.scripted and (again or self._asks == " "):
            # What a script answers is not on the screen by itself, and a transcript wants it.
            self.say(clean(line, 200))
        if line.strip().lower() in LEAVING:
            raise Ended
        return line.strip()

    @property
    def early(self) -> int:
        """How many lines are kept for the next questions."""
        return len(self._early)

    def forget(self) -> int:
        """Keep none of them any more; return how many they were."""
        many = len(self._early)
        self._early.clear()
        return many

    def between(self, takes: Callable[[str], bool], *, keeps: bool = True) -> str:
        """Hear a line while nothing is asked; Ended as in ``ask``.

        What nobody ``takes`` is returned where a person typed it, or where no question can come.
        A script's is else kept (``keeps``) for the next question, because it was written for that;
        then nothing is returned.
        """
        line = self._read("")
        kept = keeps and self.scripted and not takes(line)
        if kept and line.strip().lower() not in ("", *LEAVING):
            self._early.append(line)
            return ""
        return self._taken(line)

    def hand_on(self, text: str) -> None:
        """Wait for the right person; a script's line that is an answer is kept for the question."""
        said = self.ask(text)
        if said and self.scripted:
            self._early.appendleft(f"{said}\n")

    def _read(self, question: str) -> str:
        """Read a line, whole; one that is too long is refused, and the question asked again."""
        while True:
            line = self._source.readline(_LONGEST + 1)
            self._heard += 1
            if len(line) <= _LONGEST or line.endswith("\n"):
                return line
            # Its rest must not pass for the next answer.
            while (rest := self._source.readline(_LONGEST)) and not rest.endswith("\n"):
                pass
            self.say()
            self.refuse(f"Type at most {_LONGEST:,} characters; nothing of that line was taken.")
            self.say(question, end=self._asks)

    def left_over(self) -> int:
        """Return the number of the first line of a script that the end of the game left unread.

        0 if there is none. Nobody is waited for: what keeps its end open may have had enough.
        """
        if not self.scripted:
            return 0
        # Where the system cannot read without waiting (pipes of Windows), nothing is looked for.
        with suppress(AttributeError, OSError, ValueError), _not_waiting(self._source):
            for _ in range(_BLANK):
                line = self._source.readline(_LONGEST)
                word = line.strip().lower()
                if not line or word in LEAVING:
                    break
                self._heard += 1
                if word:
                    return self._heard
        return 0


@contextmanager
def _not_waiting(source: TextIO | LineInput) -> Iterator[None]:
    """Let reading end where nothing more has come yet; raises an error where that cannot be."""
    number = source.fileno()
    before = os.get_blocking(number)
    os.set_blocking(number, False)
    try:
        yield
    finally:
        os.set_blocking(number, before)


class Wakeup:
    """What one thread sets, and another waits for together with a line that is typed."""

    def __init__(self) -> None:
        self._setting, self.waited = socket.socketpair()
        for end in (self._setting, self.waited):
            end.setblocking(False)

    def set(self) -> None:
        """Wake whoever waits, now or the next time; from any thread, also once it is closed."""
        # It is set already where there is no room for more.
        with suppress(OSError):
            self._setting.send(b".")

    def wait(self) -> None:
        """Wait until it is set."""
        select.select([self.waited], [], [])

    def clear(self) -> None:
        """Forget how often it was set."""
        with suppress(OSError):
            while self.waited.recv(_PIECE):
                pass

    def close(self) -> None:
        """Set it no more."""
        self._setting.close()
        self.waited.close()


class LineInput:
    """An input that can be waited for; it reads past the stream's own buffer, which hides lines.

    A stream without a descriptor is a text in memory, and has its lines at once.
    """

    def __init__(self, source: TextIO) -> None:
        self.wakeup = Wakeup()
        """What else can end the wait for a line."""
        self._source = source
        self._number = -1
        with suppress(OSError, ValueError):
            self._number = source.fileno()
        decoder = codecs.getincrementaldecoder(source.encoding or "utf-8")
        self._decoder = io.IncrementalNewlineDecoder(decoder(source.errors or "strict"), True)
        self._text = ""
        self._ended = False

    def isatty(self) -> bool:
        """Say whether a person types at a terminal."""
        return self._source.isatty()

    def fileno(self) -> int:
        """Return the descriptor; an OSError where there is none."""
        return self._source.fileno()

    def readline(self, limit: int, /) -> str:
        """Return a line, or so many characters of it; nothing at the end of the input."""
        if self._number < 0:
            return self._source.readline(limit)
        while not self._ready(limit):
            self._read()
        cut = self._text.find("\n") + 1 or len(self._text)
        line, self._text = self._text[: min(cut, limit)], self._text[min(cut, limit) :]
        if not self._text:
            # At a terminal there may come more after an end.
            self._ended = False
        return line

    def wait_line(self) -> bool:
        """Wait; say whether a line, or the end, can be read before there was a ``wakeup``."""
        while self._number >= 0 and not self._ready(_FULL):
            found, _, _ = select.select([self._number, self.wakeup.waited.fileno()], [], [])
            if self._number not in found:
                self.wakeup.clear()
                return False
            self._read()
        return True

    def waits(self) -> bool:
        """Say whether something has come already, without waiting for it."""
        if self._number < 0 or self._ended or self._text:
            return True
        found, _, _ = select.select([self._number], [], [], 0)
        return bool(found)

    @property
    def ended(self) -> bool:
        """Whether nothing more can come."""
        return self._ended and not self._text

    def _ready(self, limit: int) -> bool:
        return self._ended or "\n" in self._text or len(self._text) >= limit

    def _read(self) -> None:
        """Take what has come, and wait for it where nothing has."""
        select.select([self._number], [], [])
        try:
            piece = os.read(self._number, _PIECE)
        except BlockingIOError:
            return
        except OSError:
            # The terminal is gone.
            piece = b""
        self._ended = not piece
        self._text += self._decoder.decode(piece, final=not piece)
