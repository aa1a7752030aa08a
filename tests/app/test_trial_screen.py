"""A turning point's turn is tried at the table, judged, tried again; it can be left anywhere."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from tables import Inline, press, running, screen_text, seen, settle
from test_analysis_page import SIZES, Told, drawn
from test_replay import Watching

from elgrande.analysis.trial import TrialTable
from elgrande.analysis.worker import AnalysisNews, Compared, NoAnalysis, Progress
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.screens import analysis_screen as page
from elgrande.app.screens import trial_screen
from elgrande.app.screens.analysis_screen import AnalysisScreen
from elgrande.app.screens.trial_screen import TrialScreen, TriedScreen
from elgrande.rules import Generator
from patience import eventually

Compare = Callable[..., bool]

FOUND = Compared((
    "Your chance to win: 62 % in place of 50 %, give or take 9.",
    "You would end with about 4 points more, give or take 3.",
))  # fmt: skip


class Judges(Told):
    """Somebody who judges what was tried, as a test wants it."""

    def __init__(self, *news: AnalysisNews, held: bool = False) -> None:
        super().__init__(*news, held=held)
        self.asked: list[TrialTable] = []

    def __call__(
        self, _journal: object, _name: str, _folder: Path | None, trial: TrialTable, _now: int
    ) -> AsyncIterator[AnalysisNews]:
        self.asked.append(trial)
        return super().__call__()


@pytest.fixture
def judges(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Judges]:
    monkeypatch.setattr(page, "analysed", Told(drawn()))
    monkeypatch.setattr(trial_screen, "BotPlay", Inline)

    def judges(*news: AnalysisNews, held: bool = False) -> Judges:
        made = Judges(*news, held=held)
        monkeypatch.setattr(page, "compared", made)
        return made

    return judges


def trial_of(app: Any) -> TrialTable:
    screen = app.screen
    assert isinstance(screen, TrialScreen)
    return screen._trial


async def finish(pilot: Any, *, seed: int = 1) -> None:
    """Give answers by lot through the table's own screen, until the turn has ended."""
    screen, trial = pilot.app.screen, trial_of(pilot.app)
    while not trial.ended:
        await settle(pilot)
        asked = screen.play.turn.answering
        assert asked is not None
        # The same to the same question: who ends a turn may be reminded first, and asked again.
        lot = Generator.seeded(seed, len(trial.path), len(asked.draft))
        screen.play.give(lot.choice(asked.decision.codes), asked)
    await eventually(lambda: isinstance(pilot.app.screen, TriedScreen))
    await settle(pilot)


async def test_a_turn_is_tried_judged_and_tried_again(
    tmp_path: Path, judges: Callable[..., Judges]
) -> None:
    judge = judges(Progress(1, 2), FOUND)
    async with running(Watching(tmp_path, "five-stewards"), "a", "b", "t") as (app, pilot):
        trial = trial_of(app)
        point = drawn().points[1]
        assert (trial.turn.begin, trial.turn.seat) == (point.begin, point.seat)
        assert any("leads back to the analysis" in note.message for note in app._notifications)
        await press(pilot, "u")
        assert "nothing to undo" in screen_text(app)
        shown = app.screen.play
        assert ("{table.leave}", "leave; nothing is kept") in shown.board.help_keys
        await finish(pilot)
        assert shown.turn.view == trial.after.view(trial.turn.seat)
        assert judge.asked == [trial]
        said = " ".join(screen_text(app).split())
        better = "The better turn found: 66 % in place of 54 %, give or take 5."
        assert all(line in said for line in (*FOUND.said, better))
        await press(pilot, "t")
        assert trial_of(app) is not trial
        assert trial_of(app).path == []
        await finish(pilot)
        await press(pilot, "escape")
        assert isinstance(app.screen, AnalysisScreen)
        assert "▐B▌" in screen_text(app)
        assert len(judge.asked) == 2


async def test_answers_are_given_by_keys_and_taken_back(
    tmp_path: Path, judges: Callable[..., Judges]
) -> None:
    judges(FOUND)
    async with running(Watching(tmp_path, "five-stewards"), "a", "t") as (app, pilot):
        trial = trial_of(app)
        before = trial.state.digest()
        app.screen.play.give(trial.state.legal(trial.turn.seat)[0])
        await settle(pilot)
        assert trial.path
        await press(pilot, "u")
        assert trial.path == []
        assert trial.state.digest() == before
        await press(pilot, "ctrl+y")
        assert trial.path


async def test_it_is_left_at_every_step(tmp_path: Path, judges: Callable[..., Judges]) -> None:
    judge = judges(Progress(1, 4), held=True)
    async with running(Watching(tmp_path, "five-stewards"), "a", "t") as (app, pilot):
        for key in ("escape", "q"):
            await press(pilot, key)
            assert isinstance(app.screen, AskScreen)
            assert "Nothing of it is kept." in screen_text(app)
            await press(pilot, "n")
            assert isinstance(app.screen, TrialScreen)
        await press(pilot, "escape", "y")
        assert isinstance(app.screen, AnalysisScreen)
        assert not judge.asked
        await press(pilot, "t")
        await finish(pilot)
        assert "25 % done" in " ".join(screen_text(app).split())
        await press(pilot, "escape")
        assert isinstance(app.screen, AnalysisScreen)
        await eventually(lambda: judge.ended == 1)
        await press(pilot, "t")
        await finish(pilot)
        await press(pilot, "t")
        assert isinstance(app.screen, TrialScreen)
        await eventually(lambda: judge.ended == 2)


async def test_why_a_turn_is_not_judged_is_said(
    tmp_path: Path, judges: Callable[..., Judges]
) -> None:
    judges(NoAnalysis("The analysis could not be started (no room); try again later."))
    async with running(Watching(tmp_path, "five-stewards"), "a", "d", "t") as (app, pilot):
        await finish(pilot)
        shown = " ".join(screen_text(app).split())
        assert "could not be started" in shown
        assert "better turn" not in shown


async def test_a_turn_with_nothing_to_choose_is_not_opened(
    tmp_path: Path, judges: Callable[..., Judges], monkeypatch: pytest.MonkeyPatch
) -> None:
    judges()
    monkeypatch.setattr(page, "TrialTable", lambda game, turn: _Ended())
    async with running(Watching(tmp_path, "five-stewards"), "a", "t") as (app, _):
        assert isinstance(app.screen, AnalysisScreen)
        (note,) = app._notifications
        assert "nothing to choose" in note.message


class _Ended:
    ended = True


async def test_it_is_not_offered_where_somebody_else_analyses(
    tmp_path: Path, judges: Callable[..., Judges]
) -> None:
    judges()
    async with running(Watching(tmp_path, "five-stewards")) as (app, pilot):
        app.push_screen(AnalysisScreen(app.replaying, None, Told(drawn())))
        await press(pilot, "t")
        assert isinstance(app.screen, AnalysisScreen)
        assert "try" not in screen_text(app).splitlines()[-1]
        await press(pilot, "question_mark")
        assert "try that turn" not in screen_text(app)


async def test_no_seat_is_handed_over_and_no_news_comes_after_the_end(
    tmp_path: Path, judges: Callable[..., Judges]
) -> None:
    judges(FOUND)
    async with running(Watching(tmp_path, "five-stewards"), "a", "t") as (app, pilot):
        screen = app.screen
        assert not any(screen.disposes_of(seat) for seat in range(5))
        await finish(pilot, seed=4)
        shown = await seen(pilot)
        assert "This turn is over." in shown
        assert "The game is over" not in shown


# -- pictures ------------------------------------------------------------------


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", [SIZES["80x24"], SIZES["120x40"]], ids=["80x24", "120x40"])
def test_trying(
    sheet_compare: Compare, tmp_path: Path, judges: Callable[..., Judges], size: tuple[int, int],
    glyphs: Glyphs,
) -> None:  # fmt: skip
    judges(FOUND)

    async def before(pilot: Any) -> None:
        await press(pilot, "a", "b", "t")
        if glyphs is UNICODE:
            await finish(pilot)

    app = Watching(tmp_path, "five-stewards", glyphs)
    assert sheet_compare(app, terminal_size=size, run_before=before)
