"""The cards: the two roles, the caballero cards, and those of the hands, chosen and played.

With them the set-up's disks, and the Veto of a round, held from the moment all cards lie open (S0,
note on 40).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from elgrande.content.deck import read_deck
from elgrande.rules import Card, Case, Decision, Params, Position, Ruleset, Spec, State
from elgrande.rules.effects.cards import KeepVeto
from elgrande.rules.events import CardKept, Event
from elgrande.rules.movement import shift
from elgrande.rules.parts import Held, PlainFrame
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.hand import ChooseHand, ChooseHandFrame
from elgrande.rules.steps.held import discard_held, expired
from elgrande.rules.steps.power import Power
from elgrande.rules.steps.step import InstantStep, Step
from elgrande.rules.wording import Names, Words, listed

CARDS = read_deck(files(__package__) / "deck.toml")
KING_CARD = "k-king"
INTRIGUE_CARD = "k-intrigue"
ROLE_CARDS = {"king": KING_CARD, "intrigue": INTRIGUE_CARD}
"""The card of each role, by the name that a card's ``role`` has."""
CABALLERO_CARD = "caballero_card"
"""The effect of the cards that say how many a seat may place."""
REQUIRED = "required"
"""The mark of a card that must be carried out as much as possible."""
FIRST_GAMES = 10
"""Of the first games are the cards whose value is a multiple of this (S0)."""
ACTED = "acts-"
"""How the open value begins that keeps which card a seat has chosen to act with this round, or -1:
the id of its colour follows."""
HAND = 13
"""So many cards everybody keeps (S0)."""


def power_cards(spec: Spec) -> dict[int, int]:
    """Return how many each card of the hands brings, by its value.

    With the option ``cards`` 18 those of the first games alone are in play.
    """
    few = spec.options.get("cards") != 31
    return {
        card.value: card.brings
        for card in spec.cards
        if card.value and not (few and card.value % FIRST_GAMES)
    }


@lru_cache(maxsize=32)
def own_cards(rules: Ruleset) -> dict[int, int]:
    """Return the index of each card of the hands, by its value."""
    return {card.value: at for at, card in enumerate(rules.cards) if card.value}


@lru_cache(maxsize=32)
def caballero_cards(rules: Ruleset) -> tuple[int, ...]:
    """Return the caballero cards that are used with so many players, as indices, highest first."""
    used = [at for at, card in enumerate(rules.cards) if is_used(card, rules.n_seats)]
    return tuple(sorted(used, key=lambda at: -rules.cards[at].caballeros))


def is_used(card: Card, players: int) -> bool:
    """Say whether a card is a caballero card that is used with so many players."""
    if card.effect != CABALLERO_CARD:
        return False
    numbers = card.params.get("players")
    return isinstance(numbers, (list, tuple)) and players in numbers


def own_card(position: Position, seat: int) -> int:
    """Return the card that a seat has played this round, or -1."""
    return own_cards(position.rules).get(position.power(seat), -1)


def rank(position: Position, seat: int) -> int:
    """Return how many seats have played a higher card this round, as far as they have played.

    Whoever has not played comes after those who have: bots look ahead from there.
    """
    order = position.turn_order
    return order.index(seat) if seat in order else min(len(order), position.rules.n_seats - 1)


def caballero_number(position: Position, seat: int) -> int:
    """Return the number on the caballero card that a seat has this round."""
    rules = position.rules
    return rules.cards[caballero_cards(rules)[rank(position, seat)]].caballeros


def role_card(position: Position, seat: int) -> int:
    """Return the card of a seat's role: the King's, the Intrigue card, or -1 for neither.

    The highest card has the one and the lowest the other (S0, "The King's card and the Intrigue
    card").
    """
    rules = position.rules
    at = rank(position, seat)
    if at == 0:
        return rules.card_index[KING_CARD]
    return rules.card_index[INTRIGUE_CARD] if at == rules.n_seats - 1 else -1


def acts_with(position: Position, seat: int) -> tuple[int, ...]:
    """Return what a seat acts with in this round: one card once that is clear, else its choice.

    Whoever has taken a face-up card acts with that; what is offered face up to everybody is left
    out. With the round's face-up cards goes who has taken them, and then nothing is clear.
    """
    if (chosen := position.cell(ACTED + position.rules.colours[seat])) >= 0:
        return (chosen,)
    if position.rules.stacks and position.turns_had == position.rules.n_seats:
        return ()
    for slot in position.slots:
        if slot.taker == seat and slot.card >= 0:
            return (slot.card,)
    role, own = role_card(position, seat), own_card(position, seat)
    if position.card in (role, own) and position.card >= 0:
        return (position.card,)
    if not is_over(position, seat):
        offered = position.rules.offered(position, seat)
        return tuple([card for card in offered if not position.rules.cards[card].stack])
    # A position that somebody lays out need not say which of them it was.
    if role < 0:
        return (own,)
    return (role, own) if usable(position, seat) else (role,)


def is_over(position: Position, seat: int) -> bool:
    """Say whether a seat's turn of this round is over."""
    return seat in position.turn_order[: position.turns_had]


def may_take(position: Position, seat: int) -> bool:
    """Say whether a seat has still to choose, and may choose a face-up card in its own's place."""
    if is_over(position, seat) or (seat == position.actor and position.card >= 0):
        return False
    if any(slot.taker == seat for slot in position.slots):
        return False
    rules = position.rules
    return any(rules.cards[card].stack for card in rules.offered(position, seat))


FEW = 3
"""With so many players, or fewer, whoever has a role may use the own card instead (S0)."""


def can_be_used(rules: Ruleset, card: Card) -> bool:
    """Say whether the action of a hand's card can be used in any round.

    The highest and the lowest of all give way to the roles' where these must be taken (S0, "The
    King's card and the Intrigue card").
    """
    values = rules.power_numbers
    ends = (min(values), max(values)) if rules.n_seats > FEW else ()
    return card.value in values and card.value not in ends


def usable(position: Position, seat: int) -> bool:
    """Say whether the action of a seat's own card may be used this round."""
    return position.rules.n_seats <= FEW or role_card(position, seat) < 0


# -- the Veto -----------------------------------------------------------------


class VetoThisRound(KeepVeto):
    """Veto: stop another player's special action, in the round in which the card was played.

    Nobody takes it: it lies ready once all have played, and is gone with the round's cards.
    """

    name = "veto_this_round"
    params = ("partial",)
    early = True

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Return that in the own turn there is nothing to carry out."""
        return False


def lay_vetoes(s: State) -> None:
    """Let everybody who has played such a card, and may use it, hold it to the end of the round."""
    for seat in range(s.rules.n_seats):
        if plays_veto(s, seat) and usable(s, seat):
            lay_veto(s, seat)


def lay_veto(s: State, seat: int) -> None:
    """Let a seat hold the Veto that it has played to the end of the round."""
    card = own_card(s, seat)
    s.held = (*s.held, Held(card, seat, s.round))
    s.emit(CardKept(seat, card, s.round))


def plays_veto(position: Position, seat: int) -> bool:
    """Say whether the card that a seat has played this round is a Veto."""
    card = own_card(position, seat)
    return card >= 0 and position.rules.cards[card].effect == VetoThisRound.name


def has_veto(position: Position, seat: int) -> bool:
    """Say whether a seat holds the Veto of its own card of this round."""
    card = own_card(position, seat)
    return any((held.card, held.owner) == (card, seat) for held in position.held)


def give_up_veto(s: State, seat: int) -> None:
    """Discard a seat's Veto of this round, unused, if it holds one."""
    if plays_veto(s, seat) and has_veto(s, seat):
        s.emit(expired(discard_held(s, own_card(s, seat), seat)))


# -- the set-up, and a round --------------------------------------------------


@dataclass(frozen=True)
class CaballeroCardsTaken(Event):
    """Everybody has taken a caballero card, the highest first: seats, and their numbers."""

    seats: tuple[int, ...]
    numbers: tuple[int, ...]

    def said(self, n: Names) -> str:
        first, *others = [
            f"{n.seat(seat)} {number}"
            for seat, number in zip(self.seats, self.numbers, strict=True)
        ]
        king, last = n.seat(self.seats[0]), n.seat(self.seats[-1])
        cards = listed([f"{first}", *others])
        return f"Caballero cards: {cards}; {king} has the King card and {last} the Intrigue card."


class FirstDiskFrame(NamedTuple):
    """Whether the disks have been asked for, 0 or 1."""

    step: str
    actor: int
    asked: int


class FirstDisk(Step[FirstDiskFrame]):
    """Before the game everybody sends one caballero from the court where the own disk shows.

    One whose disk shows the King's region stays in the court (S0, "Preparation").
    """

    name = "first_disk"
    frame = FirstDiskFrame

    def begun(self, actor: int) -> FirstDiskFrame:
        return FirstDiskFrame(self.name, actor, 0)

    def run(self, s: State, f: FirstDiskFrame) -> bool:
        if f.asked:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, tuple(range(self.rules.n_seats)))
        return False

    def disk_regions(self, s: Position, f: FirstDiskFrame, seat: int) -> list[int]:
        """All regions, the own home too; the King's has its consequence."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: FirstDiskFrame) -> None:
        """Turn them up together and carry them out."""
        rules = self.rules
        for seat, region in enumerate(reveal_disks(s)):
            plain = rules.kinds_of(s, seat)[:1]
            shift(s, seat, plain, rules.court, rules.region_places[region], 1)

    def disk_hint(self, f: FirstDiskFrame, n: Names) -> str:
        return "where 1 caballero from your court starts, unless that is the King's region"


class KeepCards(ChooseHand):
    """Everybody keeps some of the own cards, at once and in secret; each is called by its name."""

    def label(self, d: Decision, f: ChooseHandFrame, words: Words, n: Names) -> str:
        """Return which card it is, not its value alone."""
        if words[0] not in ("keep", "leave"):
            return super().label(d, f, words, n)
        after = " after all" if words[0] == "leave" else ""
        return f"{words[0]} the {called(words[1], n)}{after}"


class PlayCard(Power):
    """Play a card face up whose value nobody has played this round."""

    def label(self, d: Decision, f: PlainFrame, words: Words, n: Names) -> str:
        """Return which card it is, not its value alone."""
        return f"play the {called(words[1], n)}" if words[0] == "power" else ""

    def refusal(self, c: Case, f: PlainFrame) -> str:
        """Return that it has been played, or is not in the hand."""
        if c.verb == "power" and c.fits and int(c.words[0]) not in c.view.hand(c.seat):
            return f"you do not have the {c.words[0]}"
        return super().refusal(c, f)


def called(value: str, n: Names) -> str:
    """Return a card of the hands as an answer names it: ``110 Score Castillo (brings 2)``."""
    rules = n.rules
    card = rules.cards[own_cards(rules)[int(value)]]
    brings = rules.power_numbers[int(value)]
    return f"{value} {n.short(card.id)} (brings {brings or 'none'})"


class HandOut(InstantStep):
    """The caballero cards are taken, the highest action card first; Vetos lie ready."""

    name = "hand_out"

    def do(self, s: State, actor: int) -> None:
        order = s.turn_order
        for colour in self.rules.colours:
            s.board[self.rules.cell[ACTED + colour]] = -1
        numbers = tuple([caballero_number(s, seat) for seat in order])
        s.emit(CaballeroCardsTaken(order, numbers))
        lay_vetoes(s)
