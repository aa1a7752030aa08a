"""Start a game."""

from __future__ import annotations

import argparse
import sys

from elgrande.cli import setups
from elgrande.cli.games import begun, played, store_of
from elgrande.cli.terminal import need_screen


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    setups.arguments(parser)
    parser.add_argument("--name", metavar="SAVE", help="what the save is called")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="play it as a line dialogue")
    how.add_argument("--no-play", action="store_true", help="only make the save")


def run(options: argparse.Namespace) -> int:
    """Make the save, and play it."""
    setup = setups.setup_from(options)
    if setup.idle_cards:
        print(f"elgrande: {setup.idle_cards}", file=sys.stderr)
    store = store_of(options.data_dir)
    if not (options.plain or options.no_play):
        need_screen()
    table = begun(store, setup, options.name)
    if not options.no_play:
        return played(store, table, options)
    name = getattr(table.log, "name", "")
    table.close()
    print(f"{name} is saved in {store.paths.saves}")
    return 0
