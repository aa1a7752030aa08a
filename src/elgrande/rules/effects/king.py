"""Cards that move the King: to a seat of his, among some regions, with caballeros (FACTS 2.3)."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules import SpecError
from elgrande.rules.effects.pieces import KingAnywhere
from elgrande.rules.movement import free, may_intrude
from elgrande.rules.steps.step import Effect
from elgrande.rules.where import WHERE, check_where
from elgrande.rules.wording import caballeros

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.rules import Card, Decision, Position, State
    from elgrande.rules.params import Params
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names

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
        """The nodes must be seats of the King's."""
        super().check(card)
        for name in card.params["nodes"]:
            if name not in self.rules.nodes:
                known = ", ".join(self.rules.nodes)
                problem = f"{name!r} is no seat of the King's; choose from {known}"
                raise SpecError.of_card(card.id, "nodes", problem)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether he can go anywhere."""
        return bool(self.among_nodes(s, map(self.rules.nodes.index, params["nodes"])))

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        nodes = tuple(map(self.rules.nodes.index, params["nodes"]))
        s.stack.append(KingToFrame(self.name, actor, nodes))

    def legal(self, s: Position, f: KingToFrame, seat: int) -> list[int]:
        """The nodes where he is not."""
        if seat != f.actor:
            return []
        return [self.rules.KING + node for node in self.among_nodes(s, f.nodes)]

    def among_nodes(self, s: Position, nodes: Iterable[int]) -> list[int]:
        """Those of the nodes to which he can go."""
        return [node for node in nodes if node != s.king and self.rules.may_reign(s, node)]

    def prompt(self, d: Decision, f: KingToFrame, n: Names) -> str:
        """The seats that the card names."""
        return f"send the King to {' or '.join([n.node(node) for node in f.nodes])}"


SAID = {
    "any": "any other region",
    "fewest": "the region with the fewest caballeros, empty ones left out",
    "most": "the other region with the most caballeros",
    "grande": "a region where a Grande stands",
    "coast": "a region on the coast",
    "far": "a region that does not border his own",
    "inland": "a region away from the coast",
}
"""What ``WHERE`` means to a player, of whom the King is asked."""


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
        """The kind of region must be known."""
        super().check(card)
        check_where(card)

    def among(self, s: Position, where: str) -> list[int]:
        """The regions to which he can go."""
        may_reign = self.rules.may_reign
        return [r for r in WHERE[where](s) if r != s.king and may_reign(s, r)]

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether there is such a region."""
        return bool(self.among(s, params["where"]))

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        s.stack.append(KingAmongFrame(self.name, actor, params["where"]))

    def legal(self, s: Position, f: KingAmongFrame, seat: int) -> list[int]:
        """Those regions."""
        return [self.rules.KING + r for r in self.among(s, f.where)] if seat == f.actor else []

    def prompt(self, d: Decision, f: KingAmongFrame, n: Names) -> str:
        """The regions that the card means."""
        return f"move the King to {SAID[f.where]}"


class Entourage(KingAmong):
    """Move the King, and ``number`` caballeros out of the region that he leaves go along.

    Nobody comes along from a seat that is no region.
    """

    name = "entourage"
    params: ClassVar[tuple[str, ...]] = ("where", "number")

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push both frames; the escort waits below for the King."""
        s.stack.append(RideAlongFrame(RideAlong.name, actor, params["number"], s.king, -1))
        super().begin(s, actor, params)

    def do(self, s: State, f: KingAmongFrame, seat: int, code: int) -> None:
        """Move him and tell the escort where to."""
        super().do(s, f, seat, code)
        escort = s.stack[-1]
        assert isinstance(escort, RideAlongFrame)
        s.stack[-1] = escort._replace(target=s.king)
        self.unit_done(s)

    def prompt(self, d: Decision, f: KingAmongFrame, n: Names) -> str:
        """And that somebody goes along."""
        return f"{super().prompt(d, f, n)}; his entourage goes along"


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
    frame = RideAlongFrame
    on_cards = False

    def riders(self, s: Position, f: RideAlongFrame) -> list[int]:
        """The kinds that may ride: those in the region that the King left."""
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

    def legal(self, s: Position, f: RideAlongFrame, seat: int) -> list[int]:
        """Whose caballero rides next."""
        along = self.rules.base[ALONG]
        return [along + kind for kind in self.riders(s, f)] if seat == f.actor else []

    def run(self, s: State, f: RideAlongFrame) -> bool:
        """Ask while whose it is makes a difference, else carry on."""
        kinds = self.riders(s, f)
        if not kinds:
            s.stack.pop()
            return False
        if len(kinds) > 1 and self.too_many(s, f, kinds):
            return True
        self.ride(s, f, kinds[0])
        return False

    def do(self, s: State, f: RideAlongFrame, seat: int, code: int) -> None:
        """Let one ride."""
        self.ride(s, f, code - self.rules.base[ALONG])

    def ride(self, s: State, f: RideAlongFrame, kind: int) -> None:
        """Move one caballero of a kind."""
        way = self.way(s, f, kind)
        assert way is not None
        s.stack[-1] = f._replace(left=f.left - 1)
        s.move(f.actor, kind, *way, 1)
        self.unit_done(s)

    def prompt(self, d: Decision, f: RideAlongFrame, n: Names) -> str:
        """How many, and on which way."""
        way = f"of {n.node(f.source)} go to {n.node(f.target)} with the King"
        return f"let {caballeros(f.left)} {way}"

    def refusal(self, c: Case, f: RideAlongFrame) -> str:
        """Nobody of that kind is there."""
        if c.verb != ALONG:
            return ""
        return f"{c.n.who(c.words[0])} has no caballero in {c.n.node(f.source)}"
