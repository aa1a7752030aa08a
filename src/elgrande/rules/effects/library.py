"""Effects that no edition's own cards have: a game has them as soon as a card names one.

``king`` moves the King, ``hands`` breaks rules. They stand apart from the decks, so
that a card that turns out to belong to another set, or stack, is moved from one deck
file to another and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.rules.commands import Verb
from elgrande.rules.effects.escort import ESCORT, Follow, GrandeEscort
from elgrande.rules.effects.hands import Competition, Infiltration, StandIn
from elgrande.rules.effects.king import ALONG, Entourage, KingAmong, KingTo, RideAlong

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.rules import Card, Spec
    from elgrande.rules.steps import Effect, Step


class Lent(NamedTuple):
    """An effect, and what it brings into a game besides."""

    effect: type[Effect[Any]]
    steps: tuple[type[Step[Any]], ...] = ()
    verbs: tuple[Verb, ...] = ()
    grandes_inside: bool = False
    """Whether a Grande can come to be in the Castillo."""


RIDE = Verb(
    ALONG, ("kind",), "let a caballero ride along with the King",
    label="take one of {kind}'s along",
)  # fmt: skip

LIBRARY: dict[str, Lent] = {
    "king_to": Lent(KingTo),
    "king_among": Lent(KingAmong),
    "entourage": Lent(Entourage, (RideAlong,), (RIDE,)),
    "grande_escort": Lent(GrandeEscort, (Follow,), (ESCORT,)),
    "infiltration": Lent(Infiltration),
    "stand_in": Lent(StandIn),
    "competition": Lent(Competition, grandes_inside=True),
}
"""By the name that a card gives; all other effects a game has from its edition and expansions."""


def bring(spec: Spec, cards: Iterable[Card]) -> None:
    """Add to a Spec what these cards' effects need and it does not have yet.

    An effect of an expansion's own under the same name stays what it is.
    """
    for effect in sorted({card.effect for card in cards} & LIBRARY.keys()):
        if any(step.name == effect for step in spec.steps):
            continue
        lent = LIBRARY[effect]
        spec.steps += (lent.effect, *lent.steps)
        spec.verbs += lent.verbs
        spec.grandes_inside |= lent.grandes_inside
