"""Who has the most in a region or the Castillo, and which turn changed that."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.content.scorings import rewound
from elgrande.content.story import TURN, Lead, Passage
from elgrande.content.veil import closed
from elgrande.rules.scoring import rows

if TYPE_CHECKING:
    from elgrande.rules import Position
    from elgrande.rules.events import Event


Known = MutableMapping[tuple[int, int, int], tuple[Lead, ...]]
"""Leads by where in the log a turn begins and ends, and the number of its last entry."""


def leaders(position: Position) -> list[tuple[int, ...]]:
    """Return for each target who leads there, several where they are tied for first.

    Of a Castillo into which nobody may look nobody is told.
    """
    rules = position.rules
    shut = {place for place in closed(rules) if not position.over}
    found = []
    for target, places in enumerate(rules.target_places):
        lines = [] if shut.intersection(places) else rows(position, target, (0, 0, 0), False)
        found.append(tuple(sorted(line[1] for line in lines if line[3] == 1)))
    return found


def changed(before: tuple[int, ...], after: tuple[int, ...]) -> bool:
    """Say whether a lead has changed: where nobody was, only a single one has it."""
    return before != after and (bool(before) or len(after) == 1)


def led(
    story: Iterable[Passage],
    told: Sequence[tuple[int, Event]],
    position: Position,
    known: Known | None = None,
) -> list[Passage]:
    """Return the passages with the leads that each turn changed; ``told`` led to the position.

    ``known`` keeps what was found, so that a turn that is over is looked at once.
    """
    out, known = [], {} if known is None else known
    for passage in story:
        first, end = passage.span
        if passage.kind == TURN and end > first:
            key = first, end, told[end - 1][0]
            if key not in known:
                after = rewound(position, told[end:])
                pairs = zip(leaders(rewound(after, told[first:end])), leaders(after), strict=True)
                known[key] = tuple(
                    Lead(target, old, new)
                    for target, (old, new) in enumerate(pairs)
                    if changed(old, new)
                )
            passage = replace(passage, leads=known[key])
        out.append(passage)
    return out
