"""Play as a line dialogue, for screen readers, dumb terminals and scripts."""

from __future__ import annotations

import argparse

from elgrande.cli import setups
from elgrande.cli.errors import UsageError
from elgrande.cli.games import begun, opened, played, store_of


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="?", help="continue this save; default: a new game")
    parser.add_argument("--plain", action="store_true", help="the line dialogue")
    parser.add_argument("--name", metavar="SAVE", help="what a new game's save is called")
    setups.arguments(parser)


def run(options: argparse.Namespace) -> int:
    """Play."""
    if not options.plain:
        raise UsageError("play needs --plain; to open the app, just type elgrande")
    store = store_of(options.data_dir)
    if options.save is not None:
        if setups.given(options) or options.name is not None:
            raise UsageError("a save contains its players and options; leave out the others")
        table = opened(store, options.save)
    else:
        table = begun(store, setups.setup_from(options), options.name)
    return played(store, table, options)
