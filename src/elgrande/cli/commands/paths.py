"""Say where saves, settings and reports lie."""

from __future__ import annotations

import argparse

from elgrande.saves import Paths, shipped


def arguments(parser: argparse.ArgumentParser) -> None:
    """There are no options."""


def run(options: argparse.Namespace) -> int:
    """Print them."""
    paths = Paths(options.data_dir)
    for name, path in (
        ("saves", paths.saves), ("deleted saves", paths.bin), ("decks", paths.decks),
        ("themes", paths.themes), ("settings", paths.config_file),
        ("reports", paths.reports), ("cache", paths.cache), ("sample saves", shipped("saves")),
        ("sample themes", shipped("themes")),
    ):  # fmt: skip
        print(f"{name}: {path}")
    return 0
