"""Silver: it comes out with cards, lies in Westland, is claimed, rides along and pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.commands import Verb
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import may_go
from seam.colonies import voyage
from seam.colonies.places import SILVER, abroad, carrier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position, Spec, State
    from elgrande.rules.events import Moved
    from elgrande.rules.refused import Case

LYING = "silver-lying"
LEFT = "silver-left"
ALL = 5
PAYS = 6


def carried_out(s: State, actor: int, card: int) -> None:
    """What a card bears comes out, as far as there is any."""
    cell = s.rules.cell
    number = min(s.rules.cards[card].marks.get("silver", 0), s.board[cell[LEFT]])
    s.board[cell[LEFT]] -= number
    s.board[cell[LYING]] += number


def moved(s: State, moves: Sequence[Moved]) -> None:
    """In Spain silver is paid for; in the Castillo, a court or the provinces it is lost."""
    rules = s.rules
    lost = (rules.castillo, rules.court, rules.provinces)
    for move in moves:
        # Others may bring carriers of their own, and may have been told of this before us.
        number = min(move.number, s.count(move.kind, move.target))
        if not number or not rules.kinds[move.kind].endswith(SILVER):
            continue
        home = rules.place_region[move.target] in rules.disk_regions
        if not home and move.target not in lost:
            continue
        owner = rules.counts_as(s, move.kind)
        s.convert(move.by, move.kind, rules.kind_family[move.kind], move.target, number)
        s.board[rules.cell[LEFT]] += number
        if home and owner >= 0:
            s.award(owner, PAYS * number, "silver-paid")


def codes(s: Position, seat: int) -> list[int]:
    """Whoever stands in Westland with nothing on him; the governor steps down for it."""
    rules = s.rules
    if not s.cell(LYING):
        return []
    governor, common = abroad(rules, "westland")
    first = rules.base["claim"]
    return [
        first + kind * rules.n_places + place
        for kind in rules.kinds_of(s, seat)
        if rules.kinds[kind] + SILVER in rules.kinds
        for place in (governor, common)
        if s.count(kind, place)
        and not s.is_taboo(common)
        and (place == common or may_go(s, seat, kind, place, common))
    ]


def claim(s: State, seat: int, code: int) -> None:
    rules = s.rules
    kind, place = divmod(code - rules.base["claim"], rules.n_places)
    common = abroad(rules, "westland")[1]
    if place != common:
        s.move(seat, kind, place, common, 1)
    s.board[rules.cell[LYING]] -= 1
    s.convert(seat, kind, carrier(rules, kind), common, 1)
    voyage.take_along(s, kind, carrier(rules, kind), "westland")


def unclaimed(c: Case) -> str:
    kind, place = c.words
    return c.standing(kind, place) or f"no silver can be claimed in {c.n.the(place)}"


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """None is lost."""
    rules = position.rules
    carried = sum(
        position.count(kind, place)
        for kind in rules.all_kinds
        if rules.kinds[kind].endswith(SILVER)
        for place in range(rules.n_places)
    )
    there = carried + position.cell(LYING)
    if there + position.cell(LEFT) != ALL:
        return LEFT, f"there are {ALL} in all, and {there} lie or are carried; write {ALL - there}"
    return None


def edit(spec: Spec) -> None:
    spec.marks["silver"] = "how much silver comes out"
    spec.cells.update({LYING: 1, LEFT: ALL - 1})
    spec.checks.append(check)
    spec.verbs.append(
        Verb(
            "claim",
            ("kind", "place"),
            "take silver that lies where it stands",
            label="claim silver for {kind} in {place}",
        )
    )
    spec.free.append(
        FreeAction(
            "claim", ("claim",), codes, claim, once=False, wanted="claim silver", refusal=unclaimed
        )
    )
    spec.on("moved", moved)
    spec.on("carried_out", carried_out)
