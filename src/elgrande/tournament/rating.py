"""Ratings: one number a bot, from who finished before whom.

Each game is a comparison of every two seats of different bots: whoever has more points wins it,
and equal points are half of one each. The ratings are those under which a bot of strength p beats
one of strength q with chance p / (p + q) (Bradley and Terry 1952, fitted as by Hunter 2004), told
as 400 times the decimal logarithm, like Elo's, with a mean of 0. Every two bots that met are given
half a win each more, so that a bot that never lost has a rating too. Intervals come from drawing
the pairings again, as the seats of one game are no independent witnesses; each time every two are
given a random part of a game more, about one, since what never happened yet may happen next.

A rating sums up one field of bots. At a table of five who attacks whom counts, so that it says
little about tables that were not played.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import log, log10
from typing import TYPE_CHECKING

from elgrande.rules import Generator

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.tournament.standings import Pairing

DRAWS = 300
"""How often the pairings are drawn again for an interval."""
_STEPS = 2000
_NEAR = 1e-7

Wins = list[list[float]]
"""Wins of the bot of the row over that of the column."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating, in Elo's points above the mean of the field, with its interval of 95 %."""

    bot: str
    rating: float
    interval: tuple[float, float] | None


def ratings(bots: Sequence[str], played: Sequence[Pairing], seed: int = 0) -> list[Rating]:
    """Return the ratings in the order of the bots; none without two that met."""
    names = list(dict.fromkeys(bots))
    counted = [_wins(names, pairing) for pairing in played]
    if len(names) < 2 or not counted:
        return []
    found = _fitted(_summed(counted, lambda: 0.5))
    intervals: list[tuple[float, float] | None] = [None] * len(names)
    if len(counted) > 1:
        generator = Generator.seeded(seed, len(counted))
        drawn = [
            _fitted(
                _summed([generator.choice(counted) for _ in counted], partial(_some, generator))
            )
            for _ in range(DRAWS)
        ]
        for at in range(len(names)):
            values = sorted(ratings[at] for ratings in drawn)
            intervals[at] = values[int(0.025 * DRAWS)], values[int(0.975 * DRAWS) - 1]
    return [Rating(*each) for each in zip(names, found, intervals, strict=True)]


def _wins(names: list[str], pairing: Pairing) -> Wins:
    found = [[0.0] * len(names) for _ in names]
    for game in pairing.games:
        at = [names.index(bot) for bot in game.bots]
        for (one, mine), (other, theirs) in combinations(zip(at, game.scores, strict=True), 2):
            if one != other:
                won = 0.5 if mine == theirs else float(mine > theirs)
                found[one][other] += won
                found[other][one] += 1 - won
    return found


def _some(generator: Generator) -> float:
    """Return what a posterior after no game at all is spread like: exponential, 1 on average."""
    return -log((generator.next32() + 1) / (1 << 32))


def _summed(counted: Sequence[Wins], more: Callable[[], float]) -> Wins:
    size = range(len(counted[0]))
    found = [[sum(wins[one][other] for wins in counted) for other in size] for one in size]
    for one, other in combinations(size, 2):
        if found[one][other] + found[other][one]:
            found[one][other] += more()
            found[other][one] += more()
    return found


def _fitted(wins: Wins) -> list[float]:
    size = range(len(wins))
    total = [sum(row) for row in wins]
    strength = [1.0] * len(wins)
    for _ in range(_STEPS):
        before = strength
        strength = [
            total[one] / against if (against := _against(wins, before, one)) else 1.0
            for one in size
        ]
        mean = sum(map(log10, strength)) / len(strength)
        strength = [each / 10**mean for each in strength]
        if max(abs(new / old - 1) for new, old in zip(strength, before, strict=True)) < _NEAR:
            break
    return [400 * log10(each) for each in strength]


def _against(wins: Wins, strength: list[float], one: int) -> float:
    return sum(
        (wins[one][other] + wins[other][one]) / (strength[one] + strength[other])
        for other in range(len(wins))
        if other != one
    )
