"""Commands say under which version of the rules a game is played, and refuse unknown ones."""

from __future__ import annotations

import json
import zlib
from pathlib import Path

import pytest
from calls import one_sentence

OLD = Path(__file__).parents[1] / "saves" / "version-1"
EARLIER = "This game is played by the earlier rules {0}/1, not by {0}/2: "


@pytest.mark.parametrize(("name", "edition"), [("1996", "1996"), ("power-shift", "2023")])
def test_earlier_rules_are_said(run, spawn, name, edition):
    path = str(OLD / f"{name}.toml")
    said = EARLIER.format(edition)
    checked = run("check", path)
    assert checked.code == 0
    assert said in checked.out
    assert said in run("show", path).out
    assert "rules" not in json.loads(run("show", path, "--json").out)


def test_the_dialogue_says_earlier_rules_before_it_asks(run, store, spawn):
    store.copy(OLD / "1996.toml", "mine")
    ran = spawn("resume", "mine", "--plain")
    assert f"Note: {EARLIER.format('1996')}" in ran.out


def test_of_the_newest_rules_nothing_is_said(run):
    assert run("new", "--players", "2", "--seed", "1", "--name", "mine", "--no-play").code == 0
    for words in (run("check", "mine").out, run("show", "mine").out):
        assert "earlier rules" not in words
    assert json.loads(run("show", "mine", "--json").out)["rules"] == "1996/2"


@pytest.mark.parametrize("rules", ["1996/3", "1996/x", "2023/1"])
@pytest.mark.parametrize("command", [["check"], ["show"], ["resume", "--plain"], ["replay"]])
def test_unknown_rules_are_refused(run, store, tmp_path, command, rules):
    path = tmp_path / "strange.toml"
    data = (
        (OLD / "1996.toml").read_bytes().replace(b'rules = "1996/1"', f'rules = "{rules}"'.encode())
    )
    head, _, rest = data.partition(b"\n[seal]\n")
    _, _, records = rest.partition(b'"\n')
    sealed = head + b"\n[seal]\n"
    path.write_bytes(sealed + b'crc = "%08x"\n' % zlib.crc32(sealed) + records)
    ran = run(*command[:1], str(path), *command[1:])
    one_sentence(ran)
    assert "strange" in ran.err
    assert f"this game is played by the rules '{rules}'" in ran.err


def test_a_position_in_the_middle_of_things_goes_on_by_its_own_rules(run, tmp_path):
    file = tmp_path / "position.toml"
    for number in range(20, 60):
        shown = run("show", str(OLD / "1996.toml"), "--toml", "--at", str(number)).out
        if "program = " in shown:
            break
    file.write_text(shown, encoding="utf-8")
    made = run("new", "--from", str(file), "--name", "again", "--short", "--no-play")
    assert made.code == 0, made.err
    assert EARLIER.format("1996") in run("check", "again").out
    file.write_text(shown.replace("schema = 1", 'schema = 1\nrules = "1996/4"'), encoding="utf-8")
    ran = run("new", "--from", str(file), "--name", "third", "--short", "--no-play")
    one_sentence(ran)
    assert "--from position.toml, top, field 'rules': " in ran.err
    assert "'1996/4'" in ran.err
