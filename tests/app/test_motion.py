"""Motion: short, off by setting, over a network and by Textual's switch, never in the way."""

from __future__ import annotations

from typing import Any

import pytest
from tables import Bench, press, running, screen_text, sit, table_screen

from drawing import table
from elgrande.app.app import ElGrande
from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.scene import Scene, Spot, Troop
from elgrande.app.panes.motion import FLASH, MOST, STEP, STEPS, arrivals, between, counted, flashing
from elgrande.app.panes.score_track import ScoresPane
from elgrande.app.panes.text_runs import Run
from elgrande.app.settings.schema import Settings
from elgrande.content.setup import Setup
from patience import eventually


@pytest.fixture(autouse=True)
def local(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of this machine, with nothing said about motion."""
    for name in ("TEXTUAL_ANIMATIONS", "SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)


def scene(**counts: int) -> Scene:
    spots = tuple(
        Spot(name, (name,), "1", (1,), troops=(Troop("red", count),) if count else ())
        for name, count in counts.items()
    )
    return Scene(spots)


def test_what_has_come_is_found_and_what_has_gone_is_not() -> None:
    old, new = scene(aragon=1, galicia=2), scene(aragon=3, galicia=1)
    assert arrivals(old, new) == {("aragon", "red")}
    assert arrivals(Scene(()), new) == frozenset(), "the first picture is no news"
    marked = flashing(new, arrivals(old, new))
    assert [spot.troops[0].fresh for spot in marked.spots if spot.troops] == [True, False]


def test_a_leap_through_the_game_does_not_flash() -> None:
    names = [f"r{n}" for n in range(MOST + 1)]
    old, new = scene(**dict.fromkeys(names, 0)), scene(**dict.fromkeys(names, 1))
    assert arrivals(old, new) == frozenset()


def test_it_is_short() -> None:
    assert FLASH <= 0.25
    assert STEPS * STEP <= 0.3
    assert between([0, 10], [8, 10], 0) == [0, 10]
    assert between([0, 10], [8, 10], 2) == [4, 10]
    assert between([0, 10], [8, 10], STEPS) == [8, 10]


def bench() -> Bench:
    return sit(table("aragon: R2 B1 | galicia: B2 R1", card="3-05", court="R5"))


def troop(app: ElGrande) -> Run:
    """Ana's caballeros in Aragon, as they are painted."""
    rows = table_screen(app).query_one(MapPane).rows
    return next(run for row in rows for run in row if run.text.startswith("●3"))


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """What flashes does so until the test is over, however busy the machine."""
    monkeypatch.setattr("elgrande.app.board.map.pane.FLASH", 3600)


@pytest.mark.usefixtures("slow")
async def test_a_placed_caballero_flashes() -> None:
    async with running(bench().app(), "3") as (app, _):
        assert troop(app).style.bg == "player-red"


async def test_it_flashes_for_a_moment() -> None:
    async with running(bench().app(), "3") as (app, _):
        assert table_screen(app).query_one(MapPane)._calming is not None
        await eventually(lambda: troop(app).style.bg == "tray", "the end of the flash")


@pytest.mark.usefixtures("slow")
async def test_keys_are_answered_while_it_flashes() -> None:
    made = bench()
    async with running(made.app(), "3", "5"):
        assert made.sent == [("place aragon",), ("place old-castile",)]


@pytest.mark.parametrize("why", ["setting", "ssh", "textual"])
async def test_off_means_off(why: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if why == "ssh":
        monkeypatch.setenv("SSH_TTY", "/dev/pts/0")
    if why == "textual":
        monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    app = bench().app()
    if why == "setting":
        app.preferences.apply(Settings({"motion": "off"}))
    async with running(app, "3"):
        assert app.animation_level == "none"
        assert troop(app).style.bg == "tray"
        assert table_screen(app).query_one(MapPane)._calming is None
        assert table_screen(app).play.board.points._timer is None


@pytest.mark.usefixtures("slow")
async def test_on_moves_over_a_network_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "somewhere")
    app = bench().app()
    app.preferences.apply(Settings({"motion": "on"}))
    async with running(app, "3"):
        assert troop(app).style.bg == "player-red"


def test_what_is_shown_while_scores_count_is_a_position_as_any() -> None:
    """The compiled rules answer for positions alone, and nothing else of this one is changed."""
    view = Setup.of(3, seed=1).start().view(1)
    shown = counted(view, [3, 0, 8])
    assert type(shown) is type(view)
    assert [shown.score(seat) for seat in range(3)] == [3, 0, 8]
    assert shown != view
    assert counted(shown, [view.score(seat) for seat in range(3)]) == view
    assert [view.score(seat) for seat in range(3)] == [0, 0, 0]


async def test_scores_count_up_to_what_they_are() -> None:
    """Ana scores Aragon: 5 points for the first place are counted, not put there."""
    state = table("aragon: R3 B1 | galicia: B2", card="4-08", court="R5", score="R10 B10")
    made = sit(state)
    app = made.app()
    seen: list[int] = []
    async with running(app) as (_, pilot):
        screen = table_screen(app)
        show = screen.play.board.points._show

        def watched(scores: Any) -> None:
            seen.append(scores[0])
            show(scores)

        screen.play.board.points._show = watched
        later = play_scoring(made)
        await press(pilot)
        assert made.table.state.score(0) == later
        await eventually(lambda: seen[-1] == later, "the end of counting")
        assert seen[0] == 10
        assert seen == sorted(seen)
        assert len(set(seen)) > 2, "it counts"
        assert seen[-1] == later
        rows = screen.query(ScoresPane).first().rows
        assert not rows or str(later) in screen_text(app)


def play_scoring(made: Bench) -> int:
    """Sends answers until a region is scored for Ana; returns her score then."""
    while made.table.state.score(0) == 10:
        seat = made.table.state.owing()[0]
        texts = [made.table.rules.text(code) for code in made.table.state.legal(seat)]
        wish = [t for t in texts if t.split()[0] in {"special", "score", "disk"}]
        made.table.send(seat, [wish[0] if wish else texts[0]])
    return made.table.state.score(0)
