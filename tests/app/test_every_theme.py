"""Every theme that settings and palette offer: switched to on the screens, and readable there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from phases import PHASES, app_in, clear, go
from rich.color import Color
from tables import press, running, screen_text, settle
from test_theme import SYSTEMS, XTERM, as_seen
from textual.pilot import Pilot
from textual.screen import ModalScreen

from elgrande.app.app import ElGrande
from elgrande.app.screens.final_screen import FinalScreen
from elgrande.app.screens.lesson_screen import LearnScreen, LessonScreen
from elgrande.app.screens.load_screen import LoadScreen
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.new_game_screen import NewGameScreen
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.app.screens.rules_screen import RulesScreen
from elgrande.app.screens.settings_screen import SettingsScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.app.settings import theme as themes

LEAST = 4.4
"""Contrast of anything that is read; our own theme for sixteen colours has no more."""
SAMPLE = ("ansi-dark", "ansi-light", "textual-light")


def shown(colour: Color | None, dark: bool, ground: bool) -> str:
    """A colour as a terminal shows it; its own ground is black, or white for a light theme."""
    if colour is None or colour.is_default:
        return "#000000" if dark == ground else "#ffffff"
    if colour.triplet is None:
        return XTERM[colour.number or 0]
    return colour.triplet.hex


def faint(app: ElGrande) -> set[tuple[str, str, str]]:
    """The words on the screen that cannot be read, and their colours."""
    dark = app.current_theme.dark
    found = set()
    # What lies below a dialog is dimmed, and so it is meant.
    box = app.screen.region
    if isinstance(app.screen, ModalScreen):
        box = next(iter(app.screen.query("#box, #--container"))).region
    rows = app.screen._compositor.render_strips()[box.y : box.bottom]
    for strip in rows:
        for text, style, _ in strip.crop(box.x, box.right):
            # What an empty line says of itself is Textual's own grey.
            if (
                style is None
                or text.strip() in ("ype to search", "ilter", "earch")
                or not any(sign.isalnum() for sign in text)
            ):
                continue
            front, back = shown(style.color, dark, False), shown(style.bgcolor, dark, True)
            if themes.contrast(front, back) < LEAST:
                found.add((text.strip(), front, back))
    return found


async def switch(pilot: Pilot[Any], names: tuple[str, ...]) -> None:
    """Every theme on this screen: no crash, the same words, and all can be read."""
    app: Any = pilot.app
    before = screen_text(app)
    for name in names:
        app.theme = name
        await settle(pilot)
        assert app.theme == name
        assert screen_text(app) == before, name
        assert faint(app) == set(), name


@pytest.mark.long
async def test_every_theme_at_the_table_and_in_the_menu(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        names = tuple(app.available_themes)
        assert {"ansi-dark", "ansi-light", "elgrande-light", "textual-dark"} <= set(names)
        await settle(pilot)
        await switch(pilot, names)
        await go(pilot, PHASES["placing"])
        await switch(pilot, names)


ELSEWHERE: dict[str, tuple[type[object], tuple[str, ...]]] = {
    "new": (NewGameScreen, ("n",)),
    "load": (LoadScreen, ("l",)),
    "replay": (ReplayScreen, ("l", *"stewards", "tab", "r")),
    "learn": (LearnScreen, ("p",)),
    "lesson": (LessonScreen, ("p", "enter")),
    "rules": (RulesScreen, ("r",)),
    "settings": (SettingsScreen, ("s",)),
}


async def elsewhere(pilot: Pilot[Any], names: tuple[str, ...]) -> None:
    """Every other screen in some themes."""
    app: Any = pilot.app
    for kind, keys in ELSEWHERE.values():
        await settle(pilot)
        await clear(pilot)
        app.open_menu()
        await press(pilot, *keys)
        assert isinstance(app.screen, kind), (kind, app.screen)
        await switch(pilot, names)
    await go(pilot, PHASES["over"])
    assert isinstance(app.screen, FinalScreen)
    await switch(pilot, names)
    for keys in (("f",), ("question_mark",), ("m",), ("colon",), ("ctrl+p",)):
        await go(pilot, PHASES["turn"])
        await press(pilot, *keys)
        await switch(pilot, names)


@pytest.mark.long
async def test_some_themes_on_every_other_screen(tmp_path: Path) -> None:
    async with app_in(tmp_path).run_test(size=(80, 24)) as pilot:
        await elsewhere(pilot, SAMPLE)


@pytest.mark.long
@pytest.mark.whole
async def test_every_theme_on_every_other_screen(tmp_path: Path) -> None:
    async with running(app_in(tmp_path), size=(120, 40)) as (app, pilot):
        await elsewhere(pilot, tuple(app.available_themes))


@pytest.mark.long
async def test_themes_are_chosen_in_the_settings_and_in_the_palette(tmp_path: Path) -> None:
    """Going through all of them in the settings; and by the palette's own list."""
    async with running(app_in(tmp_path)) as (app, pilot):
        await go(pilot, PHASES["moving"])
        app.screen.action_settings()
        await settle(pilot)
        seen = []
        while "ansi-light" not in seen:
            await press(pilot, "right")
            seen.append(app.theme)
        assert seen[-2:] == ["ansi-dark", "ansi-light"], "right behind our own"
        await press(pilot, "escape")
        assert app.theme == themes.DEFAULT
        app.search_themes()
        await press(pilot, *"ansi-light", "down", "enter")
        assert app.theme == "ansi-light"
        assert isinstance(app.screen, TableScreen)
        assert app.screen.half_made


@pytest.mark.parametrize("name", ["ansi-dark", "ansi-light", "nord"])
async def test_a_theme_from_the_file_without_colours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    config = tmp_path / "config.toml"
    config.write_text(f'format = 1\ntheme = "{name}"\n', encoding="utf-8")
    app = app_in(tmp_path)
    assert app.theme == name
    async with running(app) as (_, pilot):
        assert isinstance(app.screen, MenuScreen)
        await switch(pilot, ("elgrande-dark", "ansi-dark", "textual-light", name))


@pytest.mark.parametrize("depth", SYSTEMS)
def test_text_can_be_read_in_themes_that_are_not_ours(tmp_path: Path, depth: str) -> None:
    for theme in app_in(tmp_path)._registered_themes.values():
        if theme.name in themes.shipped() or theme.ansi:
            continue
        made = themes.readable(theme, SYSTEMS[depth])
        assert made.name == theme.name
        colours = {**made.to_color_system().generate(), **made.variables}
        for ground in themes.GROUNDS:
            for name in (*themes.UI, "map-dim"):
                # With sixteen colours ours stands in, and writes on a panel in a few of them.
                few = depth == "16" and ground == "panel" and name != "foreground"
                if name not in themes.GROUNDS and not few:
                    pair = [as_seen(colours[one], depth) for one in (name, ground)]
                    assert themes.contrast(*pair) >= LEAST, (theme.name, name, ground)
