"""The Grand Inquisitor and his black caballeros (S0, "Grand Inquisitor")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.colonies.places import SHIP, layout
from elgrande.rules.commands import Verb
from elgrande.rules.effects.move import Move
from elgrande.rules.events import Event
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import leaving, place, placing, take, takeable
from elgrande.rules.steps import AutoEffect
from elgrande.rules.wording import up_to

if TYPE_CHECKING:
    from elgrande.rules import Decision, Position, Spec, State
    from elgrande.rules.effects.move import MoveFrame
    from elgrande.rules.params import Params
    from elgrande.rules.questions import CountsAs, KindsOf
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names

HOLDER = "inquisitor"
"""The seat at whose court he is, or -1."""
MORE = Verb(
    "one-more", ("place",), "bring one caballero more here, for the Grand Inquisitor",
    label="bring one more to {place}",
)  # fmt: skip


@dataclass(frozen=True)
class InquisitorTaken(Event):
    """A player took the Grand Inquisitor, from another one or from beside the board (-1)."""

    seat: int
    source: int


class TakeFrame(NamedTuple):
    """Whether he has been taken, 0 or 1."""

    step: str
    actor: int
    taken: int = 0


class TakeInquisitor(AutoEffect[TakeFrame]):
    """Take the Grand Inquisitor to the own court; he stays until another player takes him."""

    name = "take_inquisitor"
    frame = TakeFrame

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return s.cell(HOLDER) != actor

    def finished(self, s: Position, f: TakeFrame) -> bool:
        return bool(f.taken)

    def unit(self, s: State, f: TakeFrame) -> None:
        at = self.rules.cell[HOLDER]
        s.emit(InquisitorTaken(f.actor, s.board[at]))
        s.board[at] = f.actor
        s.stack[-1] = f._replace(taken=1)


class MoveBlack(Move):
    """Move up to ``number`` black caballeros, whoever holds them, also into the Castillo (S0)."""

    name = "move_black"
    params = ("number",)

    def _picks(
        self, s: Position, actor: int, own: int, foreign: int, total: int, source: int
    ) -> list[int]:
        rules = self.rules
        if total <= 0:
            return []
        kinds = sorted(layout(rules).black)
        return leaving(s, rules.PICK, actor, kinds, rules.board_places, rules.goal_places)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self._picks(s, actor, 0, 0, params["number"], -1))

    def begin(self, s: State, actor: int, params: Params) -> None:
        number = params["number"]
        every: Params = {"own": number, "foreign": number, "total": number, "one_source": False}
        super().begin(s, actor, every)

    def prompt(self, d: Decision, f: MoveFrame, n: Names) -> str:
        if f.kind >= 0:
            return super().prompt(d, f, n)
        return f"pick a black caballero to move ({up_to(f.total)}), or stop"

    def refusal(self, c: Case, f: MoveFrame) -> str:
        if c.verb == "pick" and f.kind < 0:
            if c.view.rules.kinds.index(c.words[0]) not in layout(c.view.rules).black:
                return "this card moves only black caballeros"
            return c.standing(*c.words)
        return super().refusal(c, f)


def kinds_of(previous: KindsOf, position: Position, seat: int) -> tuple[int, ...]:
    """Add the black ones to those of the player who has him (S0)."""
    own = previous(position, seat)
    if position.cell(HOLDER) != seat:
        return own
    return (*own, *sorted(layout(position.rules).black))


def counts_as(previous: CountsAs, position: Position, kind: int) -> int:
    """Let them count as that player's; with nobody, as an invisible player's."""
    if kind in layout(position.rules).black:
        return position.cell(HOLDER)
    return previous(position, kind)


# -- his one caballero more in every turn ----------------------------------------------


def _near(s: Position) -> list[int]:
    rules = s.rules
    ship = rules.regions.index(SHIP)
    near = [region for region in rules.neighbours(s) if region != ship]
    return [place for region in near for place in rules.region_places[region]]


def more_codes(s: Position, seat: int) -> list[int]:
    """One from the provinces to the court, or from there to a region next to the King."""
    rules = s.rules
    if s.cell(HOLDER) != seat:
        return []
    first = rules.base[MORE.name]
    found = [first + rules.court] if takeable(s, seat) else []
    return found + [code - rules.PLACE + first for code in placing(s, seat, _near(s))]


def more(s: State, seat: int, code: int) -> None:
    """Bring him."""
    rules = s.rules
    goal = code - rules.base[MORE.name]
    if goal == rules.court:
        take(s, seat, 1)
    else:
        place(s, seat, goal)


def no_more(c: Case) -> str:
    """Say why not."""
    rules, name = c.view.rules, c.words[0]
    if c.view.cell(HOLDER) != c.seat:
        return "the Grand Inquisitor is not at your court"
    at = rules.place_index[name]
    if at == rules.court:
        return f"you have no caballeros in {c.n.provinces}"
    if at not in _near(c.view):
        where = c.n.node(c.view.king)
        return f"{c.n.the(name)} is not a region next to the King, who is in {where}"
    if not c.in_court:
        return "your court is empty"
    return c.not_placed(name)


def edit(spec: Spec) -> None:
    """Add him, his caballeros and what he brings."""
    spec.cells[HOLDER] = -1
    spec.steps += [TakeInquisitor, MoveBlack]
    spec.bend("kinds_of", kinds_of)
    spec.bend("counts_as", counts_as)
    spec.verbs.append(MORE)
    spec.free.append(
        FreeAction("one_more", (MORE.name,), more_codes, more, wanted="bring one caballero more",
            refusal=no_more,
        )
    )  # fmt: skip
