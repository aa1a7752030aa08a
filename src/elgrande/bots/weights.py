"""What bots believe, in numbers: what things are worth to the steward, and what lasts in the end.

An outlook counts what the coming scorings may pay. What of it lasts is another question: whoever
leads is attacked, those in the Castillo come out where others do, too, and a caballero that is on
the board early is worth more than what it holds just then. So each part of what a seat has is
weighed by what it came to in games of stewards (``FINALS``): ``benchmarks/finals.py`` plays them,
and prints this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from elgrande.rules import Ruleset


@dataclass(frozen=True)
class Weights:
    """What the steward believes, in points.

    Most are reasoned and not tuned: in 160 games against itself, a half more or
    less of one (``stale``, ``denied``, ``court``) changed nothing that could be told
    from luck. ``rival``, ``cube`` and ``heat`` are from games with other ones
    (docs/bots.md).
    """

    rival: float = 16.0
    """An opponent who stands so many points behind another counts for a third of him."""
    later: float = 0.3
    """What each general scoring after the coming one counts: the board will have changed."""
    stale: float = 0.85
    """What the board as it is now counts for each round until that scoring."""
    cube: float = 0.25
    """A caballero on the board, wherever it stands, for each scoring to come."""
    court: float = 0.6
    """The first caballero in a court, ready to be placed in a later turn."""
    fade: float = 0.88
    """What the next one in the court is worth, against the one before."""
    placed: float = 3.5
    """How many caballeros leave a court in a turn; more of them than can leave wait in vain."""
    veto: float = 1.2
    """A Veto in front of a player."""
    denied: float = 0.4
    """How much of the harm that a card would do in the next players' hands counts for taking it."""
    heat: float = 0.6
    """How far from sure it is that others choose what pays them most."""
    plans: bool = True
    """Whether power cards are kept and played by what expansions tell of them: to measure that."""


WEIGHTS = Weights()

HAND_WORTHS = {1: 0.5, 2: 0.3, 3: 0.2, 4: 0.1, 9: 0.2, 10: 0.4, 11: 0.7, 12: 1.1, 13: 1.6}
"""What a power card in hand is worth for later rounds: both ends are wanted, most of all 13."""
HIGHEST = 13
"""The highest of those."""
IN_VAIN = 0.15
"""What is left of the worth of a caballero in the court that will hardly get out."""


@lru_cache(maxsize=8)
def future(rules: Ruleset) -> dict[int, float]:
    """Return what each power card is worth for later rounds, by value.

    Other values than 1 to 13 are worth what stands at the same height among those.
    """
    last = len(rules.power_values) - 1
    worths = {}
    for at, value in enumerate(rules.power_values):
        alike = 1 + round(at * (HIGHEST - 1) / last) if last else HIGHEST
        worths[value] = HAND_WORTHS.get(alike, 0.0)
    return {value: worth for value, worth in worths.items() if worth}


def court_worths(weights: Weights, turns: int, caballeros: int) -> list[float]:
    """Return the worth of 0, 1, 2, ... caballeros in a court with so many turns to come."""
    table = [0.0]
    one = weights.court if turns else 0.0
    for number in range(caballeros):
        gets_out = number < weights.placed * turns
        table.append(table[-1] + (one if gets_out else one * IN_VAIN))
        one *= weights.fade
    return table


# -- what lasts ------------------------------------------------------------------------


class Parts(NamedTuple):
    """What a seat has, and what it may expect, in points (two in caballeros)."""

    points: float
    regions: float
    """What the coming scorings may pay for the regions, gifts too."""
    castillo: float
    """The same for the Castillo, and for where those who are inside will go."""
    board: float
    """So many are on the board outside the Castillo."""
    inside: float
    """So many are in the Castillo."""
    court: float
    kept: float
    """Cards that lie in front of it, and what expansions tell of."""
    hand: float
    """Its power cards, as far as they are known."""


LAST = Parts(1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
"""After the last round nothing but points counts."""

FINALS: dict[int, tuple[Parts, ...]] = {
    2: (
        Parts(0.99, 0.98, 0.36, -0.47, 0.38, 1.43, 1.00, 3.00),
        Parts(0.99, 1.05, 0.26, -0.44, 0.46, 1.41, 1.00, 2.88),
        Parts(1.05, 0.93, 0.21, -0.34, 0.64, 1.36, 1.00, 2.79),
        Parts(1.05, 0.78, 0.17, -0.17, 0.82, 1.35, 1.00, 2.81),
        Parts(1.09, 0.83, 0.21, 0.09, 0.93, 1.22, 1.00, 2.73),
        Parts(1.14, 0.75, 0.28, 0.34, 1.01, 1.09, 1.00, 2.74),
        Parts(1.22, 0.63, 0.36, 0.55, 1.11, 0.89, 1.00, 2.58),
        Parts(1.20, 0.86, 0.28, 0.69, 1.03, 0.80, 1.00, 2.51),
    ),
    3: (
        Parts(0.86, 0.57, 0.13, -0.65, 0.62, 0.94, 1.00, 0.52),
        Parts(0.77, 0.57, 0.12, -0.54, 0.55, 0.88, 1.00, 0.44),
        Parts(0.66, 0.57, 0.13, -0.36, 0.53, 0.85, 1.00, 0.31),
        Parts(0.50, 0.42, 0.14, -0.10, 0.51, 0.84, 1.00, 0.18),
        Parts(0.39, 0.43, 0.09, 0.17, 0.45, 0.80, 1.00, 0.00),
        Parts(0.31, 0.36, 0.11, 0.33, 0.42, 0.78, 1.00, 0.00),
        Parts(0.22, 0.20, 0.12, 0.43, 0.39, 0.73, 1.00, 0.00),
        Parts(0.15, 0.17, 0.12, 0.48, 0.38, 0.70, 1.00, 0.00),
    ),
    4: (
        Parts(0.85, 0.62, 0.21, -0.21, 0.59, 0.64, 0.86, 0.00),
        Parts(0.78, 0.68, 0.18, -0.17, 0.56, 0.58, 0.84, 0.00),
        Parts(0.73, 0.61, 0.20, -0.08, 0.54, 0.62, 0.83, 0.00),
        Parts(0.57, 0.50, 0.21, 0.12, 0.51, 0.66, 0.81, 0.00),
        Parts(0.49, 0.43, 0.19, 0.32, 0.52, 0.65, 0.78, 0.01),
        Parts(0.36, 0.38, 0.19, 0.54, 0.63, 0.66, 0.74, 0.07),
        Parts(0.15, 0.20, 0.18, 0.63, 0.74, 0.69, 0.65, 0.14),
        Parts(0.11, 0.11, 0.19, 0.70, 0.71, 0.73, 0.62, 0.12),
    ),
    5: (
        Parts(0.83, 0.61, 0.26, 0.18, 0.69, 0.97, 1.07, 0.00),
        Parts(0.79, 0.63, 0.23, 0.25, 0.67, 1.00, 1.10, 0.00),
        Parts(0.74, 0.59, 0.25, 0.40, 0.65, 1.02, 1.20, 0.00),
        Parts(0.55, 0.48, 0.26, 0.51, 0.63, 1.07, 1.28, 0.00),
        Parts(0.48, 0.52, 0.26, 0.70, 0.54, 1.00, 1.22, 0.00),
        Parts(0.42, 0.38, 0.23, 0.72, 0.65, 1.06, 1.10, 0.00),
        Parts(0.27, 0.23, 0.21, 0.82, 0.75, 1.05, 1.11, 0.00),
        Parts(0.21, 0.23, 0.18, 0.87, 0.71, 1.10, 1.13, 0.13),
    ),
}
"""By the number of players: what each part came to with 1, 2, 3, ... rounds to go.

The order is that of ``Parts``: points, regions, castillo, board, inside, court, kept, hand.
"""


def final_weights(players: int, rounds_left: int) -> Parts:
    """Return what each part of what a seat has comes to in the end."""
    if not rounds_left:
        return LAST
    table = FINALS[min(max(players, min(FINALS)), max(FINALS))]
    return table[min(rounds_left, len(table)) - 1]
