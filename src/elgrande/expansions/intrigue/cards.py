"""The cards as a game has them: the two roles, the caballero cards and the cards of the hands."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from elgrande.content.deck import read_deck

if TYPE_CHECKING:
    from elgrande.rules import Card, Position, Ruleset, Spec

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
    out.
    """
    for slot in position.slots:
        if slot.taker == seat and slot.card >= 0:
            return (slot.card,)
    role, own = role_card(position, seat), own_card(position, seat)
    if position.card in (role, own) and position.card >= 0:
        return (position.card,)
    if role < 0:
        return (own,)
    return (role, own) if usable(position, seat) else (role,)


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
