"""Go on with a game: the named save, or the newest that is not finished."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.cli.games import newest, opened, store_of
from elgrande.cli.terminal import need_screen

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="?", help="the save; the newest unfinished otherwise")
    parser.add_argument("--plain", action="store_true", help="as a line dialogue")


def run(options: argparse.Namespace) -> int:
    """Open it and play."""
    store = store_of(options.data_dir)
    name = options.save or newest(store)
    if not options.plain:
        need_screen()
    table = opened(store, name)
    if options.plain:
        from elgrande.cli.plain import play

        return play(table, store=store)
    path = getattr(table.log, "path", None)
    table.close()
    from elgrande.app import run as run_app

    return run_app(store.paths, save=path or name, ascii=options.ascii, mouse=options.mouse)
