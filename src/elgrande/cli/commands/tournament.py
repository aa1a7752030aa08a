"""Bots: which there are, and letting them compete, kept in a file or not."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, Literal

from elgrande.bots.bot import BotError
from elgrande.bots.limits import RIGHTS, described_limits
from elgrande.bots.registry import USUAL, built_in, names, problems
from elgrande.bots.runner import described
from elgrande.cli import setups
from elgrande.cli.contest_table import brief_lines, result_lines, results
from elgrande.cli.errors import UsageError, exit_code, say, terminable
from elgrande.cli.games import store_of
from elgrande.cli.terminal import bar
from elgrande.content.clean import counted
from elgrande.content.files import ContentError, Unreadable, path_of
from elgrande.content.setup import Setup, fresh_seed
from elgrande.saves.errors import telling
from elgrande.table.saved_game import write_played
from elgrande.tournament.contest import MOST_BOTS, MOST_GAMES, Contest, Hypotheses
from elgrande.tournament.statistics import SequentialTest
from elgrande.tournament.tournament import Tournament, play_in_memory
from elgrande.tournament.tournament_file import (
    TournamentFile,
    TournamentFileError,
    read_header,
    shown,
)
from elgrande.tournament.workers import Cluster, ClusterError, Workers, on_this_machine

if TYPE_CHECKING:
    from elgrande.tournament.games import Played

EXAMPLES = """\
examples:
  elgrande tournament steward random --players 4 --games 40
  elgrande tournament steward random --games 400 --seconds 0.25 --json s.jsonl
  elgrande tournament --json s.jsonl                goes on with it
  elgrande tournament steward steward@old/.venv/bin/python --games 400
  elgrande tournament steward random random --games 600 --sprt 0 0.1
  elgrande tournament mine old --games 4000 --sprt-points -2 0 --errors 0.05 0.1
  elgrande tournament steward random --players 2 --dask tcp://host:8786

The file has a line of JSON for the set-up, the seed and the bots with their
versions, then one for each game with the points by seat, and the results.
"""
GAMES = 100


def tournament_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.epilog = EXAMPLES
    parser.add_argument(
        "bots", nargs="*", metavar="BOT",
        help="see elgrande bots; BOT@PYTHON is that of another environment's elgrande",
    )  # fmt: skip
    parser.add_argument(
        "--players", type=int, metavar="N", help="seats at a table, 2 to 5; default: one a bot"
    )
    parser.add_argument(
        "--games", type=int, metavar="N",
        help=f"at least this many, so that all sit equally often; default: the file's or {GAMES}",
    )  # fmt: skip
    parser.add_argument("--seed", type=int, metavar="N", help="default: random, or the file's")
    setups.rules_arguments(parser)
    setups.seconds_argument(parser)
    tests = parser.add_mutually_exclusive_group()
    tests.add_argument(
        "--sprt", type=float, nargs=2, metavar=("LOW", "HIGH"),
        help="stop as soon as it is clear which of the two the first bot's share is above fair: "
        "0 0.05 whether it is better, -0.05 0 whether it has not become worse",
    )  # fmt: skip
    tests.add_argument(
        "--sprt-points", type=float, nargs=2, metavar=("LOW", "HIGH"),
        help="the same of its points ahead of the others' mean, as 0 2",
    )  # fmt: skip
    parser.add_argument(
        "--errors", type=float, nargs=2, metavar=("HIGH", "LOW"),
        help="how often it may say HIGH though LOW is true, and LOW though HIGH is; "
        "default: 0.05 0.05",
    )  # fmt: skip
    parser.add_argument("--json", metavar="FILE", help="keep every game here, and go on from here")
    _record_argument(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; default: all cores")
    _trust_argument(parser)
    parser.add_argument(
        "--dask", metavar="ADDRESS", help="play on a cluster: the address of its scheduler"
    )


def run_tournament(options: argparse.Namespace) -> int:
    """Let bots compete: who plays better, by how much, and how sure that is.

    Every deal is played as often as there are seats, the bots moving on by one
    seat each time. With fewer bots than seats each takes several; with more, every
    choice of that many bots has its table. Name a bot for each seat to say who
    sits there: random steward steward.
    """
    _check_numbers(options)
    if options.jobs is not None and options.dask is not None:
        raise UsageError("--jobs and --dask: either this machine plays or a cluster; leave one out")
    setups.check_bots(bot for bot in options.bots if "@" not in bot)
    path, folder = _path(options.json), _folder(options)
    try:
        contest = _trusting(options, _contest(options, path))
        with TournamentFile(path, contest.to_plain()) as record:
            games = options.games or record.wanted or GAMES
            record.want(games)
            series = SequentialTest(contest.bots[0], contest.test) if contest.test else None
            tournament = Tournament(
                contest, record, games,
                enough=series.decides if series else None,
                on_game=_draw_bar, keep=_keeper(options, folder, contest),
            )  # fmt: skip
            before, code = tournament.done, 0
            try:
                with terminable():
                    if not tournament.over:
                        tournament.play(_workers(options, contest))
            except KeyboardInterrupt as stopped:
                code = exit_code(stopped)
            if sys.stderr.isatty() and before < tournament.done < tournament.games:
                # Behind a bar that is not full.
                say()
            print(*result_lines(tournament, ascii=options.ascii), sep="\n")
            if folder and tournament.done > before:
                print(_recorded(tournament.done - before, folder))
            if code:
                _say_how_to_go_on(tournament, path, folder)
            elif tournament.done > before:
                record.add_results(results(tournament))
            return code
    except (TournamentFileError, ClusterError, Unreadable) as error:
        raise UsageError(str(error)) from None


def _record_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--record", metavar="FOLDER",
        help="write a save of each game that is played here, to replay and to analyse",
    )  # fmt: skip


def _folder(options: argparse.Namespace) -> Path | None:
    """Return the folder for saves of the games, which is made if it is not there."""
    folder = _path(options.record, "--record")
    if folder:
        with telling(folder, "could not be made"):
            folder.mkdir(exist_ok=True)
    return folder


def _keeper(
    options: argparse.Namespace, folder: Path | None, contest: Contest
) -> Callable[[Setup, Played], None] | None:
    """Return what writes the save of a game, None if nobody wants any."""
    store = store_of(options.data_dir)
    return partial(write_played, store, folder, contest.title) if folder else None


def _recorded(games: int, folder: Path) -> str:
    return f"{counted(games, 'game')} recorded in {shown(folder)}"


def _trust_argument(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--trust", action="append", default=[], metavar="BOT",
        help="run this one inside, where it is faster, sees everything and is not stopped",
    )  # fmt: skip


def _trusting(options: argparse.Namespace, contest: Contest) -> Contest:
    """Return the contest with the bots that are to run inside, and say which those are."""
    for name in options.trust:
        if name not in contest.bots or built_in(name) or "@" in name:
            raise UsageError(
                f"--trust {name!r}: name a bot that plays, is installed here and is not ours"
            )
        inside = "the programs of the cluster" if getattr(options, "dask", None) else "this program"
        say(
            f"The bot {name!r} runs inside {inside}, as you trust it: it can see the whole "
            "game, and nothing stops it if it hangs."
        )
    return replace(contest, trusted=tuple(options.trust))


def _workers(options: argparse.Namespace, contest: Contest) -> Workers:
    if options.dask is not None:
        return Cluster(options.dask)
    return on_this_machine(contest, options.jobs)


def _draw_bar(tournament: Tournament) -> None:
    bar(tournament.done, tournament.games)


def _say_how_to_go_on(tournament: Tournament, path: Path | None, folder: Path | None) -> None:
    if path is None:
        say("Stopped. Nothing was kept: with --json FILE the same could go on later.")
        return
    rest = tournament.games - tournament.done
    again = ["elgrande", "tournament", "--json", path, *(["--record", folder] if folder else [])]
    say(
        f"Stopped with {rest} games to go, and all finished ones kept. This goes on with them: "
        f"{shlex.join(map(str, again))}"
    )


def _check_numbers(options: argparse.Namespace) -> None:
    """Raise UsageError for what no contest can have, be it kept in a file or not."""
    if options.games is not None and not 1 <= options.games <= MOST_GAMES:
        raise UsageError(f"--games {options.games}: choose 1 to {MOST_GAMES}")
    if options.jobs is not None and options.jobs < 1:
        raise UsageError(f"--jobs {options.jobs}: at least one process must play")
    if options.seed is not None and options.seed < 0:
        raise UsageError(f"--seed {options.seed}: use a number from 0 on")
    setups.check_seconds(options.seconds)


def _path(text: str | None, option: str = "--json") -> Path | None:
    if text == "-" and option == "--json":
        raise UsageError("--json -: the games are kept in a file that is read too; name one")
    try:
        return None if text is None else path_of(text)
    except Unreadable as error:
        raise UsageError(f"{option}: {error}") from None


def _contest(options: argparse.Namespace, path: Path | None) -> Contest:
    """Return what is to be played: as the flags say, or as the file does where they say nothing."""
    header = None if path is None else read_header(path)
    if options.bots:
        seed = options.seed
        if seed is None:
            kept = header and header.get("seed")
            seed = kept if type(kept) is int else fresh_seed()
        setup = Setup.of(_players(options), seed=0, **setups.rules_from(options))
        setups.compiled(setup, options)
        return Contest(setup, tuple(options.bots), seed, options.seconds, test=_test(options))
    if header is None:
        none = "" if path is None else f"there is no tournament in {shown(path)} to go on with: "
        raise UsageError(
            f"{none}name at least two bots, as in: elgrande tournament steward random --players 4"
        )
    for name in ("players", "edition", "expansion", "deck", "short", "house", "seed", "seconds",
                 "sprt", "sprt_points", "errors"):  # fmt: skip
        if getattr(options, name):
            option = name.replace("_", "-")
            raise UsageError(
                f"--{option} is said by the file; leave it out, or name the bots and another file"
            )
    try:
        bots = [str(bot) for bot in header["bots"]]
        if any("@" in bot for bot in bots):
            # Who named these programs wrote the file, and may be anybody.
            raise UsageError(
                f"{path and shown(path)} names programs that bots run in; type the whole command "
                "again to go on with it"
            )
        setups.check_bots(bots)
        return Contest.from_plain(header)
    except ContentError as error:
        # Not its field: the file that says so is another one.
        raise TournamentFileError(f"{path and shown(path)}: {error}") from None
    except (KeyError, TypeError, ValueError):
        assert path is not None
        raise TournamentFileError(
            f"{shown(path)} is not a file of a tournament; name another one with --json"
        ) from None


def _test(options: argparse.Namespace) -> Hypotheses | None:
    """Return the test that may end the tournament early; UsageError if it could not decide."""
    values = options.sprt or options.sprt_points
    if values is None:
        if options.errors:
            raise UsageError("--errors are those of a test: add --sprt or --sprt-points")
        return None
    of: Literal["share", "points"] = "share" if options.sprt else "points"
    try:
        return Hypotheses(of, *values, *(options.errors or ()))
    except ValueError as error:
        raise UsageError(f"--sprt{'' if options.sprt else '-points'}: {error}") from None


def _players(options: argparse.Namespace) -> int:
    """Return how many seats a table has; UsageError where these bots cannot fill them."""
    bots, players = options.bots, options.players
    if len(set(bots)) < 2:
        raise UsageError("name at least two different bots; a bot alone wins everything")
    if len(set(bots)) > MOST_BOTS:
        raise UsageError(f"name at most {MOST_BOTS} different bots; here are {len(set(bots))}")
    count = min(5, len(bots)) if players is None else players
    if not 2 <= count <= 5:
        raise UsageError(f"--players {count}: choose 2 to 5")
    if len(set(bots)) < len(bots) != count:
        raise UsageError(
            f"name each bot once, or one for each of the {count} seats; here are {len(bots)}"
        )
    return int(count)


# -- simulate: without a file ----------------------------------------------------------------------


def simulate_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--players", type=int, default=4, metavar="N", help="2 to 5; default: 4")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="at least this many")
    parser.add_argument("--seed", type=int, metavar="N", help="default: random")
    parser.add_argument("--bots", metavar="A,B,...", help="one for each seat; the last one repeats")
    setups.rules_arguments(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; default: all cores")
    _trust_argument(parser)
    setups.seconds_argument(parser)
    _record_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run_simulate(options: argparse.Namespace) -> int:
    """Let bots play many games, seats rotated over the same deals."""
    players = options.players
    if not 2 <= players <= 5:
        raise UsageError(f"--players {players}: choose 2 to 5")
    _check_numbers(options)
    bots = setups.separated([options.bots or ""]) or [USUAL, "random"]
    setups.check_bots(bot for bot in bots if "@" not in bot)
    if len(bots) > players:
        raise UsageError(f"{len(bots)} bots are too many for {players} players; name fewer")
    bots += [bots[-1]] * (players - len(bots))
    seed = fresh_seed() if options.seed is None else options.seed
    setup = Setup.of(players, seed=0, **setups.rules_from(options))
    setups.compiled(setup, options)
    folder = _folder(options)
    contest = _trusting(options, Contest(setup, tuple(bots), seed, options.seconds))
    with terminable():
        played = play_in_memory(
            contest, options.games, options.jobs,
            on_game=_draw_bar, keep=_keeper(options, folder, contest),
        )  # fmt: skip
    if options.json:
        print(json.dumps(results(played), indent=2))
    else:
        print(*brief_lines(played), *([_recorded(played.done, folder)] if folder else []), sep="\n")
    return 0


# -- bots ------------------------------------------------------------------------------------------

WIDTH = 80
"""The columns of what is printed below the list."""


def bots_arguments(parser: argparse.ArgumentParser) -> None:
    """There are no options."""


def run_bots(options: argparse.Namespace) -> int:
    """List the bots that are installed."""
    faults = list(problems())
    for name in names():
        try:
            print(f"{name}: {described(name)}")
        except BotError as error:
            faults.append(str(error))
    print()
    for sentence in (RIGHTS, described_limits()):
        print(fill(sentence, WIDTH))
    for fault in faults:
        print(f"elgrande: {fault}", file=sys.stderr)
    return 0
