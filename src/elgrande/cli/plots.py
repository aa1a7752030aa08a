"""Plots made of text: a curve with its band, and how often each value came."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor

_HEIGHTS = " ▁▂▃▄▅▆▇█"
_HEIGHTS_ASCII = " .:-=+*#@"


@dataclass(frozen=True, slots=True)
class Marks:
    """What a plot is drawn with."""

    value: str = "●"
    band: str = "░"
    line: str = "┄"
    upright: str = "┤"
    corner: str = "└"
    floor: str = "─"


MARKS = Marks()
ASCII = Marks("o", ":", "-", "|", "+", "-")


def curve(
    values: Sequence[float],
    band: Sequence[tuple[float, float]],
    line: float,
    *,
    height: int = 9,
    ends: tuple[str, str] = ("", ""),
    marks: Marks = MARKS,
) -> list[str]:
    """Return the rows of a curve of parts of 1 with its band, over a level line.

    ``ends`` are written under the first and the last value.
    """
    top = min(1.0, max(line, *(high for _, high in band)) + 0.02)
    low = max(0.0, min(line, *(low for low, _ in band)) - 0.02)
    # Tens of percent are easier read than whatever the figures give.
    top, low = min(1.0, ceil(top * 10) / 10), floor(low * 10) / 10
    step = (top - low) / (height - 1)
    rows = []
    for row in range(height):
        level = top - row * step
        cells = []
        for at in range(len(values)):
            if abs(values[at] - level) <= step / 2:
                cells.append(marks.value)
            elif abs(line - level) <= step / 2:
                cells.append(marks.line)
            elif band[at][0] - step / 2 <= level <= band[at][1] + step / 2:
                cells.append(marks.band)
            else:
                cells.append(" ")
        rows.append(f"{level:5.0%} {marks.upright}{''.join(cells)}".rstrip())
    rows.append(f"      {marks.corner}{marks.floor * len(values)}")
    first, last = ends
    # At least a blank between them: of few values the last stands a little beside its column.
    room = len(values) - len(first) if first else len(values)
    rows.append(f"       {first}{last:>{max(len(last) + bool(first and last), room)}}".rstrip())
    return rows


def heights(values: Sequence[int], low: int, step: int, cells: int, *, ascii: bool) -> str:
    """Return how often each value came, a cell for every ``step`` from ``low`` on."""
    marks = _HEIGHTS_ASCII if ascii else _HEIGHTS
    counts = [0] * cells
    for value in values:
        counts[min(cells - 1, max(0, (value - low) // step))] += 1
    most = max(counts) or 1
    # Whatever came at all is seen.
    return "".join(marks[ceil(count * (len(marks) - 1) / most)] for count in counts)


def race(
    curves: Sequence[Sequence[float]],
    signs: Sequence[str],
    labels: Mapping[int, str],
    *,
    width: int = 74,
    height: int = 11,
) -> list[str]:
    """Return the rows of several curves of parts of 1; a later curve is drawn over an earlier one.

    ``labels`` are written under the values of these numbers, as far as there is room.
    """
    top = max(0.1, ceil(max(map(max, curves)) * 10 - 0.001) / 10)
    step = top / (height - 1)
    count = len(curves[0])
    gap = max(1, min(3, (width - 1) // max(1, count - 1)))
    columns = [
        at * gap if count <= width else at * (width - 1) // (count - 1) for at in range(count)
    ]
    cells = [[" "] * (columns[-1] + 1) for _ in range(height)]
    for curve_, sign in zip(curves, signs, strict=True):
        for at, value in enumerate(curve_):
            cells[height - 1 - round(value / step)][columns[at]] = sign
    rows = [f"{top - row * step:5.0%} |{''.join(line)}".rstrip() for row, line in enumerate(cells)]
    under = [" "] * (columns[-1] + 4)
    free = 0
    for at, text in sorted(labels.items()):
        if columns[at] >= free:
            under[columns[at] : columns[at] + len(text)] = text
            free = columns[at] + len(text) + 1
    return [*rows, f"      +{'-' * (columns[-1] + 1)}", f"       {''.join(under)}".rstrip()]
