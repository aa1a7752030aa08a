"""Menu, new game, load, help, the end, small windows, and the way between them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from phases import app_in
from tables import Inline, fresh, press, running, screen_text, seen, sit, table_screen

from drawing import table
from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.help import legend_rows
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.text_runs import plain
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.final_screen import FinalScreen
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.new_game_screen import NewGameScreen
from elgrande.app.screens.setup_form import SetupForm
from elgrande.app.screens.table_screen import TableScreen
from elgrande.app.terminal.app_screen import terminal_cursor
from elgrande.content.files import ContentError
from elgrande.content.setup import PERSON, bot_names
from elgrande.content.words.scores import ranks
from elgrande.saves import Paths
from elgrande.table import Table, seated


def real(folder: Path, **others: Any) -> ElGrande:
    """The app on real saves in a folder, with inline bots."""
    games = Games(Paths(folder), Inline)
    return ElGrande(games, glyphs=UNICODE, bots=("steward", "random"), seed=7, **others)


async def test_two_keys_to_a_running_game_and_back_to_it(tmp_path: Path) -> None:
    async with running(real(tmp_path)) as (app, pilot):
        assert isinstance(app.screen, MenuScreen)
        assert "[c]" not in screen_text(app)
        await press(pilot, "n", "enter")
        assert isinstance(app.screen, TableScreen)
        assert len(app.screen.turn.guide.players) == 4
        assert [p.source for p in app.screen.turn.guide.players] == [PERSON, *["steward"] * 3]
        await press(pilot, "9")
        await press(pilot, "escape")
        assert app.game is not None
        assert isinstance(app.screen, TableScreen)
        entry = app.screen.chair.update(None).entry
        assert entry > 0
        await press(pilot, "q", "y")
        assert isinstance(app.screen, MenuScreen)
        assert app.game is None
        assert "[c] Continue" in screen_text(app)
        await press(pilot, "c")
        assert isinstance(app.screen, TableScreen)
        assert app.screen.chair.update(None).entry == entry
        await press(pilot, "q", "n")
        assert isinstance(app.screen, TableScreen)
        assert "4-players-1996-" in await seen(pilot, "q", "y", "l")
        await press(pilot, "enter", "escape")
        assert isinstance(app.screen, TableScreen)


async def test_the_form_by_keys(tmp_path: Path) -> None:
    async with running(real(tmp_path), "n", "right", "down", "n", *"Ann", "enter") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, NewGameScreen)
        assert screen.form.count == 5
        assert screen.form.players[0].name == "Ann"
        await press(pilot, "down", "left", "c")
        assert screen.form.players[1].source == PERSON
        assert [p.colour for p in screen.form.players] == [
            "red", "green", "blue", "yellow", "white"]  # fmt: skip
        assert screen.form.players[1].name == "Green"
        await press(pilot, "up", "up", "up", "n", *"moon", "enter")
        assert screen.form.seed == SetupForm.start((), 0).seeded("moon").seed
        await press(pilot, "enter")
        setup = app.screen.chair.setup if isinstance(app.screen, TableScreen) else None
        assert setup is not None
        names = [p.name for p in setup.players]
        assert names[:2] == ["Ann", "Green"], "people are called as they said, or after a colour"
        assert set(names[2:]) <= set(bot_names())


async def test_a_text_goes_into_no_row_that_cannot_be_typed(tmp_path: Path) -> None:
    async with running(real(tmp_path), "n", "down", "n", *"Ann") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, NewGameScreen)
        before = screen.form
        await pilot.click("#form", offset=(4, 0))
        await press(pilot, "enter")
        assert screen.form == before, "the seed neither"


async def test_the_form_by_mouse(tmp_path: Path) -> None:
    async with running(real(tmp_path), "n") as (app, pilot):
        screen = app.screen
        assert isinstance(screen, NewGameScreen)
        form = screen.query_one("#form")
        x = "".join(run.text for run in form.rows[0]).index(">")  # type: ignore[attr-defined]
        await pilot.click("#form", offset=(x, 0))
        assert screen.form.count == 5
        await pilot.click("#form", offset=(4, 2))
        assert screen.form.players[1].colour == "green"
        help_pane = screen.query_one("#help")
        row = "".join(run.text for run in help_pane.rows[-1])  # type: ignore[attr-defined]
        y = len(help_pane.rows) - 1  # type: ignore[attr-defined]
        await pilot.click("#help", offset=(row.index("[Enter]") + 1, y))
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


async def test_a_setup_that_cannot_be_played_says_why(tmp_path: Path) -> None:
    async with running(real(tmp_path), "n", "down", "n") as (app, pilot):
        await press(pilot, *["backspace"] * 3, *"Blue", "enter", "enter")
        assert isinstance(app.screen, NewGameScreen)
        with pytest.raises(ContentError) as fault:
            app.screen.form.setup()
        assert str(fault.value)[1:20] in screen_text(app)


def test_every_value_of_the_form_makes_a_playable_game() -> None:
    form = SetupForm.start(("steward", "random"), 5)
    for name in (*form.fields(), *form.house_rows):
        changed = form
        for _ in range(6):
            changed = changed.changed(name, 1)
            changed.setup().start()
        for _ in range(6):
            changed = changed.changed(name, -1)
        if name != "seed":
            assert changed.fields() == form.fields()


async def test_a_save_that_cannot_be_opened_leads_to_the_menu_with_the_reason(
    tmp_path: Path,
) -> None:
    async with running(real(tmp_path, save="nosuch")) as (app, _):
        assert isinstance(app.screen, MenuScreen)
        assert "There is no save" in screen_text(app)


async def test_a_damaged_save_is_listed_with_its_problem(tmp_path: Path) -> None:
    folder = Paths(tmp_path).saves
    folder.mkdir(parents=True)
    (folder / "broken.toml").write_text("nonsense", encoding="utf-8")
    async with running(real(tmp_path), "l") as (app, pilot):
        assert "broken" in screen_text(app)
        await press(pilot, "enter")
        assert isinstance(app.screen, MenuScreen)
        await press(pilot, "l", "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_help_from_the_menu(tmp_path: Path) -> None:
    async with running(real(tmp_path), "question_mark") as (app, pilot):
        assert "this is Red's home region" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.parametrize(("seats", "values"), [("RBGY", "8/4/0"), ("RBG", "8/4")])
def test_the_legend_says_whose_every_shape_and_letter_is(seats: str, values: str) -> None:
    bench = sit(table(seats=seats))
    legend = plain(legend_rows(Guide(bench.table.setup, bench.table.rules, bench.glyphs), 80))
    assert any(row.startswith(f" [{values}] ") for row in legend)
    for sign, who in (("●3 ⌂R", "Ana"), ("■3 ⌂B", "Bruno"), ("▲3 ⌂G", "Clara")):
        assert any(row.startswith(f" {sign}   three of {who}'s") for row in legend)


@pytest.mark.parametrize(
    ("keys", "says"),
    [
        (["tab", "down", "question_mark"], "The question"),
        (["tab", "down", "question_mark", "S"], "Copies:"),
        (["right", "question_mark"], "The King is here"),
        (["right", "right", "question_mark"], "If it were scored now"),
        (["right", "up", "right", "question_mark"], "It is Bruno's home region"),
        (["question_mark"], "Ana's Grande: this is Ana's home region"),
        (["question_mark"], "The question"),
    ],
)
async def test_the_question_mark_explains_what_is_under_the_cursor(
    keys: list[str], says: str
) -> None:
    state = table("aragon: R2 B1 | valencia: G1", court="R7", home="B aragon", card="3-01")
    async with running(sit(state).app(), *keys, size=(100, 40)) as (app, pilot):
        assert says in screen_text(app)
        await press(pilot, "question_mark")
        assert isinstance(app.screen, TableScreen)


# -- the end -----------------------------------------------------------------


async def test_the_end_ranks_and_shares(tmp_path: Path) -> None:
    bench = sit(setup=fresh(3, 4, persons="", short=True), bots=True)
    async with running(bench.app()) as (app, pilot):
        assert bench.table.over
        assert isinstance(app.screen, FinalScreen)
        shown = screen_text(app)
        for _, seat in ranks(bench.table.view(None)):
            assert str(bench.table.state.score(seat)) in shown
        await press(pilot, "enter")
        assert isinstance(app.screen, TableScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, MenuScreen)
        assert bench.games.closed == 1


def test_equal_scores_share_a_rank() -> None:
    view = table(score="R12 B30 G30 Y5").view(None)
    assert ranks(view) == [(1, 1), (1, 2), (3, 0), (4, 3)]


# -- windows -----------------------------------------------------------------


async def test_a_window_below_the_minimum_says_what_it_needs_and_recovers() -> None:
    bench = sit(table(court="R7", card="3-01"))
    async with running(bench.app(), "3") as (app, pilot):
        for size in ((79, 24), (80, 23), (40, 10), (12, 3)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            shown = " ".join(screen_text(app).split())
            assert "El Grande" in shown
            if size[0] > 30:
                assert f"needs a window of at least 80x24. This one is {size[0]}x{size[1]}" in shown
        await pilot.resize_terminal(160, 48)
        await pilot.pause()
        assert "Players" in screen_text(app)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert "[9]Valencia" in screen_text(app)
        await press(pilot, "9")
        assert bench.sent == [("place aragon",), ("place valencia",)]


async def test_nothing_moves_or_marks_what_lies_below_the_notice(tmp_path: Path) -> None:
    """Below it the menu is higher than the window, and at a table a turn of the story is marked."""
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        await press(pilot)
        for size in ((60, 18), (40, 10)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
            assert f"This one is {size[0]}x{size[1]}" in " ".join(screen_text(app).split())
            assert not app.screen.allow_vertical_scroll
            assert not app.screen.show_vertical_scrollbar
            assert terminal_cursor(app.screen) == (0, 0)
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert isinstance(app.screen, MenuScreen)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (119, 40), (120, 36), (160, 48), (200, 60)])
async def test_the_whole_map_and_the_prompt_are_seen_at_every_size(size: tuple[int, int]) -> None:
    app = sit(table("aragon: R2", court="R7", card="3-01")).app()
    async with running(app, size=size) as (_, _):
        pane = table_screen(app).query_one("#map")
        region = pane.region
        assert (pane.size.width, pane.size.height) == (pane.chart.width, pane.chart.height)  # type: ignore[attr-defined]
        assert region.right <= size[0]
        assert region.bottom <= size[1] - 3
        assert "Ana: place up to 3 caballeros" in screen_text(app)


async def test_ascii_is_ascii_on_every_screen(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), Inline)
    app = ElGrande(games, glyphs=ASCII, bots=("steward",), seed=7)
    async with app.run_test(size=(120, 36)) as pilot:
        for keys in (
            ["question_mark"], ["escape"], ["n"], ["enter"], ["m"], ["escape"], ["question_mark"],
            ["escape"], ["colon"], ["escape"], ["q"],
        ):  # fmt: skip
            shown = await seen(pilot, *keys)
            assert shown.isascii(), (keys, [sign for sign in shown if not sign.isascii()])


async def test_leaving_stops_the_bots_and_closes_the_save() -> None:
    bench = sit(setup=fresh(2, 3), bots=True)
    async with running(bench.app()) as (_, pilot):
        await press(pilot, "9")
    assert bench.bots is not None
    assert bench.bots.stopped
    assert bench.games.closed == 1


async def test_another_seat_and_its_name_are_followed(tmp_path: Path) -> None:
    bench = sit(table(turn="", court="R7"), persons="R", bots=False)
    async with running(bench.app()) as (app, pilot):
        hand_over(bench.table, 0)
        await pilot.pause()
        assert table_screen(app).turn.answering is None
        assert "Waiting for Ana" in screen_text(app)


def hand_over(table: Table, seat: int) -> None:
    """A bot takes the seat."""
    assert seated(table).hand_over(seat, "random")
