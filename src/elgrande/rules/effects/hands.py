"""Cards that break a rule which all others keep (FACTS 2.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from elgrande.rules.effects.pieces import Grande
from elgrande.rules.effects.place import Militia
from elgrande.rules.movement import may_intrude
from elgrande.rules.steps.effect import AutoEffect
from elgrande.rules.wording import YOUR, anywhere, caballeros

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Case, Decision, Names, Params, Position, Ruleset, State
    from elgrande.rules.parts import PlainFrame
    from elgrande.rules.steps.turn import LeftFrame


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


class StandInFrame(NamedTuple):
    """Whether they have been swapped, 0 or 1."""

    step: str
    actor: int
    done: int


class StandIn(AutoEffect[StandInFrame]):
    """Swap the King and the own Grande, both standing in regions.

    The Grande thereby enters a region that nothing else could enter.
    """

    name = "stand_in"
    frame = StandInFrame

    def moves_king(self, params: Params) -> bool:
        return True

    def possible(self, s: Position, actor: int, params: Params) -> bool:
        rules = self.rules
        regions, home = len(rules.regions), s.grande(actor)
        apart = s.king < regions and 0 <= home < regions and home != s.king
        return apart and rules.may_reign(s, home)

    def begin(self, s: State, actor: int, params: Params) -> None:
        s.stack.append(StandInFrame(self.name, actor, 0))

    def finished(self, s: Position, f: StandInFrame) -> bool:
        return bool(f.done)

    def unit(self, s: State, f: StandInFrame) -> None:
        actor = f.actor
        king, home = s.king, s.grande(actor)
        s.stack[-1] = StandInFrame(self.name, actor, 1)
        s.move_king(actor, home)
        s.move_grande(actor, actor, king)


class Competition(Grande):
    """Throw the own Grande into the Castillo (S2, "Competition").

    Not out of the King's region, and not while the King closes the Castillo.
    """

    name = "competition"
    wants = "move {your} Grande into the Castillo"

    def codes(self, s: Position, seat: int) -> list[int]:
        rules = self.rules
        home, inside = s.grande(seat), rules.castillo_target
        taboo = rules.taboo(s)
        if home == inside or any(
            taboo.issuperset(rules.target_places[target]) for target in (home, inside)
        ):
            return []
        return [rules.GRANDE + inside]

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "grande":
            return ""
        inside = c.view.rules.places[c.view.rules.castillo]
        return f"this card moves your Grande into {c.n.the(inside)} and nowhere else"
