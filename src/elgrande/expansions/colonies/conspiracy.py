"""Conspiracy: in the next general scoring the Grandes are in the Castillo (S0, S3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.rules import Form, Gift, Position, Scored, Spec, State
from elgrande.rules.effects.pieces import Grande
from elgrande.rules.events import Event
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.effect import AutoEffect
from elgrande.rules.steps.round import running

if TYPE_CHECKING:
    from elgrande.rules.questions import AskedForDisks
    from elgrande.rules.spec import Params
    from elgrande.rules.wording import Names

CONSPIRACY = "conspiracy"
"""Whether the next general scoring finds the Grandes in the Castillo, 0 or 1; also a reason."""
BONUS = 2


@dataclass(frozen=True)
class ConspiracyAhead(Event):
    """In the next general scoring the Grandes are in the Castillo."""

    seat: int

    def said(self, n: Names) -> str:
        return (
            f"{n.seat(self.seat)} conspires: in the next general scoring each Grande outside "
            "closed regions is in the Castillo, then goes where its owner's disk shows, to no "
            "closed region."
        )


class Conspire(AutoEffect[PlainFrame]):
    """Lay it for the next general scoring; a second one changes nothing."""

    name = "conspire"

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return not s.cell(CONSPIRACY)

    def finished(self, s: Position, f: PlainFrame) -> bool:
        return bool(s.cell(CONSPIRACY))

    def unit(self, s: State, f: PlainFrame) -> None:
        s.board[self.rules.cell[CONSPIRACY]] = 1
        s.emit(ConspiracyAhead(f.actor))


def bonus(position: Position, scored: Scored) -> tuple[Gift, ...]:
    """Pay whoever alone leads the Castillo in the general scoring, if the Grande is inside (S3).

    A Grande in the King's region is not: nothing leaves it.
    """
    rules = position.rules
    if scored.target != rules.castillo_target or not position.cell(CONSPIRACY):
        return ()
    if running(position, "general_scoring") < 0:
        return ()
    return tuple(
        Gift(line.seat, BONUS, CONSPIRACY)
        for line in scored.lines
        if line.rank == 1 and not line.tied and line.seat >= 0 and _inside(position, line.seat)
    )


def _inside(position: Position, seat: int) -> bool:
    rules = position.rules
    home = position.grande(seat)
    return home < 0 or not rules.taboo(position).issuperset(rules.target_places[home])


def asked_for_disks(previous: AskedForDisks, position: Position) -> tuple[int, ...]:
    """Ask everybody, since the Grandes go by the disks."""
    if position.cell(CONSPIRACY):
        return tuple(range(position.rules.n_seats))
    return previous(position)


def emptied(s: State, shown: tuple[int, ...]) -> None:
    """Move each Grande to the region on the disk, neither into nor out of a closed one."""
    rules = s.rules
    if not s.cell(CONSPIRACY):
        return
    s.board[rules.cell[CONSPIRACY]] = 0
    for seat, region in enumerate(shown):
        if region >= 0 and rules.GRANDE + region in Grande(rules).codes(s, seat):
            s.move_grande(seat, seat, region)


def edit(spec: Spec) -> None:
    """Add it."""
    spec.cells[CONSPIRACY] = 0
    spec.forms[CONSPIRACY] = lambda rules: Form({0: False, 1: True})
    spec.laid_by[CONSPIRACY] = Conspire.name
    spec.steps.append(Conspire)
    spec.bend("asked_for_disks", asked_for_disks)
    spec.on("emptied", emptied)
