"""Running a named list of steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from elgrande.rules.position import Frame, State


class Run(Step):
    """A program in progress: ``(run, program, next step, actor)``.

    Its frame is the one whose second value is a name and not a seat; the actor,
    -1 where nobody acts, stands last and is handed to each step.
    """

    name = "run"

    def run(self, s: State, f: Frame) -> bool:
        """Push the next step, or end."""
        _, program, at, actor = f
        steps = self.rules.programs[program]
        if at == len(steps):
            s.stack.pop()
        else:
            s.stack[-1] = ("run", program, at + 1, actor)
            s.stack.append((steps[at], actor))
        return False
