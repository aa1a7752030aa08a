"""What the mini expansions change of the rules is looked up beside the edition's."""

from __future__ import annotations

import re
import textwrap
from itertools import combinations

import pytest

from elgrande.content.reference import Reference, RuleEntry, reference
from elgrande.content.setup import Setup

MINI = (
    "new-regency", "old-hands-competition", "old-hands-infiltration", "old-hands-stand-in",
    "old-hands-veto",
)  # fmt: skip


def book(*ids: str) -> Reference:
    """The reference of the 2023 edition with these expansions."""
    return reference(Setup.of(4, seed=1, edition="2023", expansions=ids))


PLAIN = book()
FULL = book(*MINI)
NEW = [e for e in FULL.entries if e not in PLAIN.entries]


def test_any_combination_has_a_reference() -> None:
    """No entry may point to one that another expansion would have brought."""
    for number in range(len(MINI) + 1):
        for ids in combinations(MINI, number):
            cards = Setup.of(4, seed=1, edition="2023", expansions=ids).ruleset().cards
            found = book(*ids)
            assert all(found.card(card.id) for card in cards)


def test_a_note_that_several_parts_bring_stands_once() -> None:
    """S2: for each card that is added one is left out; the parts of Old Hands share a file."""
    notes = [e for e in FULL.entries if "To make room" in e.text]
    assert notes
    assert all(e.text.count("To make room") == 1 for e in notes)


@pytest.mark.parametrize("entry", NEW, ids=lambda entry: entry.id)
def test_an_entry_of_theirs_is_whole(entry: RuleEntry) -> None:
    assert re.match(r"S2|FACTS", entry.cite)
    assert entry.keywords
    assert entry.see_also
    assert entry.id not in entry.see_also
    assert len(textwrap.wrap(entry.text, 76)) <= 8
    sentences = re.split(r"(?<=[.!?])\s+", entry.text)
    assert entry.chapter == "Cards" or len(sentences) <= 6
    said = {
        sentence
        for other in FULL.entries
        if other is not entry and "Cards" not in (other.chapter, entry.chapter)
        for sentence in re.split(r"(?<=[.!?])\s+", other.text)
    }
    assert not said & set(sentences)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("exile", "card-5-11"), ("portugal", "france-portugal"), ("new regency", "new-regency"),
        ("rebellion", "card-5-14"), ("beside the castillo", "beside-castillo"),
        ("veto", "veto"), ("grande inside", "grande-inside"), ("swap", "swap"),
        ("infiltration", "card-1-21"),
    ],
)  # fmt: skip
def test_what_is_typed_is_found(typed: str, first: str) -> None:
    assert first in [entry.id for entry in FULL.search(typed)[:2]]


def test_their_questions_are_explained() -> None:
    step = FULL.step("ride_along")
    assert step is not None
    assert step.id == "entourage"
    window = FULL.step("window")
    assert window is not None
    assert window.id == "veto"


def test_what_changes_takes_the_place_of_what_was() -> None:
    assert "no part in this game" in PLAIN.about("france-portugal").text
    assert "Exile alone" in FULL.about("france-portugal").text
    assert "Competition alone" in FULL.about("grande").text


def test_a_page_about_a_card_is_no_surer_than_the_card() -> None:
    """Their own pages explain a card each, and add to what the documents print of it."""
    for page, card in (
        ("king-infiltrated", "card-1-21"), ("swap", "card-2-21"), ("grande-inside", "card-4-21"),
    ):  # fmt: skip
        assert FULL.about(card).confidence == "reconstructed"
        assert FULL.about(page).confidence == "reconstructed"


def test_a_page_of_1996_says_what_is_printed_of_one_card_only() -> None:
    old = reference(Setup.of(4, seed=1))
    assert old.about("sending-back").confidence == "deduced"
    assert old.about("card-2-05").confidence == "printed"
    assert "fewer" not in old.about("card-2-05").text
