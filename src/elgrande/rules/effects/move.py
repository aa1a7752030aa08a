"""Moving caballeros about the board (stack 1; FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.rules.steps.step import Effect

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.rules.position import Frame, Position, State

ANY = -1
UNFIXED = -2
"""Sources: any place, or one region that the first pick fixes."""


class Move(Effect):
    """Move caballeros, each up to the numbers given.

    Frame: ``(move, actor, own, foreign, total, source, kind, place)``; kind and
    place are the marked caballero or -1. ``one_source`` lets all come from one
    region only. Anything outside the King's region may be a goal, the Castillo
    too; nothing leaves the Castillo (S0, "The action cards", A and C).
    """

    name = "move"
    params = ("own", "foreign", "total", "one_source")

    def possible(self, s: Position, actor: int, params: Mapping[str, Any]) -> bool:
        """Say whether there is anybody to move."""
        return bool(self._picks(s, actor, params["own"], params["foreign"], params["total"], ANY))

    def begin(self, s: State, actor: int, params: Mapping[str, Any]) -> None:
        """Push the frame."""
        source = UNFIXED if params["one_source"] else ANY
        s.stack.append(
            (self.name, actor, params["own"], params["foreign"], params["total"], source, -1, -1)
        )

    def _picks(
        self, s: Position, actor: int, own: int, foreign: int, total: int, source: int
    ) -> list[int]:
        rules = self.rules
        if total <= 0:
            return []
        board = s.board
        taboo = rules.taboo(s)
        if source >= 0:
            places: tuple[int, ...] | list[int] = rules.region_places[source]
        else:
            places = rules.board_places
        codes = []
        for kind, offset in rules.kind_offsets:
            mine = kind == actor if rules.plain_kinds else rules.counts_as(s, kind) == actor
            if (own if mine else foreign) > 0:
                pick = rules.PICK + offset
                for place in places:
                    if board[offset + place] and place not in taboo:
                        codes.append(pick + place)
        return codes

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """Mark a caballero, say where the marked one goes, or stop."""
        _, actor, own, foreign, total, source, kind, place = f
        if seat != actor:
            return []
        rules = self.rules
        if kind < 0:
            codes = self._picks(s, actor, own, foreign, total, source)
            if codes:
                codes.append(rules.DONE)
            return codes
        taboo = rules.taboo(s)
        codes = [
            rules.PUT + target
            for target in rules.board_places
            if target != place and target not in taboo
        ]
        if rules.castillo not in taboo:
            codes.append(rules.PUT + rules.castillo)
        return codes

    def commits(self, f: Frame, code: int) -> bool:
        """Marking moves nothing; a put does."""
        return int(f[6]) >= 0

    def first_choice(self, f: Frame, code: int) -> tuple[int, ...]:
        """The marked caballero and where it goes."""
        return (self.rules.PICK + f[6] * self.rules.np + f[7], code)

    def do(self, s: State, f: Frame, seat: int, code: int) -> None:
        """Mark, move or stop."""
        rules = self.rules
        _, actor, own, foreign, total, source, kind, place = f
        if code == rules.DONE:
            s.stack.pop()
            return
        if kind < 0:
            kind, place = divmod(code - rules.PICK, rules.np)
            if source == UNFIXED:
                source = rules.place_region[place]
            s.stack[-1] = (self.name, actor, own, foreign, total, source, kind, place)
            return
        if rules.counts_as(s, kind) == actor:
            own -= 1
        else:
            foreign -= 1
        s.stack[-1] = (self.name, actor, own, foreign, total - 1, source, -1, -1)
        s.move(actor, kind, place, code - rules.PUT, 1)
        self.unit_done(s)


class MoveInFull(Move):
    """Move caballeros, as many as the numbers say or as there are (2023; FACTS 9.2).

    A text of the second edition without "up to" binds whoever chose to act on it.
    """

    name = "move_in_full"

    def legal(self, s: Position, f: Frame, seat: int) -> list[int]:
        """The same choices, but no stopping while anybody is left to move."""
        codes = super().legal(s, f, seat)
        if codes and codes[-1] == self.rules.DONE:
            codes.pop()
        return codes
