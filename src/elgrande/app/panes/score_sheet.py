"""The sheet of a scoring: a row a place with everybody's points, the sums, and why.

In a low pane it takes the fewest rows: who got what in each place, side by side.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from elgrande.app.board.guide import Guide
from elgrande.app.panes.line_widget import LineWidget
from elgrande.app.panes.text_runs import (
    CHOSEN,
    DIM,
    PLAIN,
    STRONG,
    Row,
    Run,
    cells,
    fit,
    fitting,
    pad,
    piece,
    width_of,
    wrap,
)
from elgrande.content.scorings import (
    PlaceScored,
    PointsGot,
    Scoring,
    ScoringStep,
    Total,
)
from elgrande.content.words.scores import ranked
from elgrande.content.words.scoring_steps import (
    Detail,
    say_step,
    step_details,
    step_forms,
    step_name,
)

COLUMN = (3, 9)
"""The narrowest and the widest column of a player."""
WIDE = 44
"""From this width on every row keeps its reason, where there is the height for it."""
FEW = 4
"""So many rows at least are left for what happens at a step."""
PLACES = 3
"""So many places at least stay where a step needs more rows than there are."""


class SheetColumns(NamedTuple):
    """How wide names of places and columns of players are."""

    label: int
    column: int


def rows(scoring: Scoring, at: int, guide: Guide, width: int, height: int) -> list[Row]:
    """Return the sheet as it is after a step, with what the step brought below it."""
    columns = _columns(scoring, guide, width)
    lines = _lines(scoring)
    out = [_head(guide, columns, width)]
    details = _details(scoring, at, guide, width)
    # What a step brought is told whole; places that are not in question give way.
    few = max(FEW, min(len(details), height - len(out) - 2 - PLACES))
    room = height - len(out) - 2 - few
    reasons = _reasons(scoring, lines, guide, width, room - len(lines)) if width >= WIDE else {}
    shown = lines if reasons or len(lines) <= room else _around(lines, at, max(1, room))
    for i in shown:
        out.append(_line(scoring, i, at, guide, columns, width))
        out += [
            pad([Run(f"    {line if i <= at else ''}", DIM)], width) for line in reasons.get(i, ())
        ]
    won = [sum(step.won[seat] for step in scoring.steps[: at + 1] if not isinstance(step, Total))
           for seat in range(guide.rules.n_seats)]  # fmt: skip
    sums = [
        _sums(("this time", "this"), won, guide, columns, width),
        _sums(("points then", "then"), scoring.steps[at].points, guide, columns, width),
    ]
    if len(out) + len(sums) + len(details) < height:
        out.append(pad([Run(guide.glyphs.rule * (width - 1), DIM)], width))
    out += sums
    if len(out) + len(details) < height:
        out.append(pad([], width))
    left = height - len(out)
    if len(details) > left:
        details = [*details[: left - 1], pad([Run(f"  {guide.glyphs.more}", DIM)], width)]
    return [*out, *details[: max(0, left)]]


def brief_rows(
    scoring: Scoring,
    scores: Sequence[int],
    guide: Guide,
    width: int,
    height: int | None = None,
    key: str = "S",
) -> list[Row]:
    """Return a scoring in short: places, sums, and below them as many reasons as there is room for.

    ``scores`` are everybody's points now, which may have changed since. Without a ``height`` there
    is room for all. Where some have none, it is said that ``key`` tells them. One that brought
    nobody anything is one row.
    """
    if not any(scoring.won):
        return [pad([Run(" Nobody got anything.", PLAIN)], width)]
    columns = _columns(scoring, guide, width)
    last = len(scoring.steps) - 1
    out = [_head(guide, columns, width)]
    out += [_line(scoring, i, last, guide, columns, width) for i in _lines(scoring)]
    out += [
        _sums(("this time", "this"), scoring.won, guide, columns, width),
        _sums(("points now", "now"), scores, guide, columns, width),
    ]
    reasons = [_details(scoring, i, guide, width) for i in _lines(scoring)]
    if height is None or len(out) + sum(map(len, reasons)) <= height:
        return [*out, *(row for details in reasons for row in details)]
    for details in reasons:
        if len(out) + len(details) > height:
            break
        out += details
    rest = f" {guide.glyphs.more} [{key}] has the rest"
    if len(out) < height:
        out.append(pad([Run(rest, DIM)], width))
    else:
        # The corner over the names of the places is free.
        out[0] = _head(
            guide, columns, width, fit(f" {guide.glyphs.more} [{key}] rest", columns.label)
        )
    return out[:height]


def least_rows(scoring: Scoring) -> int:
    """Return how many rows a scoring in short has at least."""
    return len(_lines(scoring)) + 3 if any(scoring.won) else 1


def _lines(scoring: Scoring) -> list[int]:
    """Return the steps that have a row on the sheet."""
    return [i for i, step in enumerate(scoring.steps) if isinstance(step, (PlaceScored, PointsGot))]


def _columns(scoring: Scoring, guide: Guide, width: int) -> SheetColumns:
    """Return the widths for as many players as there are, and as high as their scores go."""
    seats = guide.rules.n_seats
    least, most = COLUMN
    least += max(scoring.after) > 99
    longest = max(cells(_keyed(guide, name)) for name in guide.rules.targets) + 2
    column = max(least, min(most, (width - longest) // seats))
    return SheetColumns(max(5, width - column * seats), column)


def _reasons(
    scoring: Scoring, lines: Sequence[int], guide: Guide, width: int, room: int
) -> dict[int, list[str]]:
    """Return who got what in each place in words: whole, else in a row each, else not at all."""
    said = {
        i: [form.partition(": ")[2] or form for form in step_forms(scoring, i, guide.names)]
        for i in lines
    }
    whole = {i: wrap(forms[0], width - 5) for i, forms in said.items()}
    if sum(map(len, whole.values())) <= room:
        return whole
    if len(lines) <= room:
        return {i: [fitting(forms, width - 5)] for i, forms in said.items()}
    return {}


def _around(lines: Sequence[int], at: int, room: int) -> Sequence[int]:
    """Return as many rows as there is room for, with that of a step among them."""
    here = sum(i < at for i in lines)
    first = max(0, min(here - room // 2, len(lines) - room))
    return lines[first : first + room]


def _head(guide: Guide, columns: SheetColumns, width: int, corner: str = "") -> Row:
    """Return everybody's sign, and the names where all of them have room."""
    runs = [Run(f"{corner:<{columns.label}}", DIM)]
    seats = range(guide.rules.n_seats)
    room = columns.column - 3
    named = all(cells(guide.player(seat)) <= room for seat in seats)
    for seat in seats:
        name = f" {guide.player(seat)}" if named else ""
        runs.append(Run(" " * (columns.column - 1 - cells(name)), DIM))
        runs += [guide.sign(seat), Run(name, STRONG)]
    return pad([run for run in runs if run.text], width)


def _line(
    scoring: Scoring, i: int, at: int, guide: Guide, columns: SheetColumns, width: int
) -> Row:
    """Return the row of one place: empty until it is scored."""
    step = scoring.steps[i]
    on = i == at
    name = _called(step, guide, columns.label - 1)
    mark = guide.glyphs.hand if on else " "
    runs = [Run(f"{mark}{name}", CHOSEN if on else PLAIN, f"step {i}")]
    runs.append(Run(" " * (columns.label - width_of(runs)), PLAIN))
    for more in step.won if i <= at else ():
        # It may touch the column before: the sign itself says where the number begins.
        sign = "+" if len(str(more)) < columns.column else ""
        text = f"{sign}{more}" if more else guide.glyphs.dot
        runs.append(Run(f"{text:>{columns.column}}", STRONG if more else DIM))
    return pad(runs, width)


def _called(step: ScoringStep, guide: Guide, room: int) -> str:
    """Return a step's name, with its key on the map where all of them have the room for it."""
    if not isinstance(step, PlaceScored):
        return fit(step_name(step, guide.names), room, guide.glyphs.more)
    names = guide.rules.targets
    keyed = all(cells(_keyed(guide, name)) <= room for name in names)
    target = names[step.target]
    forms = [_keyed(guide, target)] if keyed else list(guide.forms(target))
    return next((form for form in forms if cells(form) <= room), fit(forms[-1], room, ""))


def _keyed(guide: Guide, target: str) -> str:
    """Return a target's key and its whole name."""
    return f"{guide.key(target):>1} {guide.name(target)}"


def _sums(
    labels: Sequence[str], points: Sequence[int], guide: Guide, columns: SheetColumns, width: int
) -> Row:
    runs = [Run(f" {fitting(labels, columns.label - 1)}", DIM)]
    runs.append(Run(" " * (columns.label - width_of(runs)), DIM))
    runs += [Run(f"{number:>{columns.column}}", STRONG) for number in points]
    return pad(runs, width)


def _details(scoring: Scoring, at: int, guide: Guide, width: int) -> list[Row]:
    """Return what a step brought, thing by thing."""
    step = scoring.steps[at]
    if isinstance(step, Total):
        return _standing(scoring, guide, width)
    out: list[Row] = []
    if isinstance(step, PlaceScored):
        scored = step.event.scored
        values = guide.names.values(scored.values)
        only = ", first place only" if scored.first_only and scored.lines else ""
        if only and cells(f" {step_name(step, guide.names)} {values}{only}") > width:
            values, only = str(scored.values[0]), ", first only"
        name = fit(step_name(step, guide.names), width - len(values) - 3, guide.glyphs.more)
        out.append(pad([Run(f" {name} {values}", STRONG), Run(only, DIM)], width))
    for detail in step_details(scoring, at, guide.names):
        out += _detail(detail, guide, width)
    return out


def _detail(detail: Detail, guide: Guide, width: int) -> list[Row]:
    """One of them: who, how, and the points at the right end."""
    kinds = guide.rules.kinds
    who: list[Run] = [Run(" ", PLAIN)]
    for kind, count in detail.who:
        sign = guide.glyphs.piece(kinds[kind])
        who += [Run(f"{sign}{count or ''}", piece(kinds[kind])), Run(" ", PLAIN)]
    points = "" if detail.points is None else f"+{detail.points}" if detail.points else (
        guide.glyphs.dot
    )  # fmt: skip
    room = width - width_of(who) - 4
    first, *rest = wrap(detail.text, max(8, room))
    lead = [*who, Run(first, PLAIN)]
    gap = " " * max(1, width - width_of(lead) - cells(points) - 1)
    out = [pad([*lead, Run(gap, PLAIN), Run(points, STRONG)], width)]
    indent = " " * width_of(who)
    return [*out, *(pad([Run(indent + line, PLAIN)], width) for line in rest)]


def _standing(scoring: Scoring, guide: Guide, width: int) -> list[Row]:
    """Return the players in their order, with what the scoring brought them."""
    out = []
    most = max(scoring.won)
    for rank, seat in ranked(scoring.after):
        won = scoring.won[seat]
        best = " best" if won == most and won else ""
        tail = f"{scoring.after[seat]:>4}{f'+{won}':>5}{best:<5}"
        lead = [Run(f" {rank} ", STRONG), guide.sign(seat)]
        room = min(24, width - width_of(lead) - len(tail) - 2)
        name = guide.called(seat, room)
        lead.append(Run(f" {name}{' ' * (room - cells(name))}", PLAIN))
        out.append(pad([*lead, Run(tail, STRONG)], width))
    return out


class ScoreSheetPane(LineWidget, can_focus=True):
    """The pane of a sheet; a click on a place leads to its step."""

    DEFAULT_CSS = "ScoreSheetPane { height: 1fr; width: 1fr; }"

    def show(self, scoring: Scoring, at: int, guide: Guide) -> None:
        """Show another step."""
        self.draw_with(lambda width, height: rows(scoring, at, guide, width, height))


# -- in the fewest rows ----------------------------------------------------------------

GAP = 3
"""Cells between two places."""


def cell_rows(scoring: Scoring, guide: Guide, width: int, height: int, key: str) -> list[Row]:
    """Return every place with its points, the sums, and reasons as far as there is room.

    Nothing where the places have no room. ``key`` tells the rest, and is named.
    """
    lines = [i for i, s in enumerate(scoring.steps) if isinstance(s, (PlaceScored, PointsGot))]
    cells = [_cell(scoring.steps[i], guide) for i in lines]
    sums = [Run(" In all", DIM), *_points(scoring.won, guide)]
    out = [pad(row, width) for row in _beside(cells, width)]
    if len(out) >= height or max(map(width_of, [*cells, sums])) > width:
        return []
    said = [wrap(say_step(scoring, i, guide.names), width - 2) for i in lines]
    hint = f"{guide.glyphs.more} [{key}] tells why"
    room = height - len(out) - 1
    told = [line for text in said for line in text]
    if room < len(told):
        # A reason is whole or not there, and then it is said where it is.
        told = []
        for text in said:
            if len(told) + len(text) > room - 1:
                break
            told += text
        if room:
            told.append(hint)
        elif width_of(sums) + len(hint) + GAP <= width:
            sums.append(Run(f"{' ' * GAP}{hint}", DIM))
    out.append(pad(sums, width))
    return [*out, *(pad([Run(f" {line}", PLAIN)], width) for line in told)]


def _cell(step: ScoringStep, guide: Guide) -> list[Run]:
    """Return a place and who got what there."""
    name = step_name(step, guide.names)
    if isinstance(step, PlaceScored):
        target = guide.rules.targets[step.target]
        name = f"{guide.key(target)} {guide.name(target)}"
    got = list(_points(step.won, guide)) or [Run(" nobody", DIM)]
    return [Run(f" {name}", PLAIN), *got]


def _points(won: Sequence[int], guide: Guide) -> Iterator[Run]:
    """Yield everybody's sign with their points, those who got any."""
    for seat, points in enumerate(won):
        if points:
            yield Run(" ", PLAIN)
            yield guide.sign(seat)
            yield Run(f"+{points}", STRONG)


def _beside(cells: Sequence[list[Run]], width: int) -> Iterator[list[Run]]:
    """Yield the cells in columns as wide as the widest of them."""
    column = max((width_of(cell) for cell in cells), default=0) + GAP - 1
    across = max(1, (width + GAP - 1) // column)
    for first in range(0, len(cells), across):
        row: list[Run] = []
        for i, cell in enumerate(cells[first : first + across]):
            row += [Run(" " * (i * column - width_of(row)), PLAIN), *cell]
        yield [run for run in row if run.text]
