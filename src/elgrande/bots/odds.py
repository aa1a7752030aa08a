"""What a place is likely to pay when it is scored, from the numbers of caballeros alone.

This is the hot path of the steward, so it is terse, and what it computes is remembered.
``tests/bots`` compares ``payout`` with the scoring of the core. Where no expansion bends what
counts, the numbers are read off the board at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import exp
from operator import itemgetter
from typing import NamedTuple

from elgrande.bots.adding import added
from elgrande.bots.terms import terms_of
from elgrande.rules import Generator, Ruleset, questions

Counts = tuple[int, ...]
"""Caballeros by owner: the seats first, then kinds that nobody owns."""


class Odds(NamedTuple):
    """For each seat: the points to be expected, and the chance of being alone in front."""

    points: tuple[float, ...]
    alone: tuple[float, ...]


ARRIVALS: tuple[tuple[float, ...], ...] = (
    (1.0,),
    (0.70, 0.20, 0.10),
    (0.50, 0.25, 0.15, 0.10),
    (0.40, 0.25, 0.20, 0.15),
)
"""By doubt, from none to much: how likely it is that one player adds 0, 1, 2, 3 before the scoring.

Which player adds them is anybody's guess. So a lead of two is worth more than a
lead of one, and a second place may still become a first.
"""
DOUBTS = len(ARRIVALS)


@lru_cache(maxsize=1 << 15)
def payout(counts: Counts, values: tuple[int, int, int], ranks: int) -> tuple[list[int], int]:
    """Return what each owner gets without bonuses, and who is alone in front, or -1.

    A tie for a rank pays all tied the next rank; the next player stands two
    ranks lower. The plain statement of the rule is ``elgrande.rules.scoring``.
    The list is remembered: do not change it.
    """
    points = [0] * len(counts)
    order = sorted(counts, reverse=True)
    rank, first, at = 1, -1, 0
    while rank <= ranks and at < len(order) and order[at]:
        number = order[at]
        tied = order.count(number)
        if tied == 1:
            owner = counts.index(number)
            points[owner] = values[rank - 1]
            if rank == 1:
                first = owner
        elif rank < ranks:
            for owner, count in enumerate(counts):
                if count == number:
                    points[owner] = values[rank]
        rank += min(tied, 2)
        at += tied
    return points, first


@lru_cache(maxsize=1 << 15)
def odds(counts: Counts, values: tuple[int, int, int], ranks: int, seats: int, doubt: int) -> Odds:
    """Return what a scoring may pay after the arrivals that ``doubt`` expects."""
    points = [0.0] * seats
    alone = [0.0] * seats
    for arrived, chance in enumerate(ARRIVALS[doubt]):
        share = chance if not arrived else chance / seats
        for seat in range(seats) if arrived else (0,):
            new = (*counts[:seat], counts[seat] + arrived, *counts[seat + 1 :])
            paid, first = payout(new, values, ranks)
            for owner, more in enumerate(paid[:seats]):
                if more:
                    points[owner] += share * more
            if 0 <= first < seats:
                alone[first] += share
    return Odds(tuple(points), tuple(alone))


def softmax(gains: Sequence[float], heat: float) -> list[float]:
    """Return chances that prefer the larger gains: the greater the heat, the less so."""
    best = max(gains)
    weights = [exp((gain - best) / heat) for gain in gains]
    whole = added(weights)
    return [weight / whole for weight in weights]


def draw(chances: Sequence[float], generator: Generator) -> int:
    """Return an index, each as likely as its chance."""
    rest = generator.next32() / (1 << 32)
    for index, chance in enumerate(chances):
        rest -= chance
        if rest < 0:
            return index
    return len(chances) - 1


# -- who stands there ------------------------------------------------------------------


def plus(counts: Counts, owner: int, number: int) -> Counts:
    """Return counts with so many more of one owner's."""
    return (*counts[:owner], counts[owner] + number, *counts[owner + 1 :])


@lru_cache(maxsize=8)
def straight(rules: Ruleset) -> bool:
    """Say whether every kind counts as itself wherever it stands, a seat's or nobody's."""
    return (
        rules.counts_as is questions.owner
        and rules.ranks_for is questions.as_it_counts
        and rules.counted is questions.all_that_stand_there
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
        rules.there[places[0]] if straight(rules) and len(places) == 1 else None
        for places in rules.target_places
    )
