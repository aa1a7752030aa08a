"""Where a turn begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.events import TurnBegan, TurnEnded
from elgrande.rules.frames import PlainFrame
from elgrande.rules.moments import settled
from elgrande.rules.steps.step import (
    Step,
    open_windows,
)

if TYPE_CHECKING:
    from elgrande.rules.position import State


class BeginTurn(Step[PlainFrame]):
    """A turn begins: held cards may be used here."""

    name = "begin_turn"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Announce the turn."""
        s.stack.pop()
        s.emit(TurnBegan(f.actor))
        open_windows(s, "turn_start", f.actor, -1)
        return False


class Settle(Step[PlainFrame]):
    """Something is over that stood above this frame: whoever waits for that is told."""

    name = "settle"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Tell them."""
        s.stack.pop()
        settled(s, f.actor)
        return False


class EndTurn(Step[PlainFrame]):
    """A turn ends."""

    name = "end_turn"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Say so."""
        s.stack.pop()
        s.emit(TurnEnded(f.actor))
        return False
