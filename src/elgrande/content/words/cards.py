"""What a card says, and where we have that from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.deck import SOURCES
from elgrande.content.words.names import listed

if TYPE_CHECKING:
    from elgrande.content.deck import CardInfo

# What a field is called for a person; others go by their own name.
_FIELDS = {
    "effect": "the effect",
    "name": "the name",
    "caballeros": "the number of caballeros to place",
    "own": "how many of the own",
    "foreign": "how many foreign ones",
    "total": "how many in all",
    "number": "the number",
    "one_source": "that all leave one region",
    "rounds": "how long it is kept",
    "partial": "that it may come late",
    "values": "the values",
    "castillo": "that the Castillo may be chosen",
    "options": "the choice",
    "returns": "that it returns",
}


def card_text(info: CardInfo) -> str:
    """Return a card in three lines: heading, text, and where each part comes from.

    Printed is what a rule document says, deduced what follows from it, and
    reconstructed is our best fit where the documents are silent.
    """
    card = info.card
    number = card.caballeros
    head = f"{card.id} {info.name}: place up to {number} caballero{'s' * (number != 1)}"
    return "\n".join((head, info.text, _sources(info)))


def _sources(info: CardInfo) -> str:
    fields: dict[str, list[str]] = {word: [] for word in SOURCES}
    for field, word in info.source.items():
        fields[word].append(_FIELDS.get(field, field.replace("_", " ")))
    doubtful = [
        f"{word.capitalize()}: {listed(names)}."
        for word, names in fields.items()
        if names and word != "printed"
    ]
    if not any(fields.values()):
        return "Source: not given."
    if not doubtful:
        return "All of it is printed."
    return " ".join([*doubtful, *(["The rest is printed."] if fields["printed"] else [])])
