"""Friars: nobody's until somebody takes them, who then gets one caballero more in a turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import Verb
from elgrande.rules.effects.move import Move
from elgrande.rules.events import Event
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import leaving, place, placing, take, takeable
from elgrande.rules.steps import AutoEffect
from seam.colonies.places import FRIAR, HOLDER, carrier

if TYPE_CHECKING:
    from elgrande.rules import Position, Spec, State
    from elgrande.rules.params import Params
    from elgrande.rules.refused import Case


@dataclass(frozen=True)
class FriarsTaken(Event):
    """A player took the friars, from another one or from beside the map (-1)."""

    seat: int
    source: int


class TakeFrame(NamedTuple):
    """Whether they have been taken, 0 or 1."""

    step: str
    actor: int
    taken: int


class Take(AutoEffect[TakeFrame]):
    """Take the friars."""

    name = "take_friars"
    frame = TakeFrame

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return s.cell(HOLDER) != actor

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(TakeFrame(self.name, actor, 0))

    def finished(self, s: Position, f: TakeFrame) -> bool:
        return bool(f.taken)

    def unit(self, s: State, f: TakeFrame) -> None:
        at = self.rules.cell[HOLDER]
        s.emit(FriarsTaken(f.actor, s.board[at]))
        s.board[at] = f.actor
        s.stack[-1] = f._replace(taken=1)


class Walk(Move):
    """Move friars, whoever has them."""

    name = "move_friars"

    def _picks(
        self, s: Position, actor: int, own: int, foreign: int, total: int, source: int
    ) -> list[int]:
        rules = self.rules
        if total <= 0:
            return []
        friar = rules.kinds.index(FRIAR)
        kinds = (friar, carrier(rules, friar))
        return leaving(s, rules.PICK, actor, kinds, rules.board_places, rules.goal_places)


def no_more(c: Case) -> str:
    if c.view.cell(HOLDER) != c.seat:
        return f"{c.n.seat(c.seat)} does not have the friars"
    return f"nobody more can come to {c.n.the(c.words[0])}"


def codes(s: Position, seat: int) -> list[int]:
    """One from the provinces to the court, or from there next to the King."""
    rules = s.rules
    if s.cell(HOLDER) != seat:
        return []
    first = rules.base["more"]
    near = [place for region in rules.neighbours(s) for place in rules.region_places[region]]
    found = [first + rules.court] if takeable(s, seat) else []
    return found + [code - rules.PLACE + first for code in placing(s, seat, near)]


def more(s: State, seat: int, code: int) -> None:
    rules = s.rules
    goal = code - rules.base["more"]
    if goal == rules.court:
        take(s, seat, 1)
    else:
        place(s, seat, goal)


def edit(spec: Spec) -> None:
    spec.steps += [Take, Walk]
    spec.verbs.append(
        Verb("more", ("place",), "bring one caballero more here", label="bring one more to {place}")
    )
    spec.free.append(
        FreeAction(
            "more", ("more",), codes, more, wanted="bring one caballero more", refusal=no_more
        )
    )
