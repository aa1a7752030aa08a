"""The drawing as plain text: goldens for the eye, and what must never be lost."""

from __future__ import annotations

from dataclasses import replace

import pytest
from scenes import COLOURS, crowded, quiet
from syrupy.assertion import SnapshotAssertion

from elgrande.app.board.map.draw import draw
from elgrande.app.board.map.scene import Scene, Spot, Troop
from elgrande.app.panes.glyphs import ASCII, UNICODE, Glyphs
from elgrande.app.panes.text_runs import plain
from elgrande.content.map.chart import SIZES, load

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


def test_a_closed_castillo_tells_nothing() -> None:
    spot = Spot("castillo", ("Castillo",), "c", (5, 3, 1), troops=None)
    drawn = picture("compact", Scene((spot,)), UNICODE)
    assert "closed" in drawn
    assert not any(UNICODE.piece(colour) in drawn for colour in COLOURS)


def test_picked_caballeros_are_marked() -> None:
    spot = Spot("aragon", ("Aragon",), "3", (5, 4, 1), troops=(Troop("red", 3, picked=2),))
    assert f"●3{UNICODE.up}2" in picture("compact", Scene((spot,)), UNICODE)


def test_a_king_outside_the_regions_is_shown() -> None:
    assert "KING" not in picture("compact", Scene(()), UNICODE)
    assert f"{UNICODE.king} france" in picture("compact", Scene((), king_at="france"), UNICODE)
    assert f"{UNICODE.king} dungeon" in picture("large", Scene((), king_at="dungeon"), UNICODE)
