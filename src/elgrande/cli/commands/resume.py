"""Go on with a game: the named save, or the newest that is not finished."""

from __future__ import annotations

import argparse

from elgrande.cli import commandfile
from elgrande.cli.games import newest, opened, played, store_of
from elgrande.cli.terminal import need_screen


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="?", help="the save; default: the newest unfinished one")
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="as a line dialogue")
    how.add_argument(
        "--commands", metavar="FILE",
        help="carry out commands in notation, one answer a line; - reads standard input",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Open it and play."""
    store = store_of(options.data_dir)
    name = options.save or newest(store)
    if not options.plain and options.commands is None:
        need_screen()
    if options.commands is not None:
        lines = commandfile.read(options.commands)
        table = opened(store, name)
        try:
            return commandfile.carry_out(table, *lines)
        finally:
            table.close()
    return played(store, opened(store, name), options)
