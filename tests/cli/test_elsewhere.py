"""Version against version: bots that are asked in another environment, and what is refused."""

from __future__ import annotations

import json
import os
import shlex
import sys
from pathlib import Path

import pytest
from calls import one_sentence

from elgrande.bots import runner
from elgrande.tournament import games
from thirdparty import install

pytestmark = pytest.mark.skipif(os.name != "posix", reason="the program is a script of a shell")

CALL = ("--players", "2", "--short", "--seed", "1", "--games", "2", "--jobs", "1")
BOT = """
import os, re, sys
from elgrande.bots.bot import Answer
class Bot:
    def choose(self, request):
        {body}
        return Answer(request.decision.codes[0], "", {tries})
"""


@pytest.fixture
def there(tmp_path, monkeypatch):
    """Make a Python of another environment, in which the bot ``mine`` has another body."""

    def make(body: str = "pass") -> Path:
        folder = tmp_path / "there"
        folder.mkdir()
        with monkeypatch.context() as patch:
            install(folder, patch, BOT.format(body=body, tries=7))
        program = folder / "python"
        path, python = shlex.quote(str(folder)), shlex.quote(sys.executable)
        program.write_text(f'#!/bin/sh\nPYTHONPATH={path} exec {python} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
        return program

    return make


def test_a_bot_plays_against_itself_as_it_is_elsewhere(run, there, tmp_path, monkeypatch):
    here = tmp_path / "here"
    here.mkdir()
    install(here, monkeypatch, BOT.format(body="pass", tries=3))
    other = there(f"if {str(here)!r} in sys.path: raise ValueError('that leads to us')")
    path, folder = tmp_path / "t.jsonl", tmp_path / "games"
    call = ("tournament", "mine", f"mine@{other}", *CALL, "--json", str(path))
    ran = run(*call, "--record", str(folder))
    assert (ran.code, ran.err, "note:" in ran.out) == (0, "", False)
    first, *_, last = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())
    assert [row["simulations"] for row in last["results"]["standings"]] == [3, 7]
    mine, others = first["versions"]
    assert (mine["name"], others["name"]) == ("mine", f"mine@{other}")
    assert mine["version"] == others["version"] == "1.0"
    assert mine["code"] != others["code"]
    assert all(
        "intact" in line for line in run("check", *map(str, folder.iterdir())).out.split("\n")[:-1]
    )
    one_sentence(run("tournament", "--json", str(path)))
    assert run(*call).out == ran.out.rpartition("2 games recorded")[0]


def test_it_plays_in_a_simulation_too(run, there):
    ran = run("simulate", "--bots", f"random,mine@{there()}", *CALL)
    assert (ran.code, ran.err) == (0, "")
    assert " 7." in ran.out


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("os._exit(0)", "stopped instead of answering"),
        ("re.match('(a*)*b', 'a' * 64)", "computed for 0.3 seconds and did not answer"),
        pytest.param(
            "hold = bytearray(2 << 30)", "failed (MemoryError)",
            marks=pytest.mark.skipif(sys.platform != "linux", reason="memory has no limit"),
        ),
    ],
)  # fmt: skip
def test_it_is_held_as_any_strangers_bot_is(run, there, monkeypatch, body, fault):
    monkeypatch.setattr(games, "DEADLINE", 0.3)
    other = f"mine@{there(body)}"
    assert f"note: the bot {other!r} {fault}" in run("tournament", "random", other, *CALL).out


def test_what_cannot_be_asked_is_one_sentence(run, there, tmp_path, monkeypatch):
    def refused(bot: str) -> str:
        ran = run("tournament", "random", bot, *CALL)
        one_sentence(ran)
        return ran.err

    other = str(there())
    assert "none'; behind the @ write the path of a Python" in refused(f"mine@{tmp_path}/none")
    assert "there is no program" in refused(f"mine@{tmp_path}")
    assert "there is no program" in refused("mine@\x1b[2J")
    assert "that program has no elgrande, or too old a one" in refused("mine@/bin/sh")
    assert "there/python': there is no bot called 'hal'; choose from random" in refused(
        f"hal@{other}"
    )
    with monkeypatch.context() as patch:
        patch.setattr(runner, "spelling", lambda _: "otherwise")
        assert "its environment plays this game by other rules" in refused(f"mine@{other}")
    monkeypatch.setattr(runner, "PROTOCOL", 9)
    told = "speaks protocol 2 with bots, and this one 9; install the same release on both sides"
    assert told in refused(f"mine@{other}")
    one_sentence(run("tournament", "random", f"mine@{other}", *CALL, "--trust", f"mine@{other}"))
    one_sentence(run("new", "--bots", f"mine@{other}", "--plain"))
