"""Gold and Wares: they come out with cards, are claimed, ride along, and pay in Spain (S0)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.expansions.colonies import voyage
from elgrande.expansions.colonies.places import GOLD, LIES_IN, NUMBER, WARES, WORTH, layout
from elgrande.rules.commands import Verb
from elgrande.rules.events import Event, Moved
from elgrande.rules.free import FreeAction
from elgrande.rules.movement import may_go
from elgrande.rules.steps.effect import ActionFrame, action_index
from elgrande.rules.steps.held import HeldEffect
from elgrande.rules.steps.step import Step
from elgrande.rules.wording import listed

if TYPE_CHECKING:
    from collections.abc import Collection

    from elgrande.rules import Decision, Position, Ruleset, Spec, State
    from elgrande.rules.questions import Possible
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names, Words

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


def unload(s: State, move: Moved, number: int, *, paid: bool) -> None:
    """Put the discs of a carrier back into the supply, and pay its owner in Spain."""
    rules = s.rules
    disc = layout(rules).carried[move.kind]
    owner = rules.counts_as(s, move.kind)
    s.convert(move.by, move.kind, rules.kind_family[move.kind], move.target, number)
    s.board[rules.cell[SUPPLY[disc]]] += number
    if paid and owner >= 0:
        s.award(owner, WORTH[disc] * number, PAID[disc])
    else:
        s.emit(DiscLost(move.kind, number, move.target))


# -- claiming ------------------------------------------------------------------------


def claims(s: Position, seat: int, discs: Collection[str] = tuple(WORTH)) -> list[int]:
    """Return who may take one of these discs: whoever stands there and carries none; the Viceroy
    steps down.
    """
    rules = s.rules
    known = layout(rules)
    codes = []
    for disc, name in LIES_IN.items():
        if disc not in discs or not s.cell(LYING[disc]):
            continue
        region = rules.regions.index(name)
        if s.is_taboo(known.common[region]):
            continue
        for kind in rules.kinds_of(s, seat):
            if kind not in known.loaded:
                continue
            first = rules.base[CLAIM.name] + kind * rules.n_places
            codes += [
                first + place
                for place in rules.region_places[region]
                if s.count(kind, place)
                and (place not in known.offices or _steps_down(s, seat, kind, place, region))
            ]
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
    s.convert(seat, kind, other, place, 1)
    voyage.take_along(s, kind, other, place)


def unclaimed(c: Case) -> str:
    """Say why nobody can claim there."""
    kind, place = c.words
    rules = c.view.rules
    if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
        return "only your own caballeros can carry a disc for you"
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
        if isinstance(frame, FirstCallFrame):
            if not any(isinstance(later, ActionFrame) for later in s.stack[at:]):
                s.stack.append(s.stack.pop(at))
            return


def edit(spec: Spec) -> None:
    """Add the discs, and claims as a free action."""
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
