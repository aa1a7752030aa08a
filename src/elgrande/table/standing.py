"""How saved games stand, and a memory of it, since to replay hundreds of them takes long.

The memory is kept in the cache from one start of the program to the next. It knows a file by what
the folder says of it, and else by its bytes: a save that was renamed or copied is not replayed
again either. What goes wrong is not remembered, since its cure may lie elsewhere.
"""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from elgrande import __version__
from elgrande.content.clean import clean
from elgrande.saves.errors import SaveError
from elgrande.table.load import replay

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elgrande.saves import Store, Summary
    from elgrande.table.table import Table

FILE = "standings.json"

SETTLED = 3.0
"""Seconds after which a file's time tells it from what it was before: some disks count in twos."""

MOST = 5000
"""How many saves are remembered."""


@dataclass(frozen=True)
class Standing:
    """How a saved game stands: the players' names and scores in order of seats, and the round."""

    players: tuple[str, ...]
    scores: tuple[int, ...]
    round: int
    over: bool

    @classmethod
    def of(cls, table: Table) -> Standing:
        """How the game at a table stands."""
        state = table.state
        scores = tuple(state.score(seat) for seat in range(table.rules.n_seats))
        return cls(tuple(p.name for p in table.players), scores, state.round, state.over)

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Standing:
        """Check what ``asdict`` made; ValueError if it is anything else."""
        players, scores = plain.get("players"), plain.get("scores")
        number, over = plain.get("round"), plain.get("over")
        sound = (
            set(plain) == {"players", "scores", "round", "over"}
            and isinstance(players, list)
            and all(isinstance(name, str) and name == clean(name) for name in players)
            and isinstance(scores, list)
            and all(type(score) is int and abs(score) < 10_000 for score in scores)
            and len(players) == len(scores) <= 10
            and type(number) is int
            and 0 <= number < 100
            and isinstance(over, bool)
        )
        if not sound:
            raise ValueError("this is not a summary of a save")
        return cls(tuple(players), tuple(scores), number, over)  # type: ignore[arg-type]


def players_in(header: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the players by the header of a save, which need not be one that can be played."""
    game = header.get("game")
    players = game.get("players") if isinstance(game, dict) else None
    if not isinstance(players, list):
        return ()
    return tuple(clean(str(each.get("name", "?"))) for each in players if isinstance(each, dict))


class Standings:
    """How the saves of a store stand, each replayed when it is first asked for."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cache = store.cache(FILE)
        self._prints: dict[str, tuple[str, str]] = {}
        self._known: dict[str, Standing] = {}
        self._learned = False
        self._read()

    def known(self, save: Summary) -> Standing | None:
        """How a save stands if that can be told without opening it."""
        stamp, name = self._prints.get(str(save.path), ("", ""))
        return self._known.get(name) if stamp and stamp == save.stamp else None

    def find(self, save: Summary) -> Standing:
        """How a save stands; SaveError if it cannot be replayed."""
        known = self.known(save)
        if known is not None:
            return known
        data = self._store.data(save.which)
        name = _print(data)
        if name not in self._known:
            journal = self._store.parse(data, save.which)
            self._known[name] = Standing.of(replay(journal, save.name))
        # Younger than that it may have other bytes already, and the same time.
        settled = time.time() - save.mtime > SETTLED
        line = (save.stamp if settled else "", name)
        self._learned = self._learned or self._prints.get(str(save.path)) != line
        self._prints[str(save.path)] = line
        return self._known[name]

    def keep(self, saves: Iterable[Summary]) -> None:
        """Keep for the next time what is known of these saves, if anything was learned."""
        if not self._learned:
            return
        self._learned = False
        kept: dict[str, list[object]] = {}
        for save in saves:
            stamp, name = self._prints.get(str(save.path), ("", ""))
            if name in self._known and len(kept) < MOST:
                kept[str(save.path)] = [stamp, name, asdict(self._known[name])]
        self._cache.write({"made": __version__, "saves": kept})

    def note(self, save: Summary, standing: Standing) -> None:
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
                case [str(stamp), str(name), dict(standing)]:
                    try:
                        self._known[name] = Standing.read(standing)
                    except ValueError:
                        continue
                    self._prints[path] = stamp, name


def _print(data: bytes) -> str:
    return blake2b(data, digest_size=16).hexdigest()
