"""Where the points of a game came from, and how the race went, as tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import (
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    TextStyle,
    cells,
    pad,
)
from elgrande.content.tally import Share, Tally, name_of

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide


LABEL = 20
COLUMN = 10


def rows(
    title: str,
    shares: Sequence[Share],
    tally: Tally,
    order: Sequence[int],
    guide: Guide,
    width: int,
) -> list[Row]:
    """Return one table; the players stand in ``order``, the winner first."""
    column = max(4, min(COLUMN, (width - LABEL) // max(1, len(order))))
    lines = [(name_of(share.id, guide.names), share.points, PLAIN) for share in shares]
    if any(tally.first):
        lines.append(("At the start", tally.first, PLAIN))
    lines.append(("Score", tally.final, STRONG))
    out = [_head(title, order, guide, column, width)]
    for label, points, style in lines:
        values = [points[seat] for seat in order]
        out.append(pad(numbers(f"{label:<{LABEL}}", values, column, style), width))
    return out


def _head(title: str, order: Sequence[int], guide: Guide, column: int, width: int) -> Row:
    runs = [Run(f"{title:<{LABEL}}", TITLE)]
    for seat in order:
        name = guide.called(seat, column - 2)
        # A name that just fits stands right behind its sign.
        gap = " " if cells(name) < column - 2 else ""
        runs += [
            Run(" " * (column - 1 - len(gap) - cells(name)), PLAIN),
            guide.sign(seat),
            Run(f"{gap}{name}", DIM),
        ]
    return pad(runs, width)


def numbers(label: str, values: Iterable[int | str], column: int, style: TextStyle) -> list[Run]:
    """Return a label and, each in its column, a number for every player."""
    return [Run(label, style), *(Run(f"{value:>{column}}", style) for value in values)]
