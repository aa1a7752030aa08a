"""Moving the King, a Grande or a mobile scoreboard, alone or with caballeros.

Stacks 4 and 5 (FACTS 1.2); cards of other sets (FACTS 2.3, 2.4; S0, note on 80).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules.commands import Verb
from elgrande.rules.events import ScoreboardMoved
from elgrande.rules.geography import WHERE, check_where
from elgrande.rules.movement import free, leaving, may_go, may_intrude
from elgrande.rules.parts import F, PlainFrame
from elgrande.rules.questions import every_seat_of_his
from elgrande.rules.spec import SpecError
from elgrande.rules.steps.effect import AutoEffect, Effect, OneChoice
from elgrande.rules.wording import (
    YOUR,
    Names,
    into_castillo,
    listed,
    marked,
    other_region,
    up_to,
)

if TYPE_CHECKING:
    from elgrande.rules import Card, Case, Decision, Params, Position, Ruleset, State


# -- the King -----------------------------------------------------------------


class KingAnywhere(OneChoice[F]):
    """Move the King to any other region (5-01)."""

    name = "king_anywhere"

    def moves_king(self, params: Params) -> bool:
        return True

    def codes(self, s: Position, seat: int) -> list[int]:
        rules, king = self.rules, s.king
        first = rules.KING
        may_reign = rules.may_reign
        if may_reign is every_seat_of_his:
            return [first + region for region in range(len(rules.regions)) if region != king]
        return [
            first + region
            for region in range(len(rules.regions))
            if region != king and may_reign(s, region)
        ]

    def do(self, s: State, f: F, seat: int, code: int) -> None:
        s.stack.pop()
        s.move_king(seat, code - self.rules.KING)

    def prompt(self, d: Decision, f: F, n: Names) -> str:
        return f"move the King to {other_region(d, n)}"

    def refusal(self, c: Case, f: F) -> str:
        if c.verb != "king":
            return ""
        name = c.words[0]
        if c.view.rules.nodes.index(name) == c.view.king:
            return f"the King is already {c.n.at(name)}"
        return self.not_sent(c, name)

    def not_sent(self, c: Case, name: str) -> str:
        """Say why the King cannot go to a place where he is not."""
        return f"this card cannot move the King to {c.n.the(name)}"


class KingStep(KingAnywhere[PlainFrame]):
    """Move the King to a region next to his own (4-04)."""

    name = "king_step"

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        return [rules.KING + r for r in rules.neighbours(s) if rules.may_reign(s, r)]

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return "move the King to a neighbouring region"

    def not_sent(self, c: Case, name: str) -> str:
        near, at = c.view.rules.neighbours(c.view), c.view.rules.nodes.index(name)
        # A seat that is no region may well lie at the border: no step leads there.
        if at in near or at >= len(c.view.rules.regions):
            return super().not_sent(c, name)
        return f"{c.n.the(name)} is not next to the King, who is {c.king_at}"


class KingToFrame(NamedTuple):
    """The nodes where the card may send him."""

    step: str
    actor: int
    nodes: tuple[int, ...]


class KingTo(KingAnywhere[KingToFrame]):
    """Send the King to one of the seats ``nodes`` but his own."""

    name = "king_to"
    frame = KingToFrame
    params = ("nodes",)

    def check(self, card: Card) -> None:
        super().check(card)
        for name in card.params["nodes"]:
            if name not in self.rules.nodes:
                known = ", ".join(self.rules.nodes)
                problem = f"{name!r} is not a seat of the King's; choose from {known}"
                raise SpecError.of_card(card.id, "nodes", problem)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self.choices(s, self._first(actor, params)))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(self._first(actor, params))

    def _first(self, actor: int, params: Params) -> KingToFrame:
        nodes = tuple(map(self.rules.nodes.index, params["nodes"]))
        return KingToFrame(self.name, actor, nodes)

    def choices(self, s: Position, f: KingToFrame) -> list[int]:
        rules = self.rules
        nodes = [node for node in f.nodes if node != s.king and rules.may_reign(s, node)]
        return [rules.KING + node for node in nodes]

    def prompt(self, d: Decision, f: KingToFrame, n: Names) -> str:
        # Where he is already he is not sent.
        open_to = [node for node in f.nodes if not d.codes or n.rules.KING + node in d.codes]
        return f"move the King to {listed([n.node(node) for node in open_to], 'or')}"


SAID = {
    "fewest": "the region with the fewest caballeros (empty ones do not count)",
    "most": "the region with the most caballeros, other than his own",
    "grande": "a region with a Grande in it",
    "coast": "a region on the coast",
    "far": "a region that is not next to his place",
    "inland": "a region away from the coast",
}
"""What ``WHERE`` means to a player who moves the King, but for ``any``: what is open is named."""


class KingAmongFrame(NamedTuple):
    """Which regions the card means, a key of ``WHERE``."""

    step: str
    actor: int
    where: str


class KingAmong(KingAnywhere[KingAmongFrame]):
    """Move the King to a region that ``WHERE`` has under ``where``; ties are the actor's.

    Where he stands he never goes.
    """

    name = "king_among"
    frame = KingAmongFrame
    params: ClassVar[tuple[str, ...]] = ("where",)

    def check(self, card: Card) -> None:
        super().check(card)
        check_where(card)

    def among(self, s: Position, where: str) -> list[int]:
        """Return the regions to which he can go."""
        may_reign = self.rules.may_reign
        return [r for r in WHERE[where](s) if r != s.king and may_reign(s, r)]

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(self.among(s, params["where"]))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(KingAmongFrame(self.name, actor, params["where"]))

    def choices(self, s: Position, f: KingAmongFrame) -> list[int]:
        return [self.rules.KING + region for region in self.among(s, f.where)]

    def prompt(self, d: Decision, f: KingAmongFrame, n: Names) -> str:
        return f"move the King to {SAID.get(f.where) or other_region(d, n)}"


RIDE = Verb(
    "along", ("kind",), "let a caballero ride along with the King",
    label="take one of {kind}'s along",
)  # fmt: skip


class Entourage(KingAmong):
    """Move the King, and ``number`` caballeros out of the region that he leaves go along.

    Nobody comes along from a seat that is no region.
    """

    name = "entourage"
    params: ClassVar[tuple[str, ...]] = ("where", "number")

    def begin(self, s: State, actor: int, params: Params) -> None:
        # The escort waits below for the King.
        s.stack.append(RideAlongFrame(RideAlong.name, actor, params["number"], s.king, -1))
        super().begin(s, actor, params)

    def do(self, s: State, f: KingAmongFrame, seat: int, code: int) -> None:
        super().do(s, f, seat, code)
        escort = s.stack[-1]
        assert isinstance(escort, RideAlongFrame)
        s.stack[-1] = escort._replace(target=s.king)
        self.unit_done(s)

    def prompt(self, d: Decision, f: KingAmongFrame, n: Names) -> str:
        return f"{super().prompt(d, f, n)}, along with his entourage if he has any"


class RideAlongFrame(NamedTuple):
    """How many may still ride, the node that the King has left, and where he is, or -1."""

    step: str
    actor: int
    left: int
    source: int
    target: int


class RideAlong(Effect[RideAlongFrame]):
    """Caballeros ride along with the King, as many as the card says or as there are.

    They break the taboo (FACTS 7), as Infiltration does: they come into the King's new region.
    Whose they are is the actor's to choose, who is not asked when there is no choice. In
    a region of several places they leave the first from which their kind may ride, and arrive
    in the first that has room.
    """

    name = "ride_along"
    wants = "choose {left:caballeros} to ride with the King from {source:node} to {target:node}"
    frame = RideAlongFrame
    on_cards = False

    def riders(self, s: Position, f: RideAlongFrame) -> list[int]:
        """Return the kinds that may ride: those in the region that the King left."""
        return [kind for kind in self.rules.all_kinds if self.way(s, f, kind)]

    def way(self, s: Position, f: RideAlongFrame, kind: int) -> tuple[int, int] | None:
        """Whence and where to one of a kind may ride now."""
        rules = self.rules
        if not f.left or f.target < 0 or f.source >= len(rules.regions):
            return None
        ways = product(rules.region_places[f.source], rules.region_places[f.target])
        for source, goal in ways:
            if s.count(kind, source) and may_intrude(s, f.actor, kind, source, goal):
                return source, goal
        return None

    def too_many(self, s: Position, f: RideAlongFrame, kinds: list[int]) -> bool:
        """Say whether not all of these kinds can ride, by the card or for want of room."""
        sources, goals = (self.rules.region_places[at] for at in (f.source, f.target))
        riders = [(kind, at) for kind in kinds for at in sources if s.count(kind, at)]
        room = sum(
            free(s, goal)
            for goal in goals
            if any(may_intrude(s, f.actor, kind, at, goal) for kind, at in riders)
        )
        return sum(s.count(kind, at) for kind, at in riders) > min(f.left, room)

    def choices(self, s: Position, f: RideAlongFrame) -> list[int]:
        along = self.rules.base[RIDE.name]
        return [along + kind for kind in self.riders(s, f)]

    def run(self, s: State, f: RideAlongFrame) -> bool:
        # Whose it is is asked only while it makes a difference.
        kinds = self.riders(s, f)
        if not kinds:
            s.stack.pop()
            return False
        if len(kinds) > 1 and self.too_many(s, f, kinds):
            return True
        self.ride(s, f, kinds[0])
        return False

    def do(self, s: State, f: RideAlongFrame, seat: int, code: int) -> None:
        self.ride(s, f, code - self.rules.base[RIDE.name])

    def ride(self, s: State, f: RideAlongFrame, kind: int) -> None:
        """Move one caballero of a kind."""
        way = self.way(s, f, kind)
        assert way is not None
        s.stack[-1] = f._replace(left=f.left - 1)
        s.move(f.actor, kind, *way, 1)
        self.unit_done(s)

    def refusal(self, c: Case, f: RideAlongFrame) -> str:
        if c.verb != RIDE.name:
            return ""
        return c.nobody_in(c.words[0], self.rules.nodes[f.source])


# -- a Grande -----------------------------------------------------------------


class Grande(OneChoice[PlainFrame]):
    """Move the own Grande to another region: the new home (4-06, 4-07).

    Not into or out of the King's region, and neither into nor out of the Castillo.
    """

    name = "grande"
    wants = "move {your} Grande to another region, which becomes {your} home"

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        taboo = rules.taboo(s)
        home = s.grande(seat)
        if home == rules.castillo_target:
            return []
        if home >= 0 and taboo.issuperset(rules.target_places[home]):
            return []
        return [
            rules.GRANDE + region
            for region, places in enumerate(rules.region_places)
            if region != home and not taboo.issuperset(places)
        ]

    def do(self, s: State, f: F, seat: int, code: int) -> None:
        s.stack.pop()
        s.move_grande(seat, seat, code - self.rules.GRANDE)

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "grande":
            return ""
        rules = c.view.rules
        name = c.words[0]
        at = c.region_at(name)
        if at == c.view.grande(c.seat):
            return f"your Grande is already {c.n.at(name)}"
        if at == rules.castillo_target:
            return "this card cannot move your Grande into the Castillo"
        if all(map(c.view.is_taboo, rules.target_places[at])):
            why = f"{c.n.the(name)} is the King's region: no Grande can enter it"
            return c.shut_by_others(at) or why
        return ""


class Competition(Grande):
    """Throw the own Grande into the Castillo (S2, "Competition").

    Not out of the King's region, and not while the King closes the Castillo.
    """

    name = "competition"
    wants = "move {your} Grande into the Castillo"

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        home, inside = s.grande(seat), rules.castillo_target
        taboo = rules.taboo(s)
        if home == inside or any(
            taboo.issuperset(rules.target_places[target]) for target in (home, inside)
        ):
            return []
        return [rules.GRANDE + inside]

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "grande":
            return ""
        inside = c.view.rules.places[c.view.rules.castillo]
        return f"this card moves your Grande into {c.n.the(inside)} and nowhere else"


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
        what = marked(f.kind, f.actor, n)
        where = n.at(n.rules.regions[f.region])
        return f"choose where {where} {what} follows {YOUR} Grande to"

    def refusal(self, c: Case, f: FollowFrame) -> str:
        """Return that the place is in another region, or closed to it."""
        if c.verb != "put":
            return ""
        rules, name = c.view.rules, c.words[0]
        if rules.place_index[name] not in rules.region_places[f.region]:
            return f"your Grande is {c.n.at(rules.regions[f.region])}, and who follows goes there"
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

    def decision_frame(self, s: Position, f: EscortFrame) -> EscortFrame:
        """With no higher number than there are who may follow."""
        if f.region < 0:
            return f
        first, places = self.rules.base[ESCORT.name], self.rules.n_places
        codes = [code for code in self.choices(s, f) if code != self.rules.DONE]
        there = sum([s.count(*divmod(code - first, places)) for code in codes])
        return f._replace(left=min(f.left, there))

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
            return f"only {c.yours} caballeros follow your Grande"
        if rules.place_index[place] in rules.region_places[f.region]:
            return f"the caballeros {c.n.at(place)} are already with your Grande"
        return c.standing(kind, place)


class StandInFrame(NamedTuple):
    """Whether they have been swapped, 0 or 1."""

    step: str
    actor: int
    done: int


class StandIn(AutoEffect[StandInFrame]):
    """Swap the King and the own Grande, both standing in regions.

    The Grande thereby enters a region that nothing else could enter.
    """

    name = "stand_in"
    frame = StandInFrame

    def moves_king(self, params: Params) -> bool:
        return True

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        rules = self.rules
        regions, home = len(rules.regions), s.grande(actor)
        apart = s.king < regions and 0 <= home < regions and home != s.king
        return apart and rules.may_reign(s, home)

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(StandInFrame(self.name, actor, 0))

    def finished(self, s: Position, f: StandInFrame) -> bool:
        return bool(f.done)

    def unit(self, s: State, f: StandInFrame) -> None:
        actor = f.actor
        king, home = s.king, s.grande(actor)
        s.stack[-1] = StandInFrame(self.name, actor, 1)
        s.move_king(actor, home)
        s.move_grande(actor, actor, king)


# -- a scoreboard -------------------------------------------------------------


class Scoreboard(OneChoice[PlainFrame]):
    """Put a mobile scoreboard on a region or the Castillo, or move one (4-01 to 4-03).

    Not into or out of the King's region, never two on one place.
    """

    name = "scoreboard"

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        taboo = rules.taboo(s)
        covered = s.mobile
        free = [
            target
            for target, places in enumerate(rules.target_places)
            if target not in covered and not taboo.issuperset(places)
        ]
        codes = []
        for mobile, lies in enumerate(covered):
            if lies < 0 or not taboo.issuperset(rules.target_places[lies]):
                first = rules.SCOREBOARD + mobile * len(rules.targets)
                codes += [first + target for target in free]
        return codes

    def do(self, s: State, f: F, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        mobile, target = divmod(code - rules.SCOREBOARD, len(rules.targets))
        source = s.mobile[mobile]
        s.board[rules.at_mobile + mobile] = target
        s.emit(ScoreboardMoved(seat, mobile, source, target))

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        castillo = not d.codes or into_castillo(d, n)
        return f"put a {n.scoreboard} on a region{' or the Castillo' * castillo}"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "scoreboard":
            return ""
        rules = c.view.rules
        name, goal = c.words
        lies = c.view.mobile[rules.mobile_names.index(name)]
        at = c.region_at(goal)
        board, where = c.n.scoreboard, c.n.the(goal)
        if lies >= 0 and all(map(c.view.is_taboo, rules.target_places[lies])):
            why = f"the {c.n.board(name)} {board} is in the King's region and cannot leave it"
            return c.shut_by_others(lies) or why
        if all(map(c.view.is_taboo, rules.target_places[at])):
            why = f"{where} is the King's region: no {board} can be put there"
            return c.shut_by_others(at) or why
        if at == lies:
            return f"the {c.n.board(name)} {board} is already on {where}"
        if at in c.view.mobile:
            return f"the other {board} is already on {where}"
        return ""
