"""The voyage (S0, "Ship"), and Gold and Wares, which ride along.

As many as stood abroad when the turn began may go one leg each in it; which of them, nobody asks.
The discs come out with cards, are claimed, and pay in Spain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import compress
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.colonies.places import (
    AMERICA,
    FRANCE,
    GOLD,
    LIES_IN,
    MEDITERRANEAN,
    NUMBER,
    OVERSEAS,
    SHIP,
    WARES,
    WORTH,
    layout,
)
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import BLACK
from elgrande.rules.events import Converted, Event
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import leaving, may_go, open_to
from elgrande.rules.spec import whose
from elgrande.rules.steps.effect import ActionFrame, action_index
from elgrande.rules.steps.held import HeldEffect
from elgrande.rules.steps.step import InstantStep, Step
from elgrande.rules.wording import Names, Words, listed, marked

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Position, Ruleset, Spec, State
    from elgrande.rules.moments import Transfer
    from elgrande.rules.questions import Possible


# -- legs ---------------------------------------------------------------------


LOADS = ("", *(f"-{disc}" for disc in WORTH))
LEGS = "legs-"
"""How the open values begin that count legs."""
SORTS = tuple(f"{owner}{load}" for owner in ("own", BLACK) for load in LOADS)
WHOSE_LEGS = "legs-of"
"""The seat whose legs are counted, and those of black ones: whoever has the turn, or -1."""
SAIL = Verb(
    "sail",
    ("kind", "place"),
    "begin a leg of the voyage",
    label="sail with {caballero} from {place}",
)


def legs_cell(sort: str, region: str) -> str:
    """Return the name of the open value that counts the legs of a sort left in a region."""
    return f"{LEGS}{sort}-{region}"


@lru_cache(maxsize=32)
def _cells(rules: Ruleset) -> dict[tuple[int, str], int]:
    """Return where on the board the legs of a kind in a region are counted."""
    cells = {}
    for kind, name in enumerate(rules.kinds):
        owner, _, load = name.partition("-")
        sort = (BLACK if owner == BLACK else "own") + (f"-{load}" if load else "")
        for region in OVERSEAS:
            cells[kind, region] = rules.cell[legs_cell(sort, region)]
    return cells


def _at(s: Position, kind: int, place: int) -> int:
    """Return where the legs of a kind from a place are counted in this turn, -1 for nowhere."""
    rules = s.rules
    region = rules.place_region[place]
    if region < 0 or (seat := s.cell(WHOSE_LEGS)) < 0 or kind not in sailors(rules, seat):
        return -1
    return _cells(rules).get((kind, rules.regions[region]), -1)


@lru_cache(maxsize=64)
def sailors(rules: Ruleset, seat: int) -> tuple[int, ...]:
    """Return the kinds that may have a leg in a seat's turn; black ones have whoever holds them."""
    owners = (rules.colours[seat], BLACK)
    return tuple([rules.kinds.index(owner + load) for owner in owners for load in LOADS])


class Leg(NamedTuple):
    """Legs of one sort: where they are counted on the board, where they begin and end."""

    cell: int
    places: tuple[int, ...]
    ends: tuple[int, ...]
    there: Callable[[list[int]], tuple[int, ...]]
    """Reads off the board how many of the kind stand on each of the places."""


@lru_cache(maxsize=256)
def _legs(rules: Ruleset, kind: int) -> tuple[Leg, ...]:
    """Return the legs that a kind may have, by region."""
    return tuple(
        Leg(
            _cells(rules)[kind, region],
            _abroad(rules, region),
            _ends(rules, region),
            _standing(rules, kind, region),
        )
        for region in OVERSEAS
    )


@lru_cache(maxsize=32)
def _all_legs(rules: Ruleset) -> slice:
    """Return where on the board legs of all sorts are counted, which is one after another."""
    cells = [rules.cell[legs_cell(sort, region)] for sort in SORTS for region in OVERSEAS]
    return slice(cells[0], cells[-1] + 1)


@lru_cache(maxsize=256)
def _abroad(rules: Ruleset, region: str) -> tuple[int, ...]:
    return rules.region_places[rules.regions.index(region)]


@lru_cache(maxsize=1024)
def _standing(rules: Ruleset, kind: int, region: str) -> Callable[[list[int]], tuple[int, ...]]:
    """Return what reads off the board how many of a kind stand on each place of a region."""
    return itemgetter(*(rules.at_kind[kind][place] for place in _abroad(rules, region)))


@lru_cache(maxsize=256)
def _overseas(rules: Ruleset, kind: int) -> Callable[[list[int]], tuple[int, ...]]:
    """Return what reads off the board how many of a kind stand on all places where legs begin."""
    return itemgetter(
        *(rules.at_kind[kind][at] for name in OVERSEAS for at in _abroad(rules, name))
    )


class CountLegs(InstantStep):
    """Note who stands abroad as a turn begins."""

    name = "count_legs"

    def do(self, s: State, actor: int) -> None:
        rules, board = self.rules, s.board
        _forget(s, actor)
        for kind in sailors(rules, actor):
            # Of most kinds nobody is abroad.
            if any(_overseas(rules, kind)(board)):
                for leg in _legs(rules, kind):
                    board[leg.cell] = sum(leg.there(board))


class ForgetLegs(InstantStep):
    """What was not sailed in a turn is gone."""

    name = "forget_legs"

    def do(self, s: State, actor: int) -> None:
        _forget(s, -1)


def _forget(s: State, seat: int) -> None:
    """Let there be no legs, and those that come be a seat's."""
    legs = _all_legs(s.rules)
    s.board[legs] = [0] * (legs.stop - legs.start)
    s.board[s.rules.cell[WHOSE_LEGS]] = seat


def take_along(s: State, kind: int, other: int, place: int) -> None:
    """Whoever has taken a disc keeps the leg; who has none in this turn takes nobody's."""
    at = _at(s, kind, place)
    if at >= 0 and s.board[at]:
        s.board[at] -= 1
        s.board[_at(s, other, place)] += 1


def moved(s: State, moves: Sequence[Transfer]) -> None:
    """Let legs lapse with those who leave otherwise: no more are left than stand there (S0)."""
    rules, board = s.rules, s.board
    for move in moves:
        at = _at(s, move.kind, move.source)
        if at >= 0 and board[at]:
            places = rules.region_places[rules.place_region[move.source]]
            board[at] = min(board[at], sum(s.count(move.kind, place) for place in places))


@lru_cache(maxsize=32)
def _from_the_ship(rules: Ruleset) -> tuple[int, ...]:
    """Return where a leg from the Ship may end: beyond the sea, in France, on any coast."""
    coast = [region for region in rules.disk_regions if rules.coastal[region]]
    return (
        *_abroad(rules, AMERICA),
        *_abroad(rules, MEDITERRANEAN),
        *_abroad(rules, FRANCE),
        *(goal for region in coast for goal in rules.region_places[region]),
    )


def _ends(rules: Ruleset, region: str) -> tuple[int, ...]:
    """Return where a leg from a region may end: on the Ship, or from there on any coast."""
    return _from_the_ship(rules) if region == SHIP else _abroad(rules, SHIP)


def goals(s: Position, seat: int, kind: int, place: int) -> list[int]:
    """Return where a leg from a place may end as things stand."""
    rules = s.rules
    return open_to(s, seat, kind, place, _ends(rules, rules.regions[rules.place_region[place]]))


def codes(s: Position, seat: int) -> list[int]:
    """Return who may sail now."""
    rules, board = s.rules, s.board
    found: list[int] = []
    if s.cell(WHOSE_LEGS) != seat or not any(board[_all_legs(rules)]):
        return found
    first = rules.base[SAIL.name]
    for kind in _sailing(s, seat):
        for leg in _legs(rules, kind):
            if board[leg.cell]:
                found += leaving(s, first, seat, (kind,), leg.places, leg.ends)
    return found


def _sailing(s: Position, seat: int) -> list[int]:
    """Return the kinds that may have a leg in a seat's turn and are the seat's now."""
    own = s.rules.kinds_of(s, seat)
    return [kind for kind in sailors(s.rules, seat) if kind in own]


def sail(s: State, seat: int, code: int) -> None:
    """Mark who sails; the leg is used up when its end is said."""
    rules = s.rules
    kind, place = divmod(code - rules.base[SAIL.name], rules.n_places)
    s.stack.append(SailFrame(Sail.name, seat, kind, place))


class SailFrame(NamedTuple):
    """Who sails, and from where."""

    step: str
    actor: int
    kind: int
    place: int


class Sail(Step[SailFrame]):
    """Say where a leg ends."""

    name = "sail_to"
    frame = SailFrame

    def choices(self, s: Position, f: SailFrame) -> list[int]:
        return [self.rules.PUT + goal for goal in goals(s, f.actor, f.kind, f.place)]

    def answer(self, s: State, f: SailFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        s.board[_at(s, f.kind, f.place)] -= 1
        s.move(seat, f.kind, f.place, code - rules.PUT, 1)

    def prompt(self, d: Decision, f: SailFrame, n: Names) -> str:
        return f"choose where {marked(f.kind, f.actor, n)} sails from {n.place(f.place)}"

    def refusal(self, c: Case, f: SailFrame) -> str:
        if c.verb != "put":
            return ""
        name, rules = c.words[0], c.view.rules
        if reason := c.off_board(name) or c.taboo(name):
            return reason
        if f.place not in _abroad(rules, SHIP):
            at = rules.place_index[name]
            if at not in _abroad(rules, SHIP):
                return f"the leg from {c.n.place(f.place)} leads to the Ship"
        elif rules.place_index[name] not in layout(rules).out_at_sea:
            region = rules.place_region[rules.place_index[name]]
            if rules.place_index[name] in layout(rules).at_ship:
                return f"the leg from {c.n.place(f.place)} leads to a shore"
            if region < 0 or not rules.coastal[region]:
                return f"{c.n.the(name)} is not a region on the coast, where the Ship lands"
        return c.shut(rules.kinds[f.kind], rules.places[f.place], name)


def not_sailed(c: Case) -> str:
    """Say why somebody has no leg."""
    kind, place = c.words
    rules = c.view.rules
    at = rules.kinds.index(kind)
    if at not in rules.kinds_of(c.view, c.seat):
        return f"only {c.yours} caballeros can sail for you"
    region = rules.place_region[rules.place_index[place]]
    if region < 0 or rules.regions[region] not in OVERSEAS:
        return f"no leg begins {c.n.at(place)}"
    # Who stands there instead is told where anybody can sail.
    reason = c.standing(kind, place)
    if reason and (c.fits or legs_left(c.view)):
        return reason
    if not c.view.board[_cells(rules)[at, rules.regions[region]]]:
        sail = f"as many of its sort may sail from {c.n.region(region)} in a turn"
        return f"no leg is left for it: {sail} as were there when it began"
    return f"the leg from {c.n.the(place)} has nowhere to end now"


def legs_left(s: Position) -> Counter[str]:
    """Return how many legs can still be sailed in this turn, by the region where they begin."""
    seat, left = s.cell(WHOSE_LEGS), Counter[str]()
    for kind in _sailing(s, seat) if seat >= 0 else ():
        left.update({at: s.board[_cells(s.rules)[kind, at]] for at in OVERSEAS})
    return +left


# -- discs --------------------------------------------------------------------


LYING = {disc: f"{disc}-lying" for disc in WORTH}
SUPPLY = {disc: f"{disc}-supply" for disc in WORTH}
FIRST = {GOLD: 1, WARES: 2}
"""So many lie there when the game begins (S0)."""
PAID = {disc: f"{disc}-home" for disc in WORTH}
"""The reasons of the points."""
CLAIM = Verb(
    "claim", ("kind", "place"), "take a disc from the place where this caballero is",
    label="claim a disc for {caballero} in {place}",
)  # fmt: skip


@dataclass(frozen=True)
class DiscsCame(Event):
    """Discs came out of the supply and lie abroad."""

    seat: int
    gold: int
    wares: int

    def said(self, n: Names) -> str:
        out = (("Gold", self.gold, "America"), ("Wares", self.wares, "the Mediterranean"))
        parts = [
            (f"{number} disc{'s' * (number > 1)} of {disc}", number, where)
            for disc, number, where in out
            if number
        ]
        said = [f"{discs} to {where}" for discs, _, where in parts[1:]]
        discs, number, where = parts[0]
        verb = "come" if number > 1 else "comes"
        return f"{listed([f'{discs} {verb} from the supply to {where}', *said])}."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        for disc, number in ((GOLD, self.gold), (WARES, self.wares)):
            board[rules.cell[LYING[disc]]] -= number
            board[rules.cell[SUPPLY[disc]]] += number


@dataclass(frozen=True)
class DiscTaken(Converted):
    """Caballeros took up discs that lay abroad."""

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        super().unwind(board, rules)
        board[rules.cell[LYING[layout(rules).carried[self.other]]]] += self.number


@dataclass(frozen=True)
class DiscLaidDown(Converted):
    """Caballeros laid down discs, which go back to the supply."""

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        super().unwind(board, rules)
        board[rules.cell[SUPPLY[layout(rules).carried[self.kind]]]] -= self.number


@dataclass(frozen=True)
class DiscLost(Event):
    """Discs went back to the supply from a place, and nobody was paid."""

    kind: int
    number: int
    place: int

    def said(self, n: Names) -> str:
        known = layout(n.rules)
        disc = known.carried[self.kind].title()
        what = f"The {disc}" if self.number == 1 else f"The {self.number} {disc}"
        # One disc of Wares is many things all the same.
        goes = "goes" if self.number == 1 and not disc.endswith("s") else "go"
        if self.place in known.home:
            return f"{what} {goes} back to the supply unpaid, as nobody has the Grand Inquisitor."
        where = "at court" if self.place == n.rules.court else f"in {n.place(self.place)}"
        return f"{what} {goes} back to the supply unpaid: {where} discs are lost, only Spain pays."


def would_come(s: Position, card: int) -> dict[str, int]:
    """Return the discs that a card's symbols bring out, as far as there are any."""
    marks = s.rules.cards[card].marks
    return {disc: min(marks.get(disc, 0), s.cell(SUPPLY[disc])) for disc in WORTH}


def come_out(s: State, actor: int, card: int, at: int) -> None:
    """Lay the discs of a card abroad; in another's turn ``actor`` may claim them, once what
    stands at ``at`` on the stack is over.
    """
    rules = s.rules
    out = would_come(s, card)
    if not any(out.values()):
        return
    for disc, number in out.items():
        s.board[rules.cell[SUPPLY[disc]]] -= number
        s.board[rules.cell[LYING[disc]]] += number
    s.emit(DiscsCame(actor, out[GOLD], out[WARES]))
    if not _own_turn(s, actor):
        discs = tuple(disc for disc, number in out.items() for _ in range(number))
        s.stack.insert(at, FirstCallFrame(FirstCall.name, actor, discs))


def carried_out(s: State, actor: int, card: int) -> None:
    """They come out before the first thing is done; those of a kept card when it is used."""
    effect = s.rules.card_effects[card]
    if not isinstance(effect, HeldEffect) or effect.vetoable:
        come_out(s, actor, card, action_index(s))


def used(s: State, seat: int, card: int) -> None:
    """Those of a kept card come out when it is used, after what it does."""
    if any(disc in s.rules.cards[card].marks for disc in WORTH):
        s.stack.append(BringOutFrame(BringOut.name, seat, card))


class BringOutFrame(NamedTuple):
    """Whose card brings discs out, and which."""

    step: str
    actor: int
    card: int


class BringOut(Step[BringOutFrame]):
    """Discs of a kept card come out; its owner may claim them first."""

    name = "bring_out"
    frame = BringOutFrame

    def run(self, s: State, f: BringOutFrame) -> bool:
        s.stack.pop()
        come_out(s, f.actor, f.card, len(s.stack))
        return False


def _own_turn(s: Position, seat: int) -> bool:
    return any(f.step in ("choose_card", "act") and f.actor == seat for f in s.stack)


def unload(s: State, move: Transfer, *, paid: bool) -> None:
    """Put the discs of a carrier back into the supply, and pay its owner in Spain."""
    rules, number = s.rules, move.number
    disc = layout(rules).carried[move.kind]
    owner = rules.counts_as(s, move.kind)
    family = rules.kind_family[move.kind]
    s.convert(move.by, move.kind, family, move.target, number, DiscLaidDown)
    s.board[rules.cell[SUPPLY[disc]]] += number
    if paid and owner >= 0:
        s.award(owner, WORTH[disc] * number, PAID[disc])
    else:
        s.emit(DiscLost(move.kind, number, move.target))


# -- claims -------------------------------------------------------------------


class Lying(NamedTuple):
    """Discs that lie abroad: where on the board they are counted, in which region they are."""

    disc: str
    cell: int
    region: int
    there: dict[int, Callable[[list[int]], tuple[int, ...]]]
    """Reads off the board how many stand on each of its places, by kind that carries none."""


@lru_cache(maxsize=32)
def _lying(rules: Ruleset) -> tuple[Lying, ...]:
    return tuple(
        Lying(
            disc,
            rules.cell[LYING[disc]],
            rules.regions.index(name),
            {kind: _standing(rules, kind, name) for kind in layout(rules).loaded},
        )
        for disc, name in LIES_IN.items()
    )


def claims(s: Position, seat: int, discs: Collection[str] = tuple(WORTH)) -> list[int]:
    """Return who may take one of these discs: whoever stands there and carries none; the Viceroy
    steps down.
    """
    rules, board = s.rules, s.board
    known, own = layout(rules), rules.kinds_of(s, seat)
    codes: list[int] = []
    for lying in _lying(rules):
        if not board[lying.cell] or lying.disc not in discs:
            continue
        region, there = lying.region, lying.there
        for kind in own:
            if kind not in there:
                continue
            for place in compress(rules.region_places[region], there[kind](board)):
                leaves = place not in known.offices or _steps_down(s, seat, kind, place, region)
                if leaves and not s.is_taboo(known.common[region]):
                    codes.append(rules.base[CLAIM.name] + kind * rules.n_places + place)
    return codes


def _steps_down(s: Position, seat: int, kind: int, place: int, region: int) -> tuple[int, ...]:
    """Return where in his region somebody may go who leaves an office."""
    known = layout(s.rules)
    goals = (known.common[region], known.beside[region])
    return tuple(goal for goal in goals if may_go(s, seat, kind, place, goal))


def _lies_at(rules: Ruleset, place: int) -> str:
    """Return the disc that lies in the region of a place."""
    region = rules.regions[rules.place_region[place]]
    return next(disc for disc, name in LIES_IN.items() if name == region)


def claim(s: State, seat: int, code: int) -> None:
    """Put the caballero on the disc."""
    rules = s.rules
    known = layout(rules)
    kind, place = divmod(code - rules.base[CLAIM.name], rules.n_places)
    region = rules.place_region[place]
    if place in known.offices:
        goal = _steps_down(s, seat, kind, place, region)[0]
        s.move(seat, kind, place, goal, 1)
        place = goal
    disc = _lies_at(rules, place)
    other = known.loaded[kind][disc]
    s.board[rules.cell[LYING[disc]]] -= 1
    s.convert(seat, kind, other, place, 1, DiscTaken)
    take_along(s, kind, other, place)


def unclaimed(c: Case) -> str:
    """Say why nobody can claim there."""
    kind, place = c.words
    rules = c.view.rules
    if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
        return f"only {c.yours} caballeros can carry a disc for you"
    if reason := c.standing(kind, place):
        return reason
    if rules.kinds.index(kind) in layout(rules).carried:
        return "each caballero carries one disc at most"
    return f"you can claim no disc {c.n.at(place)} now"


def possible(previous: Possible, position: Position, seat: int, card: int) -> bool:
    """Let a card be used for its discs alone, which come out even if nothing else can happen."""
    return previous(position, seat, card) or any(would_come(position, card).values())


class FirstCallFrame(NamedTuple):
    """Who may claim, and what: a disc for each that came out."""

    step: str
    actor: int
    discs: tuple[str, ...]


class FirstCall(Step[FirstCallFrame]):
    """Whoever brought discs out in another's turn may claim these before anybody else (S0)."""

    name = "claim_discs"
    frame = FirstCallFrame
    wants = "claim discs that have come out, or leave them"

    def run(self, s: State, f: FirstCallFrame) -> bool:
        if claims(s, f.actor, f.discs):
            return True
        s.stack.pop()
        return False

    def choices(self, s: Position, f: FirstCallFrame) -> list[int]:
        codes = claims(s, f.actor, f.discs)
        return [*codes, self.rules.DONE] if codes else []

    def answer(self, s: State, f: FirstCallFrame, seat: int, code: int) -> None:
        if code == self.rules.DONE:
            s.stack.pop()
            return
        place = (code - self.rules.base[CLAIM.name]) % self.rules.n_places
        left = list(f.discs)
        left.remove(_lies_at(self.rules, place))
        s.stack[-1] = f._replace(discs=tuple(left))
        claim(s, seat, code)

    def label(self, d: Decision, f: FirstCallFrame, words: Words, n: Names) -> str:
        return "leave them" if words[0] == "done" else ""

    def refusal(self, c: Case, f: FirstCallFrame) -> str:
        return unclaimed(c) if c.verb == CLAIM.name else ""


def settled(s: State, actor: int) -> None:
    """Ask for claims as soon as the card is over that brought the discs out."""
    for at, frame in enumerate(s.stack):
        if type(frame) is FirstCallFrame:
            if not any(isinstance(later, ActionFrame) for later in s.stack[at:]):
                s.stack.append(s.stack.pop(at))
            return


# -- all of it ----------------------------------------------------------------


def edit(spec: Spec) -> None:
    """Add the discs, with claims as a free action, and the legs."""
    spec.marks[GOLD] = "how many Gold discs come out in America"
    spec.marks[WARES] = "how many Wares discs come out in the Mediterranean"
    for disc, number in FIRST.items():
        spec.cells[LYING[disc]] = number
        spec.cells[SUPPLY[disc]] = NUMBER[disc] - number
    spec.verbs.append(CLAIM)
    spec.steps += [FirstCall, BringOut]
    spec.free.append(
        FreeAction(
            "claim", (CLAIM.name,), claims, claim, once=False, wanted="claim a disc",
            refusal=unclaimed,
        )
    )  # fmt: skip
    spec.bend("possible", possible)
    spec.on("carried_out", carried_out)
    spec.on("used", used)
    spec.on("settled", settled)
    spec.cells.update({legs_cell(sort, region): 0 for sort in SORTS for region in OVERSEAS})
    spec.cells[WHOSE_LEGS] = -1
    spec.forms[WHOSE_LEGS] = whose
    spec.verbs.append(SAIL)
    spec.steps += [CountLegs, ForgetLegs, Sail]
    spec.insert_after("turn", "begin_turn", CountLegs.name)
    spec.insert_before("turn", "end_turn", ForgetLegs.name)
    spec.on("moved", moved)
    spec.free.append(FreeAction("sail", (SAIL.name,), codes, sail, once=False, refusal=not_sailed))
