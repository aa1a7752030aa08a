"""A report of an analysis as lines of text: a plot for every seat, then the turning points."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from textwrap import wrap

from elgrande.analysis.report import LETTERS, Point, Report, said
from elgrande.analysis.worker import NoAnalysis, Progress
from elgrande.cli.plots import race
from elgrande.lobby import Denied, LobbyClient

EACH = 1.0
"""Seconds between two questions of a server how far it has come."""
LAST = 1 << 30
"""More moments than a game has: here they are told by the report alone."""
WIDTH = 80
SIGNS = {"red": "●", "blue": "■", "green": "▲", "yellow": "◆", "white": "★"}


def analysis_lines(
    client: LobbyClient,
    game: str,
    tell: Callable[[Progress], None],
    *,
    ascii: bool,
    wait: Callable[[float], None] = time.sleep,
) -> list[str]:
    """Return a server's analysis of a finished game when it is done (Denied, Gone).

    ``tell`` is told how far it has come, whenever that has changed.
    """
    known = None
    while True:
        for news in client.analysis(game, LAST):
            if isinstance(news, Report):
                return told(news, game, ascii=ascii)
            if isinstance(news, NoAnalysis):
                raise Denied(news.why)
            if isinstance(news, Progress) and news != known:
                known = news
                tell(news)
        wait(EACH)


def told(report: Report, name: str, *, ascii: bool) -> list[str]:
    """Return the lines of a report."""
    if not report.points:
        return [f"{name}: nobody had a turn in this game, so there is nothing to analyse."]
    signs = [
        colour[0].upper() if ascii else SIGNS.get(colour, colour[0].upper())
        for colour in report.colours
    ]
    who = "  ".join(f"{sign} {seat}" for sign, seat in zip(signs, report.seats, strict=True))
    lines = [
        *wrap(
            f"{name}: the chance to win at the beginning of each turn, in 100. It is estimated by "
            f"{report.by}, {report.tries} times each; the intervals of 95 % of these chances are "
            f"at most {100 * report.half:.0f} to either side. They tell how far such tries "
            "differ, and not how differently you would have played. The chances before a turn "
            "count on what the bots would do in it on average.",
            WIDTH,
        ),
        "",
        *wrap(who, WIDTH),
        *_plot(report, signs),
        "",
        *_by_round(report),
        *(["", *wrap(report.between, WIDTH)] if report.between else []),
        "",
        *wrap(
            f"The {len(report.points)} turns to look at: first those that could have ended better, "
            "the costliest first, then those that changed most for whoever had them:",
            WIDTH,
        ),
    ]
    for letter, point in zip(LETTERS, report.points, strict=False):
        lines += _turning_point(letter, point, report.seats)
    return lines


def _plot(report: Report, signs: Sequence[str]) -> list[str]:
    """Draw every curve, the winner's last: it is drawn over the others."""
    last = report.moments[-1].chances
    order = sorted(range(len(last)), key=lambda seat: last[seat].value)
    curves = [[moment.chances[seat].value for moment in report.moments] for seat in order]
    labels = {at: str(round) for at, round in report.rounds}
    return race(curves, [signs[seat] for seat in order], labels)


def _by_round(report: Report) -> list[str]:
    """Return the chances as a table: at the first turn of each round, and in the end."""
    columns = [*(report.moments[at] for at, _ in report.rounds), report.moments[-1]]
    wide = max(5, *map(len, report.seats))
    head = "".join(f"{round:5}" for _, round in report.rounds)
    lines = [f"{'round':{wide}}{head}  end"]
    for seat, name in enumerate(report.seats):
        row = "".join(f"{100 * moment.chances[seat].value:5.0f}" for moment in columns)
        lines.append(f"{name:{wide}}{row}")
    return lines


def _turning_point(letter: str, point: Point, seats: Sequence[str]) -> list[str]:
    head = f"[{letter}] Round {point.round}, {seats[point.seat]}"
    head += f" with {point.card}" if point.card else ""
    head += f": {100 * point.before.value:.0f} to {100 * point.after.value:.0f}"
    texts = [f"The turn: {point.summary}.", *point.why]
    return [
        "",
        *wrap(f"{head}, {said(point.change)}.", WIDTH),
        *(f"    {row}" for text in texts for row in wrap(text, WIDTH - 4)),
    ]
