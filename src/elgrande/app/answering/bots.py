"""Bots at the app's table: asked in a thread, answered for on the event loop.

A bot may think for seconds, so its question goes to a thread (and from there to a
process of its own); everything that touches the Table stays on the loop. Between
two answers a short pause lets a person follow; any key cuts it short.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from elgrande.app.terminal.ending import raised
from elgrande.saves import SaveError
from elgrande.table.chair import Failed
from elgrande.table.desk import FULL, unsaved
from elgrande.table.host import Host, Spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.table import Table


def _nothing() -> None:
    """Nothing to stop yet."""


def _nobody(_said: object) -> None:
    """Nobody listens."""


PACE = 0.15
"""Seconds between two answers of bots."""


class BotPlay:
    """Plays the seats of bots for as long as the table is on the screen."""

    def __init__(self, table: Table, pace: float = PACE) -> None:
        self._host = Host(table)
        self._table = table
        self.pace = pace
        self._task: asyncio.Task[None] | None = None
        self._stopped = True
        self._forget: Callable[[], None] = _nothing
        self._hurry = asyncio.Event()
        self.told: Callable[[Spoken], None] = _nobody
        self.broken: Callable[[Failed], None] = _nobody

    def start(self) -> None:
        """Begin to play; needs a running event loop."""
        self._stopped = False
        self._forget = self._table.subscribe(lambda _entry: self._wake())
        self._wake()

    def stop(self) -> None:
        """End the bots' processes; an answer that still comes is dropped."""
        if self._stopped:
            return
        self._stopped = True
        self._forget()
        if self._task is not None:
            self._task.cancel()
        self._host.close()

    def hurry(self) -> None:
        """Leave the pauses out until a person is asked again."""
        self._hurry.set()

    def _wake(self) -> None:
        """See to it that somebody asks the bots that owe an answer."""
        if not self._stopped and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._play())
            self._task.add_done_callback(raised)

    async def _play(self) -> None:
        """Ask one bot after another until a person must answer."""
        while (seat := self._host.due()) is not None:
            question = self._host.question(seat)
            move = await asyncio.to_thread(question.ask)
            await self._pause()
            if self._stopped:
                return
            try:
                spoken = self._host.accept(question, move)
            except SaveError as error:
                told = unsaved(error)
                # A bot whose move cannot be written would only choose it again.
                sentence = told.get("failed") or f"{told['refused']}."
                self.broken(Failed(refused=sentence, kind=told.get("kind", FULL)))
                return
            if spoken is not None:
                self.told(spoken)
        self._hurry.clear()
        # Whoever plays next thinks ahead while the person does.
        self._host.ponder()

    async def _pause(self) -> None:
        """Wait a moment, unless somebody is in a hurry."""
        if self.pace and not self._hurry.is_set():
            try:
                await asyncio.wait_for(self._hurry.wait(), self.pace)
            except TimeoutError:
                return
