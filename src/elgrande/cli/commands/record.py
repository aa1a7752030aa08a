"""A player's record: games, places, points by source, against whom, by the saves."""

from __future__ import annotations

import argparse
import json

from elgrande.app.panes import record_rows
from elgrande.app.panes.glyphs import choose
from elgrande.app.panes.text_runs import plain
from elgrande.app.saved_games.user_files import KeptMarks
from elgrande.cli.errors import UsageError, say
from elgrande.content.clean import clean
from elgrande.content.plain import to_plain
from elgrande.saves import Journal, Paths, SaveSummary, Store
from elgrande.saves.mistakes import kept_mistakes
from elgrande.saves.record import Unknown, record_of
from elgrande.saves.standings import GameStanding, Standings

WIDTH = 78
FEW = 20
"""So many saves are read without a word."""


def record_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--as", dest="who", metavar="NAME", help="this player's record")
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run_record(options: argparse.Namespace) -> int:
    """Tell what your finished games come to: places, points by source, against whom.

    You are whoever plays here most. Games alone among bots where no name was typed are those of a
    player called You. Saves are read once and remembered in the cache, which can be deleted at any
    time.
    """
    store = Store(Paths(options.data_dir))
    found, broken = all_standings(store)
    marks = KeptMarks(store.paths.state)
    puzzles = len(marks.solved), len(marks.missed)
    try:
        who, mistakes = clean(options.who or ""), kept_mistakes(store.paths.data)
        record = record_of(found, who, mistakes, puzzles)
    except Unknown as error:
        raise UsageError(f"--as: {error}") from None
    if options.json:
        print(json.dumps({**to_plain(record), "unreadable": broken}, indent=2))
        return 0
    for line in plain(record_rows.rows(record, choose(options.ascii or None), WIDTH)):
        print(line.rstrip())
    if broken:
        saves_are = "1 save is" if broken == 1 else f"{broken} saves are"
        print(f"\n{saves_are} damaged and left out; elgrande list says which.")
    return 0


def all_standings(store: Store) -> tuple[list[tuple[SaveSummary, GameStanding]], int]:
    """Return how all saves stand, and how many of them cannot be replayed."""
    saves = store.summaries()
    standings = Standings(store, _stood)
    unread = sum(standings.known(save) is None for save in saves)
    if unread > FEW:
        say(f"elgrande: {unread} saves are read for the first time; that takes a while.")
    found = [*standings.each(saves)]
    return found, len(saves) - len(found)


def _stood(journal: Journal, name: str) -> GameStanding:
    # Imported here: where all is remembered nobody waits for the rules.
    from elgrande.table.saved_game import standing

    return standing(journal, name)
