"""elgrande puzzle: the list, an answer, and puzzles of one's own games."""

import pytest
from calls import one_sentence

from elgrande.analysis.puzzle import puzzle_of, shipped_puzzles


def number_of(spawned: str, card: str) -> str:
    """Return the number that the dialogue gives a card."""
    return next(
        line.split(".")[0].strip() for line in spawned.splitlines() if f"choose {card} " in line
    )


def test_answers_are_told_and_marked(spawn):
    puzzle = puzzle_of(shipped_puzzles()[0])
    shown = spawn("puzzle", "1", text="quit\n")
    assert shown.code == 0, shown
    assert "which action card is best for" in shown.out
    assert "solved" not in spawn("puzzle").out
    wrong = spawn("puzzle", "1", text=f"{number_of(shown.out, puzzle.turns[1].card)}\n")
    assert wrong.code == 0, wrong
    assert "is not the best card here" in wrong.out
    right = spawn("puzzle", "1", text=f"{number_of(shown.out, puzzle.best.card)}\n")
    assert "Right: " in right.out
    assert "The turn: " in right.out
    asked = spawn("puzzle", "1", text="advice\nquit\n")
    assert "Nobody helps with a puzzle" in asked.out + asked.err
    assert "would choose" not in asked.out
    listed = spawn("puzzle").out.splitlines()
    assert len(listed) == len(shipped_puzzles())
    assert "solved" in listed[0]
    assert not any("solved" in line for line in listed[1:])


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("0",), "choose a number from 1 to"),
        (("9999",), "choose a number from 1 to"),
        (("x",), "invalid int"),
        (("--from", "nothing-of-that-name"), "nothing-of-that-name"),
        (("--from", "after-round-three"), "is not over; only a finished game makes puzzles"),
        (("1", "--from", "x"), "not allowed with"),
    ],
)
def test_what_cannot_be_is_said(run, arguments, why):
    ran = run("puzzle", *arguments)
    one_sentence(ran)
    assert why in ran.err


@pytest.mark.long
def test_ones_own_games_make_puzzles(run, store):
    ran = run("puzzle", "--from", "five-stewards")
    assert ran.code == 0
    made = sorted(store.paths.puzzles.glob("*.toml"))
    assert ran.out.count("is written") == len(made)
    for path in made:
        puzzle_of(path)
    assert len(run("puzzle").out.splitlines()) == len(shipped_puzzles()) + len(made)
