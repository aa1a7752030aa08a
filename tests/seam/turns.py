"""Two test-only expansions that bend a turn: what it acts on, and what may be done besides.

``OWN`` takes all action cards out of the stacks: a seat chooses among a few that its power
card names, and some of them must be carried out. ``ERRANDS`` adds two free actions, one of
them done once a turn and the other, of two answers, as often as there are legs. They can be
played together. Names and numbers are invented: no rule document speaks of any of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.expansion import Expansion
from elgrande.rules.commands import Verb
from elgrande.rules.free import FreeAction
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from elgrande.rules import Card, Decision, Position, Spec, State
    from elgrande.rules.questions import Offered, Required
    from elgrande.rules.wording import Names

LEGS = "legs"
NUMBER = 3
"""So many cards are offered, and so many legs may be gone in a turn."""


def offered(previous: Offered, position: Position, seat: int) -> tuple[int, ...]:
    """The next few cards, counted from one that the power card and the round name."""
    number = len(position.rules.cards)
    first = 5 * position.power(seat) + 7 * position.round
    return tuple(sorted((first + more) % number for more in range(NUMBER)))


def required(previous: Required, position: Position, seat: int, card: int) -> bool:
    """What the card says."""
    return bool(position.rules.cards[card].marks.get("must")) or previous(position, seat, card)


def no_stacks(spec: Spec) -> None:
    """Nothing lies in stacks; what scores must be done."""
    spec.marks["must"] = "its special action is required"

    def own(card: Card) -> Card:
        marks = {"must": 1} if card.effect.startswith("score") else {}
        return replace(card, stack=0, returns=False, marks=marks)

    spec.cards = [own(card) for card in spec.cards]
    spec.bend("offered", offered)
    spec.bend("required", required)


class CountLegs(Step[PlainFrame]):
    """Note at a turn's start how many legs may be gone."""

    name = "count_errands"

    def run(self, s: State, f: PlainFrame) -> bool:
        s.stack.pop()
        s.board[self.rules.cell[LEGS]] = NUMBER
        return False


class AshoreFrame(NamedTuple):
    """The place that the caballero left."""

    step: str
    actor: int
    source: int


class Ashore(Step[AshoreFrame]):
    """Who drifts goes ashore on any other coast that the King has not closed."""

    name = "drift_ashore"
    frame = AshoreFrame

    def legal(self, s: Position, f: AshoreFrame, seat: int) -> list[int]:
        rules = self.rules
        coast = [place for place in _coast(s) if place != f.source]
        return [rules.PUT + place for place in coast] if seat == f.actor else []

    def answer(self, s: State, f: AshoreFrame, seat: int, code: int) -> None:
        s.stack.pop()
        s.move(seat, seat, f.source, code - self.rules.PUT, 1)

    def prompt(self, d: Decision, f: AshoreFrame, n: Names) -> str:
        return "go ashore on another coast"


def _coast(s: Position) -> list[int]:
    rules = s.rules
    return [
        place
        for region, coastal in enumerate(rules.coastal)
        if coastal
        for place in rules.region_places[region]
        if place not in rules.taboo(s)
    ]


def drifts(s: Position, seat: int) -> list[int]:
    if not s.cell(LEGS):
        return []
    first = s.rules.base["drift"]
    return [first + place for place in _coast(s) if s.count(seat, place)]


def drift(s: State, seat: int, code: int) -> None:
    s.board[s.rules.cell[LEGS]] -= 1
    s.stack.append(AshoreFrame("drift_ashore", seat, code - s.rules.base["drift"]))


def musters(s: Position, seat: int) -> list[int]:
    return [s.rules.base["muster"]] if s.count(seat, s.rules.provinces) else []


def muster(s: State, seat: int, code: int) -> None:
    s.move(seat, seat, s.rules.provinces, s.rules.court, 1)


def errands(spec: Spec) -> None:
    """Two free actions."""
    spec.verbs += [
        Verb("muster", (), label="muster a caballero from the provinces"),
        Verb("drift", ("place",), label="drift from {place}"),
    ]
    spec.cells[LEGS] = 0
    spec.steps += [CountLegs, Ashore]
    spec.insert_after("turn", "begin_turn", "count_errands")
    spec.free += [
        FreeAction("muster", ("muster",), musters, muster, wanted="muster a caballero"),
        FreeAction("drift", ("drift",), drifts, drift, once=False),
    ]


OWN = Expansion(
    "seam-own", "Own actions", "A test-only expansion without stacks.", no_stacks, needs=("1996",)
)
ERRANDS = Expansion(
    "seam-errands", "Errands", "A test-only expansion with free actions.", errands, needs=("1996",)
)
