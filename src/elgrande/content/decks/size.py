"""Whether a deck has enough cards for a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.files import ContentError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elgrande.content.decks.deck import CardInfo, Deck
    from elgrande.rules import Card, Ruleset


def short_stacks(
    cards: Iterable[Card], rounds: int, boxed: Mapping[int, int] | None = None
) -> dict[int, int]:
    """Return the stacks that run out before so many rounds are over, with their cards' number.

    One card of each stack is turned up in every round; one that returns is
    turned up again and again. ``boxed`` is how many of a stack are taken out.
    """
    endless = set()
    numbers = {stack: -number for stack, number in (boxed or {}).items()}
    for card in cards:
        numbers[card.stack] = numbers.get(card.stack, 0) + 1
        if card.returns:
            endless.add(card.stack)
    return {
        stack: number
        for stack, number in sorted(numbers.items())
        if stack and stack not in endless and number < rounds
    }


def runs_out(stack: int, number: int, rounds: int) -> str:
    """Return what is to be said of such a stack."""
    return (
        f"stack {stack} has {counted(number, 'card')} but needs one for each of {rounds} rounds; "
        f"add {rounds - number}, make one return, or play a shorter game"
    )


def check_lasting(rules: Ruleset, deck: Deck) -> None:
    """Raise ContentError if a stack of the deck runs out or there is no card for a turn.

    Expansions may add stacks that run out; what the deck itself brings must last,
    since every player needs a card in every round (S0, "Choose an action card").
    """
    own = {info.card.id for info in deck.cards}
    touched = {card.stack for card in rules.cards if card.id in own}
    cards = [card for card in rules.cards if card.stack in touched]
    boxed = {n: number for n, number in zip(rules.stacks, rules.boxed_number, strict=True)
             if n in touched}  # fmt: skip
    for stack, number in short_stacks(cards, len(rules.rounds), boxed).items():
        said = runs_out(stack, number, len(rules.rounds))
        raise ContentError(f"the deck {deck.name!r} does not last: {said}")
    if rules.plain_offer and len(rules.stacks) < rules.n_seats:
        stacks = counted(len(rules.stacks), "stack")
        raise ContentError(
            f"the deck {deck.name!r} has {stacks} for {rules.n_seats} players, each of whom takes "
            "a card of another one; add a stack or play with fewer"
        )


def carried_out(cards: Iterable[Card]) -> set[str]:
    """Return what the cards name, among it the cards that they carry out."""
    return {part for card in cards for part in card.parts}


def whole(cards: Iterable[CardInfo]) -> tuple[CardInfo, ...]:
    """Return the cards that players can have: without those of no stack that others carry out."""
    every = tuple(cards)
    parts = carried_out(info.card for info in every)
    return tuple(info for info in every if info.card.stack or info.card.id not in parts)


def counted(number: int, word: str) -> str:
    """Return a number with its noun: ``1 card``, ``2 cards``."""
    return f"{number} {word}{'s' * (number != 1)}"
