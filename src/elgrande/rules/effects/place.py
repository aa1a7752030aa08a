"""Bringing caballeros from the court or to it by a special action (FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.rules.steps.step import AutoEffect, Effect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules.position import Frame, Position, State


class PlaceAnywhere(Effect):
    """Place up to ``number`` more from the court into any regions or the Castillo (1-02).

    Frame: ``(place_anywhere, actor, left)``. The King's region stays taboo.
    """

    name = "place_anywhere"
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether the court holds anybody."""
        return s.count(actor, self.rules.court) > 0

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        s.stack.append((self.name, actor, params["number"]))

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """Any place that is not taboo, or stopping."""
        rules = self.rules
        if seat != f[1] or not f[2] or not s.count(seat, rules.court):
            return []
        taboo = rules.taboo(s)
        codes = [
            rules.PLACE + place
            for place in (*rules.board_places, rules.castillo)
            if place not in taboo
        ]
        codes.append(rules.DONE)
        return codes

    def do(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Place one or stop."""
        rules = self.rules
        if code == rules.DONE:
            s.stack.pop()
            return
        s.stack[-1] = (self.name, seat, f[2] - 1)
        s.move(seat, seat, rules.court, code - rules.PLACE, 1)
        self.unit_done(s)


class Court(AutoEffect):
    """Take ``number`` more from the provinces into the court, what there is (4-10).

    Frame: ``(court, actor, left)``.
    """

    name = "court"
    params = ("number",)

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether the provinces hold anybody."""
        return s.count(actor, self.rules.provinces) > 0

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        s.stack.append((self.name, actor, params["number"]))

    def finished(self, s: State, f: Frame) -> bool:
        """Say whether all are taken."""
        return not f[2] or not s.count(f[1], self.rules.provinces)

    def unit(self, s: State, f: Frame) -> None:
        """Take one if somebody may stop the rest, else all."""
        rules = self.rules
        number = 1 if s.held else min(f[2], s.count(f[1], rules.provinces))
        s.stack[-1] = (self.name, f[1], f[2] - number)
        s.move(f[1], f[1], rules.provinces, rules.court, number)
