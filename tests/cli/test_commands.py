"""Each command: what it prints, and one sentence for every wrong call."""

from __future__ import annotations

import json
import re
import sys
import tomllib

import pytest
from calls import one_sentence

from elgrande import __version__, is_compiled
from elgrande.cli.main import commands
from elgrande.saves import shipped

SAMPLES = sorted(
    path.stem for path in shipped("saves").glob("*.toml") if ".position" not in path.name
)


def test_help_lists_every_command(run):
    ran = run("--help")
    assert ran.code == 0
    assert all(re.search(rf"^  {name} ", ran.out, re.MULTILINE) for name in commands())
    assert not ran.err


@pytest.mark.parametrize("command", commands())
def test_every_command_has_a_help(run, command):
    ran = run(command, "--help")
    assert ran.code == 0
    assert f"elgrande {command}" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


def test_version(run):
    core = ", compiled" if is_compiled() else ""
    assert run("--version").out == f"elgrande {__version__}{core}\n"


@pytest.mark.parametrize("name", SAMPLES)
def test_the_shipped_saves_are_in_order(run, name):
    ran = run("check", name)
    assert ran.code == 0
    assert "intact" in ran.out
    assert not ran.err


def test_the_sample_game_ends_with_the_deduced_totals(run):
    data = json.loads(run("show", "sample-game", "--json").out)
    assert [seat["score"] for seat in data["seat"]] == [22, 29, 26, 26]


def test_show_in_words_says_who_is_where(run):
    ran = run("show", "sample-game")
    assert "Green: 29 points" in ran.out
    assert "The Castillo, 5/3/1" in ran.out
    assert "\x1b" not in ran.out


def test_bots_take_the_seats_after_named_players(run):
    """The help of --bots says so; they get colours that nobody has taken, in their order."""
    ran = run("new", "--player", "blue:Bert", "--player", "red:Anna", "--bots", "random,steward",
              "--name", "mixed", "--no-play")  # fmt: skip
    assert ran.code == 0, ran.err
    seats = tomllib.loads(run("show", "mixed", "--toml").out)["seat"]
    assert [seat["colour"] for seat in seats] == ["blue", "red", "green", "yellow"]
    call = ("new", "--player", "red:Anna", "--bots", "random", "--players", "2", "--no-play")
    assert run(*call).code == 0, "a count that fits does no harm"


def test_show_at_a_record_and_as_a_player(run):
    start = json.loads(run("show", "sample-game", "--json", "--at", "0").out)
    assert [seat["score"] for seat in start["seat"]] == [0, 0, 0, 0]
    own = json.loads(run("show", "veto-in-hand", "--json", "--as", "blue").out)
    assert "generator" not in own
    assert all("deck" not in stack for stack in own["stack"])
    everything = json.loads(run("show", "veto-in-hand", "--json").out)
    assert "generator" in everything


def test_what_show_prints_new_accepts(run, home, tmp_path):
    """A position goes out as TOML and comes back as the same position."""
    ran = run("show", "sample-game", "--toml", "--at", "0")
    file = tmp_path / "position.toml"
    file.write_text(ran.out, encoding="utf-8")
    made = run("new", "--from", str(file), "--seed", "5", "--name", "again", "--no-play",
               "--short", "--house", "own_caballero=false")  # fmt: skip
    assert made.code == 0, made.err
    again = tomllib.loads(run("show", "again", "--toml").out)
    assert again == tomllib.loads(ran.out)


@pytest.mark.parametrize("expansions", [[], ["new-regency", "power-shift", "old-hands-veto"]])
def test_a_position_of_2023_goes_out_and_comes_back(run, tmp_path, expansions):
    """With the dummy, what lies in the box and modifiers; it knows its edition and expansions."""
    more = [word for name in expansions for word in ("--expansion", name)]
    run("new", "--edition", "2023", *more, "--players", "2", "--name", "mine", "--no-play")
    shown = run("show", "mine", "--toml").out
    assert "[neutral.green]" in shown
    file = tmp_path / "position.toml"
    file.write_text(shown, encoding="utf-8")
    made = run("new", "--from", str(file), "--seed", "9", "--name", "again", "--no-play")
    assert made.code == 0, made.err
    assert run("show", "again", "--toml").out == shown


def test_replay_tells_the_story(run):
    ran = run("replay", "sample-game")
    assert ran.out.splitlines()[0].strip().startswith("At the beginning the King is in ")
    assert "Galicia (4/2/0) is scored: Green gets 4 (first)." in ran.out
    short = run("replay", "sample-game", "--to", "5")
    assert ran.out.startswith(short.out)
    assert len(short.out) < len(ran.out) / 4


def test_replay_as_a_player_keeps_the_others_secrets(run):
    ran = run("replay", "five-stewards", "--as", "red")
    told = [line for line in ran.out.splitlines() if "own disk" in line or "disk shows" in line]
    assert not [line for line in told if "Fernando" in line]


def test_check_names_the_damaged_line(run, store):
    run("new", "--players", "2", "--seed", "1", "--name", "mine", "--no-play")
    path = store.paths.saves / "mine.toml"
    path.write_bytes(path.read_bytes().replace(b'colour = "red"', b'colour = "rad"'))
    ran = run("check", "mine")
    assert ran.code == 1
    assert "mine.toml, line" in ran.err


def test_check_goes_on_after_a_fault(run, store):
    run("new", "--players", "2", "--seed", "1", "--name", "mine", "--no-play")
    (store.paths.saves / "mine.toml").write_bytes(b"nonsense\n")
    ran = run("check", "mine", "sample-game")
    assert ran.code == 1
    assert "sample-game" in ran.out


def test_simulate_prints_an_interval_and_is_the_same_every_time(run):
    call = ("simulate", "--players", "3", "--games", "3", "--seed", "7", "--bots", "random")
    first, second = run(*call), run(*call, "--jobs", "1")
    assert first.code == 0
    assert first.out == second.out
    assert "95 %" in first.out
    assert not first.err, "no progress bar where there is no terminal"
    told = json.loads(run(*call, "--jobs", "1", "--json").out)
    assert (told["players"], told["seed"], told["games"], told["pairings"]) == (3, 7, 3, 1)
    (standing,) = told["standings"]
    low, high = standing["share_interval"]
    assert f"random: wins 100.0% (95 %: {low:.1%} to {high:.1%}; fair would be 100.0%)" in first.out


def test_simulate_says_how_far_a_bot_is_ahead(run):
    call = ("simulate", "--players", "2", "--games", "2", "--bots", "steward,random", "--short")
    first, steward, random = run(*call, "--seed", "1", "--jobs", "1").out.splitlines()
    assert first == "2 games of 1 deal, 2 at a table, seed 1"
    told = re.search(r" points, ([0-9.]+) more than the others' mean, mean rank 1\.00$", steward)
    assert told
    assert f" points, {told[1]} fewer than the others' mean, mean rank 2.00" in random


def test_bots_and_paths(run, home):
    assert {line.split(":")[0] for line in run("bots").out.splitlines()} >= {"random", "steward"}
    assert "A bot runs with your rights: it could open your files" in run("bots").out
    said = " ".join(run("bots").out.split())
    assert "read a seed that you type on the command line" in said
    if sys.platform == "linux":
        assert "with the bot, unless it harms its guard" in said
        assert "(memfd, /dev/shm) is not counted" in said
    ran = run("paths", "--data-dir", str(home / "elsewhere"))
    assert f"saves: {home / 'elsewhere' / 'saves'}" in ran.out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["frobnicate"], "no command or save"),
        (["shw"], "'shw'; did you mean elgrande show?"),
        (["shwo", "duo"], "there is no command 'shwo'; did you mean elgrande show?"),
        (["frobnicate", "duo"], "unrecognized arguments: duo; see elgrande app --help"),
        (
            ["play", "--plain", "--name", "My Game"],
            'No save can be called "My Game" (a name has 1 to 40 characters from a-z, 0-9, - '
            'and _, starts with a letter or digit, and does not end in .toml); try "my-game".',
        ),
        (["--frob"], "--help"),
        (["show"], "required"),
        (["show", "nothing"], "no save nothing"),
        (["show", "/etc/passwd"], "not an El Grande save"),
        (["show", "../../no/such"], "no save ../../no/such"),
        (["show", "sample-game", "--as", "purple"], "red, green, blue, yellow"),
        (["show", "sample-game", "--at", "9999"], "records 0 to"),
        (["show", "sample-game", "--at", "x"], "--at"),
        (["replay", "nothing"], "no save nothing"),
        (["check", "nothing"], "no save nothing"),
        (["resume"], "no unfinished game"),
        (["resume", "nothing", "--plain"], "no save nothing"),
        (["new", "--players", "7", "--no-play"], "2 to 5"),
        (["new", "--players", "1", "--no-play"], "2 to 5"),
        (["new", "--player", "red", "--no-play"], "COLOUR:NAME"),
        (["new", "--player", "red:A", "--player", "pink:B", "--no-play"], "no colour 'pink'"),
        (["new", "--player", "red:A", "--player", "red:B", "--no-play"], "same colour"),
        (["new", "--player", "red:A", "--player", "blue:a", "--no-play"], "told apart"),
        (["new", "--player", "red:A", "--players", "2", "--no-play"], "seat 1; leave it out"),
        (
            ["new", "--player", "red:A", "--bots", ",".join(["random"] * 5), "--no-play"],
            "name fewer",
        ),
        (["new", "--players", "2", "--bots", "hal", "--no-play"], "no bot 'hal'"),
        (["new", "--players", "2", "--bots", "random,random,random"], "name fewer"),
        (["new", "--players", "2", "--house", "undo", "--no-play"], "KEY=VALUE"),
        (["new", "--players", "2", "--house", "tax=high", "--no-play"], "no house rule 'tax'"),
        (["new", "--players", "2", "--house", "undo=never", "--no-play"], "auto, free, fair"),
        (["new", "--players", "2", "--starter", "white", "--no-play"], "is not in the game"),
        (["new", "--players", "2", "--seed", "-4", "--no-play"], "seed"),
        (["new", "--from", "nowhere.toml", "--no-play"], "cannot be read"),
        (["new", "--players", "2", "--name", "a/b", "--no-play"], "a/b"),
        (["play"], "--plain"),
        (["simulate", "--players", "9"], "2 to 5"),
        (["simulate", "--games", "0"], "choose 1 to 100000"),
        (["simulate", "--jobs", "0"], "at least one"),
        (["simulate", "--seconds", "nan"], "more than 0"),
        (["simulate", "--bots", "hal"], "no bot 'hal'"),
        (["simulate", "--players", "2", "--bots", "random,random,random"], "name fewer"),
        (["simulate", "--seed", "-1"], "from 0 on"),
    ],
)
def test_a_wrong_call_gets_one_sentence(run, arguments, words):
    ran = run(*arguments)
    one_sentence(ran)
    assert words in ran.err


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("king = ", "not valid TOML"),
        ('king = "paris"', "king"),
        ('king = "galicia"\n[[seat]]\ncolour = "mauve"', "mauve"),
        ("schema = 9", "schema"),
        ("\x00", "not valid TOML"),
    ],
)
def test_a_broken_position_gets_one_sentence(run, tmp_path, text, words):
    file = tmp_path / "broken.toml"
    file.write_text(text, encoding="utf-8")
    ran = run("new", "--from", str(file), "--players", "2", "--no-play")
    assert ran.code == 2
    assert ran.err.count("\n") == 1
    assert words in ran.err or "seat" in ran.err


def test_a_taken_name_loses_nothing(run, store):
    run("new", "--players", "2", "--seed", "1", "--name", "mine", "--no-play")
    before = (store.paths.saves / "mine.toml").read_bytes()
    one_sentence(run("new", "--players", "3", "--seed", "2", "--name", "mine", "--no-play"))
    assert (store.paths.saves / "mine.toml").read_bytes() == before


def test_whoever_says_nothing_plays_against_three_stewards(run, store):
    assert run("new", "--name", "mine", "--no-play").code == 0
    players = store.read("mine").header["game"]["players"]
    assert [player["source"] for player in players] == ["person", "steward", "steward", "steward"]


def test_a_position_among_saves_is_told_apart_from_a_damaged_one(run, tmp_path):
    sample = shipped("saves") / "sample-game.position.toml"
    ran = run("check", str(sample))
    one_sentence(ran)
    assert f"is a position and no save; elgrande new --from {sample} begins" in ran.err
    other = tmp_path / "other.toml"
    other.write_text("schema = 1\n", encoding="utf-8")
    assert "this is not an El Grande save" in run("check", str(other)).err
