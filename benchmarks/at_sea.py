"""Does the steward's plan for the Colonies win: one with it among four that never leave Spain.

    python benchmarks/at_sea.py                 # 200 five-player games
    python benchmarks/at_sea.py --games 20 --seed 7

Every deal is played five times, the one who goes to sea moving on by a seat each time, and prints
the part of the games that it won (0.2 would be chance) with an interval of 95 %.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from statistics import fmean
from typing import TYPE_CHECKING

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.outlook import Outlook
from elgrande.bots.intervals import wilson
from elgrande.bots.steward import Steward
from elgrande.content.setup import Setup
from elgrande.rules import Generator

if TYPE_CHECKING:
    from elgrande.rules import View

PLAYERS = 5
EXPANSION = "colonies"


class Ashore(Steward):
    """Thinks like the steward and never brings anybody abroad."""

    def outlook(self, view: View, seat: int) -> Outlook:
        """Return an Outlook that shuns every place that no disk shows."""
        rules = view.rules
        spain = {place for region in rules.disk_regions for place in rules.region_places[region]}
        abroad = frozenset(rules.board_places) - spain
        return Outlook(view, seat, self.weights, abroad)


def play(deal: int, sailor: int, short: bool) -> tuple[int, ...]:
    """Play one game; return the points by seat."""
    state = Setup.of(PLAYERS, seed=deal, expansions=(EXPANSION,), short=short).start()
    bots = [Steward() if seat == sailor else Ashore() for seat in range(PLAYERS)]
    chance = Generator.seeded(deal, sailor)
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        code = codes[0]
        if len(codes) > 1:
            view = state.view(seat)
            code = bots[seat].choose(Request(view, view.decision(seat), (), BUDGET, chance)).code
        state.apply(seat, code)
    return tuple(state.score(seat) for seat in range(PLAYERS))


def main() -> int:
    """Play, and print after each deal how it stands; the last line is the result."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=200, help="rounded up to whole deals")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="6 rounds in the place of 9")
    arguments = parser.parse_args()
    won: list[float] = []
    ahead: list[float] = []
    began = time.process_time()
    for deal in range(-(-arguments.games // PLAYERS)):
        for sailor in range(PLAYERS):
            points = play(arguments.seed * 100_000 + deal, sailor, arguments.short)
            best = max(points)
            won.append((points[sailor] == best) / points.count(best))
            ahead.append(points[sailor] - fmean(p for s, p in enumerate(points) if s != sailor))
        share = fmean(won)
        low, high = wilson(share, len(won))
        result = {
            "games": len(won), "share": round(share, 3), "low": round(low, 3),
            "high": round(high, 3), "points_ahead": round(fmean(ahead), 2),
            "seconds_a_game": round((time.process_time() - began) / len(won), 1),
        }  # fmt: skip
        print(json.dumps(result), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
