"""Look after a running server: who is in, whom to send out, when to end."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from elgrande.cli.errors import UsageError
from elgrande.saves.paths import Paths

if TYPE_CHECKING:
    import argparse


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--control", metavar="DIR", help="where the server's parts meet, as elgrande serve was told"
    )
    parser.add_argument(
        "call", nargs="+",
        help="who, games, stats, kick NAME, ban WHAT, unban WHAT, wall WORDS, drain [SECONDS], "
        "rekey NAME, reindex",
    )  # fmt: skip


def run(options: argparse.Namespace) -> int:
    """Carry out one call."""
    if os.name != "posix":
        raise UsageError("elgrande admin needs Linux or macOS, as the server does")
    from pathlib import Path

    from elgrande.server.control import HostGone, NotAdmitted, admin

    given = options.control
    folder = Path(given).absolute() if given else Paths(options.data_dir).data / "server"
    try:
        print(admin(folder, *options.call)["text"])
    except (HostGone, NotAdmitted) as error:
        raise UsageError(str(error)) from None
    return 0
