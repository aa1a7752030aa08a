"""Bridge, quarantine, conspiracy and placing in a position that somebody lays out."""

from __future__ import annotations

from elgrande.expansions.intrigue.grandes import CONSPIRACY
from elgrande.expansions.intrigue.regions import ENDS, QUARANTINED, ashore, bridge
from elgrande.expansions.intrigue.turn import PLACING, Placing
from elgrande.rules import Form, Position, Ruleset, Spec


def _region(rules: Ruleset) -> Form:
    return Form({-1: "none", **dict(enumerate(rules.regions))})


def _placing(rules: Ruleset) -> Form:
    cards = {at: card.id for at, card in enumerate(rules.cards) if card.effect == Placing.name}
    return Form({-1: "none", **cards})


def edit(spec: Spec) -> None:
    """Write them by name, and check them."""
    for name in (*ENDS, QUARANTINED):
        spec.cells[name] = -1
        spec.forms[name] = _region
    spec.cells[PLACING] = -1
    spec.forms[PLACING] = _placing
    spec.cells[CONSPIRACY] = 0
    spec.forms[CONSPIRACY] = lambda rules: Form({0: False, 1: True})
    spec.passing.add(PLACING)
    spec.checks.append(check)


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem, if they do not fit together."""
    rules = position.rules
    first, second = bridge(position)
    if (first < 0) != (second < 0):
        at = ENDS[first >= 0]
        return at, f"a bridge joins two regions; write both {' and '.join(ENDS)}, or 'none' twice"
    if first >= 0 and (first == second or second in rules.node_neighbours[first]):
        return ENDS[1], f"{rules.regions[second]} needs no bridge to {rules.regions[first]}"
    region = position.cell(QUARANTINED)
    if region >= 0 and region not in position.mobile:
        where = rules.regions[region]
        return QUARANTINED, f"no mobile scoreboard is on {where}; put one there in 'scoreboards'"
    if first >= 0 and not {first, second} <= set(ashore(rules)):
        return ENDS[1], "a bridge joins regions on land; name two of those"
    return None
