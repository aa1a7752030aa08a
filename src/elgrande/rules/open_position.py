"""What State and View share: everything open of a position, and how to read it.

The *open board* is a flat list of integers (counts first), the stack of steps,
the held cards and what is known of the hands. A *drawer* a seat holds what only
that seat knows; the box's own drawer holds the generator and the decks. Drawers
are tuples that are replaced and never changed, so a copy shares them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.decision import Decision
from elgrande.rules.frames import Frame, plain
from elgrande.rules.steps.round import RunFrame, TurnsFrame, running
from elgrande.rules.steps.step import ActionFrame
from elgrande.rules.steps.turn import ActFrame

if TYPE_CHECKING:
    from elgrande.rules.held import Held
    from elgrande.rules.ruleset import Ruleset

Drawer = tuple[Any, ...]
"""What one seat knows: hand, disk, and an expansion's values, which are any that JSON carries.

The box's own drawer holds the state of the generator and the decks.
"""
HAND = 0
DISK = 1
DRAWER = 2
"""Index of the hand (a bit for each card), the disk (region or -1), an expansion's first value."""


class Slot(NamedTuple):
    """A stack: the face-up card or -1, the seat that took it or -1, cards left face down."""

    stack: int
    card: int
    taker: int
    left: int


class Position:
    """What State and View share: everything open, and how to read it."""

    __slots__ = ("_cache", "board", "drawers", "held", "rules", "stack", "unknown_cards")

    rules: Ruleset
    board: list[int]
    stack: list[Frame]
    held: tuple[Held, ...]
    unknown_cards: tuple[tuple[int, int], ...]
    """Cards of hands that not everybody knows: seat, and what it may be, as bits of a hand."""
    drawers: list[Drawer | None]
    _cache: list[int] | None
    """The answers of the seat that owes one, as far as its step has found them already."""

    def __init__(
        self,
        rules: Ruleset,
        board: list[int],
        stack: list[Frame],
        held: tuple[Held, ...],
        unknown_cards: tuple[tuple[int, int], ...],
        drawers: list[Drawer | None],
    ) -> None:
        self.rules = rules
        self.board = board
        self.stack = stack
        self.held = held
        self.unknown_cards = unknown_cards
        self.drawers = drawers
        self._cache = None

    # -- reading -----------------------------------------------------------

    @property
    def over(self) -> bool:
        """Say whether the game has ended."""
        return not self.stack

    @property
    def round(self) -> int:
        """The space of the round track, 1 to 9; 0 before the first round."""
        return self.board[self.rules.at_round]

    @property
    def king(self) -> int:
        """The node where the King stands."""
        return self.board[self.rules.at_king]

    @property
    def starter(self) -> int:
        """The seat that plays the first power card of the round."""
        return self.board[self.rules.at_starter]

    @property
    def mobile(self) -> tuple[int, ...]:
        """Where each mobile scoreboard lies: a target, or -1 beside the map."""
        at = self.rules.at_mobile
        return tuple(self.board[at : at + len(self.rules.mobile_names)])

    def count(self, kind: int, place: int) -> int:
        """How many caballeros of a kind stand at a place."""
        return self.board[kind * self.rules.n_places + place]

    def score(self, seat: int) -> int:
        """Return the points of a seat; they do not stop at 100."""
        return self.board[self.rules.at_score + seat]

    def grande(self, seat: int) -> int:
        """Where a seat's Grande stands: the home region, rarely the Castillo; -1 without one."""
        return self.board[self.rules.at_grande + seat]

    def values(self, target: int) -> tuple[int, int, int]:
        """Return the scoreboard in force: a mobile one covers the printed one (FACTS 1.5)."""
        rules = self.rules
        for mobile, values in enumerate(rules.mobile_values):
            if self.board[rules.at_mobile + mobile] == target:
                return values
        return rules.values[target]

    def power(self, seat: int) -> int:
        """Return the value of the power card that a seat played this round, or 0."""
        return self.board[self.rules.at_power + seat]

    def cell(self, name: str) -> int:
        """Return an expansion's open value."""
        return self.board[self.rules.cell[name]]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The stacks: what lies face up, who took it, how many are left."""
        rules = self.rules
        seen = self.board[rules.at_seen]
        out = []
        for index, stack in enumerate(rules.stacks):
            left = sum(
                1
                for number, card in enumerate(rules.cards)
                if card.stack == stack and not (seen >> number) & 1
            )
            left -= rules.boxed_number[index]
            face = self.board[rules.at_face + index]
            out.append(Slot(stack, face, self.board[rules.at_taker + index], left))
        return tuple(out)

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The seats in the order of their turns, as far as the power cards tell."""
        rules = self.rules
        powers = self.board[rules.at_power : rules.at_power + rules.n_seats]
        if all(powers):
            return tuple(self.board[rules.at_order : rules.at_order + rules.n_seats])
        played = [seat for seat, power in enumerate(powers) if power]
        return tuple(sorted(played, key=lambda seat: -rules.initiative(self, seat)))

    @property
    def actor(self) -> int:
        """The seat whose turn it is, or -1 between turns."""
        at = running(self, "turn")
        return self.stack[at].actor if at >= 0 else -1

    @property
    def turns_begun(self) -> int:
        """How many turns of this round have begun; all, when the last one is over."""
        rules = self.rules
        for frame in reversed(self.stack):
            if isinstance(frame, TurnsFrame):
                return frame.begun
            if type(frame) is RunFrame and frame.program == "round":
                steps = rules.programs["round"]
                if "turns" in steps and frame.next <= steps.index("turns"):
                    return 0
        # Whoever looks ahead may have cut off all but a turn, or all.
        actor = self.actor if self.stack else -1
        return self.turn_order.index(actor) + 1 if actor >= 0 else rules.n_seats

    @property
    def turns_had(self) -> int:
        """How many turns of this round are over."""
        return self.turns_begun - (self.actor >= 0)

    @property
    def to_come(self) -> tuple[int, ...]:
        """The seats whose turn of this round has not begun, in their order if it is known."""
        begun = self.turns_begun
        if begun == self.rules.n_seats:
            return ()
        order = self.turn_order
        known = len(order) == self.rules.n_seats
        return (order if known else tuple(range(self.rules.n_seats)))[begun:]

    @property
    def card(self) -> int:
        """The action card that is being used or carried out, or -1."""
        for frame in reversed(self.stack):
            if isinstance(frame, ActionFrame | ActFrame):
                return frame.card
        return -1

    def hand(self, seat: int) -> tuple[int, ...]:
        """Return the values that this position knows to be in a hand.

        All of them for a seat whose drawer is here, else without cards that were
        taken back unseen.
        """
        bits = self._hand_bits(seat)
        return tuple([value for value, bit in self.rules.power_bit.items() if bits & bit])

    def extras(self, seat: int) -> tuple[int, ...]:
        """Return the cards besides power cards that this position knows to be in a hand,
        as indices.
        """
        rules = self.rules
        bits = self._hand_bits(seat)
        first = len(rules.power_values)
        return tuple(
            index for index, bit in enumerate(rules.hand_bits[first:]) if (bits >> bit) & 1
        )

    def _hand_bits(self, seat: int) -> int:
        drawer = self.drawers[seat]
        return int(drawer[HAND] if drawer is not None else self.board[self.rules.at_known + seat])

    def drawer(self, seat: int) -> Drawer:
        """Return what a seat alone knows, in a position that has it."""
        drawer = self.drawers[seat]
        assert drawer is not None
        return drawer

    def disk(self, seat: int) -> int:
        """Return the region that a seat's own disk shows, or -1 if not set or not to be known."""
        drawer = self.drawers[seat]
        return -1 if drawer is None else int(drawer[DISK])

    def is_taboo(self, place: int) -> bool:
        """Say whether nothing may enter or leave a place now."""
        return place in self.rules.taboo(self)

    # -- what the game waits for -------------------------------------------

    def owing(self) -> tuple[int, ...]:
        """Return the seats that must answer now; empty when the game is over."""
        if not self.stack:
            return ()
        frame = self.stack[-1]
        return self.rules.owings[frame.step](self, frame)

    def legal(self, seat: int) -> list[int]:
        """Return the codes that a seat may answer now; do not change the list."""
        if self._cache is not None:
            frame = self.stack[-1]
            return self._cache if frame.actor == seat else []
        if not self.stack or self.drawers[seat] is None:
            return []
        frame = self.stack[-1]
        return self.rules.legals[frame.step](self, frame, seat)

    def decision(self, seat: int | None = None) -> Decision:
        """Say what the game waits for, with the legal answers of ``seat``.

        Without a seat, the first that owes an answer (and whose drawer is here)
        is meant. When the game is over nobody owes anything.
        """
        if not self.stack:
            return Decision(-1, (), "over", (), -1, (), False, False)
        frame = self.stack[-1]
        step = self.rules.steps[frame.step]
        owing = self.owing()
        if seat is None:
            seat = next((s for s in owing if self.drawers[s] is not None), owing[0])
        codes = tuple(self.legal(seat)) if self.drawers[seat] is not None else ()
        fields = step.shown(self, frame)
        return Decision(
            seat, owing, frame.step, plain(fields)[1:], self.card, codes, step.secret,
            bool(codes) and seat not in owing, fields,
        )  # fmt: skip

    def reveals_secret(self, seat: int) -> bool:
        """Say whether applying a single legal answer unasked would tell a secret."""
        frame = self.stack[-1]
        return self.rules.steps[frame.step].reveals_secret(self, frame, seat)

    def _open(self) -> tuple[object, ...]:
        return (self.board, self.stack, self.held, self.unknown_cards)
