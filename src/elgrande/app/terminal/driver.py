"""The terminal below the app: Textual's driver for Linux and macOS, with what it lacks.

Pinned with Textual's version. On Windows Textual's own driver reads the console, which
hands over letters and never bytes.

What a terminal sends is taken apart here, and no byte can break it. Textual's own parser ends the
program over bytes that are no UTF-8 and over numbers that are no letters, takes an Esc inside a
paste for its end, and types a sequence that it does not know as keys. So the stream is cut by
ECMA-48, and Textual's tables only name the pieces: what is complete and known becomes a message,
what is broken, endless or unknown is dropped, and the next key counts again.
"""

from __future__ import annotations

import os
import re
import selectors
import signal
import sys
import termios
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import zip_longest
from time import monotonic, sleep
from typing import Any, NamedTuple, TextIO

from textual import constants, events, messages
from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._xterm_parser import (
    BRACKETED_PASTE_END,
    BRACKETED_PASTE_START,
    FOCUSIN,
    FOCUSOUT,
    XTermParser,
)
from textual.drivers.linux_driver import LinuxDriver
from textual.keys import Keys
from textual.message import Message

# -- what a terminal sends --------------------------------------------------------------------

ESC = "\x1b"
PASTE = 10_000
"""So many characters of one paste are kept; no line of ours takes more."""
LONGEST = 64
"""No key, click or report of a terminal is longer, in characters."""
FARTHEST = 10_000
"""No cell is further away than this; what claims so is no click."""
KEYS, A_SECOND = 512, 256
"""So many keys are taken at once, and so many in every second; more is a paste without marks."""
PATIENCE = 0.5
"""Seconds for the rest of a begun sequence; after so much silence, too, a paste may be over."""
PAUSE = 0.2
"""Seconds of silence after which a paste without marks is complete."""

# A key of the Linux console, an old click, CSI, SS3, and any other letter behind Esc.
_WHOLE = re.compile(
    r"\x1b(?:\[\[[^\x1b]|\[M[^\x1b]{3}|\[(?![\[M])[0-?]*[ -/]*[@-~]"
    r"|O[0-9;]*[@-~]|[^\[O\]PX^_\x1b])",
    re.DOTALL,
)
_BEGUN = re.compile(r"\x1b(?:\[(?:\[|M[^\x1b]{0,2}|[0-?]*[ -/]*)|O[0-9;]*)?\Z", re.DOTALL)
_BROKEN = re.compile(r"\x1b(?:\[(?:[\[M]|[0-?]*[ -/]*)|O[0-9;]*)?")
_TEXT = re.compile(r"[^\x1b]+")
_STRING = re.compile(r"\x1b[\]PX^_]")
"""What begins a report in words (OSC, DCS, SOS, PM, APC), which ends with ST or a bell."""
_STRING_ENDS = re.compile(r"\x1b\\|\x07|\x9c|\x18")
_ENDLESS = re.compile(r"[0-?]*[ -/]*[@-~]?")
_SYNC = re.compile(r"\x1b\[\?2026;[1-4]\$y")
_NO_KEY = re.compile(r"[\x80-\x9f]|\x1b\[\d+;\d+R")
"""A control of eight bits, and where the terminal's cursor is."""
_MOUSE = re.compile(r"\x1b\[<(\d+);-?\d+;-?\d+[Mm]")
_MOVES = 32
"""The bit of a mouse report that says that the mouse moved."""


class _Piece(NamedTuple):
    """A piece of the stream: a typed letter, a sequence, or the text of a paste."""

    kind: str
    text: str


class Keyboard:
    """Turns bytes of a terminal into messages; ``feed`` and ``tick`` never raise.

    ``clock`` gives seconds. Call ``tick`` whenever nothing has come for a moment.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._parser = XTermParser()
        self._reading: Callable[[str], Iterator[_Piece | str]] = self._ground
        self._begun = ""
        self._paste: list[str] = []
        self._room = PASTE
        self._flood: list[str] | None = None
        self._last = clock()
        self._left = float(KEYS)

    def feed(self, data: bytes) -> Iterator[Message]:
        """Give the messages that bytes complete."""
        now = self._clock()
        silence, self._last = now - self._last, now
        text = self._decode(data)
        pieces = []
        if self._swallows and silence > PATIENCE and _alone(text):
            # A paste or a report that was never ended, and then a person pressed a key.
            pieces += self._give_up()
        pieces += self._pieces(text)
        yield from self._said(pieces, silence)

    def tick(self) -> Iterator[Message]:
        """Give what the silence completes: a lone Esc, the end of a flood."""
        silence = self._clock() - self._last
        if self._reading == self._endless and silence >= PATIENCE:
            self._reading = self._ground
        if self._begun and not self._swallows:
            begun = self._begun
            known = begun in ANSI_SEQUENCES_KEYS
            if silence >= (constants.ESCAPE_DELAY if len(begun) <= 2 or known else PATIENCE):
                self._begun = ""
                if begun == ESC or known:
                    yield from self._named(_Piece("key", begun))
        if silence >= PATIENCE and (late := self._decode(b"", True)):
            yield from self._said(self._pieces(late), 0)
        if silence >= PAUSE:
            yield from self._poured()

    # -- cutting -----------------------------------------------------------

    @property
    def _swallows(self) -> bool:
        """Whether nothing is a key until some end has come."""
        return self._reading in (self._pasted, self._string)

    def _give_up(self) -> list[_Piece]:
        found = [_Piece("paste", self._taken())] if self._reading == self._pasted else []
        self._reading, self._begun = self._ground, ""
        return found

    def _pieces(self, text: str) -> list[_Piece]:
        """Cut text into pieces; what is not complete is kept for the next time."""
        found: list[_Piece] = []
        text, self._begun = self._begun + text, ""
        while text:
            before = text
            text = ""
            for piece in self._reading(before):
                if isinstance(piece, str):
                    text = piece
                else:
                    found.append(piece)
        return found

    def _ground(self, text: str) -> Iterator[_Piece | str]:
        """Keys and sequences; gives the rest where another way of reading begins."""
        at, end = 0, len(text)
        while at < end:
            if plain := _TEXT.match(text, at):
                for letter in plain[0]:
                    yield _Piece("key", letter)
                at = plain.end()
            elif whole := _WHOLE.match(text, at):
                if len(whole[0]) == 2 and whole[0][1] < " " and whole[0] not in ANSI_SEQUENCES_KEYS:
                    # Two keys, one right after the other.
                    yield _Piece("key", ESC)
                    at += 1
                    continue
                at = whole.end()
                if whole[0] == BRACKETED_PASTE_START:
                    self._reading = self._pasted
                    yield text[at:]
                    return
                if len(whole[0]) <= LONGEST:
                    yield _Piece("key", whole[0])
            elif at + 2 < end and (string := _STRING.match(text, at)):
                self._reading = self._string
                yield text[string.end() :]
                return
            elif _BEGUN.match(text, at) or _STRING.fullmatch(text, at):
                self._begun = text[at:]
                if end - at > LONGEST:
                    self._begun, self._reading = "", self._endless
                return
            elif text.startswith(ESC + ESC, at):
                yield _Piece("key", ESC)
                at += 1
            else:
                broken = _BROKEN.match(text, at)
                at = max(at + 1, broken.end() if broken else 0)

    def _endless(self, text: str) -> Iterator[_Piece | str]:
        """Drop a sequence that is too long to be one, and what belongs to it."""
        skipped = _ENDLESS.match(text)
        rest = text[skipped.end() if skipped else 0 :]
        if rest or "@" <= text[-1] <= "~":
            self._reading = self._ground
        yield rest

    def _string(self, text: str) -> Iterator[_Piece | str]:
        """Drop a report in words up to its end."""
        if ends := _STRING_ENDS.search(text):
            self._reading = self._ground
            yield text[ends.end() :]
        elif text.endswith(ESC):
            self._begun = ESC

    def _pasted(self, text: str) -> Iterator[_Piece | str]:
        """Keep a paste up to its end, whatever stands in it."""
        at = text.find(BRACKETED_PASTE_END)
        if at >= 0:
            self._take(text[:at])
            self._reading = self._ground
            yield _Piece("paste", self._taken())
            yield text[at + len(BRACKETED_PASTE_END) :]
            return
        held = next(
            (n for n in range(len(BRACKETED_PASTE_END) - 1, 0, -1)
             if text.endswith(BRACKETED_PASTE_END[:n])), 0,
        )  # fmt: skip
        self._take(text[: len(text) - held])
        self._begun = text[len(text) - held :]

    def _take(self, text: str) -> None:
        text = text[: self._room]
        self._room -= len(text)
        self._paste.append(text)

    def _taken(self) -> str:
        text = "".join(self._paste)
        self._paste, self._room = [], PASTE
        return text

    # -- naming ------------------------------------------------------------

    def _said(self, pieces: list[_Piece], silence: float) -> Iterator[Message]:
        """Name the pieces; more keys than anybody can press are a paste without marks."""
        if silence >= PAUSE:
            yield from self._poured()
        self._left = min(float(KEYS), self._left + silence * A_SECOND)
        keys = sum(piece.kind == "key" and not _MOUSE.match(piece.text) for piece in pieces)
        if self._flood is None and keys <= self._left:
            self._left -= keys
        elif keys:
            self._flood = self._flood or []
        for piece, after in zip_longest(pieces, pieces[1:]):
            if piece.kind == "key" and _MOUSE.match(piece.text):
                if self._counts(piece, after):
                    yield from self._named(piece)
            elif self._flood is None or piece.kind == "paste":
                yield from self._named(piece)
            elif len(self._flood) < PASTE and (piece.text.isprintable() or piece.text in "\r\n\t"):
                self._flood.append(piece.text)

    def _counts(self, mouse: _Piece, after: _Piece | None) -> bool:
        """Whether a report of the mouse is worth a message.

        Of moves that come together only the last is; clicks are counted as keys are.
        """
        if _moves(mouse):
            return after is None or not _moves(after)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def _poured(self) -> Iterator[Message]:
        """Give the paste without marks that has come to its end."""
        text, self._flood = "".join(self._flood or ()), None
        if text:
            yield events.Paste(text)

    def _named(self, piece: _Piece) -> Iterator[Message]:
        """Say what a piece is; nothing for what no terminal of this world means by a key."""
        text = piece.text
        if piece.kind == "paste":
            yield events.Paste(text.replace("\x00", ""))
        elif text == FOCUSIN:
            yield events.AppFocus()
        elif text == FOCUSOUT:
            yield events.AppBlur()
        elif _SYNC.fullmatch(text):
            yield messages.TerminalSupportsSynchronizedOutput()
        elif _MOUSE.fullmatch(text):
            mouse = self._parser.parse_mouse_code(text)
            if isinstance(mouse, events.MouseEvent) and max(mouse.x, mouse.y) < FARTHEST:
                yield mouse
        elif not _NO_KEY.fullmatch(text):
            yield from self._keys(text)

    def _keys(self, text: str) -> list[events.Key]:
        alt = len(text) == 2 and text not in ANSI_SEQUENCES_KEYS
        try:
            found = list(self._parser._sequence_to_key_events(text[-1] if alt else text, alt=alt))
        except Exception:
            # Numbers that are no letters, and whatever else: input never ends the program.
            return []
        return [key for key in found if key.key != Keys.Ignore and _writable(key.character)]


def _alone(text: str) -> bool:
    """Whether text is one key by itself."""
    if text in (BRACKETED_PASTE_END, BRACKETED_PASTE_START):
        return False
    return len(text) == 1 or (len(text) == 2 and text[0] == ESC) or bool(_WHOLE.fullmatch(text))


def _moves(piece: _Piece) -> bool:
    """Whether a piece says that the mouse moved."""
    mouse = _MOUSE.fullmatch(piece.text)
    return mouse is not None and bool(int(mouse[1][:6]) & _MOVES)


def _writable(character: str | None) -> bool:
    """Whether a letter can be written to a file: half a surrogate pair cannot."""
    return character is None or not any("\ud800" <= sign <= "\udfff" for sign in character)


# -- the driver --------------------------------------------------------------------------------

TICK = 0.1
"""Seconds without input after which silence means something."""
CHUNK = 1 << 16
"""Bytes read at once."""
ROUNDS = 10
"""So many times what waits is thrown away, in one tick."""
LEAVE = (
    b"\x18\x1b[?2026l\x1b[0m\x1b[?2004l\x1b[?7h\x1b[?1000;1003;1006;1015l"
    b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l"
)
"""What Textual says when it leaves, after an end to whatever was cut."""

KEEP_TITLE, OLD_TITLE = "\x1b[22;2t", "\x1b[23;2t"
"""What lets a terminal remember the title of its window, and put it back."""


class Output:
    """Writes to the terminal; once that is gone, nowhere, and somebody is told."""

    def __init__(self, file: TextIO, gone: Callable[[], None]) -> None:
        self._file = file
        self._gone = gone

    def write(self, text: str) -> None:
        """Write; letters that the terminal's encoding lacks become marks."""
        try:
            self._file.write(text)
        except UnicodeEncodeError:
            code = self._file.encoding
            self._file.write(text.encode(code, "replace").decode(code))
        except (OSError, ValueError):
            self._gone()

    def flush(self) -> None:
        """Send what was written."""
        try:
            self._file.flush()
        except (OSError, ValueError):
            self._gone()

    def fileno(self) -> int:
        """Return the descriptor below."""
        return self._file.fileno()

    def isatty(self) -> bool:
        """Say whether this is a terminal."""
        return self._file.isatty()


class TerminalDriver(LinuxDriver):
    """Reads by ``Keyboard``, takes the size from the system alone, and notices a lost terminal."""

    def __init__(self, app: Any, **options: Any) -> None:
        super().__init__(app, **options)
        screen = next((f for f in (sys.__stderr__, sys.__stdout__) if f and f.isatty()), None)
        if screen is not None:
            self._file: Any = Output(screen, self._gone)
        self._entitled = False

    def entitle(self, title: str) -> None:
        """Set the title of the window; the one that it had comes back at the end."""
        self.write(f"{'' if self._entitled else KEEP_TITLE}\x1b]2;{title}\x07")
        self.flush()
        self._entitled = True

    def stop_application_mode(self) -> None:
        if self._entitled:
            self.write(OLD_TITLE)
            self._entitled = False
        super().stop_application_mode()

    def _run_input_thread(self) -> None:
        """Let errors go to ``threading.excepthook``, which ``mishaps`` watches."""
        self.run_input_thread()

    def run_input_thread(self) -> None:
        """Read until the app ends."""
        keyboard = Keyboard()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                if selector.select(TICK):
                    try:
                        data = os.read(self.fileno, CHUNK)
                    except (BlockingIOError, InterruptedError):
                        continue
                    except OSError:
                        data = b""
                    if not data:
                        self._gone()
                        return
                    for message in keyboard.feed(data):
                        self.process_message(message)
                for message in keyboard.tick():
                    self.process_message(message)

    def abandon(self) -> None:
        """Give the terminal back, though it takes nothing and whoever writes to it waits.

        What waits to be shown is thrown away: what the writer still has goes nowhere, once a
        signal (one that we catch) has woken it, and what the terminal has not shown is taken
        out. So there is room to say that we leave.
        """
        # A program in the background would be stopped for it.
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTTOU})
        with suppress(termios.error, OSError):
            if self.attrs_before is not None:
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)
            shown = self._file.fileno()
            # A way of its own, which waits for nobody.
            screen = os.open(os.ttyname(shown), os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
            os.dup2(os.open(os.devnull, os.O_WRONLY), shown)
            for _ in range(ROUNDS):
                writer = self._writer_thread
                if writer is not None and writer.ident is not None and writer.is_alive():
                    signal.pthread_kill(writer.ident, signal.SIGTERM)
                sleep(TICK / ROUNDS)
                termios.tcflush(screen, termios.TCOFLUSH)
            os.write(screen, LEAVE)

    def _gone(self) -> None:
        """End, since the terminal has gone, with or without a signal that says so."""
        if not self.exit_event.is_set():
            # The loop may have ended since.
            with suppress(RuntimeError):
                self._loop.call_soon_threadsafe(self._app.exit, None, 128 + signal.SIGHUP)

    def _query_in_band_window_resize(self) -> None:
        """Ask nothing: a size that comes with the input is whatever a paste says it is."""

    def _sigcont_application(self, *_: Any) -> None:
        """Take the terminal again, from the state that it had before we first took it.

        Whoever is continued without having said that it stops still holds it, and would
        take its own raw state for the one to give back at the end.
        """
        if self._must_signal_resume:
            super()._sigcont_application()
        elif self._auto_restart:
            self._loop.call_soon_threadsafe(self._take_again)

    def _take_again(self) -> None:
        if self.exit_event.is_set():
            return
        self.suspend_application_mode()
        self._must_signal_resume = True
        self.resume_application_mode()
        # Nothing has changed but what the terminal shows.
        self._app.call_later(self._app.refresh)
