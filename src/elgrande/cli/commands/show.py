"""Print a position: in words, as JSON, or as TOML that elgrande new --from accepts."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from elgrande.cli.games import store_of, table_at
from elgrande.cli.plain.board import sentences
from elgrande.cli.seats import seat_of
from elgrande.content.layout import describe
from elgrande.content.words import prompt

if TYPE_CHECKING:
    import argparse

    from elgrande.rules import Position


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="schema 1 as JSON")
    form.add_argument("--toml", action="store_true", help="schema 1 as TOML")
    parser.add_argument("--at", type=int, metavar="N", help="after this record; 0 is the start")
    parser.add_argument("--as", dest="seat", metavar="COLOUR", help="only what this player knows")


def run(options: argparse.Namespace) -> int:
    """Print it."""
    store = store_of(options.data_dir)
    table = table_at(store, options.save, options.at)
    seat = seat_of(table.rules, options.seat)
    position: Position = table.state if seat is None else table.view(seat)
    if options.json:
        print(json.dumps(describe(position), indent=2))
    elif options.toml:
        import tomli_w

        sys.stdout.write(tomli_w.dumps(describe(position)))
    else:
        veiled = table.setup.options().get("castillo") == "veiled"
        for line in sentences(table.view(seat), table.names, veiled=veiled):
            print(line)
        # To somebody who looks on, also where the seat itself would be asked.
        print(prompt(table.decision(), table.rules, table.names))
    return 0
