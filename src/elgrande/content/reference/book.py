"""The whole reference of one game."""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

from elgrande.content.reference.entry import Extra, Pages, RuleEntry, read_pages
from elgrande.content.reference.game import Game, game, least_sure
from elgrande.content.reference.generated_entries import (
    card_entries,
    hand_entries,
    house_entries,
    region_entries,
)
from elgrande.content.reference.search import Index
from elgrande.content.setup import Setup
from elgrande.content.toml_data import ContentError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.content.decks.deck import Deck
    from elgrande.content.edition import Edition
    from elgrande.content.expansion import Expansion
    from elgrande.content.reference.entry import Change, Written
    from elgrande.content.setup import Content
    from elgrande.rules import Ruleset


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
        self._by_step = {step: entry for entry in entries for step in entry.steps}
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
        return self._by_step.get(step)

    @property
    def chapters(self) -> tuple[tuple[str, tuple[RuleEntry, ...]], ...]:
        """The entries by chapter, for a table of contents."""
        found: dict[str, list[RuleEntry]] = {}
        for entry in self.entries:
            found.setdefault(entry.chapter, []).append(entry)
        return tuple((name, tuple(entries)) for name, entries in found.items())


def reference(setup: Setup) -> Reference:
    """Return the reference for the very game that a Setup makes, whoever plays it.

    An expansion's pages replace entries of the same id, change parts of others
    and add more.
    """
    house = tuple(sorted(setup.options().items()))
    deck, version = setup.deck, setup.played_version
    players = len(setup.players)
    return _kept(setup.edition, setup.expansions, players, setup.short, house, deck, version)


@lru_cache(maxsize=8)
def _kept(
    name: str,
    expansions: tuple[str, ...],
    players: int,
    short: bool,
    house: tuple[tuple[str, Any], ...],
    deck: Deck | None,
    version: str,
) -> Reference:
    setup = Setup.of(
        players, 0, edition=name, expansions=expansions, short=short, house=dict(house), deck=deck,
        version=version,
    )  # fmt: skip
    return compiled(setup.content, setup.ruleset())


def compiled(content: Content, rules: Ruleset) -> Reference:
    """Make the reference of a game."""
    edition = content.edition
    facts = game(content, rules)
    brought = list(map(pages_of, (*content.expansions, *content.parts)))
    written: dict[str, Written] = {}
    house: dict[str, Extra] = {}
    effect: dict[str, Extra] = {}
    region = Extra()
    for pages in (pages_of(edition), *brought):
        written.update({one.entry.id: one for one in pages.entries})
        for found, more in ((house, pages.house), (effect, pages.effect)):
            told = {key: extra.told(facts) for key, extra in more.items()}
            found.update({key: found.get(key, Extra()) + extra for key, extra in told.items()})
        region = pages.region if pages.region != Extra() else region
    changes = [change for pages in brought for change in pages.changes]
    for change in changes:
        if change.entry not in written:
            raise ContentError(f"a page changes the entry {change.entry!r}, which is none")
    entries = [
        _told(one, [change for change in changes if change.entry == name], facts)
        for name, one in written.items()
        if facts.fits(one.games)
    ]
    made = [
        *house_entries(content.house_rules, rules.options, house),
        *region_entries(edition, rules.n_seats, region),
        *card_entries((i for i in content.cards.values() if i.card.id in rules.card_index), effect),
        *hand_entries(card for one in (*content.expansions, *content.parts) for card in one.hand),
    ]
    # Where a file says more of a card or a region than its data, that counts.
    entries += (entry for entry in made if entry.id not in written)
    # Our pages may point to what this game put away or has not, or its own deck lacks.
    known = {entry.id for entry in entries}
    away = {*written, *(f"card-{info.card.id}" for info in edition.cards)} - known
    if content.deck is not None:
        away |= {other for entry in entries for other in entry.see_also} - known
    return Reference(
        tuple(
            replace(entry, see_also=tuple(one for one in entry.see_also if one not in away))
            for entry in entries
        )
    )


def _told(one: Written, changes: Sequence[Change], facts: Game) -> RuleEntry:
    """Return an entry as it holds for a game: what expansions change stands in its place."""
    changes = [change for change in changes if facts.fits(change.part.games)]
    # A name may stand for several parts, each for other games.
    names = dict.fromkeys((*(p.name for p in one.parts), *(c.part.name for c in changes)))
    said = {name: [c.part for c in changes if c.part.name == name] for name in names}
    ours = [part for part in one.parts if facts.fits(part.games)]
    parts = [
        part
        for name in names
        for part in said[name] or [p for p in ours if p.name == name]
        if part.text
    ]
    entry = one.entry
    text = " ".join(part.text for part in parts)
    sure = least_sure(part.confidence or entry.confidence for part in parts)
    cites = dict.fromkeys((entry.cite, *(part.cite for part in parts if part.cite)))
    see_also = dict.fromkeys((*entry.see_also, *(o for c in changes for o in c.see_also)))
    words = dict.fromkeys((*entry.keywords, *(word for c in changes for word in c.keywords)))
    return replace(
        entry,
        text=facts.filled(text),
        keywords=tuple(words),
        see_also=tuple(other for other in see_also if other != entry.id),
        cite="; ".join(cites),
        confidence=facts.surely(text, sure),
    )


_PAGES: dict[str, Pages] = {}
"""What was read, by file."""


def pages_of(one: Edition | Expansion) -> Pages:
    """Return the pages of an edition or an expansion; it may have none."""
    pages = one.pages
    if isinstance(pages, Pages):
        return pages
    if pages is None:
        return Pages()
    if str(pages) not in _PAGES:
        _PAGES[str(pages)] = read_pages(pages)
    return _PAGES[str(pages)]
