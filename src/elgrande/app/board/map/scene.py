"""A position as a Scene: what stands where on the map, what is lit, what is taboo, as plain values.

The drawing needs nothing else.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.text_runs import Run
    from elgrande.content.display import Lying, Mark, Sign
    from elgrande.content.map.chart import Chart
    from elgrande.rules import Position


class CrowdBadge(NamedTuple):
    """How many of a crowd carry something, and its sign."""

    sign: Sign
    number: int


@dataclass(frozen=True)
class Troop:
    """Caballeros of one colour in one place; ``picked`` of them are marked to move.

    ``count`` is all of the colour's family, also those that ``badges`` are about. ``fresh``
    marks those to which some have just come. ``sign`` takes the place of a colour's shape.
    ``change`` is how many more or fewer they are by what is told now; ``coming`` are on their way
    here; of ``points`` the count is what the colour got.
    """

    colour: str
    count: int
    picked: int = 0
    fresh: bool = False
    badges: tuple[CrowdBadge, ...] = ()
    sign: Sign | None = None
    change: int = 0
    coming: bool = False
    points: bool = False


@dataclass(frozen=True)
class Post:
    """A place that is shown by name: who stands there, and what it is worth to them.

    ``names`` go from the longest form to the shortest.
    """

    id: str
    names: tuple[str, ...]
    troops: tuple[Troop, ...] = ()
    worth: str = ""


@dataclass(frozen=True)
class Spot:
    """One region or the Castillo as it is to be drawn.

    ``names`` go from the longest form to the shortest; ``troops`` is None when the
    contents are not to be shown. ``apart`` are those that do not count with the others.
    ``spotlit`` marks what is told about now, ``plan`` which steps of a plan lead here.
    """

    id: str
    names: tuple[str, ...]
    key: str
    values: tuple[int, ...]
    mobile: bool = False
    troops: tuple[Troop, ...] | None = ()
    grandes: tuple[str, ...] = ()
    king: bool = False
    taboo: bool = False
    lit: bool = False
    posts: tuple[Post, ...] = ()
    apart: tuple[Troop, ...] = ()
    marks: tuple[Mark, ...] = ()
    lying: tuple[Lying, ...] = ()
    spotlit: bool = False
    plan: str = ""

    @property
    def shut(self) -> bool:
        """Whether its field is hatched."""
        return self.taboo or (bool(self.marks) and any(mark.hatched for mark in self.marks))


class Rider(NamedTuple):
    """A piece on its way between two places, one of which may be off the map.

    ``part`` is how much of the way is behind it.
    """

    drawn: Run
    source: str
    target: str
    part: float = 0


@dataclass(frozen=True)
class Scene:
    """The whole map: its spots, the unused scoreboards and a King outside of them.

    ``king_at`` is the id of his seat, ``king_name`` what to write there. ``charts`` are the
    drawings of the game by size; without them it is the map of the base game. ``rider`` travels.
    What is ``past`` has no cursor: it would read as a mark of what happened.
    """

    spots: tuple[Spot, ...]
    aside: tuple[tuple[int, ...], ...] = ()
    king_at: str = ""
    king_name: str = ""
    cursor: str = ""
    charts: Mapping[str, Chart] = field(default_factory=dict)
    rider: Rider | None = None
    past: bool = False


# -- a position read -------------------------------------------------------------------

Numbers = Mapping[tuple[int, int], int]
"""How many, by (kind, place)."""
NONE: Numbers = MappingProxyType({})


class Changes(NamedTuple):
    """What is told of a position: how many more or fewer are where by it, and what is spotlit.

    ``away`` are not counted: they came after the moment that is shown, or travel as the ``rider``.
    ``plan`` is what is advised where, ``then`` a past position that is shown instead.
    """

    moved: Numbers = NONE
    spotlit: Collection[str] = ()
    away: Numbers = NONE
    plan: Mapping[str, str] = MappingProxyType({})
    then: Position | None = None
    rider: Rider | None = None


def read(
    position: Position,
    guide: Guide,
    lit: Collection[str] = (),
    picked: Numbers | None = None,
    changes: Changes | None = None,
) -> Scene:
    """Return the scene of a position; ``picked`` counts marked caballeros by (kind, place)."""
    if changes is not None and changes.then is not None:
        # Nothing was to be answered there.
        return _Reader(changes.then, guide, (), {}, changes).scene()
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
        shown = guide.display
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
            tuple(rules.mobile_values[i][: rules.ranks] for i in unused),
            king_at=node,
            king_name=guide.name(node) if node else "",
            charts=guide.charts,
            rider=self.changes.rider,
            past=self.changes.then is not None,
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
            values=position.values(target)[: rules.ranks],
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
            plan=self.changes.plan.get(name, ""),
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
        rules, shown = self.guide.rules, self.guide.display
        moved, away, picked = self.changes.moved, self.changes.away, self.picked
        found: dict[int, Troop] = {}
        for kind, name in enumerate(rules.kinds):
            count = sum(self.position.count(kind, place) for place in places)
            change = 0
            if moved:
                change = sum(moved.get((kind, place), 0) for place in places)
            if away:
                count = max(0, count - sum(away.get((kind, place), 0) for place in places))
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
        # Of whom there is nobody now there was somebody before, or nothing is told of them.
        told = (found[family] for family in sorted(found))
        return tuple(troop for troop in told if troop.count or troop.change < 0)
