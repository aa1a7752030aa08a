"""Bringing caballeros from the court or to it by a special action (FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.frames import shared
from elgrande.rules.steps.step import AutoEffect, Effect
from elgrande.rules.steps.turn import fetch_frame

if TYPE_CHECKING:
    from elgrande.rules.params import Params
    from elgrande.rules.position import Position, State
    from elgrande.rules.ruleset import Ruleset


class LeftFrame(NamedTuple):
    """How many may still be placed or taken."""

    step: str
    actor: int
    left: int


left_frame = shared(LeftFrame)


class PlaceAnywhere(Effect[LeftFrame]):
    """Place up to ``number`` more from the court into any regions or the Castillo (1-02).

    The King's region stays taboo.
    """

    name = "place_anywhere"
    frame = LeftFrame
    params = ("number",)

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.stopping: tuple[int, ...] = (rules.DONE,)

    def goals(self, s: Position) -> list[int]:
        """The places that are open to the card."""
        rules = self.rules
        taboo = rules.taboo(s)
        return [p for p in (*rules.board_places, rules.castillo) if p not in taboo]

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether the court holds anybody."""
        return s.count(actor, self.rules.court) > 0

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        s.stack.append(left_frame(self.name, actor, params["number"]))

    def legal(self, s: Position, f: LeftFrame, seat: int) -> list[int]:
        """Any place that is not taboo, or stopping."""
        rules = self.rules
        if seat != f.actor or not f.left or not s.count(seat, rules.court):
            return []
        return [*(rules.PLACE + place for place in self.goals(s)), *self.stopping]

    def do(self, s: State, f: LeftFrame, seat: int, code: int) -> None:
        """Place one or stop."""
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            return
        s.stack[-1] = left_frame(self.name, seat, f.left - 1)
        s.move(seat, seat, rules.court, code - rules.PLACE, 1)
        self.unit_done(s)


class Militia(PlaceAnywhere):
    """Place ``number`` from the court into any regions, as many as there are (2023; FACTS 2.2).

    Neither into the Castillo nor into the King's region.
    """

    name = "militia"

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules)
        self.stopping = ()

    def goals(self, s: Position) -> list[int]:
        """Every region that is not taboo."""
        taboo = self.rules.taboo(s)
        return [place for place in self.rules.board_places if place not in taboo]


class Court(AutoEffect[LeftFrame]):
    """Take ``number`` more from the provinces into the court, what there is (4-10)."""

    name = "court"
    frame = LeftFrame
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether the provinces hold anybody."""
        return s.count(actor, self.rules.provinces) > 0

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        s.stack.append(left_frame(self.name, actor, params["number"]))

    def finished(self, s: Position, f: LeftFrame) -> bool:
        """Say whether all are taken."""
        return not f.left or not s.count(f.actor, self.rules.provinces)

    def unit(self, s: State, f: LeftFrame) -> None:
        """Take one if somebody may stop the rest, else all."""
        rules = self.rules
        number = 1 if s.held else min(f.left, s.count(f.actor, rules.provinces))
        s.stack[-1] = left_frame(self.name, f.actor, f.left - number)
        s.move(f.actor, f.actor, rules.provinces, rules.court, number)


class Reinforce(Court):
    """Take ``number`` more into the court, from the board if the provinces are short.

    The second edition lets every card that fills a court do so (FACTS 7); the
    ``fetch`` step asks, after what the provinces hold has been taken.
    """

    name = "reinforce"

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether anybody can be taken or fetched."""
        return super().possible(s, actor, params) or any(
            s.count(actor, place) and not s.is_taboo(place) for place in self.rules.board_places
        )

    def finished(self, s: Position, f: LeftFrame) -> bool:
        """Say whether all are taken; what is short may still be fetched."""
        return not f.left

    def run(self, s: State, f: LeftFrame) -> bool:
        """Take what the provinces hold; what is short may be fetched."""
        if f.left and not s.count(f.actor, self.rules.provinces):
            s.stack[-1] = fetch_frame("fetch", f.actor, f.left)
            return False
        return super().run(s, f)
