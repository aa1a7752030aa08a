"""A refused command, and the reasons that several steps share.

Everything is read from the View of the seat that tried, so that no sentence
can tell more than that seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.rules.movement import free
from elgrande.rules.questions import UNLIMITED
from elgrande.rules.wording import Names, figure, listed, one_of

if TYPE_CHECKING:
    from elgrande.rules.decision import Decision
    from elgrande.rules.position import View


@dataclass(frozen=True)
class Case:
    """A refused command: in which view, whose, to which decision, and what it says.

    ``words`` are those that follow the ``verb``. Of what may be said the first reason
    counts; ``Step.refusal`` returns it, without a capital and a full stop.
    """

    view: View
    seat: int
    decision: Decision
    verb: str
    words: list[str]
    n: Names

    def nobody_in(self, kind: str, where: str) -> str:
        """Say that none of a kind is in a place: ``you have no caballeros in Galicia``."""
        rules = self.view.rules
        at = rules.kinds.index(kind)
        if at in rules.kinds_of(self.view, self.seat):
            return f"you have no caballeros in {where}"
        if any(at in owned for owned in rules.kinds_owned):
            return f"{self.n.owner(at)} has no caballeros in {where}"
        return f"there is not {one_of(at, self.n)} in {where}"

    @property
    def fits(self) -> bool:
        """Say whether the verb could be answered now, with other words."""
        verb = self.view.rules.verb
        return any(verb(code) == self.verb for code in self.decision.codes)

    def region_at(self, name: str) -> int:
        """Return the index of a region or other target by its id."""
        return self.view.rules.targets.index(name)

    def taboo(self, name: str) -> str:
        """Say that a place is closed, or nothing."""
        rules = self.view.rules
        if not self.view.is_taboo(rules.place_index[name]):
            return ""
        if rules.place_region[rules.place_index[name]] == self.view.king:
            return f"{self.n.the(name)} is the King's region: nothing can enter or leave it"
        if reason := self.why_shut(name):
            return reason
        if rules.place_index[name] in rules.king_taboo[self.view.king]:
            return f"the King has closed {self.n.the(name)}: nothing can enter or leave it"
        return f"{self.n.the(name)} is closed: nothing can enter or leave it"

    def shut_by_others(self, target: int) -> str:
        """Say why all places of a target are closed that is not the King's, or nothing."""
        rules = self.view.rules
        if target == rules.king_target[self.view.king]:
            return ""
        return self.why_shut(rules.places[rules.target_places[target][0]])

    def why_shut(self, name: str, kind: str = "") -> str:
        """Say what an expansion says of why a place is shut, or nothing."""
        said = (why(self, name, kind) for why in self.view.rules.why_shut)
        return next((reason for reason in said if reason), "")

    def off_board(self, name: str) -> str:
        """Say that a place is no region and not the Castillo, or nothing."""
        rules = self.view.rules
        at = rules.place_index[name]
        if at == rules.castillo or at in rules.board_places:
            return ""
        return (
            f"with this card, caballeros go to a region or the Castillo, not to {self.n.the(name)}"
        )

    def shut(self, kind: str, source: str, goal: str) -> str:
        """Say that a place is full, or takes nobody of this kind from there, or nothing."""
        rules = self.view.rules
        at = rules.place_index[goal]
        if not free(self.view, at):
            return self._full(at)
        who, start = rules.kinds.index(kind), rules.place_index[source]
        if not rules.may_leave(self.view, self.seat, who, start, at):
            known = self.why_shut(source, kind)
            return (
                known or f"nobody may leave {self.n.the(source)} for {self.n.the(goal)} like that"
            )
        if not rules.may_enter(self.view, self.seat, who, start, at):
            return self.why_shut(goal, kind) or f"nobody may enter {self.n.the(goal)} like that"
        return ""

    def _full(self, at: int) -> str:
        """Say that a place is full; of a region's own place what spaces of the region it is not."""
        rules = self.view.rules
        name, region = rules.places[at], rules.place_region[at]
        apart = [
            self.n.place(place)
            for place in (rules.region_places[region] if region >= 0 else ())
            if place != at and rules.room(self.view, place) < UNLIMITED
        ]
        if not apart or name != rules.regions[region]:
            return f"{self.n.the(name)} is full"
        room = rules.room(self.view, at)
        return f"{self.n.the(name)} has room for {room} besides {listed(apart)}, and that is taken"

    @property
    def in_court(self) -> str:
        """The first of the seat's kinds that stands in its court, or nothing."""
        rules = self.view.rules
        kinds = rules.kinds_of(self.view, self.seat)
        there = (rules.kinds[kind] for kind in kinds if self.view.count(kind, rules.court))
        return next(there, "")

    def not_placed(self, name: str) -> str:
        """Say that a place takes nobody out of the seat's court, or nothing."""
        if reason := self.off_board(name) or self.taboo(name):
            return reason
        kind, rules = self.in_court, self.view.rules
        return self.shut(kind, rules.places[rules.court], name) if kind else ""

    def usual(self) -> str:
        """Say what bars a caballero's way whatever the step, or nothing."""
        if not self.fits:
            return ""
        if self.verb == "place":
            return self.not_placed(self.words[0])
        if self.verb == "put":
            return self.off_board(self.words[0]) or self.taboo(self.words[0])
        if self.verb in ("pick", "send"):
            return self.standing(*self.words)
        return ""

    def standing(self, kind: str, name: str) -> str:
        """Say that no caballero of a kind can leave a place, or nothing."""
        rules = self.view.rules
        place = rules.place_index[name]
        if place == rules.castillo:
            return "caballeros leave the Castillo only in a general scoring"
        if place == rules.provinces:
            return f"caballeros in {self.n.provinces} are not on the board"
        closed = self.taboo(name)
        if closed:
            return closed
        if not self.view.count(rules.kinds.index(kind), place):
            return self.nobody_in(kind, self.n.the(name))
        return ""

    def played(self, total: int) -> str:
        """Say that nobody can come to this value any more in this round, or nothing."""
        rules = self.view.rules
        said = figure(total)
        for seat in range(rules.n_seats):
            if seat != self.seat and self.view.power(seat):
                if rules.initiative(self.view, seat) != total:
                    continue
                plain = self.view.power(seat) == total
                how = "has already played the" if plain else "already has a total of"
                return f"{self.n.seat(seat)} {how} {said} this round; no two may be equal"
        whom = self.n.lies_for(self.view, total)
        if whom:
            return f"{whom} has the {said} this round; no two may be equal"
        if total in rules.barred(self.view):
            return f"nobody may reach {said} this round"
        return ""
