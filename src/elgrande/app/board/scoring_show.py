"""The scorings of a game as they are shown: the map at each step, and which are still to be seen.

No Textual here: the table and the replay make one from what was told, a screen draws it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.scene import Changes, Scene, Spot, Troop, read
from elgrande.content.scorings import DisksTurned, Happened, PlaceScored, Scoring, rewound, scorings
from elgrande.content.story import moved
from elgrande.rules import Position
from elgrande.rules import events as ev


class ScoringShow:
    """The scorings among the events that led to a position, for one pair of eyes."""

    def __init__(
        self,
        position: Position,
        guide: Guide,
        told: Sequence[tuple[int, ev.Event]],
        past: int | None = None,
    ) -> None:
        """``past`` of the events are of earlier rounds (see ``content.scorings.scorings``)."""
        self.guide = guide
        self._position = position
        self._told = told
        self._past = past

    @cached_property
    def scorings(self) -> list[Scoring]:
        """All of them, the first one first; what these eyes may not count again is closed."""
        past = self._past if self.guide.veiled else 0
        return scorings(self._position, self._told, past)

    def since(self, entry: int) -> list[Scoring]:
        """Return those that are over and came about after an entry."""
        return [one for one in self.scorings if one.done and one.entry > entry]

    def scene(self, scoring: Scoring, at: int) -> Scene:
        """Return the map at a step: points where a place was scored, else who is there.

        Where the Castillo is veiled, only of places that are told of later in it.
        """
        step, guide = scoring.steps[at], self.guide
        then = rewound(self._position, self._told[step.last + 1 :])
        base = read(then, guide, changes=Changes(moved(step.events)))
        later = scoring.steps[at + 1 :]
        told = {one.target for one in later if isinstance(one, PlaceScored) and not one.closed}
        paid = scoring.paid(at)
        coming = _coming(step, guide) if isinstance(step, DisksTurned) else {}
        lit = _spotlit(step, guide)
        spots = []
        for target, spot in enumerate(base.spots):
            # What lies there now can have come since; no scoring pays for it.
            spot = replace(spot, lying=(), spotlit=target in lit)
            if target in paid:
                spot = _paid(spot, paid[target], guide)
            elif guide.veiled and target not in told:
                # How many were where in a round that is over would tell who is in the Castillo.
                spot = _bare(spot)
            riders = coming.get(target, ())
            spots.append(replace(spot, troops=(*(spot.troops or ()), *riders)) if riders else spot)
        return replace(base, spots=tuple(spots))


def _bare(spot: Spot) -> Spot:
    """Return a place without anybody in it; a Castillo that is closed stays so."""
    return replace(spot, troops=spot.troops and (), posts=(), apart=())


def _paid(spot: Spot, step: PlaceScored, guide: Guide) -> Spot:
    """Return a place that shows the points it paid."""
    scored = step.event.scored
    won = [(seat, points) for seat, points in enumerate(step.won) if points]
    won.sort(key=lambda pair: -pair[1])
    troops = tuple(Troop(guide.colour(seat), points, points=True) for seat, points in won)
    return replace(_bare(spot), troops=troops, values=scored.values[: guide.rules.ranks])


def _coming(step: DisksTurned, guide: Guide) -> dict[int, tuple[Troop, ...]]:
    """Return by target who is on the way there."""
    inside = dict(step.inside)
    found: dict[int, tuple[Troop, ...]] = {}
    for seat, region in step.disks:
        target = guide.rules.targets.index(guide.rules.regions[region])
        rider = Troop(guide.colour(seat), inside.get(seat, 0), coming=True)
        found[target] = (*found.get(target, ()), rider)
    return found


def _spotlit(step: object, guide: Guide) -> set[int]:
    """Return the targets that a step is about."""
    rules = guide.rules
    if isinstance(step, PlaceScored):
        return {step.target}
    if isinstance(step, DisksTurned):
        return {rules.targets.index(rules.regions[region]) for _, region in step.disks}
    if isinstance(step, Happened):
        places = {event.target for event in step.events if isinstance(event, ev.Moved)}
        return {t for t, inside in enumerate(rules.target_places) if places.intersection(inside)}
    return set()
