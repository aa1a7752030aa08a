"""The score track: a bar for each player; scores do not stop at 100."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.ink import DIM, PLAIN, STRONG, Ink, Row, Run, cells, pad, piece
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from elgrande.app.guide import Guide
    from elgrande.rules import Position

STEP = 10
LEAST = 50
WIDE = 48
"""From this width on there is room for the longest names beside the bars."""
ROOMY, NARROW = 24, 12
"""Cells for the names, in a wide pane and in a narrow one."""


def rows(position: Position, guide: Guide, width: int, height: int) -> list[Row]:
    """A row a player, and below them the ruler if there is room."""
    rules = guide.rules
    scores = [position.score(seat) for seat in range(rules.n)]
    top = max(LEAST, -(-max(scores) // STEP) * STEP)
    most = ROOMY if width >= WIDE else NARROW
    called = [guide.called(seat, most) for seat in range(rules.n)]
    names = max(map(cells, called))
    room = width - names - 9
    out: list[Row] = []
    for seat, score in enumerate(scores):
        colour = guide.colour(seat)
        length = round(score * room / top)
        name = called[seat]
        runs = [
            Run(" ", PLAIN),
            Run(guide.glyphs.piece(colour), piece(colour)),
            Run(f" {name}{' ' * (names - cells(name))} ", PLAIN, f"seat {seat}"),
            Run(f"{score:>3} ", STRONG),
            Run(_bar(guide, length), Ink(f"player-{colour}", "tray")),
            Run(" " * (room - length), PLAIN),
        ]
        out.append(pad(runs, width))
    if height > len(out):
        out.append(pad([Run(" " * (names + 7), DIM), Run(_ruler(room, top), DIM)], width))
    return out


def _bar(guide: Guide, length: int) -> str:
    """A bar that can also be seen without colour."""
    return ("━" if guide.glyphs.half else "=") * length


def _ruler(room: int, top: int) -> str:
    """Every tenth point under the bars, as many as the width lets apart."""
    line = [" "] * (room + 4)
    free = 0
    for value in range(0, top + 1, STEP):
        at = round(value * room / top)
        text = str(value)
        at = max(0, at - len(text) + 1) if value else 0
        if at >= free:
            line[at : at + len(text)] = text
            free = at + len(text) + 2
    return "".join(line)[: room + 1].rstrip()


class ScoresPane(Painted, can_focus=True):
    """The pane of the score track."""

    DEFAULT_CSS = "ScoresPane { height: 1fr; width: 1fr; }"

    def show(self, position: Position, guide: Guide) -> None:
        """Shows another position."""
        self.draw_with(lambda width, height: rows(position, guide, width, height))
