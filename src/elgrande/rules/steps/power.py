"""Playing the power cards (S0, "Play the power cards"; FACTS 1.3, 9.1)."""

from __future__ import annotations

from typing import NamedTuple

from elgrande.rules import Case, Decision, Names, Position, Ruleset, State
from elgrande.rules.events import PowerPlayed
from elgrande.rules.parts import HAND, PlainFrame, plain_frame, shared
from elgrande.rules.pile import add_to_pile, resolve_doubt, take_off_pile
from elgrande.rules.steps.step import InstantStep, Step
from elgrande.rules.wording import a


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
        return power_cards_frame(self.name, actor, 0)

    def run(self, s: State, f: PowerCardsFrame) -> bool:
        if f.asked == self.rules.n_seats:
            s.stack.pop()
        else:
            s.stack[-1] = power_cards_frame(self.name, f.actor, f.asked + 1)
            s.stack.append(plain_frame("power", (s.starter + f.asked) % self.rules.n_seats))
        return False


class Power(Step[PlainFrame]):
    """Play a power card of a value that nobody has played this round."""

    name = "power"

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.bit_codes = tuple(
            (bit, rules.POWER + index) for index, bit in enumerate(rules.power_bit.values())
        )

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        if seat != f.actor:
            return []
        rules = self.rules
        drawer = s.drawers[seat]
        assert drawer is not None
        bits = drawer[HAND]
        power_bit = rules.power_bit
        for number in rules.barred(s):
            # Also a number that is no card's may be barred, and 0 where nothing lies yet.
            if number in power_bit:
                bits &= ~power_bit[number]
        return [code for bit, code in self.bit_codes if bits & bit]

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        s.stack.pop()
        self.play(s, seat, self.rules.power_values[code - self.rules.POWER])

    def play(self, s: State, seat: int, value: int) -> None:
        """Lay the power card down."""
        rules = self.rules
        s.board[rules.at_power + seat] = value
        leave_hand(s, seat, value)
        if s.sink is not None:
            s.emit(PowerPlayed(seat, value))

    def reveals_secret(self, s: Position, f: PlainFrame, seat: int) -> bool:
        # A hand is open until a card was taken back unseen.
        return any(owner == seat for owner, _ in s.unknown_cards)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return f"play {a(n.power)} whose value nobody has played this round"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "power" or not c.fits:
            return ""
        value = int(c.words[0])
        if value not in c.view.hand(c.seat):
            rules = c.view.rules
            had = rules.hand_size == len(rules.power_values)
            mine = "you no longer have" if had else "you do not have"
            return c.played(value) or f"{mine} the {value}"
        return c.played(value)


class OrderTurns(InstantStep):
    """Put the seats in the order of their turns, highest value first."""

    name = "order_turns"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        ranked = sorted([(-rules.initiative(s, seat), seat) for seat in range(rules.n_seats)])
        s.board[rules.at_order : rules.at_order + rules.n_seats] = [seat for _, seat in ranked]


def leave_hand(s: State, seat: int, value: int) -> None:
    """Lay a power card of a hand down, and keep what the others know of hand and pile true."""
    rules = s.rules
    bit = rules.power_bit[value]
    known = show_card(s, seat, bit)
    if rules.at_pile:
        if not known:
            take_off_pile(s, seat, bit)
        add_to_pile(s, seat, value)


def show_card(s: State, seat: int, bit: int) -> bool:
    """Take a card out of a hand for all to see; say whether they knew that it was there.

    One that they did not know settles a doubt: it was taken back, kept or dealt unseen.
    """
    rules = s.rules
    s.keep(seat, HAND, s.drawer(seat)[HAND] & ~bit)
    known = s.board[rules.at_known + seat]
    if known & bit:
        s.board[rules.at_known + seat] = known & ~bit
        return True
    resolve_doubt(s, seat, bit)
    return False
