"""The rules that an expansion brings: found beside ours, or in the place of ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.panes.contents import ContentsPane
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.page import PagePane
from elgrande.app.panes.text_runs import plain
from elgrande.app.screens.rules import rules_about
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.saves import Paths

if TYPE_CHECKING:
    from pathlib import Path

    from elgrande.content.reference import Reference

BENT = Setup.of(3, seed=2, expansions=("seam",))


@pytest.fixture
def book() -> Reference:
    return reference(BENT)


def test_an_expansion_adds_entries_and_replaces_ours(book: Reference) -> None:
    ours = reference(Setup.of(3, seed=2))
    assert "chancellor" not in ours
    assert book.about("chancellor").chapter == "The Seam"
    assert "in secret, all at once" in book.about("power-cards").text
    assert "in secret, all at once" not in ours.about("power-cards").text
    assert book.about("ties") == ours.about("ties")
    assert [name for name, _ in book.chapters if name == "The Seam"]


def test_an_expansion_says_a_part_of_our_page_otherwise(book: Reference) -> None:
    """For the games that it names, with its own source; the rest of the page stays ours."""
    ours = reference(Setup.of(3, seed=2)).about("clearing")
    bent = book.about("clearing")
    assert "Only the King's card comes back" in ours.text
    assert "and so does the chancellor" in bent.text
    assert bent.text.startswith(ours.text.partition(".")[0])
    assert "With five players" not in bent.text
    five = reference(Setup.of(5, seed=2, expansions=("seam",))).about("clearing")
    assert five.text.endswith("With five players nothing else does.")
    assert (ours.confidence, bent.confidence) == ("printed", "deduced")
    assert "invented for this test" in bent.cite
    assert "chancellor" in bent.see_also


def test_what_it_adds_is_searched(book: Reference) -> None:
    assert book.search("chancellor")[0].id == "chancellor"
    assert book.search("isles")[0].id == "region-isles"
    assert book.search("bid")[0].id == "power-cards"


def test_its_questions_and_cards_are_explained(book: Reference) -> None:
    assert book.step("bids") is book.about("power-cards")
    assert book.step("bring_black") is book.about("chancellor")
    echo = book.card("6-02")
    assert echo is not None
    assert "Kept cards are not repeated." in echo.text
    assert echo.see_also == ("chancellor",)


async def test_the_rules_screen_shows_them(tmp_path: Path) -> None:
    app = ElGrande(Paths(tmp_path), glyphs=UNICODE, bots=(), seed=1)
    async with app.run_test(size=(120, 36)) as pilot:
        guide = Guide(BENT, BENT.ruleset(), app.glyphs)
        await app.push_screen(rules_about(guide, "target isles", BENT.start().decision()))
        await pilot.pause()
        page = app.screen.query_one(PagePane)
        contents = " ".join(plain(app.screen.query_one(ContentsPane).rows))
        assert "About this moment" in contents
        assert "worth 5/3/1" in " ".join(" ".join(plain(page.rows)).split())
        await pilot.press(*"chancel", "enter")
        assert "The Seam" in plain(page.rows)[0]
