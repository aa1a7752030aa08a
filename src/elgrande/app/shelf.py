"""The saves as the load screen shows them: what each is, and what can be done with it.

A Shelf goes between that screen and the Store: names are checked there, nothing is
overwritten there, and every failure is a SaveError with one sentence.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elgrande.app.replaying import Replaying
from elgrande.content.clean import clean
from elgrande.saves import SaveError, SaveExists, Store, shipped
from elgrande.table import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from elgrande.app.glyphs import Glyphs
    from elgrande.saves import Journal, Summary


@dataclass(frozen=True)
class Volume:
    """One save on the shelf.

    `which` opens it: a name, or the path of a shipped example. `problem` says why
    it cannot be played; then the rest is empty.
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

    def matches(self, words: Iterable[str]) -> bool:
        """Whether every word stands in the name or in a player's name."""
        text = " ".join((self.name, *self.players, self.when)).casefold()
        return all(word.casefold() in text for word in words)


class Shelf:
    """The user's saves, and the examples that come with the program."""

    def __init__(self, store: Store, glyphs: Glyphs) -> None:
        self.store = store
        self._glyphs = glyphs
        self._known: dict[tuple[Path, float, int], Volume] = {}

    def volumes(self, summaries: Sequence[Summary] | None = None) -> list[Volume]:
        """The saves, the latest first, then the examples."""
        found = self.store.summaries() if summaries is None else summaries
        return [self._volume(summary) for summary in found] + self.examples()

    def examples(self) -> list[Volume]:
        """What came with the program; none where that folder is missing."""
        try:
            folder = shipped("saves")
        except SaveError:
            return []
        out = []
        for path in sorted(folder.glob("*.toml")):
            if path.name.endswith(".position.toml"):
                continue
            try:
                journal = self.store.read(path)
            except SaveError as error:
                out.append(Volume(path, path.stem, problem=error.sentence, example=True))
            else:
                out.append(read(path, path.stem, journal, "", example=True))
        return out

    def _volume(self, summary: Summary) -> Volume:
        """One save; replaying it is done once for each time that it is written."""
        size = summary.journal.size if summary.journal is not None else -1
        key = (summary.path, summary.mtime, size)
        if key not in self._known:
            when = date(summary.mtime)
            if summary.journal is None:
                volume = Volume(summary.name, clean(summary.name), when, problem=summary.problem)
            else:
                volume = read(summary.name, summary.name, summary.journal, when)
            self._known[key] = volume
        return self._known[key]

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
            name = self.store.unused_name(f"{volume.name}-sound")
            self.store.salvage(volume.which, name)
            return name
        replaying = Replaying(journal, volume.name, self._glyphs)
        replaying.go(replaying.last)
        return replaying.branch(self.store, replaying.players_here())

    def adopt(self, volume: Volume) -> str:
        """The name to play a save by; an example is copied first and stays as it was."""
        if not volume.example:
            return _own(volume)
        name = self.store.unused_name(volume.name)
        self.store.copy(volume.which, name)
        return name

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
        path = Path(where.strip()).expanduser()
        if not where.strip() or path.is_dir():
            raise SaveError("Name a file to write the text to.", path=path)
        if path.parent == Path():
            path = self.store.paths.saves / path
        if path.exists():
            sentence = f"{path} is there already and is not overwritten; choose another name."
            raise SaveExists(sentence, path=path)
        text = "\n".join(sentences(self.replaying(volume))) + "\n"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            sentence = f"{path} could not be written ({reason}); choose another place."
            raise SaveError(sentence, path=path) from error
        return path


def _own(volume: Volume) -> str:
    """The name of a save of the user's; an example stays as it is."""
    if isinstance(volume.which, Path):
        raise SaveError("The examples stay as they are; copy one to have it for yourself.")
    return volume.which


def date(mtime: float) -> str:
    """When a save was last written, by the clock here."""
    return datetime.fromtimestamp(mtime).strftime("%Y-%m-%d %H:%M") if mtime else ""


def read(
    which: str | Path, name: str, journal: Journal, when: str, *, example: bool = False
) -> Volume:
    """Where a save stands, by replaying it; what is wrong with it, if that goes wrong."""
    try:
        table = replay(journal, name)
    except SaveError as error:
        return Volume(which, name, when, _names(journal), problem=error.sentence, example=example)
    state = table.state
    players = tuple(player.name for player in table.players)
    scores = tuple(state.score(seat) for seat in range(table.rules.n))
    return Volume(
        which, name, when, players, scores, state.round, state.over, example=example
    )  # fmt: skip


def _names(journal: Journal) -> tuple[str, ...]:
    """The players of a save that cannot be replayed."""
    game: Any = journal.header.get("game", {})
    players = game.get("players", []) if isinstance(game, dict) else []
    return tuple(clean(str(p.get("name", "?"))) for p in players if isinstance(p, dict))


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
    stands = "Final scores" if position.over else f"Scores in round {position.round}"
    scores = [f"{guide.player(seat)} {position.score(seat)}" for seat in range(guide.rules.n)]
    out += ["", f"{stands}: {', '.join(scores)}"]
    if replaying.problem:
        out += ["", replaying.problem]
    return out
