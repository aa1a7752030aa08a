"""The saves as the load screen shows them: what each is, and what can be done with it.

A Shelf goes between that screen and the Store: names are checked there, nothing is
overwritten there, and every failure is a SaveError with one sentence.
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from elgrande.app.replaying import Replaying
from elgrande.content.clean import clean
from elgrande.content.files import Unreadable, path_of, reason
from elgrande.content.words.names import round_name
from elgrande.saves import SaveError, SaveExists, Store, shipped
from elgrande.saves.errors import shown
from elgrande.table.standing import Standing, Standings, players_in
from elgrande.table.title import example

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from elgrande.app.glyphs import Glyphs
    from elgrande.saves import Summary


EXAMPLE = "example"
"""The word that marks what came with the program, and finds it."""
LONGEST = 150
"""No name of a file is told with more cells; those that we give have forty at most."""


@dataclass(frozen=True)
class Volume:
    """One save on the shelf.

    `which` opens it: a name, or the path of a shipped example. `problem` says why
    it cannot be played; then there are no scores. With a `file` it has not been read
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
    file: Summary | None = None

    def matches(self, words: Iterable[str]) -> bool:
        """Whether every word stands in the name or in a player's name."""
        mark = EXAMPLE if self.example else ""
        text = " ".join((self.name, *self.players, self.when, mark)).casefold()
        return all(word.casefold() in text for word in words)


class Shelf:
    """The user's saves, and the examples that come with the program."""

    def __init__(self, store: Store, glyphs: Glyphs) -> None:
        self.store = store
        self._glyphs = glyphs
        self._standings = Standings(store)

    def volumes(self, summaries: Sequence[Summary] | None = None) -> list[Volume]:
        """The saves, the latest first, then the examples; none is opened for it."""
        found = self.store.summaries() if summaries is None else summaries
        return [self._volume(each, date(each.mtime)) for each in found] + self.examples()

    def examples(self) -> list[Volume]:
        """What came with the program; none where that folder is missing."""
        try:
            found = self.store.summaries(shipped("saves"))
        except SaveError:
            return []
        named = sorted((each for each in found if "." not in each.name), key=lambda each: each.name)
        return [self._volume(each, example=True) for each in named]

    def _volume(self, summary: Summary, when: str = "", *, example: bool = False) -> Volume:
        """A save by what is known of it already."""
        name = clean(summary.name, LONGEST)
        volume = Volume(summary.which, name, when, example=example, file=summary)
        standing = self._standings.known(summary)
        return volume if standing is None else _stood(volume, standing)

    def players(self, volume: Volume) -> Volume:
        """A save with who plays by its header, which is quick to read."""
        if volume.file is None or volume.players:
            return volume
        try:
            names = players_in(self.store.header(volume.which, before="deck"))
        except SaveError:
            # Reading all of it tells what is wrong.
            return self.read(volume)
        return replace(volume, players=names)

    def read(self, volume: Volume) -> Volume:
        """A save with how it stands, by replaying it; or with what is wrong with it."""
        if volume.file is None:
            return volume
        try:
            return _stood(volume, self._standings.find(volume.file))
        except SaveError as error:
            names = volume.players
            if not names:
                with suppress(SaveError):
                    names = players_in(self.store.header(volume.which, before="deck"))
            return replace(volume, players=names, problem=error.sentence, file=None)

    def keep(self) -> None:
        """Keeps what was found out for the next time."""
        with suppress(SaveError):
            self._standings.keep(self.store.summaries())

    # -- doing -------------------------------------------------------------

    def rename(self, volume: Volume, new: str) -> None:
        """Gives a save another name."""
        self.store.rename(_own(volume), new.strip())

    def copy(self, volume: Volume, new: str) -> None:
        """Copies the sound records of a save."""
        self.store.copy(volume.which, self.store.find(new.strip()))

    def delete(self, volume: Volume) -> Path:
        """Puts a save into the bin; returns where it lies there."""
        return self.store.delete(_own(volume))

    def mend(self, volume: Volume) -> str:
        """Copies what is sound of a save that cannot be played; returns the copy's name."""
        try:
            journal = self.store.read(volume.which)
        except SaveError:
            title = f"{volume.name}-sound"
            return self.store.under_unused(
                title, lambda name: self.store.salvage(volume.which, name)
            ).stem
        replaying = Replaying(journal, volume.name, self._glyphs)
        replaying.go(replaying.last)
        return replaying.branch(self.store, replaying.players_here())

    def adopt(self, volume: Volume) -> str:
        """The name to play a save by; an example is copied first and stays as it was."""
        if not volume.example:
            return _own(volume)
        return self.store.under_unused(
            example(volume.name), lambda name: self.store.copy(volume.which, name)
        ).stem

    def replaying(self, volume: Volume) -> Replaying:
        """A save to look at again."""
        return Replaying(self.store.read(volume.which), volume.name, self._glyphs)

    def proposal(self, volume: Volume, what: str) -> str:
        """A name that is still free, to begin with: for a copy, or for a text."""
        if what == "export":
            return str(self.store.paths.saves / f"{volume.name}.txt")
        return self.store.unused_name(volume.name)

    def export(self, volume: Volume, where: str) -> Path:
        """Writes the story of a game as sentences to a new file (SaveError)."""
        try:
            path = path_of(where.strip())
        except Unreadable as error:
            raise SaveError(str(error)) from None
        # Path's own question raises an error for what is too long.
        if not where.strip() or os.path.isdir(path):
            raise SaveError("Name a file to write the text to.", path=path)
        if path.parent == Path():
            path = self.store.paths.saves / path
        named = shown(path)
        if os.path.lexists(path):
            sentence = f"{named} is there already and is not overwritten; choose another name."
            raise SaveExists(sentence, path=path)
        text = "\n".join(sentences(self.replaying(volume))) + "\n"
        try:
            self.store.ready(path.parent.absolute())
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            sentence = f"{named} could not be written ({reason(error)}); choose another place."
            raise SaveError(sentence, path=path) from error
        return path


def _own(volume: Volume) -> str:
    """The name of a save of the user's; an example stays as it is."""
    if isinstance(volume.which, Path):
        raise SaveError("The examples stay as they are; copy one to have it for yourself.")
    return volume.which


def date(mtime: float) -> str:
    """When a save was last written, by the clock here; empty for a time that no calendar has."""
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(mtime).strftime("%Y-%m-%d %H:%M") if mtime else ""
    return ""


def _stood(volume: Volume, standing: Standing) -> Volume:
    return replace(
        volume, players=standing.players, scores=standing.scores, round=standing.round,
        over=standing.over, file=None,
    )  # fmt: skip


def sentences(replaying: Replaying) -> list[str]:
    """The story of a game as a spectator may know it, with who played and how it stands."""
    guide, position = replaying.guide, replaying.table.state
    players = [
        f"{guide.player(seat)} ({guide.colour(seat)}, {player.source})"
        for seat, player in enumerate(guide.players)
    ]
    out = [f"El Grande: {replaying.name}", f"Players: {', '.join(players)}", ""]
    for item in replaying.story():
        head = item.line.kind == "round"
        out += ["", item.line.text, "-" * len(item.line.text)] if head else [item.line.text]
    when = round_name(position.round, position.rules.rounds[0])
    stands = "Final scores" if position.over else f"Scores {'in ' * bool(position.round)}{when}"
    scores = [f"{guide.player(seat)} {position.score(seat)}" for seat in range(guide.rules.n)]
    out += ["", f"{stands}: {', '.join(scores)}"]
    if replaying.problem:
        out += ["", replaying.problem]
    return out
