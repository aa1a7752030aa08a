"""Curves as lines of text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil

WIDTH, HEIGHT = 74, 11
"""Columns and rows of the curves."""


def plot(
    curves: Sequence[Sequence[float]],
    signs: Sequence[str],
    labels: Mapping[int, str],
    low: float = 0.0,
) -> list[str]:
    """Return the rows of several curves of parts of 1; a later curve is drawn over an earlier one.

    ``labels`` are written under the values of these numbers, as far as there is room. The lowest
    row is for what is as ``low``.
    """
    top = max(0.1, ceil(max(map(max, curves)) * 10 - 0.001) / 10)
    step = (top - low) / (HEIGHT - 1)
    count = len(curves[0])
    gap = max(1, min(3, (WIDTH - 1) // max(1, count - 1)))
    columns = [
        at * gap if count <= WIDTH else at * (WIDTH - 1) // (count - 1) for at in range(count)
    ]
    cells = [[" "] * (columns[-1] + 1) for _ in range(HEIGHT)]
    for curve_, sign in zip(curves, signs, strict=True):
        for at, value in enumerate(curve_):
            cells[HEIGHT - 1 - round((value - low) / step)][columns[at]] = sign
    rows = [f"{top - row * step:5.0%} |{''.join(line)}".rstrip() for row, line in enumerate(cells)]
    under = [" "] * (columns[-1] + 4)
    free = 0
    for at, text in sorted(labels.items()):
        if columns[at] >= free:
            under[columns[at] : columns[at] + len(text)] = text
            free = columns[at] + len(text) + 1
    return [*rows, f"      +{'-' * (columns[-1] + 1)}", f"       {''.join(under)}".rstrip()]
