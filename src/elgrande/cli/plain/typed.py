"""Lines that are typed while something else may happen: a visitor waits for both at once."""

from __future__ import annotations

import codecs
import io
import os
import select
import socket
from contextlib import suppress
from typing import TextIO

LEAVING = ("quit", "q", "exit")
"""What somebody types to leave."""
_PIECE = 4096
"""Bytes that are read at once."""
_FULL = 10_000
"""Characters without a line's end after which nothing more is taken until they are read."""


class Bell:
    """What one thread rings, and another waits for together with a line that is typed."""

    def __init__(self) -> None:
        self._ringing, self.heard = socket.socketpair()
        for end in (self._ringing, self.heard):
            end.setblocking(False)

    def ring(self) -> None:
        """Wake whoever waits, now or the next time; from any thread, also once it is closed."""
        # It rings already where there is no room for more.
        with suppress(OSError):
            self._ringing.send(b".")

    def wait(self) -> None:
        """Wait until it rings."""
        select.select([self.heard], [], [])

    def hush(self) -> None:
        """Forget how often it rang."""
        with suppress(OSError):
            while self.heard.recv(_PIECE):
                pass

    def close(self) -> None:
        """Ring no more."""
        self._ringing.close()
        self.heard.close()


class Typed:
    """An input that can be waited for; it reads past the stream's own buffer, which hides lines.

    A stream without a descriptor is a text in memory, and has its lines at once.
    """

    def __init__(self, source: TextIO) -> None:
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

    def before(self, bell: Bell) -> bool:
        """Wait; say whether a line, or the end, can be read before the bell rang."""
        while self._number >= 0 and not self._ready(_FULL):
            found, _, _ = select.select([self._number, bell.heard.fileno()], [], [])
            if self._number not in found:
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

    def leaves(self) -> bool:
        """Say whether the line that comes next leaves; it is not taken."""
        return self._text.partition("\n")[0].strip().lower() in LEAVING

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
