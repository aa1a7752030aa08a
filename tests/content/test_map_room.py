"""Room on the map: what an expansion draws in any size is checked when a game is set up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from elgrande.cli.main import main
from elgrande.content import expansion as expansions
from elgrande.content import setup as setups
from elgrande.content.edition import Label
from elgrande.content.expansion import Expansion, register
from elgrande.content.files import ContentError
from elgrande.content.map.__main__ import main as print_maps
from elgrande.content.map.additions import MapAdditions, read_additions
from elgrande.content.map.chart import SIZES, Box
from elgrande.content.map.charts import FREE, charts, forms, region_keys
from elgrande.content.setup import Setup
from elgrande.rules import Region, Ruleset, Spec

GAUL = """
format = 1
[[region]]
id = "gaul"
land = "france"
named = ["harbour"]
[region.labels]
compact = [[34, 0, 16], [36, 1, 15]]
large = [[48, 1, 19], [49, 2, 19]]
huge = [[72, 1, 24], [72, 2, 24]]
"""
RAFT = """
format = 1
[[region]]
id = "raft"
[region.box]
compact = [0, 18, 8, 2]
large = [0, 25, 12, 2]
huge = [0, 37, 12, 2]
"""


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    expansions.expansion_ids()
    monkeypatch.setattr(expansions, "_REGISTERED", dict(expansions._REGISTERED))
    # Another test's expansion of the same id is not this one.
    setups._ruleset.cache_clear()
    setups._content.cache_clear()
    charts.cache_clear()


def added(name: str, region: str, drawn: Any, label: Label, *others: str) -> None:
    """Register an expansion of one region, with these places in it."""

    def edit(spec: Spec) -> None:
        spec.regions.append(Region(region, (3, 2, 1), (), (region, *others), disk=False))

    register(Expansion(name, name.title(), "A region.", edit, labels={region: label}, map=drawn))


def drawing(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "map.toml").write_text(text, encoding="utf-8")
    return folder / "map.toml"


def gaul(tmp_path: Path, before: str = "", after: str = "", **label: str) -> None:
    assert before in GAUL
    text = GAUL.replace(before, after, 1) if before else GAUL + after
    said = Label(**{"name": "Gaul", **label})
    added("gauls", "gaul", drawing(tmp_path / "gauls", text), said, "harbour")


def set_up(*ids: str) -> Ruleset:
    return Setup.of(3, seed=1, expansions=ids).ruleset()


def keys_of(*ids: str) -> dict[str, str]:
    setup = Setup.of(3, seed=1, expansions=ids)
    return region_keys(setup.ruleset(), setup.content.labels)


LARGE = "[[48, 1, 19], [49, 2, 19]]"
HUGE = "[[72, 1, 24], [72, 2, 24]]"


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (HUGE, "[]", "gaul has 0 of the rows .* needs on the map 'huge'; give it 2 or more"),
        (HUGE, "[[72, 1, 24]]", "gaul has 1 of the rows"),
        (HUGE, "[[72, 1, 24], [72, 2, 0]]", "has no cells"),
        ("", "[moved.large]\nvalencia = [[38, 16, 13]]", "valencia has 1 of the rows"),
        ("", "[moved.huge]\naside = []", "aside, the room for scoreboards, has 0 .* give it 1"),
        (LARGE, "[[48, 1, 25], [49, 2, 19]]",
         "^gauls/map.toml of the expansion 'gauls': the label of gaul .* leaves .* has 70"),
        (LARGE, "[[46, 6, 12], [49, 2, 19]]", "covers the label of aragon at .* or move that "
         r"with aragon in \[moved.large\]"),
        (LARGE, "[[57, 18, 12], [49, 2, 19]]", "covers the Castillo at .*; draw it elsewhere"),
        (LARGE, "[[8, 12, 14], [8, 13, 14]]", "on the land of portugal; keep at least half"),
        (LARGE, "[[0, 1, 3], [0, 2, 3]]", "is nowhere on the land of gaul"),
        ("", "[walk.gall]\nup = 'basque'", r"\[walk.gall\] names gall, which is not on the map"),
        ("", "[walk.gaul]\nup = 'bask'", r"\[walk.gaul\] names bask, which is not on the map"),
        ("format = 1", "", "^gauls/map.toml, top, field 'format': write format = 1 at the top"),
    ],
)  # fmt: skip
def test_what_cannot_be_drawn_in_one_size_is_refused(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    gaul(tmp_path, before, after)
    with pytest.raises(ContentError, match=says) as caught:
        set_up("gauls")
    assert "..." not in str(caught.value).replace("[column, row, cells]", "")


def test_a_box_covers_only_land_that_it_says(tmp_path: Path) -> None:
    text = RAFT.replace("[0, 18, 8, 2]", "[8, 17, 8, 2]")
    added("rafts", "raft", drawing(tmp_path / "rafts", text), Label("Raft"))
    with pytest.raises(ContentError, match=r'of seville; .* name "seville" in its over'):
        set_up("rafts")
    added("said", "raft", drawing(tmp_path / "said", text.replace(
        'id = "raft"', 'id = "raft"\nover = ["seville"]')), Label("Raft"))  # fmt: skip
    assert charts(set_up("said"))["compact"].at(9, 18) == "raft"


def test_all_rows_and_all_sizes_are_refused_at_once(tmp_path: Path) -> None:
    gaul(tmp_path, before=LARGE, after="[[48, 1, 25], [44, 6, 11], [41, 7, 12], [60, 9, 0]]")
    path = tmp_path / "gauls" / "map.toml"
    text = path.read_text(encoding="utf-8").replace(HUGE, "[[8, 20, 14], [8, 21, 14]]")
    path.write_text(text + "[moved.compact]\nvalencia = [[28, 13, 9]]", encoding="utf-8")
    with pytest.raises(ContentError) as caught:
        set_up("gauls")
    said = [str(caught.value), *caught.value.more]
    assert [sentence.partition("expansion 'gauls': ")[2] for sentence in said[:-1]] == [
        "the label of valencia has 1 of the rows [column, row, cells] that it needs on the map "
        "'compact'; give it 2 or more.",
        "the label of gaul at [48, 1, 25] leaves the map 'large', which has 70 columns and 27 rows"
        ".",
        "the label of gaul at [60, 9, 0] on the map 'large' has no cells; give it some.",
        "the label of gaul at [44, 6, 11], [41, 7, 12] on the map 'large' covers the label of "
        "aragon at [41, 6, 12], [41, 7, 12]; draw it elsewhere or move that with aragon in "
        "[moved.large].",
        "the label of gaul on the map 'huge' has [8, 20, 14], [8, 21, 14] on the land of "
        "portugal; keep at least half of each row off other land.",
        "the label of gaul on the map 'huge' is nowhere on the land of gaul; draw it there.",
    ]
    assert said[-1].startswith("python -m elgrande.content.map 1996 gauls prints")


@pytest.mark.parametrize("wrong", ["[0, 18, 8]", "[0, 18, 8, -2]", "'here'"])
def test_what_is_no_box_in_any_size_is_refused_at_once(tmp_path: Path, wrong: str) -> None:
    text = RAFT.replace("[0, 18, 8, 2]", wrong).replace("[0, 37, 12, 2]", wrong)
    with pytest.raises(ContentError, match=r"field 'compact': write .column, row") as caught:
        read_additions(drawing(tmp_path / "rafts", text))
    assert [one.partition("field ")[2][:6] for one in caught.value.more] == ["'huge'"]
    sizes = RAFT.partition("large")[0]
    with pytest.raises(ContentError, match="say where raft is drawn in 'large' and 'huge' too"):
        read_additions(drawing(tmp_path / "rafts", sizes))


def test_a_box_that_fits_nowhere_is_told_of_each_size_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RAFT.replace("= [0", "= [95")
    added("rafts", "raft", drawing(tmp_path / "rafts", text), Label("Raft"))
    call = ["--data-dir", str(tmp_path), "new", "--expansion", "rafts", "--no-play", "--name", "x"]
    assert main(call) == 2
    *sizes, hint = capsys.readouterr().err.splitlines()
    assert all(said.startswith("elgrande: rafts/map.toml of") for said in sizes)
    assert [said.partition("the map ")[2] for said in sizes] == [
        f"{size!r}, which has {columns} columns and {rows} rows."
        for size, columns, rows in (("compact", 52, 20), ("large", 70, 27), ("huge", 100, 39))
    ]
    assert hint.startswith("elgrande: python -m elgrande.content.map 1996 rafts prints")


# -- the maps as grids -----------------------------------------------------------------------------


def grids(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, list[str]]:
    """The rows of each map that is printed, by size, without their numbers."""
    maps = capsys.readouterr().out.split("\n\n") if print_maps(words) in (0, 2) else []
    return {
        one.partition(":")[0].strip(): [row[3:] for row in one.strip().splitlines()[3:-2]]
        for one in maps
        if one.strip()
    }


def test_the_grids_say_of_each_cell_whose_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    added("rafts", "raft", drawing(tmp_path / "rafts", RAFT), Label("Raft"))
    before, after = grids(capsys), grids(capsys, "rafts")
    assert list(before) == [*SIZES]
    for size, chart in charts(set_up("rafts")).items():
        box = chart.insets["raft"]
        for y in range(chart.height):
            for x in range(chart.width):
                within = box.meets(Box(x, y, 1, 1))
                cells = before[size][y][x], after[size][y][x]
                assert cells[0] == ("." if within else cells[1])
                assert cells[1].isupper() or not within
                if chart.at(x, y) and not within:
                    assert cells[0] != ".", "what can be pointed at is not free"


def test_what_has_no_room_is_drawn_and_told_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RAFT.replace("[0, 18, 8, 2]", "[20, 4, 8, 2]")
    added("rafts", "raft", drawing(tmp_path / "rafts", text), Label("Raft"))
    assert print_maps(["2023", "rafts"]) == 2
    ran = capsys.readouterr()
    compact = ran.out.partition("\n\n")[0].splitlines()
    assert compact[0] == "compact: 52 columns, 20 rows"
    assert compact[7][3:].index("EEEEEEEE") == 20
    assert "e raft" in compact[-1]
    assert "covers the label of basque" in ran.err
    assert print_maps(["nowhere"]) == 2
    assert "there is no expansion 'nowhere'" in capsys.readouterr().err


def test_the_room_for_scoreboards_is_called_by_its_key(tmp_path: Path) -> None:
    text = RAFT.replace("[0, 18, 8, 2]", "[40, 17, 12, 2]").replace(
        'id = "raft"', 'id = "raft"\nover = ["africa"]'
    )
    added("rafts", "raft", drawing(tmp_path / "rafts", text), Label("Raft"))
    with pytest.raises(ContentError, match=r"scoreboards .* with aside in \[moved.compact\]"):
        set_up("rafts")


def test_one_land_for_two_expansions_is_refused_by_both_names(tmp_path: Path) -> None:
    gaul(tmp_path)
    other = drawing(tmp_path / "franks", GAUL.replace('"gaul"', '"franks"'))
    added("franks", "franks", other, Label("Franks"))
    with pytest.raises(ContentError) as caught:
        set_up("gauls", "franks")
    said = "of the expansion 'gauls': the expansion 'franks' has made a region of the land 'france'"
    assert said in str(caught.value)


@pytest.mark.parametrize("key", ["1", "q", "d", "c", "ab", "é", "G"])
def test_a_key_that_does_something_else_is_refused(tmp_path: Path, key: str) -> None:
    gaul(tmp_path, key=key)
    with pytest.raises(ContentError) as caught:
        set_up("gauls")
    said = str(caught.value)
    assert said.startswith(f"the expansion 'gauls' gives gaul the key {key!r}, which is not free")
    assert said.endswith(" ".join(FREE))


def test_a_key_given_twice_by_one_expansion_is_refused(tmp_path: Path) -> None:
    gaul(tmp_path, key="z")
    known = expansions._REGISTERED["gauls"]
    labels = {**known.labels, "granada": Label("Granada", key="z")}
    register(replace(known, id="twice", labels=labels))
    with pytest.raises(ContentError, match="granada the key 'z', which gaul has already; use one"):
        set_up("twice")


def test_of_two_expansions_with_one_key_the_later_gets_another(tmp_path: Path) -> None:
    gaul(tmp_path, key="i")
    added("rafts", "raft", drawing(tmp_path / "rafts", RAFT), Label("Isle", key="i"))
    keys = keys_of("gauls", "rafts")
    assert keys["gaul"] == "i"
    assert keys["raft"] == "n"
    assert len({*keys.values()}) == len(keys)


@pytest.mark.parametrize(
    ("label", "says"),
    [
        ({"name": "Nowhereinparticular", "short": "Nowhereinparticular"},
         "'Nowhereinparticular' of gaul of the expansion 'gauls' does not fit on the map "
         "'compact'; .* at most 1[34] letters"),
    ],
)  # fmt: skip
def test_a_name_that_fits_in_no_form_is_refused(
    tmp_path: Path, label: dict[str, str], says: str
) -> None:
    gaul(tmp_path, **label)
    with pytest.raises(ContentError, match=says):
        set_up("gauls")


def test_a_region_without_a_tint_gets_one_that_its_neighbours_have_not(tmp_path: Path) -> None:
    gaul(tmp_path)
    for chart in charts(set_up("gauls")).values():
        tint = chart.tints["gaul"]
        assert tint not in {chart.tints[near] for near in ("basque", "aragon", "catalonia")}


def test_a_map_that_is_no_file_is_refused(tmp_path: Path) -> None:
    added("gauls", "gaul", str(drawing(tmp_path, GAUL)), Label("Gaul"), "harbour")
    with pytest.raises(ContentError, match="map of the expansion 'gauls' is a str and no file"):
        set_up("gauls")


def test_a_short_form_leaves_the_article_out() -> None:
    assert forms({"isle": Label("the Isle of Man")}, "isle")[-1] == "Isle"
    assert forms({"a": Label("the Azores")}, "a") == ("the Azores", "Azores", "Azor")


def test_what_one_asked_for_cannot_be_loaded_and_nothing_else_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Broken:
        def __init__(self, name: str) -> None:
            self.name = name

        def load(self) -> object:
            raise ContentError(f"{self.name}/map.toml, top: this must be a table")

    points = [Broken(f"broken-{number}") for number in range(9)]
    monkeypatch.setattr("elgrande.content.installed.installed", lambda group: (points, []))
    expansions._installed.cache_clear()
    try:
        with pytest.raises(ContentError) as caught:
            expansions.expansion("broken-5")
        with pytest.raises(ContentError) as other:
            expansions.expansion("nothing")
    finally:
        expansions._installed.cache_clear()
    assert str(caught.value) == (
        "the expansion 'broken-5' cannot be loaded: broken-5/map.toml, top: this must be a table"
    )
    assert "broken" not in str(other.value)


def test_additions_say_their_file(tmp_path: Path) -> None:
    found = read_additions(drawing(tmp_path / "gauls", GAUL))
    assert isinstance(found, MapAdditions)
    assert found.file == "gauls/map.toml"
