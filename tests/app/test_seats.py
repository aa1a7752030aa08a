"""What stands on every tab, and in every part of a window, whatever the window's size."""

from __future__ import annotations

from typing import Any

import pytest
from phases import midgame
from tables import press, running, screen_text, seen, sit

from drawing import passes, play, table
from elgrande.app.board.guide import Guide
from elgrande.app.panes import courts, power_cards, status
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.text_runs import cells, plain
from elgrande.content.setup import Setup
from elgrande.rules import State


def rows_of(state: State, glyphs: Any = UNICODE, **house: str) -> tuple[Any, Guide]:
    setup = Setup.of(state.rules.n_seats, seed=1, **({"house": house} if house else {}))
    return state.view(0), Guide(setup, state.rules, glyphs)


def test_a_row_a_player_with_turn_court_provinces_and_points() -> None:
    state = table(
        "galicia: R2", seats="RBG", court="R6 B4 G7", score="R31 B44 G128", power="R13 B9"
    )
    view, guide = rows_of(state)
    for width in (27, 40):
        found = plain(status.seat_rows(view, guide, width, (2,), own=0))
        assert {cells(row) for row in found} == {width}
        assert found[0].split() == ["turn", "court", "prov", "pts"]
        assert [row.split()[-3:] for row in found[1:]] == [
            [str(view.count(seat, view.rules.court)), str(view.count(seat, view.rules.provinces)),
             str(view.score(seat))] for seat in range(3)
        ]  # fmt: skip
        assert found[1].startswith("▌ 13 ●")
        assert found[2].startswith("   9 ■")
        assert found[3].startswith(" ▸ – ▲")
    ascii_rows = plain(status.seat_rows(view, rows_of(state, ASCII)[1], 27, (2,), own=0))
    assert ascii_rows[1].startswith("! 13 R")


def test_who_has_taken_a_card_has_acted() -> None:
    state = midgame(power="R10 B12 G13 Y7 W3")
    passes(state, "green", "1-07")
    view, guide = rows_of(state)
    found = plain(status.seat_rows(view, guide, 27))[1:]
    assert [row[1] for row in found] == [" ", " ", "✓", " ", " "]


def test_a_veiled_castillo_veils_the_provinces_of_everybody() -> None:
    state = table("castillo: R3", court="R2", castillo="veiled")
    view, guide = rows_of(state, castillo="veiled")
    found = plain(status.seat_rows(view, guide, 27, own=0))[1:]
    assert all(row.split()[-2] == "?" for row in found)


def test_a_card_has_the_same_cell_in_every_row() -> None:
    state = table(seats="RBG", played="R: 2 5 | B: 3 6", power="R12 B9", round=3)
    view, guide = rows_of(state)
    red, blue, green = plain(power_cards.grid_rows(view, guide, 57))
    assert red.rstrip().endswith("  1  ·  3  4  ·  6  7  8  9 10 11▸12 13")
    assert blue.rstrip().endswith("  1  2  ·  4  5  ·  7  8 ▸9 10 11 12 13")
    assert green.rstrip().endswith("  1  2  3  4  5  6  7  8  9 10 11 12 13")
    narrow = plain(power_cards.grid_rows(view, guide, 40))
    assert narrow[0].rstrip().endswith("  1 3-4 6-11 13")


def test_a_hand_that_is_not_wholly_known_is_told_in_words() -> None:
    state = table("aragon: R1", card="4-08", played="R: 3 4", round=3)
    play(state, "red special, recall 4")
    _, guide = rows_of(state)
    assert "1-2 5-12, 1 hidden" in "\n".join(plain(power_cards.grid_rows(state.view(1), guide, 60)))


@pytest.mark.parametrize("height", [10, 14])
def test_hands_have_air_between_them_where_there_is_room(height: int) -> None:
    view, guide = rows_of(midgame("3-05"))
    found = plain(courts.hands(view, guide, 27, height))
    assert len(found) == height
    assert sum(not row.strip() for row in found) == (4 if height == 14 else 0)
    assert sum("hand " in row for row in found) == 5
    narrow = plain(courts.hands(view, guide, 16, 24))
    assert sum("hand " in row for row in narrow) == 5, "also where a hand takes more rows"
    assert len(narrow) > 10


async def test_court_and_points_of_everybody_stand_on_every_tab() -> None:
    bench = sit(midgame("3-05"))
    view = bench.table.state
    async with running(bench.app()) as (app, pilot):
        board = app.screen.play.board  # type: ignore[attr-defined]
        for tab in range(len(board.TABS)):
            board.show_tab(tab)
            await press(pilot)
            rows = screen_text(app).splitlines()[-8:-3]
            ends = [row.rstrip().rsplit(maxsplit=3)[1:] for row in rows]
            assert ends == [
                [str(view.count(seat, view.rules.court)),
                 str(view.count(seat, view.rules.provinces)), str(view.score(seat))]
                for seat in range(5)
            ]  # fmt: skip


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 48)])
async def test_one_part_of_the_window_says_that_it_has_the_keyboard(size: tuple[int, int]) -> None:
    async with running(sit(midgame("3-05")).app(), size=size) as (app, pilot):
        board = app.screen.play.board  # type: ignore[attr-defined]
        for name in board.stops[1:]:
            await press(pilot, "tab")
            assert app.screen.focused is not None
            assert app.screen.focused.id == name
            assert app.screen.focused.display
            titles = [row for row in screen_text(app).splitlines() if "▌" in row and "▐" in row]
            assert len(titles) == 1, (name, titles)


async def test_what_was_scored_is_told_below_the_map_until_the_round_is_over() -> None:
    async with running(sit(midgame("3-05")).app(), size=(120, 40)) as (app, pilot):
        await press(pilot, "3", "5", "d", "s", "a")
        board = app.screen.play.board  # type: ignore[attr-defined]
        assert board.scored is not None
        assert "[Scored]" in screen_text(app)
        assert "this time" in screen_text(app)
        board.scored = None
        board.show_tabs()
        assert "Scored" not in await seen(pilot)
        assert app.screen.query_one("#story-below").display


@pytest.mark.parametrize(
    ("size", "named"), [((80, 24), ""), ((120, 40), "L story  R rules  f forecast  e advice")]
)
async def test_the_bar_names_the_helping_keys_where_there_is_room(
    size: tuple[int, int], named: str
) -> None:
    async with running(sit(midgame("3-05")).app(), "3", "right", "up", size=size) as (app, _):
        last = screen_text(app).splitlines()[-1]
        assert named in last
        assert last.rstrip().endswith("? help")
