"""Windows in which held cards are used (FACTS 1.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.steps.step import (
    STOPPABLE,
    HeldEffect,
    Step,
    action_index,
    discard_held,
)

if TYPE_CHECKING:
    from elgrande.rules.position import Frame, Position, State


class Window(Step):
    """One holder is asked: ``(window, holder, held card, trigger, actor, card, first choice)``."""

    name = "window"

    def run(self, s: State, f: Frame) -> bool:
        """Skip a holder who lets the whole action pass, or whose moment has gone."""
        _, holder, held, trigger, actor, card, _ = f
        if trigger in STOPPABLE:
            passed = s.stack[action_index(s)][4]
            if (passed >> holder) & 1:
                s.stack.pop()
                return False
        if self._effect(held).listens(s, held, holder, trigger, actor, card) and any(
            kept.card == held and kept.owner == holder for kept in s.held
        ):
            return True
        s.stack.pop()
        return False

    def _effect(self, held: int) -> HeldEffect:
        effect = self.rules.card_effects[held]
        assert isinstance(effect, HeldEffect)
        return effect

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """Use the card, let this unit pass, or let the whole action pass."""
        if seat != f[1]:
            return []
        codes = [self._effect(f[2]).code(f[2]), self.rules.LET]
        if f[3] in STOPPABLE:
            codes.append(self.rules.LET_ALL)
        return codes

    def answer(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Carry out what the holder decides."""
        rules = self.rules
        s.stack.pop()
        if code == rules.LET_ALL:
            at = action_index(s)
            name, actor, card, stage, passed = s.stack[at]
            s.stack[at] = (name, actor, card, stage, passed | (1 << seat))
        elif code != rules.LET:
            discard_held(s, f[2], seat)
            self._effect(f[2]).use(s, f)
