"""Windows in which held cards are used (FACTS 1.8)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from elgrande.rules.moments import used
from elgrande.rules.steps.step import (
    STOPPABLE,
    HeldEffect,
    Step,
    WindowFrame,
    action_index,
    current_action,
    discard_held,
)
from elgrande.rules.wording import FIELDS, label

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, State


class Window(Step[WindowFrame]):
    """One holder of a card is asked whether to use it now."""

    name = "window"
    frame = WindowFrame

    def run(self, s: State, f: WindowFrame) -> bool:
        """Skip a holder who lets the whole action pass, or whose moment has gone."""
        if f.trigger in STOPPABLE and (current_action(s).passed >> f.actor) & 1:
            s.stack.pop()
            return False
        if self._effect(f).listens(s, f.held, f.actor, f.trigger, f.acting, f.card) and any(
            kept.card == f.held and kept.owner == f.actor for kept in s.held
        ):
            if self._effect(f).asks:
                return True
            self._use(s, f)
            return False
        s.stack.pop()
        return False

    def _effect(self, f: WindowFrame) -> HeldEffect:
        effect = self.rules.held_effect(f.held, f.trigger)
        assert isinstance(effect, HeldEffect)
        return effect

    def choices(self, s: Position, f: WindowFrame) -> list[int]:
        codes = [self._effect(f).code(f.held), self.rules.LET]
        if f.trigger in STOPPABLE:
            codes.append(self.rules.LET_ALL)
        return codes

    def answer(self, s: State, f: WindowFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        if code == rules.LET_ALL:
            action = current_action(s)
            s.stack[action_index(s)] = action._replace(passed=action.passed | (1 << seat))
        elif code != rules.LET:
            s.stack.append(f)
            self._use(s, f)

    def _use(self, s: State, f: WindowFrame) -> None:
        s.stack.pop()
        discard_held(s, f.held, f.actor)
        used(s, f.actor, f.held, partial(self._effect(f).use, s, f))

    def about(self, f: WindowFrame) -> tuple[str, ...]:
        effect = self._effect(f)
        stops = effect.code(f.held) == self.rules.VETO
        return (self.name,) if stops else (self.rules.cards[f.held].id, effect.name)

    def prompt(self, d: Decision, f: WindowFrame, n: Names) -> str:
        if f.trigger not in STOPPABLE or f.acting < 0 or f.card < 0:
            return f"use {n.card(f.held)} now, or let this pass"
        rest = "the rest of " if f.trigger == "unit_done" else ""
        begins = f" (next: {_begun(f.first, n)})" if f.first else ""
        shown = ", now that the disks are revealed" if f.trigger == "disks_shown" else ""
        what = f"{rest}{n.seat(f.acting)}'s {n.short(n.rules.cards[f.card].id)}{begins}{shown}"
        stop = "" if what.endswith(")") else ","
        return f"{self._effect(f).deed(f.held, n)} {what}{stop} or let it pass"

    def refusal(self, c: Case, f: WindowFrame) -> str:
        if c.verb != "use" or not c.fits:
            return ""
        return f"you cannot use card {c.n.card_id(c.words[0])} now"


def _begun(codes: tuple[int, ...], n: Names) -> str:
    """Say what is announced first: a caballero's way in one breath, else label after label."""
    texts = [n.rules.vocabulary.texts[code].split() for code in codes]
    if [verb for verb, *_ in texts] == ["pick", "put"]:
        (_, kind, source), (_, goal) = texts
        return f"{FIELDS['caballero'](kind, n)} from {n.the(source)} to {n.the(goal)}"
    return ", ".join(label(code, n) for code in codes)
