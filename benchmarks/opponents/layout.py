"""How a game of some commit writes a View down: run in the game of then, imported in today's.

    PYTHONPATH=OLD/src python -P benchmarks/opponents/layout.py < SETUP

prints it as JSON. It asks only for what all frozen games have.
"""

from __future__ import annotations

import json
import sys
from typing import Any, NamedTuple


class Layout(NamedTuple):
    """What the numbers of a View stand for."""

    cells: list[str]
    """What each number of the board tells."""
    start: list[int]
    """What it is where nobody has said."""
    fields: dict[str, list[str]]
    """By step: the values of its frame."""
    same: list[Any]
    """What must be the same in both games, as a View holds numbers of it."""


def layout(rules: Any) -> Layout:
    """Return the layout of a game's Views."""
    size = rules.board_size
    cells, start = [""] * size, [0] * size
    for kind, name in enumerate(rules.kinds):
        for place, where in enumerate(rules.places):
            # Until a kind could have no cell for a place, each had one for every place.
            at = rules.at_kind[kind][place] if hasattr(rules, "at_kind") else 0
            cells[at or kind * rules.n_places + place] = f"{name} in {where}"
    parts = sorted(
        (getattr(rules, name), name)
        for name in dir(rules)
        if name.startswith("at_") and type(getattr(rules, name)) is int
    )
    for (at, name), (end, _) in zip(parts, [*parts[1:], (size, "")], strict=True):
        # Without piles their place is 0, where caballeros are counted.
        for cell in range(at, end) if at >= rules.at_score else ():
            cells[cell] = f"{name} {cell - at}"
    for name, at in rules.cell.items():
        cells[at], start[at] = name, rules.cell_start[name]
    return Layout(
        cells,
        start,
        {name: list(step.frame._fields) for name, step in rules.steps.items()},
        [
            list(rules.kinds),
            list(rules.places),
            list(rules.nodes),
            list(rules.targets),
            [card.id for card in rules.cards],
            list(rules.hidden_start),
            {name: list(steps) for name, steps in rules.programs.items()},
        ],
    )


def main() -> None:
    """Print the layout of the set-up that is given."""
    from elgrande.content.setup import Setup

    print(json.dumps(layout(Setup.from_plain(json.load(sys.stdin)).ruleset())))


if __name__ == "__main__":
    main()
