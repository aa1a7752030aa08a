"""How likely each seat is to win from a position, how sure that is, and where its points are from.

Whoever estimates is an Evaluator and gives one try at a time: what is hidden is dealt anew for
each, so that the estimate is that of somebody who sees the table and no deck.
The sources are the same numbers that chances are made of, taken apart: what was scored, and each
part of what ``bots/weights.py`` weighs. They add up to the expected final points.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from statistics import fmean
from typing import NamedTuple, Protocol, TypeAlias

from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.playouts import HEAT, KEPT
from elgrande.bots.playouts import finals as expected
from elgrande.bots.weights import final_weights
from elgrande.rules import Generator, State
from elgrande.rules.events import Event, RegionScored
from elgrande.tournament.statistics import about_mean

TEMPERS = (3.43, 0.31, 0.12)
"""Points by which expected finals miss, as a softmax's temperature: at the end, for each round
to come, and for its square. Fitted and tested by ``benchmarks/chances.py``."""

SAME = 1e-4
"""Tries are kept with so many digits: an interval that is narrower has no width."""


class Try(NamedTuple):
    """What one try gives, by seat."""

    chances: tuple[float, ...]
    """To win, 1 together."""
    finals: tuple[float, ...]
    """The points that each may expect in the end."""
    sources: tuple[Sources, ...]
    """Where these are from."""


class Evaluator(Protocol):
    """Estimates chances; ``name`` says who it is, and changes when its estimates do."""

    name: str

    def look(self, state: State, generator: Generator) -> Try:
        """Return what one try gives; the State is left as it is."""
        ...


class PlayoutEvaluator:
    """Everybody plays the round to its end as in the marshal's tries; then points are counted on.

    What all may expect to have in the end becomes chances by how far such estimates miss.
    """

    name = "playing on to the end of the round, as the bots would, and from there by how games went"

    def look(self, state: State, generator: Generator) -> Try:
        scorings = Scorings(state.rules.n_seats, len(state.rules.targets))
        end, outlook = self._played(state, generator, scorings)
        finals, left = _expected(end, outlook)
        chances = parts(finals) if left < 0 else soft(finals, tempers(left))
        return Try(chances, finals, sources(state, end, scorings, outlook, finals))

    def finals(self, state: State, generator: Generator) -> tuple[tuple[float, ...], int]:
        """Return what all may expect to have in the end after one try, and the rounds left then.

        -1 rounds say that the game is over there, and that these are facts.
        """
        return _expected(*self._played(state, generator))

    def _played(
        self, state: State, generator: Generator, scorings: Scorings | None = None
    ) -> tuple[State, Outlook | None]:
        """Return where the round ends and an outlook from there; none if the game is over."""
        if not state.stack:
            return state, None
        dealt = state.view(None).sample(generator)
        dealt.advance(scorings)
        if not dealt.stack:
            return dealt, None
        seat = dealt.owing()[0]
        planner = Planner(Outlook(dealt, seat), generator, brisk=True, kept=KEPT, heat=HEAT)
        end = planner.to_end_of_round(dealt, scorings)
        return end, planner.at(end, seat).outlook if end.stack else None


def _expected(end: State, outlook: Outlook | None) -> tuple[tuple[float, ...], int]:
    if outlook is None:
        return _points(end), -1
    return tuple(expected(outlook, end)), outlook.rounds_left


def parts(scores: Sequence[float]) -> tuple[float, ...]:
    """Return the parts of the victory that final scores give: a tie is split."""
    best = max(scores)
    share = 1 / scores.count(best)
    return tuple(share if points == best else 0.0 for points in scores)


def _points(state: State) -> tuple[int, ...]:
    return tuple(state.score(seat) for seat in range(state.rules.n_seats))


def soft(finals: Sequence[float], temper: float) -> tuple[float, ...]:
    """Return the chances that go with expected finals."""
    best = max(finals)
    weights = [exp((points - best) / temper) for points in finals]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def tempers(left: int, model: tuple[float, float, float] = TEMPERS) -> float:
    """Return the temperature that goes with so many rounds to come."""
    first, linear, square = model
    return first + linear * left + square * left * left


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number with its interval of 95 %, both in parts of 1."""

    value: float
    low: float
    high: float

    @property
    def holds_zero(self) -> bool:
        """Whether nothing at all is as good an explanation."""
        return self.low <= 0 <= self.high

    @property
    def sure(self) -> bool:
        """Whether all tries said the same."""
        return self.high - self.low < SAME

    def reversed(self) -> Estimate:
        """Return the same difference, seen from the other side."""
        return Estimate(-self.value, -self.high, -self.low)

    @classmethod
    def of(cls, tries: Sequence[float]) -> Estimate:
        """Return what tries say on average."""
        mean = fmean(tries)
        return cls(mean, *(about_mean(tries) or (mean - 1, mean + 1)))


def difference(tries: Sequence[float], others: Sequence[float]) -> Estimate:
    """Return how much more the tries say than others that met the same chance, one by one."""
    return Estimate.of([one - other for one, other in zip(tries, others, strict=True)])


# -- where points are from --------------------------------------------------------------


Sources: TypeAlias = tuple[float, ...]
"""A seat's final points: first by target, what was scored there and what may yet be, then these,
which stand last."""
BESIDE_TARGETS = 7
AT_ONCE, LATER, BOARD, COURT, KEPT_CARDS, HAND, OTHER = range(-1, -1 - BESIDE_TARGETS, -1)
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
