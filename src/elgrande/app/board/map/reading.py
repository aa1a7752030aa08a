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
    changes = changes or Changes()
    rules, shown = guide.rules, guide.shown
    taboo = rules.taboo(position)
    apart = {rules.place_index[name] for name in shown.apart(position)}
    marks = shown.marks(position, guide.names)
    lying = shown.lying(position, guide.names)
    worths = shown.worths(position, guide.names)
    # Beside the Castillo the King rules it, and no region.
    ruled = rules.king_target[position.king]
    picked = picked or {}
    chart = next(iter(guide.charts.values()))
    named = chart.named
    spots = []
    for target, name in enumerate(rules.targets):
        places = rules.target_places[target]
        own = named.get(name, ())
        crowd = tuple(p for p in places if rules.places[p] not in own) if own else places
        beside = tuple(p for p in crowd if p in apart) if apart else ()
        if beside:
            crowd = tuple(p for p in crowd if p not in apart)
        # Where the house rules veil them nobody is counted.
        closed = not all(guide.shows(place) for place in places)
        spots.append(
            Spot(
                id=name,
                names=guide.forms(name),
                key=guide.key(name),
                values=position.values(target),
                mobile=target in position.mobile,
                troops=None if closed else _troops(position, guide, crowd, picked, changes),
                grandes=tuple(
                    guide.colour(seat)
                    for seat in range(rules.n_seats)
                    if position.grande(seat) == target
                ),
                king=target == ruled,
                taboo=taboo.issuperset(places),
                lit=name in lit,
                posts=tuple(
                    Post(
                        place,
                        guide.forms(place),
                        ()
                        if closed
                        else _troops(position, guide, (rules.place_index[place],), picked, changes),
                        worths.get(place, ""),
                    )
                    for place in own
                ),
                apart=()
                if closed or not beside
                else _troops(position, guide, beside, picked, changes),
                marks=tuple(mark for mark in marks if mark.target == name) if marks else (),
                lying=tuple(one for one in lying if one.target == name) if lying else (),
                spotlit=name in changes.spotlit,
            )
        )
    spots += [
        _beside(position, guide, name, picked, changes)
        for name in sorted(chart.beside)
        if name in rules.place_index
    ]
    aside = tuple(rules.mobile_values[i] for i, target in enumerate(position.mobile) if target < 0)
    node = "" if ruled >= 0 else rules.nodes[position.king]
    return Scene(
        tuple(spots),
        aside,
        king_at=node,
        king_name=guide.name(node) if node else "",
        charts=guide.charts,
    )


def _beside(position: Position, guide: Guide, name: str, picked: Numbers, changes: Changes) -> Spot:
    """Return the box of a place outside the regions: who is there, and nothing else."""
    place = guide.rules.place_index[name]
    troops = _troops(position, guide, (place,), picked, changes) if guide.shows(place) else None
    return Spot(
        id=name, names=guide.forms(name)[-1:], key="", values=(), mobile=False, troops=troops
    )


def _troops(
    position: Position,
    guide: Guide,
    places: tuple[int, ...],
    picked: Numbers,
    changes: Changes,
) -> tuple[Troop, ...]:
    """Return the caballeros of some places by family, those that carry something as badges."""
    rules, shown = guide.rules, guide.shown
    moved, later = changes.moved, changes.later
    found: dict[int, Troop] = {}
    for kind, name in enumerate(rules.kinds):
        count = sum(position.count(kind, place) for place in places)
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
