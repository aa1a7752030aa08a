"""``ForceCommand elgrande`` of OpenSSH's server, one account a person: what that server would run.

It starts the account's shell with the command, whatever the visitor asked for, which stands in
``SSH_ORIGINAL_COMMAND``.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("terminals of Unix", allow_module_level=True)

sys.path.insert(0, str(Path(__file__).parent))

from raw import Raw

from patience import PATIENCE

ASKED = "touch asked-for; id"
COMMAND = f"exec {sys.executable} -P -m elgrande"


@pytest.fixture
def account(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An account's home, with the environment that OpenSSH gives."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.7 50000 192.0.2.1 22")
    monkeypatch.setenv("SSH_TTY", "/dev/pts/0")
    monkeypatch.setenv("SSH_ORIGINAL_COMMAND", ASKED)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_menu_comes_whatever_was_asked_for(account: Path) -> None:
    app = Raw(
        account, "-c", "import os, sys; os.execv('/bin/sh', sys.argv[1:])", "sh", "-c", COMMAND
    )
    try:
        app.until(b"New game")
        app.send(b"\x11")
        assert app.ended() == 0
    finally:
        app.close()
    assert not (account / "asked-for").exists()
    for path in account.rglob("*"):
        assert not path.stat().st_mode & 0o077 or path.name.startswith("."), path


def test_without_a_terminal_it_is_a_sentence_and_a_status(account: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", "-c", COMMAND], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 2
    assert "needs a terminal" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not (account / "asked-for").exists()


def test_a_driver_that_is_named_stands_for_a_terminal(
    account: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``textual serve elgrande`` does, for a browser."""
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    code = (
        "from elgrande.app.screens.menu import MenuScreen\n"
        "def label(self): self.app.exit(7, return_code=7)\n"
        "MenuScreen._label = label\n"
        "from elgrande.cli.main import main; import sys; sys.exit(main([]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert done.returncode == 7, done.stderr
