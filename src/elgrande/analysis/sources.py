"""Where the points are from that a seat may expect to have in the end.

The same numbers that chances are made of, taken apart: what was scored, and each part of what
``bots/weights.py`` weighs. They add up to the expected final points, whatever is told of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from elgrande.bots.weights import final_weights
from elgrande.rules.events import Event, RegionScored

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.bots.outlook import Outlook
    from elgrande.rules import State

Sources: TypeAlias = tuple[float, ...]
"""A seat's final points: first by target, what was scored there and what may yet be, then these,
which stand last."""
BESIDE_TARGETS = 7
AT_ONCE, LATER, BOARD, COURT, KEPT, HAND, OTHER = range(-1, -1 - BESIDE_TARGETS, -1)
"""What the seat has as the try begins; what else it got in the rest of that round; what it has on
the board, in its court, in kept cards and in power cards counts for later rounds; and the rest."""
CARDS = AT_ONCE - BESIDE_TARGETS
"""AT_ONCE and LATER together, where tries that begin at different moments are compared."""


class Scorings:
    """Hears of general scorings, and notes what each target has paid whom."""

    def __init__(self, seats: int, targets: int) -> None:
        self.paid = [[0] * targets for _ in range(seats)]

    def __call__(self, event: Event) -> None:
        if isinstance(event, RegionScored) and event.general:
            for seat, points in event.scored.paid():
                self.paid[seat][event.scored.target] += points


def sources(
    begin: State, end: State, scorings: Scorings, outlook: Outlook | None, finals: Sequence[float]
) -> tuple[Sources, ...]:
    """Return the Sources of every seat of a try that went from ``begin`` to ``end``.

    Without an outlook the game is over there, and points count as they are.
    """
    rules = begin.rules
    left = outlook.rounds_left if outlook else 0
    kinds = final_weights(rules.n_seats, left)
    parts = outlook.parts(end) if outlook else ()
    found = []
    for seat, paid in enumerate(scorings.paid):
        by_target = [kinds.points * points for points in paid]
        later = end.score(seat) - begin.score(seat) - sum(paid)
        more = [0.0] * 4
        if outlook:
            part = parts[seat]
            more = [
                kinds.hand * part.hand,
                kinds.kept * part.kept,
                kinds.court * part.court,
                kinds.board * part.board,
            ]
            for target, site in enumerate(outlook.sites(end) if outlook.scorings else ()):
                if target != rules.castillo_target:
                    there = outlook.each(site, outlook.tally(end, target))[seat]
                    by_target[target] += kinds.regions * there
            inside = kinds.castillo * part.castillo + kinds.inside * part.inside
            by_target[rules.castillo_target] += inside
        row = [*by_target, *more, kinds.points * later, kinds.points * begin.score(seat)]
        found.append((*by_target, finals[seat] - sum(row), *row[len(by_target) :]))
    return tuple(found)
