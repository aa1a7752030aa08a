"""A finished game as an analysis sees it: its turns, and the moments between them."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from elgrande.bots.program import PROGRAMS, put_back, running, set_aside
from elgrande.content.story import TURN, Passage
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from elgrande.rules import State
    from elgrande.table import Table
    from elgrande.table.history import Entry
    from elgrande.table.saved_game import Saved


class Unfinished(ValueError):
    """A game that is not over, and may not be analysed; the message is one sentence."""


@dataclass(frozen=True)
class Turn:
    """A seat's turn: from after the entry ``begin`` to after the entry ``end``.

    ``reveals`` are the entries on the way that turned something up, ``told`` its story.
    """

    seat: int
    round: int
    begin: int
    end: int
    reveals: tuple[int, ...]
    told: Passage


class Game:
    """The present line of a finished game. Unfinished if it is not over."""

    def __init__(self, table: Table) -> None:
        if not table.over:
            raise Unfinished(
                "this game is not over, and only a finished game can be analysed; play it to its "
                "end first"
            )
        self.table = table
        self.rules = table.rules
        self._line = {entry.n: entry for entry in table.history.line()}
        self.turns = self._turns()
        self.last = table.history.head

    def after(self, entry: int) -> State:
        """Return the position after an entry."""
        return self.table.history.positions[entry]

    def ended(self, turn: Turn, start: State | None = None) -> State:
        """Return the position as a turn ends, of whatever follows nothing having been run.

        ``start`` is another position from which its last entry may be given, and is used up.
        """
        made = self.entry(turn.end)
        state = start or self.after(made.parent).copy()
        at = running(state, PROGRAMS["turn"])
        if at < 0:
            return self.after(turn.end)
        rest = set_aside(state, at)
        for text in made.commands:
            state.apply(made.seat, self.rules.code(text))
        put_back(state, rest)
        return state

    def entry(self, number: int) -> Entry:
        """Return an entry by its number."""
        return self._line[number]

    @property
    def moments(self) -> list[int]:
        """The entries after which a turn begins, and the last one."""
        return sorted({turn.begin for turn in self.turns} | {self.last})

    def _turns(self) -> list[Turn]:
        found: list[Turn] = []
        begun = seat = -1
        told: list[tuple[int, ev.Event]] = []
        card = -1
        for number, event in self.table.events(None):
            if isinstance(event, ev.TurnBegan):
                begun, seat, told, card = number, event.seat, [], -1
            if begun >= 0:
                told.append((number, event))
            if isinstance(event, ev.CardChosen) and card < 0:
                card = event.card
            if isinstance(event, ev.TurnEnded) and begun >= 0:
                now = self.after(begun).round
                reveals = tuple(
                    n for n, entry in self._line.items() if begun < n <= number and entry.revealed
                )
                passage = Passage(TURN, now, tuple(told), seat, card)
                found.append(Turn(seat, now, begun, number, reveals, passage))
                begun = -1
        return found


def digest(journal: Saved) -> str:
    """Return what an analysis is kept under: another game, or one that went on, has another."""
    made = blake2b(repr((journal.rules, journal.header)).encode(), digest_size=12)
    for record in journal.records:
        made.update(repr((record.kind, record.fields)).encode())
    return made.hexdigest()
