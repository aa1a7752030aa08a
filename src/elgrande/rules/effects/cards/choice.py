"""Cards that choose among the effects of others, or carry out several (FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.frames import F
from elgrande.rules.spec import Card, SpecError
from elgrande.rules.steps.step import Effect, HeldEffect
from elgrande.rules.wording import hint, listed

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Params, Position, State, Words


class ChoiceFrame(NamedTuple):
    """The cards whose effects are offered."""

    step: str
    actor: int
    cards: tuple[int, ...]


class OptionsEffect(Effect[F]):
    """An effect that stands for the actions of the cards in ``options``."""

    on_cards = False

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
        return f"{c.n.short(c.view.rules.cards[f.cards[number - 1]].id)} would have no effect now"


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
        return [rules.OPTION + f.next, rules.DONE] if f.next < len(f.cards) else []

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
