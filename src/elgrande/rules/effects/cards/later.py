"""A kept card that is used at a moment named by its effect: another card's action comes then."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from elgrande.rules.effects.cards.choice import OptionsEffect
from elgrande.rules.events import CardUsed
from elgrande.rules.spec import Card, SpecError
from elgrande.rules.steps.step import HeldEffect, WindowFrame, begin_action

if TYPE_CHECKING:
    from elgrande.rules.position import Position, State


class KeepForLater(HeldEffect):
    """Keep it; at ``trigger``, the one card that ``options`` names can be carried out."""

    params = ("options",)
    trigger: ClassVar[str] = ""

    def check(self, card: Card) -> None:
        """Refuse what is no card, more than one, or one that is kept itself."""
        super().check(card)
        names = card.params["options"]
        at = self.rules.card_index.get(names[0], -1)
        effect = None if at < 0 else self.rules.steps.get(self.rules.cards[at].effect)
        if len(names) != 1 or effect is None or isinstance(effect, HeldEffect | OptionsEffect):
            problem = "name one card here, by its id, whose action can be used later"
            raise SpecError.of_card(card.id, "options", problem)

    def later(self, held: int) -> int:
        """Return the card whose action a kept card brings."""
        return self.rules.card_index[self.rules.cards[held].params["options"][0]]

    def listens(
        self, s: Position, held: int, owner: int, trigger: str, actor: int, card: int
    ) -> bool:
        return trigger == self.trigger and self.rules.possible(s, owner, self.later(held))

    def use(self, s: State, f: WindowFrame) -> None:
        # What was bought with the card is its owner's: nobody can stop it any more.
        s.emit(CardUsed(f.actor, f.held, f.acting, f.card))
        begin_action(s, f.actor, self.later(f.held), stoppable=False)
