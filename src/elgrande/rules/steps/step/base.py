"""What every step is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic

from elgrande.rules.frames import F, PlainFrame
from elgrande.rules.wording import unworded

if TYPE_CHECKING:
    from elgrande.rules.decision import Decision
    from elgrande.rules.frames import Frame
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.ruleset import Ruleset
    from elgrande.rules.wording import Names, Words


class Step(Generic[F]):
    """One piece of the program of a game.

    ``frame`` is the class of its frames, a named tuple with ``step`` and ``actor`` first.
    ``run`` does what needs no answer, pops or replaces the frame, and returns True when
    the game must wait for an answer; ``legal`` and ``answer`` are then asked. Only ``run``
    and ``answer`` change anything. Steps hold no state of their own.

    What a step says to people stands in it too: ``prompt``, ``label`` and ``refusal``.
    """

    name: ClassVar[str]
    # Its fields are the step's own, so nothing can be said of what it takes.
    frame: ClassVar[type[Any]] = PlainFrame
    secret: ClassVar[bool] = False
    may_change: ClassVar[str] = "the choice may still be changed"
    """What is said to a seat that has answered while others have not."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules

    def begun(self, actor: int) -> F:
        """Return the frame with which a program begins the step."""
        return self.named((self.name, actor))

    def named(self, values: tuple[Any, ...]) -> F:
        """Return the frame of these values; raises TypeError if they do not fit."""
        found: F = self.frame(*values)
        return found

    def shown_of(self, values: tuple[Any, ...]) -> Frame:
        """Return what ``shown`` returned, of its values: a remote screen has no more."""
        return self.named(values)

    def run(self, s: State, f: F) -> bool:
        """Carry the game on; True if it must wait."""
        return True

    def owing(self, s: Position, f: F) -> tuple[int, ...]:
        """The seats that must answer."""
        return (f.actor,)

    def legal(self, s: Position, f: F, seat: int) -> list[int]:
        """The codes that a seat may answer."""
        return []

    def answer(self, s: State, f: F, seat: int, code: int) -> None:
        """Carry out a legal answer."""
        raise AssertionError(f"the step {self.name!r} asks nothing")

    def shown(self, s: Position, f: F) -> Frame:
        """Return the frame as a Decision shows it: with more, if a question needs that."""
        return f

    def tells(self, s: Position, f: F, seat: int) -> bool:
        """Say whether applying a single legal answer unasked would tell a secret."""
        return False

    def behind(self, s: Position) -> bool:
        """Say whether a position that was laid out, with cards face up, has this step behind it."""
        return False

    def prompt(self, d: Decision, f: F, n: Names) -> str:
        """Return what the step waits for, as an infinitive without *to*.

        The frame is as ``shown`` returns it. Without ``d.codes`` this is told to those
        who wait: what helps to answer is then left out (``wording.hint``, ``whose``).
        """
        return unworded(self.name)

    def label(self, d: Decision, f: F, words: Words, n: Names) -> str:
        """Return a label that says more than the verb's; "" if there is no more to say.

        ``words`` are those of the answer's notation, the verb first.
        """
        return ""

    def refusal(self, c: Case, f: F) -> str:
        """Return why a command is not legal now, whatever its verb; "" if nothing bars it.

        A step says here what is its own; where caballeros can go and whence says the case.
        Say nothing of what the seat that gave it may not know.
        """
        return c.usual()

    def disk_hint(self, f: F, n: Names) -> str:
        """Return what disks are set for that the step has asked for."""
        return self.name.replace("_", " ")
