"""The King & the Colonies: Intrigue & the King and the Colonies as one game (S0, S3).

Nobody chooses it: whoever chooses both plays it. It imports neither of them, and goes through what
they have made of the game, by the names of their steps and effects. Most of it they do by
themselves: own card or role are offered before whatever lies face up, and a card of a stack has the
number that a turn places. Left to be said here are the set-up, and what the card that turns others
over does besides.
"""

from __future__ import annotations

from importlib.resources import files

from elgrande.content.expansion import Expansion
from elgrande.rules import Names, Position, Spec
from elgrande.rules.effects.cards import KeepVeto
from elgrande.rules.steps.step import STOPPABLE, WindowFrame

PARENTS = ("colonies", "intrigue")
FIRST_DISK = "first_disk"
"""The step in which everybody sends one caballero; in this game two go instead (S0)."""
TURN_OVER = "keep_turn_down"
"""The effect of the card that turns a face-up card down."""
RETOLD = {
    "co-07": (
        "Keep this card. Once in a later turn, turn down a face-up card that nobody has taken, "
        "before a player chooses; or, as a Veto does, stop another's special action or its rest. "
        "Then 1 Wares disc comes out.",
        "deduced",
    ),
}


class StopWithCard(KeepVeto):
    """Stop another player's special action, whole or what is left of it, by a card of another use.

    The turn in which a card was taken has no action of another player that it could stop, so
    nothing need be said of that.
    """

    name = "stop_with_card"
    params = ()
    on_cards = False

    def listens(self, s: Position, f: WindowFrame) -> bool:
        return f.acting != f.actor and self.rules.card_effects[f.card].vetoable

    def again(self, held: int) -> bool:
        return True

    def code(self, held: int) -> int:
        """Return that this card is used, as whoever has a Veto besides must tell them apart."""
        return self.rules.USE + held

    def use_phrase(self, held: int, n: Names) -> str:
        return f"use {n.title(held)} to stop"


def edit(spec: Spec) -> None:
    """Let two go by disk at first, not three, and the card that turns others over stop actions."""
    spec.remove("game", FIRST_DISK)
    spec.steps.append(StopWithCard)
    spec.use_as(TURN_OVER, StopWithCard.name, *STOPPABLE)


KING_COLONIES = Expansion(
    "king-colonies",
    "The King & the Colonies",
    # One row of the form, below the two of either parent.
    "Both together are The King & the Colonies; R opens its rules.",
    edit,
    needs=("1996", *PARENTS),
    part=True,
    joins=frozenset(PARENTS),
    retold=RETOLD,
    pages=files(__name__) / "pages.toml",
)
