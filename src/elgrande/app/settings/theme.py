"""Themes: read from the ``themes`` folders, ours and the user's, checked, made into Textual's.

A theme file gives Textual's own colours ([ui]), the players' ([players]) and the
map's ([map]). The last two become variables, ``$player-red`` and ``$map-sea``, so
that panes and style sheets use names and never a colour.

Most SSH sessions have 256 colours and some 16. What the nearest of those does badly
is written out in [depth-256] and [depth-16], by the number that the terminal gets.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from rich._palettes import EIGHT_BIT_PALETTE, STANDARD_PALETTE
from rich.color import Color, ColorSystem
from textual.theme import Theme

from elgrande.content import files
from elgrande.content.clean import clean, tidy

UI = (
    "primary", "secondary", "accent", "foreground", "background", "surface", "panel", "success",
    "warning", "error",
)  # fmt: skip
PLAYERS = ("red", "blue", "green", "yellow", "white", "neutral")
MAP = (
    "sea", "shoal", "abroad", "faint", "line", "land-1", "land-2", "land-3", "land-4", "lit",
    "taboo", "taboo-text", "hatch", "king", "cursor", "plate", "board", "stone", "tray", "text",
    "ink", "dim", "key", "key-text",
)  # fmt: skip
"""Names of the board's palette; a ``TextStyle`` uses these, UI and ``player-COLOUR``."""

COLOURS = {
    **{name: ("ui", name) for name in UI},
    **{f"player-{name}": ("players", name) for name in PLAYERS},
    **{f"map-{name}": ("map", name) for name in MAP},
}
"""Every colour by its name, with section and name in a theme file."""

MAX_BYTES = 100_000
GREYS = 231
"""The last number before the ramp of greys."""
DEFAULT = "elgrande-dark"
FULL = "truecolor"
FEW = {"256": ("depth-256", range(16, 256)), "standard": ("depth-16", range(16))}
"""Rich's name of a terminal with few colours, our table for it, and its numbers.

With 256 the first sixteen are left out: every terminal has its own.
"""

ANSI = "ansi"
"""Not a terminal's system but a theme's: the sixteen, by the names that the terminal gives them."""
TERMINAL_TEXT = "ansi_default"
_NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
GROUNDS = ("background", "surface", "panel")
"""What text stands on, apart from the map."""
TEXT = 4.5
"""The least contrast of text by WCAG 2."""
SHAPE = 3.0
"""The least contrast of a shape."""

_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")


class ThemeError(ValueError):
    """A theme file that cannot be used; the message names file, field and cure."""

    def __init__(self, sentence: str) -> None:
        super().__init__(tidy(sentence))


def folder() -> Path:
    """Return where the shipped theme files are: inside a wheel, or at the top of a checkout.

    The saves' ``shipped`` says the same, but the first paint does not wait for it.
    """
    package = Path(__file__).resolve().parent.parent.parent
    inside = package / "shipped" / "themes"
    return inside if inside.is_dir() else package.parent.parent / "themes"


def read(path: Path, system: str = FULL) -> Theme:
    """Return a theme file as a Textual theme for a terminal's colour system, as Rich calls it.

    ThemeError when the file is faulty.
    """
    try:
        data = files.read_toml(path, MAX_BYTES)
    except files.Unreadable as error:
        raise ThemeError(str(error)) from None
    colours: dict[str, str] = {}
    for key, (section, name) in COLOURS.items():
        table = data.get(section, {})
        value = table.get(name) if isinstance(table, dict) else None
        if not isinstance(value, str) or not _COLOUR.match(value):
            raise ThemeError(
                f"{path.name}: [{section}] {name} must be a colour like #a0b1c2, not {value!r}."
            )
        colours[key] = value
    for depth in FEW:
        few = _few(data, path, depth, ANSI if depth == "standard" and system == ANSI else depth)
        colours.update(few if depth == (system if system != ANSI else "standard") else {})
    dark = bool(data.get("dark", True))
    colours |= signs(colours, dark, system)
    title = data.get("name")
    if not isinstance(title, str) or not title or title != clean(title):
        raise ThemeError(f"{path.name}: name must be a text of one short line, not {title!r}.")
    variables = {key: colour for key, colour in colours.items() if key not in UI}
    ui: dict[str, Any] = {name: colours[name] for name in UI}
    primary = ui.pop("primary")
    theme = Theme(name=title, primary=primary, dark=dark)
    return replace(theme, variables=variables, **ui)


def signs(colours: dict[str, str], dark: bool, system: str) -> dict[str, str]:
    """Return the players' colours as their signs have them beside text: ``sign-COLOUR`` in a
    pane, ``bar-COLOUR`` on the bars.

    There they stand on the ground of the text, and can be read like it. Where sixteen colours
    are all there is, shape and letter tell of a player whose colour cannot be seen.
    """
    found = {}
    for player in PLAYERS:
        colour = colours[f"player-{player}"]
        for kind, names, least in (("sign", GROUNDS[:2], SHAPE), ("bar", GROUNDS[2:], TEXT)):
            grounds = [colours[name] for name in names]
            if system not in ("standard", ANSI):
                seen = [_seen(ground, system) for ground in grounds]
                found[f"{kind}-{player}"] = _clear(colour, seen, dark, system)
                continue
            known = all(_COLOUR.match(each) for each in (colour, *grounds))
            clear = all(contrast(colour, each) >= least for each in grounds) if known else dark
            found[f"{kind}-{player}"] = colour if clear else colours["foreground"]
    return found


def _few(data: dict[str, Any], path: Path, depth: str, system: str) -> dict[str, str]:
    """Return what a theme says for a terminal with few colours, as colours that it has."""
    table, numbers = FEW[depth]
    found = {}
    few = data.get(table, {})
    if not isinstance(few, dict):
        raise ThemeError(f"{path.name}: {table} must be a table, [{table}].")
    for name, number in few.items():
        if name not in COLOURS:
            raise ThemeError(f"{path.name}: [{table}] has no colour {name}; remove it.")
        if type(number) is not int or number not in numbers:
            raise ThemeError(
                f"{path.name}: [{table}] {name} must be a number from {numbers[0]} to "
                f"{numbers[-1]}, not {number!r}."
            )
        found[name] = _becoming(number, system)
    return found


def _becoming(number: int, system: str) -> str:
    """Return a colour that Rich turns into just this number of a terminal with few colours."""
    if system == ANSI:
        return f"ansi_{'bright_' if number > 7 else ''}{_NAMES[number % 8]}"
    if system != "256":
        return STANDARD_PALETTE[number].hex
    # The greys of the ramp are measured by Rich's own scale of twenty-five steps.
    grey = round((number - GREYS) * 255 / 25)
    return f"#{grey:02x}{grey:02x}{grey:02x}" if number > GREYS else EIGHT_BIT_PALETTE[number].hex


@lru_cache(maxsize=4)
def shipped(system: str = FULL) -> dict[str, Theme]:
    """Return our own themes by name, the default first, for a colour system."""
    themes = [read(path, system) for path in sorted(folder().glob("*.toml"))]
    themes.sort(key=lambda theme: (theme.name != DEFAULT, theme.name))
    return {theme.name: theme for theme in themes}


def own(folder: Path, system: str = FULL) -> tuple[dict[str, Theme], list[str]]:
    """Return the themes in a folder of the user's by name, and a sentence for each faulty file.

    A name that one of ours has is taken; files are read in the order of their names.
    """
    found: dict[str, Theme] = {}
    problems = []
    for path in sorted(folder.glob("*.toml")):
        try:
            theme = read(path, system)
        except ThemeError as error:
            problems.append(str(error))
            continue
        if theme.name in found or theme.name in shipped(system):
            problems.append(f"{path.name}: another theme is called {theme.name!r}; rename this.")
        else:
            found[theme.name] = theme
    return found, problems


def fallback(dark: bool, system: str = FULL) -> dict[str, str]:
    """Return the players' and the map's colours for a theme that is not ours."""
    return dict(_alike(dark, system).variables)


def _alike(dark: bool, system: str) -> Theme:
    """Return the first of ours that is as dark or as light."""
    return next(theme for theme in shipped(system).values() if theme.dark == dark)


def readable(theme: Theme, system: str = FULL) -> Theme:
    """Return a theme that is not ours, with colours for the board,
    and so that text can be read in it.

    One with the terminal's own colours gets ours of sixteen by name, on the terminal's own
    ground; what has none of them there is text as the terminal writes it. Where there are no
    more than sixteen, shades do not come apart: there ours stands in for it. Otherwise text
    moves towards black or white as far as needed.
    """
    if theme.ansi:
        ours = _alike(theme.dark, ANSI)
        kept = {**theme.variables, **ours.variables, "map-dim": TERMINAL_TEXT}
        beside = {f"{kind}-{player}" for kind in ("sign", "bar") for player in PLAYERS}
        plain = (ours.foreground, f"{ANSI}_bright_white")
        kept |= {name: TERMINAL_TEXT for name in beside if kept[name] in plain}
        kinds = [name for name in UI if name not in ("foreground", *GROUNDS)]
        return replace(theme, variables=kept, **{name: getattr(ours, name) for name in kinds})
    ours = _alike(theme.dark, system)
    if system == "standard":
        return replace(ours, name=theme.name)
    colours = {**theme.to_color_system().generate(), **ours.variables}
    grounds = [_seen(colours[name], system) for name in GROUNDS]
    texts: dict[str, Any] = {
        name: _clear(colours[name], grounds, theme.dark, system)
        for name in (*UI, "map-dim")
        if name not in GROUNDS
    }
    dim = texts.pop("map-dim")
    kept = {**theme.variables, **ours.variables, "map-dim": dim}
    kept |= signs(colours, theme.dark, system)
    # A ground that the theme leaves to be mixed from its first colour stays as it was.
    texts |= {name: colours[name] for name in GROUNDS}
    return replace(theme, variables=kept, **texts)


def caution(theme: Theme) -> str:
    """Say where alone a theme can be read well; empty if it brings its own ground."""
    if not theme.ansi:
        return ""
    ground = "dark" if theme.dark else "light"
    return f"It has your terminal's own colours and is made for a {ground} background."


def _clear(colour: str, grounds: list[str], dark: bool, system: str) -> str:
    """Return a colour mixed with white, or black on light, until it can be read on every ground."""
    end = 255 if dark else 0
    mixed = colour
    for step in range(17):
        parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
        mixed = "#" + "".join(f"{part + (end - part) * step // 16:02x}" for part in parts)
        if all(contrast(_seen(mixed, system), ground) >= TEXT for ground in grounds):
            break
    return mixed


def _seen(colour: str, system: str) -> str:
    """Return what a terminal of a colour system shows of a colour."""
    if system != "256":
        return colour
    return Color.parse(colour).downgrade(ColorSystem.EIGHT_BIT).get_truecolor().hex


def rich_colour(colour: str) -> Color:
    """Return a theme's colour as Rich has it; the terminal's own are left to the terminal."""
    if colour in ("transparent", "ansi_default"):
        return Color.default()
    return Color.parse(colour.removeprefix("ansi_"))


def luminance(colour: str) -> float:
    """Return the relative luminance of ``#rrggbb`` by WCAG 2."""
    linear = []
    for i in (1, 3, 5):
        part = int(colour[i : i + 2], 16) / 255
        linear.append(part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours by WCAG 2, from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
