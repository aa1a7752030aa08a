"""Pages are made of the game, in every kind of game: editions, expansions, options, players."""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from texts_of_all_kinds import texts

import elgrande
from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import GROUP, chosen, every_expansion, offered
from elgrande.content.files import ContentError
from elgrande.content.reference import Reference, RuleEntry, reference
from elgrande.content.reference.book import unsaid
from elgrande.content.reference.facts import met
from elgrande.content.setup import Setup
from elgrande.content.words.names import GameNames, listed
from elgrande.rules import Ruleset

pytestmark = pytest.mark.expansions
OURS = frozenset({"1996", "2023", *(point.name for point in entry_points(group=GROUP))})
ABROAD = {"2023": {"France", "Portugal"}}
"""Places that the board of an edition shows and that are no regions."""


Games: TypeAlias = tuple[tuple[str, "Setup", "Ruleset", "Reference"], ...]


@pytest.fixture(params=["few", pytest.param("all", marks=pytest.mark.long)])
def games(request: pytest.FixtureRequest) -> Games:
    """Every set of expansions and options, or few: each expansion as it is usually played."""
    return kinds(request.param == "all")


@cache
def kinds(every: bool) -> Games:
    setups = all_setups() if every else usual_setups()
    return tuple((name, setup, setup.ruleset(), reference(setup)) for name, setup in setups)


def all_setups() -> Iterator[tuple[str, Setup]]:
    """Yield each set of expansions and options at one number of players.

    Players and length take turns, so that all of them meet all expansions.
    """
    rows: dict[tuple[str, str], int] = {}
    # Other tests register expansions of theirs.
    for kind, setup in texts().kinds([], OURS):
        house = str(sorted(setup.house.items())) * (setup.edition == "1996")
        row = rows.setdefault((kind.name, house), len(rows))
        if len(setup.players) == 2 + row % 4 and setup.short == (row % 5 == 0):
            yield f"{kind.name} {dict(kind.axes)}", setup


def usual_setups() -> Iterator[tuple[str, Setup]]:
    """Yield each edition, with each expansion by itself and with what is joined."""
    row = 0
    joined = [tuple(sorted(one.joins)) for one in every_expansion() if one.joins]
    for name in edition_ids():
        for ids in [(), *((one.id,) for one in offered(name)), *joined]:
            if not OURS.issuperset((name, *ids)):
                continue
            with suppress(ContentError):
                chosen(name, ids)
                row += 1
                yield f"{name} {ids}", Setup.of(2 + row % 4, 0, edition=name, expansions=ids)


def written(book: Reference) -> list[RuleEntry]:
    return [entry for entry in book.entries if not entry.made]


def test_whoever_bends_a_question_has_a_word_on_each_page_that_hangs_on_it(games: Games) -> None:
    left = {
        (what, name) for name, setup, rules, _ in games for what in unsaid(setup.content, rules)
    }
    for (bender, entry, part, question), name in sorted(left)[:20]:
        print(f"{bender} bends {question!r} and says nothing in {entry!r}, part {part!r}: {name}")
    assert not left, (
        "write a [[change]] of that entry, or name it in 'still' if it holds all the same"
    )


def test_pages_of_every_kind_are_whole(games: Games) -> None:
    for name, _, rules, book in games:
        for entry in book.entries:
            assert "{" not in entry.text, (name, entry.id)
            assert entry.text.endswith("."), (name, entry.id)
            assert len(textwrap.wrap(entry.text, 76)) <= 10, (name, entry.id)
        said = book.about("regions").text
        names = GameNames(rules)
        assert ", ".join(names.plain(region) for region in rules.regions) in said, name
        for at, region in enumerate(rules.regions):
            text = book.about(f"region-{region}").text
            near = [names.region(other) for other in rules.region_neighbours[at]]
            assert f"borders {listed(near) or 'no other region'}." in text, name
            assert f"worth {'/'.join(map(str, rules.values[at][: rules.ranks]))} " in text, name


def test_what_is_said_not_to_border_does_not(games: Games) -> None:
    apart = {
        ("galicia", "seville"), ("galicia", "new-castile"), ("old-castile", "seville"),
        ("basque", "catalonia"),
    }  # fmt: skip
    for name, _, rules, _ in games:
        for one, other in apart:
            at, there = rules.regions.index(one), rules.regions.index(other)
            assert there not in rules.region_neighbours[at], name


def test_cards_have_a_page_if_they_can_be_met(games: Games) -> None:
    """Nothing that stays in the box has one: cards 13 of 31, parts that a table leaves out."""
    for name, setup, rules, book in games:
        there = {card.id for card in met(setup.content, rules)}
        told = {card for entry in book.entries for card in entry.cards}
        assert told == there, name
        for card in rules.cards:
            if card.value:
                assert (card.id in told) == (card.value in rules.power_numbers), name
            elif card.stack:
                assert card.id in told, name


def test_copies_on_one_page_are_alike(games: Games) -> None:
    for name, _, rules, book in games:
        for entry in book.entries:
            cards = [rules.cards[rules.card_index[card]] for card in entry.cards]
            assert len({(card.caballeros, str(card.marks)) for card in cards}) <= 1, (
                name,
                entry.id,
            )


def source(of: type) -> str:
    """The text of a class, which a compiled one does not lead to."""
    file = Path(elgrande.__file__).parents[1].joinpath(*of.__module__.split(".")).with_suffix(".py")
    text = file.read_text("utf-8")
    [node] = (
        node
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ClassDef) and node.name == of.__name__
    )
    return ast.get_source_segment(text, node) or ""


@cache
def calls_move_king(effect: type) -> bool:
    return any(
        "move_king(" in source(base)
        for base in effect.__mro__
        if base.__module__.startswith("elgrande.") and base.__name__ != "Step"
    )


def test_all_cards_that_move_the_king_are_named(games: Games) -> None:
    seen = set()
    for name, setup, rules, book in games:
        said = book.about("moving-king").text
        for card in met(setup.content, rules):
            effect = rules.card_effects[rules.card_index[card.id]]
            if effect.name != "as_role":
                assert effect.moves_king(card.params) == calls_move_king(type(effect)), card.id
            if effect.moves_king(card.params):
                assert setup.content.cards[card.id].name in said, (name, card.id)
                seen.add(card.id)
    assert {"5-01", "4-04", "gr-07", "gr-11", "k-180", "2-21", "5-14"} <= seen


def test_a_card_whose_action_gives_way_to_a_role_does_not_move_the_king() -> None:
    """With four players the highest of all cards has the King's role, which must be taken (S0)."""
    for players, moves in ((2, True), (3, True), (4, False), (5, False)):
        setup = Setup.of(players, 1, edition="1996", expansions=("intrigue",))
        assert ("Regent" in reference(setup).about("moving-king").text) == moves


def test_pages_name_the_coast_of_the_geography(games: Games) -> None:
    for name, _, rules, book in games:
        for entry in book.entries:
            if entry.id in ("ship", "grandissimo-ship"):
                coast = [one for one, on in zip(rules.regions, rules.coastal, strict=True) if on]
                said = (
                    f"{listed([GameNames(rules).region(rules.regions.index(r)) for r in coast])}."
                )
                assert said in entry.text, name


def test_an_entry_that_is_less_sure_in_part_says_of_what(games: Games) -> None:
    """The word of the least sure part stands beside what that is, and nothing is made surer."""
    seen = set()
    for name, _, _, book in games:
        for entry in book.entries:
            if entry.partly and not (entry.made or entry.id.startswith("region-")):
                seen.add(entry.id)
                assert f"({entry.confidence})" in entry.cite, (name, entry.id, entry.cite)
    assert {"regions", "moving-king", "castillo"} <= seen


def test_cards_that_come_back_are_named(games: Games) -> None:
    for name, setup, rules, book in games:
        said = book.about("clearing").text
        for card in rules.cards:
            called = setup.content.cards[card.id].name
            if card.returns and not rules.more_turns and card.id != "gi-01":
                assert called in said, name


def test_no_page_names_what_is_not_in_the_game(games: Games) -> None:
    """No region that nobody scores, and no card that stays in the box."""
    everywhere = [one for one in every_expansion() if one.pages is not None]
    for name, setup, rules, book in games:
        names = GameNames(rules)
        there = {names.plain(region) for region in rules.regions} | ABROAD.get(setup.edition, set())
        lands = {"Portugal", "France", "America", "Mediterranean"} - there
        played = {setup.content.cards[card.id].name for card in met(setup.content, rules)}
        own = (edition(setup.edition), *setup.content.brought)
        away = {info.name for one in own for info in one.cards} - played
        away |= {info.name for one in everywhere for info in one.cards if " " in info.name} - played
        wrong = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(lands | (away - WORDS))))})\b")
        for entry in written(book):
            if entry.id in ELSEWHERE:
                continue
            found = wrong.search(entry.text)
            assert not found, (name, entry.id, found and found[0])


ELSEWHERE = {"differences", "sources", "house-rules"}
"""Pages that speak of other games, and say so."""
WORDS = {
    "Grand Inquisitor", "Veto", "King", "Intrigue", "Conspiracy", "Province", "Movement", "Grande",
    "Power Cards", "Black caballeros",
}  # fmt: skip
"""Names of cards that are names of something else, too."""


def test_stacks_place_what_the_page_says(games: Games) -> None:
    for name, setup, rules, book in games:
        text = book.about("card-numbers").text
        for stack in rules.stacks:
            found = {card.caballeros for card in rules.cards if card.stack == stack}
            said = re.search(rf"those of stack {stack} place (\d)(?: to (\d))?", text)
            if said:
                low, high = int(said[1]), int(said[2] or said[1])
                assert (low, high) == (min(found), max(found)), name
            elif "intrigue" not in setup.expansions and "/" not in GameNames(rules).stack(stack):
                assert found == {stack}, name


def test_parts_of_grandissimo_that_can_be_left_out_are_named_exactly(games: Games) -> None:
    for name, setup, rules, book in games:
        if "grandissimo" not in setup.expansions:
            continue
        switches = [rule.title for rule in setup.house_rules if rule.default is True]
        own = [
            title
            for title in switches
            if title not in ("Veto cards", "Card 2-06 also hits its user")
        ]
        for text in (book.about("grandissimo").text, setup.content.expansions[0].description):
            for title in own:
                assert title in text, name
        marks = {mark for card in rules.cards for mark in card.marks}
        for option, page, mark in (("ships", "grandissimo-ship", "ship"), ("jail", "jail", "jail")):
            assert (page in book) == (setup.options()[option] and mark in marks), name


OUT = ",".join(f"gr-{at:02}" for at in range(1, 20))


@pytest.mark.parametrize(
    ("out", "page", "never"),
    [
        ("gr-01,gr-02", "grandissimo", "Grand Inquisitor leads"),
        ("gr-03,gr-13,gr-14,gr-16,gr-17", "grandissimo", "There is a jail"),
        ("gr-03,gr-13,gr-14,gr-16,gr-17", "card-5-01", "jail"),
        ("gr-08,gr-09,gr-10,gr-15,gr-18", "placing", "ship"),
        ("gr-01,gr-02,gr-03,gr-04,gr-06,gr-07", "general-scoring", "stack 6"),
        (OUT, "grandissimo", "Stack 6 is new"),
        (OUT, "card-numbers", "Stack 6"),
    ],
)
def test_what_no_card_can_bring_about_is_not_told(out: str, page: str, never: str) -> None:
    """S0, Grandissimo: cards that a table does not like are left out, one by one."""
    game: dict[str, Any] = {"edition": "1996", "expansions": ("grandissimo",)}
    assert never in reference(Setup.of(3, 1, **game)).about(page).text
    few = reference(Setup.of(3, 1, **game, house={"leave-out": out})).about(page).text
    assert never not in few


def test_double_turn_speaks_of_symbols_where_cards_have_any() -> None:
    for on in (True, False):
        house = {"ships": on, "jail": on}
        setup = Setup.of(3, 1, edition="1996", expansions=("grandissimo",), house=house)
        assert ("symbol" in reference(setup).about("double-turn").text) == on


def test_a_stack_of_one_card_is_told_in_the_singular() -> None:
    """S0, Grandissimo: stack 6 may be as small as one likes."""
    house = {"leave-out": OUT.removeprefix("gr-01,")}
    book = reference(Setup.of(3, 1, edition="1996", expansions=("grandissimo",), house=house))
    assert "It has one card" in book.about("grandissimo").text
    assert "the one card of stack 6" in book.about("clearing").text
