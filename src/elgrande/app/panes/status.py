"""What always stands round the board: the top row, and a row for each player below every tab.

The top row has rounds with their scorings, and the order of turns. A player's row has sign, name,
whether the player is asked or has acted, the number that the turn goes by, how many stand at court
and in the provinces, and the points.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from elgrande.app.board.guide import Guide
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import (
    BAR,
    BAR_DIM,
    BAR_TITLE,
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    cells,
    filled,
    on_bar,
    pad,
    piece,
    width_of,
)
from elgrande.content.words.names import figure
from elgrande.rules import Position


def status_rows(
    position: Position, guide: Guide, width: int, more: Sequence[Run] = ()
) -> list[Row]:
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
    turns = guide.display.turns(position)
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
        self.draw_with(lambda width, _height: status_rows(position, guide, width, more))


# -- the seats -------------------------------------------------------------------------

COURT, PROVINCES, POINTS = 3, 5, 5
"""Cells of the columns with numbers."""


def needed(guide: Guide) -> int:
    """Return how many rows there are: a heading, and a row for everybody."""
    return guide.rules.n_seats + 1


def seat_rows(
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
    known = {turn.kind: figure(turn.number) for turn in guide.display.turns(position)}
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
            Run(glyphs.own, piece(colour)) if seat == own else Run(" ", PLAIN),
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
    signs = "".join(map(guide.glyphs.sign, guide.display.at_court(position, seat)))
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
        self.draw_with(lambda width, _height: seat_rows(position, guide, width, owing, own, away))
