"""Running a named list of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.frames import shared
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.rules.frames import Frame
    from elgrande.rules.position import State
    from elgrande.rules.ruleset import Ruleset


class RunFrame(NamedTuple):
    """A program in progress: the index of its next step, and who acts in each of its steps."""

    step: str
    program: str
    next: int
    actor: int


run_frame = shared(RunFrame)


Next = tuple[RunFrame, "Frame", "Callable[[State, Any], bool]"]
"""What a frame becomes, the frame of the step that it begins, and how that runs."""


class Run(Step[RunFrame]):
    """A program in progress.

    Its frame is the one whose second value is a name and not a seat; the actor,
    -1 where nobody acts, stands last and is handed to each step.
    """

    name = "run"
    frame = RunFrame

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.known: dict[RunFrame, Next | None] = {}

    def run(self, s: State, f: RunFrame) -> bool:
        """Push the next step and run it, or end."""
        try:
            found = self.known[f]
        except KeyError:
            found = self.known[f] = self._next(f)
        if found is None:
            s.stack.pop()
            return False
        after, begun, run = found
        s.stack[-1] = after
        s.stack.append(begun)
        return run(s, begun)

    def _next(self, f: RunFrame) -> Next | None:
        steps = self.rules.programs[f.program]
        if f.next == len(steps):
            return None
        begun = self.rules.steps[steps[f.next]].begun(f.actor)
        after = run_frame(f.step, f.program, f.next + 1, f.actor)
        return after, begun, self.rules.runs[begun.step]


def begin_program(program: str, actor: int) -> RunFrame:
    """Return the frame of a program at its first step."""
    return run_frame("run", program, 0, actor)
