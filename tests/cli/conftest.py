"""Running commands, in this process and in one of their own."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from calls import Ran

from elgrande.cli.main import main
from elgrande.saves import Paths, Store
from patience import PATIENCE


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("ELGRANDE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def store(home):
    return Store(Paths(home))


@pytest.fixture
def run(home, capsys):
    """Run a command here."""

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main(list(arguments))
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def spawn(home):
    """Run a command in a process of its own, with lines to read."""

    def spawn(*arguments: str, text: str = "", **environment: str) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "elgrande", *arguments],
            input=text, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE,
            env={**os.environ, **environment}, check=False,
        )  # fmt: skip
        return Ran(done.returncode, done.stdout, done.stderr)

    return spawn


@pytest.fixture(autouse=True)
def _only_ours(only_ours: None) -> None:
    """What is offered must not depend on the expansions of other tests."""
