"""Open the full-screen app, and say where its files lie: what must start at once."""

from __future__ import annotations

import argparse
from pathlib import Path

from elgrande.cli.terminal import need_screen
from elgrande.saves.paths import Paths, shipped


def app_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", nargs="?", help="the save to open; default: the menu")


def run_app(options: argparse.Namespace) -> int:
    """Open the full-screen app."""
    save = None if options.save is None else _save(options)
    need_screen()
    from elgrande.app import run as run_app

    return run_app(Paths(options.data_dir), save=save, ascii=options.ascii, mouse=options.mouse)


def _save(options: argparse.Namespace) -> str | Path:
    """Return the save to open; a wrong name is said before the screen is taken over.

    Imported here, since the menu is painted without it.
    """
    from elgrande.cli.errors import UsageError
    from elgrande.cli.games import found, own, store_of
    from elgrande.cli.main import nearest
    from elgrande.content.clean import clean
    from elgrande.saves import SaveMissing

    store = store_of(options.data_dir)
    try:
        store.read(found(store, options.save))
    except SaveMissing:
        meant = nearest(options.save)
        hint = f"did you mean elgrande {meant}?" if meant else "elgrande --help lists the commands"
        raise UsageError(
            f"there is no command or save called {clean(options.save)!r}; {hint}"
        ) from None
    need_screen()
    return own(store, options.save)


# -- paths -----------------------------------------------------------------------------------------


def paths_arguments(parser: argparse.ArgumentParser) -> None:
    """There are no options."""


def run_paths(options: argparse.Namespace) -> int:
    """Say where saves, settings and reports lie."""
    from elgrande.app.saved_games.user_files import KeptMarks
    from elgrande.saves.mistakes import FOLDER

    paths = Paths(options.data_dir)
    for name, path in (
        ("saves", paths.saves), ("deleted saves", paths.bin), ("decks", paths.decks),
        ("puzzles", paths.puzzles), ("analyses", paths.data / FOLDER),
        ("themes", paths.themes), ("settings", paths.config_file),
        ("marks", paths.state / KeptMarks.FILE),
        ("reports", paths.reports), ("cache", paths.cache), ("sample saves", shipped("saves")),
        ("sample themes", shipped("themes")),
    ):  # fmt: skip
        print(f"{name}: {path}")
    return 0
