"""A report in one key: it holds the save byte for byte, and the suite can replay it."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from tables import Inline, fresh, press, running, table_screen

from elgrande import __version__
from elgrande.app.app import ElGrande
from elgrande.app.panes.glyphs import UNICODE
from elgrande.app.saved_games.game_opener import Games
from elgrande.app.terminal.bug_report import (
    BugReport,
    of_save,
    read,
    render,
    terminal,
    versions,
    write,
)
from elgrande.saves import Paths, SaveError, shipped

SAMPLES = ("five-stewards", "sample-game", "veto-in-hand")


@pytest.mark.parametrize("name", SAMPLES)
def test_a_report_replays_to_the_same_digest(tmp_path: Path, name: str) -> None:
    save = (shipped("saves") / f"{name}.toml").read_bytes()
    made = of_save(save, name, screen="TableScreen", versions=versions(),
                   terminal=terminal((80, 24), "256", "elgrande-dark", "unicode"))  # fmt: skip
    path = write(made, tmp_path / "reports", "20260101-000000")
    back = read(path.read_text(encoding="utf-8"))
    assert back == made
    assert back.save == save
    table = back.table()
    assert table.state.digest() == back.digest != ""
    assert table.history.head == back.entry > 0


@pytest.mark.parametrize("save", [b"\xff\xfe nonsense", b'line\r\nend """ \\ \x00', b"", b"'''"])
def test_any_bytes_come_back(save: bytes) -> None:
    back = read(render(of_save(save, "odd")))
    assert back.save == save
    assert back.digest == ""


def test_versions_and_terminal_are_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("SSH_TTY", "/dev/pts/7")
    monkeypatch.delenv("TMUX", raising=False)
    found = read(
        render(BugReport(versions=versions(), terminal=terminal((90, 30), "256", "x", "y")))
    )
    assert found.versions["elgrande"] == __version__
    assert found.versions["textual"] == "8.2.8"
    assert found.terminal["TERM"] == "xterm-256color"
    # Whether there is an SSH session matters; where it runs does not.
    assert found.terminal["SSH_TTY"] == "set"
    assert "TMUX" not in found.terminal
    assert (found.terminal["width"], found.terminal["height"]) == (90, 30)


def test_nothing_is_overwritten_and_nobody_else_may_read_it(tmp_path: Path) -> None:
    one = write(BugReport(), tmp_path / "reports", "now")
    two = write(BugReport(), tmp_path / "reports", "now")
    assert one != two
    assert stat.S_IMODE(one.stat().st_mode) == 0o600


def test_what_cannot_be_written_or_read_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SaveError, match="could not be written"):
        write(BugReport(), tmp_path / "file", "now")
    with pytest.raises(SaveError, match="not an El Grande report"):
        read("= nonsense")
    with pytest.raises(SaveError, match="is not a report in format 1; check the file"):
        read("report = 99")


async def test_the_key_writes_it_at_the_table_and_at_the_menu(tmp_path: Path) -> None:
    games = Games(Paths(tmp_path), Inline)
    app = ElGrande(games, setup=fresh(3, 11), glyphs=UNICODE, bots=("steward",))
    async with running(app, "9", "escape", "ctrl+b") as (_, pilot):
        assert app.game is not None
        digest = games.store.read(app.game.name).records
        (path,) = games.paths.reports.iterdir()
        report = read(path.read_text(encoding="utf-8"))
        assert report.save == (games.paths.saves / f"{app.game.name}.toml").read_bytes()
        assert report.screen == "TableScreen"
        assert report.entry == len(digest)
        table = report.table()
        assert table.view(None) == app.game.chair.update(None).view
        assert table.state.digest() == report.digest
        (told,) = table_screen(app).table_log.notices
        assert str(path) in told
        # A notice that has one row says at least what it is called.
        (notice,) = (note.message for note in app._notifications)
        assert path.name in notice
        await press(pilot, "q", "y", "ctrl+b")
        (other,) = set(games.paths.reports.iterdir()) - {path}
        assert str(other) in " ".join(note.message for note in app._notifications)
