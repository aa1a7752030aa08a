"""A scoring as a show: when it opens, what it tells, that it answers nothing and delays nobody."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from phases import LARGE, SMALL, ended, midgame
from tables import Bench, press, running, screen_text, sit, table_screen

from drawing import COLOURS, passes, play, table
from elgrande.app.app import ElGrande
from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.scene import read
from elgrande.app.board.scoring_show import ScoringShow
from elgrande.app.board.view import BoardView
from elgrande.app.dialogs.score_dialogs import ScoringListScreen, WhyScreen
from elgrande.app.panes import score_track
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.score_sheet import rows
from elgrande.app.panes.score_track import row
from elgrande.app.panes.text_runs import plain
from elgrande.app.screens.hot_seat import CurtainScreen
from elgrande.app.screens.scoring_screen import ScoringScreen
from elgrande.app.settings.schema import Settings
from elgrande.app.terminal.app_screen import terminal_cursor
from elgrande.content.map.chart import load
from elgrande.content.scorings import PlaceScored, Scoring, rewound
from elgrande.content.words.scoring_steps import scoring_forms
from elgrande.rules import events as ev
from elgrande.saves import Paths, Store
from elgrande.saves.paths import shipped
from elgrande.table import replay

DISKS = ((0, "aragon"), (1, "granada"), (2, "basque"), (4, "seville"))


def last_disks(bench: Bench) -> None:
    """Everybody sets a disk, so that the general scoring after round 6 comes about."""
    for seat, region in DISKS:
        bench.table.send(seat, [f"disk {region}"])


def special(bench: Bench) -> None:
    """Ana scores three regions by card 3-05."""
    bench.table.send(0, ["special"])
    if 1 in bench.table.state.owing():
        bench.table.send(1, ["let-all"])


def shown(bench: Bench) -> tuple[ScoringShow, Scoring]:
    """The show of what a spectator was told, and its last scoring."""
    guide = Guide(bench.table.setup, bench.table.rules, bench.glyphs)
    show = ScoringShow(bench.table.view(None), guide, bench.table.events(None))
    return show, show.scorings[-1]


def general() -> tuple[ScoringShow, Scoring]:
    bench = sit(ended(6))
    last_disks(bench)
    return shown(bench)


def of(app: ElGrande) -> ScoringScreen:
    assert isinstance(app.screen, ScoringScreen)
    return app.screen


# -- what is drawn, without an app -------------------------------------------


def test_the_map_shows_counts_then_riders_then_points() -> None:
    show, scoring = general()
    chart = load("compact")

    def drawn(at: int, glyphs: object = UNICODE) -> str:
        return "\n".join(plain(draw(chart, show.scene(scoring, at), glyphs)))  # type: ignore[arg-type]

    assert "«0»Castillo" in drawn(0)
    assert "●3 ■2 ▲1" in drawn(0)
    assert "«3»Aragon" in drawn(1)
    assert "«●4" in drawn(1)
    assert "●3→7" in drawn(2)
    aragon = next(i for i, step in enumerate(scoring.steps) if i > 2 and step.won[0] == 5)
    assert "«3»Aragon" in drawn(aragon)
    assert "●+5 ■+4" in drawn(aragon)
    assert "«" not in drawn(len(scoring.steps) - 1)
    assert "*3*Aragon" in drawn(aragon, ASCII)


@pytest.mark.parametrize("size", [(27, 20), (47, 36), (64, 44)], ids=str)
def test_the_sheet_fits_and_fills_as_it_goes(size: tuple[int, int]) -> None:
    show, scoring = general()
    for at in range(len(scoring.steps)):
        lines = plain(rows(scoring, at, show.guide, *size))
        assert len(lines) <= size[1]
        assert all(len(line) == size[0] for line in lines)
        assert sum("▸" in line for line in lines) == (scoring.steps[at] in scoring.places)
    text = "\n".join(lines)
    assert "this time" in text
    assert "1 ◆ Diego" in text
    assert "69" in text
    first = "\n".join(plain(rows(scoring, 0, show.guide, *size)))
    assert "69" not in first


def test_those_in_named_places_stay_there_until_their_region_is_scored(tmp_path: Path) -> None:
    table = replay(Store(Paths(tmp_path)).read(shipped("saves") / "colonies-four.toml"), "four")
    guide = Guide(table.setup, table.rules, UNICODE)
    show = ScoringShow(table.view(None), guide, table.events(None))
    scoring = [one for one in show.scorings if one.general][-1]
    at = {table.rules.targets[step.target]: i for i, step in enumerate(scoring.steps)
          if isinstance(step, PlaceScored)}  # fmt: skip

    def posts(region: str, step: int) -> list[str]:
        spot = next(spot for spot in show.scene(scoring, step).spots if spot.id == region)
        return [troop.colour for post in spot.posts for troop in post.troops]

    for region, there in (
        ("france", ["black", "yellow"]),
        ("ship", ["green"]),
        ("america", ["red"]),
    ):
        assert posts(region, at[region] - 1) == there
        assert posts(region, at[region]) == []
    # Who has an office in France counts there and stands in the office, not in the crowd besides.
    france = next(s for s in show.scene(scoring, at["france"] - 1).spots if s.id == "france")
    assert [troop.colour for troop in france.troops or ()] == []


@pytest.mark.expansions
@pytest.mark.parametrize("name", ["colonies-four", "grandissimo-five", "king-and-colonies"])
def test_what_is_not_scored_yet_is_drawn_as_at_the_table(tmp_path: Path, name: str) -> None:
    """Black ones and allies too, though they count for somebody else or not at all."""
    table = replay(Store(Paths(tmp_path)).read(shipped("saves") / f"{name}.toml"), name)
    guide = Guide(table.setup, table.rules, UNICODE)
    told = table.events(None)
    show = ScoringShow(table.view(None), guide, told)
    seen = 0
    for scoring in show.scorings:
        for at, step in enumerate(scoring.steps):
            there = read(rewound(table.view(None), told[step.last + 1 :]), guide).spots
            drawn = show.scene(scoring, at).spots
            left = set(range(len(there))) - set(scoring.paid(at))
            for spot, target in ((drawn[at], at) for at in left):
                own = [replace(t, change=0) for t in spot.troops or () if not t.coming]
                kept = [t for t in own if t.count]
                assert kept == list(there[target].troops or ()), (scoring.round, step, spot.id)
                assert not spot.lying, "what lies there now can have come since"
                seen += any(t.colour == "black" for t in kept)
    assert seen > 20


def test_all_that_was_won_has_a_plus_however_high_it_is() -> None:
    show, scoring = general()
    last = len(scoring.steps) - 1
    lines = plain(rows(scoring, last, show.guide, 27, 40))
    places = lines[1 : next(i for i, line in enumerate(lines) if "this time" in line)]
    cells = [re.findall(r"\+?\d+|·", line)[-5:] for line in places]
    won = [text for row in cells for text in row if text != "·"]
    assert len(won) > 5
    assert max(len(text) for text in won) == len("+10")
    assert all(text[0] == "+" for text in won)


def test_more_places_than_there_are_rows_scroll() -> None:
    show, scoring = general()
    for at in range(len(scoring.steps)):
        lines = plain(rows(scoring, at, show.guide, 27, 13))
        assert len(lines) <= 13
        assert any("▸" in line for line in lines) == (scoring.steps[at] in scoring.places)


def test_everybody_has_a_place_on_the_track_even_with_equal_scores() -> None:
    show, _ = general()
    for points in ((0, 0, 0, 0, 0), (50, 50, 50, 50, 50), (3, 140, 70, 71, 70)):
        (line,) = plain([row(points, 140, show.guide, 80)])
        assert len(line) == 80
        assert all(line.count(sign) == 1 for sign in "●■▲◆★")


def test_of_a_veiled_castillo_only_the_scored_places_are_counted() -> None:
    state = table("castillo: R2 B1 | seville: G3", seats=3, card="3-07", round=3,
                  castillo="veiled", king="galicia")  # fmt: skip
    bench = sit(state, castillo="veiled")
    bench.table.send(0, ["special"])
    show, scoring = shown(bench)
    assert not scoring.places[0].closed
    spots = {spot.id: spot for spot in show.scene(scoring, 0).spots}
    assert [(t.colour, t.count) for t in spots["castillo"].troops or ()] == [
        ("red", 5),
        ("blue", 3),
    ]
    assert spots["seville"].troops == ()
    # In a later round the inside is closed again.
    guide, told = show.guide, [*bench.table.events(None), (9, ev.RoundBegan(4, 0))]
    show = ScoringShow(bench.table.view(None), guide, told)
    sheet = "\n".join(plain(rows(show.scorings[0], 0, guide, 47, 36)))
    assert "●  first" in sheet.replace("● first", "●  first")
    assert "●2" not in sheet
    assert "no longer shown" in " ".join(sheet.split())


# -- at the table --------------------------------------------------------------


async def test_it_opens_by_itself_for_all_and_the_curtain_comes_after_it() -> None:
    bench = sit(ended(6))
    async with running(bench.app()) as (app, pilot):
        last_disks(bench)
        await press(pilot)
        screen = of(app)
        assert "General scoring after round 6" in screen_text(app)
        assert "The Castillo pays 5/3/1: Ana 5; Clara 3; Bruno 1" in screen_text(app)
        at = terminal_cursor(screen)
        assert at is not None
        assert screen_text(app).splitlines()[at.y][at.x :].startswith("Castillo")
        await press(pilot, "space", "right", "left")
        assert screen.at == 1
        # All of it has no room in the bar, and is beside the map; nothing ends in mid-sentence.
        assert "are revealed: Aragon, Granada, the Basque Country and Seville." in screen_text(app)
        await press(pilot, "7", "s", "x")
        assert of(app).at == 1
        await press(pilot, "w")
        assert isinstance(app.screen, WhyScreen)
        await press(pilot, "escape", "a")
        assert "That leaves Diego in front with 69 points, 3 ahead of Bruno" in screen_text(app)
        await press(pilot, "space")
        assert isinstance(app.screen, CurtainScreen)
        assert bench.sent == []


async def test_nothing_waits_for_it_and_what_came_meanwhile_is_seen_after() -> None:
    bench = sit(ended(6), persons="R")
    async with running(bench.app()) as (app, pilot):
        last_disks(bench)
        await press(pilot)
        assert isinstance(app.screen, ScoringScreen)
        table_, before = bench.table, bench.table.history.head
        for _ in range(3):
            if (seat := table_.state.owing()[0]) == 0:
                break
            table_.send(seat, [table_.rules.text(table_.state.legal(seat)[0])])
        await press(pilot)
        assert isinstance(app.screen, ScoringScreen)
        await press(pilot, "escape")
        if app.screen is not table_screen(app):
            await press(pilot, "escape")
        assert table_screen(app).turn.current.entry == table_.history.head
        # Once is enough; the key brings it back.
        assert not isinstance(app.screen, ScoringScreen)
        await press(pilot, "S")
        assert of(app).at == 0
        assert before <= table_.history.head


@pytest.mark.parametrize("how", ["short", "off"])
async def test_the_setting_says_how_much_of_it(how: str) -> None:
    bench = sit(ended(6), persons="R")
    app = bench.app()
    app.preferences.apply(Settings({"scorings": how, "story": "off"}))
    async with running(app) as (_, pilot):
        last_disks(bench)
        await press(pilot)
        assert app.screen is table_screen(app)
        board = table_screen(app).play.board
        assert (board.scored is not None) == (how == "short")


async def test_the_pace_a_step_by_itself_or_all_at_once() -> None:
    bench = sit(ended(6))
    app = bench.app()
    app.preferences.apply(Settings({"scoring_pace": "1 second"}))
    async with running(app) as (_, pilot):
        last_disks(bench)
        await press(pilot)
        screen = of(app)
        screen.tick()
        screen.tick()
        assert screen.at == 2
        await press(pilot, "p")
        assert app.preferences.settings["scoring_pace"] == "at once"
        assert screen.at == screen.last
        await press(pilot, "p")
        assert app.preferences.settings["scoring_pace"] == "by key"


async def test_a_special_scoring_is_told_with_the_scores_and_the_key_shows_it_in_full() -> None:
    bench = sit(midgame("3-05"))
    app = bench.app()
    app.preferences.apply(Settings({"story": "off"}))
    async with running(app, "S") as (_, pilot):
        assert "No scoring is recorded yet." in screen_text(app)
        special(bench)
        await press(pilot)
        assert app.screen is table_screen(app)
        text = screen_text(app)
        assert "[Pts]" in text
        assert "Old Castile  +2  · +8  · +2" in text
        assert "tied for second" in text
        await press(pilot, "S")
        assert of(app).scoring.card >= 0


async def test_a_special_scoring_is_held_beside_the_map_and_into_the_next_round() -> None:
    """White, the last of the round, scores and places; then all play their power cards anew."""
    state = midgame(held="", power="R10 B11 G13 Y7 W3")
    for colour, card in zip("GBRY", ("1-07", "2-04", "4-04", "5-01"), strict=True):
        passes(state, COLOURS[colour], card)
    play(state, "white take 0, card 3-01")
    bench = sit(state)
    app = bench.app()
    app.preferences.apply(Settings({"story": "off"}))
    async with running(app) as (_, pilot):
        board = table_screen(app).query_one(BoardView)
        await press(pilot, "s")
        assert "this time" in screen_text(app)
        await press(pilot, "8")
        assert bench.table.state.stack, "one is placed"
        assert "this time" in screen_text(app), "while the turn goes on"
        await press(pilot, "d")
        assert bench.table.state.round == 6
        assert board.scored is not None
        while bench.table.state.round == 6 and board.scored is not None:
            seat = bench.table.state.owing()[0]
            bench.table.send(seat, [bench.table.rules.text(bench.table.state.legal(seat)[0])])
            await press(pilot)
        assert bench.table.state.round == 6


async def test_a_scoring_in_short_says_that_it_goes_on_as_long_as_it_does() -> None:
    """Here it is stopped after the first region, by an answer that scores nothing."""
    bench = sit(midgame("3-05"))
    app = bench.app()
    app.preferences.apply(Settings({"story": "off"}))
    async with running(app) as (_, pilot):
        bench.table.send(0, ["special"])
        bench.table.send(1, ["let"])
        await press(pilot)
        scored = table_screen(app).query_one(BoardView).scored
        assert scored is not None
        assert scoring_forms(scored, shown(bench)[0].guide.names)[-1] == "Scored so far"
        bench.table.send(1, ["veto"])
        await press(pilot)
        scored = table_screen(app).query_one(BoardView).scored
        assert scored is not None
        assert "so far" not in " ".join(scoring_forms(scored, shown(bench)[0].guide.names))


@pytest.mark.parametrize("size", [(27, 15), (47, 20), (60, 60)])
def test_a_scoring_in_short_stands_above_the_points_of_now(size: tuple[int, int]) -> None:
    bench = sit(midgame("3-08"))
    special(bench)
    show, scoring = shown(bench)
    state = bench.table.state.copy()
    state.award(0, 7, "king")
    lines = plain(score_track.rows(state.view(None), show.guide, *size, scoring))
    now = next(line for line in lines if line.split()[:2] == ["points", "now"])
    assert list(map(int, now.split()[2:])) == [state.score(seat) for seat in range(5)]


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((72, 8), ["Score 1st places", "1 Galicia ●+6", "6 New Castile nobody", "In all ●+17 ■+7"]),
        ((27, 15), ["Score 1st places, by Ana", "this time", "… [z] has the rest"]),
        ((27, 13), ["Score 1st places, by Ana", "… [z] rest"]),
    ],
    ids=str,
)
def test_a_special_scoring_in_short_says_who_got_what_and_where_the_rest_is(
    size: tuple[int, int], said: list[str]
) -> None:
    bench = sit(midgame("3-08"))
    special(bench)
    show, scoring = shown(bench)
    lines = plain(score_track.rows(bench.table.view(None), show.guide, *size, scoring, "z"))
    assert len(lines) <= size[1]
    assert all(len(line) == size[0] for line in lines)
    text = "\n".join(lines)
    assert all(part in text for part in said), text
    assert "[z]" in text


@pytest.mark.parametrize("height", [19, 20])
def test_what_a_step_brought_is_whole_and_other_places_give_way(height: int) -> None:
    show, scoring = general()
    for at, step in enumerate(scoring.steps):
        text = "\n".join(plain(rows(scoring, at, show.guide, 27, height)))
        assert "…" not in text, text
        assert not isinstance(step, PlaceScored) or "▸" in text


async def test_several_scorings_are_listed_the_latest_first() -> None:
    bench = sit(midgame("3-05", round=6, played="", held=""), persons="R")
    special(bench)
    table_ = bench.table
    while table_.state.round == 6:
        seat = table_.state.owing()[0]
        texts = [table_.rules.text(code) for code in table_.state.legal(seat)]
        last = next((t for t in texts if t in ("end", "done", "let-all", "take 0")), texts[-1])
        table_.send(seat, [last])
    app = bench.app()
    app.preferences.apply(Settings({"story": "off"}))
    async with running(app) as (_, pilot):
        if isinstance(app.screen, CurtainScreen):
            await press(pilot, "enter")
        # What was scored before somebody sat down here is not shown unasked.
        assert app.screen is table_screen(app)
        await press(pilot, "S")
        assert isinstance(app.screen, ScoringListScreen)
        listed = [line for line in screen_text(app).splitlines() if "scoring" in line]
        assert "General scoring after round 6" in listed[0]
        await press(pilot, "down", "enter")
        assert not of(app).scoring.general
        # Of another scoring only what is shown of it has been seen.
        await press(pilot, "space", "S", "enter")
        assert of(app).scoring.general
        assert of(app).seen == {0}
        await press(pilot, *["space"] * len(of(app).scoring.steps))
        assert table_screen(app).story._watched, "it was the one that was looked at last"


async def test_when_the_game_is_over_the_last_scoring_comes_before_the_end_screen() -> None:
    from elgrande.app.screens.final_screen import FinalScreen

    bench = sit(ended(9))
    async with running(bench.app()) as (app, pilot):
        last_disks(bench)
        await press(pilot)
        assert bench.table.over
        assert "General scoring after round 9" in screen_text(app)
        await press(pilot, "escape")
        assert isinstance(app.screen, FinalScreen)


# -- pictures --------------------------------------------------------------------


def picture(
    compare: Callable[..., bool], size: tuple[int, int], at: int, glyphs: object = UNICODE
) -> bool:
    """Compares a step of the general scoring."""
    bench = sit(ended(6))
    bench.glyphs = glyphs  # type: ignore[assignment]

    async def before(pilot: object) -> None:
        await press(pilot)  # type: ignore[arg-type]
        last_disks(bench)
        await press(pilot, *["space"] * at)  # type: ignore[arg-type]

    return compare(bench.app(), terminal_size=size, run_before=before)


@pytest.mark.parametrize("at", [1, 7, 12])
def test_picture_80x24(sheet_compare: Callable[..., bool], at: int) -> None:
    assert picture(sheet_compare, SMALL, at)


def test_picture_in_ascii(sheet_compare: Callable[..., bool]) -> None:
    assert picture(sheet_compare, SMALL, 2, ASCII)


@pytest.mark.parametrize("size", [(120, 40), LARGE], ids=["120x40", "160x48"])
def test_picture_large(sheet_compare: Callable[..., bool], size: tuple[int, int]) -> None:
    assert picture(sheet_compare, size, 8)
