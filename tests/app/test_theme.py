"""Our themes can be read: contrast computed in 24 bits and as sessions with 256 and 16 see them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from rich.color import Color, ColorSystem

from elgrande.app.app import ElGrande
from elgrande.app.settings import theme
from elgrande.content.map.chart import load, touching
from elgrande.saves.paths import Paths, shipped

THEMES = pytest.mark.parametrize(
    "name", ["elgrande-dark", "elgrande-light", "elgrande-high-contrast"]
)
SYSTEMS = {"24-bit": theme.FULL, "256": "256", "16": "standard"}
DEPTHS = pytest.mark.parametrize("depth", SYSTEMS)
LANDS = ("land-1", "land-2", "land-3", "land-4")


# The sixteen colours as xterm has them; every terminal may have its own.
XTERM = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip


def as_seen(colour: str, depth: str) -> str:
    """The colour that a terminal of that depth shows."""
    if depth == "24-bit":
        return colour
    if depth == "16":
        return XTERM[Color.parse(colour).downgrade(ColorSystem.STANDARD).number or 0]
    seen = Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor()
    return f"#{seen.red:02x}{seen.green:02x}{seen.blue:02x}"


def palette(name: str, depth: str) -> dict[str, str]:
    """All colours of a theme as a terminal of that depth shows them."""
    found = theme.shipped(SYSTEMS[depth])[name]
    colours = {key: as_seen(value, depth) for key, value in found.variables.items()}
    for key in theme.UI:
        colours[key] = as_seen(getattr(found, key), depth)
    return colours


@THEMES
@DEPTHS
def test_text_has_a_contrast_of_4_5(name: str, depth: str) -> None:
    c = palette(name, depth)
    pairs = [("foreground", ground) for ground in ("background", "surface", "panel")]
    for colour in ("primary", "secondary", "accent", "success", "warning", "error"):
        pairs += [(colour, "background"), (colour, "surface")]
    pairs += [("map-text", f"map-{ground}") for ground in (*LANDS, "lit", "stone")]
    pairs += [
        ("map-taboo-text", "map-taboo"),
        ("map-ink", "map-king"),
        ("map-ink", "map-board"),
        ("map-plate", "map-cursor"),
        ("map-lit", "map-ink"),
        ("map-faint", "map-abroad"),
        ("map-king", "map-tray"),
        ("map-dim", "surface"),
        ("map-dim", "background"),
        ("map-key-text", "map-key"),
    ]
    for front, back in pairs:
        assert theme.contrast(c[front], c[back]) >= 4.5, (front, back)


@THEMES
@DEPTHS
def test_pieces_have_a_contrast_of_3(name: str, depth: str) -> None:
    c = palette(name, depth)
    for colour in theme.PLAYERS:
        assert theme.contrast(c[f"player-{colour}"], c["map-tray"]) >= 3.0, colour
        # A Grande is a dark letter on its player's colour: text. With sixteen colours
        # there is one blue only that can be seen on black, and no better letter on it.
        least = 4.4 if depth == "16" else 4.5
        assert theme.contrast(c["map-ink"], c[f"player-{colour}"]) >= least, colour


@THEMES
@DEPTHS
def test_a_players_sign_can_be_read_beside_text(name: str, depth: str) -> None:
    """Signs stand on the ground of the text, with no dark box around them."""
    c = palette(name, depth)
    least = 3.0 if depth == "16" else 4.5
    for colour in theme.PLAYERS:
        for ground in ("background", "surface"):
            assert theme.contrast(c[f"sign-{colour}"], c[ground]) >= least, (colour, ground)
        if depth != "16":  # xterm's blue, on which the bar stands, is not the one that is reckoned
            assert theme.contrast(c[f"bar-{colour}"], c["panel"]) >= least, colour
    if depth == "24-bit":
        assert len({c[f"sign-{colour}"] for colour in theme.PLAYERS}) == len(theme.PLAYERS)


@THEMES
@DEPTHS
def test_players_sea_and_states_of_a_field_stay_apart(name: str, depth: str) -> None:
    c = palette(name, depth)
    assert len({c[f"player-{colour}"] for colour in theme.PLAYERS}) == len(theme.PLAYERS)
    for land in LANDS:
        assert len({c[f"map-{k}"] for k in (land, "sea", "lit", "taboo", "abroad")}) == 5, land
        assert theme.contrast(c[f"map-{land}"], c["map-tray"]) >= 3.0, land
    chart = load("compact")
    tints = chart.tints
    for one, other in touching(chart):
        assert c[f"map-land-{tints[one]}"] != c[f"map-land-{tints[other]}"], (one, other)


def test_the_folder_is_the_one_that_the_saves_know() -> None:
    assert theme.folder() == shipped("themes")


def test_a_light_and_a_dark_fallback_exist_for_foreign_themes() -> None:
    assert theme.fallback(True)["map-sea"] != theme.fallback(False)["map-sea"]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('sea = "#', 'sea = "', r"\[map\] sea must be a colour like"),
        ("[players]", "[people]", r"\[players\] red must be a colour"),
        ('name = "elgrande-dark"', "name = 3", "name must be a text"),
        ("[map]", "[map", "line 28: this is not valid TOML"),
        (
            "player-red = 202",
            "player-red = 15",
            r"\[depth-256\] player-red must be a number from 16",
        ),
        ("player-red = 9", 'player-red = "9"', r"\[depth-16\] player-red must be a number from 0"),
        ("player-red = 9", "player-pink = 9", r"\[depth-16\] has no colour player-pink; remove it"),
    ],
)
def test_a_faulty_theme_gets_one_sentence(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    text = (shipped("themes") / "dark.toml").read_text(encoding="utf-8")
    assert before in text
    file = tmp_path / "mine.toml"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(theme.ThemeError, match=says):
        theme.read(file)


def test_contrast_agrees_with_the_definition() -> None:
    assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert theme.contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("depth", [theme.FULL, *theme.FEW])
def test_a_start_reads_each_file_once(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, depth: str
) -> None:
    (tmp_path / "config.toml").write_text('format = 1\ntheme = "elgrande-light"\n')
    read, seen = theme.read, []

    def counted(path: Path, *depths: str) -> Any:
        seen.append(path.name)
        return read(path, *depths)

    monkeypatch.setattr(theme, "read", counted)
    monkeypatch.setattr(ElGrande, "depth", depth)
    theme.shipped.cache_clear()
    app = ElGrande(Paths(tmp_path))
    assert app.theme == "elgrande-light"
    assert "elgrande-dark" in app.preferences.themes
    assert sorted(seen) == ["dark.toml", "high-contrast.toml", "light.toml"]


def test_a_theme_of_ones_own_can_be_chosen_and_stays(tmp_path: Path) -> None:
    paths = Paths(tmp_path)
    paths.themes.mkdir()
    ours = shipped("themes") / "light.toml"
    text = ours.read_text(encoding="utf-8").replace("elgrande-light", "parchment")
    (paths.themes / "mine.toml").write_text(text.replace("[players]", "[players] #", 1))
    (paths.themes / "bad.toml").write_text('name = "bad"')
    (paths.themes / "twice.toml").write_text(ours.read_text(encoding="utf-8"))
    paths.config_file.write_text('format = 1\ntheme = "parchment"\n')
    app = ElGrande(paths)
    assert app.preferences.themes[3] == "parchment"
    assert app.theme == "parchment"
    found = app.get_theme("parchment")
    assert found is not None
    assert found.variables == theme.shipped()["elgrande-light"].variables
    bad, twice = app.preferences.notices
    assert bad.startswith("bad.toml: [ui] primary must be a colour")
    assert twice == "twice.toml: another theme is called 'elgrande-light'; rename this."
    assert not app.preferences.damaged
