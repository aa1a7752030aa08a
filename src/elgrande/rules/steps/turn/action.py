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
        params = rules.cards[card].params
        if effect.announced_by_choice and effect.possible(s, actor, params):
            s.stack[-1] = action_frame("action", actor, card, BEGUN, f.passed)
            effect.begin(s, actor, params)
            return False
        s.stack[-1] = action_frame("action", actor, card, ANNOUNCED, f.passed)
        s.emit(Announced(actor, card))
        if s.held or rules.on_carried_out:
            s.stack.append(CarryOutFrame("carry_out", actor, -1))
            open_windows(s, "announced", actor, card)
        else:
            effect.begin(s, actor, params)
        return False


class CarryOut(Step[CarryOutFrame]):
    """A special action that was announced and that nobody stopped, with its first choice if any.

    Without one it begins only here, so that it finds what whatever came before has left.
    """

    name = "carry_out"
    frame = CarryOutFrame

    def run(self, s: State, f: CarryOutFrame) -> bool:
        """Tell that it begins, then do it, if what came before has left it possible."""
        action, below = current_action(s), s.stack[-2]
        card, effect = self.rules.cards[action.card], self.rules.card_effects[action.card]
        step = effect if f.code < 0 else self.rules.steps[below.step]
        assert isinstance(step, Effect)
        if not f.begun:
            s.stack[-1] = f._replace(begun=1)
            scores = effect.scores_as(card) if f.code < 0 else step.scoring(below, f.code)
            if begin_carrying_out(s, action.actor, action.card, scores):
                return False
        s.stack.pop()
        if f.code < 0:
            effect.begin(s, action.actor, card.params)
        elif f.begun and not step.stands(s, below, f.code):
            s.stack[-1] = step.anew(below)
        else:
            step.do(s, below, f.actor, f.code)
        return False
