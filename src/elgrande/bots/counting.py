"""Counting the caballeros at a target, quickly where no expansion bends what counts."""

from __future__ import annotations

from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from elgrande.bots.terms import terms_of
from elgrande.rules.questions import all_that_stand_there, as_it_counts, owner

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.bots.odds import Counts
    from elgrande.rules import Ruleset


def plus(counts: Counts, owner: int, number: int) -> Counts:
    """Return counts with so many more of one owner's."""
    return (*counts[:owner], counts[owner] + number, *counts[owner + 1 :])


@lru_cache(maxsize=8)
def straight(rules: Ruleset) -> bool:
    """Say whether every kind counts as itself wherever it stands, a seat's or nobody's."""
    return (
        rules.counts_as is owner
        and rules.ranks_for is as_it_counts
        and rules.counted is all_that_stand_there
        and all(seat in (-1, kind) for kind, seat in enumerate(rules.kind_owner))
    )


@lru_cache(maxsize=8)
def under(rules: Ruleset) -> Callable[[list[int]], tuple[int, ...]]:
    """Return what reads off a board all that decides what its targets pay, but for who is there."""
    # Grandes, King and scoreboards stand side by side; an expansion's values come last.
    cells = (*range(rules.at_grande, rules.at_round), *sorted(rules.cell.values()))
    fleeting = terms_of(rules).fleeting
    return itemgetter(*[cell for cell in cells if cell not in fleeting])


@lru_cache(maxsize=8)
def columns(rules: Ruleset) -> tuple[Callable[[list[int]], Counts] | None, ...]:
    """Return for each target what reads its counts off a board at once; None if nothing can."""
    return tuple(
        itemgetter(*[offset + places[0] for _, offset in rules.kind_offsets])
        if straight(rules) and len(places) == 1
        else None
        for places in rules.target_places
    )
