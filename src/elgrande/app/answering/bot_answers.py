"""Bots at the app's table, and a bot's advice to a person: asked in a thread.

A bot may think for seconds, so its question goes to a thread (and from there to a
process of its own); everything that touches the Table stays on the loop. Between
two answers a short pause lets a person follow; any key cuts it short.

An adviser sees the person's own view and nothing else, as any bot does. What it
says is a suggestion; nothing is sent until the person takes it.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from elgrande.app.terminal.ending import raised
from elgrande.bots import registry
from elgrande.bots.runner import THINKING, BotMove, BotProcess, Runner
from elgrande.content.setup import Setup
from elgrande.rules import View
from elgrande.rules.events import Event
from elgrande.saves import SaveError
from elgrande.table import Table
from elgrande.table.chair import Reply
from elgrande.table.desk import FULL, unsaved
from elgrande.table.host import Host


def _nothing() -> None:
    """Nothing to stop yet."""


def _nobody(*_said: object) -> None:
    """Nobody listens."""


PACE = 0.15
"""Seconds between two answers of bots."""


class BotPlay:
    """Plays the seats of bots for as long as the table is on the screen."""

    def __init__(self, table: Table, pace: float = PACE) -> None:
        self._host = Host(table)
        self._table = table
        self.pace = pace
        """Seconds that a bot's move stays on the screen."""
        self._task: asyncio.Task[None] | None = None
        self._stopped = True
        self._forget: Callable[[], None] = _nothing
        self._hurry = asyncio.Event()
        self.on_spoken: Callable[[int, BotMove], None] = _nobody
        """Called with a seat and the move of its bot, which says why it was made."""
        self.on_failed: Callable[[Reply], None] = _nobody
        """Called when a bot's move could not be saved."""

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
            task = self._host.task(seat)
            move = await asyncio.to_thread(task.ask)
            await self._pause()
            if self._stopped:
                return
            try:
                accepted = self._host.accept(task, move)
            except SaveError as error:
                told = unsaved(error)
                # A bot whose move cannot be written would only choose it again.
                sentence = told.get("failed") or f"{told['refused']}."
                self.on_failed(Reply(refused=sentence, failed=told.get("kind", FULL)))
                return
            if accepted:
                self.on_spoken(seat, move)
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


# -- advice ----------------------------------------------------------------------------

SEED = 1996
"""The adviser's own chance: the same question gets the same answer."""


@dataclass(frozen=True)
class BotAdvice:
    """What the adviser would answer and why, or the sentence that says why there is nothing.

    ``plan`` are its answers in this turn, as far as it tells them.
    """

    code: int = -1
    reason: str = ""
    failed: str = ""
    plan: tuple[int, ...] = ()


def told_apart(reason: str) -> list[str]:
    """Return the sentences of a reason: each is read in a line of its own."""
    return re.split(r"(?<=[.!?]) (?=[A-Z])", reason) if reason else []


def strongest() -> str:
    """Return the name of the installed bot that advises; empty if none is installed."""
    names = registry.names()
    return registry.STRONGEST if registry.STRONGEST in names else next(iter(names), "")


class Adviser:
    """Asks one bot for one game; its process starts with the first question."""

    def __init__(
        self, setup: Setup, name: str = "", make: Callable[[], Runner] | None = None
    ) -> None:
        self._name = name
        self._make = make or (
            lambda: BotProcess(self.name, setup, SEED, seconds=THINKING, private=True)
        )
        self._runner: Runner | None = None
        self._thinking = False

    @property
    def name(self) -> str:
        """Who is asked; looked for among the installed ones when that is first of interest."""
        self._name = self._name or strongest()
        return self._name

    async def ask(self, view: View, entry: int, events: Sequence[Event]) -> BotAdvice:
        """Return what the bot would answer for the seat that the view is of;
        never raises for the bot.

        ``events`` is everything that the seat has seen: the bot may be new to the game.
        """
        if not self.name:
            return BotAdvice(failed="None of the installed bots can give advice.")
        runner = self._runner = self._runner or self._make()
        self._thinking = True
        move = await asyncio.to_thread(runner.choose, view, entry, events)
        self._thinking = False
        if move.notice:
            # What follows the semicolon is about a move that nobody makes here.
            fault = move.notice.partition(";")[0]
            if self._runner is runner:
                self.stop()
            return BotAdvice(
                failed=f"{fault[:1].upper()}{fault[1:]}; there is no suggestion this time."
            )
        return BotAdvice(move.code, move.reason, plan=move.plan)

    def rest(self) -> None:
        """End an answer that nobody waits for any more; a bot that is idle stays."""
        if self._thinking:
            self.stop()

    def stop(self) -> None:
        """End the bot's process, in the middle of an answer too."""
        self._thinking = False
        runner, self._runner = self._runner, None
        if runner is not None:
            runner.close()
