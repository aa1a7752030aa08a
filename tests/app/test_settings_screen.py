"""The settings on the screen: tried at once, kept with Enter, put back with Esc."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from phases import LARGE, SMALL, midgame
from tables import Bench, Inline, fresh, press, running, screen_text, seen, sit, table_screen
from textual.pilot import Pilot

from elgrande.app.answering.bot_answers import BotPlay
from elgrande.app.app import ElGrande
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.keys import ANSWERS, check_keys, rebindable
from elgrande.app.panes.glyphs import ASCII, UNICODE
from elgrande.app.panes.lists import ListPane
from elgrande.app.panes.prompt import PromptPane
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.settings_screen import RebindScreen, SettingsScreen
from elgrande.app.settings import schema as settings
from elgrande.saves import Paths


def app_in(folder: Path, **others: Any) -> ElGrande:
    return ElGrande(Games(Paths(folder), Inline), bots=("steward",), seed=1996, **others)


def kept(folder: Path) -> dict[str, Any]:
    return tomllib.loads(Paths(folder).config_file.read_text(encoding="utf-8"))


def write(folder: Path, text: str) -> Path:
    file = Paths(folder).config_file
    file.write_text(text, encoding="utf-8")
    return file


async def test_a_theme_is_tried_at_once_and_kept_with_enter(tmp_path: Path) -> None:
    async with running(app_in(tmp_path), "s", "right") as (app, pilot):
        assert isinstance(app.screen, SettingsScreen)
        tried = app.theme
        assert tried != "elgrande-dark"
        assert not Paths(tmp_path).config_file.exists()
        await press(pilot, "enter")
        assert isinstance(app.screen, MenuScreen)
    assert kept(tmp_path)["theme"] == tried
    async with running(app_in(tmp_path)) as (again, _):
        assert again.theme == tried


async def by_palette(pilot: Pilot[Any], theme: str) -> None:
    """Choose a theme as a person does who never opens the settings."""
    await press(pilot, "ctrl+p", *"theme")
    await pilot.app.workers.wait_for_complete()
    await press(pilot, "down", "enter", *theme)
    await pilot.app.workers.wait_for_complete()
    await press(pilot, "down", "enter")
    assert pilot.app.theme == theme


@pytest.mark.long
async def test_a_theme_of_the_palette_is_kept_like_one_of_the_settings(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await by_palette(pilot, "dracula")
        assert kept(tmp_path)["theme"] == "dracula"
        assert isinstance(app.screen, MenuScreen)
        # With the settings open it is tried, like whatever is changed there.
        await press(pilot, "s")
        await by_palette(pilot, "nord")
        assert "nord" in screen_text(app)
        assert kept(tmp_path)["theme"] == "dracula"
        await press(pilot, "escape")
        assert app.theme == "dracula"
        await press(pilot, "s")
        await by_palette(pilot, "nord")
        await press(pilot, "enter")
        assert kept(tmp_path)["theme"] == "nord"
        await by_palette(pilot, "monokai")
    assert kept(tmp_path)["theme"] == "monokai"
    async with running(app_in(tmp_path)) as (again, _):
        assert again.theme == "monokai"


async def test_a_theme_of_the_palette_writes_no_damaged_file_anew(tmp_path: Path) -> None:
    file = write(tmp_path, "format = 1\nconfirm = 'final'\nno = such\n")
    before = file.read_bytes()
    async with running(app_in(tmp_path)) as (app, pilot):
        await by_palette(pilot, "dracula")
        assert file.read_bytes() == before
        said = [note.message for note in app._notifications]
        assert any("It holds until you quit" in text for text in said), said


async def test_two_quick_keys_go_two_choices_on(tmp_path: Path) -> None:
    async with running(app_in(tmp_path), "s", "down") as (app, pilot):
        app.screen.action_change(1)
        app.screen.action_change(1)
        await press(pilot)
        assert app.preferences.settings["symbols"] == "ascii"
        assert app.glyphs is ASCII


async def test_ours_come_first_and_textual_s_after(tmp_path: Path) -> None:
    names = app_in(tmp_path).preferences.themes
    assert names[0] == "elgrande-dark"
    assert set(names[:3]) == {name for name in names if name.startswith("elgrande")}
    assert "textual-dark" in names


async def test_the_bar_says_what_enter_does_in_a_row(tmp_path: Path) -> None:
    async with running(app_in(tmp_path), "s") as (app, pilot):
        assert "[Enter] save" in screen_text(app)
        await press(pilot, "up")
        assert "[Enter] open" in screen_text(app)


async def test_esc_puts_back_what_was(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await press(pilot, "s", "left", "down", "right", "right", "escape")
        assert app.theme == "elgrande-dark"
        assert app.glyphs.half
        assert isinstance(app.screen, MenuScreen)
    assert not Paths(tmp_path).config_file.exists()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("theme = ", "line 1: this is not valid TOML"),
        ('format = 1\ntheme = "pink"\n', "'pink' is not one of"),
        ('format = 9\ntheme = "nord"\n', "has format 9"),
    ],
)
async def test_a_broken_file_is_told_and_not_lost_without_asking(
    tmp_path: Path, text: str, says: str
) -> None:
    file = write(tmp_path, text)
    async with running(app_in(tmp_path), "s") as (app, pilot):
        assert says in " ".join(screen_text(app).split())
        await press(pilot, "right", "enter")
        assert isinstance(app.screen, AskScreen)
        await press(pilot, "n")
        assert file.read_text(encoding="utf-8") == text
        assert isinstance(app.screen, SettingsScreen)
        await press(pilot, "enter", "y")
        assert isinstance(app.screen, MenuScreen)
    assert kept(tmp_path)["theme"] == app.theme


async def test_a_file_that_cannot_be_written_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(settings.SettingsFile, "save", full)
    async with running(app_in(tmp_path), "s", "right", "enter") as (app, _):
        assert "The settings are in force" in " ".join(screen_text(app).split())
        assert app.theme != "elgrande-dark", "what was chosen holds all the same"


async def test_signs_change_on_the_open_table(tmp_path: Path) -> None:
    bench = sit(midgame("3-05"))
    async with running(bench.app()) as (app, pilot):
        assert "●2" in screen_text(app)
        await press(pilot, "comma", "down", "right", "right", "enter")
        assert app.glyphs is ASCII
        assert app.has_class("-ascii")
        text = screen_text(app)
        assert "●" not in text
        assert "R2" in text
        await press(pilot, "3")
    assert bench.sent == [("place aragon",)], "the table goes on as before"


async def test_what_the_command_line_asked_for_holds(tmp_path: Path) -> None:
    write(tmp_path, 'format = 1\nsymbols = "drawn"\n')
    assert app_in(tmp_path, glyphs=ASCII).glyphs is ASCII
    assert app_in(tmp_path).glyphs is UNICODE


async def test_motion_follows_the_setting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TEXTUAL_ANIMATIONS")
    for name in ("SSH_CONNECTION", "SSH_TTY"):
        monkeypatch.delenv(name, raising=False)
    assert app_in(tmp_path).animation_level == "full"
    monkeypatch.setenv("SSH_TTY", "/dev/pts/1")
    assert app_in(tmp_path).animation_level == "none"
    write(tmp_path, 'format = 1\nmotion = "on"\n')
    assert app_in(tmp_path).animation_level == "full"


def at_a_final_answer() -> Bench:
    """A table at which the last player of a round may end it, so that new cards are turned up."""
    bench = sit(midgame())
    table = bench.table
    while not table.final(table.state.owing()[0]):
        seat = table.state.owing()[0]
        legal = [table.rules.text(code) for code in table.state.legal(seat)]
        table.send(seat, [next((c for c in ("end", "take 0") if c in legal), legal[0])])
    bench.sent.clear()
    return bench


async def test_confirmation_asks_before_what_cannot_be_taken_back() -> None:
    bench = at_a_final_answer()
    seat = bench.table.state.owing()[0]
    assert [bench.table.rules.text(code) for code in bench.table.final(seat)] == ["end"]
    async with running(bench.app()) as (app, pilot):
        table_screen(app).play.confirms = True
        assert "cannot be undone" not in screen_text(app), "one answer of several is not all"
        table_screen(app).set_focus(app.screen.query_one(PromptPane))
        assert "Enter: end the turn (cannot be undone)" in await seen(pilot, "right", "right")
        await press(pilot, "3", "d")
        assert bench.commands == ["place aragon", "done"], (
            "what can be taken back is not asked about"
        )
        await press(pilot, "d")
        assert isinstance(app.screen, AskScreen)
        assert "This cannot be undone." in " ".join(screen_text(app).split())
        await press(pilot, "n")
        assert bench.commands == ["place aragon", "done"]
        await press(pilot, "d", "y")
    assert bench.commands == ["place aragon", "done", "end"]


async def test_without_confirmation_nothing_is_asked() -> None:
    bench = at_a_final_answer()
    async with running(bench.app(), "d", "d") as (app, _):
        assert not isinstance(app.screen, AskScreen)
    assert bench.commands == ["end"]


async def test_confirmation_and_pace_come_from_the_file(tmp_path: Path) -> None:
    write(tmp_path, 'format = 1\nconfirm = "final"\nbot_pace = "slow"\n')
    app = ElGrande(
        Games(Paths(tmp_path), BotPlay), setup=fresh(3, 1, persons="RBG"), bots=("steward",)
    )
    async with running(app) as (_, pilot):
        assert table_screen(app).play.confirms
        host: Any = app.game.host if app.game else None
        assert host.pace == 2.0
        await press(pilot, "comma", *["down"] * 5, "left", "enter")
        assert host.pace == 0.9
    assert kept(tmp_path)["bot_pace"] == "calm"


# -- keys ------------------------------------------------------------------


def test_every_binding_is_listed_once_and_none_is_in_the_way_of_answers() -> None:
    known = rebindable()
    ids = [binding.id for binding in known]
    assert len(ids) == len(set(ids))
    assert {"table.undo", "map.left", "list.down", "dialog.close"} <= set(ids)
    assert not {answer.id for answer in ANSWERS} & set(ids)
    answers = {key for answer in ANSWERS for key in answer.each}
    for binding in known:
        if binding.place in {"table", "map"}:
            assert not answers & set(binding.each), binding


def test_keys_of_answers_cannot_be_taken() -> None:
    good, problems = check_keys({"table.undo": "s", "table.hint": "f"})
    assert good == {}
    assert "answers at the table" in problems[0]
    assert "table.forecast" in problems[1]


async def test_a_key_is_rebound_by_pressing_it(tmp_path: Path) -> None:
    async with running(app_in(tmp_path, setup=fresh(3, 1, persons="RBG"))) as (app, pilot):
        await press(pilot, "comma", "up", "enter")
        assert isinstance(app.screen, RebindScreen)
        ids = [binding.id for binding in rebindable()]
        at = ids.index("table.forecast")
        app.screen.query_one(ListPane).cursor = at
        assert "* f5" in await seen(pilot, "enter", "f5")
        assert "1 changed" in await seen(pilot, "escape")
        await press(pilot, "up", "enter")
        assert app.screen is table_screen(app)
        await press(pilot, "f")
        assert app.screen is table_screen(app)
        await press(pilot, "f5")
        assert app.screen.__class__.__name__ == "ForecastScreen"
    assert kept(tmp_path)["keys"] == {"table.forecast": "f5"}
    async with running(app_in(tmp_path, setup=fresh(3, 1, persons="RBG")), "f5") as (again, _):
        assert again.screen.__class__.__name__ == "ForecastScreen"


async def test_a_conflict_is_said_and_changes_nothing(tmp_path: Path) -> None:
    async with running(app_in(tmp_path), "s", "up", "enter") as (app, pilot):
        at = [binding.id for binding in rebindable()].index("table.hint")
        app.screen.query_one(ListPane).cursor = at
        await press(pilot, "enter", "q")
        text = " ".join(screen_text(app).split())
        assert "ask a bot (table.hint) cannot have q: leave (table.leave) has it." in text
        assert app.preferences.settings.keys == {}
        await press(pilot, "enter", "x")
        assert app.preferences.settings.keys == {"table.hint": "x"}
        await press(pilot, "backspace")
        assert app.preferences.settings.keys == {}
        await press(pilot, "enter", "escape")
        assert isinstance(app.screen, RebindScreen)


async def test_faulty_keys_in_the_file_are_told(tmp_path: Path) -> None:
    write(tmp_path, 'format = 1\n[keys]\n"table.jump" = "x"\n"table.hint" = "q"\n')
    async with running(app_in(tmp_path), "s") as (app, _):
        text = " ".join(screen_text(app).split())
        assert "There is no key binding called 'table.jump'." in text
        assert "ask a bot (table.hint) cannot have q" in text


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
@pytest.mark.parametrize("keys", [["down"], ["up", "enter"], ["up", "enter", "enter"]],
                         ids=["settings", "keys", "press"])  # fmt: skip
def test_picture(
    sheet_compare: Callable[..., bool], tmp_path: Path, keys: list[str], size: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    few = [b for b in rebindable() if b.place in {"table", "map"}]
    monkeypatch.setattr("elgrande.app.screens.settings_screen.rebindable", lambda: tuple(few))

    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, "comma", *keys)

    assert sheet_compare(sit(midgame("3-05")).app(), terminal_size=size, run_before=before)


def test_picture_of_a_broken_file(sheet_compare: Callable[..., bool], tmp_path: Path) -> None:
    write(tmp_path, 'format = 1\ntheme = "pink"\n[keys]\n"table.hint" = "q"\n')

    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, "s")

    assert sheet_compare(app_in(tmp_path), terminal_size=SMALL, run_before=before)


EARLIER = """format = 1
motion = "off"
[keys]
"table.hint" = "x"
"recap.next" = "n"
"recap.skip" = "x"
"table.forecast" = "S"
"map.left" = "left"
"""
"""A file of a release before the story and the scorings: two ids are gone, and S is taken now."""


def beside_the_map(app: ElGrande) -> str:
    """What stands in the menu, without the map."""
    return " ".join(" ".join(row[53:] for row in screen_text(app).split("\n")).split())


async def test_several_wishes_that_cannot_be_are_counted(tmp_path: Path) -> None:
    write(tmp_path, 'format = 1\nmotion = "mad"\n[keys]\n"table.hint" = "S"\n"map.fly" = "x"\n')
    async with running(app_in(tmp_path)) as (app, _):
        said = beside_the_map(app)
        assert "3 things in config.toml cannot be used; the settings say why." in said


@pytest.mark.parametrize(("theme", "ground"), [("ansi-light", "light"), ("ansi-dark", "dark")])
async def test_a_theme_that_hangs_on_the_terminal_says_where_it_can_be_read(
    tmp_path: Path, theme: str, ground: str
) -> None:
    """It is only tried, and what says so is readable on any ground: the terminal's own text."""
    write(tmp_path, f'format = 1\ntheme = "{theme}"\n')
    async with running(app_in(tmp_path), size=(80, 24)) as (app, pilot):
        await press(pilot)
        await app.push_screen(SettingsScreen(app.preferences))
        text = " ".join((await seen(pilot)).split())
        assert f"made for a {ground} background" in text
        made = app.get_theme(theme)
        assert made.variables["map-dim"] == made.foreground == "ansi_default"
        assert made.variables["sign-white"] == "ansi_default"
        await press(pilot, "right")
        text = " ".join((await seen(pilot)).split())
        assert f"made for a {ground} background" not in text
