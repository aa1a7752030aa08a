"""The card that turns others over stops a special action as well (S0, S3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.effects.cards import KeepVeto

if TYPE_CHECKING:
    from elgrande.rules import Names, Position


class StopWithCard(KeepVeto):
    """Stop another player's special action, whole or what is left of it, by a card of another use.

    The turn in which a card was taken has no action of another player that it could stop, so
    nothing need be said of that.
    """

    name = "stop_with_card"
    params = ()
    on_cards = False

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        return actor != owner and self.rules.card_effects[card].vetoable

    def again(self, held: int) -> bool:
        return True

    def code(self, held: int) -> int:
        """Return that this card is used, as whoever has a Veto besides must tell them apart."""
        return self.rules.USE + held

    def deed(self, held: int, n: Names) -> str:
        return f"use {n.title(held)} to stop"
