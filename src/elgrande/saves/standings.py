"""How the saves of a store stand, remembered from one start of the program to the next.

What replays a save is the caller's: nothing here loads the rules, so that whoever asks for what
is known has it at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from elgrande import __version__
from elgrande.content.clean import clean
from elgrande.saves.errors import SaveError

if TYPE_CHECKING:
    from elgrande.saves.journal import Journal
    from elgrande.saves.store import SaveSummary, Store

FILE = "standings.json"

OLD = 3.0
"""Seconds after which a file's time tells it from what it was before: some disks count in twos."""

MOST, MOST_SEATS = 5000, 10
"""How many saves are remembered, and how many seats a game may have."""


def when(mtime: float) -> str:
    """Return when a save was last written, by the clock here; empty for no date at all.

    ``mtime`` is in seconds, as a file system counts them.
    """
    with suppress(ValueError, OverflowError, OSError):
        return datetime.fromtimestamp(mtime).strftime("%Y-%m-%d %H:%M") if mtime else ""
    return ""


def how_far(round: int, over: bool = False) -> str:
    """Return how far a game has come, in few words."""
    return "over" if over else f"round {round}" if round else "at start"


Shares = tuple[tuple[str, tuple[int, ...]], ...]
"""Sources of points by what they are called, and what each seat got from them."""


class GameStanding(NamedTuple):
    """How a saved game stands, in order of seats where there is one value each.

    ``sources`` are who plays, a person or a bot's name; the seats ``given`` have a name that
    somebody typed; the seats ``asked`` owe an answer. ``points`` are told of a game that is over.
    ``digest`` is what an analysis of it is kept under.
    """

    players: tuple[str, ...]
    scores: tuple[int, ...]
    round: int
    over: bool
    sources: tuple[str, ...]
    given: tuple[int, ...]
    asked: tuple[int, ...]
    edition: str
    expansions: tuple[str, ...]
    points: Shares
    digest: str

    @classmethod
    def read(cls, plain: object) -> GameStanding:
        """Check what JSON has made of one; ValueError or TypeError for anything else."""
        match plain:
            case [
                list(players), list(scores), int(round), bool(over), list(sources), list(given),
                list(asked), str(edition), list(expansions), list(points), str(digest),
            ]:  # fmt: skip
                pass
            case _:
                raise ValueError("this is not a summary of a save")
        seats = len(players)
        shares = tuple((label, tuple(each)) for label, each in points)
        texts = [*players, *sources, *expansions, edition, digest]
        numbers = [*scores, round]
        for label, each in shares:
            texts.append(label)
            numbers += each
        sound = (
            seats == len(scores) == len(sources) <= MOST_SEATS
            and all(map(_harmless, texts))
            and {*map(type, numbers), *map(type, given), *map(type, asked)} == {int}
            and -10_000 < min(numbers) <= max(numbers) < 10_000
            and {*given, *asked} <= {*range(seats)}
            and all(len(each) == seats for _, each in shares)
            and 0 <= round < 100
        )
        if not sound:
            raise ValueError("this is not a summary of a save")
        return cls(
            tuple(players), tuple(scores), round, over, tuple(sources), tuple(given), tuple(asked),
            edition, tuple(expansions), shares, digest,
        )  # fmt: skip


class Standings:
    """How the saves of a store stand, each replayed when it is first asked for.

    That is remembered in the cache from one start of the program to the next, since to replay
    hundreds of them takes long. The memory knows a file by what the folder says of it, and else by
    its bytes: a save that was renamed or copied is not replayed again either. What goes wrong is
    not remembered, since its cure may lie elsewhere.
    """

    def __init__(self, store: Store, stood: Callable[[Journal, str], GameStanding]) -> None:
        """``stood`` replays a save that is called so (SaveError)."""
        self._store = store
        self._stood = stood
        self._cache = store.cache(FILE)
        self._prints: dict[str, tuple[str, str]] = {}
        self._known: dict[str, GameStanding] = {}
        self._learned = False
        self._read()

    def known(self, save: SaveSummary) -> GameStanding | None:
        """How a save stands if that can be told without opening it."""
        stamp, name = self._prints.get(str(save.path), ("", ""))
        return self._known.get(name) if stamp and stamp == save.stamp else None

    def find(self, save: SaveSummary) -> GameStanding:
        """How a save stands; SaveError if it cannot be replayed."""
        known = self.known(save)
        if known is not None:
            return known
        data = self._store.data(save.which)
        name = _print(data)
        if name not in self._known:
            journal = self._store.parse(data, save.which)
            self._known[name] = self._stood(journal, save.name)
        # Younger than that it may have other bytes already, and the same time.
        old = time.time() - save.mtime > OLD
        line = (save.stamp if old else "", name)
        self._learned = self._learned or self._prints.get(str(save.path)) != line
        self._prints[str(save.path)] = line
        return self._known[name]

    def each(
        self, saves: Sequence[SaveSummary]
    ) -> Generator[tuple[SaveSummary, GameStanding], None, None]:
        """Yield the saves that can be replayed with how they stand; what is learned is kept."""
        try:
            for save in saves:
                with suppress(SaveError):
                    yield save, self.find(save)
        finally:
            self.keep(saves)

    def over(self, save: SaveSummary) -> bool:
        """Say whether a game of the store's own is over; SaveError if it cannot be replayed.

        Of most that are their saves say so, and need not be replayed for it.
        """
        known = self.known(save)
        if known is None and isinstance(save.which, str) and self._store.ends_game(save.which):
            return True
        return (known or self.find(save)).over

    def keep(self, saves: Iterable[SaveSummary]) -> None:
        """Keep for the next time what is known of these saves, if anything was learned."""
        if not self._learned:
            return
        self._learned = False
        kept: dict[str, list[object]] = {}
        for save in saves:
            stamp, name = self._prints.get(str(save.path), ("", ""))
            if name in self._known and len(kept) < MOST:
                kept[str(save.path)] = [stamp, name, self._known[name]]
        self._cache.write({"made": __version__, "saves": kept})

    def note(self, save: SaveSummary, standing: GameStanding) -> None:
        """Take how a save stands from somebody who has just played it."""
        with suppress(SaveError):
            name = _print(self._store.data(save.which))
            self._known[name] = standing
            self.find(save)

    def _read(self) -> None:
        plain = self._cache.read()
        if not isinstance(plain, dict) or plain.get("made") != __version__:
            return
        saves = plain.get("saves")
        for path, line in saves.items() if isinstance(saves, dict) else ():
            match line:
                case [str(stamp), str(name), standing]:
                    try:
                        self._known[name] = GameStanding.read(standing)
                    except (ValueError, TypeError):
                        continue
                    self._prints[path] = stamp, name


@lru_cache(maxsize=4096)
def _harmless(text: object) -> bool:
    return type(text) is str and text == clean(text)


def _print(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
