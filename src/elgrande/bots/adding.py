"""Adding what bots compare, alike on every Python."""

from __future__ import annotations

from collections.abc import Iterable


def added(numbers: Iterable[float]) -> float:
    """Add numbers from the first to the last, each time rounding as floats do.

    From Python 3.12 on ``sum`` mends what is lost on the way, so a bot whose best answers are as
    good as each other to the last digit would give another one there.
    """
    total = 0.0
    for number in numbers:
        total += number
    return total
