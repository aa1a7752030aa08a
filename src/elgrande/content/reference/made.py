"""Entries made from the data of cards, regions and house rules, so that nothing is said twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.deck import SOURCES
from elgrande.content.reference.entry import Extra, RuleEntry
from elgrande.content.words.cards import card_text
from elgrande.content.words.names import listed, ordinal, slashed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elgrande.content.deck import CardInfo
    from elgrande.content.edition import Edition

CARDS = "Cards"
REGIONS = "Regions"
HOUSE = "House rules"


def filled(text: str, edition: Edition) -> str:
    """Return a text with the edition's numbers in the place of ``{power}`` and the like."""
    for word, value in _values(edition).items():
        text = text.replace(f"{{{word}}}", value)
    return text


def _values(edition: Edition) -> dict[str, str]:
    by_number: dict[int, list[str]] = {}
    for value, number in sorted(edition.power.items()):
        by_number.setdefault(number, []).append(str(value))
    power = [
        f"{listed(values)} bring{'s' * (len(values) == 1)} {number or 'nobody'}"
        for number, values in by_number.items()
    ]
    return {
        "power": "; ".join(power),
        "order": ", ".join(edition.labels[region.id].name for region in edition.front.regions),
        "castillo": slashed(edition.front.castillo),
        "mobile": listed([slashed(values) for _, values in edition.front.mobile]),
    }


def card_entries(cards: Iterable[CardInfo], extras: Mapping[str, Extra]) -> list[RuleEntry]:
    """Return an entry for each effect; copies of a card share one, named by the first."""
    groups: dict[tuple[int, str, str], list[CardInfo]] = {}
    for info in cards:
        groups.setdefault((info.card.stack, info.name, info.text), []).append(info)
    return [_card(group, extras.get(group[0].card.effect, Extra())) for group in groups.values()]


def _card(group: list[CardInfo], extra: Extra) -> RuleEntry:
    info = group[0]
    ids = tuple(one.card.id for one in group)
    number = info.card.caballeros
    name = info.name
    if info.short.casefold() not in name.casefold():
        name = f"{name}: {info.short}"
    says = [info.text, f"It places up to {number} caballero{'s' * (number != 1)}.", extra.note]
    says.append(card_text(info).splitlines()[-1])
    keywords = ("card", f"stack {info.card.stack}", info.short, *ids, *extra.keywords)
    return RuleEntry(
        id=f"card-{ids[0]}",
        chapter=CARDS,
        title=f"{name} ({', '.join(ids)})",
        text=" ".join(text for text in says if text),
        keywords=keywords,
        see_also=extra.see_also,
        cite=info.cite,
        confidence=_least_sure(info),
        cards=ids,
        made=True,
    )


def _least_sure(info: CardInfo) -> str:
    """How sure we are of what the card does; a label of ours makes no rule doubtful."""
    words = {word for field, word in info.source.items() if field != "name"}
    return next((word for word in reversed(SOURCES) if word in words), SOURCES[-1])


def region_entries(edition: Edition, extra: Extra) -> list[RuleEntry]:
    """Return an entry for each region: values, neighbours, place in the scoring order."""
    out = []
    for at, region in enumerate(edition.front.regions, 1):
        name = edition.labels[region.id].name
        borders = listed([edition.labels[other].name for other in region.neighbours])
        out.append(
            RuleEntry(
                id=f"region-{region.id}",
                chapter=REGIONS,
                title=name,
                text=f"{name} is worth {slashed(region.values)} and borders {borders}. "
                f"In a general scoring it is the {_place(at)} region.",
                keywords=(region.id, slashed(region.values), *extra.keywords),
                see_also=extra.see_also,
                cite=extra.cite,
                confidence=extra.confidence,
            )
        )
    return out


def _place(number: int) -> str:
    return ordinal(number) if number <= 6 else f"{number}th"


def house_entries(edition: Edition, extras: Mapping[str, Extra]) -> list[RuleEntry]:
    """Return an entry for each house rule, with its usual value."""
    out = []
    for rule in edition.house_rules:
        extra = extras.get(rule.key, Extra())
        usual = {True: "on", False: "off"}.get(rule.default, str(rule.default))
        says = (rule.text, f"Usually: {usual}.", extra.note)
        out.append(
            RuleEntry(
                id=f"house-{rule.key.replace('_', '-')}",
                chapter=HOUSE,
                title=f"House rule: {rule.title}",
                text=" ".join(text for text in says if text),
                keywords=("house rule", "option", *extra.keywords),
                see_also=extra.see_also,
                cite=extra.cite,
                confidence=extra.confidence,
                made=True,
            )
        )
    return out
