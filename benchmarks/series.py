"""Long series of games that can be stopped at any time: each game is a line of a file.

A game has a key, which says all that it depends on, and the record holds what came of it.
Whoever starts the same series again goes on where it was; several series may share the file.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elgrande.bots.limits import die_with_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Key = dict[str, Any]
"""What a game depends on, as JSON carries it."""


class Record:
    """The games of a file, one a line; without a file they are kept in memory alone.

    ValueError if the file has a line that is none of a record, with its number. A last line that
    was cut off, the process having been stopped while it wrote, is taken away.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self._found: dict[str, tuple[str, Any]] = {}
        if path is None or not path.exists():
            return
        text = path.read_text(encoding="utf-8")
        whole, _, torn = text.rpartition("\n")
        if torn:
            # Cut off, and not written anew: a full disk must not take what is whole.
            os.truncate(path, len(f"{whole}\n".encode()) if whole else 0)
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                told = json.loads(line)
                self._found[_name(told["game"])] = (told["commit"], told["found"])
            except (ValueError, KeyError, TypeError):
                raise ValueError(
                    f"{path}, line {number} is not a line of a record of games; name another file "
                    "with --record or take the line out"
                ) from None

    def get(self, key: Key) -> Any:
        """Return what came of a game; None if it has not been played."""
        known = self._found.get(_name(key))
        return None if known is None else known[1]

    def add(self, key: Key, found: Any, commit: str) -> None:
        """Keep what came of a game."""
        self._found[_name(key)] = (commit, found)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                print(json.dumps({"game": key, "commit": commit, "found": found}), file=file)

    def commits_of(self, keys: Sequence[Key]) -> dict[str, int]:
        """Return how many of these games were played at which commit."""
        numbers: dict[str, int] = {}
        for key in keys:
            if known := self._found.get(_name(key)):
                numbers[known[0]] = numbers.get(known[0], 0) + 1
        return numbers


def played(
    keys: Sequence[Key], play: Callable[[Key], Any], record: Record, jobs: int = 1
) -> Iterator[tuple[Key, Any]]:
    """Play the games that a record lacks, and give every game as it is known.

    Those of the record come first, then the others as they end. ``jobs`` processes share them,
    and ``play`` must be a function that they can import. They end with this one.
    """
    missing = []
    for key in keys:
        known = record.get(key)
        if known is None:
            missing.append(key)
        else:
            yield key, known
    now = commit()
    if jobs <= 1:
        for key in missing:
            found = play(key)
            record.add(key, found, now)
            yield key, found
        return
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        waiting = {pool.submit(play, key): key for key in missing}
        try:
            for done in as_completed(waiting):
                key, found = waiting[done], done.result()
                record.add(key, found, now)
                yield key, found
        finally:
            pool.shutdown(cancel_futures=True)


def commit() -> str:
    """Return the commit that plays, with a + where files were changed since; "?" if unknown."""
    try:
        ran = subprocess.run(
            ["git", "describe", "--always", "--dirty=+", "--exclude=*"],
            cwd=Path(__file__).parent, capture_output=True, text=True, check=True,
        )  # fmt: skip
    except (OSError, subprocess.CalledProcessError):
        return "?"
    return ran.stdout.strip()


def _begin() -> None:
    die_with_parent(signal.SIGTERM)


def _name(key: Key) -> str:
    return json.dumps(key, sort_keys=True)
