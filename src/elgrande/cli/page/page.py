"""The page: story, tables and curves as text that needs no script, and the boards packed."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING

from elgrande.analysis.report import LETTERS, Report
from elgrande.cli.commands.analyse import chances_said, point_said, points_said
from elgrande.cli.page import cells
from elgrande.content.files import read_text
from elgrande.content.tally import Tally, name_of, tally
from elgrande.content.words.names import capital, listed, round_name
from elgrande.content.words.scores import ranking, ranks

if TYPE_CHECKING:
    from elgrande.app.panes.text_runs import Row
    from elgrande.cli.page.evening import Evening, Stop

FOLDER = Path(__file__).parent
BOARDS = ("wide", "narrow", "players")
"""What the boards of a stop are called in the page."""
COLOURS = ("foreground", "surface", "panel", "primary", "dim")
"""The names of the palette that the page takes besides those of the boards."""
TABLES = {"Source": "sources", "Region": "targets", "Scoring": "scorings"}
"""The tables of the end, and where a tally has them."""
PLOT = (640, 240)
"""What a plot of curves measures."""


def page(evening: Evening, report: Report | None = None) -> str:
    """Return a game as one file of HTML, with its analysis if there is one."""
    stops = [*evening.stops()]
    table, names = evening.table, evening.guide.names
    seats = range(table.rules.n_seats)
    found = tally(table.rules, [*map(table.state.score, seats)], table.events(None))
    used = cells.named(row for stop in stops for board in stop.boards for row in board)
    used |= {*COLOURS, *(f"sign-{evening.guide.colour(seat)}" for seat in seats)}
    whose = "everybody at the table" if evening.seat is None else names.seat(evening.seat)
    last = {
        name: f"{cells.box(board)}>{cells.inside(board)}"
        for name, board in zip(BOARDS, stops[-1].boards, strict=True)
    }
    return Template(read_text(FOLDER / "page.html")).substitute(
        last,
        title=escape(f"El Grande: {listed([*map(names.seat, seats)])}"),
        about=escape(_about(evening)),
        style=cells.sheet(used) + read_text(FOLDER / "page.css"),
        script=read_text(FOLDER / "page.js"),
        story="\n".join(_story(stops, evening)),
        end="\n".join(_end(evening, found)),
        analysis="" if report is None else "\n".join(_analysis(evening, report)),
        known=escape(f"At every moment this page tells what {whose} knew then."),
        positions=packed(stops),
    )


def packed(stops: Sequence[Stop]) -> str:
    """Return the boards of all stops, each row of them once."""
    rows: dict[str, int] = {}

    def numbers(board: Sequence[Row]) -> list[int]:
        return [rows.setdefault(cells.fragment(row), len(rows)) for row in board]

    shown = [[numbers(board) for board in stop.boards] for stop in stops]
    told = json.dumps({"rows": [*rows], "stops": shown}, separators=(",", ":"))
    return b64encode(gzip.compress(told.encode(), mtime=0)).decode()


def _about(evening: Evening) -> str:
    """Return who has won, and what was played."""
    table = evening.table
    won = next(iter(ranking(table.state, table.names)))
    said = won if table.over else "The game is not over."
    return f"{said} {table.setup.content.called}, {len(table.rules.rounds)} rounds."


def _story(stops: Sequence[Stop], evening: Evening) -> Iterator[str]:
    """Yield the story as lists, one for each round."""
    first = evening.table.rules.rounds[0]
    for number, some in groupby(enumerate(stops), key=lambda pair: pair[1].round):
        round = round_name(number, first).capitalize()
        yield f"<h3>{round}</h3>\n<ol>"
        for at, stop in some:
            kind = ("step first", "step")[stop.at > 0] if stop.scoring else ""
            kind = "named" if stop.title == round else kind
            told = _told(at, stop, evening)
            yield f'<li id="s{at}" class="{kind}" data-round="{number}">{told}</li>'
        yield "</ol>"


def _told(at: int, stop: Stop, evening: Evening) -> str:
    """Return a stop as a link with what is told of it; a scoring's name can be left out."""
    sign = _sign(evening, stop.seat) if stop.seat >= 0 else ""
    scoring = f'<span class="scoring">{escape(stop.scoring)}: </span>' if stop.scoring else ""
    head = f'<a class="title" href="#s{at}">{sign}{scoring}{escape(stop.title)}</a>'
    # What is no sentence yet is the rest of one that its heading began.
    return head + "".join(f"<p>{escape(capital(line))}</p>" for line in stop.told)


def _sign(evening: Evening, seat: int) -> str:
    """Return a player's sign in the player's colour, before the name."""
    colour = evening.guide.colour(seat)
    sign = evening.guide.glyphs.piece(colour)
    return f'<span style="color:var(--sign-{colour})" aria-hidden="true">{escape(sign)} </span>'


# -- tables and curves -----------------------------------------------------------------


def _end(evening: Evening, found: Tally) -> Iterator[str]:
    """Yield the race, and the tables of the end."""
    rounds = [(f"after {number}" if number else "at the start", row) for number, row in found.race]
    yield "<h2>The race</h2>"
    yield _curves(evening, [row for _, row in found.race], {n: str(n) for n in range(len(rounds))})
    yield _table(evening, "Round", rounds)
    for title, name in TABLES.items():
        lines = [(name_of(one.id, evening.guide.names), one.points) for one in getattr(found, name)]
        lines += [("At the start", found.first)] if any(found.first) else []
        yield _table(evening, title, [*lines, ("Score", found.final)])


def _table(evening: Evening, title: str, rows: Iterable[tuple[str, Sequence[int]]]) -> str:
    """Return a table with a column a player, the winner first."""
    order = [seat for _, seat in ranks(evening.table.state)]
    names = [_sign(evening, seat) + escape(evening.guide.called(seat, 8)) for seat in order]
    lines = ["<tr>" + "".join(f'<th scope="col">{name}' for name in (title, *names)) + "</tr>"]
    for label, values in rows:
        numbers = "".join(f"<td>{values[seat]}" for seat in order)
        lines.append(f'<tr><th scope="row">{escape(label)}{numbers}</tr>')
    return '<div class="scroll"><table>' + "\n".join(lines) + "</table></div>"


def _curves(
    evening: Evening, points: Sequence[Sequence[int]], under: Mapping[int, str], unit: str = ""
) -> str:
    """Return a curve a player as SVG, with the player's sign at what is named ``under`` it."""
    width, height = PLOT
    top = max(1, *(value for row in points for value in row))
    step = next(s for s in (1, 2, 5, 10, 20, 25, 50, 100, 10**6) if top / s <= 6)

    def at(place: int, value: float) -> str:
        x = 48 + place * (width - 68) / max(1, len(points) - 1)
        return f"{x:.1f},{height - 30 - value * (height - 50) / top:.1f}"

    def text(where: str, said: str, kind: str) -> str:
        return f'<text transform="translate({where})" class="{kind}">{escape(said)}</text>'

    out = [f'<svg class="curves" viewBox="0 0 {width} {height}" aria-hidden="true">']
    for value in range(0, top + 1, step):
        out.append(f'<path class="grid" d="M{at(0, value)}H{width - 20}"/>')
        out.append(text(at(0, value), f"{value}{unit}", "beside"))
    out += (text(at(place, 0), name, "under") for place, name in under.items())
    for seat in range(evening.table.rules.n_seats):
        colour = evening.guide.colour(seat)
        line = " ".join(at(place, row[seat]) for place, row in enumerate(points))
        out.append(f'<polyline points="{line}" style="stroke:var(--sign-{colour})"/>')
        sign = evening.guide.glyphs.piece(colour)
        out += (text(at(x, points[x][seat]), sign, f"sign sign-{colour}") for x in under)
    return "".join([*out, "</svg>"])


def _analysis(evening: Evening, report: Report) -> Iterator[str]:
    """Yield an analysis that was made before: the chances, the mistakes, what changed most."""
    chances = [[round(100 * one.value) for one in moment.chances] for moment in report.moments]
    said = escape(capital(chances_said(report)))
    yield f'<section id="analysis"><h2>The analysis</h2><p>{said}</p>'
    yield _curves(evening, chances, {at: str(round) for at, round in report.rounds}, "%")
    rows = [(f"round {round}", chances[at]) for at, round in report.rounds]
    yield _table(evening, "Chance", [*rows, ("end", chances[-1])])
    points = zip(LETTERS, report.points, strict=False)
    told = [point_said(letter, point, report.seats) for letter, point in points]
    yield f"<p>{escape(points_said(report))}</p>"
    for head, *texts in told:
        lines = "".join(f"<p>{escape(text)}</p>" for text in texts)
        yield f'<div class="point"><h3>{escape(head)}</h3>{lines}</div>'
    yield "</section>"
