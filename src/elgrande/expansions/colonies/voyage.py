"""Legs of the voyage: who stood abroad when the turn began may go one leg in it (S0, "Ship")."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.colonies.places import (
    AMERICA,
    FRANCE,
    MEDITERRANEAN,
    OVERSEAS,
    SHIP,
    WORTH,
    layout,
)
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import BLACK
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import leads, open_to
from elgrande.rules.spec import whose
from elgrande.rules.steps.step import InstantStep, Step
from elgrande.rules.wording import Names, possessive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Decision, Position, Ruleset, Spec, State
    from elgrande.rules.events import Moved
    from elgrande.rules.refused import Case

LOADS = ("", *(f"-{disc}" for disc in WORTH))
SORTS = tuple(f"{owner}{load}" for owner in ("own", BLACK) for load in LOADS)
WHOSE_LEGS = "legs-of"
"""The seat whose legs are counted, and those of black ones: whoever has the turn, or -1."""
SAIL = Verb(
    "sail",
    ("kind", "place"),
    "begin a leg of the voyage",
    label="sail with {caballero} from {place}",
)


def legs_cell(sort: str, region: str) -> str:
    """Return the name of the open value that counts the legs of a sort left in a region."""
    return f"legs-{sort}-{region}"


@lru_cache(maxsize=32)
def _cells(rules: Ruleset) -> dict[tuple[int, str], int]:
    """Return where on the board the legs of a kind in a region are counted."""
    cells = {}
    for kind, name in enumerate(rules.kinds):
        owner, _, load = name.partition("-")
        sort = (BLACK if owner == BLACK else "own") + (f"-{load}" if load else "")
        for region in OVERSEAS:
            cells[kind, region] = rules.cell[legs_cell(sort, region)]
    return cells


def _at(s: Position, kind: int, place: int) -> int:
    """Return where the legs of a kind from a place are counted in this turn, -1 for nowhere."""
    rules, seat = s.rules, s.cell(WHOSE_LEGS)
    region = rules.place_region[place]
    if seat < 0 or region < 0 or kind not in sailors(rules, seat):
        return -1
    return _cells(rules).get((kind, rules.regions[region]), -1)


@lru_cache(maxsize=64)
def sailors(rules: Ruleset, seat: int) -> tuple[int, ...]:
    """Return the kinds that may have a leg in a seat's turn; black ones have whoever holds them."""
    owners = (rules.colours[seat], BLACK)
    return tuple([rules.kinds.index(owner + load) for owner in owners for load in LOADS])


class Leg(NamedTuple):
    """Legs of one sort: whose, where they are counted on the board, and where they may begin."""

    kind: int
    cell: int
    places: tuple[int, ...]


@lru_cache(maxsize=64)
def _legs(rules: Ruleset, seat: int) -> tuple[Leg, ...]:
    """Return the legs that a seat may have in its turn, by kind and then by region."""
    return tuple(
        Leg(kind, _cells(rules)[kind, region], _abroad(rules, region))
        for kind in sailors(rules, seat)
        for region in OVERSEAS
    )


@lru_cache(maxsize=256)
def _abroad(rules: Ruleset, region: str) -> tuple[int, ...]:
    return rules.region_places[rules.regions.index(region)]


class CountLegs(InstantStep):
    """Note who stands abroad as a turn begins."""

    name = "count_legs"

    def do(self, s: State, actor: int) -> None:
        board, size = s.board, self.rules.n_places
        board[self.rules.cell[WHOSE_LEGS]] = actor
        for kind, cell, places in _legs(self.rules, actor):
            board[cell] = sum([board[kind * size + place] for place in places])


class ForgetLegs(InstantStep):
    """What was not sailed in a turn is gone."""

    name = "forget_legs"

    def do(self, s: State, actor: int) -> None:
        for leg in _legs(self.rules, actor):
            s.board[leg.cell] = 0
        s.board[self.rules.cell[WHOSE_LEGS]] = -1


def take_along(s: State, kind: int, other: int, place: int) -> None:
    """Whoever has taken a disc keeps the leg; who has none in this turn takes nobody's."""
    at = _at(s, kind, place)
    if at >= 0 and s.board[at]:
        s.board[at] -= 1
        s.board[_at(s, other, place)] += 1


def moved(s: State, moves: Sequence[Moved]) -> None:
    """Let the leg of whoever leaves otherwise lapse: a newcomer waits for the next turn (S0)."""
    rules, board = s.rules, s.board
    for move in moves:
        at = _at(s, move.kind, move.source)
        if at >= 0 and board[at]:
            places = rules.region_places[rules.place_region[move.source]]
            board[at] = min(board[at], sum(s.count(move.kind, place) for place in places))


@lru_cache(maxsize=32)
def _from_the_ship(rules: Ruleset) -> tuple[int, ...]:
    """Return where a leg from the Ship may end: beyond the sea, in France, on any coast."""
    coast = [region for region in rules.disk_regions if rules.coastal[region]]
    return (
        *_abroad(rules, AMERICA),
        *_abroad(rules, MEDITERRANEAN),
        *_abroad(rules, FRANCE),
        *(goal for region in coast for goal in rules.region_places[region]),
    )


def _ends(rules: Ruleset, place: int) -> tuple[int, ...]:
    """Return where a leg from a place may end: on the Ship, or from there on any coast."""
    ship = _abroad(rules, SHIP)
    return _from_the_ship(rules) if place in ship else ship


def goals(s: Position, seat: int, kind: int, place: int) -> list[int]:
    """Return where a leg from a place may end as things stand."""
    return list(open_to(s, seat, kind, place, _ends(s.rules, place)))


def codes(s: Position, seat: int) -> list[int]:
    """Return who may sail now."""
    rules, board = s.rules, s.board
    first = rules.base[SAIL.name]
    own = rules.kinds_of(s, seat) if s.cell(WHOSE_LEGS) == seat else ()
    return [
        first + kind * rules.n_places + place
        for kind, cell, places in _legs(rules, seat)
        if board[cell] and kind in own
        for place in places
        if s.count(kind, place) and leads(s, seat, kind, place, _ends(rules, place))
    ]


def sail(s: State, seat: int, code: int) -> None:
    """Mark who sails; the leg is used up when its end is said."""
    rules = s.rules
    kind, place = divmod(code - rules.base[SAIL.name], rules.n_places)
    s.stack.append(SailFrame(Sail.name, seat, kind, place))


class SailFrame(NamedTuple):
    """Who sails, and from where."""

    step: str
    actor: int
    kind: int
    place: int


class Sail(Step[SailFrame]):
    """Say where a leg ends."""

    name = "sail_to"
    frame = SailFrame

    def choices(self, s: Position, f: SailFrame) -> list[int]:
        return [self.rules.PUT + goal for goal in goals(s, f.actor, f.kind, f.place)]

    def answer(self, s: State, f: SailFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        s.board[_at(s, f.kind, f.place)] -= 1
        s.move(seat, f.kind, f.place, code - rules.PUT, 1)

    def prompt(self, d: Decision, f: SailFrame, n: Names) -> str:
        whose = possessive(f.kind, f.actor, n)
        return f"choose where {whose} caballero sails from {n.place(f.place)}"

    def refusal(self, c: Case, f: SailFrame) -> str:
        if c.verb != "put":
            return ""
        name, rules = c.words[0], c.view.rules
        if reason := c.off_board(name) or c.taboo(name):
            return reason
        if f.place not in _abroad(rules, SHIP):
            at = rules.place_index[name]
            if at not in _abroad(rules, SHIP):
                return f"the leg from {c.n.place(f.place)} leads to the Ship"
        elif rules.place_index[name] not in layout(rules).out_at_sea:
            region = rules.place_region[rules.place_index[name]]
            if region < 0 or not rules.coastal[region]:
                return f"{c.n.the(name)} is not a region on the coast, where the Ship lands"
        return c.shut(rules.kinds[f.kind], rules.places[f.place], name)


def not_sailed(c: Case) -> str:
    """Say why somebody has no leg."""
    kind, place = c.words
    rules = c.view.rules
    at = rules.kinds.index(kind)
    if at not in rules.kinds_of(c.view, c.seat):
        return "only your own caballeros can sail for you"
    region = rules.place_region[rules.place_index[place]]
    if region < 0 or rules.regions[region] not in OVERSEAS:
        return f"no leg begins {c.n.at(place)}"
    if reason := c.standing(kind, place):
        return reason
    if not c.view.board[_cells(rules)[at, rules.regions[region]]]:
        return "a caballero sails one leg in a turn, and only if it was there when the turn began"
    return f"the leg from {c.n.the(place)} has nowhere to end now"


def edit(spec: Spec) -> None:
    """Add the legs."""
    spec.cells.update({legs_cell(sort, region): 0 for sort in SORTS for region in OVERSEAS})
    spec.cells[WHOSE_LEGS] = -1
    spec.forms[WHOSE_LEGS] = whose
    spec.verbs.append(SAIL)
    spec.steps += [CountLegs, ForgetLegs, Sail]
    spec.insert_after("turn", "begin_turn", CountLegs.name)
    spec.insert_before("turn", "end_turn", ForgetLegs.name)
    spec.on("moved", moved)
    spec.free.append(FreeAction("sail", (SAIL.name,), codes, sail, once=False, refusal=not_sailed))


def legs_left(s: Position) -> int:
    """Return how many legs can still be sailed in this turn."""
    seat = s.cell(WHOSE_LEGS)
    if seat < 0:
        return 0
    own = s.rules.kinds_of(s, seat)
    return sum(s.board[cell] for kind, cell, _ in _legs(s.rules, seat) if kind in own)
