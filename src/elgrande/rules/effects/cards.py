"""Cards that choose, keep or take back cards (FACTS 1.2, 1.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.events import CardUsed, Recalled, RecalledOpenly, RecalledValue
from elgrande.rules.frames import PlainFrame
from elgrande.rules.pile import conclude, take_off_pile, uncover
from elgrande.rules.spec import Card, SpecError
from elgrande.rules.steps.step import STOPPABLE, Effect, HeldEffect, WindowFrame, stop_action
from elgrande.rules.wording import hint, listed, whose

if TYPE_CHECKING:
    from elgrande.rules.decision import Decision
    from elgrande.rules.params import Params
    from elgrande.rules.position import Position, State
    from elgrande.rules.refused import Case
    from elgrande.rules.ruleset import Ruleset
    from elgrande.rules.wording import Names, Words


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

    def scores_as(self, card: Card) -> bool:
        """One of them may."""
        return _any_scores(self.rules, card)

    def scoring(self, f: ChoiceFrame, code: int) -> bool:
        """The chosen effect says it."""
        return _can_score(self.rules, f.cards[code - self.rules.OPTION])

    def do(self, s: State, f: ChoiceFrame, seat: int, code: int) -> None:
        """Go on to the chosen effect."""
        rules = self.rules
        card = f.cards[code - rules.OPTION]
        s.stack.pop()
        rules.card_effects[card].begin(s, seat, rules.cards[card].params)

    def prompt(self, d: Decision, f: ChoiceFrame, n: Names) -> str:
        """Which effects there are."""
        cards = [n.rules.cards[card].id for card in f.cards]
        return f"choose an effect{hint(d, listed([n.short(card) for card in cards], 'or'))}"

    def label(self, d: Decision, f: ChoiceFrame, words: Words, n: Names) -> str:
        """What the effect of that number is."""
        return _chosen(f.cards, words, n)

    def refusal(self, c: Case, f: ChoiceFrame) -> str:
        """There are not so many, or that one could do nothing."""
        if c.verb != "option":
            return ""
        number = int(c.words[0])
        if number > len(f.cards):
            return f"the card offers {len(f.cards)} effects"
        return f"{c.n.short(c.view.rules.cards[f.cards[number - 1]].id)} could do nothing now"


def _chosen(cards: tuple[int, ...], words: Words, n: Names) -> str:
    """Name the card that an option stands for, or nothing."""
    number = int(words[1]) if words[0] == "option" else 0
    return n.short(n.rules.cards[cards[number - 1]].id) if 0 < number <= len(cards) else ""


class SequenceFrame(NamedTuple):
    """The cards whose effects come one after another, which is next, and whether it may be left."""

    step: str
    actor: int
    cards: tuple[int, ...]
    next: int
    optional: int


class Sequence(Effect[SequenceFrame]):
    """Carry out the effects of the cards in ``options`` one after another.

    Announced once, before the first. What is impossible when its turn comes is passed
    over. If ``optional`` is true, each may be left out; one that may be stopped with
    ``done`` anyway is not asked about.
    """

    name = "sequence"
    frame = SequenceFrame
    params = ("options", "optional")
    announced_by_choice = False

    def check(self, card: Card) -> None:
        """The options must be cards of the deck, neither sequences nor choices, nor kept."""
        super().check(card)
        for name in card.params["options"]:
            at = self.rules.card_index.get(name)
            effect = None if at is None else self.rules.steps.get(self.rules.cards[at].effect)
            if effect is None or isinstance(effect, (Choice, Sequence, HeldEffect)):
                problem = f"{name!r} is no card whose action can be a part; name another's id"
                raise SpecError.of_card(card.id, "options", problem)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether any part is possible."""
        return any(
            self._possible(s, actor, self.rules.card_index[name]) for name in params["options"]
        )

    def _possible(self, s: Position, actor: int, card: int) -> bool:
        rules = self.rules
        return rules.card_effects[card].possible(s, actor, rules.cards[card].params)

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        cards = tuple(self.rules.card_index[name] for name in params["options"])
        s.stack.append(SequenceFrame(self.name, actor, cards, 0, int(params["optional"])))

    def ahead(self, s: Position, f: SequenceFrame) -> SequenceFrame:
        """Pass over what is impossible."""
        at = f.next
        while at < len(f.cards) and not self._possible(s, f.actor, f.cards[at]):
            at += 1
        return f._replace(next=at) if at > f.next else f

    def finished(self, s: Position, f: SequenceFrame) -> bool:
        """Say whether no part is left that could do anything."""
        return self.ahead(s, f).next == len(f.cards)

    def scores_as(self, card: Card) -> bool:
        """One of the parts may."""
        return _any_scores(self.rules, card)

    def scoring(self, f: SequenceFrame, code: int) -> bool:
        """Say whether any part scores."""
        return any(_can_score(self.rules, card) for card in f.cards)

    def run(self, s: State, f: SequenceFrame) -> bool:
        """Begin the next part, or ask whether it shall be."""
        f = self.ahead(s, f)
        if f.next == len(f.cards):
            s.stack.pop()
            return False
        s.stack[-1] = f
        if f.optional and not self.rules.card_effects[f.cards[f.next]].stops:
            return True
        self._begin(s, f)
        return False

    def _begin(self, s: State, f: SequenceFrame) -> None:
        rules = self.rules
        card = f.cards[f.next]
        s.stack[-1] = f._replace(next=f.next + 1)
        rules.card_effects[card].begin(s, f.actor, rules.cards[card].params)

    def legal(self, s: Position, f: SequenceFrame, seat: int) -> list[int]:
        """Carry the next part out, or leave it out."""
        if seat != f.actor or f.next == len(f.cards):
            return []
        return [self.rules.OPTION + f.next, self.rules.DONE]

    def do(self, s: State, f: SequenceFrame, seat: int, code: int) -> None:
        """Begin the part or go on to the next one."""
        if code == self.rules.DONE:
            s.stack[-1] = f._replace(next=f.next + 1)
        else:
            self._begin(s, f)

    def prompt(self, d: Decision, f: SequenceFrame, n: Names) -> str:
        """The part that comes next."""
        return f"carry out {n.short(n.rules.cards[f.cards[f.next]].id)}, or leave it out"

    def label(self, d: Decision, f: SequenceFrame, words: Words, n: Names) -> str:
        """What part it is, or that it is left out."""
        if words[0] == "done":
            return "leave this part out"
        return _chosen(f.cards, words, n)


def _can_score(rules: Ruleset, card: int) -> bool:
    return rules.card_effects[card].scores_as(rules.cards[card])


def _any_scores(rules: Ruleset, card: Card) -> bool:
    return any(_can_score(rules, rules.card_index[name]) for name in card.params["options"])


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

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        """Hands may hold other cards too, which are taken back like these."""
        what = f"one of {whose(d)} played cards" if n.rules.extra_hand else "a played power card"
        return f"take back {what}{hint(d, IN_VIEW[n.rules.pile])}"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        """It has not been played, or not since it was taken back."""
        if c.verb != "recall":
            return ""
        rules = c.view.rules
        at = rules.hand_names.index(c.words[0])
        if not (rules.recallable(c.view, c.seat) >> rules.hand_bits[at]) & 1:
            return f"{c.n.seat(c.seat)} has not played {c.n.plain(c.words[0])}"
        return f"the {c.n.plain(c.words[0])} is still in {c.n.seat(c.seat)}'s hand"


IN_VIEW = {
    "none": "the others do not see which",
    "top": "the others see which only if you take the top one",
    "latest": "the others see which only if you take the one that was just played",
}
"""What the others see of a card that is taken back, by which played cards lie in view."""


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
        stop_action(s)
        s.emit(CardUsed(f.actor, f.held, f.acting, f.card, f.trigger == "unit_done"))

    def deed(self, held: int, n: Names) -> str:
        """It has a word of its own."""
        return "veto"
