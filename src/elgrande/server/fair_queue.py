"""Who is answered next: what lines ask comes in the order of what their accounts have had lately.

So nobody who asks without end, on however many lines, keeps others waiting for longer than one
answer takes.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

SLICE = 0.005
"""Seconds after which the loop sees to everything else."""
HALF = 10.0
"""Seconds after which what an account had counts half."""

MANY = 100
"""So many accounts are remembered before it is looked for those that have had next to nothing."""


class Usage:
    """How many seconds each account has had, of which half is forgotten in ``half`` seconds."""

    def __init__(self, half: float, clock: Callable[[], float]) -> None:
        self._half = half
        self._clock = clock
        self._had: dict[str, tuple[float, float]] = {}
        self._many = MANY

    def of(self, account: str) -> float:
        """Return what an account has had lately."""
        seconds, then = self._had.get(account, (0.0, 0.0))
        return float(seconds * 0.5 ** ((self._clock() - then) / self._half)) if seconds else 0.0

    def add(self, account: str, seconds: float) -> None:
        """Count what an account has just had."""
        self._had[account] = self.of(account) + seconds, self._clock()
        if len(self._had) > self._many:
            self.forget()
            self._many = MANY + 2 * len(self._had)

    def all(self) -> dict[str, float]:
        """Return what each account has had lately."""
        return {account: self.of(account) for account in self._had}

    def forget(self) -> None:
        """Drop the accounts that have had next to nothing lately."""
        for account in [each for each in self._had if self.of(each) < 0.001]:
            del self._had[account]


class FairPlaces:
    """So many places for what takes a while, one for each account at a time.

    Of those who wait, whoever's account has had a place for least time lately has the next one.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = places
        self._clock = clock
        self._usage = Usage(HALF, clock)
        self._inside: set[str] = set()
        self._waiting: dict[asyncio.Future[float], str] = {}

    @asynccontextmanager
    async def place(self, account: str) -> AsyncIterator[None]:
        """Wait for a place, and have it until the block is left."""
        turn = asyncio.get_running_loop().create_future()
        self._waiting[turn] = account
        self._next()
        try:
            await turn
            yield
        finally:
            if self._waiting.pop(turn, None) is None:
                self._free += 1
                self._inside.discard(account)
                self._usage.add(account, self._clock() - turn.result())
            self._next()

    def _next(self) -> None:
        while self._free:
            # Who has just gone waits no more, and will say so when its task has its turn.
            able = [
                one for one, account in self._waiting.items()
                if account not in self._inside and not one.done()
            ]  # fmt: skip
            if not able:
                return
            turn = min(able, key=lambda one: self._usage.of(self._waiting[one]))
            self._free -= 1
            self._inside.add(self._waiting.pop(turn))
            turn.set_result(self._clock())


class FairQueue:
    """What is asked and not answered yet, by account. For one event loop.

    All together it costs the loop at most the part ``share`` of its time, by what ``spent`` says:
    after each slice it rests.
    """

    def __init__(
        self,
        clock: Callable[[], float] = time.perf_counter,
        *,
        share: float = 1.0,
        spent: Callable[[], float] | None = None,
    ) -> None:
        self._clock = spent or clock
        self._rest = 1 / share - 1
        self._resting = False
        self._waiting: dict[str, deque[Callable[[], None]]] = {}
        self.usage = Usage(HALF, clock)

    def add(self, account: str, answer: Callable[[], None]) -> None:
        """Call ``answer`` when it is the account's turn, and not before this returns."""
        if not self._waiting and not self._resting:
            asyncio.get_running_loop().call_soon(self._run)
        self._waiting.setdefault(account, deque()).append(answer)

    def _run(self) -> None:
        self._resting = False
        if not self._waiting:
            return
        began = self._clock()
        while self._waiting and (now := self._clock()) - began < SLICE:
            account = min(self._waiting, key=self.usage.of)
            answer = self._waiting[account].popleft()
            try:
                answer()
            except Exception as error:
                fault = {"message": "an answer failed", "exception": error}
                asyncio.get_running_loop().call_exception_handler(fault)
            finally:
                self.usage.add(account, self._clock() - now)
                # Only now: as long as somebody waits this goes on.
                if not self._waiting[account]:
                    del self._waiting[account]
        if self._rest:
            self._resting = True
            rest = self._rest * (self._clock() - began)
            asyncio.get_running_loop().call_later(rest, self._run)
        elif self._waiting:
            asyncio.get_running_loop().call_soon(self._run)
