"""List the saves, and the examples that come with the game."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from elgrande.cli.games import store_of
from elgrande.content.clean import cell_width, clean
from elgrande.saves import SaveError, Summary, shipped
from elgrande.table.standing import Standing, Standings
from elgrande.table.title import when

NONE = "No saves yet; elgrande new starts a game."
SAVES = "Your saves, the latest first:"
EXAMPLES = "Examples that come with the game; elgrande NAME plays a copy:"
LONGEST = 150
"""No name of a file is told with more cells."""


@dataclass(frozen=True)
class _Listed:
    """A save with how it stands, or with the sentence that says why it cannot be played."""

    save: Summary
    name: str
    standing: Standing | None
    problem: str = ""

    @property
    def stands(self) -> str:
        if self.standing is None:
            return "cannot be played"
        if self.standing.over:
            return "over"
        return f"round {self.standing.round}" if self.standing.round else "at start"

    @property
    def players(self) -> str:
        if self.standing is None:
            return self.problem
        pairs = zip(self.standing.players, self.standing.scores, strict=True)
        return ", ".join(f"{name} {score}" for name, score in pairs)


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
    own = list(_listed(standings, saves))
    ours = list(_listed(standings, examples))
    standings.keep(saves)
    if options.json:
        both = [*((one, False) for one in own), *((one, True) for one in ours)]
        print(json.dumps([_plain(one, example) for one, example in both], indent=2))
        return 0
    width = max((cell_width(one.name) for one in (*own, *ours)), default=0)
    print(SAVES if own else NONE)
    for one in own:
        print(_line(one, width, when(one.save.mtime)))
    print()
    print(EXAMPLES)
    for one in ours:
        print(_line(one, width))
    return 0


def _listed(standings: Standings, saves: Iterable[Summary]) -> Iterator[_Listed]:
    for save in saves:
        name = clean(save.name, LONGEST)
        try:
            yield _Listed(save, name, standings.find(save))
        except SaveError as error:
            yield _Listed(save, name, None, error.sentence)


def _line(one: _Listed, width: int, written: str = "") -> str:
    name = one.name + " " * (width - cell_width(one.name))
    parts = (name, f"{one.stands:<9}", written, one.players)
    return "  " + "  ".join(part for part in parts if part)


def _plain(one: _Listed, example: bool) -> dict[str, Any]:
    standing = one.standing
    return {
        "name": one.name,
        "example": example,
        "written": when(one.save.mtime),
        "players": [*standing.players] if standing else [],
        "scores": [*standing.scores] if standing else [],
        "round": standing.round if standing else None,
        "over": standing.over if standing else None,
        "problem": one.problem,
    }
