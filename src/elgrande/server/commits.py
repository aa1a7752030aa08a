"""The answers of all games on their way to the disk, and who waits until they are there.

An answer is written at once, and its sync is done in a thread, where those of many games overlap:
the disk takes them along with one another. Until it is done nothing of it is told, and nothing more
is done at its table. A sync that fails stops that game alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elgrande.saves import SaveFile
    from elgrande.saves.savefile import Pending

THREADS = 32
"""So many syncs overlap; each only waits for the disk."""


def _nothing() -> None:
    """Nobody is told that it was lost."""


@dataclass(eq=False)
class _Commit:
    """One save's way to the disk."""

    save: SaveFile
    was: Pending
    waiting: list[tuple[Callable[[], None], Callable[[], None]]] = field(default_factory=list)


class Commits:
    """What is on its way to the disk, by game. For one event loop.

    ``failed`` hears which game's could not be written and why, after those who waited.
    """

    def __init__(self, failed: Callable[[str, OSError], None]) -> None:
        self._failed = failed
        self._threads = ThreadPoolExecutor(THREADS, "sync")
        self._commits: dict[str, _Commit] = {}

    def add(self, save: SaveFile) -> None:
        """Sync a save that has something pending."""
        assert save.pending is not None
        commit = self._commits[save.name] = _Commit(save, save.pending)
        done = asyncio.get_running_loop().run_in_executor(self._threads, save.sync)
        done.add_done_callback(partial(self._done, commit))

    def pending(self, game: str) -> bool:
        """Say whether something of a game is not on the disk yet."""
        return game in self._commits

    def when(
        self, game: str, then: Callable[[], None], lost: Callable[[], None] = _nothing
    ) -> None:
        """Call ``then`` once all of a game is on the disk, now perhaps, or ``lost`` if it fails."""
        if game in self._commits:
            self._commits[game].waiting.append((then, lost))
        else:
            then()

    def when_all(self, then: Callable[[], None]) -> None:
        """Call ``then`` once nothing is pending any more of what is now, now perhaps."""
        left = len(self._commits)
        if not left:
            then()

        def one() -> None:
            nonlocal left
            left -= 1
            if not left:
                then()

        for commit in self._commits.values():
            commit.waiting.append((one, one))

    async def durable(self, game: str = "") -> None:
        """Return once nothing of a game is pending, or nothing of what is pending now of all."""
        while game in self._commits:
            done = asyncio.Event()
            self.when(game, done.set, done.set)
            await done.wait()
        if not game:
            done = asyncio.Event()
            self.when_all(done.set)
            await done.wait()

    def _done(self, commit: _Commit, done: asyncio.Future[None]) -> None:
        error = done.exception()
        assert error is None or isinstance(error, OSError)
        commit.save.synced(commit.was, error)
        if self._commits.get(commit.save.name) is commit:
            del self._commits[commit.save.name]
        for then, lost in commit.waiting:
            (then if error is None else lost)()
        if error is not None:
            self._failed(commit.save.name, error)

    def close(self) -> None:
        """Take no more, once all saves are closed."""
        self._threads.shutdown()
