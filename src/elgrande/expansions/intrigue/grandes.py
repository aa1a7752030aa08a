"""Cards that move Grandes: with an escort, by disk, and in the next general scoring."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.effects.pieces import Grande
from elgrande.rules.events import Event
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.effect import AutoEffect, Effect

if TYPE_CHECKING:
    from elgrande.rules import Position, State
    from elgrande.rules.questions import AskedForDisks
    from elgrande.rules.refused import Case
    from elgrande.rules.ruleset import Ruleset
    from elgrande.rules.spec import Params
    from elgrande.rules.wording import Names

CONSPIRACY = "grandes-conspire"
"""Whether in the next general scoring the Grandes go where the disks show, 0 or 1."""


@dataclass(frozen=True)
class ConspiracyBegan(Event):
    """In the next general scoring the Grandes will go where the disks show."""

    seat: int

    def said(self, n: Names) -> str:
        return (
            f"{n.seat(self.seat)} conspires: in the next general scoring each Grande goes where "
            "its owner's disk shows, but neither out of a closed region nor into one."
        )


class WanderFrame(NamedTuple):
    """Whether the disks have been asked for, 0 or 1."""

    step: str
    actor: int
    asked: int


class GrandesWander(Effect[WanderFrame]):
    """Every other player moves the own Grande to another region, by disk (FACTS 3.3, on 13).

    Who stands in a closed region stays, and sets none.
    """

    name = "grandes_wander"
    frame = WanderFrame
    announced_by_choice = False

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.grande = Grande(rules)

    def _goals(self, s: Position, seat: int) -> list[int]:
        """Return the regions on a seat's disk to which its Grande may go."""
        first = self.rules.GRANDE
        goals = [code - first for code in self.grande.codes(s, seat)]
        return [region for region in self.rules.disk_regions if region in goals]

    def _asked(self, s: Position, actor: int) -> tuple[int, ...]:
        return tuple([seat for seat in self.rules.clockwise(actor) if self._goals(s, seat)])

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether any other Grande can move."""
        return bool(self._asked(s, actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(WanderFrame(self.name, actor, 0))

    def run(self, s: State, f: WanderFrame) -> bool:
        seats = self._asked(s, f.actor)
        if f.asked or not seats:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, seats)
        return False

    def disk_regions(self, s: Position, f: WanderFrame, seat: int) -> list[int]:
        """Return the regions that are neither closed nor the present home."""
        return self._goals(s, seat)

    def disks_set(self, s: State, f: WanderFrame) -> None:
        """Turn them up; then all move together."""
        s.stack[-1] = GrandesArriveFrame(GrandesArrive.name, f.actor, reveal_disks(s))
        self.disks_shown(s)

    def disk_hint(self, f: WanderFrame, n: Names) -> str:
        return "the region your Grande will go to"

    def refusal(self, c: Case, f: WanderFrame) -> str:
        """Return that he is at home there, or may not enter."""
        if c.verb != "disk":
            return ""
        region = c.region_at(c.words[0])
        if region == c.view.grande(c.seat):
            return f"your Grande is already {c.n.at(c.words[0])}"
        places = c.view.rules.region_places[region]
        return next((c.taboo(c.view.rules.places[place]) for place in places), "")


class GrandesArriveFrame(NamedTuple):
    """The regions on the disks, by seat; empty when all have moved."""

    step: str
    actor: int
    shown: tuple[int, ...]


class GrandesArrive(AutoEffect[GrandesArriveFrame]):
    """Move the Grandes to the regions on the disks, all together."""

    name = "grandes_arrive"
    frame = GrandesArriveFrame
    on_cards = False

    def finished(self, s: Position, f: GrandesArriveFrame) -> bool:
        return not f.shown

    def unit(self, s: State, f: GrandesArriveFrame) -> None:
        s.stack[-1] = f._replace(shown=())
        for seat in self.rules.clockwise(f.actor):
            if f.shown[seat] >= 0:
                s.move_grande(seat, seat, f.shown[seat])


class Conspiracy(AutoEffect[PlainFrame]):
    """In the next general scoring everybody sets a disk, and Grandes go there (S0, note on 35)."""

    name = "conspiracy"

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Return that a second one changes nothing."""
        return not s.cell(CONSPIRACY)

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(PlainFrame(self.name, actor))

    def finished(self, s: Position, f: PlainFrame) -> bool:
        return bool(s.cell(CONSPIRACY))

    def unit(self, s: State, f: PlainFrame) -> None:
        s.board[self.rules.cell[CONSPIRACY]] = 1
        s.emit(ConspiracyBegan(f.actor))


def asked_for_disks(previous: AskedForDisks, position: Position) -> tuple[int, ...]:
    """Ask everybody, where the Grandes go by the disks."""
    if position.cell(CONSPIRACY):
        return tuple(range(position.rules.n_seats))
    return previous(position)


def emptied(state: State, shown: tuple[int, ...]) -> None:
    """Move each Grande to the region on its owner's disk, neither into nor out of a closed one."""
    rules = state.rules
    if not state.cell(CONSPIRACY):
        return
    state.board[rules.cell[CONSPIRACY]] = 0
    for seat, region in enumerate(shown):
        if region >= 0 and rules.GRANDE + region in Grande(rules).codes(state, seat):
            state.move_grande(seat, seat, region)
