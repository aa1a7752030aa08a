"""The placing of a turn: caballeros from the court next to the King (S0, "The King", a)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.frames import shared
from elgrande.rules.movement import place, placing
from elgrande.rules.steps.turn.one_by_one import OneByOne
from elgrande.rules.wording import goals, into_castillo, listed, up_to

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, Ruleset, State


class PlaceFrame(NamedTuple):
    """How many may still be placed."""

    step: str
    actor: int
    left: int


place_frame = shared(PlaceFrame)


def placing_codes(s: Position, seat: int) -> list[int]:
    """Return the codes of the turn's placing: where the court may land and can go."""
    rules = s.rules
    if rules.plain_placing:
        board = s.board
        if not board[seat * rules.n_places + rules.court]:
            return []
        return [*rules.king_placing[board[rules.at_king]]]
    return placing(s, seat, tuple(dict.fromkeys(rules.landing(s, seat))))


class Place(OneByOne[PlaceFrame]):
    """Place more caballeros from the court."""

    name = "place"
    frame = PlaceFrame

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.made = place_frame
        self.units = placing_codes

    def unit(self, s: State, seat: int, code: int) -> None:
        place(s, seat, code - self.rules.PLACE)

    def prompt(self, d: Decision, f: PlaceFrame, n: Names) -> str:
        # What the King closes is not offered.
        rules, open_to = n.rules, goals(d, n)
        # Regions that are on no disk came with an expansion: where the King lets a court reach
        # them nobody knows from the map alone, so they are named.
        added = [
            (n.at(rules.regions[at]), {rules.places[place] for place in places})
            for at, places in enumerate(rules.region_places)
            if at not in rules.disk_regions
            and not open_to.isdisjoint(rules.places[place] for place in places)
        ]
        # A place in no region has no King next to it either.
        added += [
            (n.at(name), {name})
            for name in rules.places
            if name in open_to
            and name != rules.places[rules.castillo]
            and rules.place_region[rules.place_index[name]] < 0
        ]
        known = {rules.places[rules.castillo]}.union(*(names for _, names in added))
        near = ["next to the King"] if open_to - known else []
        inside = ["in the Castillo"] if into_castillo(d, n) else []
        where = listed([*near, *(said for said, _ in added), *inside], "or")
        return f"place {up_to(f.left, ' more')}{f' {where}' if where else ''}, or stop"

    def refusal(self, c: Case, f: PlaceFrame) -> str:
        if c.verb in ("special", "end"):
            return "finish placing first, or stop: an action cannot be split"
        return not_placed(c) if c.verb == "place" else ""


def not_placed(c: Case) -> str:
    """Say why nobody can be placed there when the card lets a court place."""
    name = c.words[0]
    if reason := c.not_placed(name):
        return reason
    if c.view.rules.place_index[name] in c.view.rules.landing(c.view, c.seat):
        return ""
    return f"{c.n.the(name)} is not next to the King, who is in {c.n.node(c.view.king)}"
