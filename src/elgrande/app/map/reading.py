"""Reads a position into a Scene: what stands where, what is lit, what is taboo."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.map.scene import Scene, Spot, Troop

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from elgrande.app.guide import Guide
    from elgrande.rules import Position


def read(
    position: Position,
    guide: Guide,
    lit: Collection[str] = (),
    picked: Mapping[tuple[int, int], int] | None = None,
) -> Scene:
    """The scene of a position; `picked` counts marked caballeros by (kind, place)."""
    rules = guide.rules
    taboo = rules.taboo(position)
    # Beside the Castillo the King rules it, and no region.
    ruled = rules.king_target[position.king]
    spots = []
    for target, name in enumerate(rules.targets):
        places = rules.target_places[target]
        spots.append(
            Spot(
                id=name,
                names=guide.forms(name),
                key=guide.key(name),
                values=position.values(target),
                mobile=target in position.mobile,
                troops=_troops(position, guide, places, picked or {}),
                grandes=tuple(
                    guide.colour(seat) for seat in range(rules.n) if position.grande(seat) == target
                ),
                king=target == ruled,
                taboo=taboo.issuperset(places),
                lit=name in lit,
            )
        )
    aside = tuple(rules.mobile_values[i] for i, target in enumerate(position.mobile) if target < 0)
    if ruled >= 0:
        return Scene(tuple(spots), aside)
    node = rules.nodes[position.king]
    return Scene(tuple(spots), aside, king_at=node, king_name=guide.name(node))


def _troops(
    position: Position,
    guide: Guide,
    places: tuple[int, ...],
    picked: Mapping[tuple[int, int], int],
) -> tuple[Troop, ...] | None:
    """The caballeros of a target by kind; None where the house rules veil them."""
    rules = guide.rules
    if not all(guide.shows(place) for place in places):
        return None
    troops = []
    for kind, name in enumerate(rules.kinds):
        count = sum(position.count(kind, place) for place in places)
        if count:
            marked = sum(picked.get((kind, place), 0) for place in places)
            troops.append(Troop(name, count, marked))
    return tuple(troops)
