"""Print a position: in words, as JSON, or as TOML that elgrande new --from accepts."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

from elgrande.cli.games import seat_of, store_of, table_at
from elgrande.cli.plain.board import sentences
from elgrande.content.expansion import display_of
from elgrande.content.positions.position_format import describe
from elgrande.content.words import prompt

if TYPE_CHECKING:
    from elgrande.rules import Position


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="schema 1 as JSON")
    form.add_argument("--toml", action="store_true", help="schema 1 as TOML")
    parser.add_argument("--at", type=int, metavar="N", help="after this record; 0 is the start")
    parser.add_argument(
        "--as", dest="seat", metavar="COLOUR",
        help="only what this player knows; spectator for what everybody does",
    )  # fmt: skip
    parser.add_argument("--legal", action="store_true", help="with all legal answers, in notation")


def run(options: argparse.Namespace) -> int:
    """Print it."""
    store = store_of(options.data_dir)
    table = table_at(store, options.save, options.at)
    seat = seat_of(table.rules, options.seat)
    position: Position = table.state if options.seat is None else table.view(seat)
    if options.json or options.toml:
        described = describe(position)
        if options.legal:
            described["legal"] = legal(position)
        if options.json:
            print(json.dumps(described, indent=2))
        else:
            import tomli_w

            sys.stdout.write(tomli_w.dumps(described))
        return 0
    print(*sentences(table.view(seat), table.names), sep="\n")
    # To somebody who looks on, also where the seat itself would be asked.
    decision = table.decision()
    print(prompt(decision, table.rules, table.names))
    asked = decision.owing[0] if decision.owing else -1
    shows = display_of(table.rules)
    if more := shows.remarks(table.view(seat), decision.step, asked, table.names):
        print(more)
    if options.legal:
        for colour, commands in legal(position).items():
            print(f"Legal for {colour}: {', '.join(commands) or 'nothing'}.")
    return 0


def legal(position: Position) -> dict[str, list[str]]:
    """Return the answers that each colour may give now, as far as the position knows them.

    Whoever has set a secret disk may still set another, and is listed too.
    """
    rules = position.rules
    return {
        colour: [rules.text(code) for code in codes]
        for seat, colour in enumerate(rules.colours)
        if (codes := position.legal(seat))
    }
