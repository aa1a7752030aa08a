"""The limit table: who stands on it counts, who takes its spaces, and how it moves (S0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.colonies.pathways import by_disk
from elgrande.expansions.colonies.places import (
    FRANCE,
    TABLE,
    beside_table,
    layout,
    table_place,
)
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import BLACK, INQUISITOR
from elgrande.rules.events import Event, Moved
from elgrande.rules.movement import free, may_go, shift
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.effect import OneChoice
from elgrande.rules.steps.step import Step
from elgrande.rules.wording import Names, one_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Decision, Position, Ruleset, Spec, State
    from elgrande.rules.refused import Case

FREED = "spaces-freed"
"""Whether a space was freed: 0 no, 1 by a move, 2 by the table's own."""
BY_TABLE = 2
ARRIVED = "arrived-"
"""How the open values begin that count, for each plain kind, who came to the table by disk."""
MOVE_TABLE = Verb(
    "move-table", ("region",), "move the limit table here",
    label="move the limit table to {region}",
    never="the limit table does not go to {place}",
)  # fmt: skip
SEAT = Verb(
    "take-space", ("kind",), "let one of these take a free space on the limit table",
    label="let {caballero} take a space",
)  # fmt: skip


@dataclass(frozen=True)
class LimitTableMoved(Event):
    """The limit table was moved, from a region or from beside the board (-1)."""

    seat: int
    source: int
    region: int

    def said(self, n: Names) -> str:
        if self.source < 0:
            spaces = layout(n.rules).spaces
            return f"The limit table, with {spaces} spaces, is laid in {n.region(self.region)}."
        source, goal = n.region(self.source), n.region(self.region)
        return f"{n.seat(self.seat)} moves the limit table from {source} to {goal}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[TABLE]] = self.source


class MoveTable(OneChoice[PlainFrame]):
    """Move the limit table with all who stand on it to another region (S0; S3, editor's note).

    Not to France, and neither into nor out of the King's region. They arrive first; then the
    player who moved it says who of those already there takes the spaces left.
    """

    name = "move_table"

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        known = layout(rules)
        taboo = rules.taboo(s)
        here = s.cell(TABLE)
        if here < 0 or known.common[here] in taboo:
            return []
        return [
            rules.base[MOVE_TABLE.name] + region
            for region, place in enumerate(known.common)
            if region != here and known.beside[region] >= 0 and place not in taboo
        ]

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        known = layout(rules)
        s.stack.pop()
        old, new = s.cell(TABLE), code - rules.base[MOVE_TABLE.name]
        s.board[rules.cell[TABLE]] = new
        s.board[rules.cell[FREED]] = BY_TABLE
        s.emit(LimitTableMoved(seat, old, new))
        for source, goal in (
            (known.common[new], known.beside[new]),
            (known.common[old], known.common[new]),
            (known.beside[old], known.common[old]),
        ):
            for kind in rules.all_kinds:
                if number := s.count(kind, source):
                    s.move(seat, kind, source, goal, number)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return "move the limit table to another region, with everybody on it"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != MOVE_TABLE.name:
            return ""
        name = c.words[0]
        if c.region_at(name) == c.view.cell(TABLE):
            return f"the limit table is already {c.n.at(name)}"
        if name == FRANCE:
            return "the limit table never goes to France"
        return c.taboo(name)


class SeatFrame(NamedTuple):
    """Who says who takes the free spaces, and whether only those who came by disk may, 0 or 1."""

    step: str
    actor: int
    arrivals: int


class TakeSpaces(Step[SeatFrame]):
    """Fill the free spaces of the table, one by one; asked only where that makes a difference."""

    name = "take_spaces"
    frame = SeatFrame

    def waiting(self, s: Position, f: SeatFrame) -> dict[int, int]:
        """Return how many of each kind may take a space."""
        rules = self.rules
        source, goal = beside_table(s), table_place(s)
        found = {}
        for kind in rules.all_kinds:
            number = s.count(kind, source)
            if f.arrivals:
                number = min(number, s.board[_arrived(rules, kind)]) if _plain(rules, kind) else 0
            if number and may_go(s, f.actor, kind, source, goal):
                found[kind] = number
        return found

    def run(self, s: State, f: SeatFrame) -> bool:
        waiting = self.waiting(s, f)
        if len(waiting) > 1 and sum(waiting.values()) > free(s, table_place(s)):
            return True
        s.stack.pop()
        for kind, number in waiting.items():
            shift(s, f.actor, (kind,), beside_table(s), (table_place(s),), number)
        if f.arrivals:
            forget_arrivals(s)
        return False

    def choices(self, s: Position, f: SeatFrame) -> list[int]:
        return [self.rules.base[SEAT.name] + kind for kind in self.waiting(s, f)]

    def answer(self, s: State, f: SeatFrame, seat: int, code: int) -> None:
        rules = self.rules
        kind = code - rules.base[SEAT.name]
        if f.arrivals:
            s.board[_arrived(rules, kind)] -= 1
        s.move(seat, kind, beside_table(s), table_place(s), 1)

    def prompt(self, d: Decision, f: SeatFrame, n: Names) -> str:
        return "choose who takes the next free space on the limit table"

    def refusal(self, c: Case, f: SeatFrame) -> str:
        if c.verb != SEAT.name:
            return ""
        among = " among those who have just come" if f.arrivals else " beside the limit table"
        return f"there is not {one_of(c.view.rules.kinds.index(c.words[0]), c.n)}{among}"


def _plain(rules: Ruleset, kind: int) -> bool:
    return kind in layout(rules).loaded


def _arrived(rules: Ruleset, kind: int) -> int:
    return rules.cell[ARRIVED + rules.kinds[rules.kind_family[kind]]]


def arrivals(s: Position) -> int:
    """Return how many have come to the table by disk and wait beside it."""
    rules = s.rules
    return sum(s.board[_arrived(rules, kind)] for kind in layout(rules).loaded)


def forget_arrivals(s: State) -> None:
    """Whoever waits no longer is one of those beside the table."""
    for kind in layout(s.rules).loaded:
        s.board[_arrived(s.rules, kind)] = 0


def moved(s: State, moves: Sequence[Moved]) -> None:
    """Note whoever left the table, and whoever came to it by disk."""
    rules = s.rules
    table, beside = table_place(s), beside_table(s)
    for move in moves:
        if move.source == table and not s.cell(FREED):
            s.board[rules.cell[FREED]] = 1
        if move.target == beside and move.source != table and _came_by_disk(s, move):
            s.board[_arrived(rules, move.kind)] += move.number


def _came_by_disk(s: State, move: Moved) -> bool:
    # Only by disk does anybody stand beside the table while it has a space.
    return by_disk(s, move.source) or free(s, table_place(s)) > 0


def settled(s: State, actor: int) -> None:
    """Fill what is free, once all that freed it is over (S0; EXPANSIONS 2.5).

    The player at whose court the Inquisitor is says who takes a space, else whoever freed it; of
    those who came by disk all do if there is room, else whom the Inquisitor's player names.
    """
    holder = s.cell(INQUISITOR)
    freed, s.board[s.rules.cell[FREED]] = s.cell(FREED), 0
    chooser = actor if freed == BY_TABLE or holder < 0 else holder
    if freed and chooser >= 0:
        s.stack.append(SeatFrame(TakeSpaces.name, chooser, 0))
    number = arrivals(s)
    if not number:
        return
    if holder < 0 and number > free(s, table_place(s)):
        forget_arrivals(s)
    else:
        s.stack.append(SeatFrame(TakeSpaces.name, holder, 1))


def edit(spec: Spec) -> None:
    """Add what moves and fills it."""
    spec.cells[FREED] = 0
    for name in (*spec.colours, BLACK):
        spec.cells[ARRIVED + name] = 0
    spec.steps += [MoveTable, TakeSpaces]
    spec.verbs += [MOVE_TABLE, SEAT]
    spec.on("moved", moved)
    spec.on("settled", settled)
