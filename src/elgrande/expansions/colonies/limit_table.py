"""The limit table, what counts where, and how the game is laid out (S0).

Who stands on the table counts, who takes its spaces, and how it moves; what is paid beside a
ranking ("Scoring Regions"); where two of each court go first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.colonies.cards import bonus
from elgrande.expansions.colonies.pathways import by_disk
from elgrande.expansions.colonies.places import (
    AMBASSADOR,
    AMERICA,
    CAPTAIN,
    ENVOY,
    FRANCE,
    SHIP,
    TABLE,
    VICEROY,
    beside_table,
    layout,
    table_place,
)
from elgrande.rules import Decision, Gift, Position, Ruleset, Scored, Spec, State
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import BLACK, INQUISITOR
from elgrande.rules.events import Event
from elgrande.rules.movement import free, may_go, shift
from elgrande.rules.parts import PlainFrame
from elgrande.rules.start import draw_regions, note_drawn
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.effect import OneChoice
from elgrande.rules.steps.step import Step
from elgrande.rules.wording import Names, of_kind

if TYPE_CHECKING:
    from elgrande.rules.moments import Transfer
    from elgrande.rules.questions import Counted, Gifts
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
        table = table_place(s)
        for kind, number in waiting.items():
            if there := min(number, free(s, table)):
                # Nobody chose.
                s.move(-1, kind, beside_table(s), table, there)
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
        where = "among those who have just come" if f.arrivals else "beside the limit table"
        return f"not {of_kind(c.view.rules.kinds.index(c.words[0]), 1, c.n)} is {where}"


def _plain(rules: Ruleset, kind: int) -> bool:
    return kind in layout(rules).loaded


def _arrived(rules: Ruleset, kind: int) -> int:
    return rules.cell[ARRIVED + rules.kinds[rules.kind_family[kind]]]


@lru_cache(maxsize=32)
def _arrivals(rules: Ruleset) -> slice:
    """Return where on the board they are counted, which is one after another."""
    cells = [_arrived(rules, kind) for kind in layout(rules).loaded]
    return slice(cells[0], cells[-1] + 1)


def arrivals(s: Position) -> int:
    """Return how many have come to the table by disk and wait beside it."""
    return sum(s.board[_arrivals(s.rules)])


def forget_arrivals(s: State) -> None:
    """Whoever waits no longer is one of those beside the table."""
    cells = _arrivals(s.rules)
    s.board[cells] = [0] * (cells.stop - cells.start)


def moved(s: State, moves: Sequence[Transfer]) -> None:
    """Note whoever left the table, and whoever came to it by disk."""
    rules = s.rules
    table, beside = table_place(s), beside_table(s)
    for move in moves:
        if move.source == table and not s.cell(FREED):
            s.board[rules.cell[FREED]] = 1
        if move.target == beside and move.source != table and _came_by_disk(s, move):
            s.board[_arrived(rules, move.kind)] += move.number


def _came_by_disk(s: State, move: Transfer) -> bool:
    # Only by disk does anybody stand beside the table while it has a space.
    return by_disk(s, move.source) or free(s, table_place(s)) > 0


def settled(s: State, actor: int) -> None:
    """Fill what is free, once all that freed it is over (S0; EXPANSIONS 2.5).

    The player at whose court the Inquisitor is says who takes a space, else whoever freed it; of
    those who came by disk all do if there is room, else whom the Inquisitor's player names.
    """
    freed, number = s.cell(FREED), arrivals(s)
    if not freed and not number:
        return
    s.board[s.rules.cell[FREED]] = 0
    holder = s.cell(INQUISITOR)
    chooser = actor if freed == BY_TABLE or holder < 0 else holder
    if freed and chooser >= 0:
        s.stack.append(SeatFrame(TakeSpaces.name, chooser, 0))
    if not number:
        return
    if holder < 0 and number > free(s, table_place(s)):
        forget_arrivals(s)
    else:
        s.stack.append(SeatFrame(TakeSpaces.name, holder, 1))


# -- what counts, and what is paid beside a ranking ---------------------------


OFFICES = {FRANCE: {AMBASSADOR: 2, ENVOY: 1}, AMERICA: {VICEROY: 5}}
"""What those on special spaces get whenever their region is scored, whoever leads (S0)."""


def counted(
    previous: Counted, position: Position, target: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Nobody ranks on the Ship; neither a Viceroy nor anybody beside the limit table counts."""
    places, kinds = previous(position, target)
    return _ranking(position.rules, target, places), kinds


@lru_cache(maxsize=1024)
def _ranking(rules: Ruleset, target: int, places: tuple[int, ...]) -> tuple[int, ...]:
    out = layout(rules).not_ranked
    if rules.targets[target] == SHIP:
        return ()
    return tuple([place for place in places if place not in out])


def gifts(previous: Gifts, position: Position, scored: Scored) -> tuple[Gift, ...]:
    """Pay those on special spaces, and whom a conspiracy helps in the Castillo.

    The Captain gets the first value in force. Where first places alone score, Ambassador and
    Envoy are paid only to whoever alone leads France, Viceroy and Captain not at all.
    """
    rules = position.rules
    found = [*previous(position, scored), *bonus(position, scored)]
    name = rules.targets[scored.target]
    paid = {CAPTAIN: scored.values[0]} if name == SHIP else OFFICES.get(name, {})
    if scored.first_only and name != FRANCE:
        paid = {}
    for office, points in paid.items():
        place = rules.place_index[office]
        for kind, number in enumerate(rules.there[place](position.board)):
            if not number:
                continue
            owner = rules.counts_as(position, kind)
            if owner >= 0 and (not scored.first_only or _leads(scored, owner)):
                found.append(Gift(owner, points, office))
    return tuple(found)


def _leads(scored: Scored, seat: int) -> bool:
    return any(line.seat == seat and line.rank == 1 and not line.tied for line in scored.lines)


# -- what is laid out ---------------------------------------------------------


MORE_CABALLEROS = 6
SETTLERS = 2
"""So many more stand in a court at first, and leave it by the first disk."""
MONASTERIES = 2
"""In so many regions black caballeros are set up, two in each."""
IN_EACH = 2


class LayOutFrame(NamedTuple):
    """Whether all is laid out and disks have been asked for, 0 or 1."""

    step: str
    actor: int
    asked: int = 0


class LayOut(Step[LayOutFrame]):
    """Draw regions for the black caballeros and the limit table; then everybody sends two.

    To the region on the secret disk, or nowhere if that is the King's (S0).
    """

    name = "lay_out_colonies"
    frame = LayOutFrame

    def run(self, s: State, f: LayOutFrame) -> bool:
        rules = self.rules
        if f.asked:
            s.stack.pop()
            return False
        known = layout(rules)
        *regions, table = draw_regions(s, MONASTERIES + 1)
        black = rules.kinds.index(BLACK)
        for region in regions:
            s.move(-1, black, rules.provinces, known.common[region], IN_EACH)
        s.board[rules.cell[TABLE]] = table
        s.emit(LimitTableMoved(-1, -1, table))
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, tuple(range(rules.n_seats)))
        return False

    def disk_regions(self, s: Position, f: LayOutFrame, seat: int) -> list[int]:
        """Return all; the King's leaves them in the court."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: LayOutFrame) -> None:
        """Reveal, and let them go."""
        rules = self.rules
        for seat, region in enumerate(reveal_disks(s)):
            goals = rules.region_places[region]
            shift(s, seat, rules.kinds_of(s, seat), rules.court, goals, SETTLERS)

    def disk_hint(self, f: LayOutFrame, n: Names) -> str:
        return f"where {SETTLERS} caballeros of your court start, unless that is the King's region"


# -- all of it ----------------------------------------------------------------


def edit(spec: Spec) -> None:
    """Add what moves and fills it, and bend what counts."""
    spec.cells[FREED] = 0
    for name in (*spec.colours, BLACK):
        spec.cells[ARRIVED + name] = 0
    spec.steps += [MoveTable, TakeSpaces]
    spec.verbs += [MOVE_TABLE, SEAT]
    spec.on("moved", moved)
    spec.on("settled", settled)
    spec.bend("counted", counted)
    spec.bend("gifts", gifts)


def lay_out(spec: Spec) -> None:
    """Give everybody more caballeros, and lay out before the first round."""
    spec.caballeros += MORE_CABALLEROS
    spec.court += SETTLERS
    note_drawn(spec)
    spec.steps.append(LayOut)
    spec.insert_before("game", "rounds", LayOut.name)
