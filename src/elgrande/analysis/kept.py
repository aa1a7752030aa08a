"""What an analysis has found out so far, beside the saves, under the digest of the game.

It is kept after every step, so that who stops it goes on where it was. It is worth nothing
when it is lost, and done anew when the game, the evaluator or the number of tries is another.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from elgrande import __version__
from elgrande.analysis.chances import TEMPERS, Evaluator
from elgrande.analysis.game import Game, digest
from elgrande.saves.fs import Cache, FileSystem

if TYPE_CHECKING:
    from pathlib import Path

    from elgrande.table.saved_game import Saved

FORMAT = 4
MOST = 1 << 32
"""Of a number that is kept: the mark of an end is the largest."""

Tries = list[list[float]]
"""What each try gave: a number a seat."""


class Kept:
    """The found numbers of one game, by the name of a step."""

    def __init__(self, cache: Cache | None, key: dict[str, Any]) -> None:
        self._cache = cache
        self._key = {**key, "format": FORMAT}
        self._found: dict[str, Tries] = {}
        self.lasting = cache is not None
        """Whether the last that was found is on the disk."""
        told = None if cache is None else cache.read()
        if isinstance(told, dict) and told.get("key") == self._key:
            found = told.get("found")
            if isinstance(found, dict) and all(map(_sound, found.values())):
                self._found = found

    def get(self, name: str, tries: int, numbers: int) -> Tries | None:
        """Return the tries that a step found, or None if it is still to do.

        So many tries of so many numbers each are wanted: others are none.
        """
        found = self._found.get(name)
        if found is None or len(found) != tries or any(len(each) != numbers for each in found):
            return None
        return found

    def put(self, name: str, tries: Tries) -> None:
        """Keep what a step found."""
        self._found[name] = tries
        if self._cache is not None:
            self.lasting = self._cache.write({"key": self._key, "found": self._found})


FOLDER = "analyses"
"""Where analyses are kept, beside the saves."""
LATEST = 200
"""So many are kept, each of 100 to 200 KB; an older one is done anew when it is asked for."""


def cache_of(data: Path, digest: str) -> Cache:
    """Return the file in which the analysis of a game is kept, in the user's data folder.

    Of others the latest are kept beside it.
    """
    _forget_oldest(data / FOLDER)
    return Cache(FileSystem(), data / FOLDER, f"{digest}.json")


def _forget_oldest(folder: Path) -> None:
    """Take away what has not been written for longest, of more than ``LATEST`` analyses."""
    with suppress(OSError):
        files = sorted(folder.glob("*.json"), key=lambda file: file.stat().st_mtime)
        for file in files[:-LATEST]:
            file.unlink()


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
        isinstance(each, list) and all(map(_is_number, each)) for each in tries
    )


def _is_number(number: object) -> bool:
    # Not a number is none either, and compares as false.
    return type(number) in (int, float) and -MOST <= number <= MOST  # type: ignore[operator]
