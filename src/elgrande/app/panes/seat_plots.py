"""Plots with a curve for every seat, and the seat's sign on it, so that no colour is needed.

The race is everybody's score after each round; chances are how likely each was to win over a game,
with its turning points as rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual_plotext import PlotextPlot

from elgrande.analysis.report import LETTERS, LOST, Point, rounds_of, signed, weighed
from elgrande.app.panes.line_widget import Themed, colour_of
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    KEY,
    PLAIN,
    STRONG,
    Row,
    Run,
    cells,
    filled,
    pad,
    paragraph,
    piece,
    width_of,
)

if TYPE_CHECKING:
    from textual.app import RenderResult

    from elgrande.analysis.analysis import Moment
    from elgrande.app.board.guide import Guide


PLAIN_FRAME = str.maketrans({"─": "-", "│": "|", "┤": "|", "├": "|", "┬": "-", "┴": "-",
                             "┌": "+", "┐": "+", "└": "+", "┘": "+", "┼": "+"})  # fmt: skip
"""The frame of the plot in ASCII."""


@dataclass(frozen=True)
class Curves:
    """What a plot shows: the values of seats, the last seat drawn over the others.

    ``signs`` are the places along it at which the seat's sign stands, ``under`` and ``beside`` the
    names of the axes' values, ``limits`` the lowest and the highest value that are seen, if that is
    not to follow from the values. ``notes`` are single letters at a place and a value.
    """

    along: Sequence[float]
    seats: Mapping[int, Sequence[float]]
    signs: Sequence[int]
    under: Sequence[tuple[float, str]]
    beside: Sequence[tuple[float, str]]
    limits: tuple[float, float] | None = None
    notes: Sequence[tuple[str, float, float]] = field(default=())


def _own(style: str | Style) -> str | Style:
    """Return a style on the terminal's own ground, which a plot knows as black on black."""
    if not isinstance(style, Style):
        return style
    colour = style.color
    framed = colour is None or colour.triplet == (0, 0, 0)
    return Style(color=None if framed else colour, bold=style.bold)


def signs(curves: Curves, width: int, height: int) -> dict[int, list[tuple[float, float]]]:
    """Return where the signs of each seat stand in a plot of this size.

    Those that would stand in one cell are next to each other.
    """
    # The frame takes two columns and rows, and the values of the axes what is written there.
    columns = max(2, width - 2 - max(cells(name) for _, name in curves.beside))
    rows = max(2, height - 3)
    values = [value for each in curves.seats.values() for value in each]
    low, high = curves.limits or (min(values), max(values))
    first, cell = curves.along[0], (curves.along[-1] - curves.along[0]) / (columns - 1)
    found: dict[int, list[tuple[float, float]]] = {seat: [] for seat in curves.seats}
    for at in curves.signs:
        level: dict[int, list[int]] = {}
        for seat, each in curves.seats.items():
            row = round((each[at] - low) / ((high - low) or 1) * (rows - 1))
            level.setdefault(row, []).append(seat)
        for seats in level.values():
            column = round((curves.along[at] - first) / (cell or 1)) - (len(seats) - 1) // 2
            column = max(0, min(column, columns - len(seats)))
            height_of = curves.seats[seats[0]][at]
            for n, seat in enumerate(seats):
                found[seat].append((first + (column + n) * cell, height_of))
    return found


class SeatPlot(PlotextPlot, Themed):
    """Draws what ``curves`` returns, in the present theme and size."""

    def __init__(self, guide: Guide, id: str | None = None) -> None:
        super().__init__(id=id)
        self._guide = guide

    def curves(self) -> Curves | None:
        """Return what is shown now; None while there is nothing."""
        raise NotImplementedError

    def render(self) -> RenderResult:
        """Draw it in the present theme and size."""
        curves = self.curves()
        self.plt.clear_data()
        if curves is None:
            return Text("")
        self._draw(curves)
        made = super().render()
        if not isinstance(made, Text):
            return made
        half, ansi = self._guide.glyphs.half, self.app.current_theme.ansi
        shown = made if half else Text(made.plain.translate(PLAIN_FRAME), end="")
        shown.spans = [
            span._replace(style=_own(span.style)) if ansi else span for span in made.spans
        ]
        return shown

    def _draw(self, curves: Curves) -> None:
        plot, glyphs = self.plt, self._guide.glyphs
        colours = self.app.theme_variables
        rgbs = {}
        for seat, values in curves.seats.items():
            colour = self._guide.colour(seat)
            rgbs[seat] = rgb = Color.parse(colour_of(colours, f"player-{colour}")).rgb
            plot.plot(curves.along, values, marker=glyphs.dot if glyphs.half else ".", color=rgb)
        # The signs last, so that no line runs over them.
        for seat, marked in signs(curves, *self.size).items():
            sign = glyphs.piece(self._guide.colour(seat))
            plot.scatter(*map(list, zip(*marked, strict=True)), marker=sign, color=rgbs[seat])
        for note, at, value in curves.notes:
            plot.scatter([at], [value], marker=note, color=Color.parse(colours["foreground"]).rgb)
        plot.xticks([at for at, _ in curves.under], [name for _, name in curves.under])
        plot.yticks([value for value, _ in curves.beside], [name for _, name in curves.beside])
        if curves.limits is not None:
            plot.ylim(*curves.limits)


MOST_TICKS = 6


class RacePlot(SeatPlot):
    """A line a player, with the player's sign at each round."""

    def __init__(
        self, race: Sequence[tuple[int, Sequence[int]]], guide: Guide, id: str | None = None
    ) -> None:
        super().__init__(guide, id=id)
        self._race = list(race)

    def curves(self) -> Curves:
        """Return the scores by round."""
        rounds = [float(number) for number, _ in self._race]
        seats = {
            seat: [float(points[seat]) for _, points in self._race]
            for seat in range(self._guide.rules.n_seats)
        }
        top = max([*(max(points) for _, points in self._race), 1])
        step = next(s for s in (1, 2, 5, 10, 20, 25, 50, 100, 10**6) if top / s <= MOST_TICKS)
        return Curves(
            rounds,
            seats,
            range(len(rounds)),
            [(number, f"{number:g}") for number in rounds],
            [(float(value), str(value)) for value in range(0, top + 1, step)],
        )


# -- chances and turning points --------------------------------------------------------

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
    # What is no mistake says what it is instead.
    end = f" {'' if point.weight else 'change '}{signed(point.change.value):>4} % "
    if point.weight == LOST:
        end = f" {LOST} "
    runs = [
        Run(f"{left}{letter}{right}", CHOSEN if chosen else KEY, hit),
        Run(f" round {point.round} ", DIM, hit),
        Run(f"{glyphs.piece(colour)} ", piece(colour), hit),
        Run(f"{filled(guide.called(point.seat, NAME), NAME)} ", STRONG, hit),
    ]
    room = width - width_of(runs) - cells(end)
    what = f"{point.card}: {point.summary}" if point.card else point.summary
    runs.append(Run(filled(what, room, glyphs.more), PLAIN, hit))
    runs.append(Run(end, STRONG, hit))
    return pad(runs, width)


def told(point: Point, width: int, *, more: bool) -> list[Row]:
    """Return the sentences of a turning point; each begins a row."""
    what = weighed(point)
    texts = [
        f"{what[0].upper()}{what[1:]}. The turn: {point.summary}.",
        *point.why,
        *(point.more if more else ()),
    ]
    return [
        (Run(" ", PLAIN), *row, Run(" ", PLAIN))
        for text in texts
        for row in paragraph(text, width - 2)
    ]
