"""Finished games of a server, explained to those who played them."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import AsyncGenerator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from elgrande.analysis.worker import PlainNews
from elgrande.lobby import LobbyClient

if os.name != "posix":
    pytest.skip("the server is for Unix", allow_module_level=True)

from houses import House, play, wish
from visits import reads, shows, text, visiting

from elgrande.analysis.analysis import Moment
from elgrande.analysis.report import Report
from elgrande.analysis.worker import NoAnalysis, Progress, plain_news
from elgrande.app.screens.analysis_screen import AnalysisScreen
from elgrande.app.screens.final_screen import FinalScreen
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.lobby import Denied
from elgrande.saves import Paths, Store
from elgrande.saves.mistakes import FOLDER
from elgrande.server import served
from elgrande.server.analyses import BROKEN, EACH, FULL, MOST, OWN, WAITS, Analyses
from elgrande.visitor.lobby_screen import LobbyScreen
from elgrande.visitor.plain_lobby import analysis_lines
from patience import eventually, until

CHANCES = [{"value": 0.5, "give": 0.1}]


class Analyst:
    """Tells a moment a game and then waits; notes who was begun and who was stopped."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.ended: list[str] = []
        self.go = asyncio.Event()

    async def __call__(
        self, _journal: object, name: str, _folder: Path | None
    ) -> AsyncGenerator[PlainNews, None]:
        self.begun.append(name)
        try:
            yield {"done": 1, "of": 2}
            yield {"moment": {"entry": 0, "round": 1, "chances": CHANCES}}
            await self.go.wait()
            yield {"refused": f"{name} is done."}
        finally:
            self.ended.append(name)


class Saves(Store):
    """Has a save of every name."""

    def read(self, which: str | Path) -> Any:
        return str(which)


async def test_an_analysis_that_fails_says_so_and_the_next_one_begins(tmp_path: Path) -> None:
    async def failing(
        _journal: object, name: str, _folder: Path | None
    ) -> AsyncGenerator[PlainNews]:
        yield {"done": 1, "of": 2}
        if name == "one":
            raise RuntimeError("no memory")
        yield {"refused": "done"}

    all_ = Analyses(Saves(Paths(tmp_path)), tmp_path, analyst=failing)
    failed: list[str] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _, told: failed.append(str(told["exception"]))
    )
    all_.look("one")
    all_.look("two")
    await eventually(lambda: all_.look("two")[-1] == {"refused": "done"})
    assert all_.look("one")[-1] == {"refused": BROKEN}
    assert failed == ["no memory"]
    all_.close()


async def test_not_more_games_wait_to_be_analysed_than_there_is_room_for(tmp_path: Path) -> None:
    all_ = Analyses(Saves(Paths(tmp_path)), tmp_path, analyst=Analyst())
    for number in range(MOST):
        assert "refused" not in all_.look(str(number))[0]
    assert all_.look("one more") == [{"refused": FULL}]
    assert len(all_) == MOST
    assert "refused" not in all_.look("0")[0], "who waits already is told how far it is"
    all_.close()


async def test_nobody_holds_up_the_others_with_many_games(tmp_path: Path) -> None:
    analyst = Analyst()
    all_ = Analyses(Saves(Paths(tmp_path)), tmp_path, analyst=analyst)
    for number in range(EACH):
        assert "refused" not in all_.look(str(number), who="ana")[0]
    assert all_.look("more", who="ana") == [{"refused": OWN}]
    assert "refused" not in all_.look("more", who="bea")[0]
    assert "refused" not in all_.look("more", who="ana")[0], "somebody else has begun it"
    analyst.go.set()
    await eventually(lambda: "refused" in all_.look("0", who="ana")[-1])
    assert "refused" not in all_.look("again", who="ana")[0]
    all_.close()


async def test_one_game_is_analysed_at_a_time_and_who_asks_gets_what_is_new(tmp_path: Path) -> None:
    now, analyst = [0.0], Analyst()
    all_ = Analyses(Saves(Paths(tmp_path)), tmp_path, lambda: now[0], analyst)
    assert all_.look("one") == [{"done": 0, "of": 1, "before": 0}]
    assert all_.look("two") == [{"done": 0, "of": 1, "before": 1}]
    await eventually(lambda: len(all_.look("one")) == 2)
    assert analyst.begun == ["one"]
    progress, moment = all_.look("one")
    assert progress == {"done": 1, "of": 2, "before": 0}
    assert all_.look("one", 1) == [progress]
    assert all_.look("one", -5)[1] == moment
    analyst.go.set()
    await eventually(lambda: all_.look("two")[-1] == {"refused": "two is done."})
    assert all_.look("one", 1) == [progress, {"refused": "one is done."}]
    assert all_.look("two")[0]["before"] == 0
    assert analyst.ended == ["one", "two"]


async def test_what_nobody_asks_about_stops_and_leaves_its_place(tmp_path: Path) -> None:
    now, analyst = [0.0], Analyst()
    all_ = Analyses(Saves(Paths(tmp_path)), tmp_path, lambda: now[0], analyst)
    all_.look("one")
    await eventually(lambda: analyst.begun == ["one"])
    all_.look("two")
    now[0] = WAITS
    all_.look("two")
    all_.tick()
    await eventually(lambda: analyst.ended == ["one"])
    await eventually(lambda: analyst.begun == ["one", "two"])
    assert len(all_) == 1
    all_.close()
    await eventually(lambda: analyst.ended == ["one", "two"])


async def test_a_save_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    all_ = Analyses(Store(Paths(tmp_path)), tmp_path, analyst=Analyst())
    all_.look("nothing")
    await eventually(lambda: "cannot be read" in str(all_.look("nothing")[-1]))
    assert str(tmp_path) not in str(all_.look("nothing"))


POINT = {
    "seat": 1, "round": 3, "begin": 40, "card": "King anywhere", "summary": "places 3 in Granada",
    "weight": "", "change": CHANCES[0], "chances": [50, 60], "why": ["It was late."],
    "more": [],
}  # fmt: skip
REPORT = {
    "by": "nobody", "tries": 2, "played": 4, "seats": ["ana", "Bea"], "colours": ["red", "blue"],
    "moments": [{"entry": n, "round": n, "chances": CHANCES * 2} for n in (1, 2, 3)],
    "points": [POINT], "tally": [],
}  # fmt: skip


async def at_once(_journal: object, _name: str, _folder: object) -> AsyncGenerator[PlainNews, None]:
    """An analysis that is done as soon as it begins."""
    yield {"done": 1, "of": 1}
    for moment in REPORT["moments"]:
        yield {"moment": moment}
    yield {"report": REPORT}


def finished(house: House, analyst: Any = at_once) -> tuple[LobbyClient, LobbyClient, str]:
    """A short game of two that is over."""
    ana, bea, game = house.together("ana", "Bea", name="Office", short=True)
    play([ana.sit(game), bea.sit(game)], random.Random(1))
    house.host.lobby.analyses._analyst = analyst
    return ana, bea, game


def test_those_who_played_get_it_and_nobody_else(
    house: House, capsys: pytest.CaptureFixture[str]
) -> None:
    ana, bea, game = finished(house)
    new = ana.make(wish("me", "random")).game.name
    with pytest.raises(Denied, match="only a finished game"):
        ana.analysis(new)
    for other in (house.come("Eve"), house.come("guest")):
        with pytest.raises(Denied, match="for those who played"):
            other.analysis(game)
    with pytest.raises(Denied, match="no game of that name"):
        ana.analysis("nowhere")

    assert isinstance(ana.analysis(game)[0], Progress)
    assert served.analyse(bea, game) == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"{game}: the chance to win")
    assert "● ana  ■ Bea" in printed
    assert "It was late." in printed
    assert analysis_lines(ana, game, lambda _: None, ascii=True)[-1] in printed


@pytest.mark.long
def test_it_is_done_in_a_process_of_its_own_and_kept(house: House) -> None:
    ana, bea, game = finished(house, partial(plain_news, tries=1))
    ana.analysis(game)

    found = bea.analysis(game)
    while not isinstance(done := found[-1], Report):
        # Behind others' work it is slow, but it goes on from position to position.
        assert not isinstance(done, NoAnalysis)
        before = found
        found = until(lambda before=before: (now := bea.analysis(game)) != before and now)
    assert [one for one in bea.analysis(game) if isinstance(one, Moment)] == [*done.moments]
    assert len(bea.analysis(game, len(done.moments))) == 2
    assert done.seats == ("ana", "Bea")
    assert str(house.options.data) not in str(done)
    assert [*(house.options.data / FOLDER).iterdir()], "it is kept beside the saves"


async def test_from_the_end_of_a_game_to_its_replay_and_analysis(house: House) -> None:
    ana, _bea, game = await asyncio.to_thread(finished, house)
    async with visiting(ana, game, FinalScreen) as (app, pilot):
        await pilot.press("p")
        await shows(app, ReplayScreen, pilot)
        assert "play on" not in text(app), "there is nowhere to keep a game that goes on from here"
        await pilot.press("end", "a")
        await shows(app, AnalysisScreen, pilot)
        await reads(app, "One turning point")
        await pilot.press("enter")
        await shows(app, ReplayScreen, pilot)
        await pilot.press("q")
        await shows(app, LobbyScreen, pilot)


async def test_from_the_end_of_a_game_straight_to_its_analysis(house: House) -> None:
    ana, _bea, game = await asyncio.to_thread(finished, house)
    async with visiting(ana, game, FinalScreen) as (app, pilot):
        await pilot.press("a")
        await shows(app, AnalysisScreen, pilot)
        await reads(app, "One turning point")


async def test_who_looks_on_may_see_the_replay_and_is_told_whose_the_analysis_is(
    house: House,
) -> None:
    _ana, _bea, game = await asyncio.to_thread(finished, house)
    async with visiting(house.come("Eve"), game, FinalScreen) as (app, pilot):
        assert "analysis" not in text(app)
        await pilot.press("p")
        await shows(app, ReplayScreen, pilot)
        await pilot.press("end", "a")
        await shows(app, AnalysisScreen, pilot)
        await reads(app, "An analysis is for those who played the game.")
