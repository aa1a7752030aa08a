"""Hundreds of saves: how many are opened before anything is seen, and what stays where it is."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tables import Inline, fresh, press, running, screen_text, seen, settle
from textual.widgets import Input

from elgrande.app.app import ElGrande
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.panes.lists import ListPane
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.screens import load_screen, menu_screen
from elgrande.app.screens.load_screen import LoadScreen
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.cli.errors import UsageError
from elgrande.cli.games import newest
from elgrande.saves import Paths, Store, shipped
from elgrande.saves.fs import FileSystem, Folder, How
from elgrande.table import saved_game

SMALL = (80, 24)
MANY = 500
THEN = 1_700_000_000


class Counting(FileSystem):
    """The disk, with what was opened and how many bytes were read."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.bytes = 0

    def open(self, folder: Folder, name: str, how: How) -> int:
        if how in {"read", "follow"} and name.endswith(".toml"):
            self.opened.append(name)
        return super().open(folder, name, how)

    def read(self, fd: int, size: int) -> bytes:
        data = super().read(fd, size)
        self.bytes += len(data)
        return data


def fill(folder: Path, saves: int, examples: tuple[str, ...] = ("veto-in-hand",)) -> None:
    """Puts so many saves into a folder, the first the newest."""
    where = Paths(folder).saves
    where.mkdir(parents=True)
    data = [(shipped("saves") / f"{name}.toml").read_bytes() for name in examples]
    for n in range(saves):
        path = where / f"game-{n:03}.toml"
        path.write_bytes(data[n % len(data)])
        os.utime(path, (THEN - 60 * n, THEN - 60 * n))


def opened(folder: Path) -> tuple[ElGrande, Counting]:
    games = Games(Paths(folder), Inline)
    disk = Counting()
    games.store = Store(games.paths, disk)
    return ElGrande(games, glyphs=UNICODE, bots=("steward",), seed=7), disk


def shelf_of(app: ElGrande) -> LoadScreen:
    assert isinstance(app.screen, LoadScreen)
    return app.screen


def listed(app: ElGrande) -> list[tuple[str, str]]:
    return [(item.text, item.detail) for item in app.screen.query_one(ListPane)._items]


@pytest.fixture
def by_hand(monkeypatch: pytest.MonkeyPatch) -> Callable[[LoadScreen], None]:
    """The load screen looks into saves when the test says so, one save at a time."""
    look = LoadScreen._look
    monkeypatch.setattr(LoadScreen, "_look", lambda self: None)
    monkeypatch.setattr(LoadScreen, "filled", True)

    def once(screen: LoadScreen) -> None:
        # Every look at the clock is the end of the stretch but the first.
        clock = iter((0.0, 0.0, 1.0))
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(load_screen, "monotonic", lambda: next(clock))
            patch.setattr(screen, "set_timer", lambda *_: None)
            look(screen)

    return once


async def test_the_menu_opens_one_save(tmp_path: Path) -> None:
    fill(tmp_path, MANY)
    app, disk = opened(tmp_path)
    async with running(app):
        assert "Last played: game-000" in " ".join(screen_text(app).split())
        assert disk.opened == ["game-000.toml"]


@pytest.mark.parametrize("key", ["n", "p", "r", "question_mark", "s"])
async def test_no_way_from_the_menu_opens_more_than_one(tmp_path: Path, key: str) -> None:
    fill(tmp_path, 40)
    app, disk = opened(tmp_path)
    async with running(app) as (_, pilot):
        disk.opened.clear()
        await press(pilot, key)
        assert not isinstance(app.screen, MenuScreen)
        assert len(disk.opened) <= 1


async def test_the_list_is_seen_before_any_save_is_opened(
    tmp_path: Path, by_hand: Callable[[LoadScreen], None]
) -> None:
    fill(tmp_path, MANY)
    app, disk = opened(tmp_path)
    async with running(app) as (_, pilot):
        disk.opened.clear()
        assert "game-001" in await seen(pilot, "l", "down", "down")
        assert disk.opened == []
        before = listed(app)
        assert [text.strip() for text, _ in before[:MANY]] == [f"game-{n:03}" for n in range(MANY)]
        assert all(aside.strip().startswith("2023-") for _, aside in before[:MANY])

        screen = shelf_of(app)
        list_pane = screen.query_one(ListPane)
        rows = list(list_pane.seen)
        order = ["game-002.toml"] + [f"game-{n:03}.toml" for n in rows if n != 2]
        for n in range(len(rows)):
            by_hand(screen)
            assert disk.opened == order[: n + 1], "what is on the screen, the cursor's first"
            assert list_pane.cursor == 2
        await settle(pilot)
        assert screen_text(app).count("round 5") == len(rows)
        assert "Ana 32, Bruno 35, Clara 31. Round 5." in screen_text(app)
        after = listed(app)
        assert [text.split()[0] for text, _ in after] == [text.split()[0] for text, _ in before]

        disk.bytes = 0
        for _ in range(MANY):
            by_hand(screen)
        assert disk.opened[len(rows) :] == [f"game-{n:03}.toml" for n in range(len(rows), MANY)]
        assert disk.bytes <= 20_000 * (MANY - len(rows)), "of the others the headers alone"


async def test_lines_that_come_into_sight_are_looked_into(tmp_path: Path) -> None:
    fill(tmp_path, 60)
    app, _ = opened(tmp_path)
    async with running(app, "l") as (_, pilot):
        for _ in range(6):
            await press(pilot, "pagedown")
            screen = shelf_of(app)
            asides = listed(app)
            for row in screen.query_one(ListPane).seen:
                index = screen._shown[row]
                assert index is None or "over" in asides[row][1] or "round" in asides[row][1]


async def test_a_search_finds_players_that_nobody_has_looked_up(
    tmp_path: Path, by_hand: Callable[[LoadScreen], None]
) -> None:
    fill(tmp_path, 40, ("veto-in-hand",) * 39 + ("five-stewards",))
    app, disk = opened(tmp_path)
    async with running(app, "l") as (_, pilot):
        who = shelf_of(app)._saves.read(shelf_of(app)._reader.all[39]).players[0]  # type: ignore[union-attr]
        disk.bytes = 0
        app.screen.query_one(Input).value = f"game {who}"
        await settle(pilot)
        (found, *_) = shelf_of(app)._shown
        assert shelf_of(app)._reader.all[found or 0].name == "game-039"
        assert len([i for i in shelf_of(app)._shown if i is not None and i < 40]) == 1
        heads = Counting()
        examples = Store(Paths(tmp_path), heads)
        for saved in shelf_of(app)._reader.all[40:]:
            examples.header(saved.which, before="deck")
        whole = (shipped("saves") / "five-stewards.toml").stat().st_size
        assert disk.bytes <= 40 * 20_000 + heads.bytes + whole, "headers, and what is shown"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has neither pipes nor links")
async def test_what_cannot_be_played_says_why_where_it_stands(tmp_path: Path) -> None:
    fill(tmp_path, 8)
    saves = Paths(tmp_path).saves
    spoilt: dict[str, Callable[[Path], Any]] = {
        "game-000": lambda path: (path.unlink(), os.mkfifo(path)),
        "game-001": lambda path: (path.unlink(), path.mkdir()),
        "game-002": lambda path: path.write_bytes(path.read_bytes()[:300]),
        "game-003": lambda path: path.write_bytes(b""),
        "game-004": lambda path: path.write_bytes(b"\xff" * 3_000_000),
        "game-005": lambda path: (path.unlink(), path.symlink_to("game-007.toml")),
        "game-006": lambda path: path.write_bytes(path.read_bytes().replace(b"red", b"rde")),
    }  # fmt: skip
    for n, (name, spoil) in enumerate(spoilt.items()):
        spoil(saves / f"{name}.toml")
        os.utime(saves / f"{name}.toml", (THEN - 60 * n,) * 2, follow_symlinks=False)
    app, _ = opened(tmp_path)
    async with running(app) as (_, pilot):
        assert "Last played: game-007" in " ".join(screen_text(app).split())
        await press(pilot, "l")
        for name in spoilt:
            saved = shelf_of(app).saved
            assert saved is not None
            assert saved.name == name
            assert saved.problem
            assert saved.problem[:40] in " ".join(screen_text(app).split())
            await press(pilot, "down")
        assert screen_text(app).count("cannot be played") == len(spoilt)


async def test_a_save_that_goes_meanwhile_is_told(
    tmp_path: Path, by_hand: Callable[[LoadScreen], None]
) -> None:
    fill(tmp_path, 3)
    app, _ = opened(tmp_path)
    async with running(app, "l") as (_, pilot):
        (Paths(tmp_path).saves / "game-000.toml").unlink()
        by_hand(shelf_of(app))
        await settle(pilot)
        assert "There is no save game-000" in " ".join(screen_text(app).split())


async def test_the_menu_answers_keys_while_it_passes_over_broken_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, 30)
    for path in list(Paths(tmp_path).saves.iterdir()):
        path.write_bytes(b"nonsense")
    monkeypatch.setattr(menu_screen, "MOMENT", 0.0)
    app, disk = opened(tmp_path)
    async with app.run_test(size=SMALL) as pilot:
        while not disk.opened:
            await asyncio.sleep(0)
        assert len(disk.opened) < 30
        await pilot.press("down")
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, MenuScreen)
        assert screen.query_one(ListPane).cursor == 1
        await settle(pilot)
        assert len(disk.opened) == 30
        assert screen.query_one(ListPane).cursor == 1


def test_resume_opens_no_more_than_it_must(tmp_path: Path) -> None:
    fill(tmp_path, MANY, ("five-stewards", "five-stewards", "veto-in-hand"))
    ends = ["game-000", "game-001"]
    # Of the one that is found it has read the end as well, and remembers how it stands.
    for expected in ([*ends, "game-002", "game-002"], ends):
        disk = Counting()
        assert newest(Store(Paths(tmp_path), disk)) == "game-002"
        assert disk.opened == [f"{name}.toml" for name in expected]
        whole = 40_000 * (len(expected) - len(ends))
        assert disk.bytes < whole + 20_000


def test_the_first_resume_replays_no_game_that_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(tmp_path, MANY, ("five-stewards",))
    monkeypatch.setattr(saved_game, "replay", None)
    disk = Counting()
    with pytest.raises(UsageError, match="no unfinished game"):
        newest(Store(Paths(tmp_path), disk))
    assert len(disk.opened) == MANY
    assert disk.bytes <= 1_000 * MANY


async def test_a_game_that_was_played_to_its_end_is_not_replayed_to_learn_that(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = Games(Paths(tmp_path), Inline)
    game = games.new(fresh(2, 4, persons="", short=True))
    game.start()
    assert game.path is not None
    game.stop()
    monkeypatch.setattr(saved_game, "replay", None)
    with pytest.raises(UsageError, match="no unfinished game"):
        newest(games.store)
    (save,) = games.saves()
    assert saved_game.standings(games.store).find(save).over
