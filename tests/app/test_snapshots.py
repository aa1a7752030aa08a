"""Pictures of the screens: each was looked at before it was accepted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from tables import Bench, Inline, fresh, press, sit

from drawing import play, table
from elgrande.app.app import ElGrande
from elgrande.app.games import Games
from elgrande.app.glyphs import ASCII, UNICODE
from elgrande.saves import Paths

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.pilot import Pilot

    from elgrande.rules import State

    Compare = Callable[..., bool]

SMALL, MIDDLE, LARGE = (80, 24), (120, 36), (160, 48)
SIZES = pytest.mark.parametrize("size", [SMALL, MIDDLE, LARGE], ids=["80x24", "120x36", "160x48"])

BOARD = (
    "galicia: R2 Y1 | basque: B3 G1 W2 | aragon: R3 B2 G1 | catalonia: Y4 | old-castile: R1 G5 W1"
    " | new-castile: B2 Y2 | seville: W3 B1 | granada: R2 B1 G1 Y1 W1 | valencia: G2 Y3"
    " | castillo: R4 B2 G3 W1"
)


def midgame(card: str = "", **others: Any) -> State:
    """Five players in round 5, with nearly everything on the table that a game has."""
    return table(
        BOARD,
        seats="RBGYW",
        king="new-castile",
        court="R6 B4 G7 Y2 W5",
        home="R galicia, B basque, G old-castile, Y valencia, W seville",
        score="R31 B44 G28 Y52 W17",
        scoreboards="840 seville",
        held="2-02 blue until 6",
        played="R: 2 5 11 8 | B: 3 6 12 7 | G: 1 4 9 10 | Y: 13 2 6 5 | W: 12 1 8 4",
        round=5,
        card=card,
        **others,
    )


def shows(
    snap_compare: Compare, bench: Bench, size: tuple[int, int], *keys: str, theme: str = ""
) -> bool:
    """Compares the table's screen after some keys."""

    async def before(pilot: Pilot[Any]) -> None:
        if theme:
            pilot.app.theme = theme
        await press(pilot)
        await press(pilot, *keys)

    return snap_compare(bench.app(), terminal_size=size, run_before=before)


@SIZES
def test_playing_a_power_card(snap_compare: Compare, size: tuple[int, int]) -> None:
    bench = sit(midgame(turn="", power="R9 B12"))
    assert shows(snap_compare, bench, size)


@SIZES
def test_choosing_a_card(snap_compare: Compare, size: tuple[int, int]) -> None:
    state = midgame()
    play(state, "red card 3-01, end, blue card 4-04, end, green take 0")
    assert shows(snap_compare, sit(state), size, "down")


@SIZES
def test_placing(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), size, "3", "right", "up")


@SIZES
def test_moving_with_a_caballero_picked_up(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert shows(snap_compare, sit(midgame("1-07")), size, "s", "8", "w")


def test_whose_caballero(snap_compare: Compare) -> None:
    assert shows(snap_compare, sit(midgame("1-07")), SMALL, "s", "8")


def test_an_illegal_key_says_why(snap_compare: Compare) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), SMALL, "4")


def test_a_veto_window(snap_compare: Compare) -> None:
    state = midgame("1-07")
    play(state, "red special, pick blue aragon, put castillo")
    assert shows(snap_compare, sit(state), SMALL)


def test_a_secret_disk(snap_compare: Compare) -> None:
    state = midgame("4-11")
    play(state, "red special, blue let-all")
    assert shows(snap_compare, sit(state, persons="R"), SMALL)


def test_the_courts_on_a_small_screen(snap_compare: Compare) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), SMALL, "tab", "tab")


def test_the_scores_on_a_small_screen(snap_compare: Compare) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), SMALL, "tab", "tab", "tab")


def test_the_log_after_a_scoring(snap_compare: Compare) -> None:
    bench = sit(midgame("3-05"))
    assert shows(snap_compare, bench, SMALL, "3", "5", "d", "s", "a", *["tab"] * 4)


@pytest.mark.parametrize("theme", ["elgrande-light", "elgrande-high-contrast"])
@pytest.mark.parametrize("size", [SMALL, MIDDLE], ids=["80x24", "120x36"])
def test_themes(snap_compare: Compare, theme: str, size: tuple[int, int]) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), size, "3", "right", "up", theme=theme)


@SIZES
def test_no_color(
    snap_compare: Compare, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert shows(snap_compare, sit(midgame("3-05")), size, "3", "right", "up")


@SIZES
def test_ascii(snap_compare: Compare, size: tuple[int, int]) -> None:
    bench = sit(midgame("3-05"))
    bench.glyphs = ASCII
    assert shows(snap_compare, bench, size, "3", "right", "up")


def test_a_closed_castillo(snap_compare: Compare) -> None:
    state = midgame("3-05", castillo="veiled")
    assert shows(snap_compare, sit(state, castillo="veiled"), SMALL, "tab", "tab")


@pytest.mark.parametrize("keys", [["m"], ["question_mark"], ["colon"], ["q"]],
                         ids=["answers", "help", "command", "leave"])  # fmt: skip
def test_dialogs(snap_compare: Compare, keys: list[str]) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), SMALL, *keys)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
def test_a_region_explained(snap_compare: Compare, size: tuple[int, int]) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), size, "right", "down", "question_mark")


def test_a_card_explained(snap_compare: Compare) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), SMALL, "tab", "down", "question_mark")


def test_the_curtain(snap_compare: Compare) -> None:
    state = midgame("4-11")
    play(state, "red special, blue let-all")
    assert shows(snap_compare, sit(state), SMALL)


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
def test_the_end(snap_compare: Compare, size: tuple[int, int]) -> None:
    bench = sit(setup=fresh(5, 4, persons="", short=True), bots=True)
    assert shows(snap_compare, bench, size)


def test_too_small(snap_compare: Compare) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), (60, 20))


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
@pytest.mark.parametrize(
    "keys",
    [[], ["n", "down"], ["n", *["down"] * 5, "right", "down", "right"], ["l"], ["question_mark"]],
    ids=["menu", "new", "new-2023", "load", "signs"],
)
def test_before_a_game(
    snap_compare: Compare, tmp_path: Path, keys: list[str], size: tuple[int, int]
) -> None:
    app = ElGrande(Games(Paths(tmp_path), Inline), glyphs=UNICODE, bots=("steward",), seed=1996)

    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, *keys)

    assert snap_compare(app, terminal_size=size, run_before=before)


def test_saves_to_load(
    snap_compare: Compare, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Games(Paths(tmp_path), Inline)
    games.new(fresh(3, 1)).stop()
    games.new(fresh(5, 2)).stop()
    (Paths(tmp_path).saves / "torn.toml").write_text("", encoding="utf-8")
    listed = [replace(summary, mtime=0.0) for summary in games.saves()]
    listed.sort(key=lambda summary: summary.name)
    monkeypatch.setattr(games, "saves", lambda: listed)
    monkeypatch.setenv("TZ", "UTC")
    app = ElGrande(games, glyphs=UNICODE, bots=("steward",), seed=1996)

    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, "l")

    assert snap_compare(app, terminal_size=SMALL, run_before=before)
