"""Bots of all games on a few workers: one core is left for the people.

A game has one question at a time, or two with a person's advice. Its account is whoever made it:
``NAME``, ``@ADDRESS`` for all names that are new from there, ``guest@ADDRESS`` for its guests. Next
comes whoever waits and has had least lately, where all names of a day count as one, and so do all
guests; among these comes the account that has had least. So nobody's slow bots hold up those of
others, however many games, names or addresses they have; and who has had far too much gets bots
that think less. Nobody thinks while others are to answer.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from math import inf
from typing import Any, TypeVar

from elgrande.bots.bot import BUDGET, BotError
from elgrande.bots.process import Lost, Process
from elgrande.bots.registry import built_in
from elgrande.bots.runner import SENTENCE, START, BotProcess
from elgrande.content.clean import clean
from elgrande.content.setup import Setup
from elgrande.lobby.records import GUEST
from elgrande.server.fair_queue import Usage

T = TypeVar("T")

HALF = 60.0
"""Seconds after which what an account had counts half."""
MUCH = 30.0
"""Seconds of computing, as counted so, after which an account's bots are given less to think."""
LESS = 10
"""They get one in so many simulations, or of the time to think."""
NEW, GUESTS = "@", f"{GUEST}@"
"""With whom a name of a day, and a guest, shares the time of bots."""
BEHIND = {NEW: MUCH, GUESTS: 2 * MUCH}
"""So many seconds they come behind those who have had a name for longer."""
MOMENT = 0.05
"""Seconds for which these wait for the next question of a game of those before them: it has a dozen
in a row, and each would wait for another bot to end."""
SOON, TRIES = 1.0, 60
"""Seconds until a process is started once more, and how often."""
SECONDS = 0.25
"""How long a bot may think that thinks as long as it may: the workers are everybody's."""


class Worker:
    """A process that can be any bot of any game, one after another."""

    def __init__(self) -> None:
        self._process: Process | None = None
        self._bot: PooledBot | None = None
        self.spent = 0.0
        """How many seconds were computed or slept here, whoever it was for."""

    def is_bot(self, bot: PooledBot) -> bool:
        """Say whether this is that bot already, with what it remembers."""
        return self._process is not None and self._bot is bot

    def become(self, bot: PooledBot, pool: BotPool) -> None:
        """Make the bot here; Lost or BotError."""
        if self._bot is not None and not built_in(self._bot.name):
            # What a stranger's bot has seen of its game is nothing for the next one.
            self.close()
        self._bot = None
        for again in range(TRIES):
            try:
                self._process = self._process or Process()
                break
            except Lost:
                # The system has no room for it now, and the game waits: whoever plays against it
                # is not to meet a bot that guesses.
                if again + 1 == TRIES or pool.closed.wait(SOON):
                    raise
        ready = self.ask(bot.making, START)
        if "raised" in ready:
            raise BotError(clean(str(ready["raised"]), SENTENCE))
        self._bot = bot

    def ask(self, question: dict[str, Any], deadline: float) -> dict[str, Any]:
        """Return the bot's answer; Lost."""
        assert self._process is not None
        try:
            return self._process.ask(question, deadline)
        finally:
            self.spent += self._process.allowed.spent

    def close(self) -> None:
        """End the process."""
        self._bot = None
        process, self._process = self._process, None
        if process is not None:
            process.kill()


class PooledBot(BotProcess):
    """One bot at one seat, asked by whichever worker is free, through ``BotPool.think``.

    A worker that was another bot meanwhile is made this one again, and told all that this one
    has seen. An ``adviser`` is told everything each time, and remembers nothing.
    """

    def __init__(
        self,
        pool: BotPool,
        account: str,
        name: str,
        setup: Setup,
        seed: int,
        *,
        adviser: bool = False,
    ) -> None:
        # In a game of the day bots think alike wherever it is played.
        seconds = None if setup.day and not adviser else SECONDS
        super().__init__(name, setup, seed, seconds=seconds, private=adviser)
        self._pool = pool
        self._account = account
        self._seen: list[Any] = []

    def _ask(self, question: dict[str, Any]) -> dict[str, Any]:
        if self.seconds is not None and self._pool.had_much(self._account):
            less = {"budget": max(1, BUDGET // LESS), "seconds": SECONDS / LESS}
            question = {**question, **less}
        worker = self._pool.worker
        self._seen = question["events"] if self.private else self._seen + question["events"]
        try:
            if self.private or not worker.is_bot(self):
                worker.become(self, self._pool)
                question = {**question, "events": self._seen}
            return worker.ask(question, self.deadline)
        except (Lost, BotError):
            worker.close()
            raise


class BotPool:
    """The workers, and who is asked next. For one event loop."""

    def __init__(
        self,
        workers: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.workers = workers
        self.answers = 0
        """How many answers there have been."""
        self._own = threading.local()
        self._all: deque[Worker] = deque()
        self._threads = ThreadPoolExecutor(workers, "bots")
        self._free = workers
        self.usage = Usage(HALF, clock)
        self._shared = Usage(HALF, clock)
        """The same of all who share together."""
        self._waiting: list[tuple[str, asyncio.Future[None]]] = []
        self._most, self._before = inf, (inf, inf)
        self._held: asyncio.TimerHandle | None = None
        """How far behind others one may be to think now, who comes behind whom, and until when."""
        self.closed = threading.Event()

    @property
    def worker(self) -> Worker:
        """The worker of the thread that asks."""
        found: Worker | None = getattr(self._own, "worker", None)
        if found is None:
            found = self._own.worker = Worker()
            self._all.append(found)
        return found

    @property
    def waiting(self) -> list[str]:
        """The accounts of the questions that wait for a worker."""
        return [account for account, turn in self._waiting if not turn.done()]

    def had_much(self, account: str) -> bool:
        """Say whether an account, or for a guest all of them, had far too much lately."""
        shares = _shares(account)
        guest = shares == GUESTS
        return (self._shared.of(shares) if guest else self.usage.of(account)) > MUCH

    def _weight(self, account: str) -> tuple[float, float]:
        shares = _shares(account)
        return self._shared.of(shares) + _behind(account), self.usage.of(account)

    async def think(self, account: str, ask: Callable[[], T]) -> T:
        """Return what ``ask`` does, in a thread, when it is the account's turn."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append((account, turn))
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._ends(account)
            raise
        spent, loop = 0.0, asyncio.get_running_loop()
        try:
            answer, spent = await loop.run_in_executor(self._threads, self._counted, ask)
            return answer
        finally:
            self.usage.add(account, spent)
            self._shared.add(_shares(account), spent)
            self.answers += 1
            self._ends(account)

    def _counted(self, ask: Callable[[], T]) -> tuple[T, float]:
        """Return what ``ask`` does, and how many seconds a bot has taken for it."""
        worker, before = self.worker, self.worker.spent
        return ask(), worker.spent - before

    def _ends(self, account: str) -> None:
        """Let the next one think."""
        self._free += 1
        behind = _behind(account)
        if behind <= self._most:
            self._hold(behind, self._weight(account))
        else:
            self._next()

    def _hold(self, most: float = inf, before: tuple[float, float] = (inf, inf)) -> None:
        """Let those wait a moment who are further behind, or nobody any more.

        Nobody waits for a question that would come after theirs: of who has had ``before`` more.
        """
        if self._held is not None:
            self._held.cancel()
        loop, self._most, self._before = asyncio.get_running_loop(), most, before
        self._held = loop.call_later(MOMENT, self._hold) if most < inf else None
        self._next()

    def _next(self) -> None:
        """Let whoever is to be next think, while there are workers."""
        self._waiting = [each for each in self._waiting if not each[1].done()]
        # What each has had by now, not when it came: else whoever asks a lot at once is first.
        # Weighed once, as it gets less by the moment: of one account the first is first.
        weights = {account: self._weight(account) for account, _ in self._waiting}
        order = sorted(self._waiting, key=lambda each: weights[each[0]])
        for account, turn in order[: self._free]:
            if _behind(account) > self._most and weights[account] > self._before:
                break
            self._free -= 1
            turn.set_result(None)
        if not self._waiting:
            self.usage.forget()
            self._shared.forget()

    def close(self) -> None:
        """End all workers."""
        self.closed.set()
        self._threads.shutdown(wait=False, cancel_futures=True)
        for worker in self._all:
            with suppress(OSError):
                worker.close()


def _shares(account: str) -> str:
    """Return with whom an account shares: nobody, all names of a day, or all guests."""
    before, at, _ = account.partition("@")
    return f"{before}{at}"


def _behind(account: str) -> float:
    return BEHIND.get(_shares(account), 0.0)
