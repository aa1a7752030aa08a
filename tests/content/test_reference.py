"""The rules reference: complete, cited, in a few sentences, and found by what people type."""

from __future__ import annotations

import random
import re
import textwrap
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from elgrande.content.deck import SOURCES, Deck
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import Expansion
from elgrande.content.files import ContentError, read_toml
from elgrande.content.reference import Reference, RuleEntry, reference
from elgrande.content.reference.book import compiled
from elgrande.content.reference.entries import asked, read_pages, words
from elgrande.content.setup import Content, Setup
from elgrande.content.words import explain_score
from elgrande.rules import Ruleset, score
from elgrande.rules.base import BASE_STEPS
from elgrande.rules.effects import BASE_EFFECTS
from elgrande.rules.steps.step import Step

CONTENT = Setup.of(4, seed=1).content
BOOK = reference(Setup.of(4, seed=1))
BOOK_2023 = reference(Setup.of(4, seed=1, edition="2023"))
BOOKS = {"1996": BOOK, "2023": BOOK_2023}
ALL = [
    pytest.param(BOOKS[name], entry, id=f"{name}-{entry.id}")
    for name in edition_ids()
    for entry in BOOKS[name].entries
]
WRITTEN = [param for param in ALL if param.values[1].chapter not in ("Cards", "Regions")]


def sentences(text: str) -> list[str]:
    return [part for part in re.split(r"(?<=[.!?])\s+", text) if part]


# -- what an entry must be ------------------------------------------------------


@pytest.mark.parametrize(("book", "entry"), ALL)
def test_an_entry_is_whole(book: Reference, entry: RuleEntry) -> None:
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", entry.id)
    assert entry.title
    assert len(entry.title) <= 60
    assert entry.keywords
    assert re.match(r"S0|S1|S2|FACTS", entry.cite), "every rule says which document it comes from"
    assert entry.confidence in SOURCES
    assert entry.see_also
    assert entry.id not in entry.see_also
    for other in entry.see_also:
        assert book.about(other).id == other
    assert "{" not in entry.text
    assert "  " not in entry.text
    assert entry.text[-1] == "."
    assert len(textwrap.wrap(entry.text, 76)) <= 8


@pytest.mark.parametrize(("book", "entry"), WRITTEN)
def test_a_rule_is_said_in_one_to_six_sentences(book: Reference, entry: RuleEntry) -> None:
    assert 1 <= len(sentences(entry.text)) <= 6


@pytest.mark.parametrize("name", edition_ids())
def test_no_two_entries_say_the_same_sentence(name: str) -> None:
    """The sources of cards and the closed King's region are said of many cards."""
    said: dict[str, str] = {}
    for entry in BOOKS[name].entries:
        if entry.chapter in ("Cards", "Regions"):
            continue
        for sentence in sentences(entry.text):
            if sentence.startswith("Default:"):
                continue
            assert sentence not in said, (entry.id, said.get(sentence))
            said[sentence] = entry.id


@pytest.mark.parametrize("name", sorted(BOOKS))
def test_no_two_entries_have_the_same_title(name: str) -> None:
    titles = [entry.title for entry in BOOKS[name].entries]
    assert len({*titles}) == len(titles)


RULES = (
    "aim", "setup", "round", "power-cards", "turn", "taking", "short-provinces",
    "choosing-card", "placing", "special-action", "order", "king", "king-region",
    "neighbours", "castillo", "general-scoring", "majority", "ties", "ties-example",
    "king-bonus", "grande-bonus", "scoreboards", "special-scoring", "disks", "disk-king",
    "short-game", "few-players", "players", "end", "house-rules", "undo", "secrets",
)  # fmt: skip
ALONE = {
    "1996": ("veto", "veto-windows", "held-cards"),
    "2023": (
        "in-full", "france-portugal", "differences", "board-side", "two-players", "dummy",
        "dummy-regions", "dummy-power", "dummy-card", "dummy-caballeros", "three-players",
        "merged-stacks",
    ),
}  # fmt: skip
"""What one edition has to explain and the other has not."""


@pytest.mark.parametrize("name", edition_ids())
def test_every_part_of_the_rules_has_an_entry(name: str) -> None:
    for rule in (*RULES, *ALONE[name]):
        assert rule in BOOKS[name], rule
        assert BOOKS[name].about(rule).text


def test_an_unknown_id_gets_a_sentence() -> None:
    assert "tie" not in BOOK
    with pytest.raises(ContentError, match="no entry 'tie'"):
        BOOK.about("tie")


@pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)
def test_the_chapters_hold_every_entry_once(book: Reference) -> None:
    names = [name for name, _ in book.chapters]
    assert names[0] == "The game"
    assert names[-1] == "Cards"
    assert sorted(entry.id for _, entries in book.chapters for entry in entries) == sorted(
        entry.id for entry in book.entries
    )


# -- made from data ---------------------------------------------------------------


@pytest.mark.parametrize("name", edition_ids())
def test_every_card_has_an_entry(name: str) -> None:
    book = BOOKS[name]
    for info in edition(name).cards:
        entry = book.card(info.card.id)
        assert entry is not None
        assert info.card.id in entry.cards
        assert info.card.id in entry.title
        assert info.text in entry.text
        assert entry.cite == info.cite
    assert sum(len(entry.cards) for entry in book.entries) == len(edition(name).cards)


def test_copies_share_an_entry() -> None:
    assert BOOK.card("1-04") == BOOK.card("1-05") == BOOK.about("card-1-04")
    assert BOOK.card("1-04") != BOOK.card("1-03")
    assert BOOK.card("9-99") is None


def test_a_card_is_as_sure_as_its_least_sure_field() -> None:
    printed, doubtful = BOOK.card("2-03"), BOOK.card("2-07")
    assert printed is not None
    assert doubtful is not None
    assert printed.confidence == "printed"
    assert doubtful.confidence == "deduced", "its name is ours, but a name is no rule"
    assert "Everything here is printed." in printed.text
    assert "Deduced: the effect." in doubtful.text


@pytest.mark.parametrize("name", edition_ids())
def test_regions_tell_values_and_neighbours_of_the_board(name: str) -> None:
    data = edition(name)
    for region in data.front.regions:
        entry = BOOKS[name].about(f"region-{region.id}")
        assert entry.title == data.labels[region.id].name
        assert "/".join(map(str, region.values)) in entry.text
        for other in region.neighbours:
            assert data.labels[other].name in entry.text


@pytest.mark.parametrize("name", edition_ids())
def test_every_house_rule_has_an_entry(name: str) -> None:
    for rule in edition(name).house_rules:
        entry = BOOKS[name].about(f"house-{rule.key.replace('_', '-')}")
        assert rule.text in entry.text
        assert rule.title in entry.title


def test_numbers_come_from_the_edition() -> None:
    power = BOOK.about("power-numbers").text
    assert "1 brings 6; 2 and 3 bring 5;" in power
    assert "12 and 13 bring none." in power
    assert "5/3/1" in BOOK.about("castillo").text
    assert "8/4/0 and 4/0/0" in BOOK.about("scoreboards").text
    assert "Galicia, Basque Country, Aragon" in BOOK.about("regions").text
    assert "Galicia, Navarra, Aragón" in BOOK_2023.about("regions").text


# -- links -------------------------------------------------------------------------


@pytest.mark.parametrize("name", edition_ids())
def test_every_question_of_the_game_is_explained(name: str) -> None:
    """Those of special actions are explained by the card; windows need a card that is kept."""
    asking = {
        step.name
        for step in BASE_STEPS
        if (step.legal is not Step.legal or step.choices is not Step.choices)
        and step not in BASE_EFFECTS
    }
    assert {"power", "place", "disks", "window"} <= asking
    if not any(info.card.effect == "keep_veto" for info in edition(name).cards):
        asking -= {"window"}
    for step in asking:
        assert BOOKS[name].step(step) is not None, step
    assert BOOKS[name].step("nothing") is None


def test_every_reason_of_a_scoring_leads_to_a_rule() -> None:
    rules = read_toml(files("elgrande.content") / "score_rules.toml")
    assert len(rules) == 10
    for rule in rules.values():
        assert all(rule["entry"] in book for book in BOOKS.values())
        assert rule["text"]


@pytest.mark.parametrize("name", edition_ids())
@pytest.mark.parametrize("players", [2, 3, 5])
def test_reasons_of_random_positions_lead_to_rules(players: int, name: str) -> None:
    """With two players of 2023 the dummy stands among them."""
    chance = random.Random(players)
    state = Setup.of(players, seed=players, edition=name).start()
    assert len(state.rules.kinds) == players + (name == "2023" and players == 2)
    seen = set()
    for _ in range(40):
        for place in range(10):
            for kind in range(len(state.rules.kinds)):
                state.board[kind * state.rules.n_places + place] = chance.randrange(4)
        for target in range(10):
            for reason in explain_score(score(state, target, chance.random() < 0.2), state.rules):
                seen.add(reason.entry)
    assert seen <= {entry.id for entry in BOOKS[name].entries}
    assert {"majority", "king-bonus", "grande-bonus"} <= seen
    assert ("few-players" in seen) == (players < 4)


# -- search --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("ties", "ties"),
        ("tied for first", "ties"),
        ("same number", "ties"),
        ("king bonus", "king-bonus"),
        ("home bonus", "grande-bonus"),
        ("veto", "veto"),
        ("veto placing", "veto-limits"),
        ("who starts", "starter"),
        ("turn order", "turn-order"),
        ("undo", "undo"),
        ("castillo", "castillo"),
        ("disk castillo", "disk-castillo"),
        ("disk king", "disk-king"),
        ("taboo", "king-region"),
        ("neighbours of aragon", "region-aragon"),
        ("adjacent", "neighbours"),
        ("2-06", "card-2-06"),
        ("1-09", "card-1-08"),
        ("8/4/0", "scoreboards"),
        ("scoring tile", "scoreboards"),
        ("+2", "king-bonus"),
        ("how many caballeros may I place", "placing"),
        ("split", "order"),
        ("short game", "short-game"),
        ("two players", "few-players"),
        ("cubes", "caballeros"),
        ("provinces empty", "short-provinces"),
        ("first places only", "first-only"),
        ("take power card back", "card-4-08"),
        ("royal adviser", "card-4-04"),
        ("how long does a game last", "length"),
        ("what is secret", "secrets"),
    ],
)
def test_search_finds_the_obvious(typed: str, first: str) -> None:
    found = [entry.id for entry in BOOK.search(typed)]
    assert found[0] == first, found[:5]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("dummy", "dummy"),
        ("two players", "two-players"),
        ("three players", "three-players"),
        ("merged stacks", "merged-stacks"),
        ("first player marker", "starter"),
        ("scoring tile", "scoreboards"),
        ("as much as possible", "in-full"),
        ("must do it in full", "in-full"),
        ("france", "france-portugal"),
        ("militia", "card-1-02"),
        ("empowerment", "card-4-07"),
        ("cataluna", "region-catalonia"),
        ("province empty", "short-provinces"),
        ("dummy power card", "dummy-power"),
        ("what is new", "differences"),
    ],
)
def test_search_finds_the_obvious_of_2023(typed: str, first: str) -> None:
    found = [entry.id for entry in BOOK_2023.search(typed)]
    assert found[0] == first, found[:5]


@pytest.mark.parametrize("typed", ["CASTILLO", "castíllo", "  Castillo!?", "castill"])
def test_case_accents_marks_and_endings_do_not_count(typed: str) -> None:
    assert BOOK.search(typed)[0].id == "castillo"


def test_words_are_compared_without_accents_marks_and_small_words() -> None:
    assert words("Cataluña, the King’s REGION") == ["cataluna", "the", "king", "s", "region"]
    assert asked("What is the King's no-split of 2-06 and 8/4/0?") == [
        "king", "no", "split", "2-06", "840",
    ]  # fmt: skip


def test_half_a_word_is_enough() -> None:
    assert BOOK.search("neighb")[0].id == "neighbours"
    assert BOOK.search("sco cas")[0].id in ("card-3-06", "castillo")


def test_what_answers_more_words_comes_first() -> None:
    both = [e.id for e in BOOK.search("king placing")]
    assert both.index("placing") < both.index("king-bonus")


def test_nothing_typed_lists_all_and_nonsense_nothing() -> None:
    assert BOOK.search("  ") == list(BOOK.entries)
    assert BOOK.search("xylophone") == []
    assert BOOK.search("the")  # a small word alone is searched for as it is


# -- other contents --------------------------------------------------------------------


def test_one_reference_for_equal_contents() -> None:
    """Who plays and what was drawn does not matter, how many play does."""
    assert reference(Setup.of(4, seed=9)) is reference(Setup.of(4, seed=1, starter="blue"))
    assert reference(Setup.of(3, seed=1)) is not reference(Setup.of(4, seed=1))


def test_an_expansion_without_a_file_has_its_cards_in_it() -> None:
    """So that a card of another package is found, whatever else that package brings."""
    info = edition("1996").cards[0]
    stranger = replace(info, card=replace(info.card, id="7-01"), name="Bridge", short="Bridge",
                       text="Two regions count as neighbours.")  # fmt: skip
    new = Expansion("bridges", "Bridges", "", lambda spec: None, cards=(stranger,))
    content = Content(CONTENT.edition, (new,), CONTENT.labels, {**CONTENT.cards, "7-01": stranger})
    spec = CONTENT.edition.spec(("red", "blue", "green", "yellow"), False, {})
    spec.cards.append(stranger.card)
    book = compiled(content, Ruleset(spec))
    assert book.search("bridge")[0].id == "card-7-01"
    assert book.about("ties") == BOOK.about("ties")
    assert "card-7-01" not in BOOK


GOOD = """
format = 1
[[entry]]
id = "a"
chapter = "One"
title = "A"
text = "A text."
keywords = ["b"]
cite = "S0"
confidence = "printed"
"""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (('"printed"', '"certain"'), "pages.toml, entry 'a', field 'confidence': write one of"),
        (('title = "A"', ""), "pages.toml, entry 'a', field 'title'"),
        (('cite = "S0"', 'cite = "S0"\nsites = 1'), "field 'sites': there is no such field"),
        (("format = 1", "format = 2"), "field 'format'"),
    ],
)
def test_a_broken_file_is_named_with_entry_and_field(
    change: tuple[str, str], says: str, tmp_path: Path
) -> None:
    source = tmp_path / "pages.toml"
    source.write_text(GOOD)
    assert read_pages(source).entries[0].parts[0].text == "A text."
    source.write_text(GOOD.replace(*change))
    with pytest.raises(ContentError, match=re.escape(says)):
        read_pages(source)


def test_entries_that_clash_or_point_nowhere_are_named() -> None:
    one = BOOK.about("aim")
    with pytest.raises(ContentError, match="two entries 'aim'"):
        Reference((one, replace(one, title="Another")))
    with pytest.raises(ContentError, match="'aim' points to 'moon'"):
        Reference((replace(one, see_also=("moon",)),))


def test_a_card_that_offers_others_actions_points_to_their_entries() -> None:
    cards = list(edition("1996").cards)
    at = next(at for at, info in enumerate(cards) if info.card.id == "1-03")
    assert BOOK.card("1-03").see_also[:2] == ("card-1-02", "card-1-01")
    info = replace(cards[at], card=replace(cards[at].card, params={"options": ["2-10", "5-01"]}))
    deck = Deck("mine", (*cards[:at], info, *cards[at + 1 :]))
    offered = reference(Setup.of(3, seed=1, deck=deck)).card("1-03")
    # Copies share the entry of the first.
    assert offered.see_also[:2] == ("card-2-09", "card-5-01")
