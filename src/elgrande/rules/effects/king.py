"""Cards that move the King: to a seat of his, among some regions, with caballeros (FACTS 2.3)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules.effects.pieces import KingAnywhere
from elgrande.rules.geography import WHERE, check_where
from elgrande.rules.movement import free, may_intrude
from elgrande.rules.spec import SpecError
from elgrande.rules.steps.effect import Effect
from elgrande.rules.wording import listed, other_region

if TYPE_CHECKING:
    from elgrande.rules import Card, Case, Decision, Names, Params, Position, State

ALONG = "along"
"""The verb that says whose caballero rides with the King."""


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
    "far": "a region that does not border his place",
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

    This card alone breaks the taboo (FACTS 7): they come into the King's new region.
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
        along = self.rules.base[ALONG]
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
        self.ride(s, f, code - self.rules.base[ALONG])

    def ride(self, s: State, f: RideAlongFrame, kind: int) -> None:
        """Move one caballero of a kind."""
        way = self.way(s, f, kind)
        assert way is not None
        s.stack[-1] = f._replace(left=f.left - 1)
        s.move(f.actor, kind, *way, 1)
        self.unit_done(s)

    def refusal(self, c: Case, f: RideAlongFrame) -> str:
        if c.verb != ALONG:
            return ""
        return c.nobody_in(c.words[0], self.rules.nodes[f.source])
