"""The game of the day: play it, and compare the results that people send each other."""

from __future__ import annotations

import argparse
from datetime import UTC, date, datetime

from elgrande.cli.commands.play import STANDARD_INPUT, read_text_of
from elgrande.cli.errors import USAGE, UsageError, say
from elgrande.cli.games import played, store_of
from elgrande.cli.terminal import need_screen
from elgrande.content.clean import clean, clean_name
from elgrande.content.files import named, path_of
from elgrande.content.setup import PERSON, is_day
from elgrande.table.day_result import read_results, result_of, standings
from elgrande.table.saved_game import day_name, of_the_day

EXAMPLES = """\
examples:
  elgrande today
  elgrande today --plain --name Ana
  elgrande today --compare results.txt
"""


def today_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXAMPLES
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--plain", action="store_true", help="play it as a line dialogue")
    how.add_argument(
        "--compare", metavar="FILE",
        help="read results that people have sent, and tell who was best; - reads standard input",
    )  # fmt: skip
    parser.add_argument("--date", metavar="DATE", help="another day's game, as 2026-11-26")
    parser.add_argument("--name", metavar="NAME", help="what you are called in it")


def run_today(options: argparse.Namespace) -> int:
    """Play the game of the day, which is the same for everybody.

    Its date, by universal time, makes what is played, the deal and the bots, who think alike on
    every machine. Once it is over, this prints the result as three lines to send to others.
    """
    if options.compare is not None:
        return _compare(options.compare)
    day = _day(options.date)
    try:
        name = "" if options.name is None else clean_name(options.name)
    except ValueError as error:
        raise UsageError(f"--name {clean(options.name, 60)!r}: {error}") from None
    store = store_of(options.data_dir)
    if not (options.plain or store.has(day_name(day.isoformat()))):
        need_screen()
    table = of_the_day(store, day, name)
    code = 0
    called = next(player.name for player in table.setup.players if player.source == PERSON)
    if name not in ("", called):
        table.close()
        raise UsageError(f"--name {name}: you play it as {called}, as you have begun it")
    if table.over:
        table.close()
    else:
        if not options.plain:
            need_screen()
        code = played(store, table, options)
    for line in result_of(store, day.isoformat()):
        print(line)
    return code


def _day(text: str | None) -> date:
    now = datetime.now(UTC).date()
    if text is None:
        return now
    if not is_day(text):
        raise UsageError(f"--date {clean(text, 30)!r} is not a date; write one as {now}")
    day = date.fromisoformat(text)
    if day > now:
        raise UsageError(f"--date {day} is still to come: today is {now}, by universal time")
    return day


def _compare(file: str) -> int:
    found, problems = read_results(read_text_of(file, "--compare"))
    name = "standard input" if file == STANDARD_INPUT else named(path_of(file))
    for problem in problems:
        say(f"elgrande: {name}, {problem}")
    if not found and not problems:
        raise UsageError(
            f"--compare {name}: no result is there; each is the three lines that "
            "elgrande today prints"
        )
    for line in standings(found):
        print(line)
    return USAGE if problems else 0
