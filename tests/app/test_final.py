"""The end: pages, the race, and the three ways on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import Inline, fresh, press, running, screen_text, seen, sit

from elgrande.app.answering.answering import SeatTurn
from elgrande.app.app import ElGrande
from elgrande.app.navigation import again
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.analysis_screen import AnalysisScreen
from elgrande.app.screens.final_screen import PAGES, FinalScreen
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.setup import Player, Setup
from elgrande.saves import Paths

Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (160, 48)


def ended(folder: Path, glyphs: Glyphs = UNICODE, players: int = 5) -> ElGrande:
    """The app at a game between bots that has just ended, with a save."""
    games = Games(Paths(folder), Inline)
    setup = fresh(players, 4, persons="", short=True)
    return ElGrande(games, setup=setup, glyphs=glyphs, bots=("steward",), seed=11)


async def test_every_page_of_a_small_window(tmp_path: Path) -> None:
    async with running(ended(tmp_path)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, FinalScreen)
        final = [str(score) for score in screen.tally.final]
        for page in PAGES:
            shown = screen_text(app)
            assert f"[{page}]" in shown
            if page == "Race":
                assert all(sign in shown for sign in "●■▲◆★")
            else:
                assert all(score in shown for score in final)
            if page == "Sources":
                assert "King's bonus" in shown
                assert "Regions, general" in shown
            if page == "Regions":
                assert "Old Castile" in shown
                assert "Castillo" in shown
            if page == "Scorings":
                assert "After round 9" in shown
            await press(pilot, "right")
        assert "[Ranking]" in screen_text(app)
        assert "[Sources]" in await seen(pilot, "left", "3")
        await pilot.click("#tabs", offset=(14, 0))
        assert "[Race]" in await seen(pilot)


async def test_a_command_to_keep_the_game_is_shown_whole(tmp_path: Path) -> None:
    command = "ssh -p 22471 friend@games.example export two-towns > game.toml"
    async with running(ended(tmp_path)) as (app, pilot):
        first = app.screen
        assert isinstance(first, FinalScreen)
        await app.push_screen(
            FinalScreen(
                first._view, first._guide, home="lobby", note=f"To keep the game: {command}"
            )
        )
        shown = await seen(pilot)
        assert command in shown
        assert "change the page." in shown
        assert "lobby" in shown


async def test_a_large_window_shows_everything_at_once(tmp_path: Path) -> None:
    async with running(ended(tmp_path), "3") as (_, pilot):
        await pilot.resize_terminal(160, 48)
        shown = await seen(pilot)
        for text in ("Source", "Region", "Scoring", "wins.", "Granada", "By cards", "1."):
            assert text in shown
        await pilot.resize_terminal(*SMALL)
        assert "[Sources]" in await seen(pilot)


@pytest.mark.parametrize(("size", "whole"), [((120, 40), True), ((120, 36), False)])
async def test_tables_that_have_no_room_together_are_pages(
    size: tuple[int, int], whole: bool
) -> None:
    bench = sit(setup=fresh(5, 4, persons="", expansions=("colonies",)), bots=True)
    async with running(bench.app(), size=size) as (_, pilot):
        pages = [await seen(pilot)] if whole else [await seen(pilot, key) for key in "345"]
        every = "\n".join(pages)
        assert every.count("Score  ") == 3
        for name in ("Viceroy", "Mediterranean", "After round 9"):
            assert name in every


async def test_the_points_are_those_of_the_events(tmp_path: Path) -> None:
    async with running(ended(tmp_path, players=3)) as (app, _):
        screen = app.screen
        assert isinstance(screen, FinalScreen)
        assert app.game is not None
        view = app.game.chair.update(None).view
        assert screen.tally.final == tuple(view.score(seat) for seat in range(3))
        assert screen.tally.first == (0, 0, 0)
        assert screen.tally.race[-1] == (9, screen.tally.final)


async def test_rematch_is_the_same_players_dealt_anew(tmp_path: Path) -> None:
    async with running(ended(tmp_path)) as (app, pilot):
        assert app.game is not None
        old = app.game
        await press(pilot, "r")
        # Bots only, so the rematch is over at once as well.
        assert isinstance(app.screen, FinalScreen)
        assert app.game is not None
        assert app.game.path != old.path
        store = Games(Paths(tmp_path), Inline).store
        assert store.read(app.game.name).header["game"] != store.read(old.name).header["game"]


def test_again_keeps_players_and_rules_and_forgets_the_position() -> None:
    setup = Setup.of(3, seed=1, short=True, house={"veto": False}, starter="red")
    players = [Player(p.colour, p.name, "steward") for p in setup.players]
    new = again(setup, players, 99)
    assert (new.short, new.house, new.seed) == (True, {"veto": False}, 99)
    assert new.starter is None
    assert new.players == tuple(players)
    assert again(setup, players).seed != again(setup, players).seed


async def test_replay_after_the_end_and_back_to_the_menu(tmp_path: Path) -> None:
    async with running(ended(tmp_path), "p") as (app, pilot):
        assert isinstance(app.screen, ReplayScreen)
        assert app.screen.replaying.over
        assert "everybody" in await seen(pilot, *["v"] * 6)
        await press(pilot, "q")
        assert isinstance(app.screen, MenuScreen)


async def test_the_analysis_lies_over_the_replay(tmp_path: Path) -> None:
    async with running(ended(tmp_path), "a") as (app, pilot):
        assert isinstance(app.screen, AnalysisScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, MenuScreen)


async def test_without_a_save_the_replay_says_so() -> None:
    bench = sit(setup=fresh(2, 4, persons="", short=True), bots=True)
    async with running(bench.app(), "p") as (app, _):
        assert isinstance(app.screen, MenuScreen)
        assert "This game was not saved" in screen_text(app)
        assert "here, so it cannot be" in screen_text(app)
        assert "replayed." in screen_text(app)


async def test_look_at_the_table_and_menu_by_mouse(tmp_path: Path) -> None:
    async with running(ended(tmp_path)) as (app, pilot):
        row = "".join(run.text for run in app.screen.query_one("#keys").rows[1])  # type: ignore[attr-defined]
        await pilot.click("#keys", offset=(row.index("[Enter]") + 1, 1))
        await press(pilot)
        assert isinstance(app.screen, TableScreen)


async def test_the_table_after_the_end_tells_the_end_and_forecasts_nothing(tmp_path: Path) -> None:
    """Neither a bot's last reason nor the last special scoring stands there as if it went on."""
    async with running(ended(tmp_path)) as (app, pilot):
        screen = app.screen
        assert isinstance(screen, FinalScreen)
        await press(pilot, "enter")
        table = app.screen
        assert isinstance(table, TableScreen)
        table.turn.said = "Blue: I expect about 3 points from this."
        table.play.show_prompt()
        shown = screen_text(app)
        assert "The game is over: " in shown
        assert "u undo" in shown
        assert "forecast" not in shown
        assert "I expect" not in shown
        assert table.play.board.scored is None
        await press(pilot, "f")
        assert app.screen is table
        assert "nothing more will be scored" in screen_text(app)


@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_undo_is_only_spoken_of_where_it_can_be_done(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    """A fair undo takes back nothing that has revealed something, and nothing of a bot's."""
    setup = fresh(2, 4, persons="", short=True, house={"undo": "fair"})
    app = ElGrande(Games(Paths(tmp_path), Inline), setup=setup, bots=("steward",), seed=11)
    async with running(app, size=size) as (_, pilot):
        screen = app.screen
        assert isinstance(screen, FinalScreen)
        assert app.game is not None
        assert not app.game.chair.update(None).can_undo
        assert "undo" not in await seen(pilot, "enter")
        await press(pilot, "u")
        assert "undone" in screen_text(app) or "undo" in screen_text(app)


WAYS = "Enter result  a analysis  r rematch  p replay"


async def test_the_keys_of_the_end_hold_at_the_table_too(tmp_path: Path) -> None:
    async with running(ended(tmp_path)) as (app, pilot):
        for pages in (["escape", "enter"], ["escape", "3"], ["enter", "tab", "enter"]):
            assert WAYS in await seen(pilot, pages[0])
            await press(pilot, *pages[1:])
            assert isinstance(app.screen, FinalScreen)
        await press(pilot, "escape")
        app.screen.set_focus(app.screen.query_one("#log"))
        shown = await seen(pilot)
        assert "Enter result" not in shown, "there it explains points"
        assert "a analysis" in shown
        await press(pilot, "p")
        assert isinstance(app.screen, ReplayScreen)
        assert "[c] The last game" in await seen(pilot, "q")


@pytest.mark.parametrize("key", ["a", "r"])
async def test_analysis_and_rematch_from_the_table(tmp_path: Path, key: str) -> None:
    async with running(ended(tmp_path), "escape", key) as (app, _):
        assert isinstance(app.screen, AnalysisScreen if key == "a" else FinalScreen)


async def test_the_keys_of_the_end_are_for_answers_before_it(tmp_path: Path) -> None:
    app = ElGrande(Games(Paths(tmp_path), Inline), setup=fresh(3, 4), bots=("steward",), seed=11)
    async with running(app) as (_, pilot):
        for key in ("enter", "a", "r", "p", "5"):
            shown = await seen(pilot, key)
            assert isinstance(app.screen, TableScreen)
            assert "rematch" not in shown


async def test_each_player_has_a_mark_in_each_round_of_the_race(tmp_path: Path) -> None:
    """Those who are level, or nearly so, stand next to each other."""
    async with running(ended(tmp_path), "2") as (app, _):
        shown = screen_text(app)
        plot = shown[shown.index("┌") : shown.rindex("┘")]
        assert isinstance(app.screen, FinalScreen)
        rounds = len(app.screen.tally.race)
        assert {sign: plot.count(sign) for sign in "●■▲◆★"} == dict.fromkeys("●■▲◆★", rounds)


async def test_the_end_in_ascii_is_ascii(tmp_path: Path) -> None:
    async with running(ended(tmp_path, ASCII)) as (app, pilot):
        for _ in PAGES:
            shown = screen_text(app)
            assert shown.isascii(), [sign for sign in shown if not sign.isascii()]
            await press(pilot, "right")


@pytest.mark.parametrize("theme", ["elgrande-light", "elgrande-dark"])
async def test_the_race_follows_the_theme(tmp_path: Path, theme: str) -> None:
    async with running(ended(tmp_path)) as (app, pilot):
        app.theme = theme
        await press(pilot, "2")
        colours = {
            segment.style.color.get_truecolor().hex
            for strip in app.screen._compositor.render_strips()
            for segment in strip
            if segment.text.strip() == "▲" and segment.style and segment.style.color
        }
        assert app.theme_variables["player-green"].lower() in colours


# -- pictures ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "keys"),
    [(SMALL, []), (SMALL, ["2"]), (SMALL, ["3"]), (SMALL, ["4"]), (SMALL, ["5"]), (LARGE, [])],
    ids=["ranking", "race", "sources", "regions", "scorings", "160x48"],
)
def test_final(
    sheet_compare: Compare, tmp_path: Path, size: tuple[int, int], keys: list[str]
) -> None:
    async def before(pilot: Any) -> None:
        await press(pilot, *keys)

    assert sheet_compare(ended(tmp_path), terminal_size=size, run_before=before)


def test_final_in_ascii(sheet_compare: Compare, tmp_path: Path) -> None:
    async def before(pilot: Any) -> None:
        await press(pilot)

    app = ended(tmp_path, ASCII)
    assert sheet_compare(app, terminal_size=(120, 36), run_before=before)


def test_a_castillo_that_was_veiled_is_open_once_the_game_is_over() -> None:
    """And closed again if the end is taken back."""
    bench = sit(setup=fresh(2, 3, persons="RB", house={"castillo": "veiled", "undo": "free"}))
    table, turn = bench.table, SeatTurn(bench.chair, ASCII)
    shown = []
    while not table.over:
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(table.state.legal(seat)[-1])])
    for _ in range(2):
        turn.take(bench.chair.update(None), None, frozenset())
        shown.append(turn.guide.shows(table.rules.provinces))
        table.undo([0, 1])
    assert shown == [True, False]
