"""Tell a game from its beginning, in sentences."""

from __future__ import annotations

import argparse

from elgrande.cli.games import seat_of, store_of, table_at
from elgrande.content.veil import remembered
from elgrande.content.words import say_event


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    parser.add_argument("--to", type=int, metavar="N", help="only up to this record")
    parser.add_argument("--as", dest="seat", metavar="COLOUR", help="what this player saw")


def run(options: argparse.Namespace) -> int:
    """Print it."""
    table = table_at(store_of(options.data_dir), options.save, options.to, "--to")
    seat = seat_of(table.rules, options.seat)
    names = table.names
    last = 0
    for n, event in remembered(table.rules, table.events(seat), over=table.over):
        mark = f"{n:4}" if n != last else "    "
        last = n
        print(f"{mark}  {say_event(event, table.rules, names)}")
    return 0
