"""Watching bots that think in another process: one that never answers is named, not waited for.

A simulation asks bots where nothing can stop them. So each of its processes notes, in memory
that it shares with the one that waits, whom it asks what; whoever waits looks there.
"""

from __future__ import annotations

import ctypes
import os
from typing import TYPE_CHECKING, Any

from elgrande.bots.bot import BotError
from elgrande.bots.guard import Allowance
from elgrande.content.clean import clean

if TYPE_CHECKING:
    from multiprocessing.context import SpawnContext

_LONGEST = 40


class Note(ctypes.Structure):
    """What a process asks at the moment, and how many questions it has asked."""

    _fields_ = (
        ("process", ctypes.c_longlong),
        ("asked", ctypes.c_ulonglong),
        ("thinking", ctypes.c_int),
        ("entry", ctypes.c_int),
        ("bot", ctypes.c_char * _LONGEST),
        ("step", ctypes.c_char * _LONGEST),
    )
    process: int
    asked: int
    thinking: int
    entry: int
    bot: bytes
    step: bytes

    def asks(self, bot: str, entry: int = 0, step: str = "") -> None:
        """Note that a bot is asked; without a step, that it is being made."""
        self.thinking = 0
        self.bot, self.step = bot.encode()[: _LONGEST - 1], step.encode()[: _LONGEST - 1]
        self.entry = entry
        self.asked += 1
        self.thinking = 1

    def answered(self) -> None:
        """Note that the bot has answered: here, for a process that it forked off ends now.

        Such a one would share the way to whoever waits, play the game once more beside this
        one, and hand in another result.
        """
        if self.process and self.process != os.getpid():
            os._exit(0)
        self.thinking = 0


class Watch:
    """The notes of so many processes, for whoever waits for them (see ``Allowance``)."""

    def __init__(self, context: SpawnContext, processes: int, seconds: float) -> None:
        self._seconds = seconds
        self._notes: Any = context.RawArray(Note, processes)
        self._taken = context.Value("i", 0)
        self._seen: list[tuple[int, Allowance | None]] = [(0, None)] * processes

    @property
    def given(self) -> tuple[Any, Any]:
        """What each process gets, to find its own note with ``own_note``."""
        return self._notes, self._taken

    def look(self) -> None:
        """Look once, a tick after the last time; BotError if a bot has thought for too long."""
        for at, note in enumerate(self._notes):
            asked, allowed = self._seen[at]
            if allowed is None or asked != note.asked:
                self._seen[at] = note.asked, Allowance(note.process, self._seconds)
            elif note.thinking and (over := allowed.look()):
                raise BotError(_stalled(note, over))

    def thinking(self) -> tuple[str, ...]:
        """Return the bots that were asked and have not answered."""
        return tuple(dict.fromkeys(_text(note.bot) for note in self._notes if note.thinking))


def _stalled(note: Note, over: str) -> str:
    step = _text(note.step)
    where = f"at the step {step!r} (entry {note.entry} of a game)" if step else "when a game began"
    return (
        f"the bot {_text(note.bot)!r} {over} {where}, and a simulation cannot go on without it; "
        "correct the bot or leave it out"
    )


def _text(field: bytes) -> str:
    return clean(field.decode(errors="replace"), _LONGEST)


def own_note(notes: Any, taken: Any) -> Note:
    """Return the note of this process."""
    with taken.get_lock():
        at = taken.value
        taken.value += 1
    note = notes[at % len(notes)]
    assert isinstance(note, Note)
    note.process = os.getpid()
    return note
