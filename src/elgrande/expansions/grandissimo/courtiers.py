"""Queen and Jester: who has them, a caballero more, and gifts that wait (S0, "Queen/Jester")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.grandissimo.places import gifts_to
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import one_more
from elgrande.rules.events import Event
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import entering
from elgrande.rules.parts import PlainFrame
from elgrande.rules.spec import whose
from elgrande.rules.steps.effect import OneChoice
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from elgrande.rules import Decision, Position, Ruleset, Spec, State
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names

QUEEN, JESTER = "queen", "jester"
"""The open values that say who has them, -1 beside the board."""
COURTIERS = (QUEEN, JESTER)
TAKE = {
    QUEEN: Verb("take-queen", (), "take the Queen to your court", label="take the Queen"),
    JESTER: Verb("take-jester", (), "take the Jester to your court", label="take the Jester"),
}
MORE = Verb(
    "queens-more", ("place",), "bring one caballero more here, for the Queen",
    label="bring one more to {place} for the Queen",
)  # fmt: skip
GIFT = Verb(
    "gift", ("seat",), "give this player one of your caballeros from the provinces",
    label="give {seat} a caballero",
)  # fmt: skip


@dataclass(frozen=True)
class CourtierTaken(Event):
    """A player took the Queen or the Jester, from another one or from beside the board (-1)."""

    seat: int
    source: int
    courtier: str

    def said(self, n: Names) -> str:
        source = f" from {n.seat(self.source)}" if self.source >= 0 else ""
        return f"{n.seat(self.seat)} takes {n.plain(self.courtier)}{source}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[self.courtier]] = self.source


@dataclass(frozen=True)
class GiftGiven(Event):
    """A player gave another one a caballero, which waits for the receiver's next turn."""

    sentence = (
        "{seat} gives {receiver:seat} a caballero, to be placed in {receiver:seat}'s next turn."
    )

    seat: int
    receiver: int


class TakeCourtier(OneChoice[PlainFrame]):
    """Take the Queen or the Jester: who is beside the board first, else from another court."""

    name = "take_courtier"
    wants = "take the Queen or the Jester to your court"

    def codes(self, s: Position, seat: int) -> list[int]:
        beside = [name for name in COURTIERS if s.cell(name) < 0]
        free = beside or [name for name in COURTIERS if s.cell(name) != seat]
        return [self.rules.base[TAKE[name].name] for name in free]

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        courtier = next(name for name in COURTIERS if rules.base[TAKE[name].name] == code)
        at = rules.cell[courtier]
        s.emit(CourtierTaken(seat, s.board[at], courtier))
        s.board[at] = seat

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        verbs = {n.rules.verb(code) for code in d.codes}
        named = [n.plain(name) for name in COURTIERS if TAKE[name].name in verbs]
        return f"take {' or '.join(named) or 'the Queen or the Jester'} to {_whose(d)} court"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        courtier = next((name for name in COURTIERS if TAKE[name].name == c.verb), "")
        if not courtier:
            return ""
        if c.view.cell(courtier) == c.seat:
            return f"{c.n.plain(courtier)} is already at your court"
        other = next(name for name in COURTIERS if name != courtier)
        return f"{c.n.plain(other)} is beside the board and is taken first"


def _whose(d: Decision) -> str:
    return "your" if d.codes else "their"


# -- the Jester's gift ------------------------------------------------------------------------


def gift_codes(s: Position, seat: int) -> list[int]:
    """Give any other player one, while the provinces have any."""
    rules = s.rules
    if s.cell(JESTER) != seat or not s.count(rules.kinds_owned[seat][0], rules.provinces):
        return []
    return [rules.base[GIFT.name] + other for other in rules.clockwise(seat)]


def give(s: State, seat: int, code: int) -> None:
    """Lay it in front of the receiver."""
    rules = s.rules
    receiver = code - rules.base[GIFT.name]
    s.emit(GiftGiven(seat, receiver))
    s.move(seat, rules.kinds_owned[seat][0], rules.provinces, gifts_to(rules, receiver), 1)


def no_gift(c: Case) -> str:
    """Say why not."""
    if c.view.cell(JESTER) != c.seat:
        return f"{c.n.plain(JESTER)} is not at your court"
    if c.words[0] == c.view.rules.colours[c.seat]:
        return f"{c.n.plain(JESTER)} gives to another player"
    return f"you have no caballeros in {c.n.provinces}"


class GiftFrame(NamedTuple):
    """The kind that the receiver has to place and where it waits, -1 before that is known."""

    step: str
    actor: int
    kind: int = -1
    place: int = -1


class PlaceGift(Step[GiftFrame]):
    """Place what others gave since the last turn: in any region but the King's, or the Castillo."""

    name = "place_gift"
    frame = GiftFrame

    def run(self, s: State, f: GiftFrame) -> bool:
        rules = self.rules
        here = gifts_to(rules, f.actor)
        # The giver on the left comes first, wherever the receiver sits.
        givers = (rules.kinds_owned[seat][0] for seat in rules.clockwise(f.actor))
        kind = next((kind for kind in givers if s.count(kind, here)), -1)
        if kind < 0:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(kind=kind, place=here)
        return True

    def choices(self, s: Position, f: GiftFrame) -> list[int]:
        rules = self.rules
        return entering(s, rules.PUT, f.actor, f.kind, f.place, rules.goal_places)

    def answer(self, s: State, f: GiftFrame, seat: int, code: int) -> None:
        s.stack[-1] = f._replace(kind=-1, place=-1)
        s.move(seat, f.kind, f.place, code - self.rules.PUT, 1)

    def prompt(self, d: Decision, f: GiftFrame, n: Names) -> str:
        return f"place the caballero of {n.owner(f.kind)} that was given to {_you(d)}"


def _you(d: Decision) -> str:
    return "you" if d.codes else "them"


def waiting(s: Position, seat: int) -> dict[int, int]:
    """Return how many of each kind wait for a seat's next turn."""
    rules = s.rules
    here = gifts_to(rules, seat)
    return {kind: number for kind in rules.all_kinds if (number := s.count(kind, here))}


def edit(spec: Spec) -> None:
    """Add both, beside the board."""
    for courtier in COURTIERS:
        spec.cells[courtier] = -1
        spec.forms[courtier] = whose
    spec.verbs += [*TAKE.values(), MORE, GIFT]
    spec.steps += [TakeCourtier, PlaceGift]
    spec.insert_after("turn", "begin_turn", PlaceGift.name)
    spec.free += [
        one_more("queens_more", MORE, QUEEN, "bring one caballero more for the Queen"),
        FreeAction("gift", (GIFT.name,), gift_codes, give, wanted="give a caballero away",
            refusal=no_gift),
    ]  # fmt: skip
