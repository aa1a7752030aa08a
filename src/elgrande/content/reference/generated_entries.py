"""Entries made from the data of cards, regions and house rules, so that nothing is said twice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from elgrande.content.reference.entry import Extra, RuleEntry
from elgrande.content.reference.game import least_sure
from elgrande.content.words.cards import card_text, field_name, sources_text
from elgrande.content.words.names import listed, ordinal, slashed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elgrande.content.decks.deck import CardInfo
    from elgrande.content.edition import Edition, HouseRule
    from elgrande.content.expansion import HandCard

CARDS = "Cards"
REGIONS = "Regions"
HOUSE = "House rules"


def card_entries(cards: Iterable[CardInfo], extras: Mapping[str, Extra]) -> list[RuleEntry]:
    """Return an entry for each effect; copies of a card share one, named by the first."""
    groups: dict[tuple[int, str, str], list[CardInfo]] = {}
    for info in cards:
        groups.setdefault((info.card.stack, info.name, info.text), []).append(info)
    entry = {
        info.card.id: f"card-{group[0].card.id}" for group in groups.values() for info in group
    }
    return [
        _card(group, extras.get(group[0].card.effect, Extra()), entry) for group in groups.values()
    ]


def _card(group: list[CardInfo], extra: Extra, entries: Mapping[str, str]) -> RuleEntry:
    """Return the entry of a card and its copies; ``entries`` has the entry of each card's id."""
    info = group[0]
    ids = tuple(one.card.id for one in group)
    # What a card offers, or carries out, are the actions of others.
    parts = [entries[part] for part in info.card.params.get("options", ()) if part in entries]
    number = info.card.caballeros
    most = "1 caballero" if number == 1 else f"up to {number} caballeros"
    places = f"It lets you place {most}." if number else ""
    if info.card.value:
        brings = info.card.brings
        people = f"{brings or 'no'} caballero{'s' * (brings != 1)}"
        places = f"Its value is {info.card.value}, and it brings {people}."
    # The note is ours: it stands behind what says of the rest whether it is printed.
    says = (info.text, places, card_text(info).splitlines()[-1], extra.note)
    keywords = ("card", f"stack {info.card.stack}", info.short, *ids, *extra.keywords)
    return RuleEntry(
        id=f"card-{ids[0]}",
        chapter=CARDS,
        title=f"{info.short} ({', '.join(filter(None, (info.title, *ids)))})",
        text=" ".join(text for text in says if text),
        keywords=keywords,
        see_also=tuple(dict.fromkeys((*parts, *extra.see_also))),
        cite=info.cite,
        confidence=_least_sure(info),
        cards=ids,
        made=True,
    )


def hand_entries(cards: Iterable[HandCard]) -> list[RuleEntry]:
    """Return an entry for each card that hands may hold besides the power cards."""
    out = []
    for card in cards:
        named = {field_name(field): word for field, word in card.source.items()}
        out.append(
            RuleEntry(
                id=f"hand-{card.id}",
                chapter=CARDS,
                title=f"{card.kind.capitalize()} {card.name}",
                text=f"{card.text} {sources_text(named)}",
                keywords=(card.kind, card.id, "hand"),
                see_also=("power-cards",),
                cite=card.cite,
                confidence=least_sure(w for f, w in card.source.items() if f != "name"),
                made=True,
            )
        )
    return out


def _least_sure(info: CardInfo) -> str:
    """How sure we are of what the card does; a label of ours makes no rule doubtful."""
    words = {word for field, word in info.source.items() if field != "name"}
    return least_sure(words or ("reconstructed",))


def region_entries(edition: Edition, players: int, extra: Extra) -> list[RuleEntry]:
    """Return an entry for each region: values, neighbours, place in the scoring order."""
    out = []
    side = edition.side(players)
    for at, region in enumerate(side.regions, 1):
        name = edition.labels[region.id].name
        borders = listed([edition.labels[other].name for other in region.neighbours])
        source = side.sources[region.id]
        fields = {
            "the values": source["values"],
            "the borders": source["neighbours"],
            "the place in the order": edition.sources["order"],
        }
        out.append(
            RuleEntry(
                id=f"region-{region.id}",
                chapter=REGIONS,
                title=name,
                text=f"{name} is worth {slashed(region.values)} and borders {borders}. "
                f"In a general scoring it is the {_place(at)} region. {sources_text(fields)}",
                keywords=(region.id, slashed(region.values), *extra.keywords),
                see_also=extra.see_also,
                cite=extra.cite,
                confidence=least_sure(fields.values()),
            )
        )
    return out


def _place(number: int) -> str:
    return ordinal(number) if number <= 6 else f"{number}th"


def house_entries(
    rules: Iterable[HouseRule], options: Mapping[str, Any], extras: Mapping[str, Extra]
) -> list[RuleEntry]:
    """Return an entry for each house rule, with its usual value and this game's."""
    out = []
    for rule in rules:
        extra = extras.get(rule.key, Extra())
        here = options.get(rule.key, rule.default)
        now = f"In this game: {_value(rule, here)}." if here != rule.default else ""
        says = (rule.text, f"Default: {_value(rule, rule.default)}.", now, extra.note)
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


def _value(rule: HouseRule, choice: Any) -> str:
    if isinstance(choice, bool):
        return "on" if choice else "off"
    return rule.called(choice)
