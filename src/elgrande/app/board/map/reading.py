"""Reads a position into a Scene: what stands where, what is lit, what is taboo."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from elgrande.app.board.map.scene import CrowdBadge, Post, Scene, Spot, Troop

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.rules import Position

Numbers = Mapping[tuple[int, int], int]
"""How many, by (kind, place)."""
NONE: Numbers = MappingProxyType({})


class Changes(NamedTuple):
    """What is told of a position: how many more or fewer are where by it, and what is spotlit.

    ``later`` is what changed after the moment that is shown, and is taken off.
    """

    moved: Numbers = NONE
    spotlit: Collection[str] = ()
    later: Numbers = NONE


def read(
    position: Position,
    guide: Guide,
    lit: Collection[str] = (),
    picked: Numbers | None = None,
    changes: Changes | None = None,
) -> Scene:
    """Return the scene of a position; ``picked`` counts marked caballeros by (kind, place)."""
    return _Reader(position, guide, lit, picked or {}, changes or Changes()).scene()


class _Reader:
    """Reads one position."""

    def __init__(
        self,
        position: Position,
        guide: Guide,
        lit: Collection[str],
        picked: Numbers,
        changes: Changes,
    ) -> None:
        self.position = position
        self.guide = guide
        self.lit = lit
        self.picked = picked
        self.changes = changes
        shown = guide.shown
        self.taboo = guide.rules.taboo(position)
        self.apart = {guide.rules.place_index[name] for name in shown.apart(position)}
        self.marks = shown.marks(position, guide.names)
        self.lying = shown.lying(position, guide.names)
        self.worths = shown.worths(position, guide.names)
        # Beside the Castillo the King rules it, and no region.
        self.ruled = guide.rules.king_target[position.king]
        self.chart = next(iter(guide.charts.values()))

    def scene(self) -> Scene:
        """Return all of it: the regions and the Castillo, boxes beside the land, the King."""
        position, guide, rules = self.position, self.guide, self.guide.rules
        spots = [self.spot(target) for target in range(len(rules.targets))]
        spots += [
            self.beside(name) for name in sorted(self.chart.beside) if name in rules.place_index
        ]
        unused = (i for i, target in enumerate(position.mobile) if target < 0)
        node = "" if self.ruled >= 0 else rules.nodes[position.king]
        return Scene(
            tuple(spots),
            tuple(rules.mobile_values[i] for i in unused),
            king_at=node,
            king_name=guide.name(node) if node else "",
            charts=guide.charts,
        )

    def spot(self, target: int) -> Spot:
        """Return a region or the Castillo."""
        position, guide, rules = self.position, self.guide, self.guide.rules
        name, places = rules.targets[target], rules.target_places[target]
        own = self.chart.named.get(name, ())
        crowd = tuple(p for p in places if rules.places[p] not in own) if own else places
        apart = tuple(p for p in crowd if p in self.apart) if self.apart else ()
        if apart:
            crowd = tuple(p for p in crowd if p not in self.apart)
        # Where the house rules veil them nobody is counted.
        closed = not all(guide.shows(place) for place in places)
        return Spot(
            id=name,
            names=guide.forms(name),
            key=guide.key(name),
            values=position.values(target),
            mobile=target in position.mobile,
            troops=None if closed else self.troops(crowd),
            grandes=tuple(
                guide.colour(seat)
                for seat in range(rules.n_seats)
                if position.grande(seat) == target
            ),
            king=target == self.ruled,
            taboo=self.taboo.issuperset(places),
            lit=name in self.lit,
            posts=tuple(self.post(place, closed) for place in own),
            apart=() if closed or not apart else self.troops(apart),
            marks=tuple(mark for mark in self.marks if mark.target == name),
            lying=tuple(one for one in self.lying if one.target == name),
            spotlit=name in self.changes.spotlit,
        )

    def post(self, place: str, closed: bool) -> Post:
        """Return a place that a region has a box of its own for."""
        troops = () if closed else self.troops((self.guide.rules.place_index[place],))
        return Post(place, self.guide.forms(place), troops, self.worths.get(place, ""))

    def beside(self, name: str) -> Spot:
        """Return the box of a place outside the regions: who is there, and nothing else."""
        guide = self.guide
        place = guide.rules.place_index[name]
        troops = self.troops((place,)) if guide.shows(place) else None
        return Spot(
            id=name, names=guide.forms(name)[-1:], key="", values=(), mobile=False, troops=troops
        )

    def troops(self, places: tuple[int, ...]) -> tuple[Troop, ...]:
        """Return the caballeros of some places by family, those that carry something as badges."""
        rules, shown = self.guide.rules, self.guide.shown
        moved, later, picked = self.changes.moved, self.changes.later, self.picked
        found: dict[int, Troop] = {}
        for kind, name in enumerate(rules.kinds):
            count = sum(self.position.count(kind, place) for place in places)
            change = 0
            if moved:
                change = sum(moved.get((kind, place), 0) for place in places)
            if later:
                count = max(0, count - sum(later.get((kind, place), 0) for place in places))
            if not (count or change):
                continue
            family = rules.kind_family[kind]
            marked = sum(picked.get((kind, place), 0) for place in places) if picked else 0
            badges: tuple[CrowdBadge, ...] = (
                (CrowdBadge(shown.badges[name], count),) if count and name in shown.badges else ()
            )
            known = found.get(family)
            if known is not None:
                count, marked = count + known.count, marked + known.picked
                change += known.change
                badges = known.badges + badges
            whose = rules.kinds[family]
            found[family] = Troop(
                whose, count, marked, badges=badges, sign=shown.signs.get(whose), change=change
            )
        return tuple(found[family] for family in sorted(found))
