"""How far what is judged misses what comes when stewards play on to the end.

A judgement sees no further than the end of a round, and its tries hardly differ from each other:
how far they scatter says nothing of how far they miss. That is measured on games that are played on
from many positions: ``benchmarks/judgement.py --fit`` prints the numbers below.
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple


class Judgement(NamedTuple):
    """What comes is on average ``slope`` times what is judged, give or take.

    ``error`` is the standard deviation of what it misses by.
    """

    slope: float
    error: float


IN_POINTS = Judgement(0.9, 4.3)
"""Of the difference in final points between two ends of a turn."""
BETWEEN_ENDS = Judgement(0.9, 0.36)
"""Of the difference in chances between two ends of a turn; the errors of chances are parts of
what there is to be missed."""
IN_TIME = Judgement(1.0, 0.37)
"""Of the difference in chances between two moments of a game, of a tenth or more: of less nothing
is told. What both moments are told to be must fit it, so that none of it is taken away."""
OF_CHANCE = Judgement(1.0, 0.29)
"""Of a chance itself."""
LEAST = 0.02
"""Of a chance that is judged to be nothing so much is there to be missed, squared."""


def scaled(judgement: Judgement, chance: float) -> Judgement:
    """Return a Judgement of chances at so much chance to win: at one half it misses most."""
    return judgement._replace(error=judgement.error * sqrt(max(LEAST, chance * (1 - chance))))
