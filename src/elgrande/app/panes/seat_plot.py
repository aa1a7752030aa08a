"""A plot with a curve for every seat, and the seat's sign on it, so that no colour is needed."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual_plotext import PlotextPlot

from elgrande.app.panes.line_widget import colour_of
from elgrande.app.panes.themed import Themed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from textual.app import RenderResult

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
        lines = []
        for seat, values in curves.seats.items():
            colour = self._guide.colour(seat)
            rgb = Color.parse(colour_of(colours, f"player-{colour}")).rgb
            lines.append((glyphs.piece(colour), rgb, values))
        for _, rgb, values in lines:
            plot.plot(curves.along, values, marker=glyphs.dot if glyphs.half else ".", color=rgb)
        # The signs last, so that no line runs over them.
        for sign, rgb, values in lines:
            marked = [(curves.along[at], values[at]) for at in curves.signs]
            plot.scatter(*map(list, zip(*marked, strict=True)), marker=sign, color=rgb)
        for note, at, value in curves.notes:
            plot.scatter([at], [value], marker=note, color=Color.parse(colours["foreground"]).rgb)
        plot.xticks([at for at, _ in curves.under], [name for _, name in curves.under])
        plot.yticks([value for value, _ in curves.beside], [name for _, name in curves.beside])
        if curves.limits is not None:
            plot.ylim(*curves.limits)
