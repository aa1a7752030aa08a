"""Queen, Jester and the Grand Inquisitor as this game has him (S0).

Queen and Jester bring a caballero more, and gifts that wait ("Queen/Jester"). The Inquisitor has
black ones for company, and leaves in a general scoring; he himself and whose his caballeros are is
``elgrande.rules.effects.figures``. By the note on his card black ones never count; by the example
on the page they do, with the house rule ``black``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.grandissimo.symbols import gifts_to
from elgrande.rules import Decision, FreeAction, Kind, Position, Ruleset, Spec, State
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
from elgrande.rules.movement import entering, may_go
from elgrande.rules.parts import PlainFrame
from elgrande.rules.spec import whose
from elgrande.rules.start import draw_regions, note_drawn
from elgrande.rules.steps.effect import Effect, OneChoice
from elgrande.rules.steps.step import InstantStep, Step

if TYPE_CHECKING:
    from elgrande.rules.effects.move import MoveFrame
    from elgrande.rules.questions import Counted, Crowd, RanksFor
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names, Words


# -- Queen and Jester ---------------------------------------------------------


QUEEN, JESTER = "queen", "jester"
"""The open values that say who has them, -1 beside the board."""
COURTIERS = (QUEEN, JESTER)
TAKE = {
    QUEEN: Verb("take-queen", (), "take the Queen to your court", label="take the Queen"),
    JESTER: Verb("take-jester", (), "take the Jester to your court", label="take the Jester"),
}
MORE = Verb(
    "queens-more", ("place",), "bring one caballero more here, for the Queen",
    label="bring one more to {place} for the Queen",
)  # fmt: skip
GIFT = Verb(
    "gift", ("seat",), "give this player one of your caballeros from the provinces",
    label="give {seat} a caballero",
)  # fmt: skip


@dataclass(frozen=True)
class CourtierTaken(Event):
    """A player took the Queen or the Jester, from another one or from beside the board (-1)."""

    seat: int
    source: int
    courtier: str

    def said(self, n: Names) -> str:
        source = f" from {n.seat(self.source)}" if self.source >= 0 else ""
        return f"{n.seat(self.seat)} takes {n.plain(self.courtier)}{source}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[self.courtier]] = self.source


@dataclass(frozen=True)
class GiftLate(Event):
    """A caballero was given to a player whose last turn is over."""

    receiver: int

    def said(self, n: Names) -> str:
        return f"That comes too late, as {n.seat(self.receiver)}'s last turn is over."


class TakeCourtier(OneChoice[PlainFrame]):
    """Take the Queen or the Jester: who is beside the board first, else from another court."""

    name = "take_courtier"
    wants = "take the Queen or the Jester to your court"

    def codes(self, s: Position, seat: int) -> list[int]:
        beside = [name for name in COURTIERS if s.cell(name) < 0]
        free = beside or [name for name in COURTIERS if s.cell(name) != seat]
        return [self.rules.base[TAKE[name].name] for name in free]

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        courtier = next(name for name in COURTIERS if rules.base[TAKE[name].name] == code)
        at = rules.cell[courtier]
        s.emit(CourtierTaken(seat, s.board[at], courtier))
        s.board[at] = seat

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        verbs = {n.rules.verb(code) for code in d.codes}
        named = [n.plain(name) for name in COURTIERS if TAKE[name].name in verbs]
        return f"take {' or '.join(named) or 'the Queen or the Jester'} to {_whose(d)} court"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        courtier = next((name for name in COURTIERS if TAKE[name].name == c.verb), "")
        if not courtier:
            return ""
        if c.view.cell(courtier) == c.seat:
            return f"{c.n.plain(courtier)} is already at your court"
        other = next(name for name in COURTIERS if name != courtier)
        return f"{c.n.plain(other)} is beside the board and is taken first"


def _whose(d: Decision) -> str:
    return "your" if d.codes else "their"


# -- the Jester's gift --------------------------------------------------------


def gift_codes(s: Position, seat: int) -> list[int]:
    """Give any other player one, while the provinces have any."""
    rules = s.rules
    if s.cell(JESTER) != seat or not s.count(rules.kinds_owned[seat][0], rules.provinces):
        return []
    return [rules.base[GIFT.name] + other for other in rules.clockwise(seat)]


def give(s: State, seat: int, code: int) -> None:
    """Lay it in front of the receiver."""
    rules = s.rules
    receiver = code - rules.base[GIFT.name]
    s.move(seat, rules.kinds_owned[seat][0], rules.provinces, gifts_to(rules, receiver), 1)
    if not has_turn(s, receiver):
        s.emit(GiftLate(receiver))


def no_gift(c: Case) -> str:
    """Say why not."""
    if c.view.cell(JESTER) != c.seat:
        return f"{c.n.plain(JESTER)} is not at your court"
    if c.words[0] == c.view.rules.colours[c.seat]:
        return f"{c.n.plain(JESTER)} gives to another player"
    return f"you have no caballeros in {c.n.provinces}"


class GiftFrame(NamedTuple):
    """The kind that the receiver has to place and where it waits, -1 before that is known."""

    step: str
    actor: int
    kind: int = -1
    place: int = -1


class PlaceGift(Step[GiftFrame]):
    """Place what others gave since the last turn: in any region but the King's, or the Castillo."""

    name = "place_gift"
    frame = GiftFrame

    def run(self, s: State, f: GiftFrame) -> bool:
        rules = self.rules
        here = gifts_to(rules, f.actor)
        kind = -1
        if any(rules.there[here](s.board)):
            # The giver on the left comes first, wherever the receiver sits.
            givers = (rules.kinds_owned[seat][0] for seat in rules.clockwise(f.actor))
            kind = next((kind for kind in givers if s.count(kind, here)), -1)
        if kind < 0:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(kind=kind, place=here)
        return True

    def choices(self, s: Position, f: GiftFrame) -> list[int]:
        rules = self.rules
        return entering(s, rules.PUT, f.actor, f.kind, f.place, rules.goal_places)

    def answer(self, s: State, f: GiftFrame, seat: int, code: int) -> None:
        s.stack[-1] = f._replace(kind=-1, place=-1)
        s.move(seat, f.kind, f.place, code - self.rules.PUT, 1)

    def prompt(self, d: Decision, f: GiftFrame, n: Names) -> str:
        return f"place the caballero of {n.owner(f.kind)} that was given to {_you(d)}"


def _you(d: Decision) -> str:
    return "you" if d.codes else "them"


def has_turn(s: Position, seat: int) -> bool:
    """Say whether a seat has another turn, after one that has begun."""
    return not s.over and (s.round < s.rules.rounds[-1] or seat in s.to_come)


def waiting(s: Position, seat: int) -> dict[int, int]:
    """Return how many of each kind wait for a seat's next turn."""
    rules = s.rules
    here = gifts_to(rules, seat)
    return {kind: number for kind in rules.all_kinds if (number := s.count(kind, here))}


def edit(spec: Spec) -> None:
    """Add both, beside the board."""
    for courtier in COURTIERS:
        spec.cells[courtier] = -1
        spec.forms[courtier] = whose
    spec.verbs += [*TAKE.values(), MORE, GIFT]
    spec.steps += [TakeCourtier, PlaceGift]
    spec.insert_after("turn", "begin_turn", PlaceGift.name)
    spec.free += [
        one_more("queens_more", MORE, QUEEN, "the Queen"),
        FreeAction("gift", (GIFT.name,), gift_codes, give, wanted="give a caballero away",
            refusal=no_gift),
    ]  # fmt: skip


# -- the Grand Inquisitor -----------------------------------------------------


BLACKS = 2
NEVER, COUNTED = "never", "counted"
"""What the house rule ``black`` may be."""
HIS_MORE = Verb(
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

    seat: int
    asker: int
    source: int

    def said(self, n: Names) -> str:
        who, where = n.seat(self.seat), n.place(self.source)
        return f"{who} does not let a caballero in {where} go along."


@dataclass(frozen=True)
class InquisitorLeft(Event):
    """The Grand Inquisitor went from a player's court to beside the board."""

    seat: int

    def said(self, n: Names) -> str:
        return f"The Grand Inquisitor leaves {n.seat(self.seat)}'s court and is beside the board."

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


# -- his company --------------------------------------------------------------


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
        return "let nobody go along" if words[0] == "done" else ""

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


# -- what counts of the black ones --------------------------------------------


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


def add_inquisitor(spec: Spec) -> None:
    """Add the black caballeros, unless the house leaves them out, and him if he has a card."""
    if not spec.options.get("inquisitor", True):
        return
    spec.kinds.append(Kind(BLACK, BLACKS))
    if any(card.effect == TakeInquisitor.name for card in spec.cards):
        follow_him(spec)
        spec.verbs += [HIS_MORE, COMPANY, AGREE, REFUSE]
        spec.steps += [InquisitorLeaves, MoveWithCompany, Company, Consent]
        spec.free.append(one_more("one_more", HIS_MORE, INQUISITOR, "the Inquisitor"))
        spec.insert_before("general_scoring", "set_disks", InquisitorLeaves.name)
        spec.bend("ranks_for", ranks_for)
    spec.steps.append(LayOutBlack)
    note_drawn(spec)
    spec.insert_before("game", "rounds", LayOutBlack.name)
    if spec.options.get("black", NEVER) == NEVER:
        spec.bend("counted", counted)
        spec.bend("crowd", crowd)
