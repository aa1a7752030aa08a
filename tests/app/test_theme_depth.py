"""Few colours must do: most SSH sessions have 256, some 16."""

from __future__ import annotations

from itertools import combinations

import pytest
from rich.color import Color, ColorSystem

from elgrande.app import theme

NAMES = pytest.mark.parametrize("name", sorted(theme.shipped()))
DEPTHS = pytest.mark.parametrize("depth", [ColorSystem.EIGHT_BIT, ColorSystem.STANDARD])
# The sixteen colours as xterm has them; every terminal may have its own.
XTERM = (
    "#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5",
    "#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff",
)  # fmt: skip


def seen(name: str, variable: str, depth: ColorSystem) -> int:
    """The number of the colour that a terminal of that depth is told to show."""
    number = Color.parse(theme.shipped()[name].variables[variable]).downgrade(depth).number
    assert number is not None
    return number


def rgb(name: str, variable: str) -> str:
    """The colour itself in a terminal with 256."""
    number = seen(name, variable, ColorSystem.EIGHT_BIT)
    return str(Color.from_ansi(number).get_truecolor().hex)


def test_three_themes_are_ours() -> None:
    assert sorted(theme.shipped()) == ["elgrande-dark", "elgrande-high-contrast", "elgrande-light"]


@NAMES
@DEPTHS
def test_no_two_players_look_the_same(name: str, depth: ColorSystem) -> None:
    numbers = {player: seen(name, f"player-{player}", depth) for player in theme.PLAYERS}
    same = [pair for pair in combinations(numbers, 2) if numbers[pair[0]] == numbers[pair[1]]]
    assert not same, (name, depth, numbers)


@NAMES
@DEPTHS
def test_no_piece_sinks_into_its_tray(name: str, depth: ColorSystem) -> None:
    tray = seen(name, "map-tray", depth)
    assert tray not in {seen(name, f"player-{player}", depth) for player in theme.PLAYERS}


@NAMES
def test_pieces_keep_their_contrast_with_256_colours(name: str) -> None:
    tray = rgb(name, "map-tray")
    for player in theme.PLAYERS:
        assert theme.contrast(rgb(name, f"player-{player}"), tray) >= 3.0, (name, player)


@NAMES
def test_pieces_keep_their_contrast_in_the_sixteen_colours_of_xterm(name: str) -> None:
    def xterm(variable: str) -> str:
        return XTERM[seen(name, variable, ColorSystem.STANDARD)]

    for player in theme.PLAYERS:
        assert theme.contrast(xterm(f"player-{player}"), xterm("map-tray")) >= 3.0, (name, player)


@NAMES
@DEPTHS
def test_what_may_be_chosen_and_what_is_closed_differ(name: str, depth: ColorSystem) -> None:
    assert seen(name, "map-lit", depth) != seen(name, "map-taboo", depth)
    assert seen(name, "map-cursor", depth) != seen(name, "map-plate", depth)
