"""The rules that an expansion brings: found beside ours, or in the place of ours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.line_widget import PagePane
from elgrande.app.panes.lists import ContentsPane
from elgrande.app.panes.text_runs import plain
from elgrande.app.screens.rules_screen import rules_about
from elgrande.content import expansion as expansions
from elgrande.content.files import ContentError
from elgrande.content.reference import Pages, Reference, read_pages, reference
from elgrande.content.reference.book import compiled, unsaid
from elgrande.content.setup import Content, Setup
from elgrande.saves import Paths
from seam.turns import OWN

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
    assert "Face up again in every round: King card." in ours.text
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


# -- what an expansion bends without a word --------------------------------------------------------

BARE = Setup.of(3, seed=2, expansions=(OWN.id,))
"""An expansion that offers cards of its own and requires some, and has no pages."""


@pytest.fixture
def _own(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is known in these tests only: with others it cannot be played."""
    monkeypatch.setitem(expansions._REGISTERED, OWN.id, OWN)


def own_pages(*changes: str) -> Content:
    """The same, with a word on these entries that leaves them as they are."""
    content = BARE.content
    told = replace(content.expansions[0], pages=Pages(still=changes))
    return replace(content, expansions=(told,))


@pytest.mark.usefixtures("_own")
def test_what_hangs_on_a_bent_question_is_not_said() -> None:
    left = unsaid(BARE.content, BARE.ruleset())
    assert (OWN.id, "special-action", "skip", "required") in left
    assert (OWN.id, "choosing-card", "", "offered") in left
    assert {question for *_, question in left} == {"offered", "required"}
    plain, bent = reference(Setup.of(3, seed=2)), reference(BARE)
    assert "You may always skip it" in plain.about("special-action").text
    assert "You may always skip it" not in bent.about("special-action").text
    assert "you may use it once in your turn" in bent.about("special-action").text
    assert "choosing-card" not in bent
    assert not any("choosing-card" in entry.see_also for entry in bent.entries)


@pytest.mark.usefixtures("_own")
def test_a_word_of_its_own_brings_it_back() -> None:
    rules = BARE.ruleset()
    book = compiled(own_pages("special-action"), rules)
    assert book.about("special-action") == reference(Setup.of(3, seed=2)).about("special-action")
    left = unsaid(own_pages("special-action"), rules)
    assert "special-action" not in {entry for _, entry, *_ in left}
    assert "choosing-card" in {entry for _, entry, *_ in left}


def test_a_page_hangs_on_questions_that_there_are(tmp_path: Path) -> None:
    path = tmp_path / "pages.toml"
    path.write_text(
        'format = 1\n[[entry]]\nid = "a"\nchapter = "A"\ntitle = "A"\ntext = "So."\n'
        'holds = ["weather"]\ncite = "-"\nconfidence = "printed"\n'
    )
    with pytest.raises(ContentError, match=r"'holds': there is no question 'weather'; write some"):
        read_pages(path)
