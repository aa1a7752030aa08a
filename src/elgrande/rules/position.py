"""Positions: the State with everything in it, and the View of one seat.

The *open board* is a flat list of integers (counts first), the stack of steps,
the held cards and what is known of the hands. A *drawer* a seat holds what only
that seat knows; the box's own drawer holds the generator and the decks. Drawers
are tuples that are replaced and never changed, so a copy shares them.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.commands import Decision
from elgrande.rules.dealing import deal
from elgrande.rules.events import Converted, Event, GrandeMoved, KingMoved, Moved, PointsGiven
from elgrande.rules.generator import Generator
from elgrande.rules.moments import Transfer
from elgrande.rules.parts import DISK, HAND, Drawer, Frame, Held, listed, plain, written
from elgrande.rules.steps.effect import ActionFrame
from elgrande.rules.steps.round import RunFrame, TurnsFrame, running
from elgrande.rules.steps.turn import ActFrame
from elgrande.rules.view_message import read_view

if TYPE_CHECKING:
    from elgrande.rules.ruleset import Ruleset


# -- what both share ----------------------------------------------------------


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
        return self.board[self.rules.at_kind[kind][place]]

    def score(self, seat: int) -> int:
        """Return the points of a seat; they do not stop at 100."""
        return self.board[self.rules.at_score + seat]

    def grande(self, seat: int) -> int:
        """Where a seat's Grande stands: the home region, rarely the Castillo; -1 without one."""
        return self.board[self.rules.at_grande + seat]

    def values(self, target: int) -> tuple[int, int, int]:
        """Return the scoreboard in force: a mobile one covers the printed one (FACTS 1.5)."""
        rules = self.rules
        mobile = self.board[rules.at_mobile : rules.at_round]
        if target in mobile:
            return rules.mobile_values[mobile.index(target)]
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
            left = sum(not (seen >> card) & 1 for card in rules.stack_cards[index])
            left -= rules.boxed_number[index]
            face = self.board[rules.at_face + index]
            out.append(Slot(stack, face, self.board[rules.at_taker + index], left))
        return tuple(out)

    @property
    def turn_order(self) -> tuple[int, ...]:
        """The seats in the order of their turns, as far as the power cards tell."""
        rules = self.rules
        powers = self.board[rules.at_power : rules.at_order]
        if all(powers):
            return tuple(self.board[rules.at_order : rules.at_face])
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
        if self._cache is not None:
            return (frame.actor,)
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
        fields = step.decision_frame(self, frame)
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


# -- all of it ----------------------------------------------------------------


class State(Position):
    """One position with everything hidden in it; cheap to copy and to compare."""

    __slots__ = ("moves", "revealed", "sink")

    moves: list[Transfer] | None
    """Who came and went of which nobody was told yet; None where nobody is to be told.

    That is between two steps, and in a game in which nobody listens.
    """
    sink: Callable[[Event], None] | None
    revealed: bool
    """Whether the last ``apply`` turned something up: undo in a fair game stops here."""

    def __init__(
        self,
        rules: Ruleset,
        board: list[int],
        stack: list[Frame],
        held: tuple[Held, ...],
        unknown_cards: tuple[tuple[int, int], ...],
        drawers: list[Drawer | None],
    ) -> None:
        super().__init__(rules, board, stack, held, unknown_cards, drawers)
        self.moves = None
        self.sink = None
        self.revealed = False

    def copy(self) -> State:
        """Return an equal State that shares nothing that can change."""
        new = _unfilled(State)
        new.rules = self.rules
        new.board = self.board.copy()
        new.stack = self.stack.copy()
        new.held = self.held
        new.unknown_cards = self.unknown_cards
        new.drawers = self.drawers.copy()
        new._cache = self._cache
        new.moves = new.sink = None
        new.revealed = False
        return new

    def trial(self) -> State:
        """Return a State to try something on."""
        return self.copy()

    def apply(self, seat: int, code: int, sink: Callable[[Event], None] | None = None) -> None:
        """Carry out a legal answer, in place, up to the next Decision.

        The answer is not checked (``is_legal`` does that); events go to ``sink``.
        """
        self.sink = sink
        self.revealed = False
        self._cache = None
        # ``advance`` does the same, but a call of it is felt in a million games, and so is one of
        # ``run`` where nobody is told of moves.
        stack, rules = self.stack, self.rules
        frame = stack[-1]
        if rules.on_moved:
            self.moves = []
            rules.answers[frame.step](self, frame, seat, code)
            if self.moves:
                self.hand_over()
            runs = rules.runs
            while stack:
                frame = stack[-1]
                waits = runs[frame.step](self, frame)
                if self.moves:
                    self.hand_over()
                if waits:
                    break
            self.moves = None
        else:
            rules.answers[frame.step](self, frame, seat, code)
            runs = rules.runs
            while stack:
                frame = stack[-1]
                if runs[frame.step](self, frame):
                    break
        self.sink = None

    def advance(self, sink: Callable[[Event], None] | None = None) -> None:
        """Run the steps that need no answer, as after an answer and at set-up."""
        self.sink = sink
        self._cache = None
        while self.stack and not self.run():
            pass
        self.sink = None

    def run(self) -> bool:
        """Run the step on top of the stack; return whether it waits for an answer."""
        self.moves = [] if self.rules.on_moved else None
        frame = self.stack[-1]
        waits = self.rules.runs[frame.step](self, frame)
        if self.moves:
            self.hand_over()
        self.moves = None
        return waits

    def hand_over(self) -> None:
        """Tell of what came and went, and of what that brings about.

        It happens by itself after every answer and every run of a step; whoever needs it
        sooner calls this.
        """
        while self.moves:
            moves, self.moves = self.moves, []
            # What a step found out about its answers may no longer hold.
            self._cache = None
            for function in self.rules.on_moved:
                function(self, moves)

    def is_legal(self, seat: int, code: int) -> bool:
        """Say whether a seat may answer this now."""
        return 0 <= seat < self.rules.n_seats and code in self.legal(seat)

    @property
    def box(self) -> Drawer:
        """The box's own drawer: the generator's state, then one deck for each stack."""
        return self.drawer(self.rules.n_seats)

    def digest(self) -> str:
        """Return 16 hex digits that tell this position from every other, hidden parts included."""
        return blake2b(canonical(self).encode(), digest_size=8).hexdigest()

    def view(self, seat: int | None) -> View:
        """Return what a seat, or a spectator (None), may know, built by adding."""
        rules = self.rules
        drawers: list[Drawer | None] = [None] * (rules.n_seats + 1)
        if seat is not None:
            drawers[seat] = self.drawers[seat]
        board, stack = self.board[:], self.stack[:]
        return View(rules, board, stack, self.held, self.unknown_cards, drawers, seat)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return self._open() == other._open() and self.drawers == other.drawers

    # -- for steps ---------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Tell an event to whoever listens."""
        if self.sink is not None:
            self.sink(event)

    def move(self, by: int, kind: int, source: int, target: int, number: int) -> None:
        """Move caballeros: with ``convert`` the only place where counts change."""
        board, at = self.board, self.rules.at_coming[kind]
        board[at[source]] -= number
        board[at[target]] += number
        if self.moves is not None:
            self.moves.append(Transfer(by, kind, source, target, number))
        if self.sink is not None:
            self.sink(Moved(by, kind, source, target, number))

    def convert(
        self, by: int, kind: int, other: int, place: int, number: int,
        event: type[Converted] = Converted,
    ) -> None:  # fmt: skip
        """Turn caballeros of a kind into another of its family, where they stand.

        An ``event`` of its own says how to unwind what else changes by it.
        """
        rules = self.rules
        assert rules.kind_family[kind] == rules.kind_family[other], "another family"
        self.board[rules.at_coming[kind][place]] -= number
        self.board[rules.at_coming[other][place]] += number
        if self.sink is not None:
            self.sink(event(by, kind, other, place, number))

    def move_king(self, by: int, node: int) -> None:
        """Let a seat move the King; the only place where he moves."""
        rules = self.rules
        source = self.board[rules.at_king]
        self.board[rules.at_king] = node
        if self.sink is not None:
            self.sink(KingMoved(by, source, node))
        for function in rules.on_king_moved:
            function(self, by, source, node)

    def move_grande(self, by: int, seat: int, target: int) -> None:
        """Let ``by`` (-1: nobody) move a seat's Grande; the only place where Grandes move."""
        rules = self.rules
        source = self.board[rules.at_grande + seat]
        self.board[rules.at_grande + seat] = target
        if self.sink is not None:
            self.sink(GrandeMoved(seat, source, target, led=by not in (seat, -1)))

    def award(self, seat: int, points: int, reason: str) -> None:
        """Give points that no scoring brings; ``reason`` is a name that labels know."""
        self.board[self.rules.at_score + seat] += points
        if self.sink is not None:
            self.sink(PointsGiven(seat, points, reason))

    def keep(self, seat: int, at: int, value: Any) -> None:
        """Put a value into a seat's drawer: ``HAND``, ``DISK`` or one of ``Ruleset.hidden_at``."""
        drawer = self.drawers[seat]
        assert drawer is not None
        self.drawers[seat] = (*drawer[:at], value, *drawer[at + 1 :])

    def draw_generator(self) -> Generator:
        """Return the box's generator; give it back with ``keep_generator``."""
        return Generator(self.box[0])

    def keep_generator(self, generator: Generator) -> None:
        """Put the generator back into the box: chance was used."""
        self.drawers[self.rules.n_seats] = (generator.state, *self.box[1:])
        self.revealed = True


_unfilled = State.__new__
"""Looked up once: a search copies positions by the million."""


# -- what one seat knows ------------------------------------------------------


class View(Position):
    """What one seat may know; scoring, taboo and the seat's own answers run on it."""

    __slots__ = ("seat",)

    seat: int | None

    def __init__(
        self,
        rules: Ruleset,
        board: list[int],
        stack: list[Frame],
        held: tuple[Held, ...],
        unknown_cards: tuple[tuple[int, int], ...],
        drawers: list[Drawer | None],
        seat: int | None,
    ) -> None:
        super().__init__(rules, board, stack, held, unknown_cards, drawers)
        self.seat = seat

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        return (
            self.seat == other.seat
            and self._open() == other._open()
            and self.drawers == other.drawers
        )

    def to_plain(self) -> dict[str, Any]:
        """Return the view as plain values that JSON can carry."""
        own = None if self.seat is None else self.drawers[self.seat]
        return {
            "seat": self.seat,
            "board": self.board[:],
            "stack": [listed(plain(frame)) for frame in self.stack],
            "held": [listed(written(held)) for held in self.held],
            "doubts": [list(doubt) for doubt in self.unknown_cards],
            "drawer": None if own is None else listed(own),
        }

    @classmethod
    def from_plain(cls, rules: Ruleset, data: object) -> View:
        """Return the view that ``to_plain`` wrote, under the same Ruleset.

        Raises ValueError with one sentence for a message that is none: it may come from a stranger.
        """
        return cls(rules, *read_view(rules, data))

    def sample(self, generator: Generator) -> State:
        """Deal a State that this view cannot tell from the real one.

        Other hands, disks that are set, and the order of the decks are dealt
        anew; the box gets a generator of its own.
        """
        board, stack, drawers = self.board.copy(), self.stack.copy(), self.drawers.copy()
        state = State(self.rules, board, stack, self.held, self.unknown_cards, drawers)
        deal(state, self, generator)
        return state

    def trial(self) -> State:
        """Return a State to try something on; what the view does not know is dealt."""
        return self.sample(Generator.seeded(0))


# -- the text that digests are taken from -------------------------------------


def canonical(state: State) -> str:
    """Return the text that tells a State from every other, hidden parts included.

    Digests stand in saves, recorded games and positions, so this text is a promise: it does
    not change with the classes that hold a position. It is what ``repr`` says of a tuple of

    - the board, a list of integers;
    - the stack, a list of frames, each a plain tuple that begins with the step's name
      (``parts.plain``: a field that came later is left out at its default);
    - the held cards, a tuple of ``Held(card=.., owner=.., until=..)``, with a ``mark`` behind
      those that have one;
    - the doubts, a tuple of pairs;
    - the drawers, a list of plain tuples, the box's last.
    """
    board = ", ".join(map(_WRITTEN.__getitem__, state.board))
    stack = ", ".join([_WRITTEN[type(frame), frame] for frame in state.stack])
    held = tuple(map(_Kept, state.held))
    *seats, box = state.drawers
    drawers = ", ".join([*map(repr, seats), _boxed(box)])
    return f"([{board}], [{stack}], {held!r}, {state.unknown_cards!r}, [{drawers}])"


class _Written(dict[Any, str]):
    """The texts of numbers, and of frames with their class: to find one is faster than to write it.

    What is equal has one text, so True is written as 1.
    """

    def __missing__(self, of: Any) -> str:
        if len(self) == MOST_WRITTEN:
            self.clear()
        text = self[of] = repr(plain(of[1]) if isinstance(of, tuple) else int(of))
        return text


MOST_WRITTEN = 1 << 12
_WRITTEN = _Written()
_boxed = lru_cache(maxsize=256)(repr)
"""The text of the box, in which are whole numbers alone."""


class _Kept:
    """Writes a held card by the names that it had first, whatever else it may hold by now."""

    def __init__(self, held: Held) -> None:
        self.held = held

    def __repr__(self) -> str:
        held = self.held
        mark = f", mark={held.mark}" if held.mark != -1 else ""
        return f"Held(card={held.card}, owner={held.owner}, until={held.until}{mark})"
