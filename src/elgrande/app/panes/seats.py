"""The seats: a row a player that stands below every tab, with what decides a game.

Sign, name, whether the player is asked or has acted, the number that the turn goes by, how many
stand at court and in the provinces, and the points.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import Row, Run, cells, filled, pad
from elgrande.app.panes.text_styles import DIM, PLAIN, STRONG, TITLE, piece, stripe
from elgrande.content.words.names import figure

if TYPE_CHECKING:
    from collections.abc import Collection

    from elgrande.app.board.guide import Guide
    from elgrande.rules import Position

COURT, PROVINCES, POINTS = 3, 5, 5
"""Cells of the columns with numbers."""


def needed(guide: Guide) -> int:
    """Return how many rows there are: a heading, and a row for everybody."""
    return guide.rules.n_seats + 1


def rows(
    position: Position,
    guide: Guide,
    width: int,
    owing: Collection[int] = (),
    own: int | None = None,
    away: Collection[int] = (),
) -> list[Row]:
    """Return the heading and a row a player, the row of ``own`` behind a bar in its colour.

    The names of those ``away`` are in brackets.
    """
    known = {turn.kind: figure(turn.number) for turn in guide.shown.turns(position)}
    turns = [known.get(seat, guide.glyphs.dash) for seat in range(guide.rules.n_seats)]
    wide = max(2, *map(cells, turns))
    room = width - wide - COURT - PROVINCES - POINTS - 5
    head = [
        Run(filled("  turn", width - COURT - PROVINCES - POINTS - 2, ""), DIM),
        Run("court", DIM, "court"),
        Run(f"{'prov':>{PROVINCES}}{'pts':>{POINTS}}", DIM),
    ]
    acted = {slot.taker for slot in position.slots if slot.taker != position.actor}
    out = [pad(head, width)]
    for seat, turn in enumerate(turns):
        colour = guide.colour(seat)
        glyphs = guide.glyphs
        asked = seat in owing
        mark = glyphs.hand if asked else glyphs.yes if seat in acted else " "
        runs = [
            Run(glyphs.own, stripe(colour)) if seat == own else Run(" ", PLAIN),
            Run(mark, TITLE if asked else DIM),
            Run(f"{turn:>{wide}} ", STRONG),
            Run(glyphs.piece(colour), piece(colour)),
            Run(f" {filled(_called(position, guide, seat, room, seat in away), room)}",
                TITLE if asked else STRONG, f"seat {seat}"),
            *_numbers(position, guide, seat),
        ]  # fmt: skip
        out.append(pad(runs, width))
    return out


def _called(position: Position, guide: Guide, seat: int, room: int, away: bool) -> str:
    """Return a player's name, and signs of what is at that court."""
    signs = "".join(map(guide.glyphs.sign, guide.shown.at_court(position, seat)))
    signs = f" {signs}" if signs else ""
    name = guide.seated(seat, room - cells(signs) - 2 * away)
    return (f"({name})" if away else name) + signs


def _numbers(position: Position, guide: Guide, seat: int) -> list[Run]:
    """Return how many stand at court and in the provinces, and the points."""
    rules = guide.rules
    shown = guide.shows(rules.provinces)
    provinces = str(position.count(seat, rules.provinces)) if shown else "?"
    return [
        Run(f"{position.count(seat, rules.court):>{COURT}}", STRONG, "court"),
        Run(f"{provinces:>{PROVINCES}}", PLAIN),
        Run(f"{position.score(seat):>{POINTS}}", STRONG),
    ]


class SeatsPane(LineWidget):
    """The pane of it, which nobody needs to turn to."""

    DEFAULT_CSS = "SeatsPane { height: auto; width: 1fr; }"

    def show(
        self,
        position: Position,
        guide: Guide,
        owing: Collection[int],
        own: int | None,
        away: Collection[int] = (),
    ) -> None:
        """Show another position."""
        self.draw_with(lambda width, _height: rows(position, guide, width, owing, own, away))
