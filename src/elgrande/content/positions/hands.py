"""Hands in a description of a position: whose cards are written, and whose must be dealt.

What the others know of a hand is open; the hand itself may be left out, and then
the seed deals one that they could not tell from the real one. Where hands hold some of the
power cards only, that is all that the others know of most of their cards, and goes unwritten.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from elgrande.content.files import TomlTable
from elgrande.content.words.names import GameNames
from elgrande.rules import Generator, Ruleset, State
from elgrande.rules.parts import HAND
from elgrande.rules.pile import conclude, put_pile


def cards_of(rules: Ruleset, bits: int) -> list[int | str]:
    """Return the cards of a hand: values of power cards, then names of others."""
    power = len(rules.power_values)
    return [
        rules.power_values[at] if at < power else rules.hand_names[at]
        for at, bit in enumerate(rules.hand_bits)
        if (bits >> bit) & 1
    ]


def kept_unseen(rules: Ruleset, known: int, played: Sequence[int]) -> list[int]:
    """Return what the others know of the cards that a seat kept or was dealt and never played.

    That is nothing but what they cannot be: one of the ``played`` cards, which may lie there, or
    one ``known`` to be in the hand.
    """
    left = rules.hand_size - len(played) - (known & rules.power_bits).bit_count()
    if rules.hand_size == len(rules.power_values) or left <= 0:
        return []
    met = known | sum(rules.power_bit[value] for value in played)
    return [rules.power_bits & ~met] * left


@dataclass
class _Hand:
    """What a description says of a hand, cards as bits."""

    table: TomlTable
    cards: int
    """All of them; those that the others know, where it is not ``written``."""
    known: int
    doubts: list[int] | None
    """The cards that the others do not know, each as what it may be; None if nothing is written."""
    unseen: list[int]
    """The same of what the seat kept or was dealt unseen and never played."""
    written: bool
    pile: list[int] | None
    """The played power cards, the top one last; None if they are not written."""


class Hands:
    """The hands of one description: ``read`` for every seat, then ``deal``."""

    def __init__(self, rules: Ruleset, generator: Generator) -> None:
        self.rules = rules
        self.power = GameNames(rules).power
        """What a card that is played from the hand is called."""
        self.generator = generator
        self.hands: list[_Hand] = []
        extra_bits = rules.hand_bits[len(rules.power_values) :]
        self.extra = dict(zip(rules.extra_hand, extra_bits, strict=True))
        self.extra_bits = sum(1 << bit for bit in self.extra.values())
        self.some = rules.hand_size < len(rules.power_values)
        """Whether hands hold some of the power cards only."""

    def read(self, table: TomlTable, power: int) -> None:
        """Read the fields of the next seat, which has played this power card or 0."""
        rules = self.rules
        doubts = None
        if "taken_back" in table:
            listed = table.raw("taken_back")
            if not isinstance(listed, list):
                raise table.fault("taken_back", f"write a list of lists of {self.power}s here")
            doubts = [self._bits(table, "taken_back", cards) for cards in listed]
        told = "hand" in table or not (doubts or self.some)
        field = rules.extra_field
        if not told and field in table:
            raise table.fault(field, "write the 'hand' too, or leave both out")
        default = [value for value in rules.power_values if value != power]
        hand = self._bits(table, "hand", table.raw("hand", default), self.extra_bits)
        every = [] if self.some else cards_of(rules, hand)
        known = self._bits(table, "known_hand", table.raw("known_hand", every))
        back = "known_hand" in table
        if power and known & rules.power_bit[power] and not back:
            wrong = "known_hand" if doubts else "hand"
            raise table.fault(
                wrong, f"the {self.power} {power} has been played this round; leave it out"
            )
        pile = self._pile(table, known, power) if self.some or "played" in table else None
        kept = kept_unseen(rules, known, pile or ())
        if self.some and told:
            self._check_size(table, hand, known, [*kept, *(doubts or [])])
        if self.extra:
            hand |= self._bits(table, field, table.raw(field, []), rules.power_bits)
        cards = hand if told else known
        self.hands.append(_Hand(table, cards, known, doubts, kept, told, pile))

    def _check_size(self, table: TomlTable, hand: int, known: int, doubts: Sequence[int]) -> None:
        """Refuse a hand that does not hold as many cards as have not been played."""
        rules = self.rules
        may_be = known
        for mask in doubts:
            may_be |= mask
        if lying := cards_of(rules, hand & ~may_be):
            problem = f"the {self.power} {lying[0]} has been played; write one that has not been"
            raise table.fault("hand", problem)
        number = known.bit_count() + len(doubts)
        if not self.extra and hand.bit_count() != number:
            cards = f"1 {self.power} is" if number == 1 else f"{number} {self.power}s are"
            raise table.fault("hand", f"{cards} in it; write as many, or leave it out")

    def _pile(self, table: TomlTable, known: int, power: int) -> list[int]:
        """Read the played power cards, the top one last.

        Where all power cards are in the game, those that are neither written nor known to be in
        the hand lie below; else no more have been played than are written, but this round's.
        """
        rules = self.rules
        written = table.raw("played", [])
        if not rules.at_pile:
            raise table.fault("played", "the order of played cards does not matter; leave it out")
        if (
            not isinstance(written, list)
            or not all(type(value) is int and value in rules.power_values for value in written)
            or len(set(written)) != len(written)
        ):
            raise table.fault("played", f"write a list of different {self.power}s, the top last")
        if held := [value for value in written if known & rules.power_bit[value]]:
            card = f"{self.power} {held[0]}"
            problem = f"the {card} is known to be in the hand; leave it out of one of them"
            raise table.fault("played", problem)
        if power in written[:-1]:
            raise table.fault("played", f"the {power} of this round is on top; name it last")
        if power and power not in written and not known & rules.power_bit[power]:
            written = [*written, power]
        below = [v for v, bit in rules.power_bit.items() if not (known & bit or v in written)]
        return written if self.some else [*below, *written]

    def deal(self, s: State) -> None:
        """Put all hands and what is known of them into a position whose cells are read."""
        rules = self.rules
        used = 0
        for hand in self.hands:
            if used & hand.cards & self.extra_bits:
                twice = cards_of(rules, used & hand.cards & self.extra_bits)[0]
                problem = f"there is only one {twice}; name it in one hand alone"
                raise hand.table.fault(rules.extra_field, problem)
            used |= hand.cards & self.extra_bits
        s.unknown_cards = tuple(
            (seat, mask) for seat in range(rules.n_seats) for mask in self._doubted(s, seat)
        )
        for seat, hand in enumerate(self.hands):
            s.board[rules.at_known + seat] = hand.known
            if hand.pile is not None:
                put_pile(s, seat, hand.pile)
            self._narrow(s, seat)
            self._check_doubts(s, seat)
        open_doubts = list(s.unknown_cards)
        # The steps of a position in the middle of things say themselves what is known there.
        for owner, bit in [] if s.stack else self._private(s):
            if not self.hands[owner].written:
                doubt = next(d for d in open_doubts if d[0] == owner and (d[1] >> bit) & 1)
                open_doubts.remove(doubt)
                self.hands[owner].cards |= 1 << bit
                used |= 1 << bit
        for owner, mask in open_doubts:
            hand = self.hands[owner]
            if not hand.written:
                free = mask & ~hand.cards & ~used
                if not free:
                    raise hand.table.fault(
                        "taken_back",
                        "all these cards are known to be in hands; list one more that it may be",
                    )
                card = 1 << self.generator.choice([b for b in rules.hand_bits if (free >> b) & 1])
                hand.cards |= card
                used |= card & self.extra_bits
        for seat, hand in enumerate(self.hands):
            masks = [mask for owner, mask in s.unknown_cards if owner == seat]
            if hand.known & ~hand.cards or not _settles(hand.cards & ~hand.known, masks):
                raise hand.table.fault(
                    "known_hand",
                    "the hand must be these cards and one more for each of 'taken_back'",
                )
            drawer = s.drawers[seat]
            assert drawer is not None
            s.drawers[seat] = (*drawer[:HAND], hand.cards, *drawer[HAND + 1 :])
            self._heap(s, seat)

    def _check_doubts(self, s: State, seat: int) -> None:
        """Refuse cards taken back later out of fewer: whatever may have been taken earlier may be.

        What is resolved relies on it (``rules.pile.resolve_doubt``).
        """
        doubts = [mask for owner, mask in s.unknown_cards if owner == seat]
        for earlier, later in combinations(doubts, 2):
            if earlier & later and (missing := earlier & ~later):
                raise self.hands[seat].table.fault(
                    "taken_back",
                    f"what may have been taken back earlier may have been so later, too; name "
                    f"{cards_of(self.rules, missing)[0]} in the later list",
                )

    def _heap(self, s: State, seat: int) -> None:
        """Pile up what was played where nobody wrote how, and conclude what follows."""
        rules, hand = self.rules, self.hands[seat]
        if rules.at_pile and hand.pile is None:
            bits = rules.power_bit
            away = [value for value in rules.power_values if not hand.known & bits[value]]
            there = [value for value in away if not hand.cards & bits[value]]
            if not there:
                # That nothing lies there all can see, and that the whole pile is in the hand again.
                s.board[rules.at_known + seat] |= sum(bits[value] for value in away)
                left = [
                    (o, mask & ~(rules.power_bits * (o == seat))) for o, mask in s.unknown_cards
                ]
                s.unknown_cards = tuple(doubt for doubt in left if doubt[1])
                away = []
            top = [s.power(seat)] if s.power(seat) in there else there[-1:]
            put_pile(s, seat, [*(value for value in away if value not in top), *top])
            self._narrow(s, seat)
        conclude(s, seat)

    def _narrow(self, s: State, seat: int) -> None:
        """Take what everybody sees lie there out of what was taken back."""
        shown = self.rules.in_view(s, seat)
        s.unknown_cards = tuple(
            (o, mask & ~shown if o == seat else mask) for o, mask in s.unknown_cards
        )

    def _bits(self, table: TomlTable, field: str, cards: object, barred: int = 0) -> int:
        """Read cards: values of power cards, names of others."""
        rules = self.rules
        bits = 0
        for card in cards if isinstance(cards, list) else [None]:
            if type(card) is int and card in rules.power_values and not barred & rules.power_bits:
                bit = rules.power_bit[card]
            elif isinstance(card, str) and card in self.extra and not barred & self.extra_bits:
                bit = 1 << self.extra[card]
            else:
                wants = [] if barred & rules.power_bits else [f"{self.power}s' values"]
                if self.extra and not barred & self.extra_bits:
                    wants.append(f"some of {', '.join(self.extra)}")
                raise table.fault(field, f"write a list of {' and '.join(wants)} here")
            if bits & bit:
                raise table.fault(field, f"{card} is listed twice; name each card once")
            bits |= bit
        return bits

    def _doubted(self, s: State, seat: int) -> Sequence[int]:
        """Return what the others know of the cards that they do not know.

        Where nothing is written, of another card that is in a hand only that nobody has played it.
        """
        rules, hand = self.rules, self.hands[seat]
        if hand.doubts is not None:
            # A card that they know to be there is none of those that they do not know.
            return [*hand.unseen, *(mask & ~hand.known for mask in hand.doubts)]
        played = 0
        for other in range(rules.n_seats):
            played |= rules.recallable(s, other)
        fresh = self.extra_bits & ~played
        back = rules.recallable(s, seat) & ~hand.known
        mine = hand.cards & ~hand.known & self.extra_bits
        return hand.unseen + [
            fresh if (fresh >> bit) & 1 else back | (1 << bit)
            for bit in rules.hand_bits
            if (mine >> bit) & 1
        ]

    def _private(self, s: State) -> list[tuple[int, int]]:
        """Return what seats whose drawer is written know of other hands:
        owner, and bit of the card.
        """
        rules = self.rules
        found = []
        for seat, hand in enumerate(self.hands):
            if "drawer" not in hand.table:
                continue
            for owner, bit in rules.private_hand(s.view(seat)):
                there = (
                    (self.hands[owner].cards >> bit) & 1
                    if self.hands[owner].written
                    else any(own == owner and (mask >> bit) & 1 for own, mask in s.unknown_cards)
                )
                if not there:
                    card = cards_of(rules, 1 << bit)[0]
                    problem = f"{rules.colours[owner]} does not hold {card}; put it into that hand"
                    raise hand.table.fault("drawer", problem)
                found.append((owner, bit))
        return found


def _settles(bits: int, masks: Sequence[int]) -> bool:
    """Say whether these cards can be those that nobody knows, one for each of the masks."""
    cards = [bit for bit in range(bits.bit_length()) if (bits >> bit) & 1]
    if len(cards) != len(masks):
        return False
    taken: dict[int, int] = {}

    def place(card: int, tried: set[int]) -> bool:
        for at, mask in enumerate(masks):
            if (mask >> card) & 1 and at not in tried:
                tried.add(at)
                if at not in taken or place(taken[at], tried):
                    taken[at] = card
                    return True
        return False

    return all(place(card, set()) for card in cards)
