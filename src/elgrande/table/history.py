"""The entries of a game and what can be taken back.

Every entry leads from the position after its parent to a position of its own.
Undo and redo are entries too: nothing is ever forgotten, only the *head*, the
entry whose position is the present one, moves.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from elgrande.rules import State
    from elgrande.rules.events import Event


@dataclass(frozen=True)
class Entry:
    """One entry: a gesture, an undo, a redo or a change of Source.

    ``parent`` is the head before it, ``to`` the head after it. ``auto`` marks
    the only legal answer, given without asking. ``revealed`` says that it turned
    something up.
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


@dataclass
class History:
    """All entries and the position after each; entry 0 is the start."""

    positions: list[State]
    entries: list[Entry] = field(default_factory=lambda: [Entry(0, "start", 0, 0)])
    head: int = 0
    undone: list[int] = field(default_factory=list)

    @property
    def state(self) -> State:
        """The present position; copy it before changing it."""
        return self.positions[self.head]

    @property
    def next(self) -> int:
        """The number of the next entry."""
        return len(self.entries)

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
        """The gestures from the start to the head, in order, without what was taken back."""
        out = []
        at = self.head
        while at:
            out.append(self.entries[at])
            at = self.entries[at].parent
        out.reverse()
        return out

    def since(self, seat: int) -> int:
        """Return the entry of a seat's last answer before the others had theirs; -1 if none.

        What came after it is news to the seat, up to the answers that it has given
        since. An answer that was given unasked is nobody's.
        """
        at, others = self.head, False
        while at:
            entry = self.entries[at]
            if not entry.auto:
                if entry.seat == seat and others:
                    return at
                others = others or entry.seat != seat
            at = entry.parent
        return -1

    def undo_free(self, persons: Collection[int]) -> int | None:
        """Return where a free undo leads: before a person's last decision, past the bots.

        None if there is none. With no person at the table, any seat's counts.
        """
        at = self.head
        while at:
            entry = self.entries[at]
            if not entry.auto and (entry.seat in persons or not persons):
                return entry.parent
            at = entry.parent
        return None

    def undo_fair(self, asking: Collection[int]) -> int | str:
        """Return where a fair undo leads, or the reason why it is refused.

        Never past a reveal, chance, or another seat's answer; an answer that was
        given unasked counts for nobody.
        """
        at = self.head
        while at:
            entry = self.entries[at]
            if entry.revealed:
                return "something was revealed since, so it cannot be taken back in a fair game"
            if not entry.auto:
                if entry.seat not in asking:
                    return "somebody else has answered since, so it cannot be taken back"
                return entry.parent
            at = entry.parent
        return "there is nothing to take back"

    def undo(self, asking: Collection[int], persons: Collection[int], fair: bool) -> int | str:
        """Return where one undo leads, or why not."""
        if fair:
            return self.undo_fair(asking)
        target = self.undo_free(persons)
        return "there is nothing to take back" if target is None else target

    def undo_turn(self, asking: Collection[int], persons: Collection[int], fair: bool) -> int | str:
        """Return the start of the turn, or as near to it as a fair game allows; or why not."""
        target = self.undo(asking, persons, fair)
        if isinstance(target, str):
            return target
        turn = self._turn(target)
        head = self.head
        try:
            while turn[1] >= 0:
                self.head = target
                further = self.undo(asking, persons, fair)
                if isinstance(further, str) or self._turn(further) != turn:
                    break
                target = further
        finally:
            self.head = head
        return target

    def _turn(self, n: int) -> tuple[int, int]:
        position = self.positions[n]
        return position.round, position.actor

    def redo(self) -> int | None:
        """Return where a redo leads, or None."""
        return self.undone[-1] if self.undone else None
