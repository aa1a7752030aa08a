"""Effects that the base game does not have (S0, notes on the cards)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.commands import Verb
from elgrande.rules.effects.cards import KeepForLater
from elgrande.rules.effects.figures import GrandesByDisk
from elgrande.rules.effects.move import Move, MoveFrame
from elgrande.rules.effects.pieces import Grande
from elgrande.rules.effects.scorings import ScoreChoice
from elgrande.rules.effects.send import SendOneEach, SendOneEachFrame
from elgrande.rules.events import Event, ScoreboardMoved
from elgrande.rules.movement import may_go, shift
from elgrande.rules.parts import NEXT_SCORING, PlainFrame
from elgrande.rules.scoring import rows
from elgrande.rules.spec import ALL, Params
from elgrande.rules.steps.disks import ask_disks, reveal_disks
from elgrande.rules.steps.effect import AutoEffect, Effect, OneChoice
from elgrande.rules.steps.step import InstantStep
from elgrande.rules.wording import YOURS, Names, Words

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Position, Ruleset, State
    from elgrande.rules.questions import Neighbours, Taboo


# -- moving and sending caballeros: Intrigue, one of each other, all into the Castillo, later


THROW_IN = Verb(
    "throw-in", ("region",), "send everybody in this region into the Castillo",
    label=lambda words, n: f"send everybody {n.at(words[-1])} into the Castillo",
    never="{place} cannot be chosen, only a region can",
)  # fmt: skip


@dataclass(frozen=True)
class ThrownIn(Event):
    """A player threw everybody in a region into the Castillo, but for those who may not leave."""

    seat: int
    region: int
    whole: bool = True
    """Whether there was nobody of the latter."""

    def said(self, n: Names) -> str:
        castillo = n.the(n.rules.places[n.rules.castillo])
        region = n.region(self.region)
        who = f"in {region}" if self.whole else f"who may leave {region}"
        return f"{n.seat(self.seat)} sends everybody {who} into {castillo}."


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
    takes_own = False

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

    def choices(self, s: Position, f: PlainFrame) -> list[int]:
        """Return the regions where somebody stands who can leave."""
        return self._codes(s, f.actor)

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        """Throw them in."""
        rules = self.rules
        s.stack.pop()
        region = code - rules.base[THROW_IN.name]
        whole = all(
            may_go(s, seat, kind, place, rules.castillo)
            for place in rules.region_places[region]
            for kind in rules.all_kinds
            if s.count(kind, place)
        )
        s.emit(ThrownIn(seat, region, whole))
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


# -- moving Grandes: by disk, and in the next general scoring -----------------


CONSPIRACY = "grandes-conspire"
"""Whether in the next general scoring the Grandes go where the disks show, 0 or 1."""


@dataclass(frozen=True)
class ConspiracyBegan(Event):
    """In the next general scoring the Grandes will go where the disks show."""

    seat: int

    def said(self, n: Names) -> str:
        return (
            f"{n.seat(self.seat)} conspires: in the next general scoring each Grande goes where "
            "its owner's disk shows, unless that region or its own is closed as the King's is."
        )


class WanderFrame(NamedTuple):
    """Whether the disks have been asked for, 0 or 1."""

    step: str
    actor: int
    asked: int


class GrandesWander(Effect[WanderFrame]):
    """Every other player moves the own Grande to another region, by disk (FACTS 3.3, on 13).

    Who stands in a closed region stays, and sets none.
    """

    name = "grandes_wander"
    frame = WanderFrame
    announced_by_choice = False

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.grande = Grande(rules)

    def _goals(self, s: Position, seat: int) -> list[int]:
        """Return the regions on a seat's disk to which its Grande may go."""
        first = self.rules.GRANDE
        goals = [code - first for code in self.grande.codes(s, seat)]
        return [region for region in self.rules.disk_regions if region in goals]

    def _asked(self, s: Position, actor: int) -> tuple[int, ...]:
        return tuple([seat for seat in self.rules.clockwise(actor) if self._goals(s, seat)])

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether any other Grande can move."""
        return bool(self._asked(s, actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(WanderFrame(self.name, actor, 0))

    def run(self, s: State, f: WanderFrame) -> bool:
        seats = self._asked(s, f.actor)
        if f.asked or not seats:
            s.stack.pop()
            return False
        s.stack[-1] = f._replace(asked=1)
        ask_disks(s, seats)
        return False

    def disk_regions(self, s: Position, f: WanderFrame, seat: int) -> list[int]:
        """Return the regions that let a Grande in and are not its home."""
        return self._goals(s, seat)

    def disks_set(self, s: State, f: WanderFrame) -> None:
        """Turn them up; then all move together."""
        s.stack[-1] = GrandesArriveFrame(GrandesArrive.name, f.actor, reveal_disks(s))
        self.disks_shown(s)

    def disk_hint(self, f: WanderFrame, n: Names) -> str:
        return "the region your Grande will go to"

    def refusal(self, c: Case, f: WanderFrame) -> str:
        """Return that he is at home there, or may not enter."""
        if c.verb != "disk":
            return ""
        region = c.region_at(c.words[0])
        if region == c.view.grande(c.seat):
            return f"your Grande is already {c.n.at(c.words[0])}"
        places = c.view.rules.region_places[region]
        return next((c.taboo(c.view.rules.places[place]) for place in places), "")


class GrandesArriveFrame(NamedTuple):
    """The regions on the disks, by seat; empty when all have moved."""

    step: str
    actor: int
    shown: tuple[int, ...]


class GrandesArrive(AutoEffect[GrandesArriveFrame]):
    """Move the Grandes to the regions on the disks, all together."""

    name = "grandes_arrive"
    frame = GrandesArriveFrame
    on_cards = False

    def finished(self, s: Position, f: GrandesArriveFrame) -> bool:
        return not f.shown

    def unit(self, s: State, f: GrandesArriveFrame) -> None:
        s.stack[-1] = f._replace(shown=())
        for seat in self.rules.clockwise(f.actor):
            if f.shown[seat] >= 0:
                s.move_grande(seat, seat, f.shown[seat])


class Conspiracy(GrandesByDisk):
    """In the next general scoring everybody sets a disk, and Grandes go there (S0, note on 35)."""

    name = "conspiracy"
    cell = CONSPIRACY

    def tell(self, seat: int) -> Event:
        return ConspiracyBegan(seat)


# -- the bridge, the quarantine, and a scoring for two caballeros of one's own


ENDS = ("bridge-from", "bridge-to")
"""The regions that the bridge joins, or -1 each."""
QUARANTINED = "quarantined"
"""The region that lies in quarantine, with a mobile scoreboard on it, or -1."""
PAIR = "pair"
"""The reason of points for a pair."""
BRIDGE = Verb(
    "bridge", ("region",), "name the regions that the bridge joins, one after the other",
    label="set one end of the bridge in {region}",
    never="no bridge leads to {place}",
)  # fmt: skip


@dataclass(frozen=True)
class BridgeBuilt(Event):
    """A player built a bridge between two regions; the one before, between ``old``, is gone."""

    seat: int
    first: int
    second: int
    old: tuple[int, ...] = (-1, -1)

    def said(self, n: Names) -> str:
        both = f"{n.region(self.first)} and {n.region(self.second)}"
        return f"{n.seat(self.seat)} bridges {both}: they become neighbours."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        for end, region in zip(ENDS, self.old, strict=True):
            board[rules.cell[end]] = region


@dataclass(frozen=True)
class QuarantineLaid(Event):
    """A player closed a region."""

    seat: int
    region: int

    def said(self, n: Names) -> str:
        return (
            f"{n.seat(self.seat)} puts {n.region(self.region)} in quarantine until the end of the "
            "next general scoring."
        )

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.cell[QUARANTINED]] = -1


@dataclass(frozen=True)
class QuarantineLifted(Event):
    """A region is open again; its mobile scoreboard lies beside the board."""

    region: int
    mobile: int

    def said(self, n: Names) -> str:
        board = f"the {n.board(n.rules.mobile_names[self.mobile])} {n.scoreboard}"
        return f"The quarantine of {n.region(self.region)} is over; {board} goes beside the board."

    def unwind(self, board: list[int], rules: Ruleset) -> None:
        board[rules.at_mobile + self.mobile] = self.region
        board[rules.cell[QUARANTINED]] = self.region


class BridgeFrame(NamedTuple):
    """The first region, -1 before it is named."""

    step: str
    actor: int
    first: int


class Bridge(Effect[BridgeFrame]):
    """Join two regions that do not border each other (S0, note on 63).

    A bridge that lies there is taken away first, so the same two may be named again.
    """

    name = "bridge"
    frame = BridgeFrame

    def _others(self, first: int) -> list[int]:
        """Return the regions that do not border one, itself left out."""
        near = self.rules.node_neighbours[first]
        return [region for region in ashore(self.rules) if region != first and region not in near]

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(BridgeFrame(self.name, actor, -1))

    def choices(self, s: Position, f: BridgeFrame) -> list[int]:
        """Return the regions that can be the next end."""
        first = self.rules.base[BRIDGE.name]
        ends = ashore(self.rules) if f.first < 0 else self._others(f.first)
        return [first + region for region in ends if f.first >= 0 or self._others(region)]

    def commits(self, f: BridgeFrame, code: int) -> bool:
        """Return that one end alone is no bridge."""
        return f.first >= 0

    def first_choice(self, f: BridgeFrame, code: int) -> tuple[int, ...]:
        """Return both ends."""
        return (self.rules.base[BRIDGE.name] + f.first, code)

    def do(self, s: State, f: BridgeFrame, seat: int, code: int) -> None:
        """Note the first end, or build."""
        rules = self.rules
        region = code - rules.base[BRIDGE.name]
        if f.first < 0:
            s.stack[-1] = f._replace(first=region)
            return
        s.stack.pop()
        old = tuple(s.cell(name) for name in ENDS)
        for name, end in zip(ENDS, sorted((f.first, region)), strict=True):
            s.board[rules.cell[name]] = end
        s.emit(BridgeBuilt(seat, f.first, region, old))

    def prompt(self, d: Decision, f: BridgeFrame, n: Names) -> str:
        if f.first < 0:
            return "choose the first of two regions that a bridge joins"
        return f"choose the region that the bridge joins with {n.region(f.first)}"

    def label(self, d: Decision, f: BridgeFrame, words: Words, n: Names) -> str:
        if words[0] != BRIDGE.name:
            return ""
        return f"{'begin a' if f.first < 0 else 'end the'} bridge at {n.the(words[1])}"

    def refusal(self, c: Case, f: BridgeFrame) -> str:
        """Return that they border each other already."""
        if c.verb != BRIDGE.name:
            return ""
        if c.region_at(c.words[0]) not in ashore(c.view.rules):
            return f"a bridge joins regions on land, and {c.n.the(c.words[0])} is out at sea"
        if f.first < 0:
            return ""
        if c.region_at(c.words[0]) == f.first:
            return "a bridge joins two regions, not one with itself"
        return f"{c.n.the(c.words[0])} borders {c.n.region(f.first)} without a bridge"


def ashore(rules: Ruleset) -> tuple[int, ...]:
    """Return the regions that border others on the map: no bridge leads out to sea."""
    return tuple(region for region in range(len(rules.regions)) if rules.node_neighbours[region])


def bridge(position: Position) -> tuple[int, int]:
    """Return the regions that the bridge joins, -1 and -1 without one."""
    return position.cell(ENDS[0]), position.cell(ENDS[1])


def neighbours(previous: Neighbours, position: Position) -> tuple[int, ...]:
    """Return what borders the King's region, over the bridge too."""
    near, ends = previous(position), bridge(position)
    if position.king not in ends:
        return near
    other = ends[1] if ends[0] == position.king else ends[0]
    return near if other in near else tuple(sorted((*near, other)))


class Quarantine(OneChoice[PlainFrame]):
    """Put a mobile scoreboard on a region, which is closed like the King's (S0, note on 93).

    One from beside the board, else one from it; a quarantine that lies there moves with its
    scoreboard.
    """

    name = "quarantine"

    def codes(self, s: Position, seat: int) -> list[int]:
        """Return the scoreboards that may be taken, with every region that may be closed."""
        rules = self.rules
        taboo = rules.taboo(s)
        lies = s.mobile
        old = s.cell(QUARANTINED)
        if old >= 0:
            boards = [lies.index(old)] if rules.king_target[s.king] != old else []
        else:
            boards = [board for board, at in enumerate(lies) if at < 0] or [
                board
                for board, at in enumerate(lies)
                if not taboo.issuperset(rules.target_places[at])
            ]
        regions = [
            region
            for region, places in enumerate(rules.region_places)
            if region not in lies and not taboo.issuperset(places)
        ]
        size = len(rules.targets)
        return [rules.SCOREBOARD + board * size + r for board in boards for r in regions]

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        """Lay it."""
        rules = self.rules
        s.stack.pop()
        board, region = divmod(code - rules.SCOREBOARD, len(rules.targets))
        source = s.mobile[board]
        s.board[rules.at_mobile + board] = region
        s.board[rules.cell[QUARANTINED]] = region
        s.emit(ScoreboardMoved(seat, board, source, region))
        s.emit(QuarantineLaid(seat, region))

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return f"put a {n.scoreboard} on the region that the quarantine closes"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        """Return that the scoreboard or the region is another one."""
        if c.verb != "scoreboard":
            return ""
        rules = c.view.rules
        name, goal = c.words
        board, at = rules.mobile_names.index(name), c.region_at(goal)
        if at == rules.castillo_target:
            return f"{c.n.the(goal)} cannot be closed by a quarantine, only a region can"
        if at in c.view.mobile:
            return f"a {c.n.scoreboard} is already on {c.n.the(goal)}"
        closed = [c.taboo(rules.places[place]) for place in rules.region_places[at]]
        if all(closed):
            return closed[0]
        old = c.view.cell(QUARANTINED)
        if old >= 0 and c.view.mobile[board] != old:
            return f"the quarantine of {c.n.region(old)} moves with the {c.n.scoreboard} there"
        return f"take a {c.n.scoreboard} from beside the board first"


class LiftQuarantine(InstantStep):
    """After a general scoring a closed region is open again, even where the King stands."""

    name = "lift_quarantine"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        region = s.cell(QUARANTINED)
        if region >= 0:
            board = s.mobile.index(region)
            s.board[rules.at_mobile + board] = -1
            s.board[rules.cell[QUARANTINED]] = -1
            s.emit(QuarantineLifted(region, board))


def taboo(previous: Taboo, position: Position) -> frozenset[int]:
    """Return the closed places, those in quarantine too."""
    region = position.cell(QUARANTINED)
    closed = previous(position)
    return closed.union(position.rules.region_places[region]) if region >= 0 else closed


def why_shut(c: Case, name: str, kind: str) -> str:
    """Say that a quarantine closes a place."""
    rules = c.view.rules
    region = c.view.cell(QUARANTINED)
    if region < 0 or rules.place_index[name] not in rules.region_places[region]:
        return ""
    return f"{c.n.the(name)} is in quarantine: nothing can enter or leave it"


class ScorePair(ScoreChoice[PlainFrame]):
    """A region with exactly two own caballeros and nobody with more pays its first value.

    To the actor alone, and without a bonus; the Castillo cannot be chosen (S0, note on 135).
    """

    name = "score_pair"

    def foretold(self, s: Position, card: int, n: Names) -> str:
        return (
            "pays whoever uses it alone, for one region where they have exactly 2 caballeros and "
            "nobody has more"
        )

    def targets(self, s: Position, f: PlainFrame) -> list[int]:
        """Return the regions where the actor has two and nobody has more."""
        return self._pairs(s, f.actor)

    def _pairs(self, s: Position, actor: int) -> list[int]:
        found = []
        for region in range(len(self.rules.regions)):
            lines = rows(s, region, s.values(region), False)
            # The first of them has most; a row begins with the seat, and the count is its third.
            if lines and lines[0][2] == 2 and any(line[:3:2] == (actor, 2) for line in lines):
                found.append(region)
        return found

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether there is such a region."""
        return bool(self._pairs(s, actor))

    def do(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        """Give the points."""
        s.stack.pop()
        region = code - self.rules.SCORE
        s.award(seat, s.values(region)[0], PAIR)

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return "choose a region where you have 2 caballeros and nobody has more"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        """Return what is wrong with the region."""
        if c.verb != "score":
            return ""
        at = c.region_at(c.words[0])
        there = c.n.at(c.words[0])
        if at == c.view.rules.castillo_target:
            return f"this card scores a region, not {c.n.the(c.words[0])}"
        lines = rows(c.view, at, c.view.values(at), False)
        mine = next((line[2] for line in lines if line[0] == c.seat), 0)
        if mine != 2:
            return f"you need exactly 2 caballeros that count {there}, and have {mine}"
        return f"somebody has more than 2 caballeros {there}"
