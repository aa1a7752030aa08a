"""What is done one after another in a turn, until its number is used up or the seat stops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

from elgrande.rules.frames import Frame
from elgrande.rules.moments import settled
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.rules import Position, State


class LeftFrame(Frame, Protocol):
    """A frame that says how many may still be done."""

    @property
    def left(self) -> int:
        """How many."""


L = TypeVar("L", bound=LeftFrame)


class OneByOne(Step[L]):
    """Do up to ``left`` of something, one by one; nothing else of the turn comes between."""

    made: Callable[[str, int, int], Frame]
    """Returns its frame."""
    units: Callable[[Position, int], list[int]]
    """Returns the answers that do one."""

    def unit(self, s: State, seat: int, code: int) -> None:
        """Do one."""
        raise NotImplementedError

    def choices(self, s: Position, f: L) -> list[int]:
        codes = self.units(s, f.actor) if f.left else []
        return [*codes, self.rules.DONE] if codes else []

    def run(self, s: State, f: L) -> bool:
        codes = self.units(s, f.actor) if f.left else []
        if codes:
            s._cache = [*codes, self.rules.DONE]
            return True
        s.stack.pop()
        if self.rules.on_settled:
            settled(s, f.actor)
        return False

    def answer(self, s: State, f: L, seat: int, code: int) -> None:
        done = code == self.rules.DONE
        # With none left the step ends as it runs.
        s.stack[-1] = self.made(self.name, seat, 0 if done else f.left - 1)
        if not done:
            self.unit(s, seat, code)
