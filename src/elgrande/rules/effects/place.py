"""Bringing caballeros from the court or to it by a special action (FACTS 1.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from elgrande.rules.movement import may_go, may_intrude, movable, place, placing, take, takeable
from elgrande.rules.steps.effect import AutoEffect, Effect
from elgrande.rules.steps.turn import LeftFrame, left_frame, to_place
from elgrande.rules.wording import YOUR, anywhere, caballeros, counted, up_to

if TYPE_CHECKING:
    from elgrande.rules import Case, Decision, Names, Params, Position, Ruleset, State
    from elgrande.rules.parts import Frame


class PlaceAnywhere(Effect[LeftFrame]):
    """Place up to ``number`` more from the court into any regions or the Castillo (1-02).

    The King's region stays taboo: ``may`` says so.
    """

    name = "place_anywhere"
    places = True
    stops = True
    frame = LeftFrame
    params = ("number",)

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.may = may_go

    def goals(self, s: Position) -> Sequence[int]:
        """Return the places that the card names."""
        return self.rules.goal_places

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return bool(placing(s, actor, self.goals(s), self.may))

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(left_frame(self.name, actor, self.rules.whole(params["number"])))

    def choices(self, s: Position, f: LeftFrame) -> list[int]:
        codes = placing(s, f.actor, self.goals(s), self.may) if f.left else []
        if codes and self.stops:
            codes.append(self.rules.DONE)
        return codes

    def do(self, s: State, f: LeftFrame, seat: int, code: int) -> None:
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            return
        s.stack[-1] = left_frame(self.name, seat, f.left - 1)
        place(s, seat, code - rules.PLACE, self.may)
        self.unit_done(s)

    def decision_frame(self, s: Position, f: LeftFrame) -> Frame:
        return to_place(s, f)

    def prompt(self, d: Decision, f: LeftFrame, n: Names) -> str:
        return f"place {up_to(f.left, ' extra')} {anywhere(d, n)}, or stop"


class Militia(PlaceAnywhere):
    """Place ``number`` from the court into any regions, as many as there are (2023; FACTS 2.2).

    Neither into the Castillo nor into the King's region.
    """

    name = "militia"
    stops = False

    def goals(self, s: Position) -> Sequence[int]:
        return self.rules.board_places

    def prompt(self, d: Decision, f: LeftFrame, n: Names) -> str:
        return f"place {counted(f.left)} from {YOUR} court {anywhere(d, n)}"

    def refusal(self, c: Case, f: LeftFrame) -> str:
        # Some such cards enter what is taboo, so the taboo is not their reason.
        if c.verb == "place" and c.view.rules.place_index[c.words[0]] == c.view.rules.castillo:
            return "this card cannot place caballeros in the Castillo"
        return super().refusal(c, f)


class Infiltration(Militia):
    """Place ``number`` from the court into any regions, the King's too (S2, "Infiltration").

    While he stands beside the Castillo, that is his region and open to the card.
    """

    name = "infiltration"

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.may = may_intrude

    def goals(self, s: Position) -> Sequence[int]:
        rules = self.rules
        return rules.goal_places if rules.castillo in rules.taboo(s) else rules.board_places

    def prompt(self, d: Decision, f: LeftFrame, n: Names) -> str:
        return f"place {caballeros(f.left)} from {YOUR} court {anywhere(d, n)}, closed or not"


class Court(AutoEffect[LeftFrame]):
    """Take ``number`` more from the provinces into the court, what there is (4-10)."""

    name = "court"
    frame = LeftFrame
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        return takeable(s, actor) > 0

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(left_frame(self.name, actor, self.rules.whole(params["number"])))

    def finished(self, s: Position, f: LeftFrame) -> bool:
        return not f.left or not takeable(s, f.actor)

    def unit(self, s: State, f: LeftFrame) -> None:
        # One if somebody may stop the rest, else all.
        number = 1 if s.held else min(f.left, takeable(s, f.actor))
        s.stack[-1] = left_frame(self.name, f.actor, f.left - number)
        take(s, f.actor, number)


class Reinforce(Court):
    """Take ``number`` more into the court, from the board if the provinces are short.

    The second edition lets every card that fills a court do so (FACTS 7); the
    ``fetch`` step asks, after what the provinces hold has been taken.
    """

    name = "reinforce"

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        rules = self.rules
        return super().possible(s, actor, params) or (
            movable(s, actor, actor, rules.board_places, (rules.court,)) > 0
        )

    def finished(self, s: Position, f: LeftFrame) -> bool:
        # What is short may still be fetched.
        return not f.left

    def run(self, s: State, f: LeftFrame) -> bool:
        if f.left and not takeable(s, f.actor):
            s.stack[-1] = left_frame("fetch", f.actor, f.left)
            return False
        return super().run(s, f)
