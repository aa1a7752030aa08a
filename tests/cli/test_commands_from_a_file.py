"""Commands from a file onto a save, and a script that is piped into the line dialogue."""

from __future__ import annotations

import json
import os
import random
import sys

import pytest
from calls import one_sentence

from elgrande.cli.games import begun
from elgrande.content.setup import Player, Setup
from elgrande.saves import Paths, Store
from elgrande.table import new_game


def two(blue: str = "person", **others) -> Setup:
    return Setup(
        (Player("red", "Ana"), Player("blue", "Bruno", blue)), 1, **{"starter": "red", **others}
    )


def script(setup: Setup, answers: int, seed: int = 1) -> tuple[list[str], str]:
    """Random legal commands in notation with their colours, and the digest that they lead to."""
    table = new_game(setup)
    rng = random.Random(seed)
    while answers and not table.over:
        seat = table.state.owing()[0]
        table.send(seat, [table.rules.text(rng.choice(table.state.legal(seat)))])
        answers -= 1
    colours = table.rules.colours
    lines = [f"{colours[e.seat]} {c}" for e in table.history.line() if not e.auto
             for c in e.commands]  # fmt: skip
    return lines, table.state.digest()


@pytest.fixture
def mine(home):
    store = Store(Paths(home))
    begun(store, two(), "mine").close()
    return store


def digest(run) -> str:
    return str(json.loads(run("show", "mine", "--json").out)["digest"])


def test_a_whole_script_is_carried_out(mine, run, tmp_path):
    """Through disks and other secrets; comments and empty lines are left out."""
    lines, leads_to = script(two(), 150)
    assert any(" disk " in line for line in lines)
    path = tmp_path / "moves.txt"
    path.write_text("# an audit\n\n" + "\n".join(lines) + "\n", encoding="utf-8")
    ran = run("resume", "mine", "--commands", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert digest(run) == leads_to
    assert "Ana plays power card" in ran.out
    assert "own disk shows" not in ran.out, "everybody may read along"


def test_standard_input_gestures_and_the_colour_left_out(mine, spawn, run):
    ran = spawn("resume", "mine", "--commands", "-", text="power 9\nblue power 5\n")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[-1].startswith("Waiting for Ana to take")
    text = "red take 0; card 5-01 ;; special\nking paris\n"
    ran = spawn("resume", "mine", "--commands", "-", text=text)
    assert ran.code == 2
    assert "standard input, line 2, 'king paris': " in ran.err
    assert mine.read("mine").records[2].fields["do"] == [
        "red take 0", "red card 5-01", "red special",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (
            "red power 9\nblue power 9\nblue power 5\n",
            "line 2, 'blue power 9': Ana has already played",
        ),
        ("red power 9\n\n# so far\nblue powr 5\n", "line 4, 'blue powr 5': There is no command"),
        ("red power 9; blue power 5\n", "line 1, 'red power 9; blue power 5': A line is one"),
        ("blue power 9\n", "line 1, 'blue power 9': It is not for you to answer now"),
        ("blue power 9\n", ". Correct the line and send it with what follows."),
        ("red power 9\nwhite power 5\n", "line 2"),
        ("red power 9; power 8\n", "line 1"),
        ("red \x1b[31m power\n", "line 1"),
        (";;;\n", "line 1"),
        ("a" * 3000, "line 1: no command has 3,000 characters"),
    ],
)
def test_a_refused_line_is_named_and_ends_it(mine, run, tmp_path, lines, said):
    path = tmp_path / "moves.txt"
    path.write_text(lines, encoding="utf-8")
    ran = run("resume", "mine", "--commands", str(path))
    assert ran.code == 2
    assert ran.err.startswith("elgrande: moves.txt, line ")
    assert said in ran.err
    assert ran.err.count("\n") == 1
    assert "\x1b" not in ran.err + ran.out
    # What stood before is saved, what came after is not there, and the save can be opened.
    kept = [c for record in mine.read("mine").records for c in record.fields["do"]]
    assert kept == (["red power 9"] if lines.startswith("red power 9\n") else [])
    mine.open("mine").close()


@pytest.mark.parametrize("file", ["nowhere.txt", ".", "~nosuchuser/x", "a\0b", "x" * 300])
def test_what_is_no_file_is_said(mine, run, file):
    one_sentence(run("resume", "mine", "--commands", file))
    mine.open("mine").close()


@pytest.mark.skipif(sys.platform != "linux", reason="a name that is no UTF-8")
def test_a_name_without_letters_is_written_out(mine, run, tmp_path):
    path = tmp_path / os.fsdecode(b"\xff")
    path.mkdir()
    assert r"--commands \xff is a folder" in run("resume", "mine", "--commands", str(path)).err
    path.rmdir()
    assert r"--commands \xff cannot be read" in run("resume", "mine", "--commands", str(path)).err
    path.write_text("powr 9\n", encoding="utf-8")
    ran = run("resume", "mine", "--commands", str(path))
    assert ran.err.startswith(r"elgrande: \xff, line 1, 'powr 9': ")


def test_a_file_that_is_no_text(mine, run, tmp_path):
    path = tmp_path / "moves"
    path.write_bytes(b"red power 9\n\xff\xfe\n")
    one_sentence(run("resume", "mine", "--commands", str(path)))
    path.write_bytes(b"#" * 1_000_100)
    one_sentence(run("resume", "mine", "--commands", str(path)))
    assert mine.read("mine").records == ()


def test_bots_answer_for_themselves(home, run, tmp_path):
    store = Store(Paths(home))
    begun(store, two("random"), "mine").close()
    path = tmp_path / "moves"
    path.write_text("red power 9\nblue power 5\n", encoding="utf-8")
    ran = run("resume", "mine", "--commands", str(path))
    assert ran.code == 2
    assert "blue is played by the bot random" in ran.err.lower()
    assert "Bruno plays power card" in ran.out
    path.write_text("# nothing\n", encoding="utf-8")
    assert run("resume", "mine", "--commands", str(path)).code == 0


def test_a_piped_script_loses_no_line_at_a_hand_over(mine, spawn, run):
    """With or without an Enter at each hand-over, it comes to the same position."""
    lines, leads_to = script(two(), 150)
    answers = "".join(f"{line.partition(' ')[2]}\n" for line in lines)
    assert " disk" in answers or "disk " in answers
    ran = spawn("resume", "mine", "--plain", text=answers)
    assert (ran.code, ran.err) == (0, "")
    assert "Pass the keyboard to" in ran.out
    assert digest(run) == leads_to
    assert "\x1b" not in ran.out


def test_a_piped_script_with_a_refused_line_ends_with_2(mine, spawn):
    ran = spawn("resume", "mine", "--plain", text="board\npower 9\npower 9\npowr 5\npower 5\n")
    assert ran.code == 2
    assert ran.err == "elgrande: 2 lines were refused, the first of them line 3.\n"
    assert "did you mean 'power 5'?" in ran.out
    kept = [c for record in mine.read("mine").records for c in record.fields["do"]]
    assert kept[:2] == ["red power 9", "blue power 5"]


def test_an_answer_given_unasked_is_said(home, run, tmp_path):
    """The last card of a round is taken unasked: here, and in the story that is told later."""
    store = Store(Paths(home))
    setup = Setup.of(5, seed=2)
    lines, _ = script(setup, 60)
    begun(store, setup, "mine").close()
    path = tmp_path / "moves"
    path.write_text("\n".join(lines), encoding="utf-8")
    ran = run("resume", "mine", "--commands", str(path))
    assert ran.code == 0, ran.err
    assert " has only one possible answer: choose " in ran.out
    assert " has only one possible answer: choose " in run("replay", "mine").out
    ran = run("show", "mine", "--toml")
    assert ran.code == 0


# -- what show says for scripts ------------------------------------------------------


def test_show_lists_the_legal_answers(mine, run, tmp_path):
    """The same list in every form, all of it legal, and a position file with it still opens."""
    powers = [f"power {value}" for value in range(1, 14)]
    for arguments in ((), ("--as", "red")):
        told = json.loads(run("show", "mine", "--json", "--legal", *arguments).out)
        assert told["legal"] == {"red": powers}
    assert json.loads(run("show", "mine", "--json", "--legal", "--as", "blue").out)["legal"] == {}
    assert "legal" not in json.loads(run("show", "mine", "--json").out)
    assert f"Legal for red: {', '.join(powers)}." in run("show", "mine", "--legal").out
    position = tmp_path / "position.toml"
    position.write_text(run("show", "mine", "--toml", "--legal").out, encoding="utf-8")
    assert run("new", "--from", str(position), "--no-play").code == 0


def test_a_seating_order_of_colours():
    setup = Setup.of(3, seed=1, colours=("white", "red", "green"))
    assert setup.ruleset().colours == ("white", "red", "green")
    assert [player.name for player in setup.players] == ["White", "Red", "Green"]
    for wrong in (("white",), ("white", "red", "mauve")):
        with pytest.raises(ValueError, match=r"name 3 colours|no colour 'mauve'"):
            Setup.of(3, seed=1, colours=wrong)
