"""Does what bots are told of Grandissimo win: one steward among copies that stay away from court.

    nice -n 10 python benchmarks/at_court.py                 # 200 five-player games
    nice -n 10 python benchmarks/at_court.py --games 20 --seed 7

The copies never take the Queen or a ship token and never pardon, unless nothing else is left, and
see no worth in any of it. Every deal is played five times, the one at court moving on by a seat
each time. It prints the part of the games that it won (0.2 would be chance) with an interval of
95 %.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from copy import copy
from statistics import fmean
from typing import TYPE_CHECKING

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.intervals import wilson
from elgrande.bots.steward import Steward
from elgrande.content.setup import Setup
from elgrande.rules import Generator

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.bots.outlook import Outlook
    from elgrande.rules import Position, View

PLAYERS = 5
EXPANSION = "grandissimo"
SHUNNED = ("take-queen", "token", "token-from", "pardon")


def _none(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    return []


class Aloof(Steward):
    """Thinks like the steward and has no eye for Queen, token and pardon."""

    def outlook(self, view: View, seat: int) -> Outlook:
        """Return an Outlook to which these are worth nothing and not worth a try."""
        outlook = super().outlook(view, seat)
        terms = copy(outlook.terms)
        terms.worths = ()
        terms.deeds = {**terms.deeds, **dict.fromkeys(SHUNNED, _none)}
        outlook.terms = terms
        return outlook


def play(deal: int, courtier: int, short: bool) -> tuple[int, ...]:
    """Play one game; return the points by seat."""
    state = Setup.of(PLAYERS, seed=deal, expansions=(EXPANSION,), short=short).start()
    rules = state.rules
    bots = [Steward() if seat == courtier else Aloof() for seat in range(PLAYERS)]
    chance = Generator.seeded(deal, courtier)
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        code = codes[0]
        forced = seat != courtier and all(rules.verb(one) in SHUNNED for one in codes)
        if len(codes) > 1 and not forced:
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
        for courtier in range(PLAYERS):
            points = play(arguments.seed * 100_000 + deal, courtier, arguments.short)
            best = max(points)
            won.append((points[courtier] == best) / points.count(best))
            ahead.append(points[courtier] - fmean(p for s, p in enumerate(points) if s != courtier))
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
