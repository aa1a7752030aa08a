"""The whole reference of one game: its pages, and entries made from its data.

Of cards, regions and house rules entries are made, so that nothing is said twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import replace
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from elgrande.content.deck import SOURCES, CardInfo
from elgrande.content.edition import Edition, HouseRule
from elgrande.content.expansion import Expansion, HandCard
from elgrande.content.files import ContentError
from elgrande.content.reference.entries import (
    Change,
    EntryAddition,
    GameFacts,
    Index,
    Pages,
    RuleEntry,
    Written,
    least_sure,
    read_pages,
)
from elgrande.content.reference.facts import game, less_sure, met
from elgrande.content.setup import Content, Setup
from elgrande.content.words import scores
from elgrande.content.words.cards import card_text, field_name, marked, sources_text, stated
from elgrande.content.words.names import GameNames, listed, slashed
from elgrande.rules import Decision, Ruleset, Scored
from elgrande.rules.commands import VERBS
from elgrande.rules.effects import LIBRARY
from elgrande.rules.wording import counted, up_to

CARDS = "Cards"
REGIONS = "Regions"
HOUSE = "House rules"


def card_entries(cards: Iterable[CardInfo], extras: Mapping[str, EntryAddition]) -> list[RuleEntry]:
    """Return an entry for each effect; copies of a card share one, named by the first."""
    groups: dict[object, list[CardInfo]] = {}
    for info in cards:
        alike = (info.name, info.text, replace(info.card, id=""))
        groups.setdefault(str(alike), []).append(info)
    entry = {one.card.id: f"card-{same[0].card.id}" for same in groups.values() for one in same}
    found = ((same, extras.get(same[0].card.effect, EntryAddition())) for same in groups.values())
    return [_card(same, extra, entry) for same, extra in found]


def _card(group: list[CardInfo], extra: EntryAddition, entries: Mapping[str, str]) -> RuleEntry:
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
    content: Content, rules: Ruleset, extra: EntryAddition, extras: Mapping[str, EntryAddition]
) -> list[RuleEntry]:
    """Return an entry for each region of a game: values, neighbours, place in the scoring order.

    ``extra`` is for all regions, ``extras`` by id for each.
    """
    out = []
    ours = content.edition.side(rules.n_seats).sources
    names = GameNames(rules, None, content.labels, content.cards)
    for at, region in enumerate(rules.regions):
        near = [rules.regions[other] for other in rules.region_neighbours[at]]
        # A border is as sure as the region that an expansion brought along with it.
        by = (region, *(other for other in near if other not in ours))
        own, *others = (extras.get(one, EntryAddition()) for one in by)
        sure = (one.sources.get("neighbours", SOURCES[-1]) for one in (own, *others))
        fields = {
            "the values": own.sources.get("values", SOURCES[-1]),
            "the borders": least_sure(sure),
            "the place in the order": own.sources.get("order", content.edition.sources["order"]),
        }
        text = (
            f"is worth {names.values(rules.values[at])} and borders "
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
    rules: Iterable[HouseRule], options: Mapping[str, Any], extras: Mapping[str, EntryAddition]
) -> list[RuleEntry]:
    """Return an entry for each house rule, with its usual value and this game's."""
    out = []
    for rule in rules:
        extra = extras.get(rule.key, EntryAddition())
        here = options.get(rule.key, rule.default)
        now = f"In this game: {rule.called(here)}." if here != rule.default else ""
        says = (rule.text, f"Default: {rule.called(rule.default)}.", now, extra.note)
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


OURS = frozenset(verb.name for verb in VERBS)
"""The verbs that every game has."""


class Reference:
    """All entries in the order of reading, and ways to find one.

    What an entry says may depend on the edition and its expansions, never on a
    position: nothing here can tell a secret.
    """

    def __init__(self, entries: tuple[RuleEntry, ...]) -> None:
        """Keep the entries; ContentError if two share an id or one points nowhere."""
        self.entries = entries
        self._by_id = {entry.id: entry for entry in entries}
        if len(self._by_id) != len(entries):
            twice = next(e.id for e in entries if self._by_id[e.id] is not e)
            raise ContentError(f"the reference has two entries {twice!r}; rename one")
        for entry in entries:
            for other in entry.see_also:
                if other not in self._by_id:
                    raise ContentError(
                        f"the reference's entry {entry.id!r} points to {other!r}, which is none"
                    )
        self._by_step = {
            step: (entry, dict(entry.asked).get(step, ""))
            for entry in entries
            for step in entry.steps
        }
        self._by_card = {card: entry for entry in entries for card in entry.cards}

    @cached_property
    def _index(self) -> Index:
        return Index(self.entries)

    def search(self, text: str) -> list[RuleEntry]:
        """Return the entries for what a person typed, the best first; all for an empty text."""
        return self._index.search(text)

    def about(self, rule_id: str) -> RuleEntry:
        """Return the entry of an id; ContentError with one sentence if there is none."""
        found = self._by_id.get(rule_id)
        if found is None:
            raise ContentError(f"the reference has no entry {rule_id!r}; search for a word of it")
        return found

    def __contains__(self, rule_id: str) -> bool:
        return rule_id in self._by_id

    def card(self, card_id: str) -> RuleEntry | None:
        """Return the entry of an action card, which its copies share."""
        return self._by_card.get(card_id)

    def step(self, step: str) -> RuleEntry | None:
        """Return the entry that explains a question of the game, by ``Decision.step``.

        The questions of a card's special action are explained by the card's entry.
        """
        return self._by_step.get(step, (None, ""))[0]

    def behind(self, scored: Iterable[Scored], names: GameNames) -> list[RuleEntry]:
        """Return the entries of the rules that scorings used, each once."""
        rules, used = names.rules, list[str]()
        for one in scored:
            used += [reason.entry for reason in scores.explain_score(one, rules, names)]
            used += [extra.reason for extra in one.extras]
            kinds = [line.kind for line in one.lines if line.seat < 0]
            kinds += [kind for kind, *_ in one.aside if not scores.is_named(kind, names)]
            used += [rules.kind_called[rules.kind_family[kind]] for kind in kinds]
        found = (self._by_id.get(name) or self.step(name) for name in used)
        return list(dict.fromkeys(filter(None, found)))

    def asked(self, decision: Decision, rules: Ruleset) -> list[tuple[RuleEntry, str]]:
        """Return the entries that explain what is asked and what else can be answered.

        Each with the words in it that are about that, or "" for all of it. Where nothing but free
        actions is left to answer, it is about these alone.
        """
        verbs = dict.fromkeys(rules.verb(code) for code in decision.codes)
        names: list[tuple[str, ...]] = [(verb,) for verb in verbs if verb not in OURS]
        if not decision.codes or not rules.free_codes.issuperset(decision.codes):
            names.insert(0, about(decision, rules))
        found = [next(filter(None, map(self._by_step.get, each)), None) for each in names]
        return list(dict.fromkeys(each for each in found if each is not None))

    @property
    def chapters(self) -> tuple[tuple[str, tuple[RuleEntry, ...]], ...]:
        """The entries by chapter, for a table of contents."""
        found: dict[str, list[RuleEntry]] = {}
        for entry in self.entries:
            found.setdefault(entry.chapter, []).append(entry)
        return tuple((name, tuple(entries)) for name, entries in found.items())


def about(decision: Decision, rules: Ruleset) -> tuple[str, ...]:
    """Return the names by which pages and cards explain what is asked (``Step.about``)."""
    step = rules.steps.get(decision.step)
    return step.about(decision.fields) if step is not None else ()


def spoken_of(decision: Decision, rules: Ruleset) -> tuple[str, ...]:
    """Return the ids that the answers name, and those by which the question is explained."""
    words = (word for code in decision.codes for word in rules.text(code).split()[1:])
    return tuple(dict.fromkeys((*words, *about(decision, rules))))


_KEPT: dict[Ruleset, Reference] = {}
"""The references of the last few games, up to eight, by their rules."""


def reference(setup: Setup) -> Reference:
    """Return the reference for the very game that a Setup makes, whoever plays it.

    An expansion's pages replace entries of the same id, change parts of others
    and add more.
    """
    rules = setup.ruleset()
    if rules not in _KEPT:
        if len(_KEPT) == 8:
            _KEPT.clear()
        _KEPT[rules] = compiled(setup.content, rules)
    return _KEPT[rules]


def compiled(content: Content, rules: Ruleset) -> Reference:
    """Make the reference of a game."""
    facts = game(content, rules)
    found = _pages(content, rules, facts)
    written = _written(found)
    changes = [change for pages in found for change in pages.changes]
    house: dict[str, EntryAddition] = {}
    effect: dict[str, EntryAddition] = {}
    region = EntryAddition()
    sources = content.edition.side(rules.n_seats).sources
    regions = {key: EntryAddition(sources=source) for key, source in sources.items()}
    for pages in found:
        for ours, more in ((house, pages.house), (effect, pages.effect)):
            told = {key: extra.in_game(facts) for key, extra in more.items()}
            ours.update(
                {key: ours.get(key, EntryAddition()) + extra for key, extra in told.items()}
            )
        region = pages.region if pages.region != EntryAddition() else region
        regions.update(pages.regions)
    for change in changes:
        if change.entry not in written:
            raise ContentError(f"a page changes the entry {change.entry!r}, which is none")
    mute = {(entry, part) for _, entry, part, _ in unsaid(content, rules)}
    told_pages = [
        _said(one, [change for change in changes if change.entry == name], facts, mute)
        for name, one in written.items()
        if facts.fits(one.games)
    ]
    entries = [entry for entry in told_pages if entry.text]
    cards = {card.id for card in met(content, rules)}
    made = [
        *house_entries(content.house_rules, rules.options, house),
        *region_entries(content, rules, region, regions),
        *card_entries((info for info in content.cards.values() if info.card.id in cards), effect),
        *hand_entries(card for one in content.brought for card in one.hand),
    ]
    # Where a file says more of a card or a region than its data, that counts.
    entries += (entry for entry in made if entry.id not in written)
    # A page may point to the cards of an effect, whatever they are called.
    links = {f"effect-{rules.cards[rules.card_index[card]].effect}": entry.id
             for entry in reversed(made) for card in entry.cards}  # fmt: skip
    # Our pages may point to what this game put away or has not, or its own deck lacks.
    known = {entry.id for entry in entries} | links.keys()
    every = (info.card for one in content.ours for info in one.cards)
    away = {*written, *(f"card-{card.id}" for card in every)} - known
    if content.deck is not None:
        away |= {other for entry in entries for other in entry.see_also} - known
    there = ((links.get(o, o) for o in entry.see_also if o not in away) for entry in entries)
    pairs = zip(entries, there, strict=True)
    return Reference(tuple(replace(entry, see_also=tuple(others)) for entry, others in pairs))


def _pages(content: Content, rules: Ruleset, facts: GameFacts) -> list[Pages]:
    """Return the pages of a game: of all that it is made of, and of effects lent to its cards."""
    found = [pages_of(one) for one in content.ours]
    for name, lent in LIBRARY.items():
        file = files(__package__) / "library" / f"{name}.toml"
        met = name in facts.facts["effect"]
        if met and any(type(one) is lent.effect for one in rules.card_effects) and file.is_file():
            found.append(_read(file))
    return found


def _written(every: Iterable[Pages]) -> dict[str, Written]:
    """Return the written entries of a game by id, each as its last file has it."""
    return {one.entry.id: one for pages in every for one in pages.entries}


def unsaid(content: Content, rules: Ruleset) -> list[tuple[str, str, str, str]]:
    """Return what a game's pages leave out: expansion, entry, part and question.

    The expansion bends the question on which the part hangs, and neither it nor whoever joins it to
    others says a word in that entry.
    """
    facts = game(content, rules)
    written = _written(_pages(content, rules, facts))
    parts = [(name, part) for name, one in written.items() for part in one.parts]
    out = []
    for bender, questions in rules.bent.items():
        voices = [pages_of(one) for one in content.brought if bender in (one.id, *one.joins)]
        spoken = {one.entry.id for pages in voices for one in pages.entries}
        spoken |= {name for pages in voices for name in pages.still}
        spoken |= {c.entry for pages in voices for c in pages.changes if facts.fits(c.part.games)}
        out += [
            (bender, name, part.name, question)
            for name, part in parts
            if name not in spoken and facts.fits(written[name].games) and facts.fits(part.games)
            for question in questions.intersection(part.holds)
        ]
    return out


def _said(
    one: Written, changes: list[Change], facts: GameFacts, mute: Collection[object]
) -> RuleEntry:
    """Return an entry as it holds for a game: what expansions change stands in its place."""
    entry = one.entry
    changes = [change for change in changes if facts.fits(change.part.games)]
    ours = [p for p in one.parts if facts.fits(p.games) and (entry.id, p.name) not in mute]
    # A name may stand for several parts, each for other games.
    names = dict.fromkeys((*(p.name for p in one.parts), *(c.part.name for c in changes)))
    parts = [
        part
        for name in names
        for part in [c.part for c in changes if c.part.name == name]
        or [p for p in ours if p.name == name]
    ]
    text = " ".join(dict.fromkeys(part.text for part in parts))
    own = entry.confidence
    sources = [part.confidence or own for part in parts]
    surest = min(sources, key=SOURCES.index, default=own)
    said = [(entry.cite, own)]
    said += [(part.cite, word) for part, word in zip(parts, sources, strict=True) if part.cite]
    said += [(what, word) for what, word in facts.doubts(text) if less_sure(word, own)]
    # What is less sure than the rest of the entry says so of itself.
    cites = [f"{cite} ({word})" if less_sure(word, surest) else cite for cite, word in said]
    sure = facts.surely(text, least_sure(sources))
    see_also = dict.fromkeys((*entry.see_also, *(o for c in changes for o in c.see_also)))
    words = dict.fromkeys((*entry.keywords, *(word for c in changes for word in c.keywords)))
    asked = tuple((step, facts.filled(part.text)) for part in parts for step in part.steps)
    return replace(
        entry,
        text=facts.filled(text),
        keywords=tuple(words),
        see_also=tuple(other for other in see_also if other != entry.id),
        cite="; ".join(dict.fromkeys(cites)),
        confidence=sure,
        partly=any(less_sure(sure, word) for word in sources),
        steps=(*entry.steps, *dict(asked)),
        asked=asked,
    )


_read: Callable[..., Pages] = cache(read_pages)


def pages_of(one: Edition | Expansion) -> Pages:
    """Return the pages of an edition or an expansion; it may have none."""
    pages = one.pages
    return pages if isinstance(pages, Pages) else _read(pages) if pages else Pages()
