"""Commands about saves: what is listed, which are opened, and that other rules are refused."""

from __future__ import annotations

import json
import os
import re
import sys
import zlib
from collections.abc import Callable
from io import StringIO

import pytest
from calls import Ran, one_sentence

from elgrande.cli.commands.saves import EXAMPLES, NONE, SAVES
from elgrande.saves import SaveSummary, Store, shipped
from elgrande.saves.fs import FileSystem
from elgrande.saves.standings import GameStanding, Standings

Run = Callable[..., Ran]


def test_without_saves_the_examples_stand_alone(run: Run) -> None:
    ran = run("list")
    assert (ran.code, ran.err) == (0, "")
    own, examples = ran.out.split(EXAMPLES)
    assert own.strip() == NONE
    assert re.search(r"^  five-stewards +over +Isabel 68, Fernando 77,", examples, re.MULTILINE)
    assert "round 4" in examples
    assert ".position" not in examples, "a position is no save"


def test_own_saves_come_first_with_round_day_and_players(run: Run, store: Store) -> None:
    store.copy(shipped("saves") / "veto-in-hand.toml", "ours")
    (store.paths.saves / "torn.toml").write_text("nonsense", encoding="utf-8")
    ran = run("list")
    assert ran.code == 0
    own, examples = ran.out.split(EXAMPLES)
    assert own.startswith(SAVES)
    line = r"^  ours +round 5 +\d{4}-\d\d-\d\d \d\d:\d\d  Ana 32, Bruno 35, Clara 31$"
    assert re.search(line, own, re.MULTILINE)
    torn = next(text for text in own.splitlines() if "torn" in text)
    assert "cannot be played" in torn
    assert "torn.toml" in torn
    assert "ours" not in examples


def test_each_line_is_there_before_the_next_save_is_read(
    run: Run, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for n in range(3):
        store.copy(shipped("saves") / "veto-in-hand.toml", f"game-{n}")
    printed: list[int] = []
    find = Standings.find

    def found(self: Standings, save: SaveSummary) -> GameStanding:
        printed.append(sys.stdout.getvalue().count("round 5"))  # type: ignore[attr-defined]
        return find(self, save)

    monkeypatch.setattr(Standings, "find", found)
    run("list")
    assert printed[:4] == [0, 1, 2, 3]


def test_scripts_read_the_same_as_json(run: Run, store: Store) -> None:
    store.copy(shipped("saves") / "five-stewards.toml", "mine")
    listed = json.loads(run("list", "--json").out)
    mine = listed[0]
    assert (mine["name"], mine["example"], mine["over"]) == ("mine", False, True)
    assert mine["scores"] == [68, 77, 97, 85, 86]
    assert [one["example"] for one in listed] == [False] + [True] * (len(listed) - 1)


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


@pytest.mark.parametrize("rules", ["1996/2", "1996/x", "2023/1"])
@pytest.mark.parametrize("command", [["check"], ["show"], ["resume", "--plain"], ["replay"]])
def test_unknown_rules_are_refused(run, store, tmp_path, command, rules):
    path = tmp_path / "strange.toml"
    data = (shipped("saves") / "sample-game.toml").read_bytes()
    data = data.replace(b'rules = "1996/1"', f'rules = "{rules}"'.encode())
    head, _, rest = data.partition(b"\n[seal]\n")
    _, _, records = rest.partition(b'"\n')
    sealed = head + b"\n[seal]\n"
    path.write_bytes(sealed + b'crc = "%08x"\n' % zlib.crc32(sealed) + records)
    ran = run(*command[:1], str(path), *command[1:])
    one_sentence(ran)
    assert "strange" in ran.err
    assert f", field 'rules': these are the rules '{rules}', and this elgrande plays" in ran.err


def test_a_position_of_other_rules_is_refused(run, tmp_path):
    file = tmp_path / "position.toml"
    shown = run("show", "sample-game", "--toml").out
    file.write_text(shown.replace("schema = 1", 'schema = 1\nrules = "1996/4"'), encoding="utf-8")
    ran = run("new", "--from", str(file), "--name", "third", "--short", "--no-play",
              "--house", "own_caballero=false")  # fmt: skip
    one_sentence(ran)
    assert "--from position.toml, top, field 'rules': " in ran.err
    assert "'1996/4'" in ran.err
