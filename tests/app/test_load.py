"""The shelf of saves: what it says of them, and what can be done there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from tables import Inline, fresh, press, running, screen_text, seen
from textual.widgets import Input

from elgrande.app.app import ElGrande
from elgrande.app.dialogs.dialog import AskScreen
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.text_runs import cells
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.saved_games.save_list import SavedGame, SavedGames, line
from elgrande.app.screens.analysis_screen import AnalysisScreen
from elgrande.app.screens.load_screen import LoadScreen
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.replay_screen import ReplayScreen
from elgrande.app.screens.table_screen import TableScreen
from elgrande.saves import Paths, SaveError, SaveExists, Store, shipped
from elgrande.saves.standings import when
from patience import eventually

Compare = Callable[..., bool]

SMALL, LARGE = (80, 24), (160, 48)
EXAMPLES = [
    "after-round-three",
    "colonies-five",
    "colonies-four",
    "colonies-gold",
    "five-stewards",
    "grandissimo-five",
    "king-and-colonies",
    "sample-game",
    "thirteen-cards",
    "two-and-a-dummy",
    "veto-in-hand",
]


def shelf(folder: Path, *names: str) -> SavedGames:
    """A shelf with copies of shipped games."""
    store = Store(Paths(folder))
    for name in names:
        example, _, new = name.partition(":")
        store.copy(shipped("saves") / f"{example}.toml", new or example)
    return SavedGames(store, UNICODE)


def named(here: SavedGames, name: str) -> SavedGame:
    return here.read(next(v for v in here.all() if v.name == name and not v.example))


def example(here: SavedGames, name: str) -> SavedGame:
    return here.read(next(v for v in here.examples() if v.name == name))


def tear(path: Path) -> None:
    """Writes nonsense into the midst of what was answered."""
    text = path.read_text(encoding="utf-8")
    at = (text.index("[seal]") + len(text)) // 2
    path.write_text(f"{text[:at]}nonsense\n{text[at:]}", "utf-8")


def write(app: ElGrande, text: str) -> None:
    """Fills the line that has the keyboard; keys one by one would take long."""
    app.screen.query_one(Input).value = text


# -- the shelf ---------------------------------------------------------------


def test_what_stands_where(tmp_path: Path) -> None:
    here = shelf(tmp_path, "five-stewards:mine", "sample-game:other")
    mine = named(here, "mine")
    assert mine.players == ("Isabel", "Fernando", "Juana", "Gonzalo", "Beatriz")
    assert mine.scores == (68, 77, 97, 85, 86)
    assert (mine.over, mine.round, mine.problem) == (True, 9, "")
    other = named(here, "other")
    assert (other.over, other.round) == (False, 5)
    assert [v.name for v in here.all() if v.example] == EXAMPLES
    marked = [v.name for v in here.all() if "example" in line(v, UNICODE, False).detail]
    assert marked == EXAMPLES
    assert [v.name for v in here.all() if v.matches(["example"])] == EXAMPLES
    assert mine.matches(["ISABEL", "min"])
    assert not mine.matches(["isabel", "other"])


def test_broken_saves_have_their_sentence(tmp_path: Path) -> None:
    here = shelf(tmp_path, "veto-in-hand:odd")
    path = here.store.paths.saves / "odd.toml"
    (here.store.paths.saves / "torn.toml").write_text("nonsense", encoding="utf-8")
    assert "not an El Grande save" in named(here, "torn").problem
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"veto-in-hand"', "").replace("red", "rde", 60), encoding="utf-8")
    assert named(here, "odd").problem


def test_mending_copies_what_is_sound(tmp_path: Path) -> None:
    here = shelf(tmp_path, "veto-in-hand:odd")
    path = here.store.paths.saves / "odd.toml"
    tear(path)
    before = path.read_bytes()
    odd = named(here, "odd")
    assert odd.problem
    name = here.mend(odd)
    assert not named(here, name).problem
    assert path.read_bytes() == before


def test_rename_copy_and_the_bin(tmp_path: Path) -> None:
    here = shelf(tmp_path, "sample-game:mine", "veto-in-hand:other")
    data = (here.store.paths.saves / "mine.toml").read_bytes()
    here.rename(named(here, "mine"), " yours ")
    assert (here.store.paths.saves / "yours.toml").read_bytes() == data
    with pytest.raises(SaveExists):
        here.rename(named(here, "yours"), "other")
    with pytest.raises(SaveError):
        here.rename(named(here, "yours"), "con")
    here.copy(named(here, "yours"), str(tmp_path / "elsewhere.toml"))
    assert (tmp_path / "elsewhere.toml").read_bytes() == data
    where = here.delete(named(here, "yours"))
    assert where.parent == here.store.paths.bin
    assert where.read_bytes() == data
    assert [v.name for v in here.all() if not v.example] == ["other"]


def test_examples_stay_as_they_are(tmp_path: Path) -> None:
    here = shelf(tmp_path)
    veto = example(here, "veto-in-hand")
    for act in (lambda: here.delete(veto), lambda: here.rename(veto, "mine")):
        with pytest.raises(SaveError, match="copy one"):
            act()
    name = here.adopt(veto)
    assert named(here, name).scores == veto.scores
    assert here.adopt(named(here, name)) == name


@pytest.mark.parametrize("mtime", [0.0, 1e18, -1e18, 1e300, float("inf")])
def test_a_time_that_no_calendar_has_is_left_out(mtime: float) -> None:
    assert when(mtime) == ""


def test_a_line_has_all_names_or_none() -> None:
    players = ("Isabel", "Fernando", "Juana", "Gonzalo", "Beatriz")
    saved = SavedGame("x", "x" * 30, "2026-01-01 12:00", players, (100, 101, 102, 103, 104), 9)
    item = line(saved, UNICODE, wide=False)
    assert "5 players" in item.text
    assert cells(item.text) + cells(item.detail) <= 68
    assert "Beatriz 104" in line(saved, UNICODE, wide=True).text
    assert "Beatriz" in line(replace(saved, name="x", when=""), UNICODE, wide=False).text


# -- the screen --------------------------------------------------------------


def opened(folder: Path, *names: str) -> ElGrande:
    shelf(folder, *names)
    return ElGrande(Games(Paths(folder), Inline), glyphs=UNICODE, bots=("steward",), seed=7)


async def test_typing_searches_and_enter_plays(tmp_path: Path) -> None:
    async with running(opened(tmp_path, "veto-in-hand:alpha", "sample-game:beta")) as (app, pilot):
        await press(pilot, "l", *"br")
        screen = app.screen
        assert isinstance(screen, LoadScreen)
        assert screen.saved is not None
        assert screen.saved.name == "alpha"
        assert "beta" not in screen_text(app)
        assert "Ana 32, Bruno 35, Clara 31. Round 5." in screen_text(app)
        await press(pilot, "enter")
        await press(pilot, "escape")  # what happened before is told first
        assert isinstance(app.screen, TableScreen)
        assert app.game is not None
        assert app.game.name == "alpha"


async def test_what_nobody_has_is_said(tmp_path: Path) -> None:
    async with running(opened(tmp_path), "l") as (app, pilot):
        assert "No saves yet." in screen_text(app)
        assert "These come with the game." in await seen(pilot, "down")
        assert "No save matches that" in await seen(pilot, "enter", *"zzz")
        await press(pilot, "enter", "tab")
        assert isinstance(app.screen, LoadScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)


async def test_an_example_is_copied_and_played(tmp_path: Path) -> None:
    app = opened(tmp_path)
    before = (shipped("saves") / "veto-in-hand.toml").read_bytes()
    async with running(app, "l", *"veto") as (_, pilot):
        assert "None of your saves matches." in screen_text(app)
        # The cursor stands on what was found.
        await press(pilot, "enter")
        assert app.game is not None
        assert app.game.path == Paths(tmp_path).saves / "my-veto-in-hand.toml"
    assert (shipped("saves") / "veto-in-hand.toml").read_bytes() == before


async def test_rename_copy_and_delete_by_keys(tmp_path: Path) -> None:
    app = opened(tmp_path, "sample-game:mine")
    saves = Paths(tmp_path).saves
    async with running(app, "l", "tab", "n") as (_, pilot):
        write(app, "ours")
        assert "mine is now called ours." in await seen(pilot, "enter")
        assert (saves / "ours.toml").exists()
        await press(pilot, "tab", "c", "enter")
        assert len(list(saves.glob("*.toml"))) == 2
        write(app, "ours")
        await press(pilot, "tab", "c")
        write(app, "ours")
        await press(pilot, "enter")
        assert "not overwritten" in " ".join(screen_text(app).split())
        screen = app.screen
        assert isinstance(screen, LoadScreen)
        assert screen.saved is not None
        name = screen.saved.name
        await press(pilot, "tab", "d", "n")
        assert (saves / f"{name}.toml").exists()
        await press(pilot, "tab", "d", "y")
        assert not (saves / f"{name}.toml").exists()
        assert (Paths(tmp_path).bin / f"{name}.toml").exists()
        assert "Deleted" in screen_text(app)


async def test_replay_and_back(tmp_path: Path) -> None:
    async with running(opened(tmp_path, "five-stewards:mine"), "l", "tab", "r") as (app, pilot):
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "right", "q")
        assert isinstance(app.screen, LoadScreen)


async def test_what_is_over_can_be_analysed_and_not_played_on(tmp_path: Path) -> None:
    app = opened(tmp_path, "five-stewards:over", "after-round-three:open")
    async with running(app, "l") as (_, pilot):
        write(app, "open")
        assert "[p] Play on" in await seen(pilot, "tab")
        assert "[a] Analyse" not in screen_text(app)
        await press(pilot, "escape")
        write(app, "over")
        assert "[p] Play on" not in await seen(pilot, "tab")
        await press(pilot, "a")
        assert isinstance(app.screen, AnalysisScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, ReplayScreen)
        await press(pilot, "q")
        assert isinstance(app.screen, LoadScreen)


async def test_a_broken_save_says_why_and_can_be_mended(tmp_path: Path) -> None:
    app = opened(tmp_path, "veto-in-hand:odd")
    path = Paths(tmp_path).saves / "odd.toml"
    tear(path)
    async with running(app, "l") as (_, pilot):
        shown = " ".join(screen_text(app).split())
        assert "cannot be played" in shown
        assert "odd.toml, line" in shown
        assert "The intact part is now in odd-sound." in await seen(pilot, "tab", "m")
        write(app, "sound")
        await press(pilot, "enter")
        assert app.game is not None
        assert app.game.name == "odd-sound"


# -- pictures ----------------------------------------------------------------


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "160x48"])
@pytest.mark.parametrize("keys", [[], ["down", "down", "tab"]], ids=["list", "actions"])
def test_load(
    sheet_compare: Compare,
    tmp_path: Path,
    size: tuple[int, int],
    keys: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here = shelf(tmp_path, "after-round-three:a-summer-evening", "five-stewards:the-stewards")
    (here.store.paths.saves / "torn.toml").write_text("nonsense", encoding="utf-8")
    games = Games(Paths(tmp_path), Inline)
    listed = sorted(games.saves(), key=lambda summary: summary.name, reverse=True)
    # Noon by the clock here, wherever here is.
    noon = datetime(2026, 1, 31, 12).timestamp()
    listed = [replace(each, mtime=noon) for each in listed]
    monkeypatch.setattr(games, "saves", lambda: listed)
    app = ElGrande(games, glyphs=UNICODE, bots=("steward",), seed=1996)

    async def before(pilot: Any) -> None:
        await press(pilot, "l", *keys)

    assert sheet_compare(app, terminal_size=size, run_before=before)


async def test_a_finished_game_is_opened_to_its_end(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), Inline)
    game = games.new(fresh(2, 4, persons="", short=True))
    game.start()
    game.stop()
    async with running(ElGrande(games, glyphs=UNICODE, bots=("steward",), seed=7)) as (_, pilot):
        assert "The game is over" in await seen(pilot, "l", "enter")


ALIKE = {
    "five players": "red-blue-green-yellow-white{}",
    "forty": "a" * 38 + "{}",
    "100 columns": "the-long-game-of-all-those-autumn-evenings-" * 3 + "{}",
    "wide": "長" * 60 + "{}",
}


@pytest.mark.long
@pytest.mark.parametrize("kind", ALIKE)
@pytest.mark.parametrize("size", [SMALL, LARGE])
async def test_names_that_begin_alike_are_told_apart(
    tmp_path: Path, kind: str, size: tuple[int, int]
) -> None:
    here = shelf(tmp_path, "five-stewards:some")
    folder = Paths(tmp_path).saves
    data = (folder / "some.toml").read_bytes()
    ends = ("-2", "-3", "-4")
    for end in ends:
        (folder / f"{ALIKE[kind].format(end)}.toml").write_bytes(data)
    saved_games = [saved for saved in here.all() if not saved.example]
    assert len({saved.name for saved in saved_games}) == 4
    async with running(ElGrande(Games(Paths(tmp_path), Inline)), "l", size=size) as (app, pilot):
        rows = screen_text(app).splitlines()
        for end in ends:
            assert sum(f"{end} " in row for row in rows) == 1, (end, rows)
        await press(pilot, *"-3", "tab", "d")
        await eventually(lambda: isinstance(app.screen, AskScreen))
        assert "-3? It will be moved to the bin." in " ".join(
            screen_text(app).replace("│", "").split()
        )
