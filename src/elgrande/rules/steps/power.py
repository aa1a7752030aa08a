"""Playing the power cards (S0, "Play the power cards"; FACTS 1.3, 9.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.events import PowerPlayed
from elgrande.rules.frames import PlainFrame, plain_frame, shared
from elgrande.rules.pile import add_to_pile, settle_doubt, take_off_pile
from elgrande.rules.steps.step import Step

if TYPE_CHECKING:
    from elgrande.rules.position import Position, State
    from elgrande.rules.ruleset import Ruleset


class PowerCardsFrame(NamedTuple):
    """How many have been asked."""

    step: str
    actor: int
    asked: int


power_cards_frame = shared(PowerCardsFrame)


class PowerCards(Step[PowerCardsFrame]):
    """Ask for the power cards, clockwise from the starter."""

    name = "power_cards"
    frame = PowerCardsFrame

    def begun(self, actor: int) -> PowerCardsFrame:
        """Nobody has been asked."""
        return power_cards_frame(self.name, actor, 0)

    def run(self, s: State, f: PowerCardsFrame) -> bool:
        """Ask the next player or end."""
        if f.asked == self.rules.n:
            s.stack.pop()
        else:
            s.stack[-1] = power_cards_frame(self.name, f.actor, f.asked + 1)
            s.stack.append(plain_frame("power", (s.starter + f.asked) % self.rules.n))
        return False


class Power(Step[PlainFrame]):
    """Play a power card of a value that nobody has played this round."""

    name = "power"

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.bit_codes = tuple(
            (1 << value, rules.POWER + index) for index, value in enumerate(rules.power_values)
        )

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        """The values in the own hand that are still free."""
        if seat != f.actor:
            return []
        rules = self.rules
        drawer = s.drawers[seat]
        assert drawer is not None
        bits = drawer[0]
        for value in rules.barred(s):
            if value > 0:
                bits &= ~(1 << value)
        return [code for bit, code in self.bit_codes if bits & bit]

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        """Play the card; a value taken back unseen is now known to have been it."""
        s.stack.pop()
        self.play(s, seat, self.rules.power_values[code - self.rules.POWER])

    def play(self, s: State, seat: int, value: int) -> None:
        """Lay the power card down."""
        rules = self.rules
        s.board[rules.at_power + seat] = value
        leave_hand(s, seat, value)
        if s.sink is not None:
            s.emit(PowerPlayed(seat, value))

    def tells(self, s: Position, f: PlainFrame, seat: int) -> bool:
        """A hand is open until a card was taken back unseen."""
        return any(owner == seat for owner, _ in s.doubts)


class OrderTurns(Step[PlainFrame]):
    """Put the seats in the order of their turns, highest value first."""

    name = "order_turns"

    def run(self, s: State, f: PlainFrame) -> bool:
        """Note the order on the board."""
        rules = self.rules
        s.stack.pop()
        order = sorted(range(rules.n), key=lambda seat: -rules.initiative(s, seat))
        s.board[rules.at_order : rules.at_order + rules.n] = order
        return False


def leave_hand(s: State, seat: int, value: int) -> None:
    """Lay a card of a hand down, and keep what the others know of hand and pile true.

    A card not known to be in the hand must be one that was taken back unseen.
    """
    rules = s.rules
    bit = 1 << value
    piled = rules.at_pile and bit & rules.power_bits
    drawer = s.drawers[seat]
    assert drawer is not None
    s.drawers[seat] = (drawer[0] & ~bit, *drawer[1:])
    known = s.board[rules.at_known + seat]
    if known & bit:
        s.board[rules.at_known + seat] = known & ~bit
        if piled:
            add_to_pile(s, seat, value)
        return
    settle_doubt(s, seat, bit)
    if piled:
        take_off_pile(s, seat, bit)
        add_to_pile(s, seat, value)
