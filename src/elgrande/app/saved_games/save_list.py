"""The saves as the load screen shows them: what each is, its line, and what can be done with it.

A SavedGames goes between that screen and the Store: names are checked there, nothing is
overwritten there, and every failure is a SaveError with one sentence.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from elgrande.app.panes.glyphs import Glyphs
from elgrande.app.panes.lists import ListItem
from elgrande.app.panes.text_runs import cells, ends
from elgrande.app.saved_games.replaying import Replaying
from elgrande.content.clean import clean
from elgrande.saves import SaveError, SaveSummary, Store
from elgrande.saves.standings import GameStanding, how_far, when
from elgrande.table.saved_game import example, players_in, standings

EXAMPLE = "example"
"""The word that marks what came with the program, and finds it."""
LONGEST = 150
"""No name of a file is told with more cells; those that we give have forty at most."""


@dataclass(frozen=True)
class SavedGame:
    """One save of the list.

    ``which`` opens it: a name, or the path of a shipped example. ``problem`` says why
    it cannot be played; then there are no scores. With a ``file`` it has not been read
    yet: only its name is known, when it was written, and perhaps who plays.
    """

    which: str | Path
    name: str
    when: str = ""
    players: tuple[str, ...] = ()
    scores: tuple[int, ...] = ()
    round: int = 0
    over: bool = False
    problem: str = ""
    example: bool = False
    file: SaveSummary | None = None

    def matches(self, words: Iterable[str]) -> bool:
        """Say whether every word stands in the name or in a player's name."""
        mark = EXAMPLE if self.example else ""
        text = " ".join((self.name, *self.players, self.when, mark)).casefold()
        return all(word.casefold() in text for word in words)


class SavedGames:
    """The user's saves, and the examples that come with the program."""

    def __init__(self, store: Store, glyphs: Glyphs) -> None:
        self.store = store
        self._glyphs = glyphs
        self._standings = standings(store)

    def all(self, summaries: Sequence[SaveSummary] | None = None) -> list[SavedGame]:
        """Return the saves, the latest first, then the examples; none is opened for it."""
        found = self.store.summaries() if summaries is None else summaries
        return [self._saved(each, when(each.mtime)) for each in found] + self.examples()

    def examples(self) -> list[SavedGame]:
        """Return what came with the program; none where that folder is missing."""
        return [self._saved(each, example=True) for each in self.store.examples()]

    def _saved(self, summary: SaveSummary, when: str = "", *, example: bool = False) -> SavedGame:
        """Return a save by what is known of it already."""
        name = clean(summary.name, LONGEST)
        saved = SavedGame(summary.which, name, when, example=example, file=summary)
        standing = self._standings.known(summary)
        return saved if standing is None else _stood(saved, standing)

    def players(self, saved: SavedGame) -> SavedGame:
        """Return a save with who plays by its header, which is quick to read."""
        if saved.file is None or saved.players:
            return saved
        try:
            names = players_in(self.store.header(saved.which, before="deck"))
        except SaveError:
            # Reading all of it tells what is wrong.
            return self.read(saved)
        return replace(saved, players=names)

    def read(self, saved: SavedGame) -> SavedGame:
        """Return a save with how it stands, by replaying it; or with what is wrong with it."""
        if saved.file is None:
            return saved
        try:
            return _stood(saved, self._standings.find(saved.file))
        except SaveError as error:
            names = saved.players
            if not names:
                with suppress(SaveError):
                    names = players_in(self.store.header(saved.which, before="deck"))
            return replace(saved, players=names, problem=error.sentence, file=None)

    def keep(self) -> None:
        """Keep what was found out for the next time."""
        with suppress(SaveError):
            self._standings.keep(self.store.summaries())

    # -- doing -------------------------------------------------------------

    def rename(self, saved: SavedGame, new: str) -> None:
        """Give a save another name."""
        self.store.rename(_own(saved), new.strip())

    def copy(self, saved: SavedGame, new: str) -> None:
        """Copy the sound records of a save."""
        self.store.copy(saved.which, self.store.find(new.strip()))

    def delete(self, saved: SavedGame) -> Path:
        """Put a save into the bin; return where it lies there."""
        return self.store.delete(_own(saved))

    def mend(self, saved: SavedGame) -> str:
        """Copy what is sound of a save that cannot be played; return the copy's name."""
        try:
            journal = self.store.read(saved.which)
        except SaveError:
            title = f"{saved.name}-sound"
            return self.store.under_unused(
                title, lambda name: self.store.salvage(saved.which, name)
            ).stem
        replaying = Replaying(journal, saved.name, self._glyphs)
        replaying.go(replaying.last)
        return replaying.branch(self.store, replaying.players_here())

    def only_seen(self, saved: SavedGame) -> bool:
        """Say whether there is nothing to play: an example whose game is over is looked at.

        Nobody needs a copy of it: whoever plays on from a moment of it gets one there.
        """
        return saved.example and not saved.problem and self.read(saved).over

    def adopt(self, saved: SavedGame) -> str:
        """Return the name to play a save by; an example is copied first and stays as it was."""
        if not saved.example:
            return _own(saved)
        return self.store.under_unused(
            example(saved.name), lambda name: self.store.copy(saved.which, name)
        ).stem

    def replaying(self, saved: SavedGame) -> Replaying:
        """Return a save to look at again."""
        return Replaying(self.store.read(saved.which), saved.name, self._glyphs)

    def proposal(self, saved: SavedGame) -> str:
        """Return a name for a copy that is still free, to begin with."""
        return self.store.unused_name(saved.name)


class SaveReader:
    """Looks into the saves of a list one by one: who plays is soon known, how it stands is not."""

    def __init__(self, saves: SavedGames) -> None:
        self._saves = saves
        self.all: list[SavedGame] = []
        self._headless: deque[int] = deque()
        self._unread: deque[int] = deque()

    def take(self, found: Sequence[SavedGame]) -> None:
        """Take another list; nothing of it need have been read."""
        self.all = list(found)
        unread = [i for i, saved in enumerate(self.all) if saved.file is not None]
        self._headless, self._unread = deque(unread), deque(unread)

    @property
    def knows_players(self) -> bool:
        """Whether it is known of each save who plays."""
        return not self._headless

    def find_players(self) -> None:
        """Find out who plays in every save."""
        while self._headless:
            self._head(self._headless.popleft())

    def read(self, index: int) -> SavedGame:
        """Return a save with how it stands."""
        self.all[index] = self._saves.read(self.all[index])
        return self.all[index]

    def _head(self, index: int) -> None:
        self.all[index] = self._saves.players(self.all[index])

    def look_on(self, wanted: int | None) -> tuple[int, bool] | None:
        """Look into one more save: the wanted one, else one of all headers, else one of the rest.

        Returns its index, and whether it was more than one of the rest; None if all are read.
        """
        if wanted is not None:
            self.read(wanted)
            return wanted, True
        if self._headless:
            index = self._headless.popleft()
            self._head(index)
            return index, True
        if self._unread:
            index = self._unread.popleft()
            self.read(index)
            return index, False
        return None


def _own(saved: SavedGame) -> str:
    """Return the name of a save of the user's; an example stays as it is."""
    if isinstance(saved.which, Path):
        raise SaveError("Examples cannot be changed; copy one to your own saves first.")
    return saved.which


def _stood(saved: SavedGame, standing: GameStanding) -> SavedGame:
    return replace(
        saved, players=standing.players, scores=standing.scores, round=standing.round,
        over=standing.over, file=None,
    )  # fmt: skip


LONGEST_IN_LIST = 34
"""A longer name loses its middle in the list; below the list it stands in full."""

NARROW_LINE = 64
"""Cells for a line in the smallest window, without the spaces between its parts."""


def stands(saved: SavedGame) -> str:
    """Return how far a game has come; nothing as long as nobody knows."""
    if saved.file is not None:
        return ""
    if saved.problem:
        return "cannot be played"
    return how_far(saved.round, saved.over)


def named(saved: SavedGame, glyphs: Glyphs) -> str:
    """Return the name of a save as it stands in the list."""
    return ends(saved.name, LONGEST_IN_LIST, glyphs.more)


def line(saved: SavedGame, glyphs: Glyphs, wide: bool, column: int = 0) -> ListItem:
    """Return one save as a line; in a wide window with everybody's score.

    Names take ``column`` cells at least, so that what follows stands in a column too.
    """
    aside = f"{stands(saved):>9}"
    if saved.when or saved.example:
        aside += f"  {EXAMPLE if saved.example else saved.when}"
    name = named(saved, glyphs)
    name += " " * (column - cells(name))
    if not wide:
        players = ", ".join(saved.players)
        # All of the names or none: below the list they stand in full.
        if cells(name) + cells(players) + cells(aside) > NARROW_LINE:
            players = f"{len(saved.players)} players"
        return ListItem(f"{name}  {players}" if players and saved.players else name.rstrip(), aside)
    return ListItem(f"{name}  {scores(saved)}", aside)


def scores(saved: SavedGame) -> str:
    """Return everybody with the score."""
    pairs = zip(saved.players, saved.scores, strict=False)
    return ", ".join(f"{name} {score}" for name, score in pairs) or ", ".join(saved.players)
