"""Moving the King, a Grande or a mobile scoreboard (stacks 4 and 5; FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.events import ScoreboardMoved
from elgrande.rules.parts import F, PlainFrame
from elgrande.rules.steps.effect import OneChoice
from elgrande.rules.wording import into_castillo, other_region

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Params, Position, State


class KingAnywhere(OneChoice[F]):
    """Move the King to any other region (5-01)."""

    name = "king_anywhere"

    def moves_king(self, params: Params) -> bool:
        return True

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        return [
            rules.KING + region
            for region in range(len(rules.regions))
            if region != s.king and rules.may_reign(s, region)
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
        return f"{c.n.the(name)} is not next to the King, who is in {c.n.node(c.view.king)}"


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
