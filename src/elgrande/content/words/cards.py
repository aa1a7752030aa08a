"""What a card says, and where we have that from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

from elgrande.content.deck import RULED, SOURCES, CardInfo
from elgrande.content.files import read_toml
from elgrande.content.words.names import is_number, listed
from elgrande.rules import Card
from elgrande.rules.spec import ALL
from elgrande.rules.wording import counted, up_to


def card_text(info: CardInfo) -> str:
    """Return a card in three lines: heading, text, and where each part comes from.

    Printed is what a rule document says, deduced what follows from it, and
    reconstructed is our best fit where the documents are silent.
    """
    card = info.card
    # Other ids than numbers stand on no card, and mean nothing to a player.
    called = f"{card.id} {info.heading}" if is_number(card.id) else info.heading
    heading = ": ".join(filter(None, (called, card_numbers(card))))
    fields = {field_name(field, _given(info, field)): word for field, word in stated(info).items()}
    sources = sources_text(fields) if fields else "No source given."
    return "\n".join((heading, info.text, sources))


def card_numbers(card: Card) -> str:
    """Return what stands on a card besides its text: ``place up to 3``; or nothing."""
    if card.value:
        return f"value {card.value}, brings {counted(card.brings)}"
    number = card.caballeros
    return f"place {up_to(number)}" if number else ""


def stated(info: CardInfo) -> dict[str, str]:
    """Return where each field of a card comes from that stands on it.

    An ability has neither a stack nor a number to place, and a game may put symbols away. A card
    of a hand that has no mark is one that may be left out.
    """
    unmarked = () if info.card.value else ("marks",)
    absent = [f for f in ("stack", "caballeros", *unmarked) if not getattr(info.card, f)]
    return {f: word for f, word in info.source.items() if f not in absent}


PRINTED = "Everything here is printed."
"""What is said of a card's sources where there is nothing to be said."""


def sources_text(fields: Mapping[str, str]) -> str:
    """Return where some fields come from, in sentences: the doubtful ones first."""
    named: dict[str, list[str]] = {word: [] for word in (*SOURCES, RULED)}
    for field, word in fields.items():
        named[word].append(field)
    doubtful = [
        f"{word.capitalize()}: {listed(names)}."
        for word, names in named.items()
        if names and word != "printed"
    ]
    if not doubtful:
        return PRINTED
    return " ".join([*doubtful, *(["The rest is printed."] if named["printed"] else [])])


def card_facts(info: CardInfo, cards: Iterable[CardInfo]) -> list[tuple[str, str]]:
    """Return what there is to know of a card beside its text, as headed lines.

    ``cards`` are those of the game or deck, the card among them: its copies are
    the other ones that are called the same and do the same.
    """
    others = [one for one in cards if one.card.stack == info.card.stack]
    held = "not in a stack: hands hold it"
    none = held if info.card.value else "not in a stack: other cards refer to it"
    stack = none if info.card.stack == 0 else (
        f"{info.card.stack}, {len(others)} card{'s' * (len(others) != 1)}"
        + (", face up again every round" if info.card.returns else "")
    )  # fmt: skip
    same = copies(info, others)
    return [
        ("Effect", _does(info)),
        *([("Marks", marked(info))] if info.card.marks else []),
        ("Stack", stack),
        (
            "Copies",
            f"{len(same)}: {listed(same)}" if len(same) > 1 else "none, this card is unique",
        ),
        *sourced(info),
    ]


def copies(info: CardInfo, cards: Iterable[CardInfo]) -> list[str]:
    """Return the ids of the cards that are called the same and do the same, this one's too."""
    return [one.card.id for one in cards if _acts(one) == _acts(info)]


def sourced(info: CardInfo) -> list[tuple[str, str]]:
    """Return the fields of a card by where we have them from."""
    numbers = ["value", "brings"] if info.card.value else ["caballeros"]
    fields = ["name", *numbers, "effect", *info.card.params]
    fields += [field for field in stated(info) if field not in fields]
    found: dict[str, list[str]] = {}
    for field in fields:
        word = info.source.get(field, "not given").capitalize()
        found.setdefault(word, []).append(field_name(field, _given(info, field)))
    order = [word.capitalize() for word in SOURCES]
    return [
        (word, listed(found[word]))
        for word in [*order, *(word for word in found if word not in order)]
        if word in found
    ]


def field_name(field: str, value: object = None) -> str:
    """Return what a field of a card is called for a person, where it has this value.

    A flag that is false and a number that is 0 say something else than the field's name.
    """
    name = _called("field").get(field, field.replace("_", " "))
    if value is None or value:
        return name
    return _called("denied").get(field, f"no {name}" if value is False else name)


@cache
def _called(table: str) -> Mapping[str, str]:
    """Return what fields of cards are called, by a table of ``card_fields.toml``."""
    return dict(read_toml(files("elgrande.content") / "card_fields.toml")[table])


def _given(info: CardInfo, field: str) -> object:
    """Return the value of a field that a source is given for, as far as its name depends on it."""
    if field in ("returns", "brings", "marks"):
        return getattr(info.card, field)
    return info.card.params.get(field)


def _acts(info: CardInfo) -> tuple[object, ...]:
    card = info.card
    return info.name, card.effect, card.params, card.caballeros, card.returns


def _does(info: CardInfo) -> str:
    called = {"own": "yours", "foreign": "opposing"}
    given = [
        f"{called.get(name, name.replace('_', ' '))} {_value(it)}"
        for name, it in info.card.params.items()
    ]
    effect = info.card.effect.replace("_", " ")
    return f"{effect} ({', '.join(given)})" if given else effect


def marked(info: CardInfo) -> str:
    """Return the symbols of a card, with a number where it says more than that one is there."""
    return listed([name if n == 1 else f"{name} {n}" for name, n in info.card.marks.items()])


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (list, tuple)):
        return listed([_value(item) for item in value])
    return "all" if isinstance(value, int) and value >= ALL else str(value)
