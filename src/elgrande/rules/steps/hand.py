"""Hands that hold some of the power cards: chosen in secret, or dealt.

An expansion says which with ``choose_hands`` or ``deal_hands`` when it edits a Spec. What a
seat does not keep goes to the box unseen, so of a hand the others know no more than which
cards its seat has not played.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from elgrande.rules import Case, Decision, Generator, Names, Position, Ruleset, Spec, State, Words
from elgrande.rules.commands import Verb
from elgrande.rules.events import Event
from elgrande.rules.parts import HAND
from elgrande.rules.spec import Form
from elgrande.rules.steps.step import InstantStep, Step
from elgrande.rules.wording import listed

KEPT = "kept-hand"
"""In a drawer, while hands are chosen: what its seat wants to keep, as bits of a hand."""
VERBS = (
    Verb("keep", ("value",), "keep the power card of this value in your hand", secret=True,
         label="keep the {value} (brings {brings})"),
    Verb("leave", ("value",), "put the power card of this value away after all", secret=True,
         label="leave the {value} after all (brings {brings})"),
)  # fmt: skip


@dataclass(frozen=True)
class HandDealt(Event):
    """The power cards that a player was dealt, told to that player alone."""

    sentence = "{seat} is dealt the {power}s {values:numbers}; nobody else sees them."

    seat: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class HandKept(Event):
    """A player has chosen which power cards to keep; which is not said."""

    seat: int

    def said(self, n: Names) -> str:
        return f"{n.seat(self.seat)} has chosen {n.rules.hand_size} {n.power}s."


@dataclass(frozen=True)
class HandReopened(Event):
    """A player who had chosen a hand chooses anew."""

    sentence = "{seat} is choosing {power}s again."

    seat: int


@dataclass(frozen=True)
class HandShows(Event):
    """The power cards that a player keeps, told to that player alone."""

    sentence = "{seat} keeps the {power}s {values:numbers}; nobody else sees them."

    seat: int
    values: tuple[int, ...]


def choose_hands(spec: Spec, size: int) -> None:
    """Let everybody keep ``size`` of the power cards before the first round.

    All choose at once and in secret, with ``keep``, ``leave`` and ``done``.
    """
    spec.hand_size = size
    spec.hidden[KEPT] = 0
    spec.deal[KEPT] = deal_kept
    spec.forms[KEPT] = lambda rules: Form(power_cards(rules), several=True)
    spec.verbs += VERBS
    spec.steps.append(ChooseHand)
    spec.insert_before("game", "rounds", ChooseHand.name)


def deal_hands(spec: Spec, size: int) -> None:
    """Deal everybody ``size`` of the own power cards before the first round."""
    spec.hand_size = size
    spec.steps.append(DealHand)
    spec.insert_before("game", "rounds", DealHand.name)


def power_cards(rules: Ruleset) -> dict[int, int]:
    """Return the value of each power card by the number of its bit, for a ``Form``."""
    return {bit.bit_length() - 1: value for value, bit in rules.power_bit.items()}


def values_of(rules: Ruleset, bits: int) -> tuple[int, ...]:
    """Return the values of the power cards of a hand."""
    return tuple([value for value, bit in rules.power_bit.items() if bits & bit])


def hold(s: State, seat: int, bits: int) -> None:
    """Give a seat these power cards for its hand; the others do not see which."""
    rules = s.rules
    every = rules.power_bits
    s.keep(seat, HAND, s.drawer(seat)[HAND] & ~every | bits)
    if bits == every:
        return
    s.board[rules.at_known + seat] &= ~every
    # By seat, as all doubts, and before what else is in the hand: what is open must not depend
    # on who was first.
    doubts = [*[(seat, every)] * bits.bit_count(), *s.unknown_cards]
    s.unknown_cards = tuple(sorted(doubts, key=lambda doubt: doubt[0]))


class DealHand(InstantStep):
    """Deal everybody a hand from the own power cards."""

    name = "deal_hand"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        if rules.hand_size == len(rules.power_values):
            return
        generator = s.draw_generator()
        for seat in range(rules.n_seats):
            values = tuple(sorted(generator.shuffled(rules.power_values)[: rules.hand_size]))
            hold(s, seat, sum(rules.power_bit[value] for value in values))
            s.emit(HandDealt(seat, values, audience=frozenset((seat,))))
        s.keep_generator(generator)


class ChooseHandFrame(NamedTuple):
    """Who has chosen a hand, a bit for each seat."""

    step: str
    actor: int
    ready: int


class ChooseHand(Step[ChooseHandFrame]):
    """Everybody keeps some of the power cards, at once and in any order.

    Cards are marked one by one, and ``done`` ends it when there are enough. Until the last
    has chosen, a card may be put away again, which opens the choice of that seat anew.
    """

    name = "choose_hand"
    frame = ChooseHandFrame
    secret = True

    def begun(self, actor: int) -> ChooseHandFrame:
        return ChooseHandFrame(self.name, actor, 0)

    def run(self, s: State, f: ChooseHandFrame) -> bool:
        # What is not kept is out of the game.
        rules = self.rules
        whole = rules.hand_size == len(rules.power_values)
        if not whole and f.ready != (1 << rules.n_seats) - 1:
            return True
        s.stack.pop()
        if whole:
            return False
        for seat in range(rules.n_seats):
            bits = self._kept(s, seat)
            s.keep(seat, rules.hidden_at[KEPT], 0)
            hold(s, seat, bits)
        s.revealed = True
        return False

    def owing(self, s: Position, f: ChooseHandFrame) -> tuple[int, ...]:
        return tuple([seat for seat in range(self.rules.n_seats) if not (f.ready >> seat) & 1])

    def legal(self, s: Position, f: ChooseHandFrame, seat: int) -> list[int]:
        rules = self.rules
        kept = self._kept(s, seat)
        codes = []
        if kept.bit_count() < rules.hand_size:
            codes += self._codes("keep", ~kept)
        elif not (f.ready >> seat) & 1:
            codes.append(rules.DONE)
        return codes + self._codes("leave", kept)

    def _codes(self, verb: str, bits: int) -> list[int]:
        base = self.rules.base[verb]
        return [base + at for at, bit in enumerate(self.rules.power_bit.values()) if bits & bit]

    def answer(self, s: State, f: ChooseHandFrame, seat: int, code: int) -> None:
        # Only that somebody is done is told to the others.
        rules = self.rules
        kept = self._kept(s, seat)
        if code == rules.DONE:
            s.stack[-1] = f._replace(ready=f.ready | (1 << seat))
            s.emit(HandKept(seat))
            s.emit(HandShows(seat, values_of(rules, kept), audience=frozenset((seat,))))
            return
        if (f.ready >> seat) & 1:
            s.stack[-1] = f._replace(ready=f.ready & ~(1 << seat))
            s.emit(HandReopened(seat))
        value = int(rules.text(code).split()[1])
        s.keep(seat, rules.hidden_at[KEPT], kept ^ rules.power_bit[value])

    def reveals_secret(self, s: Position, f: ChooseHandFrame, seat: int) -> bool:
        return True

    def _kept(self, s: Position, seat: int) -> int:
        return int(s.drawer(seat)[self.rules.hidden_at[KEPT]])

    def prompt(self, d: Decision, f: ChooseHandFrame, n: Names) -> str:
        size = n.rules.hand_size
        if not d.codes:
            return f"keep {size} {n.power}s"
        number = len(_marked(d, n))
        if number == size:
            return f"keep these {size} {n.power}s, or swap one for another"
        return f"keep {size} {n.power}s in secret: {number} of {size} so far"

    def label(self, d: Decision, f: ChooseHandFrame, words: Words, n: Names) -> str:
        return f"keep {listed(_marked(d, n))}" if words[0] == "done" else ""

    def refusal(self, c: Case, f: ChooseHandFrame) -> str:
        if c.verb == "keep" and c.fits:
            return f"you already keep the {c.words[0]}"
        if c.verb == "leave" and c.fits:
            return f"you have not kept the {c.words[0]}"
        return ""


def chosen_hand(position: Position, seat: int) -> tuple[int, ...] | None:
    """Return what a seat has chosen to keep, while others are still to choose; None if nothing yet.

    Empty for those who may not see it.
    """
    frame = next((f for f in position.stack if isinstance(f, ChooseHandFrame)), None)
    if frame is None or not (frame.ready >> seat) & 1:
        return None
    rules, drawer = position.rules, position.drawers[seat]
    return () if drawer is None else values_of(rules, drawer[rules.hidden_at[KEPT]])


def _marked(d: Decision, n: Names) -> list[str]:
    """Return the values that a seat keeps so far, read from what it may answer."""
    answers = [n.rules.text(code).split() for code in d.codes]
    return [words[1] for words in answers if words[0] == "leave"]


def deal_kept(s: State, seat: int, generator: Generator) -> int:
    """Deal what a seat may have chosen to keep, for ``sample``.

    Of somebody who is still choosing the others do not know whether anything is marked.
    """
    rules = s.rules
    frame = s.stack[-1] if s.stack else None
    if not isinstance(frame, ChooseHandFrame) or not (frame.ready >> seat) & 1:
        return 0
    values = generator.shuffled(rules.power_values)[: rules.hand_size]
    return sum(rules.power_bit[value] for value in values)
