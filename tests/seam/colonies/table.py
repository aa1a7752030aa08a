"""The table: where it lies only those who sit at it count, and spaces are filled in the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import Verb
from elgrande.rules.events import Event
from elgrande.rules.frames import PlainFrame
from elgrande.rules.movement import free, may_go, shift
from elgrande.rules.steps import OneChoice, Step
from seam.colonies.places import HOLDER, TABLE, aside

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Decision, Position, Spec, State
    from elgrande.rules.events import Moved
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names

FREED = "colonies-freed"
"""0: nothing was freed; 1: whoever has the friars fills it; 2: whoever moved the table."""


@dataclass(frozen=True)
class TableMoved(Event):
    """The table was carried from a region to another."""

    seat: int
    source: int
    region: int


class MoveTable(OneChoice[PlainFrame]):
    """Carry the table, and all who sit at it, to another region."""

    name = "move_table"

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        taboo = rules.taboo(s)
        here = s.cell(TABLE)
        if here < 0 or not taboo.isdisjoint(rules.region_places[here]):
            return []
        return [
            rules.base["table"] + region
            for region in rules.disk_regions
            if region != here
            and aside(rules, region) >= 0
            and taboo.isdisjoint(rules.region_places[region])
        ]

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        old, new = s.cell(TABLE), code - rules.base["table"]
        s.board[rules.cell[TABLE]] = new
        s.emit(TableMoved(seat, old, new))
        old_table, new_table = rules.region_places[old][0], rules.region_places[new][0]
        for source, goal in (
            (new_table, aside(rules, new)),
            (old_table, new_table),
            (aside(rules, old), old_table),
        ):
            for kind in rules.all_kinds:
                if number := s.count(kind, source):
                    s.move(seat, kind, source, goal, number)
        s.board[rules.cell[FREED]] = 2

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return "carry the table to another region"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        return f"the table cannot be carried to {c.n.the(c.words[0])}" if c.fits else ""


class SitFrame(NamedTuple):
    """Who says who takes the free spaces."""

    step: str
    actor: int


class Sit(Step[SitFrame]):
    """Fill the free spaces; it is asked only if that makes a difference."""

    name = "sit_down"
    frame = SitFrame

    def waiting(self, s: Position, f: SitFrame) -> list[int]:
        """The kinds that may take a space."""
        rules = self.rules
        region = s.cell(TABLE)
        source, goal = aside(rules, region), rules.region_places[region][0]
        return [
            kind for kind in rules.all_kinds
            if s.count(kind, source) and may_go(s, f.actor, kind, source, goal)
        ]  # fmt: skip

    def run(self, s: State, f: SitFrame) -> bool:
        rules = self.rules
        region = s.cell(TABLE)
        source, goal = aside(rules, region), rules.region_places[region][0]
        kinds = self.waiting(s, f)
        if len(kinds) > 1 and sum(s.count(kind, source) for kind in kinds) > free(s, goal):
            return True
        s.stack.pop()
        shift(s, f.actor, kinds, source, (goal,))
        return False

    def legal(self, s: Position, f: SitFrame, seat: int) -> list[int]:
        first = self.rules.base["seat"]
        return [first + kind for kind in self.waiting(s, f)] if seat == f.actor else []

    def answer(self, s: State, f: SitFrame, seat: int, code: int) -> None:
        rules = self.rules
        region = s.cell(TABLE)
        kind = code - rules.base["seat"]
        s.move(seat, kind, aside(rules, region), rules.region_places[region][0], 1)

    def prompt(self, d: Decision, f: SitFrame, n: Names) -> str:
        return "say who takes the free space at the table"

    def refusal(self, c: Case, f: SitFrame) -> str:
        return f"nobody of {c.n.who(c.words[0])} waits beside the table" if c.fits else ""


def moved(s: State, moves: Sequence[Moved]) -> None:
    """Note that somebody left the table."""
    region = s.cell(TABLE)
    at = s.rules.cell[FREED]
    if region >= 0 and not s.board[at]:
        left = s.rules.region_places[region][0]
        s.board[at] = int(any(move.source == left for move in moves))


def settled(s: State, actor: int) -> None:
    """Whoever has the friars says who takes what is free now, else whoever freed it."""
    at = s.rules.cell[FREED]
    freed, s.board[at] = s.board[at], 0
    if not freed or actor < 0:
        return
    holder = s.cell(HOLDER)
    s.stack.append(SitFrame(Sit.name, holder if freed == 1 and holder >= 0 else actor))


def edit(spec: Spec) -> None:
    spec.cells[FREED] = 0
    spec.steps += [MoveTable, Sit]
    spec.verbs += [
        Verb("table", ("region",), "carry the table here", label="carry the table to {region}"),
        Verb(
            "seat",
            ("kind",),
            "let one of these take a free space at the table",
            label="let {kind} take a space",
        ),
    ]
    spec.on("moved", moved)
    spec.on("settled", settled)
