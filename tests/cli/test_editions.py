"""Editions, expansions and their house rules on the command line and in the line dialogue."""

from __future__ import annotations

import io

import pytest
from calls import one_sentence
from test_plain import Person

from elgrande.cli.games import begun
from elgrande.cli.plain import play
from elgrande.content.expansion import expansion_ids, offered
from elgrande.content.setup import Player, Setup
from elgrande.saves import Paths, Store

SECOND = tuple(one.id for one in offered("2023"))
"""The expansions of the second edition."""


def test_a_game_of_the_second_edition_with_expansions(run, store):
    ran = run(
        "new", "--edition", "2023", "--players", "3", "--house", "merged_stacks=true",
        "--expansion", "new-regency,power-shift", "--expansion", "old-hands-veto",
        "--no-play", "--name", "mine", "--seed", "4",
    )  # fmt: skip
    assert ran.code == 0, ran
    game = store.read("mine").header["game"]
    assert game["edition"] == "2023"
    assert list(game["expansions"]) == ["new-regency", "old-hands-veto", "power-shift"]
    assert game["house"]["merged_stacks"] is True
    assert [player["colour"] for player in game["players"]] == ["red", "blue", "green"]
    shown = run("show", "mine").out
    assert "Cataluña" in shown
    assert "3 more hidden" in shown


def test_two_players_bring_the_dummy(run):
    assert run("new", "--edition", "2023", "--players", "2", "--no-play", "--name", "x").code == 0
    shown = run("show", "x").out
    assert "Dummy: green, nobody's, scores nothing; power card " in shown
    assert ", 26 beside the board." in shown or ", 28 beside the board." in shown
    assert "Stack 2/3: " in shown
    assert shown.count("Stack ") == 4
    two = ("--edition", "2023", "--players", "2", "--expansion", "power-shift", "--seed", "1")
    assert run("new", *two, "--no-play", "--name", "y").code == 0
    assert "nobody's, scores nothing, 30 beside the board." in run("show", "y").out, "no card yet"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--edition", "1815"], "choose one of 1996, 2023"),
        (["--expansion", "new-regency"], "New Regency can only be played with 2023"),
        (["--edition", "2023", "--expansion", "dummy"], "cannot be chosen"),
        (["--edition", "2023", "--expansion", "pirates"], "there is no expansion 'pirates'"),
        (["--edition", "2023", "--expansion", "power-shift,power-shift"], "named twice"),
        (["--edition", "2023", "--house", "veto=false"], "there is no house rule 'veto'"),
        (["--expansion", "intrigue", "--house", "veto=false"],
         "--house veto decides nothing with Intrigue & the King"),
        (["--edition", "2023", "--players", "4", "--house", "merged_stacks=true"],
         "is for 3 players, not for 4"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_says_why_and_leaves_no_save(run, store, arguments, words):
    ran = run("new", *arguments, "--no-play")
    one_sentence(ran)
    assert words in ran.err
    assert not list(store.paths.saves.glob("*"))


def test_the_known_expansions_are_those_that_can_be_chosen(run):
    ran = run("new", "--edition", "2023", "--expansion", "pirates", "--no-play")
    for name in expansion_ids():
        assert name in ran.err
    assert "dummy" not in ran.err
    assert "merged-stacks" not in ran.err


def test_a_position_says_its_edition_itself(run, tmp_path):
    run("new", "--edition", "2023", "--players", "2", "--no-play", "--name", "x", "--seed", "2")
    file = tmp_path / "position.toml"
    file.write_text(run("show", "x", "--toml").out, encoding="utf-8")
    ran = run("new", "--from", str(file), "--no-play", "--name", "again")
    assert ran.code == 0, ran
    assert run("show", "again").out == run("show", "x").out


def test_bots_play_the_second_edition(run):
    ran = run(
        "simulate", "--edition", "2023", "--expansion", ",".join(SECOND), "--short",
        "--players", "2", "--bots", "random", "--games", "2", "--jobs", "1", "--seed", "1",
    )  # fmt: skip
    assert ran.code == 0, ran
    assert "2 games of 1 deal" in ran.out
    one_sentence(run("simulate", "--edition", "2023", "--expansion", "pirates"))


@pytest.mark.parametrize("count", [2, 3])
def test_a_whole_game_by_the_line_dialogue(tmp_path, count):
    """Everybody a person, with all that the edition has; secrets go out of sight."""
    names = ("Ana", "Bruno", "Clara")[:count]
    players = tuple(map(Player, ("red", "blue", "green"), names))
    setup = Setup(players, 9, "2023", SECOND, short=True)
    table = begun(Store(Paths(tmp_path)), setup, "all")
    sink = io.StringIO()
    assert play(table, Person(sink, 5, ["board", "cards", "help"] * 20), sink) == 0
    told = sink.getvalue()
    assert table.over
    assert "\x1b" not in told
    assert ("Dummy: green" in told) == (count == 2)
    assert " in all" in told, "totals are said"
