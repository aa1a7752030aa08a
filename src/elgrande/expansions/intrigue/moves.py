"""Moving and sending caballeros: Intrigue, one of each other, all into the Castillo, later."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.rules.commands import Verb
from elgrande.rules.effects.cards import KeepForLater
from elgrande.rules.effects.move import Move, MoveFrame
from elgrande.rules.effects.send import SendOneEach
from elgrande.rules.events import Event
from elgrande.rules.movement import may_go, shift
from elgrande.rules.parts import NEXT_SCORING, PlainFrame
from elgrande.rules.spec import ALL, Params
from elgrande.rules.steps.effect import Effect
from elgrande.rules.wording import YOURS, Names

if TYPE_CHECKING:
    from elgrande.rules import Decision, Position, State
    from elgrande.rules.effects.send import SendOneEachFrame
    from elgrande.rules.refused import Case

THROW_IN = Verb(
    "throw-in", ("region",), "send everybody in this region into the Castillo",
    label="send everybody in {region} into the Castillo",
    never="{place} cannot be chosen, only a region can",
)  # fmt: skip


@dataclass(frozen=True)
class ThrownIn(Event):
    """A player threw everybody in a region into the Castillo."""

    seat: int
    region: int

    def said(self, n: Names) -> str:
        castillo = n.the(n.rules.places[n.rules.castillo])
        region = n.region(self.region)
        return f"{n.seat(self.seat)} sends everybody who may leave {region} into {castillo}."


class Intrigue(Move):
    """From one region move one foreign caballero, or own ones as many as one likes (S4).

    At least one must be moved: the action is required.
    """

    name = "intrigue"
    params = ()
    stops = False

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether there is anybody to move."""
        return super().possible(s, actor, BOTH)

    def begin(self, s: State, actor: int, params: Params) -> None:
        super().begin(s, actor, BOTH)

    def choices(self, s: Position, f: MoveFrame) -> list[int]:
        """Return the same as of a move, and stopping once the first has been moved."""
        codes = super().choices(s, f)
        moved = f.kind < 0 and not f.foreign
        return [*codes, self.rules.DONE] if codes and moved else codes

    def do(self, s: State, f: MoveFrame, seat: int, code: int) -> None:
        """Once one has been moved, only others of the own may follow an own one."""
        if f.kind >= 0:
            own = self.rules.counts_as(s, f.kind) == f.actor
            # The units of a move count these down by one.
            f = f._replace(foreign=0) if own else f._replace(own=0, foreign=1, total=1)
        super().do(s, f, seat, code)

    def prompt(self, d: Decision, f: MoveFrame, n: Names) -> str:
        if f.kind >= 0 or not f.foreign:
            return super().prompt(d, f, n)
        return (
            f"pick a caballero to move: one of another player's, or any number of {YOURS} from "
            "one region"
        )


BOTH: Params = {"own": ALL, "foreign": 1, "total": ALL, "one_source": True}


class SendOthers(SendOneEach):
    """The actor sends one caballero of each other player back (S0, note on 70)."""

    name = "send_others"

    def _first(self, s: Position, actor: int) -> SendOneEachFrame:
        first = super()._first(s, actor)
        own = sum(1 << kind for kind in self.rules.all_kinds
                  if self.rules.counts_as(s, kind) == actor)  # fmt: skip
        return first._replace(kinds=first.kinds & ~own)

    def refusal(self, c: Case, f: SendOneEachFrame) -> str:
        """Return that the own are spared, among others."""
        if c.verb == "send":
            kind = c.view.rules.kinds.index(c.words[0])
            if c.view.rules.counts_as(c.view, kind) == c.seat:
                return "this card takes only other players' caballeros"
        return super().refusal(c, f)


class ThrowIn(Effect[PlainFrame]):
    """Throw everybody in a region into the Castillo, where they stay (FACTS 3.3, on 23)."""

    name = "throw_in"

    def _codes(self, s: Position, actor: int) -> list[int]:
        rules = self.rules
        first = rules.base[THROW_IN.name]
        return [
            first + region
            for region, places in enumerate(rules.region_places)
            if any(
                s.count(kind, place) and may_go(s, actor, kind, place, rules.castillo)
                for place in places
                for kind in rules.all_kinds
            )
        ]

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether anybody can be thrown in."""
        return bool(self._codes(s, actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(PlainFrame(self.name, actor))

    def choices(self, s: Position, f: PlainFrame) -> list[int]:
        """Return the regions where somebody stands who can leave."""
        return self._codes(s, f.actor)

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        """Throw them in."""
        rules = self.rules
        s.stack.pop()
        region = code - rules.base[THROW_IN.name]
        s.emit(ThrownIn(seat, region))
        for place in rules.region_places[region]:
            shift(s, seat, rules.all_kinds, place, (rules.castillo,))

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return "choose the region from which everybody goes into the Castillo"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        """Return that nobody may leave it, or that nobody is there."""
        if c.verb != THROW_IN.name:
            return ""
        places = c.view.rules.region_places[c.region_at(c.words[0])]
        closed = [c.taboo(c.view.rules.places[place]) for place in places]
        if all(closed):
            return closed[0]
        return f"nobody is {c.n.at(c.words[0])}"


class KeepForScoring(KeepForLater):
    """Keep the card; once, before something is scored, carry out the card that it names.

    That is before a special scoring that was announced and let pass, and in a general one
    before the regions, once the Castillo has been emptied (S0, note on 75).
    """

    name = "keep_for_scoring"
    hears = ("scoring",)
    lasts = NEXT_SCORING
    trigger = "scoring"
