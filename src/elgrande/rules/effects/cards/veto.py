"""Cards that stop what others do (FACTS 1.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elgrande.rules.events import CardUsed
from elgrande.rules.steps.step import STOPPABLE, HeldEffect, WindowFrame, stop_action

if TYPE_CHECKING:
    from elgrande.rules import Names, Position, State


class KeepVeto(HeldEffect):
    """Veto: stop another player's special action, or what is left of it (2-01, 2-02).

    It is kept through the next round. It does not stop the placing of
    caballeros, nor the taking of another Veto. A ``partial`` one may also be
    used after any unit and when the disks of an action are turned up, else only on
    the announcement (FACTS 1.8).
    """

    name = "keep_veto"
    params: ClassVar[tuple[str, ...]] = ("rounds", "partial")

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        if actor == owner or not self.rules.card_effects[card].vetoable:
            return False
        return trigger == "announced" or (
            trigger in STOPPABLE and bool(self.rules.cards[held].params["partial"])
        )

    def again(self, held: int) -> bool:
        # What must stop an action at its announcement is not asked about it again.
        return bool(self.rules.cards[held].params["partial"])

    def code(self, held: int) -> int:
        # The notation is the same for every Veto card.
        return self.rules.VETO

    def use(self, s: State, f: WindowFrame) -> None:
        stop_action(s)
        s.emit(CardUsed(f.actor, f.held, f.acting, f.card, f.trigger == "unit_done"))

    def deed(self, held: int, n: Names) -> str:
        return "veto"
