"""List the saves, and the examples that come with the game."""

from __future__ import annotations

import argparse
import json
from typing import Any

from elgrande.cli.games import store_of
from elgrande.content.clean import cell_width, clean
from elgrande.saves import SaveError, SaveSummary, shipped
from elgrande.table.saved_game import GameStanding, Standings, when

NONE = "No saves yet; elgrande new starts a game."
SAVES = "Your saves, the latest first:"
EXAMPLES = "Examples that come with the game; elgrande NAME plays a copy:"
LONGEST = 150
"""No name of a file is told with more cells."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--json", action="store_true", help="print it as JSON")


def run(options: argparse.Namespace) -> int:
    """Print them: a line a save, the examples in a group of their own."""
    store = store_of(options.data_dir)
    saves = store.summaries()
    try:
        shown = store.summaries(shipped("saves"))
    except SaveError:
        shown = []
    # A name with a dot is a position that lies among the examples, and no save.
    examples = sorted((one for one in shown if "." not in one.name), key=lambda one: one.name)
    standings = Standings(store)
    own = [_row(standings, save, example=False) for save in saves]
    ours = [_row(standings, save, example=True) for save in examples]
    standings.keep(saves)
    if options.json:
        print(json.dumps([*own, *ours], indent=2))
        return 0
    width = max((cell_width(row["name"]) for row in (*own, *ours)), default=0)
    print(SAVES if own else NONE)
    for row in own:
        print(_line(row, width))
    print()
    print(EXAMPLES)
    for row in ours:
        print(_line(row, width))
    return 0


def _row(standings: Standings, save: SaveSummary, *, example: bool) -> dict[str, Any]:
    """Return what is told of a save: how it stands, or the sentence why it cannot be played."""
    standing: GameStanding | None = None
    problem = ""
    try:
        standing = standings.find(save)
    except SaveError as error:
        problem = error.sentence
    return {
        "name": clean(save.name, LONGEST),
        "example": example,
        "written": when(save.mtime),
        "players": [*standing.players] if standing else [],
        "scores": [*standing.scores] if standing else [],
        "round": standing.round if standing else None,
        "over": standing.over if standing else None,
        "problem": problem,
    }


def _line(row: dict[str, Any], width: int) -> str:
    if row["over"] is None:
        stands, players = "cannot be played", row["problem"]
    else:
        running = f"round {row['round']}" if row["round"] else "at start"
        stands = "over" if row["over"] else running
        pairs = zip(row["players"], row["scores"], strict=True)
        players = ", ".join(f"{name} {score}" for name, score in pairs)
    name = row["name"] + " " * (width - cell_width(row["name"]))
    parts = (name, f"{stands:<9}", "" if row["example"] else row["written"], players)
    return "  " + "  ".join(part for part in parts if part)
