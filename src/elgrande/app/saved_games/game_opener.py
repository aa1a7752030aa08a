"""The app's way to games: start one, open a save, list what there is, know the bots.

Screens get an ``OpenGame`` and use its Chair; this module alone knows tables and files.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from threading import Thread
from typing import Protocol

from elgrande.app.answering.bot_answers import Adviser, BotPlay
from elgrande.bots.bot import BotError
from elgrande.bots.registry import built_in
from elgrande.bots.runner import described
from elgrande.content.setup import Setup
from elgrande.content.words.names import sentence
from elgrande.saves import Journal, Paths, SaveError, SaveFile, SaveSummary, Store
from elgrande.saves.standings import GameStanding
from elgrande.table import Table, seated
from elgrande.table.chair import Chair
from elgrande.table.saved_game import begin, of_the_day, reopen, standing_of, standings


@dataclass
class OpenGame:
    """One game that is being played here: its Chair, its bots, its save."""

    chair: Chair
    name: str = ""
    notices: tuple[str, ...] = ()
    host: BotPlay | None = None
    close: Callable[[], None] = field(default=lambda: None)
    rescue: Callable[[str], str | Path] | None = None
    """Writes everything acknowledged to another place, and returns what opens it."""
    path: Path | None = None
    """Where its save lies, if it has one here."""
    unsaved: Callable[[], str] = field(default=lambda: "")
    """Why the save took no more, in a sentence for whoever owns it; empty without one here."""
    adviser: Adviser | None = None
    """Who is asked for advice, where that is not a process of our own."""

    def start(self) -> None:
        """Let the bots play."""
        if self.host is not None:
            self.host.start()

    def stop(self) -> None:
        """End the bots and let go of the save; everything acknowledged is on the disk."""
        if self.host is not None:
            self.host.stop()
        self.close()


class GameOpener(Protocol):
    """Whoever has games: the user's folder, or a test's bench."""

    def new(self, setup: Setup) -> OpenGame:
        """Start a game."""

    def open(self, which: str | Path) -> OpenGame:
        """Open a saved one."""

    def saves(self) -> list[SaveSummary]:
        """Return all saved ones, the latest first; none is opened for it."""

    def read(self, which: str | Path) -> Journal:
        """Read a saved one without opening it to play (SaveError)."""


class Games:
    """New games and saved ones, in the user's folder."""

    def __init__(self, paths: Paths, host: Callable[[Table], BotPlay] = BotPlay) -> None:
        self.paths = paths
        self.store = Store(paths)
        self._host = host

    def new(self, setup: Setup) -> OpenGame:
        """Start a game and its save (SaveError, ContentError)."""
        return self.take(begin(self.store, setup, date.today()))

    def today(self, day: date, name: str) -> OpenGame:
        """Go on with the game of a date, or start it (SaveError)."""
        return self.take(of_the_day(self.store, day, name))

    def open(self, which: str | Path) -> OpenGame:
        """Open a save to play on (SaveError)."""
        return self.take(reopen(self.store, which))

    def take(self, table: Table) -> OpenGame:
        """Play at a table that is open, with its save."""
        save = table.log
        assert isinstance(save, SaveFile)

        def rescue(text: str) -> str | Path:
            which = self.store.find(text)
            save.rescue(which)
            return which

        def unsaved() -> str:
            return "" if table.unsaved is None else table.unsaved.sentence

        chair = seated(table)

        def close() -> None:
            chair.close()
            try:
                # While nobody else can play it on.
                self._note(save.path, standing_of(table, save))
            finally:
                table.close()

        host = self._host(table)
        return OpenGame(chair, save.name, save.notices, host, close, rescue, save.path, unsaved)

    def _note(self, path: Path, standing: GameStanding) -> None:
        """Remember how a game stands that is left, so that nobody replays it to learn that."""
        saves = self.saves()
        known = standings(self.store)
        for save in saves:
            if save.path == path:
                known.note(save, standing)
        known.keep(saves)

    def saves(self) -> list[SaveSummary]:
        """Return all saves, the latest first; none when the folder cannot be read."""
        with suppress(SaveError):
            return self.store.summaries()
        return []

    def read(self, which: str | Path) -> Journal:
        """Read a save without holding or changing it (SaveError)."""
        return self.store.read(which)


WAITING = "It is being asked what it does."
SILENT = "It does not say how it plays."


class BotSentences:
    """Asks each bot once. One that did not come with the game is asked in the background.

    ``on_answer`` is called, in another thread, when such a bot has said something.
    """

    def __init__(self, on_answer: Callable[[], object]) -> None:
        self._on_answer = on_answer
        self._said: dict[str, str] = {}

    def of(self, name: str) -> str:
        """Return what a bot says, or that it is still being asked, as whole sentences."""
        if name not in self._said:
            if built_in(name):
                self._said[name] = _asked(name)
            else:
                self._said[name] = WAITING
                # Nobody waits for a stranger's bot, at the end of the program least of all.
                Thread(target=self._ask, args=(name,), daemon=True).start()
        return self._said[name]

    def _ask(self, name: str) -> None:
        self._said[name] = _asked(name)
        self._on_answer()


def _asked(name: str) -> str:
    try:
        said = described(name)
        return sentence(said) if said else SILENT
    except BotError as error:
        return sentence(str(error))
