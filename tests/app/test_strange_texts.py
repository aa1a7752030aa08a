"""Every line that a person can type into takes strange texts; names are letters and never markup.

A walk over all screens with a line, so that the next one is found here without being named.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from kinds import import_all, kinds_of
from phases import app_in
from tables import press, running, screen_text, settle
from textual.command import CommandPalette
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

import elgrande.app
import elgrande.visitor
import strange
from elgrande.app.dialogs.line_input import FilterDialog, SearchDialog
from elgrande.app.saved_games.save_list import SavedGames
from elgrande.app.screens.load_screen import LoadScreen
from elgrande.app.screens.new_game_screen import FormScreen, NewGameScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.content.setup import Player, Setup
from elgrande.saves import Paths, Store
from elgrande.table.saved_game import header
from elgrande.visitor.room import TalkLine
from elgrande.visitor.served_form import MakeGameScreen
from patience import eventually

TWO = (Player("red", "Ana"), Player("blue", "Bruno"))


def with_a_line() -> set[str]:
    """The names of all screens of ours that have a line to type into."""
    import_all()
    return {
        kind.__name__
        for kind in kinds_of(Screen)
        if kind not in (SearchDialog, FilterDialog, FormScreen)
        and any(
            one.__module__.startswith("elgrande.") and "Input(" in inspect.getsource(one)
            for one in kind.__mro__
        )
    }


async def menu(pilot: Pilot[Any], *keys: str) -> None:
    app: Any = pilot.app
    while len(app.screen_stack) > 1:
        await app.pop_screen()
    app.navigation.stop()
    app.open_menu()
    await press(pilot, *keys)


def saved(app: Any) -> Any:
    return next(v for v in app.screen._reader.all if v.name == "mine")


async def deed(pilot: Pilot[Any], what: str) -> None:
    app: Any = pilot.app
    if not isinstance(app.screen, LoadScreen):
        await menu(pilot, "l")
    app.screen.do(what, saved(app))


async def new_game(pilot: Pilot[Any], row: str) -> None:
    if not isinstance(pilot.app.screen, NewGameScreen):
        await menu(pilot, "n")
    screen: Any = pilot.app.screen
    screen.form = replace(screen.form, more=True)
    fields = screen.form.fields()
    screen.cursor = next(at for at, field in enumerate(fields) if field.startswith(row))
    screen.action_edit()


async def make_game(pilot: Pilot[Any], row: str) -> None:
    """A visitor's form, which needs no server to be filled in."""
    app: Any = pilot.app
    if not isinstance(app.screen, MakeGameScreen):
        await menu(pilot)
        app.push_screen(MakeGameScreen(app.glyphs))
        await settle(pilot)
    screen: Any = app.screen
    screen.cursor = screen.form.fields().index(row)
    screen.action_edit()


async def talk(pilot: Pilot[Any]) -> None:
    app: Any = pilot.app
    await menu(pilot)
    app.push_screen(TalkLine(lambda text: "" if len(text) < 9 else "That is too long."))
    await settle(pilot)


async def replay(pilot: Pilot[Any], key: str) -> None:
    await deed(pilot, "replay")
    await press(pilot, key)


async def at_table(pilot: Pilot[Any], *keys: str) -> None:
    app: Any = pilot.app
    if not isinstance(app.screen, TableScreen):
        await menu(pilot)
        await app.pop_screen()
        app.navigation.play(lambda: app.navigation.games.open("mine"))
    await press(pilot, *keys)


async def rescued(pilot: Pilot[Any]) -> None:
    await at_table(pilot)
    app: Any = pilot.app
    app.navigation.rescue("The save cannot be written: the disk is full.")


async def rules(pilot: Pilot[Any]) -> None:
    app: Any = pilot.app
    await menu(pilot)
    await app.pop_screen()
    app.navigation.rules()
    await press(pilot, "slash")


WAYS: dict[str, tuple[str, Callable[[Pilot[Any]], Awaitable[None]]]] = {
    "find a save": ("LoadScreen", lambda pilot: menu(pilot, "l")),
    "rename": ("NameScreen", lambda pilot: deed(pilot, "rename")),
    "copy": ("NameScreen", lambda pilot: deed(pilot, "copy")),
    "player's name": ("NewGameScreen", lambda pilot: new_game(pilot, "player")),
    "seed": ("NewGameScreen", lambda pilot: new_game(pilot, "seed")),
    "name of a served game": ("MakeGameScreen", lambda pilot: make_game(pilot, "title")),
    "talk": ("TalkLine", talk),
    "find a line": ("FindScreen", lambda pilot: replay(pilot, "g")),
    "answers": ("AnswersScreen", lambda pilot: at_table(pilot, "m")),
    "command": ("CommandScreen", lambda pilot: at_table(pilot, "colon")),
    "rescue": ("RescueScreen", rescued),
    "rules": ("RulesScreen", rules),
}
"""What a line is for: its screen, and the way there from the menu."""
FORMS = ("NewGameScreen", "MakeGameScreen")
"""Where the line goes away when it was filled in."""


def test_every_screen_with_a_line_is_walked_to() -> None:
    assert {screen for screen, _ in WAYS.values()} == with_a_line()


FEW = {name: strange.TEXTS[name] for name in (
    "no home", "NUL", "300 letters", "5000 letters", "markup that ends nothing", "turned round",
    "escapes", "half a letter", "nothing",
)} | {"digits": "9" * 5000}  # fmt: skip
"""What is tried where no path is asked for."""


@pytest.mark.parametrize("what", WAYS)
@pytest.mark.parametrize("share", [2, pytest.param(1, marks=pytest.mark.long)])
async def test_strange_texts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str, share: int
) -> None:
    """The app lives, says something harmless, and what was saved is saved.

    Every second text is tried at one place, the others at the next; long, all at each.
    """
    monkeypatch.chdir(tmp_path)
    # They are replayed anew for each list, and nothing here is about them.
    monkeypatch.setattr(SavedGames, "examples", lambda _self: [])
    store = Store(Paths(tmp_path))
    setup = Setup(TWO, 1, starter="red")
    with store.create("mine", setup.ruleset().version, header(setup)) as save:
        begin = save.path
    kept = begin.read_bytes()
    kind, way = WAYS[what]
    async with running(app_in(tmp_path)) as (app, pilot):
        paths = what in ("copy", "rescue")
        texts = list((strange.TEXTS if paths else FEW).items())
        for name, text in texts[[*WAYS].index(what) % share :: share]:
            if type(app.screen).__name__ != kind or kind in FORMS:
                await way(pilot)
                await settle(pilot)
            assert type(app.screen).__name__ == kind, (name, screen_text(app))
            line = app.screen.query_one(Input)
            line.value = text
            await line.action_submit()
            await settle(pilot)
            assert app._exception is None, name
            assert app.is_running, name
            # Textual paints what is being typed, and a key or a paste brings nothing else.
            if lines := list(app.screen.query(Input)):
                lines[0].value = ""
                await settle(pilot)
            for row in screen_text(app).splitlines():
                assert row.isprintable() or not row, (name, ascii(row))
            saves = [each.path.read_bytes() for each in store.summaries()]
            assert kept in [data[: len(kept)] for data in saves], name
            for path in tmp_path.rglob("*.toml"):
                if path.name not in ("mine.toml", "config.toml", "marks.toml"):
                    path.unlink()
            if not begin.exists():  # it was given another name
                begin.write_bytes(kept)


NAMES = ("[/]", "[link=http://x]L", "[b]x", "[@click=app.quit]q", "]][[")


async def test_names_that_look_like_markup_stand_as_they_are(tmp_path: Path) -> None:
    """In the palette, in titles and in what is said in a corner, and all over the table."""
    players = [Player(c, n) for c, n in zip(("red", "blue", "green"), NAMES, strict=False)]
    setup = Setup((*players, Player("yellow", NAMES[3]), Player("white", NAMES[4])), 3)
    app: Any = app_in(tmp_path)
    async with app.run_test(size=(120, 36), notifications=True) as pilot:
        await settle(pilot)
        app.navigation.play(lambda: app.navigation.games.new(setup))
        await press(pilot, *["tab"] * 6, "m", "escape", "question_mark", "escape", "r")
        await press(pilot, *["escape"] * 2)
        assert isinstance(app.screen, TableScreen)
        for words in ("", "seat", "answer", "plays ["):
            await press(pilot, "ctrl+p")
            assert isinstance(app.screen, CommandPalette)
            app.screen.query_one(Input).value = words
            await settle(pilot)
            if words == "seat":
                await eventually(lambda: "plays [/]" in screen_text(app), "a name in the palette")
            await press(pilot, "escape")
        for name in NAMES:
            app.notify(f"{name} has it")
            app.screen.notify(f"{name} has it too")
            await settle(pilot)
            assert f"{name} has it too" in screen_text(app)
        assert app._exception is None


async def test_files_that_look_like_markup_are_listed_and_named(tmp_path: Path) -> None:
    saves = Paths(tmp_path).saves
    saves.mkdir()
    for name in ("[/]", "[link=http://x]L", "\x1b[2J", "\u202etxet"):
        (saves / f"{name.replace('/', '!') if name != '[/]' else '[]'}.toml").write_bytes(b"x")
    async with running(app_in(tmp_path), "l") as (app, pilot):
        for _ in range(5):
            await press(pilot, "tab")
            assert all(row.isprintable() for row in screen_text(app).splitlines())
            await press(pilot, "escape", "down")
        assert app._exception is None


SINKS = {"border_title", "border_subtitle", "tooltip", "title", "sub_title", "placeholder"}
"""Where Textual reads a text as markup."""
WIDGETS = {"Static": 0, "Label": 0, "Button": 0, "Checkbox": 0, "Link": 0, "DiscoveryHit": 0,
           "Hit": 1}  # fmt: skip
"""Where the text stands among what such a widget is made of."""


def test_no_text_of_others_reaches_textuals_markup() -> None:
    """What is written there is a constant, or made into ``Content`` in the same line."""
    found = []
    for path in (
        path
        for package in (elgrande.app, elgrande.visitor)
        for path in sorted(Path(package.__path__[0]).rglob("*.py"))
    ):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            texts: list[ast.expr] = []
            if isinstance(node, ast.Assign):
                named = [t.attr for t in node.targets if isinstance(t, ast.Attribute)]
                texts = [node.value] if SINKS & set(named) else []
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                at = WIDGETS.get(node.func.id)
                texts = [] if at is None else list(node.args[at : at + 1])
                # A record with other fields paints nothing.
                if node.func.id != "replace":
                    texts += [k.value for k in node.keywords if k.arg in SINKS]
            found += [
                f"{path.name}, line {text.lineno}: {ast.unparse(text)}"
                for text in texts
                if not isinstance(text, ast.Constant) and "Content(" not in ast.unparse(text)
            ]
    # Ours, painted letter by letter; keys have names of our own.
    allowed = ("self.keys.say(", "highlighted(")
    assert [each for each in found if not any(word in each for word in allowed)] == []
