"""The power cards that everybody can still play: a cell a card, in the same place for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.powers import in_hand
from elgrande.app.panes.text_runs import Row, Run, cells, filled, pad
from elgrande.app.panes.text_styles import DIM, PLAIN, STRONG, TITLE, piece

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.rules import Position

NAMES = 12
"""The most cells for the names."""


def rows(position: Position, guide: Guide, width: int) -> list[Row]:
    """Return a row a player; a hand of which not everything is known is told in words.

    The card of the round has a sign before it, one that was played before leaves a dot.
    """
    rules = guide.rules
    values = rules.power_values
    size = max(cells(str(value)) for value in values) + 1
    names = min(NAMES, max(cells(guide.player(seat)) for seat in range(rules.n_seats)))
    fits = names + 4 + size * len(values) <= width
    out: list[Row] = []
    for seat in range(rules.n_seats):
        colour = guide.colour(seat)
        runs = [
            Run(" ", PLAIN),
            Run(guide.glyphs.piece(colour), piece(colour)),
            Run(f" {filled(guide.called(seat, names), names)} ", STRONG, f"seat {seat}"),
        ]
        unseen = any(owner == seat for owner, _ in position.unknown_cards)
        if not fits or rules.extra_hand or unseen:
            runs += in_hand(position, guide, seat, wide=True)
        else:
            runs += _cells(position, guide, seat, size)
        out.append(pad(runs, width))
    return out


def _cells(position: Position, guide: Guide, seat: int, size: int) -> list[Run]:
    """Return a cell for every card that there is."""
    now, held = position.power(seat), set(position.hand(seat))
    out: list[Run] = []
    for value in guide.rules.power_values:
        if value == now:
            out.append(Run(f"{guide.glyphs.hand}{value}".rjust(size), TITLE))
        elif value in held:
            out.append(Run(f"{value:>{size}}", PLAIN))
        else:
            out.append(Run(f"{guide.glyphs.dot:>{size}}", DIM))
    return out


class PowersPane(LineWidget):
    """The pane of it."""

    DEFAULT_CSS = "PowersPane { width: 1fr; }"

    def show(self, position: Position, guide: Guide) -> None:
        """Show another position."""
        self.draw_with(lambda width, _height: rows(position, guide, width))
