"""The whole reference of one game."""

from __future__ import annotations

from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING

from elgrande.content.reading import ContentError
from elgrande.content.reference.entry import Extra, Pages, RuleEntry, read_pages
from elgrande.content.reference.made import card_entries, filled, house_entries, region_entries
from elgrande.content.reference.search import Index

if TYPE_CHECKING:
    from elgrande.content.setup import Content


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
        self._index = Index(entries)

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


_KEPT: dict[tuple[object, ...], Reference] = {}


def reference(content: Content) -> Reference:
    """Return the reference for what is in play: ``reference(setup.content)``.

    An expansion's pages replace entries of the same id and add the others.
    """
    expansions = (expansion.id for expansion in content.expansions)
    key = (content.edition.id, content.deck, *expansions)
    if key not in _KEPT:
        _KEPT[key] = _compile(content)
    return _KEPT[key]


def _compile(content: Content) -> Reference:
    edition = content.edition
    brought = [one.pages or _pages(one.id) for one in content.expansions]
    written: dict[str, RuleEntry] = {}
    house: dict[str, Extra] = {}
    effect: dict[str, Extra] = {}
    region = Extra()
    for pages in (_pages(edition.id), *brought):
        written.update({entry.id: entry for entry in pages.entries})
        house.update(pages.house)
        effect.update(pages.effect)
        region = pages.region if pages.region != Extra() else region
    made = [
        *house_entries(edition, house),
        *region_entries(edition, region),
        *card_entries(content.cards.values(), effect),
    ]
    # Where a file says more of a card or a region than its data, that counts.
    entries = [replace(entry, text=filled(entry.text, edition)) for entry in written.values()]
    entries += (entry for entry in made if entry.id not in written)
    # Our pages may point to cards that this game put away, or that its own deck has not.
    known = {entry.id for entry in entries}
    away = {f"card-{info.card.id}" for info in edition.cards} - known
    if content.deck is not None:
        away |= {other for entry in entries for other in entry.see_also} - known
    entries = [
        replace(entry, see_also=tuple(other for other in entry.see_also if other not in away))
        for entry in entries
    ]
    return Reference(tuple(entries))


def _pages(name: str) -> Pages:
    """Return the file of an edition or expansion of ours; it may have none."""
    source = files("elgrande.content.reference") / f"{name}.toml"
    return read_pages(source) if source.is_file() else Pages()
