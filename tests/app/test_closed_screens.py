"""What was closed is forgotten: no screen, no table and no game stays in memory."""

from __future__ import annotations

import gc
import os
import weakref
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kinds import kinds_of
from phases import PHASES, Phase, app_in, clear, go
from tables import Bench, fresh, press, running, settle, sit
from test_every_screen import ALONE, OVER_THE_TABLE
from test_every_theme import ELSEWHERE
from test_replay import sample
from textual._styles_cache import StylesCache
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget

from elgrande.analysis.finished_game import FinishedGame
from elgrande.analysis.trial import TrialTable
from elgrande.analysis.worker import AnalysisNews, Progress
from elgrande.app.dialogs.day_result import DayResultScreen
from elgrande.app.dialogs.dialog import BesideDialog, Dialog, PageDialog
from elgrande.app.dialogs.form_dialog import FormDialog
from elgrande.app.dialogs.line_input import FilterDialog, SearchDialog
from elgrande.app.screens.answer_screen import AnswerScreen
from elgrande.app.screens.new_game_screen import FormScreen
from elgrande.app.screens.puzzle_screen import VerdictScreen
from elgrande.app.screens.trial_screen import AsideScreen, TrialScreen, TriedScreen
from elgrande.app.terminal.app_screen import AppScreen
from elgrande.visitor.lobby_screen import DayTable, ServedScreen
from patience import eventually
from seam.hands import KEPT, make_known

Seen = list[tuple[type[Screen[Any]], "weakref.ref[Screen[Any]]"]]


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """Every screen that is made from now on."""
    seen: Seen = []
    begin = Screen.__init__

    def counted(self: Screen[Any], *given: Any, **named: Any) -> None:
        begin(self, *given, **named)
        seen.append((type(self), weakref.ref(self)))

    monkeypatch.setattr(Screen, "__init__", counted)
    return seen


BEFORE = {
    "new": ("n", "question_mark"),
    "actions": ("l", "down", "tab"),
    "replay": (*ELSEWHERE["replay"][1], "question_mark"),
    "analysis": (*ELSEWHERE["replay"][1], "a"),
    "lesson": ELSEWHERE["lesson"][1],
    "rules": ("r",),
    "puzzles": ("f", "enter"),
    "record": ("m",),
    "press": ("s", "up", "enter", "enter"),
    "help": ("question_mark",),
    "game": ("n", "enter", "9", "escape", "q", "y", "c", "escape", "tab", "q", "y"),
}
OVER = {
    **{name: OVER_THE_TABLE[name] for name in
       ("explain-region", "answers", "command", "palette", "curtain")},
    "forecast": Phase(PHASES["turn"].sit, ("f",)),
    "hint": Phase(PHASES["turn"].sit, ("e", "escape")),
    "why": Phase(OVER_THE_TABLE["log"].sit, (*OVER_THE_TABLE["log"].keys, "S", "w")),
    # The last scoring, the end of the game, and the list of all scorings.
    "over": Phase(PHASES["over"].sit, (*PHASES["over"].keys, "escape", "S")),
    "hand": Phase(lambda: choosing(), ("m",)),
}  # fmt: skip


def choosing() -> Bench:
    """A game that begins with the choice of a hand."""
    make_known()
    return sit(setup=fresh(2, 1, "R", expansions=(KEPT.id,), starter="red"))


def _trial(app: Any) -> TrialScreen:
    game = FinishedGame(sample("five-stewards").table)
    return TrialScreen(TrialTable(game, game.turns[0]), app.glyphs, _judged, ())


async def _judged() -> AsyncIterator[AnalysisNews]:
    yield Progress(1, 2)


TRIED: tuple[Callable[[Any], Screen[Any]], ...] = (
    _trial, lambda _app: TriedScreen(_judged, ()), lambda _app: DayTable(()),
    lambda _app: DayResultScreen(("first", "second", "third")),
    lambda _app: VerdictScreen(("Right.", "The turn."), lambda: 40),
)  # fmt: skip
"""A turn of a finished game, what it would have brought, and a server's table of a day."""


async def walk(pilot: Pilot[Any]) -> None:
    """Open every screen, and close it again."""
    app: Any = pilot.app
    for keys in BEFORE.values():
        await menu(pilot)
        await press(pilot, *keys)
    for phase in OVER.values():
        await go(pilot, phase)
    for make in (*ALONE.values(), *TRIED):
        await go(pilot, PHASES["turn"])
        app.push_screen(make(app))
        await settle(pilot)
    await menu(pilot)


async def menu(pilot: Pilot[Any]) -> None:
    """Nothing is on the screen but the menu."""
    await settle(pilot)
    await clear(pilot)
    app: Any = pilot.app
    app.open_menu()
    await settle(pilot)


KINDS = (
    AnswerScreen,
    AsideScreen,
    BesideDialog,
    Dialog,
    FormScreen,
    PageDialog,
    SearchDialog,
    FilterDialog,
    FormDialog,
    ServedScreen,
)
"""What several screens are, and none is alone."""
AT_A_SERVER = {
    "LobbyHelp", "LobbyScreen", "MakeGameScreen", "ServedTable", "TalkLine", "WaitingRoom",
}  # fmt: skip
"""What a server's visitor alone sees: tests/server opens and closes it."""


@pytest.mark.long
async def test_every_closed_screen_is_forgotten(tmp_path: Path, made: Seen) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await walk(pilot)
        opened = {kind for kind, _ in made}
        never = {
            kind.__name__
            for kind in kinds_of(AppScreen)
            if kind.__module__.startswith("elgrande.")
            and kind.__name__ not in AT_A_SERVER
            and kind not in (*opened, *KINDS)
        }
        assert never == set(), "this walk must open every screen"
        open_now = set(app.screen_stack)

        def kept() -> list[str]:
            gc.collect()
            return [kind.__name__ for kind, ref in made if ref() and ref() not in open_now]

        # A thread that asked a bot may be on its way back.
        await eventually(lambda: not kept(), "the end of every screen that was closed")
        known = [type(thing) for thing in gc.get_objects()]
        widgets = sum(issubclass(kind, Widget) for kind in known)
        assert known.count(StylesCache) <= widgets, "what they painted is forgotten, too"


def resident() -> int:
    """The bytes of memory that this process has."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


@pytest.fixture
def collector() -> Iterator[None]:
    """Python's collector as a person's program has it; the tests let it rest."""
    rare = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*rare)


@pytest.mark.long
@pytest.mark.usefixtures("collector")
@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="Linux tells a process its size")
@pytest.mark.whole
async def test_two_hundred_dialogs_and_thirty_tables_take_no_memory(tmp_path: Path) -> None:
    """Within 10 MB of what it was when all had been seen."""
    async with running(app_in(tmp_path)) as (_, pilot):

        async def play(tables: int) -> None:
            for _ in range(tables):
                await menu(pilot)
                await press(pilot, "n", "enter", "9", "escape")
                for key in ("question_mark", "f", "R", "comma", "colon", "question_mark", "f"):
                    await press(pilot, key, "escape")
                await press(pilot, "q", "y")

        await play(3)
        before = resident()
        await play(30)
        assert resident() - before < 10e6
