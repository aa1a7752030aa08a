"""The screen of a player's record: how it reads, whose it shows, and what it explains."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest
from tables import press, running, screen_text, seen

from elgrande.app.app import ElGrande
from elgrande.app.panes.glyphs import ASCII
from elgrande.app.saved_games.turns import Servers
from elgrande.app.screens.menu_screen import MenuScreen
from elgrande.app.screens.record_screen import RecordScreen
from elgrande.saves import Paths, Store, shipped
from elgrande.saves.standings import FILE
from patience import eventually


def shelf(folder: Path) -> Paths:
    store = Store(Paths(folder))
    for name in ("colonies-four", "thirteen-cards", "king-and-colonies", "veto-in-hand"):
        store.copy(shipped("saves") / f"{name}.toml", name)
    return store.paths


async def test_it_shows_the_record_of_who_plays_most_then_of_the_next(tmp_path: Path) -> None:
    app = ElGrande(shelf(tmp_path), glyphs=ASCII)
    async with running(app, "m") as (_, pilot):
        text = screen_text(app)
        assert text.isascii()
        assert "Ana: 3 games finished, 1 won" in text
        assert "1 game is under way." in text
        assert "Places over time" in text
        assert "Points a game" in await seen(pilot, "pagedown", "pagedown")
        other = await seen(pilot, "pageup", "pageup", "tab")
        assert "Ana: 3 games" not in other
        assert "finished" in other
        assert "in how many of the games" in await seen(pilot, "question_mark")
        await press(pilot, "escape")
        assert isinstance(app.screen, RecordScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, MenuScreen)
    assert (app.navigation.games.paths.cache / FILE).exists(), "the next time is quick"  # type: ignore[attr-defined]


async def test_a_save_that_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    paths = shelf(tmp_path)
    (paths.saves / "torn.toml").write_text("nonsense", "utf-8")
    async with running(ElGrande(paths), "m", size=(120, 40)) as (app, _):
        assert "Ana: 3 games finished" in screen_text(app)


@pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for ssh is a script")
async def test_the_menu_says_where_it_is_ones_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ssh = tmp_path / "bin" / "ssh"
    ssh.parent.mkdir()
    ssh.write_text("#!/bin/sh\ncase $* in *ana@host*) echo lisbon;; *) exit 255;; esac\n")
    ssh.chmod(0o755)
    monkeypatch.setenv("PATH", f"{ssh.parent}:{os.environ['PATH']}")
    paths = shelf(tmp_path / "home")
    for path in paths.saves.glob("*.toml"):
        os.utime(path, (1e9, 1e9))
    Servers(paths.state).keep(["ana@host", "away"])
    async with running(ElGrande(paths), "m", "escape") as (app, pilot):
        await press(pilot)
        await eventually(lambda: "is silent" in screen_text(app), "the servers' answers")
        text = " ".join(screen_text(app).split())
        assert "1 save," in text
        assert "1 on" in text
        assert "ana@host; away is silent" in text


async def test_of_saves_that_are_not_all_known_it_says_so(tmp_path: Path) -> None:
    paths = shelf(tmp_path)
    for path in paths.saves.glob("*.toml"):
        os.utime(path, (1e9, 1e9))
    async with running(ElGrande(paths), "m", "escape") as (app, pilot):
        store = Store(paths)
        store.copy(shipped("saves") / "veto-in-hand.toml", "another")
        await press(pilot, "n", "escape")
        await eventually(lambda: "at least 1 save" in screen_text(app), "the saves were looked at")
