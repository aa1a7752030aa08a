"""The chances of all seats over a game as a plot, and the turning points as rows."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

from elgrande.analysis.report import LETTERS, Point, rounds_of
from elgrande.analysis.words import signed
from elgrande.app.panes.seat_plot import Curves, SeatPlot
from elgrande.app.panes.text_runs import Row, Run, cells, filled, pad, paragraph, width_of
from elgrande.app.panes.text_styles import CHOSEN, DIM, KEY, PLAIN, STRONG, piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.analysis.analysis import Moment
    from elgrande.app.board.guide import Guide

NOTES = -0.08
"""Below 0 stand the letters of the turning points."""
NAME = 10
"""Cells of a player's name in a row of a turning point."""


class ChancePlot(SeatPlot):
    """A curve a seat; the letters of the turning points stand below."""

    def __init__(self, guide: Guide, id: str | None = None) -> None:
        super().__init__(guide, id=id)
        self._moments: Sequence[Moment] = ()
        self._points: Sequence[Point] = ()
        self._seats: Sequence[int] = ()

    def show(
        self, moments: Sequence[Moment], points: Sequence[Point], seats: Sequence[int]
    ) -> None:
        """Show the chances of these seats, the last drawn over the others."""
        self._moments, self._points, self._seats = moments, points, seats
        self.refresh()

    def curves(self) -> Curves | None:
        moments = self._moments
        if not moments:
            return None
        seats = {seat: [m.chances[seat].value for m in moments] for seat in self._seats}
        top = max(0.2, ceil(max(max(values) for values in seats.values()) * 5 - 0.01) / 5)
        rounds = rounds_of(moments)
        last = len(moments) - 1
        begins = {moment.entry: at for at, moment in enumerate(moments)}
        return Curves(
            [float(at) for at in range(last + 1)],
            seats,
            sorted({at for at, _ in rounds} | {last}),
            [(float(at), str(number)) for at, number in rounds],
            [(at / 5, f"{at * 20}%") for at in range(round(top * 5) + 1)],
            (NOTES, top),
            [
                (letter, begins[point.begin] + 0.5, NOTES)
                for letter, point in zip(LETTERS, self._points, strict=False)
                if point.begin in begins
            ],
        )


def rows(points: Sequence[Point], chosen: int, guide: Guide, width: int) -> list[Row]:
    """Return a row for each turning point: letter, round, player, what was done, the chances."""
    return [
        _row(letter, point, at == chosen, guide, width, at)
        for at, (letter, point) in enumerate(zip(LETTERS, points, strict=False))
    ]


def _row(letter: str, point: Point, chosen: bool, guide: Guide, width: int, at: int) -> Row:
    glyphs = guide.glyphs
    colour = guide.colour(point.seat)
    hit = f"point {at}"
    left, right = (glyphs.here, glyphs.there) if chosen else ("[", "]")
    before, after = round(100 * point.before.value), round(100 * point.after.value)
    end = f" {before:>3} to {after:<3} {signed(point.change.value):>4} "
    runs = [
        Run(f"{left}{letter}{right}", CHOSEN if chosen else KEY, hit),
        Run(f" round {point.round} ", DIM, hit),
        Run(f"{glyphs.piece(colour)} ", piece(colour), hit),
        Run(f"{filled(guide.called(point.seat, NAME), NAME)} ", STRONG, hit),
    ]
    room = width - width_of(runs) - cells(end)
    what = f"{point.card}: {point.deed}" if point.card else point.deed
    runs.append(Run(filled(what, room, glyphs.more), PLAIN, hit))
    runs.append(Run(end, STRONG, hit))
    return pad(runs, width)


def told(point: Point, width: int) -> list[Row]:
    """Return the sentences of a turning point; each begins a row."""
    return [
        (Run(" ", PLAIN), *row, Run(" ", PLAIN))
        for text in (f"The turn: {point.deed}.", *point.why)
        for row in paragraph(text, width - 2)
    ]
