"""A scoring in the fewest rows: who got what in each place, side by side, for a low pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import Row, Run, pad, width_of, wrap
from elgrande.app.panes.text_styles import DIM, PLAIN, STRONG, piece
from elgrande.content.scorings import PlaceScored, PointsGot, Scoring, ScoringStep
from elgrande.content.words.scoring_steps import say_step, step_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elgrande.app.board.guide import Guide

GAP = 3
"""Cells between two places."""


def cell_rows(scoring: Scoring, guide: Guide, width: int, height: int, key: str) -> list[Row]:
    """Return every place with its points, the sums, and reasons as far as there is room.

    Nothing where the places have no room. ``key`` tells the rest, and is named.
    """
    lines = [i for i, s in enumerate(scoring.steps) if isinstance(s, (PlaceScored, PointsGot))]
    cells = [_cell(scoring.steps[i], guide) for i in lines]
    sums = [Run(" In all", DIM), *_points(scoring.won, guide)]
    out = [pad(row, width) for row in _beside(cells, width)]
    if len(out) >= height or max(map(width_of, [*cells, sums])) > width:
        return []
    said = [wrap(say_step(scoring, i, guide.names), width - 2) for i in lines]
    hint = f"{guide.glyphs.more} [{key}] tells why"
    room = height - len(out) - 1
    told = [line for text in said for line in text]
    if room < len(told):
        # A reason is whole or not there, and then it is said where it is.
        told = []
        for text in said:
            if len(told) + len(text) > room - 1:
                break
            told += text
        if room:
            told.append(hint)
        elif width_of(sums) + len(hint) + GAP <= width:
            sums.append(Run(f"{' ' * GAP}{hint}", DIM))
    out.append(pad(sums, width))
    return [*out, *(pad([Run(f" {line}", PLAIN)], width) for line in told)]


def _cell(step: ScoringStep, guide: Guide) -> list[Run]:
    """Return a place and who got what there."""
    name = step_name(step, guide.names)
    if isinstance(step, PlaceScored):
        target = guide.rules.targets[step.target]
        name = f"{guide.key(target)} {guide.name(target)}"
    got = list(_points(step.won, guide)) or [Run(" nobody", DIM)]
    return [Run(f" {name}", PLAIN), *got]


def _points(won: Sequence[int], guide: Guide) -> Iterator[Run]:
    """Yield everybody's sign with their points, those who got any."""
    for seat, points in enumerate(won):
        if points:
            colour = guide.colour(seat)
            yield Run(" ", PLAIN)
            yield Run(guide.glyphs.piece(colour), piece(colour))
            yield Run(f"+{points}", STRONG)


def _beside(cells: Sequence[list[Run]], width: int) -> Iterator[list[Run]]:
    """Yield the cells in columns as wide as the widest of them."""
    column = max((width_of(cell) for cell in cells), default=0) + GAP - 1
    across = max(1, (width + GAP - 1) // column)
    for first in range(0, len(cells), across):
        row: list[Run] = []
        for i, cell in enumerate(cells[first : first + across]):
            row += [Run(" " * (i * column - width_of(row)), PLAIN), *cell]
        yield [run for run in row if run.text]
