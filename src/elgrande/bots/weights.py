"""What bots believe, in numbers: what things are worth to the steward, and what lasts in the end.

An outlook counts what the coming scorings may pay. What of it lasts is another question: whoever
leads is attacked, those in the Castillo come out where others do, too, and a caballero that is on
the board early is worth more than what it holds just then. So each part of what a seat has is
weighed by what it came to in games of stewards (``finals.toml``): ``benchmarks/finals.py`` plays
them, and prints that file.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import NamedTuple

from elgrande.content.files import read_toml
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
    int(players): tuple(Parts(*row) for row in rows)
    for players, rows in read_toml(files("elgrande.bots") / "finals.toml").items()
}
"""By the number of players: what each part came to with 1, 2, 3, ... rounds to go."""


def final_weights(players: int, rounds_left: int) -> Parts:
    """Return what each part of what a seat has comes to in the end."""
    if not rounds_left:
        return LAST
    table = FINALS[min(max(players, min(FINALS)), max(FINALS))]
    return table[min(rounds_left, len(table)) - 1]
