"""What expansions add to the map: regions on land and in boxes, and what is wrong with them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from elgrande.content import expansion as expansions
from elgrande.content.expansion import Expansion, register
from elgrande.content.files import ContentError
from elgrande.content.map.additions import MapAdditions, extended, read_additions
from elgrande.content.map.chart import SIZES, load
from elgrande.content.map.charts import charts
from elgrande.content.setup import Setup
from elgrande.rules import Region, Spec
from seam import SEAM
from seam.overseas import OVERSEAS

SEAMS = Path(__file__).parent.parent / "seam"
FILE = SEAMS / "overseas" / "map.toml"


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are known to these tests alone."""
    expansions.expansion_ids()
    monkeypatch.setattr(expansions, "_REGISTERED", dict(expansions._REGISTERED))
    for one in (SEAM, OVERSEAS):
        register(one)


def rules_of(*ids: str) -> object:
    return Setup.of(3, seed=1, expansions=ids).ruleset()


@pytest.mark.parametrize("size", SIZES)
def test_land_becomes_a_region_and_boxes_lie_in_the_sea(size: str) -> None:
    chart = charts(Setup.of(3, seed=1, expansions=("seam-overseas",)).ruleset())[size]
    head = chart.labels["france"][0]
    assert chart.at(head.x, head.y) == "france"
    assert "France".casefold() not in chart.names
    letter = next(sign for sign, land in chart.board.regions.items() if land == "france")
    cells = [(x, y) for y, row in enumerate(chart.grid) for x, sign in enumerate(row)
             if sign == letter]  # fmt: skip
    assert sum(chart.at(x, y // 2) == "france" for x, y in cells) > len(cells) * 0.8
    for name in ("ship", "america", "mediterranean"):
        box = chart.insets[name]
        corners = ((box.x, box.y), (box.x + box.width - 1, box.y + box.height - 1))
        assert {chart.at(*corner) for corner in corners} == {name}
    # The map of a game without them knows nothing of it.
    assert load(size).at(head.x, head.y) != "france"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ids", [("seam", "overseas"), ("overseas", "seam")], ids="-".join)
def test_the_insets_of_two_expansions_compose_and_all_can_be_walked_to(
    size: str, ids: tuple[str, ...]
) -> None:
    files = {"seam": SEAMS / "map.toml", "overseas": FILE}
    chart = extended(load(size), {name: read_additions(files[name]) for name in ids})
    assert set(chart.insets) == {"isles", "ship", "america", "mediterranean"}
    for start in chart.targets:
        reached, edge = {start}, [start]
        while edge:
            new = set(chart.walk[edge.pop()].values()) - reached
            reached |= new
            edge += new
        assert reached == set(chart.targets), start


def test_two_expansions_at_one_spot_are_refused_by_name(tmp_path: Path) -> None:
    text = (SEAMS / "map.toml").read_text(encoding="utf-8")
    path = tmp_path / "isles.toml"
    path.write_text(text.replace("[40, 7, 12, 3]", "[2, 17, 12, 3]"), encoding="utf-8")
    both = {"seam-overseas": read_additions(FILE), "seam": read_additions(path)}
    said = (
        r"isles.toml of the expansion 'seam': the box of isles at .* on the map "
        r"'compact' covers the box of ship at .* of the expansion 'seam-overseas'; play without"
    )
    with pytest.raises(ContentError, match=said):
        extended(load("compact"), both)


def isle(spec: Spec) -> None:
    spec.regions.append(Region("far-isle", (3, 2, 1), (), disk=False))


def test_a_region_that_no_map_knows_is_refused_when_the_game_is_set_up() -> None:
    register(Expansion("no-map", "No Map", "A region nowhere.", isle))
    with pytest.raises(ContentError) as caught:
        rules_of("no-map")
    said = str(caught.value)
    assert "the region far-isle of the expansion 'no-map' is not on the map" in said
    assert "[[region]]" in said


def test_a_named_place_that_is_none_is_refused() -> None:
    (place,) = read_additions(SEAMS / "map.toml").places
    odd = MapAdditions((replace(place, region="far-isle", named=("far-cape",)),))
    register(Expansion("odd-map", "Odd Map", "A place nowhere.", isle, map=odd))
    with pytest.raises(
        ContentError, match="of the expansion 'odd-map': 'named' of far-isle has 'far-cape'"
    ):
        rules_of("odd-map")


def test_a_box_of_one_row_is_quoted_with_its_height(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(
        FILE.read_text(encoding="utf-8").replace("[0, 17, 17, 3]", "[2, 17, 17, 1]"),
        encoding="utf-8",
    )
    with pytest.raises(ContentError) as caught:
        extended(load("compact"), {"seam-overseas": read_additions(path)})
    assert any("covers the box of ship at [2, 17, 17, 1]" in each for each in caught.value.more)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("[0, 17, 17, 3]", "[0, 18, 17, 3]", "ship .* leaves the map 'compact', which has 52"),
        (
            "[0, 17, 17, 3]",
            "[2, 17, 17, 3]",
            r"america .* covers the box of ship at \[2, 17, 17, 3\]",
        ),
        ("[0, 17, 17, 3]", "[0, 17, 17, 1]", "too small; give it 2 rows"),
        ("[0, 17, 17, 3]", "[0, 17, 17]", "field 'compact': write .column, row, width, height"),
        ("[0, 17, 17, 3]", "[0, 17, 17, -3]", "field 'compact': write .column"),
        ("[[34, 0, 18],", "[[34, 0, 19],", r"label of france at \[34, 0, 19\] leaves the map"),
        (
            'land = "france"',
            'land = "gaul"',
            "no land is called 'gaul'; there are portugal, france",
        ),
        ('land = "france"', "", "region 1, field 'box': a region has labels on its land, or a box"),
        ('id = "ship"', 'id = "granada"', "draws granada, which is on the map already"),
        ("granada = [[", "grenada = [[", "moves grenada, which has no label"),
        ("aside = [[36, 16, 15]]", "", "covers the room for scoreboards"),
        ("tint = 2", "tint = 5", "field 'tint': write a number from 1 to 4"),
        ('named = ["captain"]', 'name = ["captain"]', "there is no such field"),
        ("format = 1", "format = 2", "field 'format'"),
        ("huge = [0, 35, 31, 4]", "", "say where ship is drawn in 'huge' too"),
    ],
)
def test_a_faulty_addition_gets_one_sentence(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert before in text
    path = tmp_path / "map.toml"
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(ContentError, match=says):
        extended(load("compact"), {"seam-overseas": read_additions(path)})
