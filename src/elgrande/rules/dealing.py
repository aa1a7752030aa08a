"""Dealing: the decks at the start, and later whatever a View does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.parts import DISK, HAND
from elgrande.rules.steps.disks import DisksFrame

if TYPE_CHECKING:
    from elgrande.rules.generator import Generator
    from elgrande.rules.position import State, View
    from elgrande.rules.ruleset import Ruleset


def deal_decks(rules: Ruleset, seen: int, generator: Generator) -> list[tuple[int, ...]]:
    """Shuffle what is left of each stack: what is neither ``seen``, as bits, nor in the box."""
    decks = []
    for index, stack in enumerate(rules.stack_cards):
        cards = [card for card in stack if not (seen >> card) & 1]
        draw_boxed(rules, index, cards, generator)
        decks.append(tuple(generator.shuffled(cards)))
    return decks


def draw_boxed(rules: Ruleset, index: int, cards: list[int], generator: Generator) -> None:
    """Take out of a stack's unseen cards those that went back to the box, drawn by chance.

    Whatever has been seen, all that might have gone there are equally likely.
    """
    for group, number in rules.boxed[index]:
        for card in generator.shuffled([card for card in cards if card in group])[:number]:
            cards.remove(card)


def deal(state: State, view: View, generator: Generator) -> None:
    """Deal what a view does not know into a State that has all that it does know.

    Hands: what is known, plus for every card that is not known one of those that it
    may be. Then an expansion's hidden values. Disks that are set show any region
    they may. The decks hold the cards not yet seen, in any order.
    """
    rules = view.rules
    decks = deal_decks(rules, view.board[rules.at_seen], generator)
    hands = _hands(view, generator)
    for seat, hand in hands.items():
        state.drawers[seat] = (hand, -1, *rules.hidden_start)
    for name, deal_value in rules.deal.items():
        for seat in hands:
            state.keep(seat, rules.hidden_at[name], deal_value(state, seat, generator))
    for seat in _disks_set(view):
        if seat in hands:
            state.keep(seat, DISK, generator.choice(_disk_options(state, seat)))
    state.drawers[rules.n_seats] = (_fresh(generator), *decks)


def _fresh(generator: Generator) -> int:
    """Draw a state for the box's own generator."""
    return (generator.next32() << 32) | generator.next32()


def _hands(view: View, generator: Generator) -> dict[int, int]:
    """Deal the hands that the view does not see: what is known, and one card for each doubt.

    Of a card besides the power cards there is only one, so nobody is dealt what
    the view holds itself, knows elsewhere, or has dealt already.
    """
    rules = view.rules
    hands = {
        seat: view.board[rules.at_known + seat]
        for seat in range(rules.n_seats)
        if view.drawers[seat] is None
    }
    private = rules.private_hand(view)
    if not private and not view.unknown_cards:
        return hands
    single = ~rules.power_bits
    used = 0
    for seat in range(rules.n_seats):
        drawer = view.drawers[seat]
        used |= (drawer[HAND] if drawer is not None else hands[seat]) & single
    settled = set()
    for seat, bit in private:
        if seat not in hands or (hands[seat] >> bit) & 1:
            # The view sees that hand, or everybody knows of the card: there is no doubt of it.
            continue
        at = next((i for i, (owner, mask) in enumerate(view.unknown_cards)
                   if owner == seat and (mask >> bit) & 1 and i not in settled), None)  # fmt: skip
        if at is not None:
            settled.add(at)
        hands[seat] |= 1 << bit
        used |= 1 << bit
    for at, (seat, mask) in enumerate(view.unknown_cards):
        if seat in hands and at not in settled:
            free = mask & ~hands[seat] & ~used
            card = 1 << generator.choice([bit for bit in rules.hand_bits if (free >> bit) & 1])
            hands[seat] |= card
            used |= card & single
    return hands


def _disks_set(view: View) -> tuple[int, ...]:
    """Return the seats whose disks lie face down now."""
    for frame in reversed(view.stack):
        if type(frame) is DisksFrame:
            return tuple(seat for seat in range(view.rules.n_seats) if (frame.ready >> seat) & 1)
    return ()


def _disk_options(state: State, seat: int) -> list[int]:
    rules = state.rules
    frame = state.stack[-1]
    return [code - rules.DISK for code in rules.legals[frame.step](state, frame, seat)]
