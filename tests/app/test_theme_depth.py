"""Few colours must do: most SSH sessions have 256, some 16. And some eyes see fewer than others."""

from __future__ import annotations

import tomllib
from itertools import combinations

import pytest
from rich.color import Color, ColorSystem
from test_theme import DEPTHS, SYSTEMS, palette

from elgrande.app.app import ElGrande
from elgrande.app.settings import theme
from elgrande.saves import Paths

NAMES = pytest.mark.parametrize("name", sorted(theme.shipped()))
FEW = pytest.mark.parametrize("system", sorted(theme.FEW))
COLOURS = ("red", "blue", "green", "yellow", "white")

# Machado, Oliveira and Fernandes (2009), severity 1, on linear RGB.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}  # fmt: skip


def seen(name: str, variable: str, system: str) -> int:
    """The number of the colour that a terminal is told to show."""
    found = theme.shipped(system)[name]
    value = found.variables.get(variable) or getattr(found, variable)
    depth = ColorSystem.EIGHT_BIT if system == "256" else ColorSystem.STANDARD
    number = Color.parse(value).downgrade(depth).number
    assert number is not None
    return number


def linear(colour: str) -> list[float]:
    """The three parts of a colour as amounts of light."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]


def lab(colour: str, eyes: str) -> tuple[float, float, float]:
    """A colour as some eyes see it, in CIE Lab (white point D65)."""
    light = linear(colour)
    r, g, b = (
        min(1.0, max(0.0, sum(k * part for k, part in zip(row, light, strict=True))))
        for row in EYES[eyes]
    )
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def distance(one: str, other: str, eyes: str) -> float:
    """How different two colours look (CIE 1976); about 2 is just to be seen."""
    pairs = zip(lab(one, eyes), lab(other, eyes), strict=True)
    return sum((a - b) ** 2 for a, b in pairs) ** 0.5


def test_lab_agrees_with_known_values() -> None:
    assert lab("#ffffff", "usual") == pytest.approx((100, 0, 0), abs=0.02)
    assert lab("#ff0000", "usual") == pytest.approx((53.24, 80.09, 67.20), abs=0.05)
    # To eyes without green cones red and green of equal lightness come close.
    plain = distance("#c05000", "#5f7f00", "usual")
    assert distance("#c05000", "#5f7f00", "deuteranopia") < plain / 2


def test_three_themes_are_ours() -> None:
    assert sorted(theme.shipped()) == ["elgrande-dark", "elgrande-high-contrast", "elgrande-light"]


@pytest.mark.parametrize("file", sorted(path.name for path in theme.folder().glob("*.toml")))
def test_every_colour_is_written_for_every_depth(file: str) -> None:
    data = tomllib.loads((theme.folder() / file).read_text(encoding="utf-8"))
    names = {*theme.UI, *(f"player-{n}" for n in theme.PLAYERS), *(f"map-{n}" for n in theme.MAP)}
    for table, _ in theme.FEW.values():
        assert set(data[table]) == names, table


@NAMES
@FEW
def test_a_terminal_gets_the_very_numbers_that_are_written(name: str, system: str) -> None:
    file = theme.folder() / f"{name.removeprefix('elgrande-')}.toml"
    table, _ = theme.FEW[system]
    for variable, number in tomllib.loads(file.read_text(encoding="utf-8"))[table].items():
        assert seen(name, variable, system) == number, variable


@NAMES
@DEPTHS
@pytest.mark.parametrize("eyes", EYES)
def test_players_are_told_apart_by_every_pair_of_eyes(name: str, depth: str, eyes: str) -> None:
    """Letters and shapes tell them apart anyhow. The sixteen are not ours to choose."""
    least = 8 if depth == "16" else 15
    colours = palette(name, depth)
    for one, other in combinations(COLOURS, 2):
        far = distance(colours[f"player-{one}"], colours[f"player-{other}"], eyes)
        assert far >= least, (one, other, far)


@NAMES
@FEW
def test_no_two_players_look_the_same(name: str, system: str) -> None:
    numbers = {player: seen(name, f"player-{player}", system) for player in theme.PLAYERS}
    same = [pair for pair in combinations(numbers, 2) if numbers[pair[0]] == numbers[pair[1]]]
    assert not same, (name, system, numbers)


@NAMES
@FEW
def test_no_piece_sinks_into_its_tray(name: str, system: str) -> None:
    tray = seen(name, "map-tray", system)
    assert tray not in {seen(name, f"player-{player}", system) for player in theme.PLAYERS}


@NAMES
@FEW
def test_what_may_be_chosen_and_what_is_closed_differ(name: str, system: str) -> None:
    assert seen(name, "map-lit", system) != seen(name, "map-taboo", system)
    assert seen(name, "map-cursor", system) != seen(name, "map-plate", system)


@pytest.mark.parametrize(
    ("term", "truecolor", "system"),
    [("xterm-256color", "truecolor", "24-bit"), ("xterm-256color", "", "256"), ("xterm", "", "16")],
)
def test_the_app_asks_its_terminal(
    term: str, truecolor: str, system: str, monkeypatch: pytest.MonkeyPatch, tmp_path: object
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", truecolor)
    app = ElGrande(Paths(tmp_path), bots=())  # type: ignore[arg-type]
    assert app.depth == SYSTEMS[system]
    red = app.theme_variables["player-red"]
    assert red == theme.shipped(SYSTEMS[system])[theme.DEFAULT].variables["player-red"]
