"""The modifiers as data: what they add and which ability they have."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from elgrande.content.deck import read_deck
from elgrande.content.expansion import HandCard
from elgrande.content.files import TomlTable, read_toml


@dataclass(frozen=True)
class Modifier:
    """A modifier; ``ability`` is the id of a card of stack 0, or empty."""

    id: str
    name: str
    value: int
    ability: str
    source: Mapping[str, str]
    cite: str

    @property
    def sign(self) -> str:
        """What it adds, as it is written: ``+1``."""
        return (
            f"{self.value:+d}".replace("-", "\N{MINUS SIGN}")
            if self.value
            else "\N{PLUS-MINUS SIGN}0"
        )


def _read() -> tuple[Modifier, ...]:
    name = "modifiers.toml"
    top = TomlTable(read_toml(FOLDER / name), name, "top")
    top.number("format", 1, 1)
    abilities = {info.card.id for info in CARDS}
    out = []
    for table in top.tables("modifier"):
        modifier = Modifier(
            table.text("id"), table.text("name", most=16), table.number("value", -3, 3),
            table.text("ability", ""),
            {field: str(word) for field, word in table.table("source").items()},
            table.text("cite"),
        )  # fmt: skip
        table.place = f"modifier {modifier.id!r}"
        if modifier.ability and modifier.ability not in abilities:
            raise table.fault("ability", f"name one of {', '.join(sorted(abilities))}")
        table.close()
        out.append(modifier)
    top.close()
    return tuple(out)


FOLDER = files(__package__)
CARDS = read_deck(FOLDER / "deck.toml")
MODIFIERS = _read()
_TEXTS = {info.card.id: info.text for info in CARDS}
_CALLED = {"value": "the value", "ability": "the ability"}
"""What fields are called for people, where that is more than their name."""
HAND = tuple(
    HandCard(
        modifier.id,
        "modifier",
        modifier.name,
        (
            f"Shifts the value of your power card by {modifier.sign}."
            if modifier.value
            else "Leaves the value of your power card as it is."
        )
        + (f" Its ability: {_TEXTS[modifier.ability]}" if modifier.ability else ""),
        {_CALLED.get(field, field): word for field, word in modifier.source.items()},
        modifier.cite,
        f"adds {modifier.sign} to a power card"
        + (
            f"; after taking caballeros you may use it: {_TEXTS[modifier.ability]}"
            if modifier.ability
            else "."
        ),
    )
    for modifier in MODIFIERS
)
_BY_ID = {modifier.id: modifier for modifier in MODIFIERS}


def shifted(value: int, name: str) -> int:
    """Return what a power card comes to with the modifier of that id."""
    return value + _BY_ID[name].value
