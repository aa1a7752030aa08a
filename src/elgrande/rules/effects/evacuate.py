"""Movement: the others leave a region (4-05; FACTS 1.2, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.events import Evacuated
from elgrande.rules.movement import movable, shift
from elgrande.rules.steps.disks import ask_disks, next_shown, reveal_disks
from elgrande.rules.steps.step import AutoEffect, Effect

if TYPE_CHECKING:
    from elgrande.rules.decision import Decision
    from elgrande.rules.params import Params
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.ruleset import Ruleset
    from elgrande.rules.wording import Names


class EvacuateFrame(NamedTuple):
    """The region that the others must leave, -1 until it is named."""

    step: str
    actor: int
    region: int


class Evacuate(Effect[EvacuateFrame]):
    """Name a region; everybody else there sets a disk and moves to what it shows."""

    name = "evacuate"
    frame = EvacuateFrame

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        shown = [place for region in rules.disk_regions for place in rules.region_places[region]]
        self.goals = (rules.court, *shown)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether anybody else stands in a region that is not taboo."""
        return any(
            self._leaves(s, seat, region)
            for region in range(len(self.rules.regions))
            for seat in self.rules.clockwise(actor)
        )

    def _leaves(self, s: Position, seat: int, region: int) -> bool:
        """Say whether a seat has anybody in a region who can go anywhere."""
        return movable(s, seat, seat, self.rules.region_places[region], self.goals) > 0

    def _codes(self, s: Position, actor: int) -> list[int]:
        rules = self.rules
        return [
            rules.EVACUATE + region
            for region in range(len(rules.regions))
            if self._victims(s, actor, region)
        ]

    def _victims(self, s: Position, actor: int, region: int) -> tuple[int, ...]:
        return tuple(seat for seat in self.rules.clockwise(actor) if self._leaves(s, seat, region))

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        s.stack.append(EvacuateFrame(self.name, actor, -1))

    def legal(self, s: Position, f: EvacuateFrame, seat: int) -> list[int]:
        """The regions that can be named."""
        return self._codes(s, seat) if seat == f.actor and f.region < 0 else []

    def do(self, s: State, f: EvacuateFrame, seat: int, code: int) -> None:
        """Name it and ask the disks."""
        region = code - self.rules.EVACUATE
        s.stack[-1] = EvacuateFrame(self.name, seat, region)
        s.emit(Evacuated(seat, region))
        ask_disks(s, self._victims(s, seat, region))

    def disk_regions(self, s: Position, f: EvacuateFrame, seat: int) -> list[int]:
        """All regions; the King's and the evacuated one lead back to the court."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: EvacuateFrame) -> None:
        """Reveal, then carry them out one player after another."""
        shown = reveal_disks(s)
        s.stack[-1] = CarryEvacuationFrame("carry_evacuation", f.actor, f.region, shown, 1)
        self.disks_shown(s)

    def prompt(self, d: Decision, f: EvacuateFrame, n: Names) -> str:
        """Which region."""
        return "name the region that all other players must leave"

    def refusal(self, c: Case, f: EvacuateFrame) -> str:
        """Nobody may leave it, or nobody else is there."""
        if c.verb != "evacuate":
            return ""
        name = c.words[0]
        if all(map(c.view.is_taboo, c.view.rules.target_places[c.region_at(name)])):
            return f"{c.n.the(name)} is the King's region, and nobody may leave it"
        return f"no other player has a caballero in {c.n.the(name)}"

    def disk_hint(self, f: EvacuateFrame, n: Names) -> str:
        """Who moves."""
        return f"where your caballeros in {n.region(f.region)} go"


class CarryEvacuationFrame(NamedTuple):
    """``shown`` are the disks by seat, ``distance`` who is next, from the actor clockwise."""

    step: str
    actor: int
    region: int
    shown: tuple[int, ...]
    distance: int


class CarryEvacuation(AutoEffect[CarryEvacuationFrame]):
    """Carry the disks out, one player after another."""

    name = "carry_evacuation"
    frame = CarryEvacuationFrame
    on_cards = False

    def ahead(self, s: Position, f: CarryEvacuationFrame) -> CarryEvacuationFrame:
        """Step over players without a disk."""
        return f._replace(distance=next_shown(f.shown, f.actor, f.distance))

    def finished(self, s: Position, f: CarryEvacuationFrame) -> bool:
        """Say whether all disks are carried out."""
        return next_shown(f.shown, f.actor, f.distance) == self.rules.n

    def unit(self, s: State, f: CarryEvacuationFrame) -> None:
        """Move one player's caballeros, to the court if the disk shows no way out.

        Whoever may not even go there stays.
        """
        rules = self.rules
        victim = (f.actor + f.distance) % rules.n
        s.stack[-1] = f._replace(distance=f.distance + 1)
        region = f.shown[victim]
        goals = rules.region_places[region] if region != f.region else ()
        kinds = rules.kinds_of(s, victim)
        for place in rules.region_places[f.region]:
            shift(s, victim, kinds, place, (*goals, rules.court))
