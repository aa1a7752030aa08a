"""The path of a caballero: where it may go and who may take it there, and what arriving does.

``closed`` and ``rooms`` say which places are open to it, ``landing`` where a court may place,
``arrived`` what happens to a disc that it carries. Legs of the ship and claims (``voyage``) and
the limit table (``limit_table``) ask these and add only what starts the move.

============ ======================= ====================== ==========================
moved by     Spain                   France                 Ship, and beyond the sea
============ ======================= ====================== ==========================
a court      next to the King        if he is next to it    the Ship, if he is by the sea
a card       everywhere              yes, one on a space    yes
a leg        the coast               from the Ship          from one to the next
a disk       everywhere              never                  never
============ ======================= ====================== ==========================

The King's region is closed to all of them. (S0, "The new regions", "Repositioning".)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elgrande.expansions.colonies import voyage
from elgrande.expansions.colonies.places import (
    AMERICA,
    BESIDE,
    CAPTAIN,
    FRANCE,
    MEDITERRANEAN,
    OVERSEAS,
    SHIP,
    VICEROY,
    beside_table,
    by_the_sea,
    layout,
)
from elgrande.rules.effects.move import CarryEvacuation
from elgrande.rules.questions import UNLIMITED, AtOnce

if TYPE_CHECKING:
    from elgrande.rules import Case, Position, Spec, State
    from elgrande.rules.moments import Transfer
    from elgrande.rules.questions import Landing, Limits, MayReign


def rooms(before: Limits, position: Position) -> Limits:
    """One stands on each space of France, of the Captain and of the Viceroy; few on the table."""
    known = layout(position.rules)
    own = known.limits[position.board[known.at_table]]
    if not before:
        return own
    return {p: min(room.get(p, UNLIMITED) for room in (own, before)) for p in {*own, *before}}


def closed(shut: int, position: Position, actor: int, kind: int, source: int) -> int:
    """Return where this one may not come, as the table above and what it carries say."""
    rules, board = position.rules, position.board
    known = layout(rules)
    shut |= known.kind_shut[kind] | known.source_shut[source]
    if kind in known.carried:
        owner = rules.counts_as(position, kind)
        if owner < 0 or owner != actor:
            shut |= known.off_board_shut | 1 << rules.castillo
    if source == rules.court:
        if known.france not in rules.neighbours(position):
            shut |= known.france_shut
        if not by_the_sea(position):
            shut |= known.ship_shut
    at = board[known.at_table]
    if at < 0:
        return shut | known.beside_shut
    table = known.common[at]
    if by_disk(position, source):
        # Whoever comes by disk waits beside it until all have come (``limit_table``).
        shut |= 1 << table
    elif source != table:
        rooms = rules.rooms(position)
        if table not in rooms or sum(rules.there[table](board)) < rooms[table]:
            return shut | known.beside_shut
    # Beside the table, and beside no other place.
    return shut | (known.beside_shut & ~(1 << known.beside[at]))


def by_disk(position: Position, source: int) -> bool:
    """Say whether whoever leaves this place goes where a disk shows."""
    if source == position.rules.castillo:
        return True
    return bool(position.stack) and position.stack[-1].step == CarryEvacuation.name


def may_reign(previous: MayReign, position: Position, node: int) -> bool:
    """Of the new regions the King enters only France (S0, "The new regions")."""
    return position.rules.nodes[node] not in OVERSEAS and previous(position, node)


def landing(previous: Landing, position: Position, seat: int) -> tuple[int, ...]:
    """Let a court board the Ship, too, while the King is by the sea (S0, "Ship")."""
    rules = position.rules
    aboard = rules.region_places[rules.regions.index(SHIP)] if by_the_sea(position) else ()
    return (*previous(position, seat), *aboard)


def arrived(s: State, moves: Sequence[Transfer]) -> None:
    """In Spain a disc is paid for; in the Castillo, a court or the provinces it is lost (S0)."""
    rules = s.rules
    known = layout(rules)
    off = (rules.castillo, rules.court, rules.provinces)
    for move in moves:
        if move.kind in known.carried and (move.target in known.home or move.target in off):
            voyage.unload(s, move, paid=move.target in known.home)


def why_shut(c: Case, name: str, kind: str) -> str:
    """Say why nobody of this kind comes to a place; what is closed to all, others have closed."""
    if not kind:
        return ""
    rules = c.view.rules
    known = layout(rules)
    place = rules.place_index[name]
    at = rules.kinds.index(kind)
    if at in known.black and name in ("court", "province"):
        return "black caballeros never leave the board"
    if at in known.carried:
        if name in (CAPTAIN, VICEROY):
            return f"nobody who carries a disc can go to {c.n.the(name)}"
        if place in (rules.castillo, rules.court, rules.provinces):
            return f"only the owner may bring a caballero with a disc to {c.n.the(name)}"
    if place in known.beside_places:
        if place != beside_table(c.view):
            return f"the limit table is not {c.n.at(name.removesuffix(BESIDE))}"
        return "there is a free space on the limit table, which is taken first"
    region = rules.regions[rules.place_region[place]] if rules.place_region[place] >= 0 else ""
    if region in (AMERICA, MEDITERRANEAN):
        return f"no court reaches {c.n.the(region)}; only the Ship or a card leads there"
    if region == SHIP:
        return "a court boards the Ship only while the King is in a region on the coast"
    if region == FRANCE:
        return "a court reaches France only while the King is in a region next to it"
    return ""


def edit(spec: Spec) -> None:
    """Bend where caballeros may go, and listen to where they arrive."""
    spec.bend("room", AtOnce(rooms))
    spec.bend("may_enter", AtOnce(closed))
    spec.bend("may_reign", may_reign)
    spec.bend("landing", landing)
    spec.on("moved", arrived)
    spec.why_shut.append(why_shut)
