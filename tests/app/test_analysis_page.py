"""The analysis as a page of the replay: found bit by bit, looked through, and left for a moment."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from finished import late, play_on
from tables import press, running, screen_text, seen, settle
from test_replay import Watching, sample

from elgrande.analysis import worker as analysing
from elgrande.analysis.analysis import Analysis, Moment
from elgrande.analysis.chances import Estimate
from elgrande.analysis.finished_game import FinishedGame, TryCache
from elgrande.analysis.report import Point, Report, report_of, tally_of, told_chances
from elgrande.analysis.worker import LOST, AnalysisNews, NoAnalysis, Progress, analysed
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.screens import analysis_screen as page
from elgrande.app.screens.analysis_screen import AnalysisScreen
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.bots.odds import softmax
from elgrande.cli.games import begun
from elgrande.content.setup import Setup
from elgrande.saves import Journal, Paths, Store
from elgrande.saves.mistakes import FOLDER
from elgrande.table.saved_game import new_game
from patience import PATIENCE, eventually

Compare = Callable[..., bool]

SIZES = {"80x24": (80, 24), "120x40": (120, 40), "160x48": (160, 48)}
SMALL = SIZES["80x24"]
NAMES = ("Isabel", "Fernando", "Juana", "Gonzalo", "Beatriz")
COLOURS = ("red", "blue", "green", "yellow", "white")


def sure(value: float, half: float = 0.05) -> Estimate:
    return Estimate(value, half)


def drawn() -> Report:
    """A report with made-up chances for the example that comes with the game."""
    game = FinishedGame(sample("five-stewards").table)
    moments = []
    for at, entry in enumerate(game.moments):
        leads = [6.0 - at * 0.4, at % 7 * 2.0, at * 0.9, 20.0 - abs(at - 20), 3.0 + at % 5]
        chances = softmax(leads, 16.0 - at * 0.25)
        moments.append(Moment(entry, game.after(entry).round, tuple(map(sure, chances))))
    deeds = (
        ("King anywhere", "moves the King from New Castile to Granada; places 2 in Granada"),
        ("Score emptiest", "Galicia scores Juana +4, Fernando +2; places 3 in the Castillo"),
        ("", "places 3 in Aragon"),
        ("2 to your court", "changes nothing"),
        ("Move 4", "moves 2 of Blue's caballeros from Seville to Granada; and 2 more"),
    )
    points = []
    for at, (card, deed) in enumerate(deeds):
        turn = game.turns[(40, 33, 21, 12, 5)[at]]
        weight = ("a blunder", "a mistake", "an inaccuracy", "", "")[at]
        why = [
            "Better: with King anywhere, moves the King from Galicia to Valencia; places 3 in the "
            "Castillo, 1 in Old Castile, 1 in the Basque Country.",
            "With that, Juana would end with about 5 points more, give or take 2.",
        ]
        more = [
            "Beatriz would end with about 5 points fewer, give or take 2; Gonzalo with about 2 "
            "points fewer, give or take 1.",
            "For Juana, 4 points more would come from Valencia, 2 from the Castillo and "
            "1 from elsewhere; "
            "1 point fewer would come from Aragon and 1 in this turn.",
        ]
        change = sure((-0.24, -0.12, -0.06, 0.31, -0.22)[at])
        points.append(
            Point(turn.seat, turn.round, turn.begin, card, deed, weight, change,
                  told_chances((0.4, 0.54, 0.9, 0.7, 0.3)[at], change.value), tuple(why),
                  tuple(more))
        )  # fmt: skip
    by = "playing on to the end of the round, as the bots would, and from there by how games went"
    return Report(by, 24, 48, NAMES, COLOURS, tuple(moments), tuple(points), tally_of(points))


class Told:
    """Somebody who analyses as a test wants it; after ``held`` news nothing more comes."""

    def __init__(self, *news: AnalysisNews, held: bool = False) -> None:
        self.news = news
        self.held = held
        self.ended = 0

    async def __call__(self, *_asked: object) -> AsyncIterator[AnalysisNews]:
        try:
            for one in self.news:
                yield one
            if self.held:
                await asyncio.Event().wait()
        finally:
            self.ended += 1


@pytest.fixture
def tells(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Told]:
    def tells(*news: AnalysisNews, held: bool = False) -> Told:
        told = Told(*news, held=held)
        monkeypatch.setattr(page, "analysed", told)
        return told

    return tells


# -- the page ------------------------------------------------------------------


async def test_a_turning_point_is_chosen_and_gone_to(
    tmp_path: Path, tells: Callable[..., Told]
) -> None:
    report = drawn()
    tells(report)
    async with running(Watching(tmp_path, "five-stewards"), "a") as (app, pilot):
        shown = screen_text(app)
        for text in ("within 5 %", "Five turning points", "round 9", "[B]", "[E]"):
            assert text in shown
        assert all(name in shown for name in NAMES)
        assert all(sign in shown for sign in "●■▲◆★")
        assert "▐C▌" in await seen(pilot, "down", "down")
        assert "▐B▌" in await seen(pilot, "b")
        assert "▐A▌" in await seen(pilot, "up", "up", "up")
        await press(pilot, "c", "enter")
        assert isinstance(app.screen, ReplayScreen)
        assert app.replaying.moment.n == report.points[2].begin
        assert app.replaying.moment.actor == report.points[2].seat
        await press(pilot, "a", "escape")
        assert app.replaying.moment.n == report.points[2].begin


async def test_the_whole_explanation_and_one_seat_alone(
    tmp_path: Path, tells: Callable[..., Told]
) -> None:
    tells(drawn())
    async with running(Watching(tmp_path, "five-stewards"), "a") as (app, pilot):
        assert "Beatriz would end with" not in " ".join(screen_text(app).split())
        await press(pilot, "tab")
        assert "Beatriz would end with" in " ".join(screen_text(app).split())
        assert "100%" not in screen_text(app)
        assert "100%" in await seen(pilot, "escape"), "back to the plot, and not out of all of it"
        await press(pilot, "s", "s")
        plot = app.screen.query_one("#plot")
        below = screen_text(app).splitlines()[2 : 2 + plot.size.height]
        assert any("■" in line for line in below)
        assert not any("●" in line or "★" in line for line in below)
        await press(pilot, "s", "s", "s", "s", "question_mark")
        assert "the curve of one player alone" in screen_text(app)
        await press(pilot, "escape")
        await pilot.click("#points", offset=(10, 4))
        assert "▐C▌" in await seen(pilot)


async def test_it_is_shown_while_it_is_done_and_ends_when_it_is_left(
    tmp_path: Path, tells: Callable[..., Told]
) -> None:
    report = drawn()
    told = tells(Progress(42, 100), *report.moments[:12], held=True)
    async with running(Watching(tmp_path, "five-stewards"), "a") as (app, pilot):
        shown = screen_text(app)
        assert "42 % done; Esc pauses" in shown
        assert "★" in shown.splitlines()[5] + "".join(shown.splitlines()[3:14])
        assert "They come last" in shown
        await press(pilot, "down", "enter", "tab", "tab")
        assert isinstance(app.screen, AnalysisScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, ReplayScreen)
        await eventually(lambda: told.ended)


async def test_why_there_is_none_is_said(tmp_path: Path, tells: Callable[..., Told]) -> None:
    tells(NoAnalysis(LOST))
    async with running(Watching(tmp_path, "five-stewards"), "a") as (app, _):
        assert "open it again to go on" in " ".join(screen_text(app).split())


async def test_an_unfinished_game_is_not_analysed(tmp_path: Path) -> None:
    async with running(Watching(tmp_path, "veto-in-hand"), "a") as (app, _):
        assert isinstance(app.screen, ReplayScreen)
        (note,) = app._notifications
        assert "only a finished game can be analysed" in note.message


async def test_without_colours_it_says_the_same(
    tmp_path: Path, tells: Callable[..., Told], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = []
    for wish in ("", "1"):
        tells(drawn())
        monkeypatch.setenv("NO_COLOR", wish)
        async with running(Watching(tmp_path, "five-stewards"), "a") as (app, _):
            shown.append(screen_text(app))
    assert shown[0] == shown[1]


# -- the process ---------------------------------------------------------------


def rounds() -> Setup:
    """The last rounds of a short game."""
    return late(Setup.of(2, seed=3, short=True))


def saved(folder: Path) -> Journal:
    """A game of these, played to its end, and saved."""
    store = Store(Paths(folder))
    play_on(begun(store, rounds(), "mine")).close()
    return store.read("mine")


@pytest.mark.long
async def test_the_process_finds_what_we_would_find_and_keeps_it(tmp_path: Path) -> None:
    journal = saved(tmp_path)

    async def done() -> list[AnalysisNews]:
        return [one async for one in analysed(journal, "mine", tmp_path, tries=2)]

    first = await done()
    report = first[-1]
    assert isinstance(report, Report)
    assert [one for one in first if isinstance(one, Moment)] == list(report.moments)
    steps = [one.done for one in first if isinstance(one, Progress)]
    assert steps == sorted(steps)
    assert len(list((tmp_path / FOLDER).glob("*.json"))) == 1
    here = Analysis(FinishedGame(play_on(new_game(rounds()))), TryCache(None, {}), 2)
    assert report_of(here).moments == report.moments
    assert (await done())[-1] == report


async def test_the_process_ends_with_who_listens(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Any] = []
    start = asyncio.create_subprocess_exec

    async def noted(*given: Any, **more: Any) -> Any:
        begun.append(await start(*given, **more))
        return begun[-1]

    monkeypatch.setattr(analysing.asyncio, "create_subprocess_exec", noted)
    news = analysed(saved(tmp_path), "mine", tmp_path, tries=20)
    assert isinstance(await asyncio.wait_for(anext(news), PATIENCE), Progress)
    await news.aclose()
    assert begun[0].returncode is not None


def test_a_loop_that_closes_while_a_process_ends_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A loop that closes stops every task, and whoever ends a process is stopped a second time."""
    begun: list[Any] = []
    start = asyncio.create_subprocess_exec

    async def noted(*given: Any, **more: Any) -> Any:
        begun.append(await start(*given, **more))
        return begun[-1]

    async def follow(heard: asyncio.Event) -> None:
        async for _ in analysed(saved(tmp_path), "mine", tmp_path, tries=20):
            heard.set()

    async def evening() -> None:
        heard = asyncio.Event()
        task = asyncio.create_task(follow(heard))
        await asyncio.wait_for(heard.wait(), PATIENCE)
        task.cancel()
        # Its end begins, and the loop closes.
        await asyncio.sleep(0)

    monkeypatch.setattr(analysing.asyncio, "create_subprocess_exec", noted)
    asyncio.run(evening())
    assert begun[0].returncode is not None
    assert begun[0].stdout.at_eof()


async def test_a_process_that_is_lost_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", "/nothing/here")
    refused = [one async for one in analysed(saved(tmp_path), "mine", tmp_path)]
    assert len(refused) == 1
    assert isinstance(refused[0], NoAnalysis)
    assert "could not be started" in refused[0].why


@pytest.mark.parametrize(
    "program",
    ["print('[{', end='')", "print('x' * 3000000)", "print('no JSON')", ""],
    ids=["cut off", "too long", "no JSON", "nothing"],
)
async def test_a_process_that_breaks_off_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    start = asyncio.create_subprocess_exec

    async def other(*_: Any, **more: Any) -> Any:
        return await start(sys.executable, "-c", f"input(); {program}", **more)

    journal = saved(tmp_path)
    monkeypatch.setattr(analysing.asyncio, "create_subprocess_exec", other)

    async def done() -> list[AnalysisNews]:
        return [one async for one in analysed(journal, "mine", tmp_path)]

    assert await done() == [NoAnalysis(LOST)]


def test_a_long_name_is_cut_with_the_sign_of_the_glyphs() -> None:
    class Screen:
        guide = SimpleNamespace(glyphs=ASCII, rules=SimpleNamespace(n_seats=0))
        replaying = SimpleNamespace(name="a-game-with-a-long-name-" * 3)

        def _said(self, _room: int) -> str:
            return "within 10 %"

    first = AnalysisScreen._top(cast("Any", Screen()), 60, 2)[0]
    text = "".join(run.text for run in first)
    assert text.isascii()
    assert ASCII.more in text


# -- pictures ------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["elgrande-dark", "elgrande-light"])
@pytest.mark.parametrize("size", list(SIZES.values()), ids=list(SIZES))
def test_analysis(
    sheet_compare: Compare, tmp_path: Path, tells: Callable[..., Told], size: tuple[int, int],
    theme: str,
) -> None:  # fmt: skip
    assert _picture(sheet_compare, tmp_path, tells, size, UNICODE, "c", theme=theme)


def test_analysis_explained(
    sheet_compare: Compare, tmp_path: Path, tells: Callable[..., Told]
) -> None:
    assert _picture(sheet_compare, tmp_path, tells, SMALL, UNICODE, "b", "tab")


@pytest.mark.parametrize("size", [SMALL, SIZES["120x40"]], ids=["80x24", "120x40"])
def test_analysis_in_ascii(
    sheet_compare: Compare, tmp_path: Path, tells: Callable[..., Told], size: tuple[int, int]
) -> None:
    assert _picture(sheet_compare, tmp_path, tells, size, ASCII, "b")


def _picture(
    compare: Compare,
    folder: Path,
    tells: Callable[..., Told],
    size: tuple[int, int],
    glyphs: Glyphs,
    *keys: str,
    theme: str = "elgrande-dark",
) -> bool:
    async def before(pilot: Any) -> None:
        pilot.app.theme = theme
        await press(pilot, "a", *keys)
        await settle(pilot)
        assert glyphs is UNICODE or screen_text(pilot.app).isascii()

    tells(drawn())
    return compare(Watching(folder, "five-stewards", glyphs), terminal_size=size, run_before=before)
