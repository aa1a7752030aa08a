"""A refused command, and the reasons that several steps share.

Everything is read from the View of the seat that tried, so that no sentence
can tell more than that seat may know.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from elgrande.rules.movement import free
from elgrande.rules.wording import Names, figure, is_nobodys, listed, load

if TYPE_CHECKING:
    from elgrande.rules.commands import Decision
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

    def nobody_in(self, kind: str, name: str) -> str:
        """Say that none of a kind is in a place: ``you have no caballeros in Galicia``.

        Nobody is denied who is there with a load or without it, or in another place of a region
        that goes by the same name.
        """
        rules, n = self.view.rules, self.n
        at, here = rules.kinds.index(kind), rules.place_index[name]
        head = rules.kind_family[at]
        found = [
            (p, k) for p in dict.fromkeys((here, *self.around(name))) for k in rules.all_kinds
            if rules.kind_family[k] == head and self.view.count(k, p)
        ]  # fmt: skip
        loads = [load(k, n).strip() for p, k in found if p == here]
        has, them = f"{n.whom(head)} has", "caballeros"
        if at in rules.kinds_owned[self.seat]:
            has, them = "you have", f"caballeros{' of your own colour' * bool(self.lent)}"
        elif is_nobodys(head, n):
            has, them = "there are", f"{n.owner(head).lower()} caballeros"
        only = loads if at == head else []
        if found and not loads:
            only = [*dict.fromkeys(n.at(rules.places[p]) for p, _ in found)]
        if only:
            return f"{has} {them} {n.at(name)} only {listed(only)}"
        return f"{has} no {them}{load(at, n) if loads else ''} {n.at(name)}"

    @property
    def lent(self) -> list[str]:
        """The colours that the seat commands and does not own: whose black ones are changes."""
        rules = self.view.rules
        kinds = {*rules.kinds_of(self.view, self.seat)}.difference(rules.kinds_owned[self.seat])
        return [self.n.owner(k).lower() for k in sorted(kinds) if rules.kind_family[k] == k]

    @property
    def yours(self) -> str:
        """Whose caballeros the seat commands: ``your own``, ``your own and black``."""
        return listed(["your own", *self.lent])

    def around(self, name: str) -> tuple[int, ...]:
        """Return the places of the region that goes by this name, if one does."""
        rules = self.view.rules
        return rules.region_places[rules.regions.index(name)] if name in rules.regions else ()

    @property
    def answers(self) -> list[list[str]]:
        """What could be answered now, verb and words."""
        return [self.view.rules.text(code).split() for code in self.decision.codes]

    @property
    def king_at(self) -> str:
        """Where the King is: ``in Aragon``."""
        return self.n.at(self.view.rules.nodes[self.view.king])

    @property
    def fits(self) -> bool:
        """Say whether the verb could be answered now, with other words."""
        return any(words[0] == self.verb for words in self.answers)

    def region_at(self, name: str) -> int:
        """Return the index of a region or other target by its id."""
        return self.view.rules.targets.index(name)

    def taboo(self, name: str) -> str:
        """Say that a place is closed, or nothing."""
        rules = self.view.rules
        if not self.view.is_taboo(rules.place_index[name]):
            return ""
        if rules.place_region[rules.place_index[name]] == self.view.king:
            region = self.n.the(rules.regions[self.view.king])
            return f"{region} is the King's region: nothing can enter or leave it"
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
        """Say that a place is no region and not the Castillo, or nothing.

        While the verb cannot be answered at all, nobody goes anywhere by it now.
        """
        rules = self.view.rules
        at = rules.place_index[name]
        if at == rules.castillo or at in rules.board_places or not self.fits:
            return ""
        ends = {words[-1] for words in self.answers if words[0] == self.verb}
        apart = [p for p, region in enumerate(rules.place_region) if region < 0]
        goals = ["a region", *(self.n.place(p) for p in apart if rules.places[p] in ends)]
        return f"caballeros go to {listed(goals, 'or')} now, not to {self.n.the(name)}"

    def shut(self, kind: str, source: str, goal: str, *, room: bool = True) -> str:
        """Say that a place takes nobody of this kind from there, or has no ``room``, or nothing."""
        rules = self.view.rules
        at = rules.place_index[goal]
        who, start = rules.kinds.index(kind), rules.place_index[source]
        end = self.n.the(goal)
        if not rules.may_leave(self.view, self.seat, who, start, at):
            way = f"{self.n.the(source)} for {end}"
            return self.why_shut(source, kind) or f"nobody may leave {way} like that"
        if not rules.may_enter(self.view, self.seat, who, start, at):
            return self.why_shut(goal, kind) or f"nobody may enter {end} like that"
        return "" if not room or free(self.view, at) else self._full(at)

    def _full(self, at: int) -> str:
        """Say that a place is full; of a region's own place in which others there is room."""
        places, name = self.view.rules.places, self.view.rules.places[at]
        room = listed([self.n.at(places[p]) for p in self.around(name) if free(self.view, p)])
        return f"there is room only {room} now" if room else f"{self.n.the(name)} is full"

    @property
    def in_court(self) -> str:
        """The first of the seat's kinds that stands in its court, or nothing."""
        rules = self.view.rules
        kinds = rules.kinds_of(self.view, self.seat)
        there = (rules.kinds[kind] for kind in kinds if self.view.count(kind, rules.court))
        return next(there, "")

    def not_placed(self, name: str, *, room: bool = True) -> str:
        """Say that a place takes nobody out of the seat's court, or nothing."""
        if reason := self.off_board(name) or self.taboo(name):
            return reason
        kind, rules = self.in_court, self.view.rules
        return self.shut(kind, rules.places[rules.court], name, room=room) if kind else ""

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
        if closed := self.taboo(name):
            return closed
        if not self.view.count(rules.kinds.index(kind), place):
            return self.nobody_in(kind, name)
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
        if whom := self.n.lies_for(self.view, total):
            return f"{whom} has the {said} this round; no two may be equal"
        if total in rules.barred(self.view):
            return f"nobody may reach {said} this round"
        return ""
