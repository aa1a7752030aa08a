"""What is wrong gets one sentence with place and cure, and leaves nothing behind."""

from __future__ import annotations

import pytest
from calls import one_sentence

from elgrande.bots.bot import BotError
from elgrande.cli.commands import tournament
from elgrande.cli.terminal import bar
from elgrande.saves import shipped


@pytest.fixture
def mine(run, store):
    """A save of two people with two answers in it."""
    run("new", "--players", "2", "--seed", "1", "--name", "mine", "--no-play", "--starter", "red")
    with store.open("mine") as save:
        save.append("command", {"do": ["red power 9"]})
        save.append("command", {"do": ["blue power 5"]})
    return store.paths.saves / "mine.toml"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["replay", "sample-game", "--to", "9999"], "--to 9999: this save has records 0 to "),
        (["replay", "sample-game", "--to", "-1"], "records 0 to"),
        (["play", "sample-game", "--plain", "--players", "3"], "leave out the others"),
        (["play", "sample-game", "--plain", "--name", "x"], "leave out the others"),
        (["check", "sample-game", "--salvage", "x"], "intact, so there is nothing"),
        (["check", "sample-game", "five-stewards", "--salvage", "x"], "one save"),
        (["new", "--players", "0", "--no-play"], "--players 0: choose from"),
        (["show", "sample-game", "\x1b[31mred\u202e"], "[31mred; see elgrande show --help"),
    ],
)
def test_a_wrong_call_gets_one_sentence(run, arguments, words):
    ran = run(*arguments)
    one_sentence(ran)
    assert words in ran.err
    assert "\u202e" not in ran.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("seat = 3", "[[seat]]"),
        ("seat = [1, 2]", "[[seat]]"),
        ('king = "paris"\n[[seat]]\ncolour = "red"\n[[seat]]\ncolour = "blue"', "'paris'"),
    ],
)
def test_a_broken_position_is_named_and_leaves_no_save(run, store, tmp_path, text, words):
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    ran = run("new", "--from", str(file), "--no-play", "--name", "again")
    one_sentence(ran)
    assert words in ran.err
    assert "mine.toml" in ran.err
    assert not list(store.paths.saves.glob("*"))


def test_the_position_that_comes_with_the_program_is_accepted(run):
    file = shipped("saves") / "sample-game.position.toml"
    assert run("new", "--from", str(file), "--short", "--no-play", "--name", "x").code == 0
    assert "The King is in the Basque Country" in run("show", "x").out


def test_a_flipped_bit_is_located_and_the_rest_salvaged(run, mine):
    mine.write_bytes(mine.read_bytes().replace(b"red power 9", b"red power 8"))
    line = mine.read_text(encoding="utf-8").splitlines().index("[[command]]") + 1
    ran = run("check", "mine")
    assert ran.code == 1
    assert ran.out == ""
    assert f"mine.toml, line {line}: record 1 does not match its checksum" in ran.err
    assert "--salvage NAME" in ran.err
    before = mine.read_bytes()
    assert "the 0 intact records" in run("check", "mine", "--salvage", "rest").out
    assert run("check", "rest").code == 0
    assert mine.read_bytes() == before
    one_sentence(run("check", "mine", "--salvage", "rest"))


def test_an_illegal_record_is_located_and_the_rest_salvaged(run, store, mine):
    with store.open("mine") as save:
        digest = run("show", "mine", "--json").out.split('"digest": "')[1][:16]
        save.append("digest", {"digest": digest})
        save.append("command", {"do": ["red place galicia"]})
    ran = run("check", "mine")
    assert ran.code == 1
    assert "record 4 is not legal here (red place galicia)" in ran.err
    assert "ends with record 3" in ran.err
    assert run("show", "mine", "--at", "3").code == 0, "what comes before it can be seen"
    one_sentence(run("show", "mine"))
    assert "the 3 intact records" in run("check", "mine", "--salvage", "rest").out
    assert "3 records, 1 digests match" in run("check", "rest").out


def test_check_looks_at_all_of_them(run, mine):
    mine.write_bytes(mine.read_bytes()[:-3])
    ran = run("check", "nothing", "mine", "sample-game")
    assert ran.code == 2
    assert "no save nothing" in ran.err
    assert "a crash cut the last record short" in ran.out
    assert "sample-game" in ran.out


def test_a_bot_that_cannot_be_had_is_no_mistake_of_ours(run, monkeypatch):
    def broken(*arguments, **others):
        raise BotError("the bot 'random' cannot be loaded: no")

    monkeypatch.setattr(tournament, "play_in_memory", broken)
    ran = run("simulate", "--bots", "random")
    one_sentence(ran)
    assert "cannot be loaded" in ran.err


def test_global_options_stand_on_either_side(run, home):
    elsewhere = str(home / "elsewhere")
    before = run("--data-dir", elsewhere, "--ascii", "--no-mouse", "paths")
    after = run("paths", f"--data-dir={elsewhere}", "--ascii", "--no-mouse")
    assert before.code == after.code == 0
    assert before.out == after.out
    assert elsewhere in before.out
    assert run("help").out == run("--help").out


@pytest.mark.parametrize("inside", ["", "sub/folder"])
def test_what_is_no_folder_keeps_no_saves(run, home, inside):
    file = home / "file"
    file.parent.mkdir(exist_ok=True)
    file.touch()
    for command in ("list", "paths", "decks list", "show it"):
        ran = run(*command.split(), "--data-dir", str(file / inside))
        one_sentence(ran)
        assert f"{file} is not a folder; choose one with --data-dir" in ran.err


def test_the_progress_bar_is_for_terminals(capsys, monkeypatch):
    bar(1, 2)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    bar(1, 2)
    bar(2, 2)
    err = capsys.readouterr().err
    assert "1/2 games" in err
    assert err.endswith("2/2 games\n")
    assert "\x1b" not in err


def test_show_says_what_the_game_waits_for(run):
    assert "Waiting for" in run("show", "veto-in-hand").out
    assert run("show", "five-stewards").out.rstrip().endswith("The game is over.")
