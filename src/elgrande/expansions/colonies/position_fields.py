"""The open values in a position that somebody lays out, and what must hold of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.expansions.colonies.discs import FIRST_CALL, LYING, SUPPLY
from elgrande.expansions.colonies.places import (
    FRANCE,
    LIES_IN,
    NUMBER,
    TABLE,
    WORTH,
    layout,
)
from elgrande.rules import Form
from elgrande.rules.forms import whose

if TYPE_CHECKING:
    from elgrande.rules import Position, Ruleset, Spec


def _region(rules: Ruleset) -> Form:
    regions = {at: name for at, name in enumerate(rules.regions) if name != FRANCE}
    return Form({-1: "nowhere", **regions})


def edit(spec: Spec) -> None:
    """Write them by name, and check them."""
    spec.forms[FIRST_CALL] = whose
    spec.forms[TABLE] = _region
    spec.checks.append(check)


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem, if they do not fit together."""
    rules = position.rules
    known = layout(rules)
    crowd = {
        place: sum(position.count(kind, place) for kind in rules.all_kinds)
        for place in known.beside_places
    }
    for region, place in enumerate(known.beside):
        if place >= 0 and crowd[place] and region != position.cell(TABLE):
            where = rules.regions[region]
            return TABLE, f"somebody is beside a limit table in {where}; name that region here"
    for disc in WORTH:
        carriers = [kind for kind, carried in known.carried.items() if carried == disc]
        for kind in carriers:
            for place in (*known.home, *known.offices, rules.castillo, rules.court):
                if position.count(kind, place):
                    problem = (
                        f"{rules.kinds[kind]} is in {rules.places[place]}, where nobody can "
                        f"have a disc; put him elsewhere"
                    )
                    return SUPPLY[disc], problem
        out = position.cell(LYING[disc]) + sum(
            position.count(kind, place)
            for kind in carriers
            for place in range(rules.n_places)
            if place != rules.provinces
        )
        left = NUMBER[disc] - out
        if left < 0:
            where, name = LIES_IN[disc], disc.title()
            problem = f"there are only {NUMBER[disc]} {name} discs; let fewer be in {where}"
            return LYING[disc], problem
        if position.cell(SUPPLY[disc]) != left:
            problem = (
                f"of {NUMBER[disc]} {disc.title()} discs {out} are out; write {left}, or let "
                f"others be in {LIES_IN[disc]}"
            )
            return SUPPLY[disc], problem
    return None
