"""The four new regions, their spaces, and what a place of the board is (S0, "The new regions").

With them the Grand Inquisitor, whose caballero more in every turn goes aboard no ship; he himself
and his black caballeros are ``elgrande.rules.effects.figures``.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from elgrande.rules import Kind, Position, Region, Ruleset, Spec
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import (
    BLACK,
    INQUISITOR,
    black_kinds,
    follow_him,
    next_to_the_king,
    one_more,
)
from elgrande.rules.questions import bits
from elgrande.rules.spec import CASTILLO, COURT, PROVINCES

if TYPE_CHECKING:
    from elgrande.rules.questions import Limits

FRANCE, SHIP, AMERICA, MEDITERRANEAN = "france", "ship", "america", "mediterranean"
AMBASSADOR, ENVOY, CAPTAIN, VICEROY = "ambassador", "envoy", "captain", "viceroy"
BESIDE = "-beside"
"""How the place of those who stand beside the limit table ends, after the id of its region."""
OVERSEAS = (SHIP, AMERICA, MEDITERRANEAN)
"""The regions that legs of a voyage join; the King never comes there."""
NEW = (
    Region(FRANCE, (3, 1, 0), ("aragon", "catalonia"), (FRANCE, AMBASSADOR, ENVOY), disk=False,
           coastal=True),
    Region(SHIP, (3, 0, 0), (), (SHIP, CAPTAIN, SHIP + BESIDE), disk=False),
    Region(AMERICA, (4, 0, 0), (), (AMERICA, VICEROY, AMERICA + BESIDE), disk=False),
    Region(MEDITERRANEAN, (4, 2, 1), (), (MEDITERRANEAN, MEDITERRANEAN + BESIDE), disk=False),
)  # fmt: skip
SINGLE = (FRANCE, AMBASSADOR, ENVOY, CAPTAIN, VICEROY)
"""The places with room for one."""
TABLE = "limit-table"
"""The open value that says in which region the limit table lies, -1 before it is laid."""
FEW_SPACES, MANY_SPACES, MANY_PLAYERS = 6, 10, 4
"""The spaces of the two limit tables, and from how many players on the larger is used (S0)."""
BLACKS = 4
GOLD, WARES = "gold", "wares"
WORTH = {GOLD: 6, WARES: 4}
"""What a disc pays when it reaches Spain (S0, "Gold and Wares")."""
NUMBER = {GOLD: 5, WARES: 6}
"""How many discs there are: eleven in all; how they are split is our best fit (FACTS 4.1)."""
LIES_IN = {GOLD: AMERICA, WARES: MEDITERRANEAN}


@dataclass(frozen=True)
class Layout:
    """What the places and kinds of a game are, by index: compiled once for each Ruleset."""

    spaces: int
    """How many the limit table has."""
    common: tuple[int, ...]
    """By region: the place of those who stand on no space of their own, where the table lies."""
    beside: tuple[int, ...]
    """By region: the place beside the limit table; -1 where it never lies."""
    beside_places: frozenset[int]
    beside_shut: int
    """The same places as bits, as is each value whose name ends like this one's."""
    limits: tuple[Limits, ...]
    """By the limit table's region, and last without one: the room of places that hold few."""
    offices: frozenset[int]
    """The two spaces where nobody may carry anything: the Captain's and the Viceroy's."""
    off_board_shut: int
    """Court and provinces."""
    kind_shut: tuple[int, ...]
    """By kind: where none of it ever comes, whoever moves it."""
    home: frozenset[int]
    """The places of Spain, where discs are paid for."""
    france: int
    """The region."""
    france_shut: int
    at_ship: frozenset[int]
    ship_shut: int
    out_at_sea: frozenset[int]
    """The places of America and the Mediterranean, which no court reaches."""
    source_shut: tuple[int, ...]
    """By place: where nobody comes from there, wherever the King and the limit table are."""
    carried: dict[int, str]
    """The disc that a kind carries, by kind; whoever carries none is not in it."""
    loaded: dict[int, dict[str, int]]
    """By kind without a disc: the kind that it becomes with each."""
    black: frozenset[int]
    """The black kinds, with and without a disc."""
    not_ranked: frozenset[int]
    """Where nobody counts in the ranking: beside the table, and the Viceroy's space."""
    at_table: int
    """Where on the board the region of the limit table is written."""


@lru_cache(maxsize=32)
def layout(rules: Ruleset) -> Layout:
    """Return the layout of a game."""
    index = rules.place_index

    def of(*regions: str) -> frozenset[int]:
        return frozenset(p for r in regions for p in rules.region_places[rules.regions.index(r)])

    beside = tuple(index.get(name + BESIDE, -1) for name in rules.regions)
    kinds = {name: kind for kind, name in enumerate(rules.kinds)}
    loaded = {
        kind: {disc: kinds[f"{name}-{disc}"] for disc in WORTH}
        for name, kind in kinds.items()
        if f"{name}-{GOLD}" in kinds
    }
    carried = {kind: disc for into in loaded.values() for disc, kind in into.items()}
    black = frozenset(black_kinds(rules))
    off_board = bits((rules.court, rules.provinces))
    sea = of(AMERICA, MEDITERRANEAN)
    single = dict.fromkeys((index[name] for name in SINGLE), 1)
    spaces = MANY_SPACES if rules.n_seats >= MANY_PLAYERS else FEW_SPACES
    common = tuple(index[name] for name in rules.regions)
    offices = bits((index[CAPTAIN], index[VICEROY]))
    return Layout(
        spaces=spaces,
        common=common,
        beside=beside,
        beside_places=frozenset(place for place in beside if place >= 0),
        beside_shut=bits(place for place in beside if place >= 0),
        limits=(
            *(MappingProxyType({**single, table: spaces}) for table in common),
            MappingProxyType(single),
        ),
        offices=frozenset((index[CAPTAIN], index[VICEROY])),
        off_board_shut=off_board,
        kind_shut=tuple(
            (off_board if kind in black else 0) | (offices if kind in carried else 0)
            for kind in rules.all_kinds
        ),
        home=frozenset(place for r in rules.disk_regions for place in rules.region_places[r]),
        france=rules.regions.index(FRANCE),
        france_shut=bits(of(FRANCE)),
        at_ship=of(SHIP),
        ship_shut=bits(of(SHIP)),
        out_at_sea=sea,
        source_shut=tuple(
            0 if region >= 0 else bits(sea if place == rules.court else sea | of(FRANCE, SHIP))
            for place, region in enumerate(rules.place_region)
        ),
        carried=carried,
        loaded=loaded,
        black=black,
        not_ranked=frozenset({index[VICEROY], *(place for place in beside if place >= 0)}),
        at_table=rules.cell[TABLE],
    )


def table_place(position: Position) -> int:
    """Return the place on the limit table, -1 while it lies nowhere."""
    known = layout(position.rules)
    region = position.board[known.at_table]
    return known.common[region] if region >= 0 else -1


def beside_table(position: Position) -> int:
    """Return the place beside the limit table, -1 while it lies nowhere."""
    known = layout(position.rules)
    region = position.board[known.at_table]
    return known.beside[region] if region >= 0 else -1


def by_the_sea(position: Position) -> bool:
    """Say whether the King stands in a region on the coast, France too (S0, "Ship")."""
    rules = position.rules
    return position.king < len(rules.regions) and rules.coastal[position.king]


MORE = Verb(
    "one-more", ("place",), "bring one caballero more here, for the Grand Inquisitor",
    label="bring one more to {place} for the Inquisitor",
)  # fmt: skip


def _near(s: Position) -> list[int]:
    ship = s.rules.regions.index(SHIP)
    return [region for region in next_to_the_king(s) if region != ship]


def edit(spec: Spec) -> None:
    """Add the regions, the kinds and him; every old region gets a place beside a table."""
    spec.regions = [
        replace(region, places=(*region.place_ids, region.id + BESIDE)) if region.disk else region
        for region in spec.regions
    ]
    spec.regions += NEW
    spec.kinds += [
        Kind(f"{colour}-{disc}", 0, colour, nature="carrier", called=f"{colour}-{disc}", turns=True)
        for colour in spec.colours
        for disc in WORTH
    ]
    spec.kinds.append(Kind(BLACK, BLACKS))
    spec.kinds += [
        Kind(f"{BLACK}-{disc}", family=BLACK, nature="carrier", turns=True) for disc in WORTH
    ]
    spec.never[BLACK] = {COURT, PROVINCES}
    paid = {place for region in spec.regions if region.disk for place in region.place_ids}
    for kind in spec.kinds:
        if kind.nature == "carrier":
            spec.never[kind.name] = {COURT, PROVINCES, CASTILLO, CAPTAIN, VICEROY, *paid}
    spec.cells[TABLE] = -1
    follow_him(spec)
    spec.verbs.append(MORE)
    spec.free.append(one_more("one_more", MORE, INQUISITOR, "the Inquisitor", _near))
