"""The entries of a game and what can be taken back.

Every entry leads from the position after its parent to a position of its own.
Undo and redo are entries too: nothing is ever forgotten, only the *head*, the
entry whose position is the present one, moves.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field

from elgrande.rules import State
from elgrande.rules.events import Event

OTHERS = "somebody else has answered since, so this cannot be undone"
THEIRS = "the last answer is another player's, so you cannot undo it"


@dataclass(frozen=True)
class Entry:
    """One entry: a gesture, an undo, a redo or a change of Source.

    ``parent`` is the head before it, ``to`` the head after it. ``auto`` marks
    the only legal answer, given without asking. ``revealed`` says that it turned
    something up, ``person`` that a person played the seat when it was given.
    """

    n: int
    kind: str
    parent: int
    to: int
    seat: int = -1
    commands: tuple[str, ...] = ()
    auto: bool = False
    revealed: bool = False
    events: tuple[Event, ...] = ()
    person: bool = False


@dataclass(frozen=True)
class NoUndo:
    """Why something cannot be taken or brought back, as a clause.

    ``word`` is the seat whose answer it is, and whose word would allow it, or -1.
    """

    reason: str
    word: int = -1


@dataclass
class History:
    """All entries and the position after each; entry 0 is the start."""

    positions: list[State]
    entries: list[Entry] = field(default_factory=lambda: [Entry(0, "start", 0, 0)])
    head: int = 0
    undone: list[int] = field(default_factory=list)
    root: int = 0
    """The entry up to which nothing is taken back."""

    @property
    def state(self) -> State:
        """The present position; copy it before changing it."""
        return self.positions[self.head]

    @property
    def next(self) -> int:
        """The number of the next entry."""
        return len(self.entries)

    @property
    def answers(self) -> int:
        """How many answers have led to the present position, however they were given.

        Several in one gesture are several, and what was taken back is none.
        """
        return sum(len(entry.commands) for entry in self.line())

    def add(self, entry: Entry, position: State | None = None) -> None:
        """Append an entry; a gesture brings its position with it."""
        if entry.kind == "command":
            assert position is not None
            self.undone.clear()
        elif entry.kind == "undo":
            self.undone.append(entry.parent)
        elif entry.kind == "redo":
            self.undone.pop()
        self.entries.append(entry)
        self.positions.append(self.positions[entry.to] if position is None else position)
        self.head = entry.to

    def line(self) -> list[Entry]:
        """Return the gestures from the start to the head, in order, without what was taken back."""
        out = []
        at = self.head
        while at:
            out.append(self.entries[at])
            at = self.entries[at].parent
        out.reverse()
        return out

    def since(self, seat: int) -> int:
        """Return the entry of a seat's last answer before the others had theirs; -1 if none.

        What came of it and after it the seat has not been told. An answer that was given unasked
        is nobody's, and one that was given in another's turn, such as a disk, is a part of that
        turn.
        """
        at, others = self.head, False
        while at:
            entry = self.entries[at]
            if not entry.auto:
                turn = entry.seat, self.positions[entry.parent].actor
                if others and turn in ((seat, seat), (seat, -1)):
                    return at
                others = others or entry.seat != seat
            at = entry.parent
        return -1

    def undo(self, asking: Collection[int], persons: Collection[int], fair: bool) -> int | NoUndo:
        """Return where one undo leads, or why not; a person's answer needs that one's asking.

        A fair one never leads past a reveal, chance, or another seat's answer; a free one leads
        before a person's last decision, past the bots, or with no person at the table before any
        seat's. An answer that was given unasked counts for nobody.
        """
        at = self.head
        while at > self.root:
            entry = self.entries[at]
            if fair and entry.revealed:
                return NoUndo(
                    "something has been revealed since, so this cannot be undone in a fair game"
                )
            if not entry.auto:
                if (fair or entry.person) and entry.seat not in asking:
                    return self._others(entry, asking, fair)
                if fair or entry.seat in persons or not persons:
                    return entry.parent
            at = entry.parent
        return NoUndo("there is nothing to undo")

    def _others(self, last: Entry, asking: Collection[int], fair: bool) -> NoUndo:
        """Return why an answer of somebody else's bars the way.

        Where several answer at once, those who ask may have given none before it.
        """
        word = last.seat if last.person else -1
        at = last.parent
        while at > self.root and not (fair and self.entries[at].revealed):
            entry = self.entries[at]
            if entry.seat in asking and not entry.auto:
                return NoUndo(OTHERS, word)
            at = entry.parent
        return NoUndo(THEIRS, word)

    def undo_turn(
        self, asking: Collection[int], persons: Collection[int], fair: bool
    ) -> int | NoUndo:
        """Return the start of the turn, or as near to it as one may go; or why not."""
        target = self.undo(asking, persons, fair)
        if isinstance(target, NoUndo):
            return target
        turn = self._turn(target)
        head = self.head
        try:
            while turn[1] >= 0:
                self.head = target
                further = self.undo(asking, persons, fair)
                if isinstance(further, NoUndo) or self._turn(further) != turn:
                    break
                target = further
        finally:
            self.head = head
        return target

    def _turn(self, n: int) -> tuple[int, int]:
        position = self.positions[n]
        return position.round, position.actor

    def redo(self, asking: Collection[int]) -> int | NoUndo:
        """Return where a redo leads, or why not: a person's answer comes back by that one's word.

        What bots answered comes back with it.
        """
        if not self.undone:
            return NoUndo("there is nothing to redo")
        at = self.undone[-1]
        while at and at != self.head:
            entry = self.entries[at]
            if entry.person and not entry.auto and entry.seat not in asking:
                return NoUndo(
                    "somebody else gave that answer, and only that player can redo it",
                    entry.seat,
                )
            at = entry.parent
        return self.undone[-1]
