"""Cards about cards: they choose among the effects of others, take cards back, or are kept.

Kept ones stop what others do, or bring another card's action later (FACTS 1.2, 1.8).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules.events import Recalled, RecalledOpenly, RecalledValue
from elgrande.rules.parts import HAND, F, PlainFrame
from elgrande.rules.pile import conclude, take_off_pile, uncover
from elgrande.rules.spec import Card, SpecError
from elgrande.rules.steps.effect import Effect, begin_action, stop_action
from elgrande.rules.steps.held import HeldEffect, tell_use
from elgrande.rules.steps.step import STOPPABLE, WindowFrame
from elgrande.rules.wording import YOUR, hint, listed

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Params, Position, State, Words


# -- the effects of other cards -----------------------------------------------


class OptionsEffect(Effect[F]):
    """An effect that stands for the actions of the cards in ``options``."""

    on_cards = False
    places = True

    def check_options(self, card: Card, never: tuple[type[object], ...], part: str) -> None:
        """Raise SpecError for an option that is no card, or whose effect is one of ``never``."""
        for name in card.params["options"]:
            at = self.rules.card_index.get(name)
            effect = None if at is None else self.rules.steps.get(self.rules.cards[at].effect)
            if effect is None or isinstance(effect, never):
                problem = f"{name!r} is not a card whose action can be {part}; name another's id"
                raise SpecError.of_card(card.id, "options", problem)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return any(self._possible(s, actor, card) for card in self._cards(params))

    def _cards(self, params: Params) -> tuple[int, ...]:
        return tuple([self.rules.card_index[name] for name in params["options"]])

    def scores_as(self, card: Card) -> bool:
        return any(map(self._scores, self._cards(card.params)))

    def _scores(self, card: int) -> bool:
        return self.rules.card_effects[card].scores_as(self.rules.cards[card])

    def _possible(self, s: Position, actor: int, card: int) -> bool:
        rules = self.rules
        return rules.card_effects[card].possible(s, actor, rules.cards[card].params)


class ChoiceFrame(NamedTuple):
    """The cards whose effects are offered."""

    step: str
    actor: int
    cards: tuple[int, ...]


class Choice(OptionsEffect[ChoiceFrame]):
    """Choose the effect of one of the cards in ``options`` (1-03)."""

    name = "choice"
    frame = ChoiceFrame
    params = ("options",)

    def check(self, card: Card) -> None:
        super().check(card)
        self.check_options(card, (Choice, HeldEffect), "chosen")

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(ChoiceFrame(self.name, actor, self._cards(params)))

    def choices(self, s: Position, f: ChoiceFrame) -> list[int]:
        first = self.rules.OPTION
        cards = enumerate(f.cards, first)
        return [code for code, card in cards if self._possible(s, f.actor, card)]

    def commits(self, f: ChoiceFrame, code: int) -> bool:
        # The chosen effect's own first choice announces it, if it has one.
        card = f.cards[code - self.rules.OPTION]
        return not self.rules.card_effects[card].announced_by_choice

    def scoring(self, f: ChoiceFrame, code: int) -> bool:
        return self._scores(f.cards[code - self.rules.OPTION])

    def do(self, s: State, f: ChoiceFrame, seat: int, code: int) -> None:
        rules = self.rules
        card = f.cards[code - rules.OPTION]
        s.stack.pop()
        rules.card_effects[card].begin(s, seat, rules.cards[card].params)

    def prompt(self, d: Decision, f: ChoiceFrame, n: Names) -> str:
        cards = [n.rules.cards[card].id for card in f.cards]
        return f"choose one effect{hint(d, listed([n.short(card) for card in cards], 'or'))}"

    def label(self, d: Decision, f: ChoiceFrame, words: Words, n: Names) -> str:
        return _chosen(f.cards, words, n)

    def refusal(self, c: Case, f: ChoiceFrame) -> str:
        if c.verb != "option":
            return ""
        number = int(c.words[0])
        if number > len(f.cards):
            return f"the card has only {len(f.cards)} effects"
        called = c.n.short(c.view.rules.cards[f.cards[number - 1]].id)
        return f"the effect {called} would change nothing now"


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


class Sequence(OptionsEffect[SequenceFrame]):
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
        super().check(card)
        self.check_options(card, (Choice, Sequence, HeldEffect), "a part")

    def begin(self, s: State, actor: int, params: Params) -> None:
        optional = int(params["optional"])
        s.stack.append(SequenceFrame(self.name, actor, self._cards(params), 0, optional))

    def ahead(self, s: Position, f: SequenceFrame) -> SequenceFrame:
        at = f.next
        while at < len(f.cards) and not self._possible(s, f.actor, f.cards[at]):
            at += 1
        return f._replace(next=at) if at > f.next else f

    def finished(self, s: Position, f: SequenceFrame) -> bool:
        return self.ahead(s, f).next == len(f.cards)

    def run(self, s: State, f: SequenceFrame) -> bool:
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

    def choices(self, s: Position, f: SequenceFrame) -> list[int]:
        rules = self.rules
        return [rules.OPTION + f.next, rules.DONE]

    def do(self, s: State, f: SequenceFrame, seat: int, code: int) -> None:
        if code == self.rules.DONE:
            s.stack[-1] = f._replace(next=f.next + 1)
        else:
            self._begin(s, f)

    def prompt(self, d: Decision, f: SequenceFrame, n: Names) -> str:
        return (
            f"use or leave out this part of the card: {n.short(n.rules.cards[f.cards[f.next]].id)}"
        )

    def label(self, d: Decision, f: SequenceFrame, words: Words, n: Names) -> str:
        if words[0] == "done":
            return "leave this part out"
        return _chosen(f.cards, words, n)


# -- played cards are taken back ----------------------------------------------


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
    "top": "the others see if it is the top one, but not which other",
    "latest": "the others see if it is this round's, but not which other",
}
"""What the others see of a card that is taken back, by which played cards lie in view."""


# -- cards that are kept ------------------------------------------------------


class KeepVeto(HeldEffect):
    """Veto: stop another player's special action, or what is left of it (2-01, 2-02).

    It is kept through the next round. It does not stop the placing of
    caballeros, nor the taking of another Veto. A ``partial`` one may also be
    used after any unit and when the disks of an action are turned up, else only on
    the announcement (FACTS 1.8).
    """

    name = "keep_veto"
    params: ClassVar[tuple[str, ...]] = ("rounds", "partial")
    stops_actions = True

    def listens(self, s: Position, f: WindowFrame) -> bool:
        if f.acting == f.actor or not self.rules.card_effects[f.card].vetoable:
            return False
        return f.trigger == "announced" or (
            f.trigger in STOPPABLE and bool(self.rules.cards[f.held].params["partial"])
        )

    def again(self, held: int) -> bool:
        # What must stop an action at its announcement is not asked about it again.
        return bool(self.rules.cards[held].params["partial"])

    def code(self, held: int) -> int:
        # The notation is the same for every Veto card.
        return self.rules.VETO

    def use(self, s: State, f: WindowFrame) -> None:
        stop_action(s)
        tell_use(s, f)

    def use_phrase(self, held: int, n: Names) -> str:
        return "veto"


class KeepForLater(HeldEffect):
    """Keep it; at ``trigger``, the one card that ``options`` names can be carried out."""

    params = ("options",)
    trigger: ClassVar[str] = ""

    def check(self, card: Card) -> None:
        """Refuse what is no card, more than one, or one that is kept itself."""
        super().check(card)
        names = card.params["options"]
        at = self.rules.card_index.get(names[0], -1)
        effect = None if at < 0 else self.rules.steps.get(self.rules.cards[at].effect)
        if len(names) != 1 or effect is None or isinstance(effect, HeldEffect | OptionsEffect):
            problem = "name one card here, by its id, whose action can be used later"
            raise SpecError.of_card(card.id, "options", problem)

    def brings(self, held: int) -> int:
        return self.rules.card_index[self.rules.cards[held].params["options"][0]]

    def listens(self, s: Position, f: WindowFrame) -> bool:
        return f.trigger == self.trigger and self.rules.possible(s, f.actor, self.brings(f.held))

    def use(self, s: State, f: WindowFrame) -> None:
        # What was bought with the card is its owner's: nobody can stop it any more.
        tell_use(s, f)
        begin_action(s, f.actor, self.brings(f.held), stoppable=False)
