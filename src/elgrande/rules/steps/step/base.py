"""What every step is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic

from elgrande.rules.parts import F, Frame, PlainFrame
from elgrande.rules.wording import filled, unworded

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, Ruleset, State, Words


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
    wants: ClassVar[str] = ""
    """What the step waits for, where fields of the frame say all of it (``wording.filled``)."""
    disks_for: ClassVar[str] = ""
    """What the disks are set for that the step asks for, in the same way."""
    may_change: ClassVar[str] = "you can still change your choice"
    """What is said to a seat that has answered while others have not."""

    @classmethod
    def __class_getitem__(cls, _: object) -> type:
        """Return the class itself: in a compiled core nothing else is to be had of ``Generic``."""
        return cls

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
        """Return the seats that must answer."""
        return (f.actor,)

    def choices(self, s: Position, f: F) -> list[int]:
        """Return the codes that the actor of the frame may answer."""
        return []

    def legal(self, s: Position, f: F, seat: int) -> list[int]:
        """Return the codes that a seat may answer: without more said, the actor's ``choices``."""
        return self.choices(s, f) if seat == f.actor else []

    def answer(self, s: State, f: F, seat: int, code: int) -> None:
        """Carry out a legal answer."""
        raise AssertionError(f"the step {self.name!r} asks nothing")

    def shown(self, s: Position, f: F) -> Frame:
        """Return the frame as a Decision shows it: with more, if a question needs that."""
        return f

    def reveals_secret(self, s: Position, f: F, seat: int) -> bool:
        """Say whether applying a single legal answer unasked would tell a secret."""
        return False

    def already_done(self, s: Position) -> bool:
        """Say whether a position that was laid out, with cards face up, has this step behind it."""
        return False

    def prompt(self, d: Decision, f: F, n: Names) -> str:
        """Return what the step waits for, as an infinitive without *to*.

        The frame is as ``shown`` returns it. Without ``d.codes`` this is told to those
        who wait: what helps to answer is then left out (``wording.hint``), and ``YOUR`` says whose.
        """
        return filled(self.wants, f, n) if self.wants else unworded(self.name)

    def about(self, f: F) -> tuple[str, ...]:
        """Return the names by which rules pages explain the question, what tells most first.

        A card by its id is explained besides. The frame is as ``shown`` returns it.
        """
        return (self.name,)

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
        return filled(self.disks_for, f, n) if self.disks_for else self.name.replace("_", " ")


class InstantStep(Step[PlainFrame]):
    """A step that asks nothing: it is done as soon as it begins.

    Where a program begins it, it is never on the stack; anybody else may put it there.
    """

    def run(self, s: State, f: PlainFrame) -> bool:
        s.stack.pop()
        self.do(s, f.actor)
        return False

    def do(self, s: State, actor: int) -> None:
        """Do all of it; no frame of the step is on the stack."""
        raise NotImplementedError
