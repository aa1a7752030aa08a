"""Effects that no edition's own cards have, for expansions to share.

``king`` moves the King, ``hands`` breaks rules. They stand apart from the decks, so
that a card that turns out to belong to another set, or stack, is moved from one deck
file to another and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.rules.commands import Verb
from elgrande.rules.effects.hands import Competition, Infiltration, StandIn
from elgrande.rules.effects.king import ALONG, Entourage, KingAmong, KingTo, RideAlong

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.rules import Card, Spec
    from elgrande.rules.steps import Step

RIDE = Verb(
    ALONG, ("kind",), "let a caballero ride along with the King",
    label="take one of {kind}'s along",
)  # fmt: skip

_STEPS: dict[str, tuple[type[Step[Any]], ...]] = {
    "king_to": (KingTo,),
    "king_among": (KingAmong,),
    "entourage": (Entourage, RideAlong),
    "infiltration": (Infiltration,),
    "stand_in": (StandIn,),
    "competition": (Competition,),
}
"""What a card's effect needs, by the name in the deck; others are the rules core's own."""


def bring(spec: Spec, cards: Iterable[Card]) -> None:
    """Add to a Spec what these cards' effects need and it does not have yet."""
    for effect in sorted({card.effect for card in cards} & _STEPS.keys()):
        steps = _STEPS[effect]
        if steps[0] in spec.steps:
            continue
        spec.steps += steps
        if effect == "entourage":
            spec.verbs.append(RIDE)
        if effect == "competition":
            spec.grandes_inside = True
