"""A turn of a finished game, tried anew: a table in the position in which it began.

What its seat could not know then is dealt by lot. The seat is a person's, all others are stewards',
nothing is saved, and the table closes as the turn ends.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elgrande.analysis.finished_game import FinishedGame, PlayedTurn, answers, as_it_ended
from elgrande.bots.registry import USUAL
from elgrande.content.setup import PERSON, Player, Setup
from elgrande.rules import Generator, State
from elgrande.rules.events import TurnEnded
from elgrande.table import Entry, History, Refused, Table

if TYPE_CHECKING:
    from elgrande.bots.program import Path


class TableBeside(Table):
    """A table beside the game, of which nothing is kept: one seat is a person's for good."""

    def __init__(
        self, setup: Setup, history: History, seat: int, players: Sequence[Player]
    ) -> None:
        seated = tuple(
            replace(player, source=PERSON if at == seat else USUAL)
            for at, player in enumerate(players)
        )
        super().__init__(replace(setup, players=seated), history)

    def carry_out(self, kind: str, fields: Mapping[str, Any]) -> Entry:
        if kind == "source":
            raise Refused("This turn is yours to find; no seat changes hands here.")
        return super().carry_out(kind, fields)


class TrialTable(TableBeside):
    """The table at which a turn is tried."""

    def __init__(self, game: FinishedGame, turn: PlayedTurn) -> None:
        self.turn = turn
        self.ended = False
        """Whether the turn has come to its end, and not only been left."""
        made, begin = game.table.history, turn.begin
        # The log is that of the game so far.
        positions = [*made.positions[:begin], game.dealt(turn, Generator.seeded(begin))]
        history = History(positions, made.entries[: begin + 1], begin, root=begin)
        super().__init__(game.table.setup, history, turn.seat, game.table.players)
        self.answer_forced()

    @property
    def fair(self) -> bool:
        """Say no: who tries may look at what comes of it, and try something else."""
        return False

    @property
    def after(self) -> State:
        """The position as the turn ended, before what followed it."""
        made, history = self.history.entries[self.history.head], self.history
        return as_it_ended(history.positions[made.parent].copy(), made) or history.state

    @property
    def path(self) -> Path:
        """What has been answered in the turn so far."""
        return answers(self, self.turn.begin, self.history.head)

    def carry_out(self, kind: str, fields: Mapping[str, Any]) -> Entry:
        entry = super().carry_out(kind, fields)
        if any(isinstance(e, TurnEnded) and e.seat == self.turn.seat for e in entry.events):
            self.ended = True
            self.close("This turn is over.")
        return entry
