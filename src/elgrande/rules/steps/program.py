"""Running a named list of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.frames import Frame, shared
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.rules import Position, Ruleset, State


class RunFrame(NamedTuple):
    """A program in progress: the index of its next step, and who acts in each of its steps."""

    step: str
    program: str
    next: int
    actor: int


run_frame = shared(RunFrame)


Next = tuple[RunFrame, "Frame | None", "Callable[[State, Any], Any]"]
"""What a frame becomes, the frame of the step that it begins, if that has one, and how it runs."""


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
        if begun is None:
            run(s, after.actor)
            return False
        s.stack.append(begun)
        running: bool = run(s, begun)
        return running

    def _next(self, f: RunFrame) -> Next | None:
        steps = self.rules.programs[f.program]
        if f.next == len(steps):
            return None
        name = steps[f.next]
        after = run_frame(f.step, f.program, f.next + 1, f.actor)
        if name in self.rules.instants:
            return after, None, self.rules.instants[name]
        return after, self.rules.steps[name].begun(f.actor), self.rules.runs[name]


def running(position: Position, program: str) -> int:
    """Return where a program in progress stands on the stack, the innermost; -1 without one."""
    stack = position.stack
    for at in range(len(stack) - 1, -1, -1):
        frame = stack[at]
        if type(frame) is RunFrame and frame.program == program:
            return at
    return -1


def begin_program(program: str, actor: int) -> RunFrame:
    """Return the frame of a program at its first step."""
    return run_frame("run", program, 0, actor)
