"""Carrying out what revealed disks show, one player after another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, TypeVar

from elgrande.rules.frames import Frame
from elgrande.rules.steps.step import AutoEffect

if TYPE_CHECKING:
    from elgrande.rules import Position, State


class ShownFrame(Frame, Protocol):
    """A frame of ``CarryDisks``."""

    @property
    def shown(self) -> tuple[int, ...]:
        """The regions of the disks by seat, -1 for none."""

    @property
    def distance(self) -> int:
        """Who is next, from the actor clockwise."""

    def _replace(self, *, distance: int) -> Self: ...


S = TypeVar("S", bound=ShownFrame)


class CarryDisks(AutoEffect[S]):
    """An effect whose units are the players with a disk, clockwise from the actor's left."""

    on_cards = False

    def ahead(self, s: Position, f: S) -> S:
        n, distance = self.rules.n_seats, f.distance
        while distance < n and f.shown[(f.actor + distance) % n] < 0:
            distance += 1
        return f._replace(distance=distance)

    def finished(self, s: Position, f: S) -> bool:
        return self.ahead(s, f).distance == self.rules.n_seats

    def unit(self, s: State, f: S) -> None:
        seat = (f.actor + f.distance) % self.rules.n_seats
        s.stack[-1] = f._replace(distance=f.distance + 1)
        self.carry(s, f, seat, f.shown[seat])

    def carry(self, s: State, f: S, seat: int, region: int) -> None:
        """Carry one player's disk out."""
        raise NotImplementedError
