"""Cards that take played cards back (FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.events import Recalled, RecalledOpenly, RecalledValue
from elgrande.rules.frames import PlainFrame
from elgrande.rules.open_position import HAND
from elgrande.rules.pile import conclude, take_off_pile, uncover
from elgrande.rules.steps.step import Effect
from elgrande.rules.wording import YOUR, hint

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Position, State


class Recall(Effect[PlainFrame]):
    """Take one own played power card back, this round's included (4-08, 4-09).

    The choice is secret, so there is nothing to announce but the action itself.
    Only of a card that lies in view everybody sees that it was the one (S0, card "Power Cards").
    """

    name = "recall"
    announced_by_choice = False
    secret = True

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        drawer = s.drawers[seat]
        if seat != f.actor or drawer is None:
            return []
        rules = self.rules
        played = rules.recallable(s, seat) & ~drawer[0]
        bits = enumerate(rules.hand_bits, rules.RECALL)
        return [code for code, bit in bits if (played >> bit) & 1]

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        # What lay in view is missed, else it is one of those played below.
        rules = self.rules
        s.stack.pop()
        bit = rules.hand_bits[code - rules.RECALL]
        s.keep(seat, HAND, s.drawer(seat)[HAND] | (1 << bit))
        shown = rules.in_view(s, seat)
        if shown >> bit & 1:
            s.board[rules.at_known + seat] |= 1 << bit
            s.emit(RecalledOpenly(seat, bit))
            if rules.pile == "top":
                uncover(s, seat, 1 << bit)
                conclude(s, seat)
            elif rules.at_pile:
                take_off_pile(s, seat, 1 << bit)
            return
        played = rules.recallable(s, seat) & ~s.board[rules.at_known + seat] & ~shown
        # By seat, the oldest first: what is open must not depend on anything else.
        s.unknown_cards = tuple(
            sorted((*s.unknown_cards, (seat, played)), key=lambda doubt: doubt[0])
        )
        s.emit(Recalled(seat))
        s.emit(RecalledValue(seat, bit, audience=frozenset((seat,))))
        conclude(s, seat)

    def reveals_secret(self, s: Position, f: PlainFrame, seat: int) -> bool:
        # With an earlier card taken back, even a single choice is the player's secret.
        return any(owner == seat for owner, _ in s.unknown_cards)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        # Hands may hold other cards too, which are taken back like these.
        what = f"one of {YOUR} played {'card' if n.rules.extra_hand else n.power}s"
        return f"take back {what}{hint(d, IN_VIEW[n.rules.pile])}"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "recall":
            return ""
        rules = c.view.rules
        at = rules.hand_names.index(c.words[0])
        if not (rules.recallable(c.view, c.seat) >> rules.hand_bits[at]) & 1:
            return f"you have not played the {c.n.plain(c.words[0])}"
        return f"the {c.n.plain(c.words[0])} is still in your hand"


IN_VIEW = {
    "top": "the others see which only if it is the top one",
    "latest": "the others see which only if it was just played",
}
"""What the others see of a card that is taken back, by which played cards lie in view."""
