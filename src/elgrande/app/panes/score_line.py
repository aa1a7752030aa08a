"""The score track in one row: everybody's sign where the score is; signs slide when it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.motion import STEP, STEPS, between, moves
from elgrande.app.panes.text_runs import Row, Run, pad
from elgrande.app.panes.text_styles import TextStyle, on_tray

if TYPE_CHECKING:
    from collections.abc import Sequence

    from textual.timer import Timer

    from elgrande.app.board.guide import Guide

LEAST = 50
TENS = 10
GROUND = TextStyle("dim", "tray")


def row(points: Sequence[int], top: int, guide: Guide, width: int) -> Row:
    """Return the track from 0 to ``top``; who shares a space stands beside it."""
    ends = ("  0 ", f" {top} ")
    # Everybody has a space; where the window is narrower than that, the row is cut.
    room = max(len(points), width - len(ends[0]) - len(ends[1]))
    at: dict[int, int] = {}
    for seat in sorted(range(len(points)), key=lambda seat: points[seat]):
        cell = min(room - 1, max(0, round(points[seat] * (room - 1) / top)))
        free = [x for x in range(room) if x not in at]
        at[min(free, key=lambda x: (abs(x - cell), -x))] = seat
    runs = [Run(ends[0], GROUND)]
    for x in range(room):
        if x in at:
            colour = guide.colour(at[x])
            runs.append(Run(guide.glyphs.piece(colour), on_tray(colour)))
        elif runs[-1].style == GROUND:
            runs[-1] = Run(runs[-1].text + guide.glyphs.dot, GROUND)
        else:
            runs.append(Run(guide.glyphs.dot, GROUND))
    return pad([*runs, Run(ends[1], GROUND)], width, GROUND)


class ScoreLinePane(LineWidget):
    """The pane of it."""

    GROUND = GROUND
    DEFAULT_CSS = "ScoreLinePane { height: 1; width: 1fr; }"

    def __init__(self, guide: Guide, top: int, id: str | None = None) -> None:
        """``top`` is the highest score there will be."""
        super().__init__(id=id)
        self._guide = guide
        self._top = max(LEAST, -(-top // TENS) * TENS)
        self._points: tuple[int, ...] = ()
        self._timer: Timer | None = None

    def show(self, points: tuple[int, ...]) -> None:
        """Show other scores, at once or in a moment; whatever still slides is there."""
        start, self._points = self._points, points
        self._rest()
        if not start or start == points or not moves(self):
            self._draw(points)
            return
        done = 0

        def slide() -> None:
            nonlocal done
            done += 1
            if done < STEPS:
                self._draw(between(start, points, done))
            else:
                self._rest()
                self._draw(points)

        self._draw(start)
        self._timer = self.set_interval(STEP, slide)

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _draw(self, points: Sequence[int]) -> None:
        self.draw_with(lambda width, _height: [row(points, self._top, self._guide, width)])
