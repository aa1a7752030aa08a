"""A special action, from its announcement to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.events import Announced
from elgrande.rules.moments import settled
from elgrande.rules.steps.step import (
    ANNOUNCED,
    BEGUN,
    ActionFrame,
    CarryOutFrame,
    Effect,
    Step,
    action_frame,
    begin_carrying_out,
    current_action,
    open_windows,
)

if TYPE_CHECKING:
    from elgrande.rules.position import State


class Action(Step[ActionFrame]):
    """A special action in progress.

    It stands below its effect's frames, so that it can be stopped from outside,
    or done again by somebody else.
    """

    name = "action"
    frame = ActionFrame

    def run(self, s: State, f: ActionFrame) -> bool:
        """Begin the effect; when it is over, let held cards follow."""
        actor, card = f.actor, f.card
        rules = self.rules
        if f.stage:
            s.stack.pop()
            open_windows(s, "action_done", actor, card)
            if rules.on_settled:
                settled(s, actor)
            return False
        effect = rules.card_effects[card]
        now = BEGUN if effect.announced_by_choice else ANNOUNCED
        s.stack[-1] = action_frame("action", actor, card, now, f.passed)
        effect.begin(s, actor, rules.cards[card].params)
        if now == ANNOUNCED:
            s.emit(Announced(actor, card))
            scores = "scoring" in rules.heard and effect.scores_as(rules.cards[card])
            if rules.on_carried_out or scores:
                s.stack.append(CarryOutFrame("carry_out", actor, -1))
            if s.held:
                open_windows(s, "announced", actor, card)
        return False


class CarryOut(Step[CarryOutFrame]):
    """A special action that was announced and that nobody stopped, with its first choice if any."""

    name = "carry_out"
    frame = CarryOutFrame

    def run(self, s: State, f: CarryOutFrame) -> bool:
        """Tell that it begins, then do it, if what came before has left it possible."""
        below = s.stack[-2]
        step = self.rules.steps[below.step]
        assert isinstance(step, Effect)
        if not f.begun:
            action = current_action(s)
            s.stack[-1] = f._replace(begun=1)
            if begin_carrying_out(s, action.actor, action.card, step.scoring(below, f.code)):
                return False
        s.stack.pop()
        if f.code < 0:
            return False
        if f.begun and not step.stands(s, below, f.code):
            s.stack[-1] = step.anew(below)
        else:
            step.do(s, below, f.actor, f.code)
        return False
