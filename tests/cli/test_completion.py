"""What a shell is told that could follow on a command line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from shutil import which

import pytest
from argcomplete import CompletionFinder
from calls import Ran, one_sentence

from elgrande.cli.completion import parser_for
from elgrande.saves import Store, shipped
from patience import PATIENCE

Run = Callable[..., Ran]


@pytest.fixture
def told(home: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], set[str]]:
    """What a shell is told of a line."""
    # It is the ninth descriptor, which is somebody else's here.
    monkeypatch.setattr(CompletionFinder, "_init_debug_stream", lambda _finder: None)

    def told(line: str) -> set[str]:
        for name, value in asked(line).items():
            monkeypatch.setenv(name, value)
        found = StringIO()
        with pytest.raises(SystemExit):
            CompletionFinder()(parser_for(line), False, exit_method=sys.exit, output_stream=found)
        monkeypatch.delenv("_ARGCOMPLETE")
        return {line.strip() for line in found.getvalue().splitlines()}

    return told


def asked(line: str) -> dict[str, str]:
    """What a shell says of a line whose last word is to be completed."""
    return {"_ARGCOMPLETE": "1", "COMP_LINE": line, "COMP_POINT": str(len(line)),
            "_ARGCOMPLETE_IFS": "\n"}  # fmt: skip


def test_the_program_answers_a_shell_and_does_nothing_else(spawn: Run, tmp_path: Path) -> None:
    file = tmp_path / "told"
    ran = spawn("quit", **asked("elgrande rec"), _ARGCOMPLETE_STDOUT_FILENAME=str(file))
    assert (ran.code, ran.out, ran.err) == (0, "", "")
    assert file.read_text(encoding="utf-8").strip() == "record"


def test_commands_saves_and_what_is_installed(
    told: Callable[[str], set[str]], store: Store
) -> None:
    store.copy(shipped("saves") / "veto-in-hand.toml", "our-evening")
    assert {"new", "serve", "completion"} <= told("elgrande ")
    assert told("elgrande our") == {"our-evening"}
    assert told("elgrande resume our") == {"our-evening"}
    assert told("elgrande analyze five") == {"five-stewards"}
    assert told("elgrande new --edition ") == {"1996", "2023"}
    assert told("elgrande new --expansion colonies,power") == {"colonies,power-shift"}
    assert told("elgrande simulate --bots steward,mar") == {"steward,marshal"}
    assert told("elgrande tournament stew") == {"steward"}
    assert told("elgrande --ascii completion ") == {"bash", "fish", "zsh"}
    assert told("elgrande new --shor") == {"--short"}


@pytest.mark.parametrize("shell", ["bash", "fish", "zsh"])
def test_each_shell_gets_a_script_that_it_can_read(run: Run, shell: str) -> None:
    ran = run("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert "elgrande" in ran.out
    if shell == "bash" and which("bash") and sys.platform != "win32":
        subprocess.run(["bash", "-n"], input=ran.out, text=True, check=True, timeout=PATIENCE)


def test_another_shell_is_refused(run: Run) -> None:
    one_sentence(run("completion", "cmd"))
    one_sentence(run("completion"))
