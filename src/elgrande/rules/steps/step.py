"""What every step is, and the windows between steps in which held cards may be used (FACTS 1.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple

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

    def decision_frame_of(self, values: tuple[Any, ...]) -> Frame:
        """Return what ``decision_frame`` returned, of its values: a remote screen has no more."""
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

    def decision_frame(self, s: Position, f: F) -> Frame:
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

        The frame is as ``decision_frame`` returns it. Without ``d.codes`` this is told to those
        who wait: what helps to answer is then left out (``wording.hint``), and ``YOUR`` says whose.
        """
        return filled(self.wants, f, n) if self.wants else unworded(self.name)

    def about(self, f: F) -> tuple[str, ...]:
        """Return the names by which rules pages explain the question, what tells most first.

        A card by its id is explained besides. The frame is as ``decision_frame`` returns it.
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


# -- windows for held cards ---------------------------------------------------


STOPPABLE = ("announced", "disks_shown", "unit_done")
"""The triggers at which a special action can still be stopped, or what is left of it."""
RARE = ("choosing", "scoring", "round_end", "scored")
"""The triggers that come only where a card ``hears`` them.

``choosing`` comes before a seat chooses the card to act on; ``scoring`` before anything is
scored by a special action that has been announced and let pass, before its disks too, and
before the regions in a general scoring; ``scored`` after the last region of a general
scoring; ``round_end`` at the end of a round, before held cards expire and before its general
scoring. Besides them there are ``turn_start``, ``action_done``, ``castillo_emptied`` and the
``STOPPABLE`` ones.
"""
TRIGGERS = ("turn_start", "action_done", "castillo_emptied", *STOPPABLE, *RARE)


class AskedFrame(NamedTuple):
    """How often a step has stopped to let held cards be used before it does what it does."""

    step: str
    actor: int
    asked: int = 0


class WindowFrame(NamedTuple):
    """``actor`` is asked about the card ``held``, since ``acting`` does something with ``card``.

    ``mark`` is the held card's own.
    """

    step: str
    actor: int
    held: int
    trigger: str
    acting: int
    card: int
    first: tuple[int, ...]
    mark: int = -1


def open_windows(
    s: State, trigger: str, actor: int, card: int, first: tuple[int, ...] = ()
) -> None:
    """Ask everybody whose held card may be used now, clockwise from the actor.

    The one checkpoint for all held cards (veto, repeat, late moves). ``actor``
    is -1 where nobody acts, so that the starter is asked first, and ``card``
    the card of the action, or -1; ``first`` are the codes that it is announced with.
    """
    if not s.held:
        return
    windows = []
    asked = set()
    for held in s.held:
        effect, seat = s.rules.held_effect(held.card, trigger), held.owner
        frame = WindowFrame("window", seat, held.card, trigger, actor, card, first, held.mark)
        if (seat, effect.name) not in asked and effect.listens(s, frame):
            if effect.asks:
                asked.add((seat, effect.name))
            windows.append(frame)
    if windows:
        begins = actor + 1 if actor >= 0 else s.starter
        windows.sort(key=lambda frame: (frame.actor - begins) % s.rules.n_seats)
        s.stack.extend(reversed(windows))


class PausingStep(Step[AskedFrame]):
    """A step before which, once, held cards may be used that hear its ``trigger``."""

    frame = AskedFrame
    trigger: ClassVar[str]

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.pauses = self.trigger in rules.heard
        """Whether any card of the game hears it; else nothing is noted."""

    def asked_first(self, s: State, f: AskedFrame) -> bool:
        """Open the windows before the step, whose frame is on top; say whether there are any."""
        if f.asked:
            return False
        s.stack[-1] = AskedFrame(f.step, f.actor, 1)
        open_windows(s, self.trigger, f.actor, -1)
        return isinstance(s.stack[-1], WindowFrame)
