"""Where it is one's turn: in saves, and on servers that are asked with somebody's own ssh."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from calls import Ran, one_sentence

from elgrande.app.saved_games import turns
from elgrande.app.saved_games.turns import Servers
from elgrande.saves import Store, shipped

Run = Callable[..., Ran]
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the stand-in for ssh is a script")


@pytest.fixture
def ssh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Put a script in the place of ssh; returns the file that has what it was called with."""

    def put(script: str) -> Path:
        folder = tmp_path / "bin"
        folder.mkdir(exist_ok=True)
        called = tmp_path / "called"
        (folder / "ssh").write_text(f'#!/bin/sh\necho "$@" >> {called}\n{script}\n')
        (folder / "ssh").chmod(0o755)
        monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
        return called

    return put


def put(store: Store, *examples: str) -> None:
    for name in examples:
        store.copy(shipped("saves") / f"{name}.toml", name)


def test_it_tells_the_saves_that_wait_for_a_person(run: Run, store: Store) -> None:
    put(store, "veto-in-hand", "colonies-four", "five-stewards")
    ran = run("turns")
    assert (ran.code, ran.err) == (0, "")
    told = [line for line in ran.out.splitlines() if line.startswith("  ")]
    assert len(told) == 1
    assert told[0].split()[:3] == ["veto-in-hand", "round", "5"]


def test_without_saves_and_servers_nothing_waits(run: Run, store: Store) -> None:
    assert run("turns").out == "No save waits for you.\n"


def test_a_server_is_asked_and_remembered_until_it_is_forgotten(
    run: Run, store: Store, ssh: Callable[[str], Path]
) -> None:
    called = ssh('printf "lisbon: round 3; it waits for you.\\n\\033[2Jbad\\n"')
    said = run("turns", "--server", "ana@host:2222").out
    assert "Your turn on ana@host:2222:\n  lisbon: round 3; it waits for you.\n" in said
    assert "\x1b" not in said
    assert "ssh://ana@host:2222 turns" in called.read_text()
    assert "BatchMode=yes" in called.read_text()
    assert json.loads(run("turns", "--json").out)["servers"][0]["server"] == "ana@host:2222"
    ssh("true")
    assert "No game on ana@host:2222 waits for you." in run("turns").out
    assert "ana@host" not in run("turns", "--forget", "ana@host:2222").out
    one_sentence(run("turns", "--forget", "ana@host:2222"))


@pytest.mark.parametrize(
    ("script", "says"),
    [
        ("echo 'Permission denied (publickey).'; exit 255",
         "host cannot be reached: Permission denied (publickey)."),
        ("echo 'This server runs no commands.'; exit 2",
         "host does not tell it: This server runs no commands."),
        ("exec sleep 60", "host did not answer within 0 seconds."),
        ("exec yes", "host does not tell it: y."),
    ],
)  # fmt: skip
def test_a_server_that_does_not_tell_it_is_named_in_a_sentence(
    run: Run, store: Store, ssh: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch,
    script: str, says: str,
) -> None:  # fmt: skip
    if "sleep" in script:
        monkeypatch.setattr(turns, "PATIENCE", 0.2)
    ssh(script)
    ran = run("turns", "--server", "host")
    assert ran.code == 1
    assert says in ran.out.splitlines()
    assert ran.err == ""


def test_without_ssh_it_is_said(
    run: Run, store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = run("turns", "--server", "host")
    assert ran.code == 1
    assert "ssh cannot be started" in ran.out


@pytest.mark.parametrize("name", ["-oProxyCommand=x", "a b", "ana@", "host:port", "@host", ""])
def test_what_is_no_address_is_refused(run: Run, store: Store, name: str) -> None:
    ran = run("turns", f"--server={name}")
    one_sentence(ran)
    assert not (store.paths.state / Servers.FILE).exists()


def test_a_list_of_servers_that_is_none_of_ours_asks_nobody(run: Run, store: Store) -> None:
    path = store.paths.state / Servers.FILE
    for text in ('format = 1\nservers = ["-oProxyCommand=x"]', "nonsense", "format = 7"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        ran = run("turns")
        assert (ran.code, ran.out) == (0, "No save waits for you.\n")
        assert ran.err.startswith("elgrande: servers.toml cannot be read, so no server is asked")
        assert path.read_text(encoding="utf-8") == text
