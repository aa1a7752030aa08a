"""Every option and every word of every command takes strange texts and strange files.

A walk over the parsers, so that the next option is found here without being named.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tomllib

import pytest
import tomli_w
from calls import Ran

import strange
from elgrande.cli.main import command_of, commands
from elgrande.saves import shipped

NEEDED = {
    "show": ["sample-game"], "replay": ["sample-game"], "check": ["sample-game"],
    "analyse": ["sample-game"],
    "resume": ["sample-game"], "play": ["--plain", "--players=2"], "new": ["--no-play"],
    "tournament": ["random", "steward", "--games=1", "--jobs=1", "--short"],
    "simulate": ["--games=1", "--jobs=1", "--players=2", "--bots=random", "--short"],
}  # fmt: skip
"""What a command is called with besides the word that is tried."""
DECKS = [["show", "{}"], ["show", "1996", "{}"], ["export", "{}"], ["export", "1996", "{}"],
         ["export", "1996", "{}", "--force"], ["check", "{}"]]  # fmt: skip


def calls() -> dict[str, list[str]]:
    """Every call with one word left open, by a name."""
    found = {}
    for name in commands():
        parser, _ = command_of(name)
        for action in parser._actions:
            if action.nargs == 0 or isinstance(action, argparse._HelpAction) or action.type is int:
                continue
            if action.option_strings:
                found[f"{name} {action.option_strings[-1]}"] = [
                    name, *(["list"] if name == "decks" else NEEDED.get(name, [])),
                    f"{action.option_strings[-1]}={{}}",
                ]  # fmt: skip
            elif name != "decks":
                plain = ["--plain"] if name in ("play", "resume") else []
                found[f"{name} {action.dest}"] = [name, *plain, "{}"]
    for words in DECKS:
        found[f"decks {' '.join(words)}"] = ["decks", *words]
    found["check --salvage"] = ["check", "sample-game", "--salvage={}"]
    return found


CALLS = calls()


def test_the_walk_finds_what_there_is():
    assert {"show save", "new --from", "new --deck", "new --name", "paths --data-dir",
            "decks --data-dir", "app save", "play save"} <= set(CALLS)  # fmt: skip


def survived(ran: Ran) -> None:
    """Either it was good for something, or one sentence says why not and nothing came of it."""
    if ran.code == 0:
        assert ran.err == ""
    else:
        assert ran.code == 2, ran
        assert ran.err.startswith("elgrande: ")
        assert "Usage" not in ran.err
        for line in ran.err.splitlines():
            strange.harmless(line)


@pytest.fixture
def quiet(run, home, tmp_path, monkeypatch):
    """Run a call with nothing to read, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", open(os.devnull))  # noqa: SIM115

    def call(words: list[str], word: str) -> Ran:
        return run(*(each.replace("{}", word, 1) for each in words))

    return call


@pytest.mark.long
@pytest.mark.parametrize("name", CALLS)
def test_strange_texts(quiet, home, tmp_path, name):
    for what, text in strange.TEXTS.items():
        before = sorted(map(str, tmp_path.rglob("*.toml")))
        ran = quiet(CALLS[name], text)
        try:
            survived(ran)
            assert not (home / "reports").exists()
            if ran.code:
                assert ran.err.count("\n") == 1, ran.err
                assert sorted(map(str, tmp_path.rglob("*.toml"))) == before
        except AssertionError as fault:
            raise AssertionError(f"{name}, {what}: {ran}") from fault


def test_a_path_of_blanks_is_said_to_be_one(quiet):
    for name in ("new --from", "new --data-dir", "decks export 1996 {}", "resume --commands"):
        for blank in ("", " ", "\t "):
            ran = quiet(CALLS[name], blank)
            if ran.code or blank:  # no folder at all is the usual one
                assert ran.code == 2, (name, blank)
                assert "blank" in ran.err or "control" in ran.err, (name, blank, ran.err)


READS = ["show save", "replay save", "check save", "resume save", "play save", "app save",
         "new --from", "new --deck", "simulate --deck", "decks show {}", "decks check {}",
         "decks export {}"]  # fmt: skip


@pytest.mark.parametrize("name", READS)
def test_strange_files(quiet, home, tmp_path, name):
    for what, path in strange.files(tmp_path / "files").items():
        ran = quiet(CALLS[name], str(path))
        try:
            assert ran.code in ((1, 2) if name == "check save" else (2,)), ran
            assert ran.out == ""
            for line in ran.err.splitlines():
                strange.harmless(line)
            assert not (home / "reports").exists()
            assert not (home / "saves").exists()
        except AssertionError as fault:
            raise AssertionError(f"{name}, {what}: {ran}") from fault


def test_strange_files_of_commands(quiet, home, tmp_path):
    """Before an example is copied to be played on; any text may hold commands."""
    files = strange.files(tmp_path / "files")
    kinds = {
        "a pipe",
        "zero",
        "a folder",
        "a circle",
        "not there",
        "no UTF-8",
        "too much",
        "UTF-16",
    }
    for what in kinds & set(files):
        ran = quiet(CALLS["resume --commands"], str(files[what]))
        assert ran.code == 2, what
        survived(ran)
        assert not (home / "saves").exists(), what


@pytest.mark.parametrize("name", [
    "decks export 1996 {}", "decks export 1996 {} --force", "new --data-dir", "decks --data-dir",
])  # fmt: skip
def test_strange_places_to_write(quiet, tmp_path, name):
    for what, path in strange.files(tmp_path / "files").items():
        if what not in ("not there", "zero", "null", "a folder"):
            before = path.read_bytes() if path.is_file() else None
            survived(quiet([word for word in CALLS[name] if word != "--force"], str(path)))
            assert before is None or path.read_bytes() == before, what


def test_a_pipe_is_not_waited_for_when_it_is_written(quiet, tmp_path):
    path = strange.files(tmp_path / "files")["a pipe"]
    survived(quiet(["decks", "export", "1996", "{}", "--force"], str(path)))


VALUES = ["x" * 3900, "\x1b[2J\u202e", "", -1, 10**30, 1.5, True, [], [[[["a"]]]], {},
          {"a": {"b": 1}}, ["x" * 3000], [1, "a", {}], {"\x1b[2J": "x" * 500}]  # fmt: skip


def leaves(value, path=()):
    """Every place in nested values, from the outside in."""
    if path:
        yield path
    items = value.items() if isinstance(value, dict) else ()
    for key, inner in enumerate(value) if isinstance(value, list) else items:
        yield from leaves(inner, (*path, key))


def replaced(value, path, new):
    """The same values with another one in a place."""
    if not path:
        return new
    key, *rest = path
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[key] = replaced(value[key], rest, new)
    return copy


def positions():
    text = (shipped("saves") / "sample-game.position.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def test_every_field_of_a_position_with_every_kind_of_value(quiet, tmp_path):
    whole = positions()
    # One of each kind: the same field of another seat or stack is read by the same line.
    places = {tuple(0 if isinstance(k, int) else k for k in path): path for path in leaves(whole)}
    file = tmp_path / "mine.toml"
    assert len(places) > 15
    refused = 0
    for number, path in enumerate([*places.values(), ("nowhere",), ("\x1b[2J" * 900,)]):
        # Every kind of value meets every place in turn, a few a place: it is one reader.
        for value in [VALUES[(number + step) % len(VALUES)] for step in range(0, 9, 2)]:
            data = replaced({path[0]: 0, **whole} if path[0] not in whole else whole, path, value)
            file.write_bytes(tomli_w.dumps(data).encode())
            ran = quiet(["new", "--no-play", "--from={}"], str(file))
            survived(ran)
            refused += ran.code == 2
            assert ran.code == 0 or "mine.toml" in ran.err, (path, value, ran)
    assert refused > 60


@pytest.mark.skipif(os.name != "posix", reason="a shell's way to close a stream")
@pytest.mark.long
@pytest.mark.parametrize(
    ("words", "closed"),
    [
        ("show sample-game", "<&-"),
        ("show sample-game", ">&-"),
        ("show sample-game", "2>&-"),
        ("", "<&- >&- 2>&-"),
        ("", "<&-"),
        ("play --plain --players 2", "<&-"),
        ("play --plain --bots random", "<&- >&-"),
        ("simulate --games 1 --bots random", "<&- 2>&-"),
        ("simulate --games 4 --players 2 --bots random --jobs 2", "<&-"),
        ("simulate --games 4 --players 2 --bots random --jobs 2", "<&- >&- 2>&-"),
    ],
)
def test_streams_that_are_closed(home, words, closed):
    done = subprocess.run(
        ["/bin/sh", "-c", f'"{sys.executable}" -m elgrande {words} {closed}'],
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    written = ">&-" not in closed.replace("2>&-", "")
    assert done.returncode == (0 if words and written else 2), done
    assert "mistake" not in done.stderr
    assert done.stderr.count("\n") == (done.returncode == 2 and "2>&-" not in closed)
    assert not (home / "reports").exists()
