"""Puzzles: those that come with the game hold, and what somebody has spoiled is refused."""

import math
import tomllib
from dataclasses import replace

import pytest

from elgrande.analysis.puzzle import (
    BOTS,
    HOPE,
    LEAD,
    LEVELS,
    PuzzleTable,
    card_of,
    puzzle_at,
    puzzle_of,
    puzzle_titles,
    read_puzzle,
    shipped_puzzles,
    title_of,
    to_plain,
    verdict,
    write_puzzle,
)
from elgrande.content.files import ContentError
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.saves import SaveError
from elgrande.table import Refused

SHIPPED = shipped_puzzles()
NAMES = [source.name for source in SHIPPED]


@pytest.mark.parametrize("source", SHIPPED, ids=NAMES)
def test_every_puzzle_that_comes_with_the_game_holds(source):
    """Its card leads by more than the series may be wrong, and its turn can be played."""
    puzzle = puzzle_of(source)
    assert all(turn.behind.value - turn.behind.give > 0 for turn in puzzle.turns[1:])
    assert puzzle.turns[1].behind.value >= LEAD
    assert len({turn.card for turn in puzzle.turns}) == len(puzzle.turns)
    assert puzzle.best.behind.value == 0
    state = puzzle.setup.start()
    legal = [state.rules.text(code).split() for code in state.legal(puzzle.seat)]
    cards = {words[1] for words in legal if words[0] == "card"}
    assert cards == {turn.card for turn in puzzle.turns}, "each card is weighed"
    # Nobody knows more than the one who is asked.
    assert "generator" not in puzzle.setup.position
    assert all("hand" not in seat or not isinstance(seat["hand"], str)
               for seat in puzzle.setup.position["seat"])  # fmt: skip
    for turn in puzzle.turns:
        told, shown = (
            "\n".join(verdict(puzzle, turn.card, puzzle.setup.names(), shown=shown))
            for shown in (False, True)
        )
        assert told.startswith("Right: ") == ("The turn: " in told) == (turn is puzzle.best)
        assert "The turn: " in shown
        assert "nothing" not in told


def test_they_go_from_easy_to_hard_and_over_all_games():
    titles = [title_of(source) for source in SHIPPED]
    assert [title.level for title in titles] == sorted(title.level for title in titles)
    assert {title.level for title in titles} == set(range(len(LEVELS)))
    assert len(LEVELS) == len(BOTS) + 1


def test_a_file_that_cannot_be_read_has_no_number(tmp_path):
    for name in ("broken", "torn"):
        (tmp_path / f"{name}.toml").write_text("format = ", encoding="utf-8")
    whole = SHIPPED[1].read_text(encoding="utf-8")
    (tmp_path / "mine.toml").write_text(whole, encoding="utf-8")
    titles, problems = puzzle_titles(tmp_path)
    assert [title.id for title in titles[len(SHIPPED) :]] == ["mine"]
    assert [each.partition(",")[0] for each in problems] == ["broken.toml", "torn.toml"]


def test_a_puzzle_is_written_and_read_again(tmp_path):
    puzzle = puzzle_of(SHIPPED[0])
    path = write_puzzle(tmp_path / "new", "mine", replace(puzzle, id="r6-red"))
    again = puzzle_of(path)
    assert path.name == f"mine-r6-red-{puzzle.setup.seed:08x}.toml"
    other = replace(puzzle, id="r6-red", setup=replace(puzzle.setup, seed=7))
    assert write_puzzle(tmp_path / "new", "mine", other) != path, "it has marks of its own"
    assert to_plain(again) == to_plain(puzzle)
    with pytest.raises(SaveError, match="cannot be written"):
        write_puzzle(path, "mine", puzzle)


def test_no_bot_finds_the_turn():
    table = PuzzleTable(puzzle_of(SHIPPED[0]))
    with pytest.raises(Refused, match="yours to find"):
        table.carry_out("source", {"seat": table.puzzle.seat, "kind": "steward"})


@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda d: d.update(format=2), "format"),
        (lambda d: d.update(seat="purple"), "field 'seat': choose one of"),
        (lambda d: d.update(level=9), "field 'level'"),
        (lambda d: d.update(turn=d["turn"][:1]), "has two turns or more"),
        (lambda d: d.update(turn=d["turn"][:2]), "may be answered too, and has no turn"),
        (lambda d: d["turn"][0].update(answers=["red dance"]), "is not an answer of this game"),
        (lambda d: d["turn"][1].update(behind=[1.0]), "write two numbers here"),
        (lambda d: d["turn"][1].update(where=[["atlantis", 1.0]]), "pairs of a place and a number"),
        (lambda d: d["turn"][1].update(where=[[["later"], 1.0]]), "pairs of a place and a number"),
        (lambda d: d["turn"][1].update(where=[["later", "x"]]), "pairs of a place and a number"),
        (lambda d: d["turn"][1].update(where=[["later", math.nan]]), "pairs of a place"),
        (lambda d: d["turn"][1].update(own=[math.inf, 1.0]), "write two numbers here"),
        (lambda d: d["game"]["position"].update(round=4), "001.toml"),
        (lambda d: d.update(more=1), "more"),
    ],
)
def test_what_somebody_has_changed_is_refused(spoil, why):
    data = tomllib.loads(SHIPPED[0].read_text(encoding="utf-8"))
    spoil(data)
    with pytest.raises(ContentError) as refused:
        read_puzzle(data, "001.toml")
    assert why in str(refused.value)
    assert "\n" not in str(refused.value)


def test_answers_that_are_not_legal_are_left_out_of_its_turn():
    puzzle = puzzle_of(SHIPPED[0])
    path = [*puzzle.best.path[:1], *puzzle.best.path[:1], *puzzle.best.path]
    best = puzzle.best._replace(path=path)
    spoiled = replace(puzzle, turns=(best, *puzzle.turns[1:]))
    assert "The turn: " in "\n".join(verdict(spoiled, best.card, puzzle.setup.names(), shown=False))


def test_a_torn_file_is_refused(tmp_path):
    whole = SHIPPED[0].read_text(encoding="utf-8")
    path = tmp_path / "torn.toml"
    for part in (10, len(whole) // 2, len(whole) - 9):
        path.write_text(whole[:part], encoding="utf-8")
        with pytest.raises(ContentError, match=r"torn\.toml"):
            puzzle_of(path)


def test_the_table_closes_with_the_card_that_is_taken():
    puzzle = puzzle_of(SHIPPED[0])
    table = PuzzleTable(puzzle)
    assert not table.card
    table.send(puzzle.seat, [f"card {puzzle.turns[1].card}"])
    assert table.card == puzzle.turns[1].card
    with pytest.raises(Refused):
        table.send(puzzle.seat, ["end"])


@pytest.mark.long
def test_a_card_that_is_surely_the_best_makes_a_puzzle_and_no_other_does():
    """The last turn of a game, from which little can come, is soon sure or soon not."""
    found = []
    for seed in range(4):
        setup = Setup.of(3, seed)
        state, chance = setup.start(), Generator.seeded(seed)
        while state.stack and not (any(found) and None in found):
            seat = state.owing()[0]
            codes = state.legal(seat)
            words = [state.rules.text(code).split()[0] for code in codes]
            if state.round == 9 and state.actor == seat and words.count("card") > 1:
                puzzle = puzzle_at(setup, state, seat)
                found.append(puzzle)
                if puzzle is not None:
                    assert card_of(state.rules, seat, puzzle.best.path) == puzzle.best.card
                    assert all(turn.behind.value >= LEAD for turn in puzzle.turns[1:])
                    assert puzzle_at(setup, state, seat) == puzzle, "chance is its own"
            state.apply(seat, chance.choice(codes))
    assert HOPE > LEAD
    assert any(found)
    assert None in found
