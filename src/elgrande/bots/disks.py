"""What to set on a secret disk, and what the others may have set.

Nobody sees a disk before all are revealed, and a player who always sets what
looks best is soon seen through. So a disk is drawn, the better regions being
the likelier ones, and the others are taken to do the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots.adding import added
from elgrande.bots.odds import Counts, draw, plus, softmax
from elgrande.rules.effects.move import EvacuateFrame
from elgrande.rules.effects.send import DiskSendFrame
from elgrande.rules.steps.disks import DisksFrame

if TYPE_CHECKING:
    from elgrande.bots.outlook import Outlook
    from elgrande.rules import Generator, Position

RatedRegions = list[tuple[int, float]]
"""Regions, each with what it is worth."""

ALL_MOVE = "set_disks"
"""The step whose disks everybody sets before a scoring."""
UNIQUE = "score_unique_disks"
"""The step that scores the regions which one disk alone shows."""
OWN_HEAT = 0.5
"""How far the own disk strays from the best, in points."""


def guess(outlook: Outlook, position: Position, seat: int, generator: Generator) -> int:
    """Return a region that a seat may set, as far as its own points tell."""
    options = _selfish(outlook, position, seat)
    return options[draw(softmax([gain for _, gain in options], outlook.weights.heat), generator)][0]


def drawn(options: RatedRegions, generator: Generator) -> int:
    """Return the region that the own seat sets, the better being the likelier."""
    return options[draw(softmax([gain for _, gain in options], OWN_HEAT), generator)][0]


def likeliest(outlook: Outlook, position: Position, seat: int) -> int:
    """Return the region that a seat will most likely set, as far as its own points tell."""
    return max(_selfish(outlook, position, seat), key=lambda option: option[1])[0]


def rate(outlook: Outlook, position: Position, generator: Generator, samples: int) -> RatedRegions:
    """Rate every region for the outlook's own seat, over samples of the others' disks."""
    if asking(position).step == UNIQUE:
        return _unique(outlook, position, generator, samples)
    moved = movers(position)
    if moved is None:
        return _selfish(outlook, position, outlook.seat)
    return _arrive(outlook, position, moved, generator, samples)


class Asking(NamedTuple):
    """What asks for the disks, whom, the region to be left and how many are sent, or -1."""

    step: str
    seats: tuple[int, ...]
    region: int
    number: int


def asking(position: Position) -> Asking:
    """Return what the disks are wanted for, of those that are set already too."""
    frame, below = position.stack[-1], position.stack[-2]
    assert isinstance(frame, DisksFrame)
    return Asking(
        below.step,
        tuple(seat for seat in range(position.rules.n_seats) if (frame.asked >> seat) & 1),
        below.region if isinstance(below, EvacuateFrame) else -1,
        below.number if isinstance(below, DiskSendFrame) else -1,
    )


def movers(position: Position) -> dict[int, int] | None:
    """Return the asked seats with how many caballeros their disks will move;
    None if they move nobody.
    """
    rules = position.rules
    asked = asking(position)
    if asked.step == ALL_MOVE:
        return {seat: position.count(seat, rules.castillo) for seat in asked.seats}
    if asked.region >= 0:
        places = rules.region_places[asked.region]
        return {seat: sum(position.count(seat, p) for p in places) for seat in asked.seats}
    return None


def _goals(
    outlook: Outlook, position: Position, seat: int, number: int
) -> list[tuple[int, float, float]]:
    """Return ``Outlook.goals`` of a seat that moves; to stay where all must leave is no goal."""
    goals = outlook.goals(position, seat, number)
    left = asking(position).region
    if left >= 0:
        rules = position.rules
        there = position.count(seat, rules.court)
        court = outlook.court(seat, there + number) - outlook.court(seat, there)
        share = outlook.share[seat]
        goals = [g if g[0] != left else (g[0], court, court * share) for g in goals]
    return goals


def _selfish(outlook: Outlook, position: Position, seat: int) -> RatedRegions:
    """Rate every region that a seat may set by the points that it brings that seat."""
    asked = asking(position)
    rules = position.rules
    if asked.step == UNIQUE:
        return [(region, points[seat] - max(points[:seat] + points[seat + 1 :]))
                for region, points in _scored(outlook, position)]  # fmt: skip
    moved = movers(position)
    if moved is not None:
        return [(region, gain) for region, gain, _ in
                _goals(outlook, position, seat, moved[seat])]  # fmt: skip
    regions = [
        code - rules.DISK for code in rules.legals["disks"](position, position.stack[-1], seat)
    ]
    if asked.number >= 0:
        return [
            (region, -_loss(outlook, position, seat, region, asked.number)) for region in regions
        ]
    # Whatever it is for, in a closed region it does nothing.
    taboo = rules.taboo(position)
    open_to = [region for region in regions if rules.region_places[region][0] not in taboo]
    return [(region, 0.0) for region in open_to or regions]


def _loss(outlook: Outlook, position: Position, seat: int, region: int, number: int) -> float:
    """Return what a seat loses by sending up to ``number`` of its own away from a region."""
    site, counts = outlook.sites(position)[region], outlook.tally(position, region)
    gone = min(number, counts[seat])
    left = plus(counts, seat, -gone)
    lost = outlook.expected(site, counts)[seat] - outlook.expected(site, left)[seat]
    return lost + gone * outlook.cube


def _scored(outlook: Outlook, position: Position) -> list[tuple[int, list[float]]]:
    """Return what scoring each region of the disk would bring every seat now."""
    sites = outlook.sites(position)
    return [
        (region, outlook.expected(sites[region], outlook.tally(position, region), doubt=0))
        for region in position.rules.disk_regions
    ]


def _unique(
    outlook: Outlook, position: Position, generator: Generator, samples: int
) -> RatedRegions:
    """Rate regions when those that only one player sets are scored (4-11)."""
    worth = {
        region: added([share * p for share, p in zip(outlook.share, points, strict=True)])
        for region, points in _scored(outlook, position)
    }
    others = []
    for seat in asking(position).seats:
        if seat != outlook.seat:
            options = _selfish(outlook, position, seat)
            others.append(softmax([gain for _, gain in options], outlook.weights.heat))
    regions = list(worth)
    total = dict.fromkeys(regions, 0.0)
    for _ in range(samples):
        shown = [regions[draw(chances, generator)] for chances in others]
        for region in regions:
            if region not in shown:
                total[region] += worth[region]
            elif shown.count(region) == 1:
                # It would have been scored without us.
                total[region] -= worth[region]
    return [(region, points / samples) for region, points in total.items()]


def _arrive(
    outlook: Outlook,
    position: Position,
    moved: dict[int, int],
    generator: Generator,
    samples: int,
) -> RatedRegions:
    """Rate regions when everybody's caballeros arrive together."""
    rules = position.rules
    seat = outlook.seat
    mine = moved[seat]
    taboo = rules.taboo(position)
    closed = {r for r in rules.disk_regions if rules.region_places[r][0] in taboo}
    if (left := asking(position).region) >= 0:
        closed.add(left)
    others = {}
    for other, number in moved.items():
        if other != seat and number:
            options = _goals(outlook, position, other, number)
            others[other] = softmax([gain for _, gain, _ in options], outlook.weights.heat)
    total = {region: change for region, _, change in _goals(outlook, position, seat, mine)}
    if not others:
        return list(total.items())
    sites = outlook.sites(position)
    base = {region: outlook.tally(position, region) for region in total if region not in closed}
    total = {region: change * samples for region, change in total.items() if region in closed}
    total.update(dict.fromkeys(base, 0.0))
    for _ in range(samples):
        counts: dict[int, Counts] = dict(base)
        for other, chances in others.items():
            region = rules.disk_regions[draw(chances, generator)]
            if region not in closed:
                counts[region] = plus(counts[region], other, moved[other])
        for region, there in counts.items():
            site = sites[region]
            new = plus(there, seat, mine)
            total[region] += outlook.pays(site, new) - outlook.pays(site, there)
    return [(region, points / samples) for region, points in total.items()]
