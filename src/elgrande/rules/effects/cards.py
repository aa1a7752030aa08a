"""Cards that choose, keep or take back cards (FACTS 1.2, 1.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.events import CardUsed, Recalled, RecalledOpenly, RecalledValue
from elgrande.rules.frames import PlainFrame
from elgrande.rules.pile import conclude, take_off_pile, uncover
from elgrande.rules.spec import Card, SpecError
from elgrande.rules.steps.step import STOPPABLE, Effect, HeldEffect, WindowFrame, action_index

if TYPE_CHECKING:
    from elgrande.rules.params import Params
    from elgrande.rules.position import Position, State


class ChoiceFrame(NamedTuple):
    """The cards whose effects are offered."""

    step: str
    actor: int
    cards: tuple[int, ...]


class Choice(Effect[ChoiceFrame]):
    """Choose the effect of one of the cards in ``options`` (1-03)."""

    name = "choice"
    frame = ChoiceFrame
    params = ("options",)

    def check(self, card: Card) -> None:
        """The options must be cards of the deck, neither a choice themselves nor kept."""
        super().check(card)
        for name in card.params["options"]:
            at = self.rules.card_index.get(name)
            effect = None if at is None else self.rules.steps.get(self.rules.cards[at].effect)
            if effect is None or isinstance(effect, (Choice, HeldEffect)):
                problem = f"{name!r} is no card whose action can be chosen; name another's id"
                raise SpecError.of_card(card.id, "options", problem)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether one of them is possible."""
        return any(
            self._possible(s, actor, self.rules.card_index[name]) for name in params["options"]
        )

    def _possible(self, s: Position, actor: int, card: int) -> bool:
        rules = self.rules
        return rules.card_effects[card].possible(s, actor, rules.cards[card].params)

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        cards = tuple(self.rules.card_index[name] for name in params["options"])
        s.stack.append(ChoiceFrame(self.name, actor, cards))

    def legal(self, s: Position, f: ChoiceFrame, seat: int) -> list[int]:
        """The options that are possible."""
        if seat != f.actor:
            return []
        return [
            self.rules.OPTION + number
            for number, card in enumerate(f.cards)
            if self._possible(s, seat, card)
        ]

    def commits(self, f: ChoiceFrame, code: int) -> bool:
        """The chosen effect's own first choice announces it, if it has one."""
        card = f.cards[code - self.rules.OPTION]
        return not self.rules.card_effects[card].announced_by_choice

    def do(self, s: State, f: ChoiceFrame, seat: int, code: int) -> None:
        """Go on to the chosen effect."""
        rules = self.rules
        card = f.cards[code - rules.OPTION]
        s.stack.pop()
        rules.card_effects[card].begin(s, seat, rules.cards[card].params)


class Recall(Effect[PlainFrame]):
    """Take one own played power card back, this round's included (4-08, 4-09).

    The choice is secret, so there is nothing to announce but the action itself.
    Only of a card that lies in view everybody sees that it was the one (S0, card "Power Cards").
    """

    name = "recall"
    announced_by_choice = False
    secret = True

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        s.stack.append(PlainFrame(self.name, actor))

    def legal(self, s: Position, f: PlainFrame, seat: int) -> list[int]:
        """The played cards that are not in the hand."""
        drawer = s.drawers[seat]
        if seat != f.actor or drawer is None:
            return []
        rules = self.rules
        played = rules.recallable(s, seat) & ~drawer[0]
        return [
            rules.RECALL + index for index, bit in enumerate(rules.hand_bits) if (played >> bit) & 1
        ]

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        """Take it back; what lay in view is missed, else it is one of those played below."""
        rules = self.rules
        s.stack.pop()
        bit = rules.hand_bits[code - rules.RECALL]
        drawer = s.drawers[seat]
        assert drawer is not None
        s.drawers[seat] = (drawer[0] | (1 << bit), *drawer[1:])
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
        s.doubts = tuple(sorted((*s.doubts, (seat, played)), key=lambda doubt: doubt[0]))
        s.emit(Recalled(seat))
        s.emit(RecalledValue(seat, bit, audience=frozenset((seat,))))
        if rules.pile != "none":
            conclude(s, seat)

    def tells(self, s: Position, f: PlainFrame, seat: int) -> bool:
        """With an earlier card taken back, even a single choice is the player's secret."""
        return any(owner == seat for owner, _ in s.doubts)


class KeepVeto(HeldEffect):
    """Veto: stop another player's special action, or what is left of it (2-01, 2-02).

    It is kept through the next round. It does not stop the placing of
    caballeros, nor the taking of another Veto. A ``partial`` one may also be
    used after any unit and when the disks of an action are turned up, else only on
    the announcement (FACTS 1.8).
    """

    name = "keep_veto"
    params = ("rounds", "partial")

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        """Ask at the announcement, and in the midst of it if the card allows that."""
        if actor == owner or not self.rules.card_effects[card].vetoable:
            return False
        return trigger == "announced" or (
            trigger in STOPPABLE and bool(self.rules.cards[held].params["partial"])
        )

    def again(self, held: int) -> bool:
        """What must stop an action at its announcement is not asked about it again."""
        return bool(self.rules.cards[held].params["partial"])

    def code(self, held: int) -> int:
        """The notation is the same for every Veto card."""
        return self.rules.VETO

    def use(self, s: State, f: WindowFrame) -> None:
        """End the special action: what is done is done, the rest is lost."""
        del s.stack[action_index(s) :]
        s.emit(CardUsed(f.actor, f.held, f.acting, f.card, f.trigger == "unit_done"))
