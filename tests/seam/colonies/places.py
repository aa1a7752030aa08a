"""Where caballeros may be, how many, and what of it counts."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.rules import Form, Gift, Kind, Region
from elgrande.rules.movement import free

if TYPE_CHECKING:
    from elgrande.rules import Position, Ruleset, Scored, Spec
    from elgrande.rules.questions import (
        Counted,
        CountsAs,
        Gifts,
        KindsOf,
        Landing,
        MayEnter,
        MayReign,
        Room,
    )

FRIAR = "friar"
SILVER = "-silver"
ASIDE = "-aside"
HOLDER = "colonies-holder"
TABLE = "colonies-table"
ABROAD = (
    Region("galleon", (3, 0, 0), (), ("captain", "galleon"), disk=False),
    Region("westland", (4, 0, 0), (), ("governor", "westland"), disk=False),
    Region("southland", (4, 2, 1), (), disk=False),
)
SEATS = {"captain": 1, "governor": 1}
SPACES = 3
"""How many there are at the table."""
GOVERNOR = 5


def abroad(rules: Ruleset, name: str) -> tuple[int, ...]:
    """The places of a region beyond the coast."""
    return rules.region_places[rules.regions.index(name)]


def carrier(rules: Ruleset, kind: int) -> int:
    """The kind that somebody of a plain kind becomes with silver."""
    return rules.kinds.index(rules.kinds[kind] + SILVER)


def by_the_sea(position: Position) -> bool:
    """Whether the King stands in a region on the coast."""
    rules = position.rules
    return position.king < len(rules.regions) and rules.coastal[position.king]


def aside(rules: Ruleset, region: int) -> int:
    """The place of those who find no space at a region's table, -1 if it can have none."""
    return rules.place_index.get(rules.regions[region] + ASIDE, -1)


def room(previous: Room, position: Position, place: int) -> int:
    rules = position.rules
    most = previous(position, place)
    region = position.cell(TABLE)
    if region >= 0 and place == rules.region_places[region][0]:
        return min(most, SPACES)
    return min(most, SEATS.get(rules.places[place], most))


def may_enter(
    previous: MayEnter, position: Position, actor: int, kind: int, source: int, goal: int
) -> bool:
    rules = position.rules
    name = rules.places[goal]
    if rules.kinds[rules.kind_family[kind]] == FRIAR and goal in (rules.court, rules.provinces):
        return False
    if rules.kinds[kind].endswith(SILVER):
        owner = rules.counts_as(position, kind)
        if name in SEATS or (
            goal in (rules.castillo, rules.provinces) and (owner < 0 or owner != actor)
        ):
            return False
    region = rules.place_region[goal]
    if region >= 0 and rules.place_region[source] < 0:
        boarded = source == rules.court and by_the_sea(position)
        if rules.regions[region] in ("westland", "southland"):
            return False
        if rules.regions[region] == "galleon" and not boarded:
            return False
    if name.endswith(ASIDE):
        at_table = rules.region_places[region][0]
        if region != position.cell(TABLE) or (source != at_table and free(position, at_table)):
            return False
    return previous(position, actor, kind, source, goal)


def may_reign(previous: MayReign, position: Position, node: int) -> bool:
    """The King stays in Spain."""
    name = position.rules.nodes[node]
    return all(name != region.id for region in ABROAD) and previous(position, node)


def landing(previous: Landing, position: Position, seat: int) -> tuple[int, ...]:
    more = abroad(position.rules, "galleon") if by_the_sea(position) else ()
    return (*previous(position, seat), *more)


def kinds_of(previous: KindsOf, position: Position, seat: int) -> tuple[int, ...]:
    own = previous(position, seat)
    if position.cell(HOLDER) != seat:
        return own
    friar = position.rules.kinds.index(FRIAR)
    return (*own, friar, carrier(position.rules, friar))


def counts_as(previous: CountsAs, position: Position, kind: int) -> int:
    rules = position.rules
    if rules.kinds[rules.kind_family[kind]] == FRIAR:
        return position.cell(HOLDER)
    return previous(position, kind)


def counted(
    previous: Counted, position: Position, target: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Nobody ranks on the galleon, no governor ranks, and nobody beside the table."""
    places, kinds = previous(position, target)
    rules = position.rules
    if rules.targets[target] == "galleon":
        return (), kinds
    out = {rules.place_index["governor"]}
    if target == position.cell(TABLE):
        out.add(aside(rules, target))
    return tuple(place for place in places if place not in out), kinds


def gifts(previous: Gifts, position: Position, scored: Scored) -> tuple[Gift, ...]:
    """A governor is paid whenever Westland is scored, a captain what the board says."""
    rules = position.rules
    found = previous(position, scored)
    paid = {"galleon": ("captain", scored.values[0]), "westland": ("governor", GOVERNOR)}
    name = rules.targets[scored.target]
    if scored.first_only or name not in paid:
        return found
    seat, points = paid[name]
    place = rules.place_index[seat]
    owners = [rules.counts_as(position, k) for k in rules.all_kinds if position.count(k, place)]
    return (*found, *(Gift(owner, points, seat) for owner in owners if owner >= 0))


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Nobody stands aside where the table is not."""
    rules = position.rules
    table = position.cell(TABLE)
    for region in range(len(rules.regions)):
        place = aside(rules, region)
        crowd = place >= 0 and any(position.count(kind, place) for kind in rules.all_kinds)
        if crowd and region != table:
            return TABLE, f"somebody stands beside a table in {rules.regions[region]}; name it here"
    return None


def edit(spec: Spec) -> None:
    """Add the places, the kinds and the answers to questions."""
    spec.regions = [
        replace(region, places=(*region.place_ids, region.id + ASIDE)) if region.disk else region
        for region in spec.regions
    ]
    spec.regions += ABROAD
    spec.kinds += [
        Kind(colour + SILVER, owner=colour, nature="carrier", called=colour + SILVER)
        for colour in spec.colours
    ]
    spec.kinds.append(Kind(FRIAR, 4))
    spec.kinds.append(Kind(FRIAR + SILVER, family=FRIAR, nature="carrier"))
    spec.cells.update({HOLDER: -1, TABLE: -1})
    spec.forms[HOLDER] = lambda rules: Form({-1: "nobody", **dict(enumerate(rules.colours))})
    spec.forms[TABLE] = lambda rules: Form({-1: "nowhere", **dict(enumerate(rules.regions))})
    spec.checks.append(check)
    for question, answer in (
        ("room", room), ("may_enter", may_enter), ("may_reign", may_reign), ("landing", landing),
        ("kinds_of", kinds_of), ("counts_as", counts_as), ("counted", counted), ("gifts", gifts),
    ):  # fmt: skip
        spec.bend(question, answer)
