"""How likely each seat is to win from a position, and how sure that is.

Whoever estimates is an Evaluator and gives one try at a time: what is hidden is dealt anew for
each, so that the estimate is that of somebody who sees the table and no deck.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, Protocol

from elgrande.analysis.sources import Scorings, Sources, sources
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.playouts import HEAT, KEPT
from elgrande.bots.weights import finals as expected
from elgrande.tournament.statistics import about_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Generator, State

TEMPERS = (3.43, 0.31, 0.12)
"""Points by which expected finals miss, as a softmax's temperature: at the end, for each round
to come, and for its square. Fitted and tested by ``benchmarks/chances.py``."""

SAME = 1e-4
"""Tries are kept with so many digits: an interval that is narrower has no width."""


class Look(NamedTuple):
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

    def look(self, state: State, generator: Generator) -> Look:
        """Return what one try gives; the State is left as it is."""
        ...


class Playouts:
    """Everybody plays the round to its end as in the marshal's tries; then points are counted on.

    What all may expect to have in the end becomes chances by how far such estimates miss.
    """

    name = "playing on to the end of the round, as the bots would, and from there by how games went"

    def look(self, state: State, generator: Generator) -> Look:
        scorings = Scorings(state.rules.n_seats, len(state.rules.targets))
        end, outlook = self._played(state, generator, scorings)
        finals, left = _expected(end, outlook)
        chances = parts(finals) if left < 0 else soft(finals, tempers(left))
        return Look(chances, finals, sources(state, end, scorings, outlook, finals))

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
        dealt.settle(scorings)
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


def won(state: State) -> tuple[float, ...]:
    """Return the parts of a finished game that the seats won: a tie is split."""
    return parts(_points(state))


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
