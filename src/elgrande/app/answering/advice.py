"""A bot's advice to a person: asked in a process of its own, waited for in a thread.

The adviser sees the person's own view and nothing else, as any bot does. What it
says is a suggestion; nothing is sent until the person takes it.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.bots import registry
from elgrande.bots.runner import THINKING, BotProcess, Runner

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.content.setup import Setup
    from elgrande.rules import View
    from elgrande.rules.events import Event

SEED = 1996
"""The adviser's own chance: the same question gets the same answer."""


@dataclass(frozen=True)
class Advice:
    """What the adviser would answer and why, or the sentence that says why there is nothing."""

    code: int = -1
    reason: str = ""
    failed: str = ""


def strongest() -> str:
    """Return the name of the installed bot that advises; empty if none is installed."""
    names = registry.names()
    return registry.STRONGEST if registry.STRONGEST in names else next(iter(names), "")


class Adviser:
    """Asks one bot for one game; its process starts with the first question."""

    def __init__(
        self, setup: Setup, name: str = "", make: Callable[[], Runner] | None = None
    ) -> None:
        self.name = name or strongest()
        self._make = make or (
            lambda: BotProcess(self.name, setup, SEED, seconds=THINKING, private=True)
        )
        self._runner: Runner | None = None
        self._thinking = False

    async def ask(self, view: View, entry: int, events: Sequence[Event]) -> Advice:
        """Return what the bot would answer for the seat that the view is of;
        never raises for the bot.

        ``events`` is everything that the seat has seen: the bot may be new to the game.
        """
        if not self.name:
            return Advice(failed="None of the installed bots can give advice.")
        runner = self._runner = self._runner or self._make()
        self._thinking = True
        move = await asyncio.to_thread(runner.choose, view, entry, events)
        self._thinking = False
        if move.notice:
            # What follows the semicolon is about a move that nobody makes here.
            fault = move.notice.partition(";")[0]
            if self._runner is runner:
                self.stop()
            return Advice(
                failed=f"{fault[:1].upper()}{fault[1:]}; there is no suggestion this time."
            )
        return Advice(move.code, move.reason)

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
