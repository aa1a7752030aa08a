"""Figures that two games have: the Grand Inquisitor with his black caballeros, and others.

Each has limits of its own (S0, "Grand Inquisitor"): where black ones may go and where they count
says the expansion. What both share is here.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules.effects.move import Move, MoveFrame
from elgrande.rules.effects.pieces import Grande
from elgrande.rules.events import Event
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import place, placing, take, takeable
from elgrande.rules.parts import PlainFrame
from elgrande.rules.spec import Form, Params, whose
from elgrande.rules.steps.effect import AutoEffect
from elgrande.rules.wording import YOUR, Names, up_to

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Position, Ruleset, Spec, State
    from elgrande.rules.commands import Verb
    from elgrande.rules.questions import AskedForDisks, CountsAs, KindsOf


BLACK = "black"
"""The kind, and the first of its family."""
INQUISITOR = "inquisitor"
"""The seat at whose court he is, or -1."""


@lru_cache(maxsize=32)
def black_kinds(rules: Ruleset) -> tuple[int, ...]:
    """Return the kinds of the black family, the plain one first."""
    head = rules.kinds.index(BLACK)
    return tuple(kind for kind, family in enumerate(rules.kind_family) if family == head)


@dataclass(frozen=True)
class InquisitorTaken(Event):
    """A player took the Grand Inquisitor, from another one or from beside the board (-1)."""

    seat: int
    source: int

    def said(self, n: Names) -> str:
        source = f" from {n.seat(self.source)}" if self.source >= 0 else ""
        return f"{n.seat(self.seat)} takes the Grand Inquisitor{source}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[INQUISITOR]] = self.source


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
        return s.cell(INQUISITOR) != actor

    def finished(self, s: Position, f: TakeFrame) -> bool:
        return bool(f.taken)

    def unit(self, s: State, f: TakeFrame) -> None:
        at = self.rules.cell[INQUISITOR]
        s.emit(InquisitorTaken(f.actor, s.board[at]))
        s.board[at] = f.actor
        s.stack[-1] = f._replace(taken=1)


class MoveBlack(Move):
    """Move up to ``number`` black caballeros, whoever holds them (S0)."""

    name = "move_black"
    params = ("number",)

    def _kinds(self, s: Position, actor: int, own: int, foreign: int) -> Sequence[int]:
        return black_kinds(self.rules)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self._picks(s, actor, 0, 0, params["number"], -1, enough=1))

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
            if c.view.rules.kinds.index(c.words[0]) not in black_kinds(c.view.rules):
                return "this card moves only black caballeros"
            return c.standing(*c.words)
        return super().refusal(c, f)


def kinds_of(previous: KindsOf, position: Position, seat: int) -> tuple[int, ...]:
    """Add the black ones to those of the player who has him (S0)."""
    own = previous(position, seat)
    if position.board[position.rules.cell[INQUISITOR]] != seat:
        return own
    return (*own, *black_kinds(position.rules))


def counts_as(previous: CountsAs, position: Position, kind: int) -> int:
    """Let them count as that player's; with nobody, as an invisible player's."""
    if kind in black_kinds(position.rules):
        return position.cell(INQUISITOR)
    return previous(position, kind)


def follow_him(spec: Spec) -> None:
    """Let there be the Inquisitor, and the black ones be his who has him."""
    spec.cells[INQUISITOR] = -1
    spec.forms[INQUISITOR] = whose
    spec.laid_by[INQUISITOR] = TakeInquisitor.name
    spec.steps += [TakeInquisitor, MoveBlack]
    spec.bend("kinds_of", kinds_of)
    spec.bend("counts_as", counts_as)


# -- a caballero more in every turn ------------------------------------------


def next_to_the_king(s: Position) -> Sequence[int]:
    """Return the regions next to the King."""
    return s.rules.neighbours(s)


def one_more(
    name: str,
    verb: Verb,
    holder: str,
    whom: str,
    near: Callable[[Position], Sequence[int]] = next_to_the_king,
) -> FreeAction:
    """Return the free action of whoever has a figure: one caballero more, once a turn.

    From the provinces to the court, or from the court to one of the regions that are ``near``. The
    ``verb`` names the place; ``holder`` is the open value that says who has the figure, and what
    the label of that name calls it; ``whom`` is for whom it is, in the prompt.
    """

    def goals(s: Position) -> list[int]:
        return [place for region in near(s) for place in s.rules.region_places[region]]

    def codes(s: Position, seat: int) -> list[int]:
        rules = s.rules
        if s.cell(holder) != seat:
            return []
        first = rules.base[verb.name]
        found = [first + rules.court] if takeable(s, seat) else []
        return found + [code - rules.PLACE + first for code in placing(s, seat, goals(s))]

    def bring(s: State, seat: int, code: int) -> None:
        rules = s.rules
        goal = code - rules.base[verb.name]
        if goal == rules.court:
            take(s, seat, 1)
        else:
            place(s, seat, goal)

    def refusal(c: Case) -> str:
        rules, name = c.view.rules, c.words[0]
        if c.view.cell(holder) != c.seat:
            return f"{c.n.plain(holder)} is not at your court"
        at = rules.place_index[name]
        if at == rules.court:
            return f"you have no caballeros in {c.n.provinces}"
        if at not in rules.board_places and at != rules.castillo:
            return c.off_board(name)
        if at not in goals(c.view):
            far = f"is not a region next to the King, who is {c.king_at}"
            return c.taboo(name) or f"{c.n.the(name)} {far}"
        if not c.in_court:
            return "your court is empty"
        return c.not_placed(name)

    wanted = f"take one caballero more into {YOUR} court or place it next to the King for {whom}"
    return FreeAction(name, (verb.name,), codes, bring, wanted=wanted, refusal=refusal)


# -- Grandes go by disk in the next general scoring ---------------------------


class GrandesByDisk(AutoEffect[PlainFrame]):
    """Let Grandes go where the disks show, in the next general scoring; a second changes nothing.

    The open value ``cell`` notes it, 1 or 0; ``tell`` returns the event that says so.
    """

    on_cards = False
    cell: ClassVar[str]

    def tell(self, seat: int) -> Event:
        """Return the event: a seat has brought it about."""
        raise NotImplementedError

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return not s.cell(self.cell)

    def finished(self, s: Position, f: PlainFrame) -> bool:
        return bool(s.cell(self.cell))

    def unit(self, s: State, f: PlainFrame) -> None:
        s.board[self.rules.cell[self.cell]] = 1
        s.emit(self.tell(f.actor))


def conspired(position: Position) -> bool:
    """Say whether a card sends Grandes where disks show in the next general scoring."""
    steps = position.rules.steps.values()
    return any(isinstance(e, GrandesByDisk) and position.cell(e.cell) for e in steps)


def goes_too(position: Position, seat: int, names: Names) -> str:
    """Say in a general scoring what else the disk decides, if it does."""
    inside = position.grande(seat) == position.rules.castillo_target
    if not any(f.step == "set_disks" for f in position.stack) or not (
        conspired(position) or inside
    ):
        return ""
    home = "the Castillo" if inside else "your home region"
    return f"Your Grande goes there too, unless that region or {home} is closed as the King's is."


def grandes_follow(position: Position) -> bool:
    """Say whether Grandes go where disks show in the next general scoring, by card or from inside.

    Out of a closed Castillo none goes.
    """
    rules = position.rules
    if conspired(position):
        return True
    inside = any(position.grande(seat) == rules.castillo_target for seat in range(rules.n_seats))
    return inside and rules.castillo not in rules.taboo(position)


def grandes_by_disk(spec: Spec, step: type[GrandesByDisk]) -> None:
    """Let everybody be asked for a disk then, and each Grande go to the region that it shows.

    Neither into nor out of a closed one.
    """
    cell = step.cell

    def asked_for_disks(previous: AskedForDisks, position: Position) -> tuple[int, ...]:
        if position.cell(cell):
            return tuple(range(position.rules.n_seats))
        return previous(position)

    def emptied(s: State, shown: tuple[int, ...]) -> None:
        rules = s.rules
        if not s.cell(cell):
            return
        s.board[rules.cell[cell]] = 0
        for seat, region in enumerate(shown):
            if region >= 0 and rules.GRANDE + region in Grande(rules).codes(s, seat):
                s.move_grande(seat, seat, region)

    spec.laid_by[cell] = step.name
    spec.forms[cell] = lambda rules: Form({0: False, 1: True})
    spec.bend("asked_for_disks", asked_for_disks)
    spec.on("emptied", emptied)
