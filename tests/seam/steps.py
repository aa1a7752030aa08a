"""Steps: secret bids instead of power cards, black caballeros at a turn's start."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from elgrande.rules import Decision, Generator, Position, State
from elgrande.rules.events import Event, PowerPlayed
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.power import leave_hand
from elgrande.rules.steps.step import Step
from elgrande.rules.wording import Names

BLACK = "black"
HOLDER = "black_holder"


@dataclass(frozen=True)
class BidSet(Event):
    """A player has bid; what is not said."""

    seat: int

    def said(self, n: Names) -> str:
        return f"{n.seat(self.seat)} has bid a power card."


@dataclass(frozen=True)
class BidShows(Event):
    """What a player has bid, told to that player alone."""

    seat: int
    value: int

    def said(self, n: Names) -> str:
        return f"{n.seat(self.seat)} bids the power card {self.value}; nobody else sees it yet."


class BidsFrame(NamedTuple):
    """Who has bid, a bit for each seat."""

    step: str
    actor: int
    ready: int


class Bids(Step[BidsFrame]):
    """Everybody bids a power card at once, in any order.

    A bid may be changed until the last is made. Equal bids are allowed: of those
    the one nearer to the starter, clockwise, acts first.
    """

    name = "bids"
    frame = BidsFrame
    secret = True

    def begun(self, actor: int) -> BidsFrame:
        return BidsFrame(self.name, actor, 0)

    def run(self, s: State, f: BidsFrame) -> bool:
        rules = self.rules
        if f.ready != (1 << rules.n_seats) - 1:
            return True
        s.stack.pop()
        at = rules.hidden_at["bid"]
        seats = (s.starter, *rules.clockwise(s.starter))
        for seat in seats:
            drawer = s.drawers[seat]
            assert drawer is not None
            value = drawer[at]
            s.drawers[seat] = (*drawer[:at], -1, *drawer[at + 1 :])
            s.board[rules.at_power + seat] = value
            leave_hand(s, seat, value)
            s.emit(PowerPlayed(seat, value))
        order = sorted(seats, key=lambda seat: -s.power(seat))
        s.board[rules.at_order : rules.at_order + rules.n_seats] = order
        s.revealed = True
        return False

    def owing(self, s: Position, f: BidsFrame) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.rules.n_seats) if not (f.ready >> seat) & 1)

    def legal(self, s: Position, f: BidsFrame, seat: int) -> list[int]:
        rules = self.rules
        base = rules.base["bid"]
        return [base + rules.power_values.index(value) for value in s.hand(seat)]

    def answer(self, s: State, f: BidsFrame, seat: int, code: int) -> None:
        rules = self.rules
        at = rules.hidden_at["bid"]
        value = rules.power_values[code - rules.base["bid"]]
        drawer = s.drawers[seat]
        assert drawer is not None
        s.drawers[seat] = (*drawer[:at], value, *drawer[at + 1 :])
        if not (f.ready >> seat) & 1:
            s.stack[-1] = f._replace(ready=f.ready | (1 << seat))
            s.emit(BidSet(seat))
        s.emit(BidShows(seat, value, audience=frozenset((seat,))))

    def reveals_secret(self, s: Position, f: BidsFrame, seat: int) -> bool:
        return True

    def prompt(self, d: Decision, f: BidsFrame, n: Names) -> str:
        return "bid a power card in secret"


def deal_bid(s: State, seat: int, generator: Generator) -> int:
    """Deal a bid that the seat may have made, for ``sample``."""
    frame = s.stack[-1] if s.stack else None
    if not isinstance(frame, BidsFrame) or not (frame.ready >> seat) & 1:
        return -1
    return generator.choice(s.hand(seat))


class BringBlack(Step[PlainFrame]):
    """Who holds the chancellor may bring a black caballero in."""

    name = "bring_black"

    def run(self, s: State, f: PlainFrame) -> bool:
        if self._codes(s, f.actor):
            return True
        s.stack.pop()
        return False

    def _codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        black = rules.kinds.index(BLACK)
        if s.cell(HOLDER) != seat or not s.count(black, rules.provinces):
            return []
        taboo = rules.taboo(s)
        near = [place for region in rules.neighbours(s) for place in rules.region_places[region]]
        base = rules.base["bring"]
        return [base + place for place in (*near, rules.castillo) if place not in taboo]

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        return [*self._codes(s, seat), self.rules.DONE] if seat == f.actor else []

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        if code != rules.DONE:
            black = rules.kinds.index(BLACK)
            s.move(seat, black, rules.provinces, code - rules.base["bring"], 1)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return "bring a black caballero from the provinces, or none"


class BlackLeaves(Step[PlainFrame]):
    """Black caballeros leave the Castillo for the provinces: they have no disk."""

    name = "black_leaves"

    def run(self, s: State, f: PlainFrame) -> bool:
        rules = self.rules
        s.stack.pop()
        black = rules.kinds.index(BLACK)
        number = s.count(black, rules.castillo)
        if number and rules.castillo not in rules.taboo(s):
            s.move(-1, black, rules.castillo, rules.provinces, number)
        return False
