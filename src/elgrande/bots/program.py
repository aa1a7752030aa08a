"""A game's program in the hands of whoever looks ahead: parts of it, played alone.

The program counter is data (``State.stack``, what comes next on top). Whoever wants to know what a
part of it leads to, sets aside what comes after that part, plays until nothing is left, and puts
the rest back. To look where the part ends only after an answer would be too late: one
``apply`` may end a turn, score a round and begin the next turn.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from elgrande.rules import Position, State
from elgrande.rules.parts import Frame
from elgrande.rules.steps.effect import ActionFrame, begin_action
from elgrande.rules.steps.round import EndOfRoundScoring, RunFrame
from elgrande.rules.steps.round import running as running
from elgrande.rules.steps.turn import ActFrame, LeftFrame, act_frame

Span = Literal["turn", "round", "scoring"]
"""A seat's turn, a round with the general scoring that may end it, a general scoring."""

PROGRAMS: dict[Span, str] = {"turn": "turn", "round": "round", "scoring": "general_scoring"}
"""The named list of steps that each is."""


Path = list[tuple[int, int]]
"""Answers in the order in which they are given: seat and code."""


class End(NamedTuple):
    """Where a part of the game may end: what that is worth to the seat, and how one gets there.

    ``path`` are all answers on the way, those guessed for the others too: applied one after
    another they lead there, and the last of them on to the next question.
    """

    worth: float
    state: State
    path: Path


def step(position: Position) -> str:
    """Return the name of the step that the game waits in."""
    return position.stack[-1].step


def used_card(position: Position) -> int:
    """Return the action card whose two actions are to be chosen between, or -1."""
    frame = position.stack[-1]
    return frame.card if isinstance(frame, ActFrame) else -1


def placing_left(position: Position) -> int:
    """Return how many a court may still place; one in a step that we do not know."""
    frame = position.stack[-1]
    if isinstance(frame, ActFrame):
        return max(0, position.rules.allowance(position, frame.actor, frame.card))
    return frame.left if isinstance(frame, LeftFrame) else 1


def stage(position: Position) -> int:
    """Return how deep the step of the innermost program stands that an answer may not end.

    A turn itself may end, whatever follows it being the round's affair; of any other
    program only the step that is going on.
    """
    stack = position.stack
    for at in range(len(stack) - 1, -1, -1):
        frame = stack[at]
        if isinstance(frame, RunFrame):
            return at if frame.program == PROGRAMS["turn"] else at + 1
    return 0


def foreseen(position: Position, seat: int) -> int:
    """Return where the part stands on the stack that a seat can look ahead to.

    It is the rest of its own turn. In somebody else's turn nobody can tell what comes
    next: there it is the rest of the special action, or the question alone (for disks with the
    step that asks for them, which says what may be set).
    """
    stack = position.stack
    last = len(stack) - (2 if step(position) == "disks" else 1)
    for at in range(len(stack) - 1, -1, -1):
        frame = stack[at]
        if isinstance(frame, ActionFrame):
            last = min(last, at)
        elif isinstance(frame, RunFrame) and frame.program == PROGRAMS["turn"]:
            return at if frame.actor == seat else last
    return last


def set_aside(state: State, at: int) -> list[Frame]:
    """Take what comes after the part that stands at ``at`` off the stack, in place; return it."""
    rest = state.stack[:at]
    del state.stack[:at]
    return rest


def put_back(state: State, rest: list[Frame]) -> None:
    """Let the rest of the program follow again, in place; nothing of it is run yet."""
    state.stack[:0] = rest


def only_action(state: State, seat: int, card: int) -> None:
    """Replace the program, in place, by a card's special action, carried out by a seat."""
    state.stack.clear()
    begin_action(state, seat, card)
    state.advance()


def only_card(state: State, seat: int, card: int) -> None:
    """Replace the program, in place, by what a seat may do once it has chosen a card."""
    state.stack[:] = [act_frame("act", seat, card, 0, 0)]
    state.advance()


def round_is_on(position: Position) -> bool:
    """Say whether a round has begun and not ended."""
    return running(position, PROGRAMS["round"]) >= 0


def scoring_is_over(position: Position) -> bool:
    """Say whether the general scoring of the running round has been held."""
    at = running(position, PROGRAMS["round"])
    if at < 0 or running(position, PROGRAMS["scoring"]) >= 0:
        return False
    frame = position.stack[at]
    assert isinstance(frame, RunFrame)
    begun = position.rules.programs[frame.program][: frame.next]
    held = EndOfRoundScoring.name
    return held in begun and all(frame.step != held for frame in position.stack)
