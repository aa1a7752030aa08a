"""Commands refuse a save and a position of other rules."""

from __future__ import annotations

import zlib

import pytest
from calls import one_sentence

from elgrande.saves import shipped


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
