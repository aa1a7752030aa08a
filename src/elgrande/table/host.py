"""The Host: asks the Runners of bots that owe an answer, and hands their moves to the Table."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.bots.runner import THINKING, BotMove, BotProcess, Runner
from elgrande.content.setup import PERSON
from elgrande.table.table import SOURCE, STAND_IN, Table

if TYPE_CHECKING:
    from elgrande.rules import View
    from elgrande.rules.events import Event
    from elgrande.table.history import Entry


@dataclass(frozen=True)
class BotTask:
    """What a Runner is asked: everything that the answer depends on, taken at one moment.

    ``ask`` may block for seconds and touches nothing of the Table, so call it in
    any thread; ``entry`` tells whether the answer still fits when it comes.
    """

    seat: int
    entry: int
    answered: int
    view: View
    events: tuple[Event, ...]
    runner: Runner

    def ask(self) -> BotMove:
        """Return the move; never raises."""
        return self.runner.choose(self.view, self.answered, self.events)


def bot_process(name: str, table: Table) -> Runner:
    """Return what asks a bot at a Table in a process of its own.

    In a game of the day it thinks alike on every machine.
    """
    seconds = None if table.setup.day else THINKING
    return BotProcess(name, table.setup, table.private_seed, seconds=seconds)


class Host:
    """Plays the seats of a Table that belong to bots.

    Bots run in processes of their own, think ``THINKING`` seconds at most if they think as long
    as they may, and are killed when they stall. ``runner`` makes something else of a bot's name
    and the Table.
    """

    def __init__(self, table: Table, runner: Callable[[str, Table], Runner] = bot_process) -> None:
        self.table = table
        self._make = runner
        self._runners: dict[int, Runner] = {}
        self._asked: dict[int, int] = {}
        self._closed = False
        self._forget = table.subscribe(self._on_entry)

    def due(self) -> int | None:
        """Return a seat whose bot owes an answer, or None; here or at the table closed, nobody."""
        if self._closed or self.table.closed:
            return None
        for seat in self.table.state.owing():
            if self.table.players[seat].source != PERSON:
                return seat
        return None

    def task(self, seat: int) -> BotTask:
        """Return what the seat's Runner is to be asked now; ValueError once this is closed."""
        if self._closed:
            raise ValueError("this Host was closed, and asks nobody any more")
        table = self.table
        events = tuple(event for _, event in table.events(seat, self._asked.get(seat, 0)))
        history, runner = table.history, self._runner(seat)
        return BotTask(seat, history.next, history.answers, table.view(seat), events, runner)

    def accept(self, task: BotTask, move: BotMove) -> bool:
        """Hand the move to the Table; False if the game has moved on since, or was closed."""
        table = self.table
        if self._closed or table.closed or table.history.next != task.entry:
            return False
        by = STAND_IN if move.replaced else None
        table.send(task.seat, [table.rules.text(move.code)], by=by)
        # What its own answer brings is news to it too, as in a simulation.
        self._asked[task.seat] = task.entry - 1
        return True

    def play_bots(self, on_move: Callable[[], None] | None = None) -> list[str]:
        """Play every bot that owes an answer, until a person does or the game is over.

        Returns the notices of bots that were replaced.
        """
        notices = []
        while (seat := self.due()) is not None:
            task = self.task(seat)
            move = task.ask()
            if not self.accept(task, move):
                continue
            if move.notice:
                notices.append(move.notice)
            if on_move is not None:
                on_move()
        return notices

    def ponder(self) -> None:
        """Let bots think ahead while a person is to answer: those who come next, and no more than
        leave a core free. For a table on this machine alone, and no game of the day.
        """
        if self._closed or self.table.closed or self.table.over or self.table.setup.day:
            return
        state, answered = self.table.state, self.table.history.answers
        owing = state.owing()
        count = len(self.table.players)
        first = owing[0] if owing else 0
        coming = [seat for seat in state.to_come if seat not in owing]
        others = ((first + more) % count for more in range(1, count))
        able = []
        for seat in dict.fromkeys((*coming, *others)):
            runner = self._runners.get(seat)
            if seat not in owing and isinstance(runner, BotProcess) and runner.ponders:
                able.append((seat, runner))
        for seat, runner in able[: max(1, (os.cpu_count() or 2) - 1)]:
            runner.ponder(self.table.view(seat), answered)

    def _runner(self, seat: int) -> Runner:
        name = self.table.players[seat].source
        runner = self._runners.get(seat)
        if runner is None:
            runner = self._runners[seat] = self._make(name, self.table)
        return runner

    def _on_entry(self, entry: Entry) -> None:
        """End the process of a bot whose seat has gone to somebody else."""
        runner = self._runners.get(entry.seat) if entry.kind == SOURCE else None
        if runner is not None and runner.name != self.table.players[entry.seat].source:
            del self._runners[entry.seat]
            runner.close()

    def close(self) -> None:
        """End the bots' processes for good: nobody is asked any more. People stay."""
        self._closed = True
        self._forget()
        for runner in self._runners.values():
            runner.close()
        self._runners.clear()
