"""Where a turn begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.events import TurnBegan, TurnEnded
from elgrande.rules.moments import settled
from elgrande.rules.steps.step import InstantStep, open_windows

if TYPE_CHECKING:
    from elgrande.rules.position import State


class BeginTurn(InstantStep):
    """A turn begins: held cards may be used here."""

    name = "begin_turn"

    def do(self, s: State, actor: int) -> None:
        s.emit(TurnBegan(actor))
        open_windows(s, "turn_start", actor, -1)


class Settle(InstantStep):
    """Something is over that stood above this frame: whoever waits for that is told."""

    name = "settle"

    def do(self, s: State, actor: int) -> None:
        settled(s, actor)


class EndTurn(InstantStep):
    """A turn ends."""

    name = "end_turn"

    def do(self, s: State, actor: int) -> None:
        s.emit(TurnEnded(actor))
