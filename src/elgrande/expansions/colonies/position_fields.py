"""The open values in a position that somebody lays out, and what must hold of them."""

from __future__ import annotations

from elgrande.expansions.colonies.discs import LYING, SUPPLY
from elgrande.expansions.colonies.places import (
    FRANCE,
    LIES_IN,
    NUMBER,
    TABLE,
    WORTH,
    layout,
)
from elgrande.rules import Form, Position, Ruleset, Spec

PASSING = ("legs-", "arrived-", "spaces-freed")
"""How the open values begin that count within a turn alone."""


def _region(rules: Ruleset) -> Form:
    return Form({at: name for at, name in enumerate(rules.regions) if name != FRANCE})


def edit(spec: Spec) -> None:
    """Write them by name, and check them."""
    spec.forms[TABLE] = _region
    spec.passing.update(name for name in spec.cells if name.startswith(PASSING))
    spec.checks.append(check)


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem, if they do not fit together."""
    rules = position.rules
    known = layout(rules)
    if position.cell(TABLE) < 0:
        return TABLE, "the limit table is in a region all game long; name that region"
    for region, place in enumerate(known.beside):
        if place < 0 or region == position.cell(TABLE):
            continue
        if any(position.count(kind, place) for kind in rules.all_kinds):
            where = rules.regions[region]
            return TABLE, f"somebody is beside a limit table in {where}; name that region here"
    for disc in WORTH:
        carriers = [kind for kind, carried in known.carried.items() if carried == disc]
        out = position.cell(LYING[disc]) + sum(
            position.count(kind, place) for kind in carriers for place in range(rules.n_places)
        )
        whole, where, name = NUMBER[disc], LIES_IN[disc], disc.title()
        left = whole - out
        if left < 0:
            return LYING[disc], f"there are only {whole} {name} discs; let fewer be in {where}"
        if position.cell(SUPPLY[disc]) != left:
            return SUPPLY[disc], (
                f"of {whole} {name} discs {out} lie or are carried on the board, so {left} are "
                f"left in the supply; write {left}"
            )
    return None
