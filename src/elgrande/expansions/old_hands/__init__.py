"""Old Hands: four cards, each an expansion of its own, any of which may be added (FACTS 2.4).

Each adds its card to the card's stack; one of the edition's own cards of that
stack, drawn by lot and seen by nobody, goes back to the box.
"""

from __future__ import annotations

from importlib.resources import files

from elgrande.content.deck import read_deck
from elgrande.content.expansion import Expansion
from elgrande.rules import Boxed, Spec

CARDS = {info.name: info for info in read_deck(files(__name__) / "deck.toml")}


def _expansion(name: str, description: str) -> Expansion:
    """Return the expansion that adds the card of this name."""
    info = CARDS[name]
    ours = {other.card.id for other in CARDS.values()}

    def edit(spec: Spec) -> None:
        stack = {card.id for card in spec.cards if card.stack == info.card.stack}
        spec.boxed.append(Boxed(frozenset(stack - ours), 1))

    return Expansion(
        f"old-hands-{name.lower()}",
        f"Old Hands: {name}",
        description,
        edit,
        needs=("2023",),
        cards=(info,),
        pages=files(__name__) / ("veto.toml" if name == "Veto" else "pages.toml"),
    )


COMPETITION = _expansion(
    "Competition", "One card moves your Grande into the Castillo, where it earns its bonus."
)
INFILTRATION = _expansion(
    "Infiltration", "One card lets you place caballeros even in the King's region."
)
STAND_IN = _expansion("Stand-in", "One card swaps the King and your Grande.")
VETO = _expansion("Veto", "One card can be kept to cancel another player's special action.")
