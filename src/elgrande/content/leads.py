"""Who alone has the most in a region or the Castillo, and which turn changed that."""

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


def leaders(position: Position) -> list[tuple[int, bool]]:
    """Return for each target who leads there, or -1, and whether several are tied for first.

    A Castillo into which nobody may look is left out, as the last target.
    """
    rules = position.rules
    shut = {place for place in closed(rules) if not position.over}
    found = []
    for target, places in enumerate(rules.target_places):
        lines = [] if shut.intersection(places) else rows(position, target, (0, 0, 0), False)
        tied = bool(lines) and lines[0][4]
        found.append((-1 if tied or not lines else lines[0][1], tied))
    return found


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
                    Lead(target, old, new, tied)
                    for target, ((old, _), (new, tied)) in enumerate(pairs)
                    if old != new
                )
            passage = replace(passage, leads=known[key])
        out.append(passage)
    return out
