"""Every page of every game: what it says is what that game is."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from pathlib import Path

import pytest

from elgrande.content.deck import SOURCES, CardInfo
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import expansion, expansion_ids
from elgrande.content.files import ContentError
from elgrande.content.reference import Reference, RuleEntry, reference
from elgrande.content.reference.book import pages_of
from elgrande.content.reference.entries import read_pages
from elgrande.content.reference.facts import game, number
from elgrande.content.setup import Setup
from elgrande.content.words.cards import card_text
from elgrande.rules import Ruleset

MINI = (
    "new-regency", "old-hands-competition", "old-hands-infiltration", "old-hands-stand-in",
    "old-hands-veto", "power-shift",
)  # fmt: skip
ELSEWHERE = {
    "length", "short-game", "players", "two-players", "three-players", "few-players",
    "differences", "sources", "merged-stacks",
}  # fmt: skip
"""Pages that speak of other games than the one that is played, and say so."""
NUMBERS = {number(value): value for value in range(21)}
NAMES = "|".join(NUMBERS)
STACK = r"\d(?:/\d)?"


def games() -> Iterator[Setup]:
    """Every combination of mini expansions at every number of players, and the house rules."""
    for players in (2, 3, 4, 5):
        for short, castillo, veto in ((0, "open", 1), (1, "veiled", 0), (0, "open", 0)):
            house = {"castillo": castillo, "veto": bool(veto), "own_caballero": bool(short)}
            yield Setup.of(players, 1, house=house, short=bool(short))
    found = [ids for size in range(len(MINI) + 1) for ids in combinations(MINI, size)]
    for at, ids in enumerate(found):
        for players in (2, 3, 4, 5):
            # What has nothing to do with the expansions takes turns, so that all of it meets all.
            house = {
                "castillo": ("open", "veiled")[(at + players) % 2],
                "merged_stacks": players == 3 and at % 3 == 0,
            }
            short = at % 5 == 0
            yield Setup.of(players, 1, edition="2023", expansions=ids, house=house, short=short)


@cache
def books() -> tuple[tuple[Setup, Ruleset, Reference], ...]:
    return tuple((setup, setup.ruleset(), reference(setup)) for setup in games())


@cache
def everything(edition: str = "") -> frozenset[RuleEntry]:
    """Every entry that any of the games has, or any game of an edition."""
    return frozenset(
        entry
        for setup, _, book in books()
        if edition in ("", setup.edition)
        for entry in book.entries
    )


def pages(book: Reference) -> list[RuleEntry]:
    """The written pages about the game that is played."""
    return [e for e in book.entries if not e.made and e.id not in ELSEWHERE]


def named(setup: Setup) -> str:
    """Say which game it is, for a failure."""
    return f"{setup.edition}, {len(setup.players)} players, {setup.expansions}, {setup.options()}"


def test_pages_are_whole_in_every_game() -> None:
    assert len(books()) == 12 + 64 * 4
    for entry in everything():
        assert "{" not in entry.text, entry.id
        assert entry.text.endswith("."), entry.id
        assert len(textwrap.wrap(entry.text, 76)) <= 9, entry.id
    for setup, rules, book in books():
        said: dict[str, str] = {}
        for entry in book.entries:
            if entry.made or entry.chapter == "Regions":
                continue
            sentences = re.split(r"(?<=[.!?])\s+", entry.text)
            assert len(sentences) <= 8, (named(setup), entry.id)
            for sentence in sentences:
                assert said.setdefault(sentence, entry.id) == entry.id, (named(setup), sentence)
        assert all(book.card(card.id) for card in rules.cards)


def test_rounds_and_scorings_are_those_of_the_game() -> None:
    for setup, rules, book in books():
        scorings = "3, 6 and 9"
        for entry in pages(book):
            for said in re.findall(rf"\b({NAMES}) rounds\b", entry.text):
                assert said == number(len(rules.rounds)), (named(setup), entry.id)
            for said in re.findall(r"\brounds (\d[\d, and]*\d)", entry.text):
                assert said == scorings, (named(setup), entry.id)
        assert number(len(rules.rounds)) in book.about("length").text
        assert rules.scoring_rounds == {3, 6, 9}


def listed_stacks(text: str) -> dict[str, int]:
    """Read ``1 to 4 with ten cards each and 5 with one``."""
    out = {}
    for called, size in re.findall(rf"((?:{STACK}(?:, | and | to )?)+) with (\w+)", text):
        if " to " in called:
            first, last = map(int, called.split(" to "))
            names = [str(name) for name in range(first, last + 1)]
        else:
            names = re.findall(STACK, called)
        out.update(dict.fromkeys(names, NUMBERS[size]))
    return out


def lying(setup: Setup) -> dict[str, int]:
    """How many cards a stack has as the game begins, by what it is called."""
    rules = setup.ruleset()
    merged = {info.card.stack for info in setup.content.cards.values()} - set(rules.stacks)
    state = setup.start()
    first = {"2": "2/3"} if 3 in merged else {}
    return {
        first.get(str(slot.stack), str(slot.stack)): slot.left + (slot.card >= 0)
        for slot in state.slots
    }


def test_stacks_hold_what_the_pages_say() -> None:
    told = 0
    for setup, rules, book in books():
        there = lying(setup)
        said = book.about("setup").text
        assert f"{number(len(there))} shuffled stacks" in said, named(setup)
        assert listed_stacks(said) == there, named(setup)
        total = re.search(r"all (\d+) cards", book.about("card-numbers").text)
        if total:
            assert int(total[1]) == sum(there.values())
        back = {str(card.stack) for card in rules.cards if card.returns}
        seen = dict.fromkeys(there.keys() - back, False)
        text = book.about("clearing").text
        for many, size, called in re.findall(
            rf"(all|{NAMES}) of the (\w+) cards of (?:each of )?stacks? "
            rf"((?:{STACK}(?:, | and )?)+)",
            text,
        ):
            for name in re.findall(STACK, called):
                assert there[name] == NUMBERS[size], (named(setup), text)
                assert seen[name] is False
                seen[name] = True
                turned = min(len(rules.rounds), there[name])
                assert many == ("all" if turned == there[name] else number(turned))
        assert all(seen.values()), (named(setup), text)
        for entry in (e for e in book.entries if not e.made):
            for open_cards in re.findall(rf"\b({NAMES}) action cards are face up", entry.text):
                assert open_cards == number(len(there)), (named(setup), entry.id)
                told += 1
    assert told, "no page says how many are face up"


def test_pieces_values_and_borders_are_those_of_the_game() -> None:
    for setup, rules, book in books():
        said = book.about("setup").text
        start = setup.start()
        home = start.grande(0)
        assert f"with {number(start.count(0, rules.region_places[home][0]))} caballeros" in said
        assert f"{number(start.count(0, rules.court)).capitalize()} caballeros" in said
        assert f"other {start.count(0, rules.provinces)} " in said
        assert str(rules.caballeros) in book.about("caballeros").text
        brings = {}
        for values, many in re.findall(
            r"([\d, and]+) brings? (\d|none)", book.about("power-numbers").text
        ):
            found = re.findall(r"\d+", values)
            brings.update(dict.fromkeys(map(int, found), 0 if many == "none" else int(many)))
        assert brings == rules.power_numbers, named(setup)
        labels = setup.content.labels
        order = [labels[name].name for name in rules.regions]
        assert ", ".join(order) in book.about("regions").text
        castillo = "/".join(map(str, rules.values[rules.castillo_target]))
        assert castillo in book.about("castillo").text
        for values in rules.mobile_values:
            assert "/".join(map(str, values)) in book.about("scoreboards").text
        for at, name in enumerate(rules.regions):
            text = book.about(f"region-{name}").text
            assert f"worth {'/'.join(map(str, rules.values[at][: rules.ranks]))} " in text
            near = {labels[rules.regions[r]].name for r in rules.region_neighbours[at]}
            assert {one for one in order if one in text} == {order[at], *near}
        for entry in pages(book):
            for said in re.findall(rf"\b(?:all|the) ({NAMES}) regions\b", entry.text):
                assert said == number(len(rules.regions)), entry.id


def paid(counts: list[int], values: list[int], ranks: int) -> list[int]:
    """What a scoring pays (FACTS 7), worked out here once more."""
    worth = [*values[:ranks], 0, 0, 0, 0, 0]
    out, rank = [], 0
    while counts:
        tied = counts.count(counts[0])
        out += [worth[rank + (tied > 1)]] * tied
        counts = counts[tied:]
        rank += 2 if tied > 1 else 1
    return out


def test_examples_of_ties_are_worked_out_for_the_number_of_players() -> None:
    for setup, rules, book in books():
        text = book.about("ties-example").text
        values = [int(digit) for digit in re.findall(r"\d(?=[/.])|(?<=/)\d", text)[:3]]
        examples = re.findall(r"(\d(?:, \d)* and \d)([^.]*)\.", text)
        assert len(examples) >= 2, named(setup)
        for vector, says in examples:
            counts = [int(digit) for digit in re.findall(r"\d", vector)]
            if counts[0] in values:
                continue  # Not how many stand there, but what they are paid.
            assert len(counts) <= max(len(setup.players), len(rules.kinds)) or rules.n_seats > 3
            points = paid(counts, values, rules.ranks)
            told = {int(digit) for digit in re.findall(r"\d", says)}
            assert told <= set(points), (named(setup), vector, says, points)
            if told:
                assert {point for point in points if point} == told
            assert "third player 2" not in says or rules.ranks == 3
        third = rules.ranks > 2
        assert ("third are paid" in book.about("majority").text
                or "then the third" in book.about("majority").text) == third  # fmt: skip
        assert ("next two the others" in book.about("aim").text) == third


def test_pages_name_no_card_that_is_not_in_the_game() -> None:
    names = {info.name for info in edition("2023").cards}
    names |= {info.name for one in MINI for info in expansion(one).cards if info.card.stack}
    king = re.compile(r"King's card|five stacks")
    for setup, rules, book in books():
        content = setup.content.cards
        there = {content[card.id].name for card in rules.cards}
        returns = any(card.returns for card in rules.cards)
        away = names - there
        if setup.edition == "1996":
            away = set() if "Veto!" in there else {"Veto"}
        gone = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in away) or "(?!)")
        for entry in pages(book):
            assert not gone.search(entry.text), (named(setup), entry.id)
            assert returns or not king.search(entry.text), (named(setup), entry.id)


def opening(setup: Setup, rules: Ruleset) -> list[CardInfo]:
    """The cards that can open the Castillo, read from the deck once more."""
    return [
        setup.content.cards[card.id]
        for card in rules.cards
        if card.effect == "score_castillo" or card.params.get("castillo") is True
    ]


def test_every_card_that_opens_the_castillo_is_named() -> None:
    for setup, rules, book in books():
        names = {info.name for info in opening(setup, rules)}
        if setup.edition == "2023":
            assert names == {"Revelation", "Royal Verdict"}
            text = book.about("castillo").text
            assert all(name in text for name in names), named(setup)


def test_who_and_what_is_barred_asked_and_known() -> None:
    for setup, rules, book in books():
        power = book.about("power-cards").text
        shift, dummy = bool(rules.extra_hand), bool(rules.unplayed)
        veiled = setup.options()["castillo"] == "veiled"
        for page in ("power-cards", "turn-order", "starter", "round"):
            text = book.about(page).text
            assert ("total" in text) == shift, (named(setup), page)
            assert ("dummy" in text.lower()) == dummy, (named(setup), page)
        assert ("value" in power) == (not shift)
        assert ("modifier" in book.about("setup").text) == shift
        for page in ("general-scoring", "disk-castillo"):
            text = book.about(page).text
            asked = re.search(r"[Aa]ll players set|everybody sets|all set|everybody chooses", text)
            assert bool(asked) == veiled, (named(setup), page)
        assert ("veiled" in book.about("secrets").text) == veiled, named(setup)
        nodes = len(rules.nodes) > len(rules.regions)
        assert ("abroad" in book.about("king").text) == nodes
        assert ("no card" in book.about("king-region").text.lower()) == (
            setup.edition == "2023"
            and not {"new-regency", "old-hands-infiltration", "old-hands-stand-in"}
            & set(setup.expansions)
        )
        keeps = any(card.effect == "keep_veto" for card in rules.cards)
        assert ("veto" in book) == keeps
        assert (book.step("window") is not None) == keeps


def test_whoever_has_a_grande_inside_is_asked_for_a_disk() -> None:
    for setup, _, book in books():
        inside = "old-hands-competition" in setup.expansions
        assert ("grande-inside" in book) == inside
        for page in ("general-scoring", "disk-castillo"):
            assert ("Grande" in book.about(page).text) == inside, (named(setup), page)


def test_merged_stacks_are_called_by_both_numbers() -> None:
    for setup, rules, book in books():
        if 3 in rules.stacks:
            continue
        for entry in pages(book):
            assert not re.search(r"\bstacks? [23](?!/)", entry.text), (named(setup), entry.id)


def test_pages_on_the_dummy_say_for_whom_they_are() -> None:
    for setup, rules, book in books():
        for entry in book.entries:
            if entry.id.split("-")[0] == "dummy" and not rules.unplayed:
                assert "you" not in re.findall(r"\w+", entry.text), (named(setup), entry.id)
                assert re.search(r"\btwo players|game for two", entry.text), entry.id


def test_a_modifier_may_come_back_in_secret_too() -> None:
    for _, rules, book in books():
        assert ("or a modifier" in book.about("secrets").text) == bool(rules.extra_hand)


def test_words_are_the_editions() -> None:
    for entry in everything("2023"):
        assert not re.search(r"\bprovinces\b|[Mm]obile", entry.text), entry.id
    for entry in everything():
        assert not re.search(r"(?<![\w-])-\d", entry.text), (entry.id, "a minus sign is −")
        assert "up to 0" not in entry.text


def test_all_modifiers_are_found() -> None:
    book = reference(Setup.of(4, 1, edition="2023", expansions=("power-shift",)))
    hand = expansion("power-shift").hand
    assert len(hand) == 16
    for card in hand:
        entry = book.about(f"hand-{card.id}")
        assert card.text in entry.text
        assert entry in book.search(f"modifier {card.name}")[:6], card.name
    assert "hand-plus-1" not in reference(Setup.of(4, 1, edition="2023"))


def test_a_page_is_as_sure_as_its_numbers() -> None:
    for setup, rules, book in books():
        side = setup.content.edition.side(len(setup.players))
        opens = [card.source.get("castillo", "printed") for card in opening(setup, rules)]
        sure = opens if setup.edition == "2023" else []  # The page of 1996 names no card.
        sure = [*sure, side.sources["castillo"]["values"]]
        assert book.about("castillo").confidence == max(sure, key=SOURCES.index)
        assert book.about("regions").confidence != "printed"
        if setup.edition == "2023":
            near = [side.sources[one.id]["neighbours"] for one in side.regions]
            found = book.about("neighbours").confidence
            assert found == max(("deduced", *near), key=SOURCES.index)
            # The loose tiles are those of either side.
            assert book.about("scoreboards").confidence == "deduced"
    for entry in everything():
        if entry.confidence == "printed" and not entry.made:
            assert re.search(r"\bS[0-4]\b", entry.cite), (entry.id, "cite the document")


def test_expansions_change_what_the_edition_says_and_nothing_else() -> None:
    """A changed entry must be there, whichever edition the expansion is for."""
    editions = {name: pages_of(edition(name)) for name in edition_ids()}
    names = {name: {one.entry.id for one in pages.entries} for name, pages in editions.items()}
    for one in (*MINI, "dummy", "merged-stacks"):
        found = pages_of(expansion(one))
        assert all(change.entry in names["2023"] for change in found.changes)
        assert all(change.part.text and change.part.cite for change in found.changes)
        assert not {one.entry.id for one in found.entries} & names["2023"], "change its parts"
    assert set(MINI) <= set(expansion_ids())


def test_expansions_in_another_order_say_the_same() -> None:
    there, back = (
        reference(Setup.of(2, 1, edition="2023", expansions=ids)) for ids in (MINI, MINI[::-1])
    )
    for entry in there.entries:
        other = back.about(entry.id)
        assert sorted(re.split(r"(?<=\.) ", entry.text)) == sorted(
            re.split(r"(?<=\.) ", other.text)
        )


def test_a_fact_that_no_game_has_is_a_fault() -> None:
    setup = Setup.of(4, 1)
    facts = game(setup.content, setup.ruleset())
    assert facts.fits({"players": (3, 4), "effect": ("recall",), "short": (False,)})
    assert not facts.fits({"players": (3, 4), "effect": ("militia",)})
    with pytest.raises(ContentError, match="'moon', which no game has"):
        facts.fits({"moon": (1,)})


# -- what is added to the pages of cards -----------------------------------------


def test_what_is_added_to_a_card_is_not_said_to_be_printed() -> None:
    """It stands behind the sentence that says so of the rest, in every game."""
    found = set()
    for setup, _, book in books():
        extras = pages_of(edition(setup.edition)).effect
        for info in setup.content.cards.values():
            entry = book.card(info.card.id)
            extra = extras.get(info.card.effect)
            if entry is None or extra is None or not extra.note or entry.cards[0] != info.card.id:
                continue
            before, note, _ = entry.text.partition(extra.note)
            assert note
            assert before.endswith(f" {card_text(info).splitlines()[-1]} ")
            found.add(entry.id)
    assert len(found) > 10


def test_a_note_asks_for_a_fact_that_games_have(tmp_path: Path) -> None:
    setup = Setup.of(4, 1)
    path = tmp_path / "pages.toml"
    path.write_text('format = 1\n[effect.recall]\nnote = "So."\ngames = { weather = "fine" }\n')
    facts = game(setup.content, setup.ruleset())
    with pytest.raises(ContentError, match="weather"):
        read_pages(path).effect["recall"].in_game(facts)


def test_the_castillo_says_which_of_its_values_so_few_players_void() -> None:
    """FACTS 7: with two players only the first value is paid, with three the first two."""
    for players, says in ((2, "Only the first of them is paid"), (3, "The third of them is void")):
        entry = next(one for one in reference(Setup.of(players, 1)).entries if one.id == "castillo")
        assert f"{says} with {number(players)} players." in entry.text


def test_an_open_castillo_is_not_said_to_hide_anybody() -> None:
    for name in ("1996", "2023"):
        book = reference(Setup.of(4, 1, edition=name, house={"castillo": "open"}))
        assert "out of sight" not in book.about("castillo").text
