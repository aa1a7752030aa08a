"""What the sysop can do with a server that runs: who is in, bans, an end in order, numbers."""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

from elgrande.cli.errors import UsageError
from elgrande.saves.paths import Paths


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "call", nargs="?", default="help",
        help="who, games, costs, kick, ban, wall, drain, stats and more; help lists them all",
    )  # fmt: skip
    parser.add_argument("words", nargs="*", help="what the call needs: a name, an address, words")
    parser.add_argument("--json", action="store_true", help="print what the answer is made of")
    parser.add_argument(
        "--control", metavar="DIR", help="where the server is; the data folder's without it"
    )


def run(options: argparse.Namespace) -> int:
    """Call the server and print its answer."""
    from elgrande.server.control import CALLS, HostGone, NotAdmitted, admin

    if options.call == "help":
        for call, text in CALLS.items():
            print(f"{call:<8} {text}")
        return 0
    if os.name != "posix":
        raise UsageError("a server runs on Linux or macOS alone, and is called from there")

    given = options.control
    folder = Path(given).absolute() if given else Paths(options.data_dir).data / "server"
    try:
        answer = admin(folder, options.call, *options.words)
    except (HostGone, NotAdmitted) as error:
        raise UsageError(str(error).rstrip(".")) from None
    if options.json:
        text = answer.pop("text")
        print(json.dumps(answer or {"text": text}, indent=2))
    else:
        print(answer["text"])
    return 0
