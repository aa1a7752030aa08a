"""Legs of the voyage: who stood abroad when the turn began may go one in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import Verb
from elgrande.rules.frames import PlainFrame
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import may_go
from elgrande.rules.steps import Step
from seam.colonies.places import ABROAD, FRIAR, SILVER, abroad

if TYPE_CHECKING:
    from elgrande.rules import Decision, Position, Ruleset, Spec, State
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names

SORTS = ("own", "own" + SILVER, FRIAR, FRIAR + SILVER)


def leg(rules: Ruleset, kind: int, region: str) -> int:
    """Where the legs of a kind are counted, of whoever has the turn."""
    name = rules.kinds[kind]
    sort = name if name.startswith(FRIAR) else "own" + (SILVER if name.endswith(SILVER) else "")
    return rules.cell[f"legs-{sort}-{region}"]


def kinds(rules: Ruleset, seat: int) -> list[int]:
    """Whoever may sail for a seat, the friars too, whoever has them."""
    names = (rules.colours[seat], rules.colours[seat] + SILVER, FRIAR, FRIAR + SILVER)
    return [rules.kinds.index(name) for name in names]


class CountLegs(Step[PlainFrame]):
    """Note who stands abroad."""

    name = "count_colony_legs"

    def run(self, s: State, f: PlainFrame) -> bool:
        rules = self.rules
        s.stack.pop()
        for region in ABROAD:
            for kind in kinds(rules, f.actor):
                there = sum(s.count(kind, place) for place in abroad(rules, region.id))
                s.board[leg(rules, kind, region.id)] = there
        return False


def take_along(s: State, kind: int, other: int, region: str) -> None:
    """Who has become of another kind keeps the leg."""
    if s.board[leg(s.rules, kind, region)]:
        s.board[leg(s.rules, kind, region)] -= 1
        s.board[leg(s.rules, other, region)] += 1


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

    def legal(self, s: Position, f: SailFrame, seat: int) -> list[int]:
        if seat != f.actor:
            return []
        return [self.rules.PUT + goal for goal in goals(s, seat, f.kind, f.place)]

    def answer(self, s: State, f: SailFrame, seat: int, code: int) -> None:
        s.stack.pop()
        s.move(seat, f.kind, f.place, code - self.rules.PUT, 1)

    def prompt(self, d: Decision, f: SailFrame, n: Names) -> str:
        return f"say where the caballero of {n.owner(f.kind)} in {n.place(f.place)} sails"

    def refusal(self, c: Case, f: SailFrame) -> str:
        return c.usual() or (f"no leg ends in {c.n.the(c.words[0])}" if c.fits else "")


def goals(s: Position, seat: int, kind: int, place: int) -> list[int]:
    """The galleon; from there both colonies and the coast."""
    rules = s.rules
    found = [*abroad(rules, "galleon")]
    if place in found:
        found = [
            *abroad(rules, "westland"),
            *abroad(rules, "southland"),
            *(goal for r in rules.disk_regions if rules.coastal[r]
              for goal in rules.region_places[r]),
        ]  # fmt: skip
    return [goal for goal in found if may_go(s, seat, kind, place, goal)]


def codes(s: Position, seat: int) -> list[int]:
    rules = s.rules
    first = rules.base["sail"]
    own = rules.kinds_of(s, seat)
    return [
        first + kind * rules.n_places + place
        for kind in kinds(rules, seat)
        if kind in own
        for region in ABROAD
        if s.board[leg(rules, kind, region.id)]
        for place in abroad(rules, region.id)
        if s.count(kind, place) and goals(s, seat, kind, place)
    ]


def sail(s: State, seat: int, code: int) -> None:
    rules = s.rules
    kind, place = divmod(code - rules.base["sail"], rules.n_places)
    s.board[leg(rules, kind, rules.regions[rules.place_region[place]])] -= 1
    s.stack.append(SailFrame(Sail.name, seat, kind, place))


def unsailed(c: Case) -> str:
    kind, place = c.words
    return c.standing(kind, place) or f"nobody of {c.n.who(kind)} in {c.n.the(place)} may sail now"


def edit(spec: Spec) -> None:
    spec.cells.update({f"legs-{sort}-{region.id}": 0 for sort in SORTS for region in ABROAD})
    spec.verbs.append(
        Verb(
            "sail",
            ("kind", "place"),
            "begin a leg of the voyage",
            label="sail with {kind} from {place}",
        )
    )
    spec.steps += [CountLegs, Sail]
    spec.insert_after("turn", "begin_turn", CountLegs.name)
    spec.free.append(FreeAction("sail", ("sail",), codes, sail, once=False, refusal=unsailed))
