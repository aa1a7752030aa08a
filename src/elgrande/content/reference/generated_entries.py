"""Entries made from the data of cards, regions and house rules, so that nothing is said twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from elgrande.content.decks.deck import SOURCES, CardInfo
from elgrande.content.reference.entry import Extra, RuleEntry
from elgrande.content.reference.game import least_sure
from elgrande.content.words.cards import card_text, field_name, marked, sources_text, stated
from elgrande.content.words.names import Names, listed, slashed
from elgrande.rules.wording import counted, up_to

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from elgrande.content.edition import HouseRule
    from elgrande.content.expansion import HandCard
    from elgrande.content.setup import Content
    from elgrande.rules import Ruleset

CARDS = "Cards"
REGIONS = "Regions"
HOUSE = "House rules"


def card_entries(cards: Iterable[CardInfo], extras: Mapping[str, Extra]) -> list[RuleEntry]:
    """Return an entry for each effect; copies of a card share one, named by the first."""
    groups: dict[object, list[CardInfo]] = {}
    for info in cards:
        alike = (info.name, info.text, replace(info.card, id=""))
        groups.setdefault(str(alike), []).append(info)
    entry = {one.card.id: f"card-{same[0].card.id}" for same in groups.values() for one in same}
    found = ((same, extras.get(same[0].card.effect, Extra())) for same in groups.values())
    return [_card(same, extra, entry) for same, extra in found]


def _card(group: list[CardInfo], extra: Extra, entries: Mapping[str, str]) -> RuleEntry:
    """Return the entry of a card and its copies; ``entries`` has the entry of each card's id."""
    info = group[0]
    ids = tuple(one.card.id for one in group)
    # What a card offers, or carries out, are the actions of others.
    parts = [entries[part] for part in info.card.params.get("options", ()) if part in entries]
    number = info.card.caballeros
    places = f"It lets you place {up_to(number)}." if number else ""
    if info.card.value:
        places = f"Its value is {info.card.value}, and it brings {counted(info.card.brings)}."
    # The note is ours: it stands behind what says of the rest whether it is printed.
    marks = f"Marks: {marked(info)}." if info.card.marks else ""
    says = (info.text, places, marks, card_text(info).splitlines()[-1], extra.note)
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
        partly=len(set(stated(info).values())) > 1,
    )


def hand_entries(cards: Iterable[HandCard]) -> list[RuleEntry]:
    """Return an entry for each card that hands may hold besides the power cards."""
    return [
        RuleEntry(
            id=f"hand-{card.id}",
            chapter=CARDS,
            title=f"{card.kind.capitalize()} {card.name}",
            text=f"{card.text} {sources_text({field_name(f): w for f, w in card.source.items()})}",
            keywords=(card.kind, card.id, "hand"),
            see_also=("power-cards",),
            cite=card.cite,
            confidence=least_sure(w for f, w in card.source.items() if f != "name"),
            made=True,
            partly=len(set(card.source.values())) > 1,
        )
        for card in cards
    ]


def _least_sure(info: CardInfo) -> str:
    """How sure we are of what the card does; a label of ours makes no rule doubtful."""
    return least_sure({w for f, w in stated(info).items() if f != "name"} or ("reconstructed",))


def region_entries(
    content: Content, rules: Ruleset, extra: Extra, extras: Mapping[str, Extra]
) -> list[RuleEntry]:
    """Return an entry for each region of a game: values, neighbours, place in the scoring order.

    ``extra`` is for all regions, ``extras`` by id for each.
    """
    out = []
    ours = content.edition.side(rules.n_seats).sources
    names = Names(rules, None, content.labels, content.cards)
    for at, region in enumerate(rules.regions):
        near = [rules.regions[other] for other in rules.region_neighbours[at]]
        # A border is as sure as the region that an expansion brought along with it.
        by = (region, *(other for other in near if other not in ours))
        own, *others = (extras.get(one, Extra()) for one in by)
        sure = (one.sources.get("neighbours", SOURCES[-1]) for one in (own, *others))
        fields = {
            "the values": own.sources.get("values", SOURCES[-1]),
            "the borders": least_sure(sure),
            "the place in the order": own.sources.get("order", content.edition.sources["order"]),
        }
        text = (
            f"is worth {slashed(rules.values[at])} and borders "
            f"{listed([names.the(other) for other in near]) or 'no other region'}. "
            f"In a general scoring it is number {at + 1} of the regions."
        )
        name, own = names.the(region), extra + own
        says = (f"{name[:1].upper()}{name[1:]} {text}", own.note, sources_text(fields))
        out.append(
            RuleEntry(
                id=f"region-{region}",
                chapter=REGIONS,
                title=names.plain(region),
                text=" ".join(said for said in says if said),
                keywords=(region, slashed(rules.values[at]), *own.keywords),
                see_also=own.see_also,
                cite=own.cite,
                confidence=least_sure(fields.values()),
                partly=len(set(fields.values())) > 1,
            )
        )
    return out


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
