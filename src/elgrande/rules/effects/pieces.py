"""Moving the King, a Grande or a mobile scoreboard (stacks 4 and 5; FACTS 1.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.events import ScoreboardMoved
from elgrande.rules.frames import F, PlainFrame
from elgrande.rules.steps.step import Effect

if TYPE_CHECKING:
    from elgrande.rules.params import Params
    from elgrande.rules.position import Position, State


class OneChoice(Effect[F]):
    """An effect of a single choice."""

    def codes(self, s: Position, seat: int) -> list[int]:
        """All choices."""
        raise NotImplementedError

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        """Say whether there is a choice."""
        return bool(self.codes(s, actor))

    def begin(self, s: State, actor: int, params: Params) -> None:
        """Push the frame."""
        s.stack.append(PlainFrame(self.name, actor))

    def legal(self, s: Position, f: F, seat: int) -> list[int]:
        """All choices."""
        return self.codes(s, seat) if seat == f.actor else []


class KingAnywhere(OneChoice[F]):
    """Move the King to any other region (5-01)."""

    name = "king_anywhere"

    def codes(self, s: Position, seat: int) -> list[int]:
        """Every region but his own."""
        rules = self.rules
        return [rules.KING + region for region in range(len(rules.regions)) if region != s.king]

    def do(self, s: State, f: F, seat: int, code: int) -> None:
        """Move him."""
        s.stack.pop()
        s.move_king(seat, code - self.rules.KING)


class KingStep(KingAnywhere[PlainFrame]):
    """Move the King to a region next to his own (4-04)."""

    name = "king_step"

    def codes(self, s: Position, seat: int) -> list[int]:
        """The regions that border his."""
        return [self.rules.KING + region for region in self.rules.neighbours(s)]


class Grande(OneChoice[PlainFrame]):
    """Move the own Grande to another region: the new home (4-06, 4-07).

    Not into or out of the King's region, and neither into nor out of the Castillo.
    """

    name = "grande"

    def codes(self, s: Position, seat: int) -> list[int]:
        """Every other region that is not taboo, unless the Grande stands in one that is."""
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
        """Move it."""
        s.stack.pop()
        s.move_grande(seat, seat, code - self.rules.GRANDE)


class Scoreboard(OneChoice[PlainFrame]):
    """Put a mobile scoreboard on a region or the Castillo, or move one (4-01 to 4-03).

    Not into or out of the King's region, never two on one place.
    """

    name = "scoreboard"

    def codes(self, s: Position, seat: int) -> list[int]:
        """Every scoreboard that may be moved, with every free target that is not taboo."""
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
        """Put it there."""
        rules = self.rules
        s.stack.pop()
        mobile, target = divmod(code - rules.SCOREBOARD, len(rules.targets))
        source = s.mobile[mobile]
        s.board[rules.at_mobile + mobile] = target
        s.emit(ScoreboardMoved(seat, mobile, source, target))
