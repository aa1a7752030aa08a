"""Puzzles in the app: the list, a wrong answer and a right one, and what is marked."""

from __future__ import annotations

from pathlib import Path

import pytest
from tables import Inline, press, running, screen_text, seen

from elgrande.analysis.puzzle import puzzle_of, shipped_puzzles
from elgrande.app.app import ElGrande
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.line_widget import PagePane
from elgrande.app.panes.text_runs import plain
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.saved_games.user_files import KeptMarks
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.puzzle_screen import PuzzleScreen, PuzzlesScreen, VerdictScreen
from elgrande.saves import Paths

SIZES = [(80, 24), (120, 40)]


def at(folder: Path, glyphs: Glyphs = UNICODE) -> ElGrande:
    return ElGrande(Games(Paths(folder), Inline), glyphs=glyphs)


def key_of(card: str) -> str:
    """Return the key of a card at the table: the number of its stack."""
    return card.partition("-")[0]


def test_two_programs_at_work_lose_no_mark(tmp_path: Path) -> None:
    one, other = KeptMarks(tmp_path), KeptMarks(tmp_path)
    other.answer("001", right=True)
    one.mark(one.lessons, "ties")
    kept = KeptMarks(tmp_path)
    assert (kept.solved, kept.lessons) == ({"001"}, {"ties"})


@pytest.mark.parametrize("size", SIZES)
async def test_a_wrong_answer_then_the_right_one(tmp_path: Path, size: tuple[int, int]) -> None:
    puzzle = puzzle_of(shipped_puzzles()[0])
    async with running(at(tmp_path), "f", "enter", size=size) as (app, pilot):
        assert isinstance(app.screen, PuzzleScreen)
        assert not {"advice", "story"} & {*screen_text(app).splitlines()[-1].split()}
        await press(pilot, "e", "L")
        assert isinstance(app.screen, PuzzleScreen), "nobody helps"
        assert "what came before it is not told" in " ".join(screen_text(app).split())
        await press(pilot, key_of(puzzle.turns[1].card))
        assert isinstance(app.screen, VerdictScreen)
        assert "The card is taken." in screen_text(app), "nothing is asked any more"
        shown = " ".join(" ".join(plain(app.screen.query_one(PagePane).rows)).split())
        assert "is not the best card here" in shown
        assert "is best" not in shown, "not before one asks"
        await press(pilot, "s")
        shown = " ".join(" ".join(plain(app.screen.query_one(PagePane).rows)).split())
        assert "is best. The turn: " in shown
        await press(pilot, "s", "t")
        assert isinstance(app.screen, PuzzleScreen)
        await press(pilot, key_of(puzzle.best.card))
        assert "Right: " in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, PuzzlesScreen)
        assert "1 of " in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)
    marks = KeptMarks(Paths(tmp_path).state)
    assert (marks.solved, marks.missed) == ({puzzle.id}, {puzzle.id})


async def test_the_next_is_opened_from_the_answer_and_esc_leaves(tmp_path: Path) -> None:
    puzzle = puzzle_of(shipped_puzzles()[0])
    async with running(at(tmp_path), "f", "enter", key_of(puzzle.best.card)) as (app, pilot):
        await press(pilot, "enter")
        assert isinstance(app.screen, VerdictScreen), "it loses no explanation"
        await press(pilot, "n")
        assert isinstance(app.screen, PuzzleScreen)
        second = puzzle_of(shipped_puzzles()[1])
        assert app.screen.turn.view.board == second.view().board
        await press(pilot, "escape")
        assert isinstance(app.screen, PuzzlesScreen)


async def test_one_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    own = Paths(tmp_path).puzzles
    own.mkdir(parents=True)
    (own / "torn.toml").write_text("format = ", encoding="utf-8")
    async with running(at(tmp_path), "f") as (app, _):
        assert isinstance(app.screen, PuzzlesScreen)
        assert "torn.toml" in screen_text(app)


async def test_in_ascii(tmp_path: Path) -> None:
    async with running(at(tmp_path, ASCII), "f") as (_app, pilot):
        for keys in (["enter"], ["1"], ["escape"]):
            assert (await seen(pilot, *keys)).isascii()
