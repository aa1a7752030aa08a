"""What an analysis has found out so far, beside the saves, under the digest of the game.

It is kept after every step, so that who stops it goes on where it was. It is worth nothing
when it is lost, and done anew when the game, the evaluator or the number of tries is another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande import __version__
from elgrande.analysis.chances import TEMPERS
from elgrande.analysis.game import digest
from elgrande.saves.cache import Cache
from elgrande.saves.fs import FileSystem

if TYPE_CHECKING:
    from pathlib import Path

    from elgrande.analysis.chances import Evaluator
    from elgrande.analysis.game import Game
    from elgrande.table.load import Saved

FORMAT = 4

Tries = list[list[float]]
"""What each try gave: a number a seat."""


class Kept:
    """The found numbers of one game, by the name of a step."""

    def __init__(self, cache: Cache | None, key: dict[str, Any]) -> None:
        self._cache = cache
        self._key = {**key, "format": FORMAT}
        self._found: dict[str, Tries] = {}
        told = None if cache is None else cache.read()
        if isinstance(told, dict) and told.get("key") == self._key:
            found = told.get("found")
            if isinstance(found, dict) and all(map(_sound, found.values())):
                self._found = found

    def get(self, name: str) -> Tries | None:
        """Return what a step found, or None if it is still to do."""
        return self._found.get(name)

    def put(self, name: str, tries: Tries) -> None:
        """Keep what a step found."""
        self._found[name] = tries
        if self._cache is not None:
            self._cache.write({"key": self._key, "found": self._found})


FOLDER = "analyses"
"""Where analyses are kept, beside the saves."""


def cache_of(data: Path, digest: str) -> Cache:
    """Return the file in which the analysis of a game is kept, in the user's data folder."""
    return Cache(FileSystem(), data / FOLDER, f"{digest}.json")


def key_of(game: Game, journal: Saved, evaluator: Evaluator, tries: int) -> dict[str, Any]:
    """Return all that an analysis depends on: where one of these differs, it is done anew."""
    return {
        "digest": digest(journal),
        "rules": game.rules.version,
        "program": __version__,
        "evaluator": evaluator.name,
        "model": list(TEMPERS),
        "tries": tries,
    }


def _sound(tries: object) -> bool:
    return isinstance(tries, list) and all(
        isinstance(each, list) and all(type(number) in (int, float) for number in each)
        for each in tries
    )
