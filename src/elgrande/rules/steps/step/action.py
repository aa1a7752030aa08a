"""The special action of a card, as it stands on the stack while it is carried out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.moments import carried_out, settled
from elgrande.rules.parts import shared
from elgrande.rules.steps.step.windows import open_windows

if TYPE_CHECKING:
    from elgrande.rules.position import Position, State


BEGUN = 1
ANNOUNCED = 2
"""How far a special action is: begun but not yet told, or announced."""


class ActionFrame(NamedTuple):
    """The special action of a card: ``passed`` has a bit for each seat that lets it all pass."""

    step: str
    actor: int
    card: int
    stage: int
    passed: int


action_frame = shared(ActionFrame)


class CarryOutFrame(NamedTuple):
    """An answer that was announced, to be carried out in the frame below; -1 for none.

    ``begun`` is 1 when everybody has been told that the special action begins.
    """

    step: str
    actor: int
    code: int
    begun: int = 0


def action_index(s: Position) -> int:
    """Return where the special action that is being carried out stands on the stack."""
    stack = s.stack
    for at in range(len(stack) - 1, -1, -1):
        if isinstance(stack[at], ActionFrame):
            return at
    raise AssertionError("no special action is being carried out")


def current_action(s: Position) -> ActionFrame:
    """Return the frame of the special action that is being carried out."""
    frame = s.stack[action_index(s)]
    assert isinstance(frame, ActionFrame)
    return frame


def begin_action(s: State, actor: int, card: int, *, stoppable: bool = True) -> None:
    """Let a seat carry out the special action of a card, whoever has taken the card.

    What only looks like one and cannot be stopped has been let pass by everybody.
    """
    passed = 0 if stoppable else (1 << s.rules.n_seats) - 1
    s.stack.append(action_frame("action", actor, card, 0, passed))


def begin_carrying_out(s: State, actor: int, card: int, scores: bool) -> bool:
    """Tell that a special action begins to be carried out; say whether anything comes before."""
    before = len(s.stack)
    if scores and "scoring" in s.rules.heard:
        open_windows(s, "scoring", actor, card)
    carried_out(s, actor, card)
    return len(s.stack) > before


def stop_action(s: State) -> None:
    """End the special action that is being carried out: what is done is done, the rest lost."""
    at = action_index(s)
    actor = current_action(s).actor
    del s.stack[at:]
    settled(s, actor)
