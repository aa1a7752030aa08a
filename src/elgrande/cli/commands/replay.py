"""Tell a game from its beginning, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.cli.games import store_of, table_at
from elgrande.cli.seats import seat_of
from elgrande.content.words import say_event
from elgrande.rules.events import Moved, RoundBegan

if TYPE_CHECKING:
    import argparse

    from elgrande.rules.events import Event
    from elgrande.table import Table


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    parser.add_argument("--to", type=int, metavar="N", help="only up to this record")
    parser.add_argument("--as", dest="seat", metavar="COLOUR", help="what this player saw")


def remembered(table: Table, seat: int | None) -> list[tuple[int, Event]]:
    """Return the events to tell: a veiled Castillo's log forgets at the end of each round.

    Who threw in what is dropped once the round is over, until the game is.
    """
    events = table.events(seat)
    if table.over or table.setup.options().get("castillo") != "veiled":
        return events
    castillo = table.rules.castillo
    begun = max((i for i, (_, e) in enumerate(events) if isinstance(e, RoundBegan)), default=0)
    return [
        (n, event)
        for i, (n, event) in enumerate(events)
        if i >= begun or not (isinstance(event, Moved) and event.target == castillo)
    ]


def run(options: argparse.Namespace) -> int:
    """Print it."""
    table = table_at(store_of(options.data_dir), options.save, options.to, "--to")
    seat = seat_of(table.rules, options.seat)
    names = table.names
    last = 0
    for n, event in remembered(table, seat):
        mark = f"{n:4}" if n != last else "    "
        last = n
        print(f"{mark}  {say_event(event, table.rules, names)}")
    return 0
