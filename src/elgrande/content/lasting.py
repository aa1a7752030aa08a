"""Whether a deck has enough cards for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.reading import ContentError

if TYPE_CHECKING:
    from elgrande.content.deck import Deck
    from elgrande.rules import Ruleset


def check_lasting(rules: Ruleset, deck: Deck) -> None:
    """Raise ContentError if a stack of the deck runs out or there is no card for a turn.

    Expansions may add stacks that run out; what the deck itself brings must last,
    since every player needs a card in every round (S0, "Choose an action card").
    """
    own = {info.card.id for info in deck.cards}
    rounds = len(rules.rounds)
    for at, stack in enumerate(rules.stacks):
        cards = [card for card in rules.cards if card.stack == stack]
        if any(card.returns for card in cards) or not any(card.id in own for card in cards):
            continue
        number = len(cards) - rules.boxed_number[at]
        if number < rounds:
            raise ContentError(
                f"stack {stack} of the deck {deck.name!r} has {counted(number, 'card')} for "
                f"{rounds} rounds; add {rounds - number}, let one of them return, or play a "
                "shorter game"
            )
    if len(rules.stacks) < rules.n:
        raise ContentError(
            f"the deck {deck.name!r} has {counted(len(rules.stacks), 'stack')} for {rules.n} "
            "players, who take one card each; add a stack, or play with fewer"
        )


def counted(number: int, word: str) -> str:
    """Return a number with its noun: ``1 card``, ``2 cards``."""
    return f"{number} {word}{'s' * (number != 1)}"
