"""The rules on the screen: found by typing, read, followed from link to link, left by Esc."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from phases import midgame
from tables import Inline, press, running, screen_text, seen, sit, table_screen
from textual.pilot import Pilot

from elgrande.app.app import ElGrande
from elgrande.app.dialogs.explain import ExplainScreen
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.line_widget import PagePane
from elgrande.app.panes.lists import ContentsEntry, ContentsPane, contents_rows
from elgrande.app.panes.text_runs import plain
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.lesson_screen import LearnScreen
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.rules_screen import SOURCES, RulesScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.deck import SOURCES as CONFIDENCES
from elgrande.content.documents import cited
from elgrande.content.reference import reference
from elgrande.content.setup import Setup
from elgrande.saves import Paths

Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (160, 48)


def opened(tmp_path: Path) -> ElGrande:
    return ElGrande(Games(Paths(tmp_path), Inline), glyphs=UNICODE, bots=("steward",), seed=1)


def rules_screen(pilot: Pilot[Any]) -> RulesScreen:
    screen = pilot.app.screen
    assert isinstance(screen, RulesScreen)
    return screen


def entry(pilot: Pilot[Any]) -> str:
    found = rules_screen(pilot).entry
    assert found is not None
    return found.id


async def test_search_finds_and_esc_backs_out_everywhere(tmp_path: Path) -> None:
    async with running(opened(tmp_path), "r") as (app, pilot):
        assert entry(pilot) == "aim"
        assert "The game ───" in screen_text(app)
        await press(pilot, *"ties")
        assert entry(pilot) == "ties"
        await press(pilot, "down")
        second = entry(pilot)
        assert second != "ties"
        await press(pilot, "up", "enter", "1")
        book = rules_screen(pilot)._book
        link = book.about("ties").see_also[0]
        assert entry(pilot) == link
        await press(pilot, "escape")
        assert entry(pilot) == "ties"
        # Out of the entry, then out of the search, then out of the rules.
        assert "type to search" in await seen(pilot, "escape", "escape")
        assert entry(pilot) == "aim"
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_nothing_found_is_said(tmp_path: Path) -> None:
    async with running(opened(tmp_path), "r", *"qwxz", "down", "enter") as (app, pilot):
        assert "No rule contains these words" in screen_text(app)
        assert rules_screen(pilot).entry is None
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_an_entry_says_chapter_source_and_confidence(tmp_path: Path) -> None:
    async with running(opened(tmp_path), "r", *"castillo", "enter", size=LARGE) as (_, pilot):
        found = rules_screen(pilot).entry
        assert found is not None
        text = " ".join(" ".join(plain(rules_screen(pilot).query_one(PagePane).rows)).split())
        assert found.chapter in text
        assert found.text in text
        assert cited(found.cite, found.confidence, SOURCES[found.confidence]) in text
        for other in found.see_also:
            assert rules_screen(pilot)._book.about(other).title in text


def test_every_confidence_has_words() -> None:
    assert set(SOURCES) == set(CONFIDENCES)


def test_no_title_is_cut_at_the_smallest_size() -> None:
    book = reference(Setup.of(5, seed=1))
    items = [ContentsEntry(found.title, found.id) for found in book.entries]
    made = plain(contents_rows(items, 0, UNICODE, 33, 1000))
    shown = " ".join(" ".join(made).replace(UNICODE.hand, " ").split())
    assert shown == " ".join(found.title for found in book.entries)


async def test_a_long_entry_scrolls(tmp_path: Path) -> None:
    app = opened(tmp_path)
    book = reference(Setup.of(5, seed=1))
    longest = max(book.entries, key=lambda found: len(found.text))
    async with running(app) as (_, pilot):
        app.push_screen(RulesScreen(app.glyphs, book, (longest.id,)))
        await press(pilot, "enter")
        assert entry(pilot) == longest.id
        await press(pilot, *["pagedown"] * 4)
        last = plain(rules_screen(pilot).query_one(PagePane).rows)
        source = cited(longest.cite, longest.confidence, SOURCES[longest.confidence])
        assert source.split()[-1] in " ".join(last[-3:])


async def test_the_mouse_chooses_and_follows(tmp_path: Path) -> None:
    async with running(opened(tmp_path), "r") as (_, pilot):
        await pilot.click(ContentsPane, offset=(4, 2))
        await press(pilot)
        assert entry(pilot) == "length"
        found = rules_screen(pilot).entry
        assert found is not None
        lines = plain(rules_screen(pilot).query_one(PagePane).rows)
        at = next(y for y, line in enumerate(lines) if line.startswith(" 1 "))
        await pilot.click(PagePane, offset=(5, at))
        await press(pilot)
        assert entry(pilot) == found.see_also[0]


async def test_from_the_table_it_begins_with_what_matters_now(tmp_path: Path) -> None:
    async with running(sit(midgame("3-05")).app(), "R") as (app, pilot):
        assert "About this moment" in screen_text(app)
        assert "card-3-05" in rules_screen(pilot)._start
        await press(pilot, "escape")
        assert isinstance(app.screen, TableScreen)
        await press(pilot, "right", "question_mark")
        assert isinstance(app.screen, ExplainScreen)
        await press(pilot, "R")
        assert entry(pilot) == "region-new-castile"
        await press(pilot, "escape", "escape")
        assert isinstance(app.screen, TableScreen)
        assert table_screen(app).turn.answering is not None


async def test_the_menu_leads_to_the_lessons(tmp_path: Path) -> None:
    async with running(opened(tmp_path), "p") as (app, pilot):
        assert isinstance(app.screen, LearnScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
@pytest.mark.parametrize("keys", [["r"], ["r", *"tie", "enter"]], ids=["contents", "entry"])
def test_pictures(
    sheet_compare: Compare, tmp_path: Path, keys: list[str], size: tuple[int, int]
) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, *keys)

    assert sheet_compare(opened(tmp_path), terminal_size=size, run_before=before)
