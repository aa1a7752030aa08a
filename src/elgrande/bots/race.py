"""A race between candidates: who is ahead after some simulations gets most of the rest.

Sequential halving (Karnin, Koren and Somekh 2013): the budget is shared out evenly among the
stages, and after each the better half goes on. Every candidate of a stage meets the same chance,
so that luck does not tell them apart. What was thought of a candidate before counts as some
simulations that came out so.
"""

from __future__ import annotations

from math import ceil, log2
from typing import TYPE_CHECKING, NamedTuple

from elgrande.bots.budget import OutOfTime

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.bots.budget import Budget

BEFORE = 2
"""As many simulations as this counts what was thought of a candidate before."""


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
    unit; the two may begin to count elsewhere. If it raises OutOfTime, nothing came of it. In an
    ``even`` race nobody is left behind.
    """
    left = sorted(range(len(thought)), key=lambda at: -thought[at])
    sums = [BEFORE * worth for worth in thought]
    tries = 0
    behind: list[Runner] = []

    def standing(at: int) -> Runner:
        return Runner(at, sums[at] / (BEFORE + tries), tries)

    stages = 1 if even else max(1, ceil(log2(len(left))))
    budget.start()
    for stage in range(1, stages + 1):
        while len(left) > 1 and budget.fits(len(left), stage / stages):
            found = []
            for at in left:
                if not budget.fits(1):
                    break
                try:
                    found.append(simulate(at, tries))
                except OutOfTime:
                    break
                budget.spend()
            if len(found) < len(left):
                # Some would have met a chance that the others have not.
                break
            if not tries:
                # What was thought is told from where the tries count.
                shift = (sum(found) - sum(thought)) / len(thought)
                sums = [worth + BEFORE * shift for worth in sums]
            for at, worth in zip(left, found, strict=True):
                sums[at] += worth
            tries += 1
        left.sort(key=lambda at: -sums[at])
        if stage < stages:
            half = ceil(len(left) / 2)
            behind[:0] = [standing(at) for at in left[half:]]
            del left[half:]
    return [standing(at) for at in left] + behind
