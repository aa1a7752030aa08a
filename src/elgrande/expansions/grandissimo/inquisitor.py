"""The Grand Inquisitor as this game has him: company of black ones, and when he leaves (S0).

He himself and whose his caballeros are is ``elgrande.rules.effects.figures``. By the note on his
card black ones never count; by the example on the page they do, with the house rule ``black``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules import Decision, Kind, Position, Ruleset, Spec, State
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import (
    BLACK,
    INQUISITOR,
    MoveBlack,
    TakeInquisitor,
    black_kinds,
    follow_him,
    one_more,
)
from elgrande.rules.events import Event
from elgrande.rules.movement import may_go
from elgrande.rules.start import draw_regions, note_drawn
from elgrande.rules.steps.effect import Effect
from elgrande.rules.steps.step import InstantStep

if TYPE_CHECKING:
    from elgrande.rules.effects.move import MoveFrame
    from elgrande.rules.questions import Counted, Crowd, RanksFor
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names, Words

BLACKS = 2
NEVER, COUNTED = "never", "counted"
"""What the house rule ``black`` may be."""
MORE = Verb(
    "one-more", ("place",), "bring one caballero more here, for the Grand Inquisitor",
    label="bring one more to {place} for the Inquisitor",
)  # fmt: skip
COMPANY = Verb(
    "company", ("kind",), "let a caballero go along with the black one",
    label="let one of {kind}'s go along",
)  # fmt: skip
AGREE = Verb("agree", (), "let your caballero go along", label="agree")
REFUSE = Verb("refuse", (), "keep your caballero where it is", label="refuse")


@dataclass(frozen=True)
class CompanyRefused(Event):
    """The owner of a caballero would not let it go along with a black one."""

    sentence = "{seat} does not let a caballero in {source:place} go along."

    seat: int
    asker: int
    source: int


@dataclass(frozen=True)
class InquisitorLeft(Event):
    """The Grand Inquisitor went from a player's court to beside the board."""

    sentence = "The Grand Inquisitor leaves {seat}'s court and is beside the board."

    seat: int

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[INQUISITOR]] = self.seat


class LayOutBlack(InstantStep):
    """Draw a region card; all black caballeros begin there."""

    name = "lay_out_black"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        for region in draw_regions(s, 1):
            goal = rules.region_places[region][0]
            s.move(-1, rules.kinds.index(BLACK), rules.provinces, goal, BLACKS)


class InquisitorLeaves(InstantStep):
    """He goes beside the board before a general scoring (S0, note on the card)."""

    name = "inquisitor_leaves"

    def do(self, s: State, actor: int) -> None:
        at = self.rules.cell[INQUISITOR]
        if s.board[at] >= 0:
            s.emit(InquisitorLeft(s.board[at]))
            s.board[at] = -1


# -- company ----------------------------------------------------------------------------------


class MoveWithCompany(MoveBlack):
    """Move up to ``number`` black caballeros, each with one that is not black (S0, note)."""

    name = "move_black_along"
    params = ("number",)

    def do(self, s: State, f: MoveFrame, seat: int, code: int) -> None:
        rules = self.rules
        if f.kind < 0:
            super().do(s, f, seat, code)
            return
        goal = code - rules.PUT
        s.stack[-1] = f._replace(
            own=f.own - 1, foreign=f.foreign - 1, total=f.total - 1, kind=-1, place=-1
        )
        s.move(seat, f.kind, f.place, goal, 1)
        # The black one and its company are one unit, which may be stopped when both have gone.
        s.stack.append(CompanyFrame(Company.name, seat, f.place, goal))


class CompanyFrame(NamedTuple):
    """Whence the black one went and whereto; the second is -1 when all is said of its company."""

    step: str
    actor: int
    source: int
    goal: int


class Company(Effect[CompanyFrame]):
    """Say whose caballero goes along with the black one, or nobody's."""

    name = "black_company"
    frame = CompanyFrame
    on_cards = False

    def run(self, s: State, f: CompanyFrame) -> bool:
        if self.choices(s, f):
            return True
        s.stack.pop()
        self.unit_done(s)
        return False

    def choices(self, s: Position, f: CompanyFrame) -> list[int]:
        rules = self.rules
        if f.goal < 0:
            return []
        black = black_kinds(rules)
        first = rules.base[COMPANY.name]
        codes = [
            first + kind
            for kind in rules.all_kinds
            if kind not in black
            and s.count(kind, f.source)
            and may_go(s, f.actor, kind, f.source, f.goal)
        ]
        return [*codes, rules.DONE] if codes else []

    def do(self, s: State, f: CompanyFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack[-1] = f._replace(goal=-1)
        if code == rules.DONE:
            return
        kind = code - rules.base[COMPANY.name]
        owner = rules.kind_owner[kind]
        if owner in (seat, -1):
            s.move(seat, kind, f.source, f.goal, 1)
        else:
            s.stack.append(ConsentFrame(Consent.name, owner, seat, kind, f.source, f.goal))

    def prompt(self, d: Decision, f: CompanyFrame, n: Names) -> str:
        way = f"from {n.place(f.source)} to {n.place(f.goal)}" if f.goal >= 0 else ""
        return f"let a caballero go along with the black one {way}, or nobody".replace(" ,", ",")

    def label(self, d: Decision, f: CompanyFrame, words: Words, n: Names) -> str:
        return "nobody goes along" if words[0] == "done" else ""

    def refusal(self, c: Case, f: CompanyFrame) -> str:
        if c.verb != COMPANY.name:
            return ""
        kind, rules = c.words[0], c.view.rules
        if rules.kinds.index(kind) in black_kinds(rules):
            return "only a caballero that is not black goes along"
        return c.standing(kind, rules.places[f.source])


class ConsentFrame(NamedTuple):
    """The owner, as actor, is asked by ``asker`` whether a caballero may go from place to place."""

    step: str
    actor: int
    asker: int
    kind: int
    source: int
    goal: int


class Consent(Effect[ConsentFrame]):
    """The owner agrees or refuses."""

    name = "black_consent"
    frame = ConsentFrame
    on_cards = False

    def choices(self, s: Position, f: ConsentFrame) -> list[int]:
        return [self.rules.base[AGREE.name], self.rules.base[REFUSE.name]]

    def do(self, s: State, f: ConsentFrame, seat: int, code: int) -> None:
        s.stack.pop()
        if code == self.rules.base[AGREE.name]:
            s.move(f.asker, f.kind, f.source, f.goal, 1)
        else:
            s.emit(CompanyRefused(seat, f.asker, f.source))

    def prompt(self, d: Decision, f: ConsentFrame, n: Names) -> str:
        whose = "your caballero" if d.codes else "their caballero"
        return (
            f"say whether {whose} goes along with the black one, from {n.place(f.source)} to "
            f"{n.place(f.goal)}, as {n.seat(f.asker)} wishes"
        )


# -- what counts ------------------------------------------------------------------------------


def counted(
    previous: Counted, position: Position, target: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Black ones take no rank."""
    places, kinds = previous(position, target)
    black = black_kinds(position.rules)
    return places, tuple([kind for kind in kinds if kind not in black])


def ranks_for(previous: RanksFor, position: Position, kind: int, general: bool) -> int:
    """Let black ones rank for nobody in a general scoring: by then he has left."""
    if general and kind in black_kinds(position.rules):
        return -1
    return previous(position, kind, general)


def crowd(previous: Crowd, position: Position, region: int) -> int:
    """Nor do they make a region full."""
    rules = position.rules
    black = sum(
        position.count(kind, place)
        for kind in black_kinds(rules)
        for place in rules.region_places[region]
    )
    return previous(position, region) - black


def edit(spec: Spec) -> None:
    """Add the black caballeros, unless the house leaves them out, and him if he has a card."""
    if not spec.options.get("inquisitor", True):
        return
    spec.kinds.append(Kind(BLACK, BLACKS))
    if any(card.effect == TakeInquisitor.name for card in spec.cards):
        follow_him(spec)
        spec.verbs += [MORE, COMPANY, AGREE, REFUSE]
        spec.steps += [InquisitorLeaves, MoveWithCompany, Company, Consent]
        wanted = "bring one caballero more for the Inquisitor"
        spec.free.append(one_more("one_more", MORE, INQUISITOR, wanted))
        spec.insert_before("general_scoring", "set_disks", InquisitorLeaves.name)
        spec.bend("ranks_for", ranks_for)
    spec.steps.append(LayOutBlack)
    note_drawn(spec)
    spec.insert_before("game", "rounds", LayOutBlack.name)
    if spec.options.get("black", NEVER) == NEVER:
        spec.bend("counted", counted)
        spec.bend("crowd", crowd)
