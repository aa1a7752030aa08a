"""Positions: the State with everything in it, and the View of one seat."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING, Any

from elgrande.rules.canonical import canonical
from elgrande.rules.events import Converted, Event, GrandeMoved, KingMoved, Moved, PointsGiven
from elgrande.rules.frames import Frame, plain
from elgrande.rules.generator import Generator
from elgrande.rules.held import Held as Held
from elgrande.rules.held import written
from elgrande.rules.moments import Notes
from elgrande.rules.open_position import DISK as DISK
from elgrande.rules.open_position import DRAWER as DRAWER
from elgrande.rules.open_position import HAND as HAND
from elgrande.rules.open_position import Drawer as Drawer
from elgrande.rules.open_position import Position as Position
from elgrande.rules.open_position import Slot as Slot
from elgrande.rules.plain import listed
from elgrande.rules.view_message import read_view

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.rules.ruleset import Ruleset


class State(Position):
    """One position with everything hidden in it; cheap to copy and to compare."""

    __slots__ = ("revealed", "sink")

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
        self.sink = None
        self.revealed = False

    def copy(self) -> State:
        """Return an equal State that shares nothing that can change."""
        new = State.__new__(State)
        new.rules = self.rules
        new.board = self.board[:]
        new.stack = self.stack[:]
        new.held = self.held
        new.unknown_cards = self.unknown_cards
        new.drawers = self.drawers[:]
        new._cache = self._cache
        new.sink = None
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
        # ``settle`` does the same, but a call of it is felt in a million games.
        stack, rules = self.stack, self.rules
        frame = stack[-1]
        rules.answers[frame.step](self, frame, seat, code)
        runs = rules.runs
        while stack:
            frame = stack[-1]
            if runs[frame.step](self, frame):
                break
        self.sink = None

    def settle(self, sink: Callable[[Event], None] | None = None) -> None:
        """Run the steps that need no answer, as after an answer and at set-up."""
        self.sink = sink
        self._cache = None
        stack, runs = self.stack, self.rules.runs
        while stack:
            frame = stack[-1]
            if runs[frame.step](self, frame):
                break
        self.sink = None

    def hand_over(self) -> None:
        """Tell of what came and went, and of what that brings about.

        It happens by itself after every answer and every run of a step, where anybody is
        told (``moments.telling``); whoever needs it sooner calls this.
        """
        notes = self.sink
        while isinstance(notes, Notes) and notes.moves:
            moves, notes.moves = notes.moves, []
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
        board = self.board
        offset = kind * self.rules.n_places
        board[offset + source] -= number
        board[offset + target] += number
        if self.sink is not None:
            self.sink(Moved(by, kind, source, target, number))

    def convert(self, by: int, kind: int, other: int, place: int, number: int) -> None:
        """Turn caballeros of a kind into another of its family, where they stand."""
        rules = self.rules
        assert rules.kind_family[kind] == rules.kind_family[other], "another family"
        self.board[kind * rules.n_places + place] -= number
        self.board[other * rules.n_places + place] += number
        if self.sink is not None:
            self.sink(Converted(by, kind, other, place, number))

    def move_king(self, by: int, node: int) -> None:
        """Let a seat move the King; the only place where he moves."""
        rules = self.rules
        source = self.board[rules.at_king]
        self.board[rules.at_king] = node
        self.emit(KingMoved(by, source, node))
        for function in rules.on_king_moved:
            function(self, by, source, node)

    def move_grande(self, by: int, seat: int, target: int) -> None:
        """Let ``by`` (-1: nobody) move a seat's Grande; the only place where Grandes move."""
        rules = self.rules
        source = self.board[rules.at_grande + seat]
        self.board[rules.at_grande + seat] = target
        self.emit(GrandeMoved(seat, source, target, led=by not in (seat, -1)))

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
        from elgrande.rules.sample import deal

        return deal(self, generator)

    def trial(self) -> State:
        """Return a State to try something on; what the view does not know is dealt."""
        return self.sample(Generator.seeded(0))
