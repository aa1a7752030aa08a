"""Moving caballeros about the board (stack 1; FACTS 1.2), and leaving a region (4-05; FACTS 7)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from elgrande.rules.events import Evacuated
from elgrande.rules.movement import entering, leaving, movable, shift
from elgrande.rules.questions import UNLIMITED
from elgrande.rules.spec import ALL, SpecError
from elgrande.rules.steps.disks import CarryDisks, ask_disks, reveal_disks
from elgrande.rules.steps.effect import Effect
from elgrande.rules.wording import YOURS, listed, marked

if TYPE_CHECKING:
    from elgrande.rules import Card, Case, Decision, Names, Params, Position, Ruleset, State


ANY = -1
UNFIXED = -2
"""Sources: any place, or one region that the first pick fixes."""


class MoveFrame(NamedTuple):
    """How many may still be moved, whence, and the marked caballero or -1.

    ``source`` is a region, ``ANY`` or ``UNFIXED``.
    """

    step: str
    actor: int
    own: int
    foreign: int
    total: int
    source: int
    kind: int
    place: int


class Move(Effect[MoveFrame]):
    """Move caballeros, each up to the numbers given.

    ``one_source`` lets all come from one region only. Anything outside the King's
    region may be a goal, the Castillo too; nothing leaves the Castillo (S0, "The
    action cards", A and C).
    """

    name = "move"
    frame = MoveFrame
    params: ClassVar[tuple[str, ...]] = ("own", "foreign", "total", "one_source")
    stops = True

    def idle(self, card: Card) -> list[SpecError]:
        numbers = [card.params[name] for name in ("own", "foreign") if name in card.params]
        # Whoever inherits may have other parameters.
        if any(numbers) or not numbers:
            return []
        problem = "with 'own' and 'foreign' at 0 the card moves nobody; write 1 or more in one"
        return [SpecError.of_card(card.id, "own", problem)]

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        own, foreign, total = params["own"], params["foreign"], params["total"]
        return bool(self._picks(s, actor, own, foreign, total, ANY, enough=1))

    def begin(self, s: State, actor: int, params: Params) -> None:
        source = UNFIXED if params["one_source"] else ANY
        whole = self.rules.whole
        own, foreign, total = map(whole, (params["own"], params["foreign"], params["total"]))
        s.stack.append(MoveFrame(self.name, actor, own, foreign, total, source, -1, -1))

    def _picks(
        self,
        s: Position,
        actor: int,
        own: int,
        foreign: int,
        total: int,
        source: int,
        enough: int = UNLIMITED,
    ) -> list[int]:
        rules = self.rules
        if total <= 0:
            return []
        places = rules.region_places[source] if source >= 0 else rules.board_places
        kinds = self._kinds(s, actor, own, foreign)
        return leaving(s, rules.PICK, actor, kinds, places, rules.goal_places, enough)

    def _kinds(self, s: Position, actor: int, own: int, foreign: int) -> Sequence[int]:
        """Return the kinds of which one may still be moved."""
        rules = self.rules
        if own > 0 and foreign > 0:
            return rules.all_kinds
        if rules.plain_kinds:
            return [k for k in rules.all_kinds if (own if k == actor else foreign) > 0]
        counts_as = rules.counts_as
        return [k for k in rules.all_kinds if (own if counts_as(s, k) == actor else foreign) > 0]

    def choices(self, s: Position, f: MoveFrame) -> list[int]:
        rules = self.rules
        if f.kind < 0:
            codes = self._picks(s, f.actor, f.own, f.foreign, f.total, f.source)
            if codes and self.stops:
                codes.append(rules.DONE)
            return codes
        return entering(s, rules.PUT, f.actor, f.kind, f.place, rules.goal_places)

    def decision_frame(self, s: Position, f: MoveFrame) -> MoveFrame:
        """With no higher number than there are to leave one region: elsewhere one may go twice."""
        if f.kind >= 0 or f.source == ANY or not self.stops:
            return f
        rules, there = self.rules, [0, 0]
        for code in self._picks(s, f.actor, f.own, f.foreign, f.total, f.source):
            kind, place = divmod(code - rules.PICK, rules.n_places)
            there[rules.counts_as(s, kind) == f.actor] += s.count(kind, place)
        limits = ((f.own, there[1]), (f.foreign, there[0]), (f.total, sum(there)))
        own, foreign, total = (
            number if number > ALL // 2 else min(number, most) for number, most in limits
        )
        return f._replace(own=own, foreign=foreign, total=total)

    def commits(self, f: MoveFrame, code: int) -> bool:
        # Marking moves nothing; a put does.
        return f.kind >= 0

    def stands(self, s: Position, f: MoveFrame, code: int) -> bool:
        return s.count(f.kind, f.place) > 0 and super().stands(s, f, code)

    def anew(self, f: MoveFrame) -> MoveFrame:
        return f._replace(kind=-1, place=-1)

    def first_choice(self, f: MoveFrame, code: int) -> tuple[int, ...]:
        return (self.rules.PICK + f.kind * self.rules.n_places + f.place, code)

    def do(self, s: State, f: MoveFrame, seat: int, code: int) -> None:
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            return
        name, actor, own, foreign, total, source, kind, place = f
        if kind < 0:
            kind, place = divmod(code - rules.PICK, rules.n_places)
            if source == UNFIXED:
                source = rules.place_region[place]
            s.stack[-1] = MoveFrame(name, actor, own, foreign, total, source, kind, place)
            return
        if rules.counts_as(s, kind) == actor:
            own -= 1
        else:
            foreign -= 1
        s.stack[-1] = MoveFrame(name, actor, own, foreign, total - 1, source, -1, -1)
        s.move(actor, kind, place, code - rules.PUT, 1)
        self.unit_done(s)

    def prompt(self, d: Decision, f: MoveFrame, n: Names) -> str:
        return self._asked(f, n, "up to ", "), or stop")

    def _asked(self, f: MoveFrame, n: Names, limit: str, end: str) -> str:
        if f.kind >= 0:
            what = marked(f.kind, f.actor, n)
            return f"choose where {what} {n.at(n.rules.places[f.place])} goes"
        own, foreign, total = f.own, f.foreign, f.total
        kinds = []
        if own:
            kinds.append(_numbered(min(own, total), f"of {YOURS}", limit))
        if foreign:
            kinds.append(_numbered(min(foreign, total), "opposing", limit))
        both = own and foreign and own + foreign > total
        what = f"{_numbered(total, '', limit)} of any colour" if both else listed(kinds)
        where = ""
        if f.source >= 0:
            where = f" from {n.region(f.source)}"
        elif f.source == UNFIXED:
            where = " from one region"
        return f"pick a caballero to move ({what}{where}{end}"

    def refusal(self, c: Case, f: MoveFrame) -> str:
        if c.verb == "pick" and f.kind < 0:
            return self._not_picked(c, f)
        if c.verb == "put" and f.kind >= 0:
            return self._not_put(c, f)
        return ""

    def _not_put(self, c: Case, f: MoveFrame) -> str:
        rules = c.view.rules
        name = c.words[0]
        if reason := c.off_board(name) or c.taboo(name):
            return reason
        if rules.place_index[name] == f.place:
            return f"the caballero is already {c.n.at(name)}"
        return c.shut(rules.kinds[f.kind], rules.places[f.place], name)

    def _not_picked(self, c: Case, f: MoveFrame) -> str:
        rules = c.view.rules
        kind, name = c.words
        if rules.place_index[name] == rules.court:
            return "this card cannot move caballeros out of a court"
        region = rules.place_region[rules.place_index[name]]
        if f.source >= 0 <= region != f.source:
            # Whoever is there, or nobody.
            first = c.n.region(f.source)
            return f"they must all come from one region, and the first came from {first}"
        if reason := c.standing(kind, name):
            return reason
        mine = rules.counts_as(c.view, rules.kinds.index(kind)) == c.seat
        if f.own if mine else f.foreign:
            return ""
        side = "own" if mine else "foreign"
        more = "more " if rules.cards[c.decision.card].params.get(side) else ""
        which = "of your" if mine else "opposing"
        return f"this card cannot move any {more}{which} caballeros"


def _numbered(number: int, kind: str, limit: str) -> str:
    """Say how many of a kind, ``up to 2 opposing``, or all there are."""
    if number > ALL // 2:
        # Without a limit they are counted down from more than there can be.
        return f"{'any' if limit else 'all'} {kind}".strip()
    if number == 1:
        limit = ""
    return f"{limit}{number} {kind}".strip()


class MoveInFull(Move):
    """Move caballeros, as many as the numbers say or as there are (2023; FACTS 9.2).

    A text of the second edition without "up to" binds whoever chose to act on it.
    """

    name = "move_in_full"
    stops = False

    def prompt(self, d: Decision, f: MoveFrame, n: Names) -> str:
        return self._asked(f, n, "", ")" if f.total > ALL // 2 else ", or as many as can)")


# -- the others leave a region ------------------------------------------------


class EvacuateFrame(NamedTuple):
    """The region that the others must leave, -1 until it is named."""

    step: str
    actor: int
    region: int


class Evacuate(Effect[EvacuateFrame]):
    """Name a region; everybody else there sets a disk and moves to what it shows."""

    name = "evacuate"
    frame = EvacuateFrame
    wants = "name a region that all other players must leave"

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        shown = [place for region in rules.disk_regions for place in rules.region_places[region]]
        self.goals = (rules.court, *shown)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return any(self._victims(s, actor, region) for region in range(len(self.rules.regions)))

    def _victims(self, s: Position, actor: int, region: int) -> tuple[int, ...]:
        """Return the other seats with anybody in a region who can go anywhere."""
        places = self.rules.region_places[region]
        others = self.rules.clockwise(actor)
        return tuple([seat for seat in others if movable(s, seat, seat, places, self.goals)])

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(EvacuateFrame(self.name, actor, -1))

    def choices(self, s: Position, f: EvacuateFrame) -> list[int]:
        if f.region >= 0:
            return []
        regions = range(len(self.rules.regions))
        first = self.rules.EVACUATE
        return [first + region for region in regions if self._victims(s, f.actor, region)]

    def do(self, s: State, f: EvacuateFrame, seat: int, code: int) -> None:
        region = code - self.rules.EVACUATE
        s.stack[-1] = EvacuateFrame(self.name, seat, region)
        s.emit(Evacuated(seat, region))
        ask_disks(s, self._victims(s, seat, region))

    def disk_hint(self, f: EvacuateFrame, n: Names) -> str:
        return f"the region your caballeros {n.at(n.rules.regions[f.region])} will go to"

    def disk_regions(self, s: Position, f: EvacuateFrame, seat: int) -> list[int]:
        """All regions; the King's and the evacuated one lead back to the court."""
        return list(self.rules.disk_regions)

    def disks_set(self, s: State, f: EvacuateFrame) -> None:
        """Reveal, then carry them out one player after another."""
        shown = reveal_disks(s)
        s.stack[-1] = CarryEvacuationFrame("carry_evacuation", f.actor, f.region, shown, 1)
        self.disks_shown(s)

    def refusal(self, c: Case, f: EvacuateFrame) -> str:
        if c.verb != "evacuate":
            return ""
        at, name = c.region_at(c.words[0]), c.n.the(c.words[0])
        if all(map(c.view.is_taboo, c.view.rules.target_places[at])):
            return c.shut_by_others(at) or f"{name} is the King's region: nobody can leave it"
        return f"no other player has caballeros {c.n.at(c.words[0])}"


class CarryEvacuationFrame(NamedTuple):
    """``shown`` are the disks by seat, ``distance`` who is next, from the actor clockwise."""

    step: str
    actor: int
    region: int
    shown: tuple[int, ...]
    distance: int


class CarryEvacuation(CarryDisks[CarryEvacuationFrame]):
    """Carry the disks out, one player after another."""

    name = "carry_evacuation"
    frame = CarryEvacuationFrame
    on_cards = False

    def carry(self, s: State, f: CarryEvacuationFrame, seat: int, region: int) -> None:
        """Move one player's caballeros, to the court if the disk shows no way out.

        Whoever may not even go there stays.
        """
        rules = self.rules
        goals = rules.region_places[region] if region != f.region else ()
        kinds = rules.kinds_of(s, seat)
        for place in rules.region_places[f.region]:
            shift(s, seat, kinds, place, (*goals, rules.court))
