"""The map: what its pane posts for keys and clicks, when it is painted, and how it is drawn."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scenes import COLOURS, crowded, quiet
from syrupy.assertion import SnapshotAssertion
from tables import running
from textual.app import App, ComposeResult

from elgrande.app.board.guide import Guide
from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.pane import MapPane
from elgrande.app.board.map.scene import Scene, Spot, Troop, read
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.text_runs import plain
from elgrande.app.settings import theme
from elgrande.content.map.chart import SIZES, load
from elgrande.content.setup import Setup


class Board(App[None]):
    """Nothing but a map; remembers what it posts."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        for ours in theme.shipped().values():
            self.register_theme(ours)
        self.theme = theme.DEFAULT

    def compose(self) -> ComposeResult:
        yield MapPane(UNICODE)

    def on_mount(self) -> None:
        self.query_one(MapPane).show(quiet())
        self.query_one(MapPane).focus()

    def on_map_pane_place_chosen(self, message: MapPane.PlaceChosen) -> None:
        assert message.control is self.query_one(MapPane)
        self.seen.append(message.place)


@pytest.mark.parametrize(
    ("keys", "place"),
    [
        (["right", "enter"], "new-castile"),
        (["l", "k", "enter"], "old-castile"),
        (["left", "left", "j", "h", "enter"], "seville"),
        (["up", "right", "right", "enter"], "castillo"),
    ],
)
async def test_keys_walk_and_choose(keys: list[str], place: str) -> None:
    async with running(Board(), size=(60, 24)) as (app, pilot):
        await pilot.press(*keys)
        assert app.seen == [place]
        assert app.query_one(MapPane).cursor == place


async def test_enter_without_a_cursor_chooses_nothing() -> None:
    async with running(Board(), size=(60, 24)) as (app, pilot):
        await pilot.press("enter")
        assert app.seen == []


async def test_a_click_on_every_label_chooses_its_place() -> None:
    async with running(Board(), size=(60, 24)) as (app, pilot):
        pane = app.query_one(MapPane)
        for region, slots in pane.chart.labels.items():
            await pilot.click(MapPane, offset=(slots[0].x + 3, slots[0].y))
            assert app.seen[-1] == region
        await pilot.click(MapPane, offset=(pane.chart.castle[0] + 2, pane.chart.castle[1] + 2))
        assert app.seen[-1] == "castillo"
        await pilot.click(MapPane, offset=(1, 19))
        assert len(app.seen) == 10


async def test_only_changed_rows_are_drawn_again() -> None:
    async with running(Board(), size=(60, 24)) as (app, pilot):
        pane = app.query_one(MapPane)
        before = [pane.render_line(y) for y in range(20)]
        spots = [replace(s, lit=s.id == "galicia") for s in quiet().spots]
        pane.show(replace(quiet(), spots=tuple(spots)))
        await pilot.pause()
        after = [pane.render_line(y) for y in range(20)]
        assert "[1]Galicia" in after[0].text
        assert after[0] is not before[0]
        assert after[19] is before[19]


async def test_a_bigger_drawing_and_another_theme() -> None:
    async with running(Board(), size=(120, 36)) as (app, pilot):
        pane = app.query_one(MapPane)
        pane.use("large")
        await pilot.pause()
        assert (pane.size.width, pane.size.height) == (70, 27)
        dark = pane.render_line(0)
        app.theme = "elgrande-light"
        await pilot.pause()
        assert pane.render_line(0).text == dark.text
        assert pane.render_line(0) != dark


# -- the drawing as plain text: goldens for the eye, and what must never be lost -------


TABLES = pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
DRAWINGS = pytest.mark.parametrize("size", SIZES)


def picture(size: str, scene: Scene, glyphs: Glyphs) -> str:
    return "\n".join(plain(draw(load(size), scene, glyphs)))


@DRAWINGS
@TABLES
def test_golden(size: str, glyphs: Glyphs, snapshot: SnapshotAssertion) -> None:
    assert picture(size, replace(quiet(), cursor="aragon"), glyphs) == snapshot


@DRAWINGS
@TABLES
def test_every_row_fills_the_width(size: str, glyphs: Glyphs) -> None:
    for scene in (quiet(), crowded(), Scene(())):
        rows = plain(draw(load(size), scene, glyphs))
        assert {len(row) for row in rows} == {load(size).width}
        assert len(rows) == load(size).height


@DRAWINGS
@TABLES
def test_nothing_is_truncated_however_full_a_region_is(size: str, glyphs: Glyphs) -> None:
    """Each region alone, because no game fills two of them like this."""
    chart = load(size)
    for spot in crowded().spots:
        drawn = picture(size, Scene((spot,)), glyphs)
        assert "[8/4/0]" in drawn
        for troop in spot.troops or ():
            assert f"{glyphs.piece(troop.colour)}{troop.count}" in drawn, spot.id
        if spot.grandes:
            assert f"{glyphs.home}RBGYW" in drawn, spot.id
            assert glyphs.king in drawn, spot.id
        assert any(f" {spot.key} {name}" in drawn for name in spot.names), spot.id
        assert chart.labels.get(spot.id) or spot.id == "castillo"


def test_ascii_is_ascii() -> None:
    for size in SIZES:
        assert picture(size, replace(quiet(), cursor="aragon"), ASCII).isascii()
        assert picture(size, crowded(), ASCII).isascii()


def test_lit_cursor_taboo_and_king_are_signs_and_not_only_colours() -> None:
    drawn = picture("compact", replace(quiet(), cursor="valencia"), UNICODE)
    assert "[5]Old Castile" in drawn
    assert "[0]Castillo" in drawn
    assert f"{UNICODE.left}9{UNICODE.right}Valencia" in drawn
    assert " 1 Galicia" in drawn
    assert UNICODE.hatch in drawn
    assert f"{UNICODE.king} KING" in drawn
    free = Scene(tuple(replace(spot, taboo=False, king=False) for spot in quiet().spots))
    assert UNICODE.hatch not in picture("compact", free, UNICODE)


def test_a_veiled_castillo_tells_nothing() -> None:
    spot = Spot("castillo", ("Castillo",), "c", (5, 3, 1), troops=None)
    drawn = picture("compact", Scene((spot,)), UNICODE)
    assert "veiled" in drawn
    assert not any(UNICODE.piece(colour) in drawn for colour in COLOURS)


@pytest.mark.parametrize(
    ("count", "change", "drawn"), [(0, -2, "●2→0"), (3, 1, "●2→3"), (2, 2, "●0→2"), (1, -1, "●2→1")]
)
def test_a_change_is_read_from_old_to_new(count: int, change: int, drawn: str) -> None:
    troop = Troop("red", count, change=change)
    spot = Spot("aragon", ("Aragon",), "3", (5, 4, 1), troops=(troop,))
    assert drawn in picture("compact", Scene((spot,)), UNICODE)
    assert drawn.replace("●", "R").replace("→", ">") in picture("compact", Scene((spot,)), ASCII)


def test_where_changes_have_no_room_whoever_has_come_is_marked_alone() -> None:
    troops = tuple(Troop(colour, 4 - i, change=2) for i, colour in enumerate(COLOURS[:4]))
    gone = Troop("white", 0, change=-1)
    spot = Spot("valencia", ("Valencia",), "9", (5, 3, 2), troops=(*troops, gone), grandes=COLOURS)
    drawn = picture("compact", Scene((spot,)), UNICODE)
    assert all(chip in drawn for chip in ("●4", "■3", "▲2", "◆1"))
    assert UNICODE.became not in drawn
    assert "★" not in drawn


def grounds(scene: Scene) -> set[str]:
    rows = draw(load("compact"), scene, UNICODE)
    return {run.style.bg for row in rows for run in row} | {
        run.style.fg for row in rows for run in row if run.text.strip("▀ ") == ""
    }


@pytest.mark.parametrize("left", [0, 1, 2])
def test_where_all_is_legal_every_region_keeps_its_tint(left: int) -> None:
    """One that is left out would hardly be seen among the others."""
    free = [replace(spot, taboo=False, king=False, lit=True) for spot in quiet().spots]
    for i in range(left):
        free[i] = replace(free[i], lit=False)
    scene = Scene(tuple(free))
    assert ("lit" in grounds(scene)) == (left == 2)
    drawn = picture("compact", scene, UNICODE)
    for i, spot in enumerate(free):
        assert (f"[{spot.key}]" in drawn) == (i >= left)


@pytest.mark.parametrize("left", [0, 2])
def test_where_all_has_been_scored_only_the_keys_are_marked(left: int) -> None:
    spots = [replace(s, lit=False, spotlit=i >= left) for i, s in enumerate(quiet().spots)]
    scene = Scene(tuple(spots))
    rows = draw(load("compact"), scene, UNICODE)
    marked = "".join(run.text for row in rows for run in row if run.style.bg == "cursor")
    assert ("Valencia" in marked) == (left == 2)
    assert "«9»" in "".join(plain(rows))


def test_picked_caballeros_are_marked() -> None:
    spot = Spot("aragon", ("Aragon",), "3", (5, 4, 1), troops=(Troop("red", 3, picked=2),))
    assert f"●3{UNICODE.up}2" in picture("compact", Scene((spot,)), UNICODE)


def test_a_king_outside_the_regions_is_shown() -> None:
    assert "KING" not in picture("compact", Scene(()), UNICODE)
    assert f"{UNICODE.king} france" in picture("compact", Scene((), king_at="france"), UNICODE)
    assert f"{UNICODE.king} dungeon" in picture("large", Scene((), king_at="dungeon"), UNICODE)


def test_a_value_that_pays_nobody_is_not_on_the_map() -> None:
    """2023 rule book: with two or three players the third value counts for nothing."""
    for players, ranks in ((2, 2), (3, 2), (4, 3)):
        setup = Setup.of(players, edition="2023", seed=1)
        scene = read(setup.start(), Guide(setup, setup.ruleset(), UNICODE))
        boards = [*scene.aside, *(spot.values for spot in scene.spots if spot.values)]
        assert {len(values) for values in boards} == {ranks}
