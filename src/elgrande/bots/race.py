"""A race between candidates: who is ahead after some simulations gets most of the rest.

Sequential halving (Karnin, Koren and Somekh 2013): the budget is shared out evenly among the
stages, and after each the better half goes on. Every candidate of a stage meets the same chance,
so that luck does not tell them apart. What was thought of a candidate before counts as some
simulations that came out so.
"""

from __future__ import annotations

from math import ceil, log2
from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots.budget import Budget, OutOfTime

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


BEFORE = 2
"""As many simulations as this counts what was thought of a candidate before."""

ONCE = 0.6
"""After this part of the time no more candidates are tried for the first time, unless there is
time for all of them; the others are left behind ..."""
FEWEST = 2
"""... but so many are tried."""


class Runner(NamedTuple):
    """A candidate, by its number, as it stood when it was last tried."""

    candidate: int
    worth: float
    tries: int


def race(
    thought: Sequence[float],
    simulate: Callable[[int, int], float],
    budget: Budget,
    *,
    even: bool = False,
) -> list[Runner]:
    """Return the candidates, the best first; those that went farther stand before the others.

    ``thought`` is what each was worth at first sight. ``simulate`` gets a candidate and the number
    of the try, on which all chance must depend, and returns what came of it, in the same
    unit; the two may begin to count elsewhere. If it raises OutOfTime, nothing came of it. Where a
    try takes so long that there is not time for one of each, those that were worth less at first
    sight are left out. In an ``even`` race nobody else is left behind.
    """
    left = sorted(range(len(thought)), key=lambda at: -thought[at])
    sums = [BEFORE * worth for worth in thought]
    tries = 0
    behind: list[tuple[int, int]] = []

    stage, stages, since = 1, _stages(left, even), 0.0
    budget.start()
    while stage <= stages:
        share = since + (1.0 - since) * stage / stages
        while len(left) > 1 and budget.fits(len(left), share):
            found: list[float] = []
            for at in left:
                short = not tries and len(found) >= FEWEST and budget.late(ONCE)
                if not budget.fits(len(left) - len(found) if short else 1):
                    break
                try:
                    found.append(simulate(at, tries))
                except OutOfTime:
                    break
                budget.spend()
            if len(found) < len(left):
                if tries or len(found) < FEWEST:
                    # Some would have met a chance that the others have not.
                    break
                # There is not time for all of them: the best at first sight go on, by themselves.
                behind = [(at, 0) for at in left[len(found) :]]
                del left[len(found) :]
                stage, stages, since = 1, _stages(left, even), ONCE
                share = since + (1.0 - since) / stages
            if not tries:
                # What was thought is told from where the tries count.
                before = [thought[at] for at in sorted(left)]
                shift = (sum(found) - sum(before)) / len(before)
                sums = [worth + BEFORE * shift for worth in sums]
            for at, worth in zip(left, found, strict=True):
                sums[at] += worth
            tries += 1
        left.sort(key=lambda at: -sums[at])
        if stage < stages:
            half = ceil(len(left) / 2)
            behind[:0] = [(at, tries) for at in left[half:]]
            del left[half:]
        stage += 1
    ranking = [*((at, tries) for at in left), *behind]
    # Only now: what was thought of those that were never tried is told in another unit at first.
    return [Runner(at, sums[at] / (BEFORE + tried), tried) for at, tried in ranking]


def _stages(left: Sequence[int], even: bool) -> int:
    """Return into how many stages a race of so many is divided."""
    return 1 if even else max(1, ceil(log2(len(left))))
