"""Free actions: what a seat may do in its turn besides the two actions of its card.

They are offered wherever the turn waits for the choice of a card or for one of the two
actions, never inside a placing or a special action: nobody can stop them, and they are
not the action of a card. An expansion declares one in ``Spec.free``::

    def codes(position: Position, seat: int) -> list[int]:
        rules = position.rules
        return [rules.base["resign"]] if position.cell(VICEROY) == seat else []

    def do(state: State, seat: int, code: int) -> None:
        state.board[state.rules.cell[VICEROY]] = -1

    spec.verbs.append(Verb("resign", (), label="resign as Viceroy"))
    spec.free.append(FreeAction("resign", ("resign",), codes, do, wanted="resign as Viceroy"))

Its verbs have their labels like all verbs; ``wanted`` is what the prompt calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.rules.parts import PlainFrame
from elgrande.rules.wording import wanted

if TYPE_CHECKING:
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case

USED = "free_used"
"""The open value that says which free actions were done in this turn, a bit for each."""

OWN_VERBS = frozenset({"card", "place", "special", "end"})
"""What the turn itself is answered with."""


@dataclass(frozen=True, eq=False)
class FreeAction:
    """Something that may be done in a turn besides the actions of the card.

    ``codes`` returns the answers that do it now, all of ``verbs``; it changes nothing.
    ``do`` carries one out; what takes more than an answer it puts on the stack as a
    step, and the turn goes on when that is over. The effect of a card it begins with
    ``begin_action``. Unless it can be done ``once`` a turn only, the position itself
    must see to it that it comes to an end.
    """

    name: str
    verbs: tuple[str, ...]
    codes: Callable[[Position, int], list[int]]
    do: Callable[[State, int, int], None]
    once: bool = True
    wanted: str = ""
    """What the prompt calls it, as an infinitive without *to*; else its name is said."""
    refusal: Callable[[Case], str] | None = None
    """Why an answer of its verbs is not legal though the turn waits; "" if nothing bars it."""

    @property
    def called(self) -> str:
        """What a player calls it."""
        return self.wanted or self.name.replace("_", " ")


def free_codes(position: Position, seat: int) -> list[int]:
    """Return the answers that do a free action now, each of them once."""
    found: list[int] = []
    rules = position.rules
    if not rules.free:
        return found
    used = position.board[rules.cell[USED]]
    for bit, action in rules.free_bits:
        if not used & bit and (codes := action.codes(position, seat)):
            found += [code for code in codes if code not in found] if found else codes
    return found


def do_free(state: State, seat: int, code: int) -> None:
    """Carry out the first free action that has this answer."""
    rules = state.rules
    used, verb = state.board[rules.cell[USED]], rules.verb(code)
    able = [one for one in rules.free_bits if verb in one[1].verbs and not used & one[0]]
    if len(able) > 1:
        able = [one for one in able if code in one[1].codes(state, seat)]
    bit, action = able[0]
    state.board[rules.cell[USED]] |= bit
    if rules.on_settled:
        # Below what the action may put on the stack, so that it comes when that is over.
        state.stack.append(PlainFrame("settle", seat))
    action.do(state, seat, code)


def is_used(position: Position, action: FreeAction) -> bool:
    """Say whether a free action can be done once a turn and was done in this one."""
    used = position.cell(USED)
    return any(used & bit for bit, own in position.rules.free_bits if own is action)


def not_free(c: Case) -> str:
    """Say what forbids a free action; "" where the turn could wait for it.

    That the turn has not begun or is another's comes first, then what is missing.
    """
    view = c.view
    able = [action for action in view.rules.free if c.verb in action.verbs]
    code = view.rules.code(" ".join((c.verb, *c.words)))
    own = view.actor == c.seat
    left = [action for action in able if not (own and is_used(view, action))]
    if not left:
        return "that can be done once a turn, and you have already chosen it in this one"
    if not own:
        return "that is done in your turn, before or between the actions of your card"
    waits = c.decision.step in ("choose_card", "act")
    order = "that is done before or between the actions of a turn"
    if not waits and view.card < 0:
        return f"{order}; first you are asked to {wanted(c.decision, c.n)}"
    if not any(code in action.codes(view, c.seat) for action in left):
        reasons = (action.refusal(c) for action in left if action.refusal)
        if reason := next((reason for reason in reasons if reason), ""):
            return reason
    return "" if waits else f"{order}, not in the midst of one"
