"""The top row: rounds with their scorings, and the order of turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, cells, pad, width_of
from elgrande.app.panes.text_styles import BAR, BAR_DIM, BAR_TITLE, on_bar
from elgrande.content.words.names import figure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.board.guide import Guide
    from elgrande.rules import Position


def rows(position: Position, guide: Guide, width: int, more: Sequence[Run] = ()) -> list[Row]:
    """Return a row: the round track, ``*`` after a round with a general scoring, then the turns.

    ``more`` stands at the right end, in the place of the turns where there is no room for both.
    """
    runs = [Run(" Round ", BAR_DIM)]
    rules = guide.rules
    for number in rules.rounds:
        star = "*" if number in rules.scoring_rounds else ""
        if number == position.round:
            runs.append(Run(f"[{number}]{star}", BAR_TITLE))
        else:
            runs.append(Run(f" {number}{star}", BAR_DIM if number < position.round else BAR))
    if width >= WIDE:
        runs.append(Run("  * general scoring", BAR_DIM))
    runs.append(Run("  ", BAR))
    need = width_of(more)
    turns = _turns(position, guide, width - width_of(runs) - need)
    if not more or width_of([*runs, *turns]) + need < width:
        runs += turns
    return [(*pad(runs, width - need, BAR), *more)]


WIDE = 110
"""From this width on the row explains its own signs."""


def _turns(position: Position, guide: Guide, room: int) -> list[Run]:
    """Return who acts in which order, the one at turn marked; names if there is room."""
    rules = guide.rules
    turns = guide.shown.turns(position)
    if not turns or position.over:
        return []
    names = [guide.names.owner(turn.kind) for turn in turns]
    need = len("turns ") + sum(cells(name) + 7 for name in names)
    runs = [Run("turns", BAR_DIM)]
    for turn, name in zip(turns, names, strict=True):
        mark = guide.glyphs.hand if turn.kind == position.actor else " "
        runs.append(Run(f" {mark}", BAR_TITLE))
        colour = rules.kinds[turn.kind]
        runs.append(Run(guide.glyphs.piece(colour), on_bar(colour)))
        # What decides the order: the power card with whatever was added to it.
        runs.append(Run(figure(turn.number), BAR_TITLE if mark.strip() else BAR))
        if need <= room:
            runs.append(Run(f" {name}", BAR))
    return runs


class StatusPane(LineWidget):
    """The top row of the table."""

    GROUND = BAR
    DEFAULT_CSS = "StatusPane { height: 1; width: 1fr; }"

    def show(self, position: Position, guide: Guide, more: Sequence[Run] = ()) -> None:
        """Show another position."""
        self.draw_with(lambda width, _height: rows(position, guide, width, more))
