"""The race over the rounds: everybody's score after each, as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.style import Style
from rich.text import Text
from textual.color import Color
from textual_plotext import PlotextPlot

from elgrande.app.panes.line_widget import colour_of
from elgrande.app.panes.themed import Themed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.app import RenderResult

    from elgrande.app.board.guide import Guide

PLAIN_FRAME = str.maketrans({"─": "-", "│": "|", "┤": "|", "├": "|", "┬": "-", "┴": "-",
                             "┌": "+", "┐": "+", "└": "+", "┘": "+", "┼": "+"})  # fmt: skip
"""The frame of the plot in ASCII."""

MOST_TICKS = 6


def _own(style: str | Style) -> str | Style:
    """Return a style on the terminal's own ground, which a plot knows as black on black."""
    if not isinstance(style, Style):
        return style
    colour = style.color
    framed = colour is None or colour.triplet == (0, 0, 0)
    return Style(color=None if framed else colour, bold=style.bold)


class RacePlot(PlotextPlot, Themed):
    """A line a player, with the player's sign at each round, so that no colour is needed."""

    def __init__(
        self, race: Sequence[tuple[int, Sequence[int]]], guide: Guide, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._race = list(race)
        self._guide = guide

    def render(self) -> RenderResult:
        """Draw it in the present theme and size."""
        self._draw()
        made = super().render()
        if not isinstance(made, Text):
            return made
        half, ansi = self._guide.glyphs.half, self.app.current_theme.ansi
        shown = made if half else Text(made.plain.translate(PLAIN_FRAME), end="")
        shown.spans = [
            span._replace(style=_own(span.style)) if ansi else span for span in made.spans
        ]
        return shown

    def _draw(self) -> None:
        plot, glyphs = self.plt, self._guide.glyphs
        plot.clear_data()
        rounds = [number for number, _ in self._race]
        colours = self.app.theme_variables
        seats = range(self._guide.rules.n_seats)
        lines = []
        for seat in seats:
            colour = self._guide.colour(seat)
            rgb = Color.parse(colour_of(colours, f"player-{colour}")).rgb
            lines.append((glyphs.piece(colour), rgb, [points[seat] for _, points in self._race]))
        for _, rgb, scores in lines:
            plot.plot(rounds, scores, marker=glyphs.dot if glyphs.half else ".", color=rgb)
        # The signs last, so that no line runs over them.
        for sign, rgb, scores in lines:
            plot.scatter(rounds, scores, marker=sign, color=rgb)
        # Typed as floats by the library, which is happy with whole numbers too.
        plot.xticks([float(number) for number in rounds], [str(number) for number in rounds])
        top = max([*(max(points) for _, points in self._race), 1])
        step = next(s for s in (1, 2, 5, 10, 20, 25, 50, 100, 10**6) if top / s <= MOST_TICKS)
        ticks = list(range(0, top + 1, step))
        plot.yticks([float(value) for value in ticks], [str(value) for value in ticks])
