"""Puzzles in the line dialogue, and puzzles made of one's own games."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from elgrande.analysis.puzzle import (
    ALONE,
    LEVELS,
    PuzzleTable,
    answer_of,
    puzzle_of,
    puzzle_of_turn,
    puzzle_titles,
    puzzle_turns,
    verdict,
    write_puzzle,
)
from elgrande.app.answering.bot_answers import Adviser, BotAdvice
from elgrande.app.saved_games.user_files import KeptMarks
from elgrande.cli.errors import UsageError, say
from elgrande.cli.games import read, store_of, table_at
from elgrande.cli.terminal import bar
from elgrande.content.clean import clean, counted

if TYPE_CHECKING:
    from elgrande.rules import View
    from elgrande.rules.events import Event
    from elgrande.saves import Store

EXAMPLES = """\
examples:
  elgrande puzzle
  elgrande puzzle 2
  elgrande puzzle --from my-last-game
"""


class PuzzleAdviser(Adviser):
    """Helps nobody who has not tried."""

    told = ALONE

    async def ask(self, view: View, entry: int, events: Sequence[Event]) -> BotAdvice:
        return BotAdvice(failed=self.told)


def puzzle_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXAMPLES
    which = parser.add_mutually_exclusive_group()
    which.add_argument("number", nargs="?", type=int, help="the puzzle; without one all are listed")
    which.add_argument(
        "--from", dest="save", metavar="SAVE", help="make puzzles of a finished game of your own"
    )


def run_puzzle(options: argparse.Namespace) -> int:
    """Answer a puzzle line by line: which action card is best in this position?

    The answer is sure: from the best turn with each card bots have played on to the end of the
    game, many times.
    """
    store = store_of(options.data_dir)
    if options.save is not None:
        return _make(store, options.save)
    titles, problems = puzzle_titles(store.paths.puzzles)
    marks = KeptMarks(store.paths.state)
    if options.number is None:
        for n, title in enumerate(titles, 1):
            mark = "solved" if title.id in marks.solved else ""
            print(f"{n:>3}  {LEVELS[title.level]:10}{mark:8}{title.text}")
        for problem in problems:
            say(f"elgrande: {problem}")
        return 0
    if not 1 <= options.number <= len(titles):
        raise UsageError(f"puzzle {options.number}: choose a number from 1 to {len(titles)}")
    from elgrande.cli.plain import play

    puzzle = puzzle_of(titles[options.number - 1].source)
    adviser = PuzzleAdviser(puzzle.setup)
    while True:
        table = PuzzleTable(puzzle)
        who = table.names.seat(puzzle.seat)
        print(f"Puzzle {options.number}, {LEVELS[puzzle.level]}: which card is best for {who}?")
        left = play(table, adviser=adviser, goes_on=True)
        if not table.card:
            return left
        right = table.card == puzzle.best.card
        marks.answer(puzzle.id, right=right)
        print(*verdict(puzzle, table.card, table.names, shown=False), sep="\n")
        if marks.problem:
            say(f"elgrande: {marks.problem}")
        if right:
            return 0
        adviser.told = answer_of(puzzle, table.names)
        print("Try again, or type advice to be told the answer.\n")


def _make(store: Store, text: str) -> int:
    """Make puzzles of the people's turns of a finished game."""
    name = read(store, text)[1].removesuffix(".toml")
    table = table_at(store, text)
    if not table.over:
        raise UsageError(f"{clean(text, 60)} is not over; only a finished game makes puzzles")

    turns = puzzle_turns(table)
    if not turns:
        print(f"No action card is taken in the turns of {clean(name, 60)}, so it makes no puzzles.")
        return 0
    made = []
    for number, turn in enumerate(turns):
        bar(number, len(turns), "turns")
        puzzle = puzzle_of_turn(table, turn)
        if puzzle is not None:
            # At once: whoever stops it keeps what was found.
            made.append(write_puzzle(store.paths.puzzles, name, puzzle))
    bar(len(turns), len(turns), "turns")
    for path in made:
        print(f"{path} is written")
    count = counted(len(made), "turn") if made else "No turn"
    print(f"{count} of {clean(name, 60)} had a card that is surely the best.")
    return 0
