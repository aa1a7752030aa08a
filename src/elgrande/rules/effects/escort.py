"""The own Grande moves, and caballeros follow him (S0, note on 80)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import Verb
from elgrande.rules.effects.pieces import Grande
from elgrande.rules.movement import leaving, may_go
from elgrande.rules.parts import PlainFrame
from elgrande.rules.steps.effect import Effect
from elgrande.rules.wording import YOUR, Names, possessive, up_to

if TYPE_CHECKING:
    from elgrande.rules import Decision, Position, Ruleset, State
    from elgrande.rules.refused import Case
    from elgrande.rules.spec import Params

ESCORT = Verb(
    "escort", ("kind", "place"), "let a caballero follow your Grande",
    label="let {caballero} follow from {place}",
)  # fmt: skip


class EscortFrame(NamedTuple):
    """How many may still follow, and where the Grande has gone, -1 before he has."""

    step: str
    actor: int
    left: int
    region: int


class FollowFrame(NamedTuple):
    """Who follows from where, and the region of the Grande."""

    step: str
    actor: int
    kind: int
    place: int
    region: int


def followed(s: Position, seat: int, kind: int, source: int, region: int) -> list[int]:
    """Return the places in a Grande's region to which one of a kind can follow him."""
    goals = s.rules.region_places[region]
    return [goal for goal in goals if may_go(s, seat, kind, source, goal)]


class Follow(Effect[FollowFrame]):
    """Say where in the Grande's region somebody goes, if there are several places."""

    name = "follow_grande"
    frame = FollowFrame
    on_cards = False

    def choices(self, s: Position, f: FollowFrame) -> list[int]:
        goals = followed(s, f.actor, f.kind, f.place, f.region)
        return [self.rules.PUT + goal for goal in goals]

    def do(self, s: State, f: FollowFrame, seat: int, code: int) -> None:
        s.stack.pop()
        s.move(seat, f.kind, f.place, code - self.rules.PUT, 1)
        self.unit_done(s)

    def prompt(self, d: Decision, f: FollowFrame, n: Names) -> str:
        whose = possessive(f.kind, f.actor, n)
        return f"choose where in {n.region(f.region)} {whose} caballero follows {YOUR} Grande to"

    def refusal(self, c: Case, f: FollowFrame) -> str:
        """Return that the place is in another region, or closed to it."""
        if c.verb != "put":
            return ""
        rules, name = c.view.rules, c.words[0]
        if rules.place_index[name] not in rules.region_places[f.region]:
            return f"your Grande is in {c.n.region(f.region)}, and who follows goes there"
        return c.shut(rules.kinds[f.kind], rules.places[f.place], name)


class GrandeEscort(Effect[EscortFrame]):
    """Move the own Grande; up to ``number`` own caballeros follow him (S0, note on 80).

    The Grande moves as by a card that moves him alone; whoever follows comes from a region and goes
    to his new one.
    """

    name = "grande_escort"
    frame = EscortFrame
    params = ("number",)

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.grande = Grande(rules)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether the Grande can go anywhere."""
        return bool(self.grande.codes(s, actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(EscortFrame(self.name, actor, self.rules.whole(params["number"]), -1))

    def choices(self, s: Position, f: EscortFrame) -> list[int]:
        """Return where the Grande may go; then who may follow, or stopping."""
        rules, seat = self.rules, f.actor
        if f.region < 0:
            return self.grande.codes(s, seat)
        if not f.left:
            return []
        goals = rules.region_places[f.region]
        sources = [place for place in rules.board_places if place not in goals]
        kinds = rules.kinds_of(s, seat)
        codes = leaving(s, rules.base[ESCORT.name], seat, kinds, sources, goals)
        return [*codes, rules.DONE] if codes else []

    def do(self, s: State, f: EscortFrame, seat: int, code: int) -> None:
        """Move him, let one follow, or stop."""
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            return
        if f.region < 0:
            region = code - rules.GRANDE
            s.stack[-1] = f._replace(region=region)
            s.move_grande(seat, seat, region)
        else:
            s.stack[-1] = f._replace(left=f.left - 1)
            kind, source = divmod(code - rules.base[ESCORT.name], rules.n_places)
            first, *others = followed(s, seat, kind, source, f.region)
            if others:
                s.stack.append(FollowFrame(Follow.name, seat, kind, source, f.region))
                return
            s.move(seat, kind, source, first, 1)
        self.unit_done(s)

    def prompt(self, d: Decision, f: EscortFrame, n: Names) -> str:
        if f.region < 0:
            return f"move {YOUR} Grande to another region; {YOUR} caballeros may follow"
        return f"let {up_to(f.left)} follow {YOUR} Grande to {n.region(f.region)}, or stop"

    def refusal(self, c: Case, f: EscortFrame) -> str:
        """Return that he cannot go there, or who cannot follow."""
        if c.verb == "grande" and f.region < 0:
            return self.grande.refusal(c, PlainFrame(self.name, f.actor))
        if c.verb != ESCORT.name or f.region < 0:
            return ""
        rules = c.view.rules
        kind, place = c.words
        if rules.kinds.index(kind) not in rules.kinds_of(c.view, c.seat):
            return "only your own caballeros follow your Grande"
        if rules.place_index[place] in rules.region_places[f.region]:
            return f"the caballeros {c.n.at(place)} are already with your Grande"
        return c.standing(kind, place)
