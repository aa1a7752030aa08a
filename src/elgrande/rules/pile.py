"""The played power cards, and which of them everybody can see.

In 1996 they lie in a pile of which only the top one is visible (S0, card "Power
Cards"; S1, "Play the power cards"). In 2023 this round's is face up and all
earlier ones face down (S2, "Empowerment" and the end of a round).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from elgrande.rules.events import CardDeduced

if TYPE_CHECKING:
    from elgrande.rules.position import Position, State


def pile(position: Position, seat: int) -> tuple[int, ...]:
    """Return the values that may lie in a seat's pile, the top one last.

    The top one does lie there. Of the others those that were taken back unseen are
    left in until everybody can tell that they are gone; so the pile is open.
    """
    rules = position.rules
    packed = position.board[rules.at_pile + seat]
    width = rules.pile_width
    mask = (1 << width) - 1
    values = []
    while packed:
        values.append(rules.power_values[(packed & mask) - 1])
        packed >>= width
    return tuple(reversed(values))


def put_pile(s: State, seat: int, values: Sequence[int]) -> None:
    """Set a seat's pile, the top card last."""
    rules = s.rules
    packed = 0
    for value in values:
        packed = packed << rules.pile_width | (rules.power_values.index(value) + 1)
    s.board[rules.at_pile + seat] = packed


def add_to_pile(s: State, seat: int, value: int) -> None:
    """Put a card on top."""
    rules = s.rules
    at = rules.at_pile + seat
    s.board[at] = s.board[at] << rules.pile_width | (rules.power_values.index(value) + 1)


def take_off_pile(s: State, seat: int, bits: int) -> None:
    """Take cards out, of which everybody can tell that they are gone."""
    power_bit, values = s.rules.power_bit, pile(s, seat)
    left = [value for value in values if not bits & power_bit[value]]
    if len(left) < len(values):
        put_pile(s, seat, left)


# -- which are seen: the answers to the question ``in_view`` --------------------


def top_in_view(position: Position, seat: int) -> int:
    """Return the top card of the pile, the only one that is seen (S0, card "Power Cards")."""
    rules = position.rules
    top = position.board[rules.at_pile + seat] & ((1 << rules.pile_width) - 1)
    return rules.power_bit[rules.power_values[top - 1]] if top else 0


def latest_in_view(position: Position, seat: int) -> int:
    """Return this round's card, unless it was taken back (S2, "Empowerment")."""
    value = position.power(seat)
    if not value:
        return 0
    return position.rules.power_bit[value] & ~position.board[position.rules.at_known + seat]


IN_VIEW: dict[str, Callable[[Position, int], int]] = {
    "top": top_in_view,
    "latest": latest_in_view,
}
"""By the name that an edition gives it."""


# -- what everybody concludes ---------------------------------------------------


def uncover(s: State, seat: int, gone: int) -> None:
    """Take off the top card, a bit, which has gone; what lies below is seen now.

    A card that should be next and is not was taken back earlier; one that is there was not.
    """
    rules = s.rules
    hand = s.drawer(seat)[0]
    values = [value for value in pile(s, seat) if rules.power_bit[value] != gone]
    while values:
        bit = rules.power_bit[values[-1]]
        if not any(owner == seat and mask & bit for owner, mask in s.unknown_cards):
            break
        # Others learn here what they could not know, so nobody takes it back.
        s.revealed = True
        if not hand & bit:
            s.unknown_cards = tuple((o, m & ~bit if o == seat else m) for o, m in s.unknown_cards)
            break
        resolve_doubt(s, seat, bit)
        s.board[rules.at_known + seat] |= bit
        values.pop()
        s.emit(CardDeduced(seat, bit.bit_length() - 1))
    put_pile(s, seat, values)


def resolve_doubt(s: State, seat: int, bit: int) -> None:
    """Conclude that a card is one that had been taken back unseen.

    Of several doubts the oldest that fits is resolved: its possibilities are among
    those of the later ones, so what is left is exactly what can be known.
    """
    left = []
    resolved = False
    for owner, bits in s.unknown_cards:
        if owner != seat:
            left.append((owner, bits))
        elif not resolved and bits & bit:
            resolved = True
        else:
            left.append((owner, bits & ~bit))
    s.unknown_cards = tuple(left)


def conclude(s: State, seat: int) -> None:
    """Where as many cards were taken back unseen as there are possibilities, all are known."""
    rules = s.rules
    played = rules.recallable(s, seat)
    while found := _certain(s, seat, played):
        s.unknown_cards = tuple(
            (owner, bits & ~found if owner == seat else bits)
            for owner, bits in s.unknown_cards
            if owner != seat or bits & ~found
        )
        s.board[rules.at_known + seat] |= found
        if rules.at_pile:
            take_off_pile(s, seat, found)
        for bit in rules.hand_bits:
            if found >> bit & 1:
                s.emit(CardDeduced(seat, bit))


def _certain(s: State, seat: int, played: int) -> int:
    """Return a set of played cards that must all be in the hand, as bits; 0 for none."""
    masks = [bits for owner, bits in s.unknown_cards if owner == seat and not bits & ~played]
    for bits in masks:
        if sum(not other & ~bits for other in masks) == bits.bit_count():
            return bits
    return 0
