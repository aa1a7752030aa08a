"""Sending caballeros out of the region that a secret disk shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.movement import movable, shift
from elgrande.rules.params import ALL
from elgrande.rules.steps.carry_disks import CarryDisks
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.step import Effect
from elgrande.rules.wording import counted

if TYPE_CHECKING:
    from elgrande.rules import Case, Names, Params, Position, State


class DiskSendFrame(NamedTuple):
    """How many each sends, and whether the disks have been asked for, 0 or 1."""

    step: str
    actor: int
    number: int
    asked: int


class DiskSend(Effect[DiskSendFrame]):
    """By secret disk, every other player sends ``number`` back from one region (2-07, 2-08).

    The region must hold at least ``number`` of the player's own (one, if all are
    sent); who has nowhere so many chooses among the regions where he has one.
    Players without caballeros in a region outside the King's are not affected.
    """

    name = "disk_send"
    frame = DiskSendFrame
    announced_by_choice = False
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        regions, others = self.rules.disk_regions, self.rules.clockwise(actor)
        return any(self._sendable(s, actor, seat, r) for seat in others for r in regions)

    def _victims(self, s: Position, actor: int) -> tuple[int, ...]:
        regions = self.rules.disk_regions
        others = self.rules.clockwise(actor)
        return tuple(
            [seat for seat in others if any(self._sendable(s, actor, seat, r) for r in regions)]
        )

    def _sendable(self, s: Position, actor: int, seat: int, region: int) -> int:
        rules = self.rules
        return movable(s, actor, seat, rules.region_places[region], (rules.provinces,))

    def _regions(self, s: Position, actor: int, seat: int, number: int) -> list[int]:
        need = 1 if number >= ALL else number
        there = {
            region: self._sendable(s, actor, seat, region) for region in self.rules.disk_regions
        }
        most = min(need, max(there.values()))
        return [region for region, count in there.items() if count >= most > 0]

    def begin(self, s: State, actor: int, params: Params) -> None:
        number = self.rules.whole(params["number"])
        s.stack.append(DiskSendFrame(self.name, actor, number, 0))

    def run(self, s: State, f: DiskSendFrame) -> bool:
        victims = self._victims(s, f.actor)
        if not victims:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, victims)
        return False

    def disk_regions(self, s: Position, f: DiskSendFrame, seat: int) -> list[int]:
        """Return the regions with something to remove."""
        return self._regions(s, f.actor, seat, f.number)

    def disks_set(self, s: State, f: DiskSendFrame) -> None:
        """Reveal, then carry them out one player after another."""
        s.stack[-1] = CarrySendFrame("carry_send", f.actor, f.number, reveal_disks(s), 1)
        self.disks_shown(s)

    def disk_hint(self, f: DiskSendFrame, n: Names) -> str:
        if f.number >= ALL:
            return "the region from which you send back all of your caballeros"
        fewer = ", if it has that many" * (f.number > 1)
        return f"the region from which you send back {f.number} of your caballeros{fewer}"

    def refusal(self, c: Case, f: DiskSendFrame) -> str:
        if c.verb != "disk":
            return ""
        at, name = c.region_at(c.words[0]), c.n.the(c.words[0])
        if all(map(c.view.is_taboo, c.view.rules.region_places[at])):
            return c.shut_by_others(at) or f"{name} is the King's region: nobody can leave it"
        if there := self._sendable(c.view, f.actor, c.seat, at):
            return f"you can send back only {counted(there)} from {name}"
        return f"you have no caballeros to send back from {name}"


class CarrySendFrame(NamedTuple):
    """``shown`` are the disks by seat, ``distance`` who is next, from the actor clockwise."""

    step: str
    actor: int
    number: int
    shown: tuple[int, ...]
    distance: int


class CarrySend(CarryDisks[CarrySendFrame]):
    """Carry out the revealed disks, one player after another.

    Whoever stands on a region's last place goes first: the first ones are the best.
    """

    name = "carry_send"
    frame = CarrySendFrame
    on_cards = False

    def carry(self, s: State, f: CarrySendFrame, seat: int, region: int) -> None:
        rules = self.rules
        number = f.number
        kinds = rules.kinds_of(s, seat)
        for place in reversed(rules.region_places[region]):
            number -= shift(s, f.actor, kinds, place, (rules.provinces,), number)
