"""The score track: a bar for each player, or all in one row; scores do not stop at 100."""

from __future__ import annotations

from collections.abc import Sequence

from elgrande.app.board.guide import Guide
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.motion import CountUp
from elgrande.app.panes.score_sheet import brief_rows, cell_rows, least_rows
from elgrande.app.panes.text_runs import (
    DIM,
    PLAIN,
    STRONG,
    TITLE,
    Row,
    Run,
    TextStyle,
    brief,
    cells,
    filled,
    on_tray,
    pad,
    piece,
)
from elgrande.app.settings.bindings import keys_at
from elgrande.content.scorings import Scoring
from elgrande.content.words.scoring_steps import scoring_forms
from elgrande.rules import Position

TENS = 10
LEAST_TOP = 50
WIDE = 48
"""From this width on there is room for the longest names beside the bars."""
ROOMY, NARROW = 24, 12
"""Cells for the names, in a wide pane and in a narrow one."""


def rows(
    position: Position,
    guide: Guide,
    width: int,
    height: int,
    scored: Scoring | None = None,
    key: str = "S",
) -> list[Row]:
    """Return a row a player and the ruler, and what was scored last below them or instead.

    ``key`` shows it in full.
    """
    scores = [position.score(seat) for seat in range(guide.rules.n_seats)]
    found = bars(scores, guide, width, height)
    if scored is None:
        return found
    forms = scoring_forms(scored, guide.names)
    title = next((form for form in forms if cells(form) < width), forms[-1])
    head = pad([Run(f" {brief(title, width - 1, guide.glyphs.more)}", TITLE)], width)
    left = height - len(found) - 2
    if left >= len(brief_rows(scored, scores, guide, width)):
        return [*found, pad([], width), head, *brief_rows(scored, scores, guide, width, left)]
    if height > least_rows(scored):
        # It has everybody's points too.
        return [head, *brief_rows(scored, scores, guide, width, height - 1, key)]
    low = cell_rows(scored, guide, width, height - 1, key)
    return [head, *low] if low else found


def bars(scores: Sequence[int], guide: Guide, width: int, height: int) -> list[Row]:
    """Return a bar for each player, and below them the ruler if there is room."""
    rules = guide.rules
    top = max(LEAST_TOP, -(-max(scores) // TENS) * TENS)
    most = ROOMY if width >= WIDE else NARROW
    called = [guide.called(seat, most) for seat in range(rules.n_seats)]
    names = max(map(cells, called))
    room = width - names - 9
    out: list[Row] = []
    for seat, score in enumerate(scores):
        colour = guide.colour(seat)
        length = round(score * room / top)
        runs = [
            Run(" ", PLAIN),
            Run(guide.glyphs.piece(colour), piece(colour)),
            Run(f" {filled(called[seat], names)} ", PLAIN, f"seat {seat}"),
            Run(f"{score:>3} ", STRONG),
            bar(guide, colour, length),
            Run(" " * (room - length), PLAIN),
        ]
        out.append(pad(runs, width))
    if height > len(out):
        out.append(pad([Run(" " * (names + 7), DIM), Run(_ruler(room, top), DIM)], width))
    return out


def bar(guide: Guide, colour: str, length: int) -> Run:
    """Return a player's bar, which can also be seen without colour."""
    sign = "━" if guide.glyphs.half else "="
    return Run(sign * length, TextStyle(f"sign-{colour}", "surface"))


def _ruler(room: int, top: int) -> str:
    """Return every tenth point under the bars, as many as the width lets apart."""
    line = [" "] * (room + 4)
    free = 0
    for value in range(0, top + 1, TENS):
        at = round(value * room / top)
        text = str(value)
        at = max(0, at - len(text) + 1) if value else 0
        if at >= free:
            line[at : at + len(text)] = text
            free = at + len(text) + 2
    return "".join(line)[: room + 1].rstrip()


class ScoresPane(LineWidget, can_focus=True):
    """The pane of the score track."""

    def show(self, position: Position, guide: Guide, scored: Scoring | None = None) -> None:
        """Show another position, and in short what was ``scored`` last."""
        key = keys_at(self.app).name("table.scorings")
        self.draw_with(lambda width, height: rows(position, guide, width, height, scored, key))


# -- in one row ----------------------------------------------------------------------------

TRACK = TextStyle("dim", "tray")


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
    runs = [Run(ends[0], TRACK)]
    for x in range(room):
        if x in at:
            colour = guide.colour(at[x])
            runs.append(Run(guide.glyphs.piece(colour), on_tray(colour)))
        elif runs[-1].style == TRACK:
            runs[-1] = Run(runs[-1].text + guide.glyphs.dot, TRACK)
        else:
            runs.append(Run(guide.glyphs.dot, TRACK))
    return pad([*runs, Run(ends[1], TRACK)], width, TRACK)


class ScoreLinePane(LineWidget):
    """The pane of it."""

    GROUND = TRACK
    DEFAULT_CSS = "ScoreLinePane { height: 1; width: 1fr; }"

    def __init__(self, guide: Guide, top: int, id: str | None = None) -> None:
        """``top`` is the highest score there will be."""
        super().__init__(id=id)
        self._guide = guide
        self._top = max(LEAST_TOP, -(-top // TENS) * TENS)
        self._count = CountUp(self, self._draw)

    def show(self, points: Sequence[int]) -> None:
        """Show other scores, at once or in a moment."""
        self._count.to(points)

    def _draw(self, points: Sequence[int]) -> None:
        self.draw_with(lambda width, _height: [row(points, self._top, self._guide, width)])
