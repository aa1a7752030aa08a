"""Hundreds of saves: a command opens those that it is about, and no others."""

import os
from io import StringIO

import pytest

from elgrande.saves import shipped
from elgrande.saves.fs import FileSystem

THEN = 1_700_000_000


@pytest.fixture
def opened(store, monkeypatch):
    """The saves that are opened, out of a folder of sixty."""
    store.paths.saves.mkdir(parents=True)
    data = (shipped("saves") / "veto-in-hand.toml").read_bytes()
    for n in range(60):
        path = store.paths.saves / f"game-{n:02}.toml"
        path.write_bytes(data)
        os.utime(path, (THEN - n, THEN - n))
    names = set()
    plain = FileSystem.open

    def counted(self, folder, name, how):
        fd = plain(self, folder, name, how)
        if how in {"read", "follow", "append"} and name.endswith(".toml"):
            names.add(name)
        return fd

    monkeypatch.setattr(FileSystem, "open", counted)
    return names


@pytest.mark.parametrize(
    ("arguments", "code", "names"),
    [
        (["show", "game-07"], 0, {"game-07.toml"}),
        (["check", "game-07", "game-09"], 0, {"game-07.toml", "game-09.toml"}),
        (["replay", "game-07", "--to", "3"], 0, {"game-07.toml"}),
        (["show", "gmae-07"], 2, set()),
        (["gmae-07"], 2, set()),
        (["play", "--plain", "game-07"], 0, {"game-07.toml"}),
        (["resume", "--plain", "game-07"], 0, {"game-07.toml"}),
        (["resume", "--plain"], 0, {"game-00.toml"}),
        (["new", "--no-play", "--name", "fresh"], 0, {"fresh.toml"}),
        (["paths"], 0, set()),
        (["bots"], 0, set()),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_a_command_opens(run, opened, arguments, code, names, monkeypatch):
    monkeypatch.setattr("sys.stdin", StringIO(""))
    assert run(*arguments).code == code
    assert opened - {"config.toml"} <= names
