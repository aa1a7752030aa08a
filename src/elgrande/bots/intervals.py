"""Intervals of 95 % for what many games say.

A *block* is one deal, played from every seat: its games share their luck, so the block and not the
game is what an interval counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, variance

FEW = 10
"""With fewer blocks what they differ by says little."""
Z = 1.96
"""Standard errors in half an interval of 95 %."""


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return the interval of 95 % for a share found in so many games (Wilson 1927)."""
    middle = share + Z * Z / (2 * games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def effective(share: float, groups: Sequence[Sequence[float]], games: int) -> float:
    """Return how many independent games the blocks are worth: never more than were played.

    Of a few blocks nobody knows how much their games share: they count as one each.
    ``groups`` are the shares of the blocks, those of like line-ups together: that a bot wins more
    where it has more seats is no chance.
    """
    count = sum(map(len, groups))
    free = count - len(groups)
    if free < 1:
        return min(games, count)
    spread = sum(sum((each - fmean(group)) ** 2 for each in group) for group in groups) / free
    most = min(games, count) if count < FEW else games
    if spread == 0:
        return most
    return max(1.0, min(most, share * (1 - share) * count / spread))


def about_mean(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the interval of 95 % for the mean of such values; None for fewer than two."""
    count = len(values)
    if count < 2:
        return None
    middle, half = fmean(values), students(count - 1) * sqrt(variance(values) / count)
    return middle - half, middle + half


def students(freedom: int) -> float:
    """Return how many standard errors are half an interval of 95 %: Student's t, 2.5 % above it.

    Cornish and Fisher's expansion, to two digits from four degrees of freedom on; the first
    three are written down, since it falls short there.
    """
    exact = {1: 12.706, 2: 4.303, 3: 3.182}
    if freedom in exact:
        return exact[freedom]
    z = 1.959964
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
