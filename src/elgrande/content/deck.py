"""Decks: action cards as data, with their texts and the source of each field."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elgrande.content.reading import ContentError, Table, read_toml
from elgrande.rules import Card

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from pathlib import Path

SOURCES = ("printed", "deduced", "reconstructed")
FORMAT = 1
_KNOWN = {
    "id", "stack", "caballeros", "name", "short", "text", "effect", "returns", "source", "cite",
}  # fmt: skip


@dataclass(frozen=True)
class CardInfo:
    """What a player reads of a card, in our own words, and where each field comes from."""

    card: Card
    name: str
    short: str
    text: str
    source: dict[str, str]
    cite: str

    @property
    def reconstructed(self) -> bool:
        """Say whether any field is our best fit and not given by the documents."""
        return "reconstructed" in (
            self.source.get(field) for field in ("effect", "caballeros", *self.card.params)
        )


def read_deck(source: Path | Traversable) -> tuple[CardInfo, ...]:
    """Return the cards of a deck file.

    Raises ContentError naming file, card and field. Parameters are whatever is
    not one of the common fields; the effect itself checks them at set-up.
    """
    top = Table(read_toml(source), source.name, "top")
    version = top.number("format", 1, 1_000_000)
    if version != FORMAT:
        raise ContentError(
            f"{source.name} has format {version} and this program reads format {FORMAT}"
        )
    cards = [_card(table) for table in top.tables("card")]
    top.close()
    if not cards:
        raise ContentError(f"{source.name} holds no [[card]]")
    seen: set[str] = set()
    for info in cards:
        if info.card.id in seen:
            raise ContentError(f"{source.name}, card {info.card.id!r}: the id is used twice")
        seen.add(info.card.id)
    return tuple(cards)


def _card(table: Table) -> CardInfo:
    name = table.text("id")
    table.place = f"card {name!r}"
    if not name or not all(c.isascii() and (c.isalnum() or c == "-") for c in name):
        raise table.fault("id", "use letters, digits and - only")
    params: dict[str, Any] = {key: value for key, value in table.items() if key not in _KNOWN}
    source = {key: str(value) for key, value in table.table("source").items()}
    for field, word in source.items():
        if word not in SOURCES:
            raise table.fault("source", f"{field} must be one of {', '.join(SOURCES)}")
    card = Card(
        id=name,
        stack=table.number("stack", 0, 99),
        caballeros=table.number("caballeros", 0, 9),
        effect=table.text("effect"),
        params=params,
        returns=table.flag("returns", False),
    )
    return CardInfo(
        card, table.text("name", most=24), table.text("short", most=16),
        table.text("text", most=200), source, table.text("cite", ""),
    )  # fmt: skip
