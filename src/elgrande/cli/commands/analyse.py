"""Explain a finished game: chances to win, the turns that changed most, luck and choice.

What was found out is kept in a folder beside the saves, so that it can be
stopped and gone on with, and the second time it is there at once.
"""

from __future__ import annotations

import argparse
from functools import partial

from elgrande.analysis.analysis import TRIES, Analysis
from elgrande.analysis.chances import PlayoutEvaluator
from elgrande.analysis.finished_game import (
    FOLDER,
    FinishedGame,
    TryCache,
    Unfinished,
    cache_of,
    key_of,
)
from elgrande.analysis.report import report_of
from elgrande.cli.analysis_text import told
from elgrande.cli.errors import UsageError, exit_code, say, terminable
from elgrande.cli.games import read, store_of
from elgrande.cli.terminal import bar
from elgrande.table.saved_game import replay

FEWEST, MOST = 2, 100
"""Tries: of more, not all would fit into what is kept."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    parser.add_argument(
        "--tries", type=int, default=TRIES, metavar="N",
        help=f"how often each position is played on; more is surer and slower; default: {TRIES}",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Do what is missing of the analysis, and print it."""
    if not FEWEST <= options.tries <= MOST:
        raise UsageError(f"--tries {options.tries}: choose {FEWEST} to {MOST}")
    store = store_of(options.data_dir)
    journal, name = read(store, options.save)
    try:
        game = FinishedGame(replay(journal, name))
    except Unfinished as error:
        raise UsageError(str(error)) from None
    evaluator = PlayoutEvaluator()
    key = key_of(game, journal, evaluator, options.tries)
    kept = TryCache(cache_of(store.paths.data, key["digest"]), key)
    analysis = Analysis(game, evaluator, kept, options.tries, partial(bar, of="positions"))
    try:
        with terminable():
            report = report_of(analysis)
    except KeyboardInterrupt as stopped:
        say(
            "\nStopped. What was found out is kept, and the same command goes on with it."
            if kept.lasting
            else f"\nStopped. What was found out cannot be kept in {store.paths.data / FOLDER}: "
            "the same command begins anew."
        )
        return exit_code(stopped)
    print(*told(report, name.removesuffix(".toml"), ascii=options.ascii), sep="\n")
    return 0
