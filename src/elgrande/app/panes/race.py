"""The race over the rounds: everybody's score after each, as a plot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.seat_plot import Curves, SeatPlot

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.board.guide import Guide

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
