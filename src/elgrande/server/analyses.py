"""Analyses of finished games: one at a time, behind everything else that the machine does.

Who wants one asks again and again, and gets what has been found since. An analysis that nobody
asks about any more stops; what it had found out is kept beside the saves, for the next time.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path

from elgrande.analysis.worker import PlainNews, plain_news
from elgrande.saves import SaveError, Store
from elgrande.table.saved_game import Saved

WAITS = 30.0
"""Seconds without a question after which an analysis stops."""
MOST = 50
"""So many games at once are analysed or wait for it."""
EACH = 2
"""So many of them may be one person's: others come in between."""
OWN = f"{EACH} other games are analysed for you already; ask again when one of them is done."
FULL = f"{MOST} games wait to be analysed already; ask again when some of them are done."
BROKEN = "The analysis ended by an error; whoever runs this server finds it in the log."
LOST = "The save of this game cannot be read now; whoever runs this server has to see to its disk."


@dataclass
class _Work:
    """One game's analysis, as far as it has come."""

    asked: float
    who: str = ""
    progress: PlainNews = field(default_factory=lambda: {"done": 0, "of": 1})
    moments: list[PlainNews] = field(default_factory=list)
    last: PlainNews | None = None
    """The report, or why there is none."""
    task: asyncio.Task[None] | None = None


class Analyses:
    """The analyses of a server's games. For one event loop."""

    def __init__(
        self,
        store: Store,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        analyst: Callable[[Saved, str, Path | None], AsyncGenerator[PlainNews, None]] = plain_news,
    ) -> None:
        self._store = store
        self._folder = folder
        self._clock = clock
        self._analyst = analyst
        self._works: dict[str, _Work] = {}
        self._turn = asyncio.Lock()

    def __len__(self) -> int:
        return len(self._works)

    def look(self, game: str, seen: int = 0, who: str = "") -> list[PlainNews]:
        """Return what has been found but for the first moments; the analysis begins, or goes on.

        How far it has come is told first, and the report, or why there is none, last. Of the games
        that ``who`` began to ask about only a few are at work or wait at once.
        """
        work = self._works.get(game)
        if work is None:
            if len(self._works) >= MOST:
                return [{"refused": FULL}]
            open_ = [each for each in self._works.values() if each.who == who and not each.last]
            if who and len(open_) >= EACH:
                return [{"refused": OWN}]
            work = self._works[game] = _Work(self._clock(), who)
            work.task = asyncio.get_running_loop().create_task(self._do(game, work))
        work.asked = self._clock()
        earlier = list(self._works).index(game)
        before = sum(each.last is None for each in [*self._works.values()][:earlier])
        return [
            {**work.progress, "before": before},
            *work.moments[max(0, seen) :],
            *([work.last] if work.last else []),
        ]

    async def _do(self, game: str, work: _Work) -> None:
        async with self._turn:
            try:
                journal = await asyncio.to_thread(self._store.read, game)
            except (SaveError, OSError):
                work.last = {"refused": LOST}
                return
            try:
                await self._follow(journal, game, work)
            except Exception as error:
                work.last = {"refused": BROKEN}
                about = {"message": f"analysis of {game}", "exception": error}
                asyncio.get_running_loop().call_exception_handler(about)

    async def _follow(self, journal: Saved, game: str, work: _Work) -> None:
        async with aclosing(self._analyst(journal, game, self._folder)) as news:
            async for one in news:
                if "moment" in one:
                    work.moments.append(one)
                elif "done" in one:
                    work.progress = one
                else:
                    work.last = one

    def tick(self) -> None:
        """Stop what nobody has asked about for a while."""
        now = self._clock()
        for game in [name for name, work in self._works.items() if now - work.asked >= WAITS]:
            self._stop(game)

    def close(self) -> None:
        """Stop everything."""
        for game in [*self._works]:
            self._stop(game)

    def _stop(self, game: str) -> None:
        task = self._works.pop(game).task
        if task is not None:
            task.cancel()
