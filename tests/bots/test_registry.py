"""Bots are found by entry points, ours like anybody's."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from elgrande.bots.bot import BotError
from elgrande.bots.registry import describe, load, make, names, problems
from thirdparty import install

SOURCE = Path(__file__).parents[2] / "src"
OURS = ("random", "page", "squire", "bailiff", "steward", "marshal")


def test_the_built_in_bots_are_there() -> None:
    assert names()[:6] == OURS
    assert describe("random") == "Weakest: picks any legal answer at random."
    assert make("steward") is not make("steward")


@pytest.mark.parametrize("page", ["README.md", "docs/bots.md"])
def test_the_pages_say_of_each_bot_what_it_says_of_itself(page: str) -> None:
    text = (SOURCE.parent / page).read_text(encoding="utf-8")
    for name in OURS:
        assert f"| `{name}` | {describe(name)} | " in text


def test_names_are_listed_without_importing_a_bot() -> None:
    code = (
        "import sys; from elgrande.bots.registry import names; print(names());"
        "print([m for m in sys.modules if 'steward' in m or 'random_bot' in m])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "'steward'" in done.stdout.splitlines()[0]
    assert done.stdout.splitlines()[1] == "[]"


def test_a_bare_checkout_without_metadata_has_the_built_in_ones(tmp_path: Path) -> None:
    """-S leaves out every installed package; only the sources are on the path."""
    code = (
        "from importlib.metadata import entry_points as found;"
        "print(len(found(group='elgrande.bots')));"
        "from elgrande.bots.registry import names, make; print(names(), make('random'))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, check=True,
        cwd=tmp_path, env={"PYTHONPATH": str(SOURCE)},
    )  # fmt: skip
    found, listed = done.stdout.splitlines()
    assert found == "0"
    assert listed.startswith(f"{OURS} <elgrande.bots.random_bot.RandomBot")


def test_another_package_registers_a_bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "class Bot:\n    '''Mine.'''\n    def choose(self, r): ...\n")
    assert "mine" in names()
    assert describe("mine") == "Mine."
    assert problems() == ()


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("1 / 0", "cannot be loaded: ZeroDivisionError: division by zero"),
        ("raise SystemExit('bye')", "cannot be loaded: SystemExit: bye"),
        ("import no_such_module_anywhere", "cannot be loaded: ModuleNotFoundError"),
        ("class Other: ...", "cannot be loaded: AttributeError"),
        ("Bot = 3", "cannot be used: its entry point names no class"),
        ("class Bot: ...", "cannot be used: it has no method 'choose'"),
        ("class Bot:\n def __init__(self): raise OSError('\x1b[2Jno')", "started: OSError: [2Jno"),
    ],
)
def test_a_broken_bot_gets_one_sentence_and_does_not_break_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: str, fault: str
) -> None:
    install(tmp_path, monkeypatch, code)
    assert names()[:6] == OURS
    assert "mine" in names()
    with pytest.raises(BotError) as raised:
        make("mine")
    assert str(raised.value).startswith("the bot 'mine' cannot be ")
    assert fault in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["person", "Mine", "a b", "x" * 25, "\x1b[2J"])
def test_a_name_that_cannot_be_used_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    install(tmp_path, monkeypatch, "class Bot: ...", name)
    assert name not in names()
    (problem,) = problems()
    assert "is ignored" in problem
    assert "\x1b" not in problem


def test_a_name_of_ours_cannot_be_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path, monkeypatch, "class Bot: ...", "steward")
    assert load("steward").__module__ == "elgrande.bots.steward"
    assert problems() == ("a second bot called 'steward' is ignored",)


def test_an_unknown_bot_is_one_sentence() -> None:
    with pytest.raises(BotError, match=f"no bot called 'chess'; choose from {', '.join(OURS)}"):
        load("chess")


@pytest.mark.parametrize(
    ("registered", "problem"),
    [
        (b"[elgrande.bots]\nmine = \xff\xfe:Bot\n", "what 'theirs' registers cannot be read"),
        (b"[elgrande.bots]\nmine\n", "what 'theirs' registers cannot be read"),
        (b"[elgrande.bots]\nmine = ???\n", "the entry point 'mine' of elgrande.bots names nothing"),
        (b"[elgrande.bots\nmine = their_bot:Bot\n", ""),
        (b"\x00" * 1000, ""),
    ],
)
def test_a_package_with_broken_metadata_breaks_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, registered: bytes, problem: str
) -> None:
    install(tmp_path, monkeypatch, "class Bot: ...")
    (tmp_path / "theirs-1.0.dist-info" / "entry_points.txt").write_bytes(registered)
    assert names()[:6] == OURS
    assert "mine" not in names()
    assert problem in " ".join(problems())
    assert bool(problem) == bool(problems())
