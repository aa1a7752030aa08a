"""The drawings of Iberia: sound, or refused in a clear sentence; where the arrows lead."""

from __future__ import annotations

from pathlib import Path

import pytest

from elgrande.content.map import chart
from elgrande.content.map.chart import SIZES, Board, Box, Chart, load, slots

# FACTS 1.4, written out once more: the test must not lean on the code's own table.
PAIRS = """
galicia basque, galicia old-castile, basque old-castile, basque aragon,
aragon old-castile, aragon new-castile, aragon catalonia, aragon valencia,
catalonia valencia, old-castile new-castile, new-castile valencia,
new-castile granada, new-castile seville, seville granada, granada valencia
"""
FITS = {"compact": (52, 20), "large": (70, 28), "huge": (100, 40)}


LETTERS = chart.load("compact").board.regions
NEIGHBOURS = {frozenset(pair.split()) for pair in PAIRS.split(",")}


def text(name: str) -> str:
    return (chart.IBERIA / f"{name}.toml").read_text(encoding="utf-8")


def read(drawing: str, board: str = "") -> chart.Chart:
    """A chart from texts, checked like an edition's."""
    found = chart.read(drawing, "x.toml", chart.read_board(board or text("board"), "board.toml"))
    chart.refuse(chart.border_faults(found, NEIGHBOURS, "x.toml"))
    return found


@pytest.mark.parametrize("size", chart.SIZES)
def test_exactly_the_neighbours_of_the_game_touch(size: str) -> None:
    assert len(NEIGHBOURS) == 15
    assert chart.touching(chart.load(size)) == NEIGHBOURS


@pytest.mark.parametrize("size", chart.SIZES)
def test_a_chart_fits_the_screen_that_it_is_for(size: str) -> None:
    drawing = chart.load(size)
    assert drawing.width <= FITS[size][0]
    assert drawing.height <= FITS[size][1]


@pytest.mark.parametrize("size", chart.SIZES)
def test_each_region_is_in_one_piece(size: str) -> None:
    grid = chart.load(size).grid
    for letter in LETTERS:
        cells = {
            (x, y) for y, row in enumerate(grid) for x, sign in enumerate(row) if sign == letter
        }
        reached, edge = set(), [min(cells)]
        while edge:
            x, y = edge.pop()
            if (x, y) in cells and (x, y) not in reached:
                reached.add((x, y))
                edge += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        assert reached == cells, letter


@pytest.mark.parametrize("size", chart.SIZES)
def test_a_click_on_a_label_means_its_region(size: str) -> None:
    drawing = chart.load(size)
    for region, rows in drawing.labels.items():
        name = rows[0]
        hits = [drawing.at(x, name.y) for x in range(name.x, name.x + name.width)]
        assert hits.count(region) > len(hits) * 0.7, region
    x, y, width, height = drawing.castle
    assert drawing.at(x, y) == drawing.at(x + width - 1, y + height - 1) == "castillo"
    assert drawing.at(0, drawing.height - 1) == ""
    assert drawing.at(-1, 500) == ""


def test_neighbouring_regions_have_different_tints() -> None:
    for size in chart.SIZES:
        tints = chart.load(size).tints
        for pair in NEIGHBOURS:
            one, other = pair
            assert tints[one] != tints[other]


def test_a_wrong_border_is_refused_with_both_names() -> None:
    # One pixel of Seville dropped into Galicia's field makes the two touch.
    row = next(line for line in text("compact").splitlines() if line.startswith("..GGGGGGGGG"))
    bad = text("compact").replace(row, row.replace("GGGG", "GSGG", 1))
    with pytest.raises(chart.ChartError, match=r"x\.toml: galicia and seville touch but must not"):
        read(bad)


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("[names]", "[names", "not TOML"),
        ("name = ", "title = ", "are needed"),
        ("GGGG", "G?GG", "letter '\\?'"),
        ("GGGG", "GGGGG", "pixels, row 1 has"),
        ("seville = [[", "sevilla = [[", "no slots for seville"),
        ("galicia = [[5, 0, 12]", "galicia = [[50, 0, 12]", "leaves the map"),
    ],
)
def test_a_faulty_chart_gets_one_sentence(before: str, after: str, says: str) -> None:
    assert before in text("compact")
    with pytest.raises(chart.ChartError, match=says):
        read(text("compact").replace(before, after, 1))


def test_all_that_is_wrong_with_a_chart_is_said_at_once() -> None:
    bad = text("compact").replace("galicia = [[5, 0, 12]", "galicia = [[50, 0, 12]")
    bad = bad.replace("GGGG", "G?GG", 1)
    with pytest.raises(chart.ChartError, match=r"row 2 has the letter '\?'") as caught:
        read(bad)
    (other,) = caught.value.more
    assert "the label of galicia at [50, 0, 12] leaves the map 'compact'" in other


@pytest.mark.parametrize("size", chart.SIZES)
def test_key_and_name_of_a_region_mean_that_region(size: str) -> None:
    """Wherever they are drawn, also over a neighbour's land."""
    found = chart.load(size)
    for region, rows in found.labels.items():
        head = rows[0]
        assert {found.at(x, head.y) for x in range(head.x, head.x + head.width)} == {region}


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ("[regions]", "[regions", "not TOML"),
        ("[abroad]", "[away]", "are needed"),
        ("galicia = 3", "asturias = 3", "no number for galicia"),
        ('p = "portugal"', 'G = "portugal"', "one letter of one land"),
    ],
)
def test_a_faulty_board_gets_one_sentence(before: str, after: str, says: str) -> None:
    assert before in text("board")
    with pytest.raises(chart.ChartError, match=says):
        read(text("compact"), text("board").replace(before, after, 1))


def test_a_map_without_a_size_says_which_file_is_missing(tmp_path: Path) -> None:
    for name in ("board", "compact"):
        (tmp_path / f"{name}.toml").write_text(text(name), encoding="utf-8")
    assert chart.load_from(tmp_path, "compact").width == 52
    with pytest.raises(chart.ChartError, match=r"'large': its folder has no large\.toml"):
        chart.load_from(tmp_path, "large")


# What hands have learnt; the charts may be redrawn, but not this.
LEARNT = {
    "galicia": {"right": "basque", "down": "old-castile"},
    "basque": {"left": "galicia", "right": "aragon", "down": "old-castile"},
    "aragon": {"left": "old-castile", "right": "catalonia", "up": "basque", "down": "valencia"},
    "catalonia": {"left": "aragon", "up": "aragon", "down": "castillo"},
    "old-castile": {"left": "galicia", "right": "aragon", "up": "basque", "down": "new-castile"},
    "new-castile": {"left": "seville", "right": "valencia", "up": "old-castile", "down": "granada"},
    "seville": {"right": "granada", "up": "new-castile"},
    "granada": {"left": "seville", "right": "valencia", "up": "new-castile"},
    "valencia": {"left": "new-castile", "right": "castillo", "up": "aragon", "down": "granada"},
    "castillo": {"left": "valencia", "up": "catalonia"},
}


@pytest.mark.parametrize("size", SIZES)
def test_the_arrows_of_the_base_game_lead_where_they_always_led(size: str) -> None:
    assert load(size).walk == LEARNT


def test_without_a_word_from_the_map_geometry_alone_leads_everywhere() -> None:
    """Four boxes: one in each direction from the first, and one behind another."""
    grid = ("." * 60,) * 40
    chart = Chart(
        "bare", Board({}, {}, {}), grid, {}, Box(25, 8, 10, 3), slots([]), {},
        {"west": Box(0, 8, 10, 3), "east": Box(50, 9, 10, 3), "south": Box(25, 16, 10, 3),
         "corner": Box(0, 17, 10, 3)},
    )  # fmt: skip
    walk = chart.walk
    assert walk["castillo"] == {"left": "west", "right": "east", "down": "south"}
    assert walk["west"] == {"right": "castillo", "down": "corner"}
    assert walk["corner"]["up"] == "west"
    assert walk["corner"]["right"] == "south"
    for start in walk:
        reached, edge = {start}, [start]
        while edge:
            new = set(walk[edge.pop()].values()) - reached
            reached |= new
            edge += new
        assert reached == set(chart.targets), start
