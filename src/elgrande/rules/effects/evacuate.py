"""Movement: the others leave a region (4-05; FACTS 1.2, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.events import Evacuated
from elgrande.rules.movement import movable, shift
from elgrande.rules.steps.disks import CarryDisks, ask_disks, reveal_disks
from elgrande.rules.steps.effect import Effect

if TYPE_CHECKING:
    from elgrande.rules import Case, Params, Position, Ruleset, State


class EvacuateFrame(NamedTuple):
    """The region that the others must leave, -1 until it is named."""

    step: str
    actor: int
    region: int


class Evacuate(Effect[EvacuateFrame]):
    """Name a region; everybody else there sets a disk and moves to what it shows."""

    name = "evacuate"
    frame = EvacuateFrame
    wants = "name a region that all other players must leave"
    disks_for = "the region your caballeros in {region} will go to"

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        shown = [place for region in rules.disk_regions for place in rules.region_places[region]]
        self.goals = (rules.court, *shown)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return any(self._victims(s, actor, region) for region in range(len(self.rules.regions)))

    def _victims(self, s: Position, actor: int, region: int) -> tuple[int, ...]:
        """Return the other seats with anybody in a region who can go anywhere."""
        places = self.rules.region_places[region]
        others = self.rules.clockwise(actor)
        return tuple([seat for seat in others if movable(s, seat, seat, places, self.goals)])

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(EvacuateFrame(self.name, actor, -1))

    def choices(self, s: Position, f: EvacuateFrame) -> list[int]:
        if f.region >= 0:
            return []
        regions = range(len(self.rules.regions))
        first = self.rules.EVACUATE
        return [first + region for region in regions if self._victims(s, f.actor, region)]

    def do(self, s: State, f: EvacuateFrame, seat: int, code: int) -> None:
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

    def refusal(self, c: Case, f: EvacuateFrame) -> str:
        if c.verb != "evacuate":
            return ""
        at, name = c.region_at(c.words[0]), c.n.the(c.words[0])
        if all(map(c.view.is_taboo, c.view.rules.target_places[at])):
            return c.shut_by_others(at) or f"{name} is the King's region: nobody can leave it"
        return f"no other player has caballeros {c.n.at(c.words[0])}"


class CarryEvacuationFrame(NamedTuple):
    """``shown`` are the disks by seat, ``distance`` who is next, from the actor clockwise."""

    step: str
    actor: int
    region: int
    shown: tuple[int, ...]
    distance: int


class CarryEvacuation(CarryDisks[CarryEvacuationFrame]):
    """Carry the disks out, one player after another."""

    name = "carry_evacuation"
    frame = CarryEvacuationFrame
    on_cards = False

    def carry(self, s: State, f: CarryEvacuationFrame, seat: int, region: int) -> None:
        """Move one player's caballeros, to the court if the disk shows no way out.

        Whoever may not even go there stays.
        """
        rules = self.rules
        goals = rules.region_places[region] if region != f.region else ()
        kinds = rules.kinds_of(s, seat)
        for place in rules.region_places[f.region]:
            shift(s, seat, kinds, place, (*goals, rules.court))
