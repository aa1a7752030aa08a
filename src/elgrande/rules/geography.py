"""Where a game is played: its places, regions and King's seats, and the kinds that stand there."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING

from elgrande.rules.spec import (
    ALL,
    CASTILLO,
    COURT,
    NATURES,
    PROVINCES,
    Card,
    Kind,
    Spec,
    SpecError,
)

if TYPE_CHECKING:
    from elgrande.rules.position import Position


class Geography:
    """The part of a Ruleset that turns names of kinds, places, regions and nodes into indices.

    ``colours[seat]``, ``kinds[kind]``, ``places[place]``, ``regions[region]``,
    ``targets[target]`` (regions, then the Castillo) and ``nodes[node]`` (regions,
    then other seats of the King) turn indices back into names.
    """

    def __init__(self, spec: Spec) -> None:
        self.colours = spec.colours
        self.n_seats = len(spec.colours)
        self._kinds(spec)
        self._places(spec)
        self._cells(spec)
        self._nodes(spec)

    def _kinds(self, spec: Spec) -> None:
        own = [Kind(name, spec.caballeros, name, name, "caballero") for name in spec.colours]
        every = (*own, *spec.kinds)
        self.kinds = tuple(kind.name for kind in every)
        self.all_kinds = tuple(range(len(self.kinds)))
        self.kind_start = tuple(kind.number for kind in every)
        """How many of each kind lie in the provinces before anybody is set up."""
        self.kind_nature = tuple(kind.nature for kind in every)
        self.kind_called = tuple(kind.called or kind.name for kind in every)
        """The id under which each kind's owner is named."""
        families: dict[str, int] = {}
        found = []
        for at, kind in enumerate(every):
            if kind.nature not in NATURES:
                natures = ", ".join(NATURES)
                raise SpecError(f"kind {kind.name!r} is not one of {natures}: {kind.nature!r}")
            if kind.owner and kind.owner not in spec.colours:
                raise SpecError(f"kind {kind.name!r} is owned by {kind.owner!r}, who does not play")
            found.append(families.setdefault(kind.family or kind.owner or kind.name, at))
        self.kind_family = tuple(found)
        """The first kind of each kind's family; the sum of a family stays the same."""
        self.kind_owner = tuple(
            spec.colours.index(kind.owner) if kind.owner else -1 for kind in every
        )
        """The seat that owns each kind, or -1."""
        self.kinds_owned = tuple(
            tuple(at for at, seat in enumerate(self.kind_owner) if seat == own)
            for own in range(self.n_seats)
        )
        self.plain_seats = "kinds_of" not in spec.bends and all(
            owned == (seat,) for seat, owned in enumerate(self.kinds_owned)
        )
        """Whether every seat has its plain caballeros and no others."""
        self.families = tuple(
            tuple(at for at, head in enumerate(self.kind_family) if head == family)
            for family in dict.fromkeys(self.kind_family)
        )
        """The kinds of each family; that after which it is called is the first."""
        self.family_start = tuple(
            sum(self.kind_start[kind] for kind in family) for family in self.families
        )
        owned = [sum(self.kind_start[kind] for kind in kinds) for kinds in self.kinds_owned]
        self.more_than_all = max(*self.family_start, *owned) > ALL or "kinds_of" in spec.bends
        """Whether the number that means all may be too small for some colour."""
        self.unplayed = frozenset(
            at
            for at, kind in enumerate(every)
            if kind.nature == "caballero" and self.kind_owner[at] < 0
        )
        """The kinds that cards treat like another player's though nobody plays them."""

    def _places(self, spec: Spec) -> None:
        self.regions: tuple[str, ...] = tuple(region.id for region in spec.regions)
        simple = [p for region in spec.regions for p in region.place_ids if p == region.id]
        others = [p for region in spec.regions for p in region.place_ids if p != region.id]
        self.places = (*simple, CASTILLO, COURT, PROVINCES, *others, *spec.extra_places)
        self.place_index = {name: index for index, name in enumerate(self.places)}
        self.n_places = len(self.places)
        self.castillo = self.place_index[CASTILLO]
        self.court = self.place_index[COURT]
        self.provinces = self.place_index[PROVINCES]
        self.targets = (*self.regions, CASTILLO)
        self.castillo_target = len(self.regions)
        self.homes = self.targets if spec.grandes_inside else self.regions
        """Where a Grande may stand, targets from the first on."""
        self.region_places = tuple(
            tuple(self.place_index[p] for p in region.place_ids) for region in spec.regions
        )
        self.target_places = (*self.region_places, (self.castillo,))
        self.place_region = [-1] * self.n_places
        for region, places in enumerate(self.region_places):
            for place in places:
                self.place_region[place] = region
        self.board_places = tuple(p for p in range(self.n_places) if self.place_region[p] >= 0)
        """The places of all regions: where caballeros stand openly."""
        self.goal_places = (*self.board_places, self.castillo)
        """Where special actions may bring caballeros (S0, "The action cards", A and C)."""
        self.values = (*(region.values for region in spec.regions), spec.castillo)
        self.coastal: tuple[bool, ...] = tuple(region.coastal for region in spec.regions)
        self.disk_regions = tuple(i for i, region in enumerate(spec.regions) if region.disk)
        self.mobile_names = tuple(name for name, _ in spec.mobile)
        self.mobile_values = tuple(values for _, values in spec.mobile)

    def _cells(self, spec: Spec) -> None:
        """Give each kind a cell of the board for every place where it can be."""
        self.never = tuple(
            frozenset(at for at, name in enumerate(self.places) if name in spec.never.get(kind, ()))
            for kind in self.kinds
        )
        """For each kind: the places where none can be between two turns."""
        turning = {self.n_seats + at for at, kind in enumerate(spec.kinds) if kind.turns}
        for kind in turning:
            if self.kind_family[kind] in turning:
                raise SpecError(
                    f"kind {self.kinds[kind]!r} has no other in its family to turn into"
                )
        every = range(self.n_places)
        counted = [
            (kind, place)
            for kind in self.all_kinds
            for place in every
            if kind not in turning or place not in self.never[kind]
        ]
        at = {pair: cell for cell, pair in enumerate(counted)}
        nobody = len(counted)
        self.at_kind = tuple(
            tuple(at.get((kind, place), nobody) for place in every) for kind in self.all_kinds
        )
        """By kind and place: the cell of the board that counts them, an empty one for never."""
        self.at_coming = tuple(
            tuple(at.get((kind, place), at[family, place]) for place in every)
            for kind, family in enumerate(self.kind_family)
        )
        """The same for whoever comes or leaves; where the kind has none it is its family's."""
        self.kind_cells = tuple(
            slice(bisect_left(counted, (kind,)), bisect_left(counted, (kind + 1,)))
            for kind in self.all_kinds
        )
        """By kind: its cells, which stand together."""
        self.there: tuple[Callable[[list[int]], tuple[int, ...]], ...] = tuple(
            itemgetter(*cells) for cells in zip(*self.at_kind, strict=True)
        )
        """By place: what reads off a board how many of each kind are there."""
        self.on_board: tuple[Callable[[list[int]], tuple[int, ...]], ...] = tuple(
            itemgetter(*(cells[place] for place in self.board_places), 0, 0)
            for cells in self.at_kind
        )
        """By kind: what reads off a board how many are at each of ``board_places``.

        Two more cells that nobody looks at stand behind: of one alone there would be no tuple.
        """
        self.at_score = nobody + bool(turning)

    def _nodes(self, spec: Spec) -> None:
        self.nodes = (*self.regions, *(node.id for node in spec.nodes))
        index = {name: number for number, name in enumerate(self.regions)}
        borders: list[set[int]] = [set() for _ in spec.regions]
        for at, region in enumerate(spec.regions):
            for name in region.neighbours:
                if name not in index:
                    raise SpecError(f"region {region.id!r} borders {name!r}, which is not a region")
                borders[at].add(index[name])
                borders[index[name]].add(at)
        self.region_neighbours = tuple(tuple(sorted(found)) for found in borders)
        node_neighbours = list(self.region_neighbours)
        taboo = [frozenset(places) for places in self.region_places]
        target = list(range(len(self.regions)))
        for node in spec.nodes:
            for names, known, what in (
                (node.neighbours, index, "borders {!r}, which is not a region"),
                (node.taboo, self.place_index, "closes {!r}, which is not a place"),
            ):
                for name in names:
                    if name not in known:
                        raise SpecError(f"the King's seat {node.id!r} {what.format(name)}")
            node_neighbours.append(tuple(sorted(index[name] for name in node.neighbours)))
            taboo.append(frozenset(self.place_index[name] for name in node.taboo))
            target.append(self.castillo_target if CASTILLO in node.taboo else -1)
        self.node_neighbours = tuple(node_neighbours)
        self.king_taboo = tuple(taboo)
        self.king_shut = tuple(sum(1 << place for place in closed) for closed in taboo)
        """The same as bits."""
        self.king_landing = tuple(
            (
                *(place for region in near for place in self.region_places[region]
                  if place not in closed),
                *(() if self.castillo in closed else (self.castillo,)),
            )
            for near, closed in zip(self.node_neighbours, self.king_taboo, strict=True)
        )  # fmt: skip
        """Where courts may place, by the King's node, if he alone decides."""
        self.king_target = tuple(target)
        """The target in which the King's bonus is paid, by the King's node; -1 for none."""


# -- which regions a card means ----------------------------------------------


def _fewest(s: Position) -> list[int]:
    """Return the regions with the fewest caballeros, empty ones left out, the King's too."""
    crowds = {region: s.rules.crowd(s, region) for region in range(len(s.rules.regions))}
    least = min((number for number in crowds.values() if number), default=0)
    return [region for region, number in crowds.items() if number and number == least]


def _most(s: Position) -> list[int]:
    """Return the regions with the most caballeros, the King's not looked at."""
    crowds = {r: s.rules.crowd(s, r) for r in range(len(s.rules.regions)) if r != s.king}
    most = max(crowds.values())
    return [region for region, number in crowds.items() if number == most]


def _grande(s: Position) -> list[int]:
    """Return the regions where a Grande stands, anybody's."""
    homes = {s.grande(seat) for seat in range(s.rules.n_seats)}
    return [region for region in range(len(s.rules.regions)) if region in homes]


def _far(s: Position) -> list[int]:
    """Return the regions that do not border the King's seat."""
    near = s.rules.neighbours(s)
    return [region for region in range(len(s.rules.regions)) if region not in near]


WHERE: dict[str, Callable[[Position], list[int]]] = {
    "any": lambda s: list(range(len(s.rules.regions))),
    "fewest": _fewest,
    "most": _most,
    "grande": _grande,
    "coast": lambda s: [r for r, coastal in enumerate(s.rules.coastal) if coastal],
    "far": _far,
    "inland": lambda s: [r for r, coastal in enumerate(s.rules.coastal) if not coastal],
}
"""The sets of regions that the parameter ``where`` may name."""


def check_where(card: Card) -> None:
    """Raise SpecError if the card's ``where`` names none of the sets."""
    if card.params["where"] not in WHERE:
        raise SpecError.of_card(card.id, "where", f"write one of {', '.join(WHERE)} here")
