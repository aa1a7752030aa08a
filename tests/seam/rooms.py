"""A test-only expansion that bends where caballeros may go, and whose they are.

Granada holds two; whoever comes later stands beside it. The colony is reached from
regions alone, and its fort holds one. Out of it caballeros may bring gold: a carrier is a
kind of its owner's. Black ones are whoever's turn began last, and never at court or in the
provinces. With the King by the sea courts may place on the dock, which is no region,
and with black in the dock one more.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from elgrande.content.deck import read_deck
from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion
from elgrande.rules import Kind, Region, Spec
from elgrande.rules.commands import Verb
from elgrande.rules.effects import bring
from elgrande.rules.movement import free, shift
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from elgrande.rules import Decision, Position, State
    from elgrande.rules.questions import (
        Allowance,
        CountsAs,
        KindsOf,
        Landing,
        MayEnter,
        MayLeave,
        Room,
    )
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names

BLACK = "black"
HOLDER = "rooms-holder"
ROOMS = {"granada": 2, "fort": 1}
WHOLE = 36


class Begin(Step[PlainFrame]):
    """Black becomes the acting seat's; one of them lands. Whoever is abroad may load gold."""

    name = "rooms_begin"

    def run(self, s: State, f: PlainFrame) -> bool:
        rules = self.rules
        s.board[rules.cell[HOLDER]] = f.actor
        at = rules.places.index
        goals = (at("dock"), at("fort"), at("colony"))
        shift(s, -1, (rules.kinds.index(BLACK),), rules.provinces, goals, 1)
        if self.legal(s, f, f.actor)[:-1]:
            return True
        s.stack.pop()
        return False

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        rules = self.rules
        if seat != f.actor:
            return []
        region = rules.regions.index("colony")
        base = rules.base["load"]
        places = rules.region_places[region]
        return [*(base + place for place in places if s.count(seat, place)), rules.DONE]

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            return
        place = code - rules.base["load"]
        gold = rules.kinds.index(f"{rules.colours[seat]}-gold")
        s.board[seat * rules.n_places + place] -= 1
        s.board[gold * rules.n_places + place] += 1

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return "load gold"


def room(previous: Room, position: Position, place: int) -> int:
    return ROOMS.get(position.rules.places[place]) or previous(position, place)


def may_enter(
    previous: MayEnter, position: Position, actor: int, kind: int, source: int, goal: int
) -> bool:
    rules = position.rules
    nature = rules.kind_nature[kind]
    if nature == "neutral" and goal in (rules.court, rules.provinces):
        return False
    foreign = nature == "carrier" and actor != rules.kind_owner[kind]
    if foreign and goal in (rules.castillo, rules.provinces):
        return False
    name = rules.places[goal]
    if name in ("fort", "colony") and nature != "neutral" and rules.place_region[source] < 0:
        return False
    # Beside Granada stands who finds it full, and who comes out of it.
    granada = rules.places.index("granada")
    if name == "beside" and source != granada and free(position, granada):
        return False
    return previous(position, actor, kind, source, goal)


def why_shut(c: Case, place: str, kind: str) -> str:
    """What the placing of another game need not know: where the colony's people come from."""
    return f"only who stands in a region may enter {c.n.the(place)}" if place == "colony" else ""


def may_leave(
    previous: MayLeave, position: Position, actor: int, kind: int, source: int, goal: int
) -> bool:
    """Nobody goes from the fort into the Castillo."""
    rules = position.rules
    if rules.places[source] == "fort" and rules.places[goal] == "castillo":
        return False
    return previous(position, actor, kind, source, goal)


def kinds_of(previous: KindsOf, position: Position, seat: int) -> tuple[int, ...]:
    own = previous(position, seat)
    if position.cell(HOLDER) == seat:
        return (*own, position.rules.kinds.index(BLACK))
    return own


def counts_as(previous: CountsAs, position: Position, kind: int) -> int:
    if position.rules.kind_nature[kind] == "neutral":
        return position.cell(HOLDER)
    return previous(position, kind)


def landing(previous: Landing, position: Position, seat: int) -> tuple[int, ...]:
    rules = position.rules
    more = [rules.places.index("colony"), rules.places.index("aragon")]
    if rules.coastal[position.king]:
        more.append(rules.places.index("dock"))
    return (*previous(position, seat), *more)


def allowance(previous: Allowance, position: Position, seat: int, card: int) -> int:
    """One more with black in the dock; one card places nobody."""
    rules = position.rules
    if rules.cards[card].id == "6-57":
        return 0
    dock = rules.places.index("dock")
    return previous(position, seat, card) + (position.count(rules.kinds.index(BLACK), dock) > 0)


def edit(spec: Spec) -> None:
    spec.caballeros = WHOLE
    spec.regions = [
        replace(region, places=("granada", "beside")) if region.id == "granada" else region
        for region in spec.regions
    ]
    spec.regions.append(Region("colony", (4, 2, 1), (), ("fort", "colony"), disk=False))
    spec.extra_places.append("dock")
    for colour in spec.colours:
        spec.kinds.append(Kind(f"{colour}-gold", owner=colour, nature="carrier"))
    spec.kinds.append(Kind(BLACK, 4))
    spec.kinds.append(Kind("black-gold", family=BLACK, nature="carrier"))
    spec.cells[HOLDER] = -1
    spec.verbs.append(Verb("load", ("place",), "load gold here", label="load gold in {place}"))
    spec.steps.append(Begin)
    bring(spec, spec.cards)
    spec.insert_after("turn", "begin_turn", "rooms_begin")
    spec.why_shut.append(why_shut)
    for question, function in (
        ("room", room), ("may_enter", may_enter), ("may_leave", may_leave),
        ("kinds_of", kinds_of), ("counts_as", counts_as), ("landing", landing),
        ("allowance", allowance),
    ):  # fmt: skip
        spec.bend(question, function)


ROOMED = Expansion(
    "rooms",
    "Rooms",
    "A test-only expansion that bends where caballeros may go.",
    edit,
    needs=("1996",),
    cards=read_deck(Path(__file__).parent / "rooms.toml"),
    labels={
        "colony": Label("Colony", "Colony", "O", "o"),
        "fort": Label("Fort", "Fort"),
        "beside": Label("Beside Granada", "Beside"),
        "dock": Label("Dock", "Dock"),
        BLACK: Label("Black", letter="K"),
    },
    map=Path(__file__).parent / "rooms_map.toml",
)
