"""Running a named list of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from elgrande.rules.frames import Frame
    from elgrande.rules.position import State
    from elgrande.rules.ruleset import Ruleset


class RunFrame(NamedTuple):
    """A program in progress: the index of its next step, and who acts in each of its steps."""

    step: str
    program: str
    next: int
    actor: int


class Run(Step[RunFrame]):
    """A program in progress.

    Its frame is the one whose second value is a name and not a seat; the actor,
    -1 where nobody acts, stands last and is handed to each step.
    """

    name = "run"
    frame = RunFrame

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.ahead: dict[RunFrame, tuple[RunFrame, Frame] | None] = {}
        """What each frame becomes and what it begins; None at the program's end."""

    def run(self, s: State, f: RunFrame) -> bool:
        """Push the next step, or end."""
        try:
            pair = self.ahead[f]
        except KeyError:
            pair = self.ahead[f] = self._pair(f)
        if pair is None:
            s.stack.pop()
        else:
            s.stack[-1:] = pair
        return False

    def _pair(self, f: RunFrame) -> tuple[RunFrame, Frame] | None:
        steps = self.rules.programs[f.program]
        if f.next == len(steps):
            return None
        begun = self.rules.steps[steps[f.next]].begun(f.actor)
        return f._replace(next=f.next + 1), begun


def begin_program(program: str, actor: int) -> RunFrame:
    """Return the frame of a program at its first step."""
    return RunFrame("run", program, 0, actor)
