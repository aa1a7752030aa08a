"""Sending caballeros out of courts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.movement import dismiss, dismissable
from elgrande.rules.steps.step import AutoEffect

if TYPE_CHECKING:
    from elgrande.rules import Params, Position, State


class DismissFrame(NamedTuple):
    """How many each sends, whose turn it is by the distance from the actor, how many are left."""

    step: str
    actor: int
    number: int
    distance: int
    left: int


class Dismiss(AutoEffect[DismissFrame]):
    """Every other player sends ``number`` from the court back, what there is (2-03, 2-04)."""

    name = "dismiss"
    frame = DismissFrame
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return any(dismissable(s, actor, seat) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        number = self.rules.whole(params["number"])
        s.stack.append(DismissFrame(self.name, actor, number, 1, number))

    def ahead(self, s: Position, f: DismissFrame) -> DismissFrame:
        n = self.rules.n_seats
        at, left = f.distance, f.left
        while at < n and not (left and dismissable(s, f.actor, (f.actor + at) % n)):
            at, left = at + 1, f.number
        return DismissFrame(self.name, f.actor, f.number, at, left)

    def finished(self, s: Position, f: DismissFrame) -> bool:
        return self.ahead(s, f).distance == self.rules.n_seats

    def unit(self, s: State, f: DismissFrame) -> None:
        # One if somebody may stop the rest, else all of one player's.
        victim = (f.actor + f.distance) % self.rules.n_seats
        sent = 1 if s.held else min(f.left, dismissable(s, f.actor, victim))
        s.stack[-1] = f._replace(left=f.left - sent)
        dismiss(s, f.actor, victim, sent)
