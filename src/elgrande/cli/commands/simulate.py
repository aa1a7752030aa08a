"""Let bots play many games, seats rotated over the same deals."""

from __future__ import annotations

import argparse
import json

from elgrande.bots.registry import USUAL
from elgrande.cli import setups
from elgrande.cli.errors import UsageError, terminable
from elgrande.cli.terminal import bar
from elgrande.content.deck import counted
from elgrande.content.setup import Setup, fresh_seed
from elgrande.tournament.simulate import simulate


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--players", type=int, default=4, metavar="N", help="2 to 5; default: 4")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="at least this many")
    parser.add_argument("--seed", type=int, metavar="N", help="default: random")
    parser.add_argument("--bots", metavar="A,B,...", help="one for each seat; the last one repeats")
    setups.rules_arguments(parser)
    parser.add_argument("--jobs", type=int, metavar="N", help="processes; default: all cores")
    setups.seconds_argument(parser)
    parser.add_argument("--json", action="store_true", help="print the results as JSON")


def run(options: argparse.Namespace) -> int:
    """Play them and print who won how often."""
    players = options.players
    if not 2 <= players <= 5:
        raise UsageError(f"--players {players}: choose 2 to 5")
    if options.games < 1:
        raise UsageError(f"--games {options.games}: play at least one")
    if options.jobs is not None and options.jobs < 1:
        raise UsageError(f"--jobs {options.jobs}: at least one process must play")
    bots = setups.separated([options.bots or ""]) or [USUAL, "random"]
    setups.check_bots(bots)
    if len(bots) > players:
        raise UsageError(f"{len(bots)} bots are too many for {players} players; name fewer")
    bots += [bots[-1]] * (players - len(bots))
    seed = fresh_seed() if options.seed is None else options.seed
    if seed < 0:
        raise UsageError(f"--seed {seed}: use a number from 0 on")
    setups.check_seconds(options.seconds)
    rules = setups.rules_from(options)
    setups.compiled(Setup.of(players, seed=seed, **rules), options)
    with terminable():
        results = simulate(
            lambda deal: Setup.of(players, seed=deal, **rules),
            bots, options.games, seed, options.jobs, seconds=options.seconds, progress=bar,
        )  # fmt: skip
    if options.json:
        print(json.dumps(results.to_plain(), indent=2))
        return 0
    played = f"{counted(results.games, 'game')} of {counted(results.blocks, 'deal')}"
    played += f", {players} at a table"
    print(f"{played}, seed {results.seed}")
    for row in results.standings:
        print(
            f"{row.bot}: wins {row.share:.1%} (95 %: {row.share_low:.1%} to {row.share_high:.1%}; "
            f"fair would be {row.fair:.1%}), {row.score:.1f} points, "
            f"{row.difference:+.1f} against the best other, mean rank {row.rank:.2f}"
        )
    for notice in results.notices:
        print(f"note: {notice}")
    return 0
