"""New Regency: ten cards in place of the King's own, shuffled as the fifth stack (FACTS 2.3).

``nodes.toml`` says where besides the regions the King may now stand, and what he
borders there; ``deck.toml`` are the cards.
"""

from __future__ import annotations

from importlib.resources import files

from elgrande.content.deck import read_deck
from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion
from elgrande.content.files import TomlTable, read_toml
from elgrande.rules import Node, Spec


def _nodes() -> dict[Node, Label]:
    """Read the King's new seats and what they are called."""
    name = "nodes.toml"
    top = TomlTable(read_toml(files(__name__) / name), name, "top")
    top.number("format", 1, 1)
    out = {}
    for table in top.tables("node"):
        node = Node(table.text("id"), table.texts("neighbours"), table.texts("taboo"))
        out[node] = Label(table.text("name"), table.text("short"), where=table.text("where", ""))
        table.raw("source"), table.raw("cite")
        table.close()
    top.close()
    return out


CARDS = read_deck(files(__name__) / "deck.toml")
NODES = _nodes()


def edit(spec: Spec) -> None:
    """Put the King's card away, and let him travel."""
    stacks = {info.card.stack for info in CARDS}
    # The King's card is the one that would be turned up again every round.
    spec.cards = [card for card in spec.cards if card.stack not in stacks or not card.returns]
    spec.nodes += NODES


NEW_REGENCY = Expansion(
    "new-regency",
    "New Regency",
    "Ten cards replace Your Majesty, and each moves the King in its own way.",
    edit,
    needs=("2023",),
    cards=CARDS,
    labels={node.id: label for node, label in NODES.items()},
    pages=files(__name__) / "pages.toml",
)
