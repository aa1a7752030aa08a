"""The top row: rounds with their scorings, and the order of turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.ink import Ink, Row, Run, cells, fit, pad, piece
from elgrande.app.painted import Painted

if TYPE_CHECKING:
    from elgrande.app.guide import Guide
    from elgrande.rules import Position

BAR = Ink("foreground", "panel")
BAR_DIM = Ink("dim", "panel")
BAR_STRONG = Ink("primary", "panel", True)


def rows(position: Position, guide: Guide, width: int) -> list[Row]:
    """One row: the round track, `*` after a round with a general scoring, then the turns."""
    runs = [Run(" Round ", BAR_DIM)]
    rules = guide.rules
    for number in rules.rounds:
        star = "*" if number in rules.scoring_rounds else ""
        if number == position.round:
            runs.append(Run(f"[{number}]{star}", BAR_STRONG))
        else:
            runs.append(Run(f" {number}{star}", BAR_DIM if number < position.round else BAR))
    if width >= WIDE:
        runs.append(Run("  * general scoring", BAR_DIM))
    runs.append(Run("  ", BAR))
    runs += _turns(position, guide, width - sum(cells(run.text) for run in runs))
    return [pad(runs, width, BAR)]


WIDE = 110
"""From this width on the row explains its own signs."""


def _turns(position: Position, guide: Guide, room: int) -> list[Run]:
    """The seats in the order of their turns, the one at turn marked; names if there is room."""
    order = position.turn_order
    if not order or position.over:
        return []
    names = [guide.player(seat) for seat in order]
    need = len("turns ") + sum(cells(name) + 7 for name in names)
    runs = [Run("turns", BAR_DIM)]
    for seat, name in zip(order, names, strict=True):
        mark = guide.glyphs.hand if seat == position.actor else " "
        runs.append(Run(f" {mark}", BAR_STRONG))
        colour = guide.colour(seat)
        runs.append(Run(guide.glyphs.piece(colour), piece(colour)))
        runs.append(Run(str(position.power(seat)), BAR_STRONG if mark.strip() else BAR))
        if need <= room:
            runs.append(Run(f" {fit(name, 16, guide.glyphs.more)}", BAR))
    return runs


class StatusPane(Painted):
    """The top row of the table."""

    GROUND = BAR
    DEFAULT_CSS = "StatusPane { height: 1; width: 1fr; }"

    def show(self, position: Position, guide: Guide) -> None:
        """Shows another position."""
        self.draw_with(lambda width, _height: rows(position, guide, width))
