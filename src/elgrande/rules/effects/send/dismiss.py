"""Sending caballeros out of courts."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.movement import dismiss, dismissable
from elgrande.rules.steps.step import AutoEffect

if TYPE_CHECKING:
    from elgrande.rules.params import Params
    from elgrande.rules.position import Position, State


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
        """Say whether another court holds anybody who can be sent."""
        return any(dismissable(s, actor, seat) for seat in self.rules.clockwise(actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        number = self.rules.whole(params["number"])
        s.stack.append(DismissFrame(self.name, actor, number, 1, number))

    def ahead(self, s: Position, f: DismissFrame) -> DismissFrame:
        """Step over courts that can send nobody."""
        n = self.rules.n
        at, left = f.distance, f.left
        while at < n and not (left and dismissable(s, f.actor, (f.actor + at) % n)):
            at, left = at + 1, f.number
        return DismissFrame(self.name, f.actor, f.number, at, left)

    def finished(self, s: Position, f: DismissFrame) -> bool:
        """Say whether nobody else can send anybody."""
        return self.ahead(s, f).distance == self.rules.n

    def unit(self, s: State, f: DismissFrame) -> None:
        """Send one if somebody may stop the rest, else all of one player's."""
        victim = (f.actor + f.distance) % self.rules.n
        sent = 1 if s.held else min(f.left, dismissable(s, f.actor, victim))
        s.stack[-1] = f._replace(left=f.left - sent)
        dismiss(s, f.actor, victim, sent)
