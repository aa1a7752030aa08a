"""Who leads in a region or the Castillo and what it would pay, and which turn changed that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.content.scorings import rewound
from elgrande.content.story import TURN, Lead, Passage
from elgrande.content.veil import closed
from elgrande.rules.scoring import score

if TYPE_CHECKING:
    from elgrande.rules import Position, Scored
    from elgrande.rules.events import Event


Known = MutableMapping[tuple[int, int, int], tuple[Lead, ...]]
"""Leads by where in the log a turn begins and ends, and the number of its last entry."""


def standings(position: Position) -> list[Scored | None]:
    """Return for each target what a general scoring would pay there.

    Of a Castillo into which nobody may look nobody is told.
    """
    rules = position.rules
    shut = {place for place in closed(rules) if not position.over}
    return [
        None if shut.intersection(places) else score(position, target, general=True)
        for target, places in enumerate(rules.target_places)
    ]


def leaders(scored: Scored | None) -> tuple[int, ...]:
    """Return who leads in a place, several where they are tied for first."""
    lines = scored.lines if scored else ()
    return tuple(sorted(line.kind for line in lines if line.rank == 1))


def changed(before: Position, after: Position) -> Iterator[Lead]:
    """Yield what changed from one position to another of the places that pay."""
    taboo = before.rules.taboo(before), after.rules.taboo(after)
    pairs = zip(standings(before), standings(after), strict=True)
    for target, ((old, new), places) in enumerate(
        zip(pairs, before.rules.target_places, strict=True)
    ):
        was, now = (not closed.isdisjoint(places) for closed in taboo)
        if old and new and (old != new or was != now):
            yield Lead(target, leaders(old), leaders(new), (old, new), (was, now))


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
                known[key] = tuple(changed(rewound(after, told[first:end]), after))
            passage = replace(passage, leads=known[key])
        out.append(passage)
    return out
