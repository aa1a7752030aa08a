"""The analysis of a finished game: asking for it, and its report as lines of text."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from math import ceil
from textwrap import wrap

from elgrande.analysis.analysis import TRIES, Analysis
from elgrande.analysis.finished_game import (
    FEWEST_TRIES,
    MOST_TRIES,
    FinishedGame,
    TryCache,
    Unanalysed,
    cache_of,
    key_of,
)
from elgrande.analysis.report import (
    LETTERS,
    LOST,
    WON_BACK,
    Point,
    Report,
    better_said,
    compared_said,
    report_of,
    tally_said,
    weighed,
)
from elgrande.analysis.trial import TrialTable
from elgrande.app.panes import glyphs
from elgrande.cli.errors import UsageError, exit_code, say, terminable
from elgrande.cli.games import read, store_of
from elgrande.cli.plot import plot
from elgrande.cli.terminal import bar
from elgrande.content.words import say_event
from elgrande.rules.events import TurnEnded
from elgrande.saves.mistakes import FOLDER
from elgrande.table.saved_game import replay


def analyse_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("save", help="a save's name, a path, or a sample's name")
    parser.add_argument(
        "--tries", type=int, default=TRIES, metavar="N",
        help=f"how often each position is played on; more is surer and slower; default: {TRIES}",
    )  # fmt: skip
    parser.add_argument(
        "--try", dest="trial", type=str.upper, choices=tuple(LETTERS), metavar="A",
        help="try the turn of this letter yourself, and be told what it would have brought",
    )  # fmt: skip


def run_analyse(options: argparse.Namespace) -> int:
    """Explain a finished game: chances to win, mistakes, and the turns that changed most.

    What was found out is kept in a folder beside the saves, so that it can be
    stopped and gone on with, and the second time it is there at once.
    """
    if not FEWEST_TRIES <= options.tries <= MOST_TRIES:
        raise UsageError(f"--tries {options.tries}: choose {FEWEST_TRIES} to {MOST_TRIES}")
    try:
        return _analysed(options)
    except Unanalysed as error:
        raise UsageError(str(error)) from None


def _analysed(options: argparse.Namespace) -> int:
    store = store_of(options.data_dir)
    journal, name = read(store, options.save)
    game = FinishedGame(replay(journal, name))
    key = key_of(game, journal, options.tries)
    kept = TryCache(cache_of(store.paths.data, key["digest"]), key)
    analysis = Analysis(game, kept, options.tries, partial(bar, of="positions"))
    try:
        with terminable():
            report = report_of(analysis)
            if options.trial is not None and report.points:
                return _try_turn(analysis, report, options.trial)
    except KeyboardInterrupt as stopped:
        say(
            "\nStopped. What was found out is kept, and the same command goes on with it."
            if kept.lasting
            else f"\nStopped. What was found out cannot be kept in {store.paths.data / FOLDER}: "
            "the same command begins anew."
        )
        return exit_code(stopped)
    print(*report_lines(report, name.removesuffix(".toml"), ascii=options.ascii), sep="\n")
    return 0


def _try_turn(analysis: Analysis, report: Report, letter: str) -> int:
    """Let a turning point's turn be played here, and say what that would have brought."""
    from elgrande.cli.plain import play

    point = dict(zip(LETTERS, report.points, strict=False)).get(letter)
    if point is None:
        raise UsageError(f"--try {letter}: choose {', '.join(LETTERS[: len(report.points)])}")
    turn = analysis.game.turn(point.begin)
    trial = TrialTable(analysis.game, turn)
    names, left = trial.names, 0
    if not trial.ended:
        who = names.seat(turn.seat)
        print(f"You try {who}'s turn of round {turn.round}. It was played so: {point.summary}.")
        print("What you try ends with the turn; quit leaves it, and nothing of it is kept.")
        left = play(trial)
    if trial.ended:
        # The table has closed with the last answer, before what it did was told.
        for event in trial.history.entries[trial.history.head].events:
            if isinstance(event, TurnEnded):
                break
            if event.seen_by(turn.seat):
                print(say_event(event, trial.rules, names))
        found = compared_said(analysis.compared(turn, trial.path), point.chances[0])
        print(*found, *better_said(point), sep="\n")
    return left


# -- its report as lines of text -------------------------------------------------------------------

WIDTH = 80


def report_lines(report: Report, name: str, *, ascii: bool) -> list[str]:
    """Return the lines of a report."""
    if len(report.moments) < 2:
        return [f"{name}: {report.nothing}"]
    signs = [*map(glyphs.letter if ascii else glyphs.UNICODE.piece, report.colours)]
    who = "  ".join(f"{sign} {seat}" for sign, seat in zip(signs, report.seats, strict=True))
    who += "  (where they meet, one hides the others)"
    lines = [
        *wrap(f"{name}: {chances_said(report)}", WIDTH),
        "",
        *wrap(who, WIDTH),
        *_plot(report, signs),
        "",
        *_by_round(report),
        "",
    ]
    lines += wrap(points_said(report), WIDTH)
    if report.points:
        told = (*tally_said(report.tally, report.seats), *report.faultless)
        lines += [f"  {each}." for each in told]
    for letter, point in zip(LETTERS, report.points, strict=False):
        lines += _turning_point(letter, point, report.seats)
    return lines


def chances_said(report: Report) -> str:
    """Return what the chances are and how sure they are, in sentences."""
    sure = "So few tries do not tell how far they are off."
    if report.half is not None:
        sure = (
            "Checked against games that stewards played on to the end, 95 of 100 such chances "
            f"were at most {ceil(100 * report.half)} % off."
        )
    return (
        "the chance to win at the beginning of each turn, in per cent. It is "
        f"estimated by {report.by}, {report.tries} times for each turn. {sure} People may play "
        "otherwise."
    )


def points_said(report: Report) -> str:
    """Return what the turning points are, in sentences, or that there are none."""
    if not report.points:
        return report.nothing
    weights = {point.weight for point in report.points}
    told = []
    if weights != {""}:
        told.append(
            f"Stewards played on to the end of the game, {report.played} times from each of two "
            "turns: the one that was played and a better one."
        )
    if report.tally:
        told.append(
            "Mistakes, the costliest first, are told with the chance to win after them and after "
            f"the better turn. {WON_BACK}"
        )
    if LOST in weights:
        told.append("Where points were lost, it is not sure that a chance of winning was lost too.")
    if not report.tally and "" not in weights and report.small_steps:
        told.append(report.small_steps)
    if "" in weights:
        told.append(f"{'Last, t' if told else 'T'}he turns that changed a chance most.")
    return " ".join(told)


def _plot(report: Report, signs: Sequence[str]) -> list[str]:
    """Draw every curve, the winner's last: it is drawn over the others."""
    last = report.moments[-1].chances
    order = sorted(range(len(last)), key=lambda seat: last[seat].value)
    curves = [[moment.chances[seat].value for moment in report.moments] for seat in order]
    labels = {at: str(round) for at, round in report.rounds}
    return plot(curves, [signs[seat] for seat in order], labels)


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


def point_said(letter: str, point: Point, seats: Sequence[str]) -> list[str]:
    """Return a turning point: its heading, then everything that is known of it."""
    head = f"[{letter}] Round {point.round}, {seats[point.seat]}"
    head += f" with {point.card}" if point.card else ""
    return [f"{head}: {weighed(point)}.", f"The turn: {point.summary}.", *point.why, *point.more]


def _turning_point(letter: str, point: Point, seats: Sequence[str]) -> list[str]:
    head, *texts = point_said(letter, point, seats)
    return [
        "",
        *wrap(head, WIDTH),
        *(f"    {row}" for text in texts for row in wrap(text, WIDTH - 4)),
    ]
