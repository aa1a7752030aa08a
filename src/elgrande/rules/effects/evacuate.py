"""Movement: the others leave a region (4-05; FACTS 1.2, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.rules.effects.send import movable
from elgrande.rules.events import Evacuated
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.step import AutoEffect, Effect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules.position import Frame, Position, State


class Evacuate(Effect):
    """Name a region; everybody else there sets a disk and moves to what it shows.

    Frame: ``(evacuate, actor, region)``, the region being -1 until it is named.
    """

    name = "evacuate"

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether anybody else stands in a region that is not taboo."""
        return bool(self._codes(s, actor))

    def _codes(self, s: Position, actor: int) -> list[int]:
        rules = self.rules
        return [
            rules.EVACUATE + region
            for region in range(len(rules.regions))
            if self._victims(s, actor, region)
        ]

    def _victims(self, s: Position, actor: int, region: int) -> tuple[int, ...]:
        return tuple(seat for seat in self.rules.clockwise(actor) if movable(s, seat, region))

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        s.stack.append((self.name, actor, -1))

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """The regions that can be named."""
        return self._codes(s, seat) if seat == f[1] and f[2] < 0 else []

    def do(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Name it and ask the disks."""
        region = code - self.rules.EVACUATE
        s.stack[-1] = (self.name, seat, region)
        s.emit(Evacuated(seat, region))
        ask_disks(s, self._victims(s, seat, region))

    def disk_regions(self, s: Position, f: Frame, seat: int) -> list[int]:
        """All regions; the King's and the evacuated one lead back to the court."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: Frame) -> None:
        """Reveal, then carry them out one player after another."""
        s.stack[-1] = ("carry_evacuation", f[1], f[2], reveal_disks(s), 1)
        self.disks_shown(s)


class CarryEvacuation(AutoEffect):
    """Carry the disks out: ``(carry_evacuation, actor, from, to by seat, distance)``."""

    name = "carry_evacuation"
    on_cards = False

    def finished(self, s: State, f: Frame) -> bool:
        """Say whether all disks are carried out; steps over players without one."""
        rules = self.rules
        name, actor, region, shown, at = f
        while at < rules.n and shown[(actor + at) % rules.n] < 0:
            at += 1
        s.stack[-1] = (name, actor, region, shown, at)
        return bool(at == rules.n)

    def unit(self, s: State, f: Frame) -> None:
        """Move one player's caballeros, to the court if the disk shows no way out."""
        rules = self.rules
        name, actor, region, shown, at = s.stack[-1]
        victim = (actor + at) % rules.n
        s.stack[-1] = (name, actor, region, shown, at + 1)
        taboo = rules.taboo(s)
        target = rules.region_places[shown[victim]][0]
        if shown[victim] == region or target in taboo:
            target = rules.court
        for place in rules.region_places[region]:
            number = s.count(victim, place)
            if number and place not in taboo:
                s.move(victim, victim, place, target, number)
