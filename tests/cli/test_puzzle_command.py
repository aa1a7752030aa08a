"""elgrande puzzle: the list, an answer, and puzzles of one's own games."""

import pytest
from calls import one_sentence

from elgrande.analysis.puzzle import puzzle_of, shipped_puzzles
from elgrande.cli.commands import puzzle

SHIPPED = shipped_puzzles()


def number_of(spawned: str, card: str) -> str:
    """Return the number that the dialogue gives a card."""
    return next(
        line.split(".")[0].strip() for line in spawned.splitlines() if f"choose {card} " in line
    )


def test_answers_are_told_and_marked(spawn):
    puzzle = puzzle_of(shipped_puzzles()[0])
    shown = spawn("puzzle", "1", text="quit\n")
    assert shown.code == 0, shown
    assert "which card is best for" in shown.out
    assert "solved" not in spawn("puzzle").out
    missed = number_of(shown.out, puzzle.turns[1].card)
    wrong = spawn("puzzle", "1", text=f"{missed}\nquit\n")
    assert wrong.code == 0, wrong
    assert "is not the best card here" in wrong.out
    assert "The turn: " not in wrong.out, "not before one asks"
    assert "is best. The turn: " in spawn("puzzle", "1", text=f"{missed}\nadvice\n").out
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


def test_a_file_that_cannot_be_read_has_no_number(run, store):
    """The app numbers them so, too."""
    store.paths.puzzles.mkdir(parents=True)
    (store.paths.puzzles / "broken.toml").write_text("format = ", encoding="utf-8")
    mine = SHIPPED[1].read_text(encoding="utf-8")
    (store.paths.puzzles / "mine.toml").write_text(mine, encoding="utf-8")
    listed = run("puzzle")
    assert len(listed.out.splitlines()) == len(SHIPPED) + 1
    assert listed.err.startswith("elgrande: broken.toml, line 1")
    one_sentence(run("puzzle", f"{len(SHIPPED) + 2}"))
    assert f"Puzzle {len(SHIPPED) + 1}, " in run("puzzle", f"{len(SHIPPED) + 1}").out


def test_what_was_found_is_written_at_once(run, store, monkeypatch):
    """Whoever stops it keeps that."""
    found = iter([puzzle_of(SHIPPED[0])])
    monkeypatch.setattr(
        "elgrande.cli.commands.puzzle.puzzle_of_turn", lambda *_: next(found, None) or stop()
    )

    def stop():
        raise KeyboardInterrupt

    assert run("puzzle", "--from", "five-stewards").code == 130
    (path,) = store.paths.puzzles.iterdir()
    assert path.name.startswith("five-stewards-001-")


def test_a_game_whose_turns_have_no_choice_of_cards_makes_none(run, store):
    ran = run("puzzle", "--from", "thirteen-cards")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "No action card is taken in the turns of thirteen-cards, so it makes no puzzles.\n"
    )


@pytest.mark.long
def test_ones_own_games_make_puzzles(run, store, monkeypatch):
    every = puzzle.puzzle_turns
    # Those at the end are soon played on.
    monkeypatch.setattr(puzzle, "puzzle_turns", lambda table: every(table)[-3:])
    ran = run("puzzle", "--from", "five-stewards")
    assert ran.code == 0
    made = sorted(store.paths.puzzles.glob("*.toml"))
    assert ran.out.count("is written") == len(made)
    for path in made:
        puzzle_of(path)
    assert len(run("puzzle").out.splitlines()) == len(shipped_puzzles()) + len(made)
