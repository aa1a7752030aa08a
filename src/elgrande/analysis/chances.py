"""How likely each seat is to win from a position, judged or played on.

Whoever estimates is an Evaluator and gives one try at a time: what is hidden is dealt anew for
each, so that the estimate is that of somebody who sees the table and no deck. RoundEvaluator
judges where the round ends, EndEvaluator plays to the end of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from statistics import fmean
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.odds import softmax
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.playouts import HEAT, KEPT
from elgrande.bots.playouts import finals as expected
from elgrande.bots.steward import Steward
from elgrande.rules import Generator, State
from elgrande.rules.events import Event, RegionScored
from elgrande.tournament.statistics import Z, about_mean

if TYPE_CHECKING:
    from elgrande.analysis.judgement import Judgement

TEMPERS = (3.43, 0.31, 0.12)
"""Points by which expected finals miss, as a softmax's temperature: at the end, for each round
to come, and for its square. Fitted and tested by ``benchmarks/chances.py``."""


class Try(NamedTuple):
    """What one try gives, by seat."""

    chances: tuple[float, ...]
    """To win, 1 together."""
    finals: tuple[float, ...]
    """The points that each may expect in the end."""
    sources: tuple[Sources, ...] = ()
    """Where these are from, if the try was played to the end."""


class Evaluator(Protocol):
    """Estimates chances; ``name`` says who it is, and changes when its estimates do."""

    name: str

    def look(self, state: State, generator: Generator) -> Try:
        """Return what one try gives; the State is left as it is."""
        ...


class RoundEvaluator:
    """Everybody plays the round to its end as in the marshal's tries; then points are counted on.

    What all may expect to have in the end becomes chances by how far such estimates miss.
    """

    name = "playing on to the end of the round, as the bots would, and from there by how games went"

    def look(self, state: State, generator: Generator) -> Try:
        finals, left = self.finals(state, generator)
        return Try(parts(finals) if left < 0 else tuple(softmax(finals, tempers(left))), finals)

    def finals(self, state: State, generator: Generator) -> tuple[tuple[float, ...], int]:
        """Return what all may expect to have in the end after one try, and the rounds left then.

        -1 rounds say that the game is over there, and that these are facts.
        """
        if not state.stack:
            return _points(state), -1
        dealt = state.view(None).sample(generator)
        dealt.advance()
        if not dealt.stack:
            return _points(dealt), -1
        seat = dealt.owing()[0]
        planner = Planner(Outlook(dealt, seat), generator, brisk=True, kept=KEPT, heat=HEAT)
        end = planner.to_end_of_round(dealt)
        if not end.stack:
            return _points(end), -1
        outlook = planner.at(end, seat).outlook
        return tuple(expected(outlook, end)), outlook.rounds_left


class EndEvaluator:
    """Stewards play in all seats to the end of the game, and who has won has won."""

    name = "letting stewards play on to the end of the game"

    def look(self, state: State, generator: Generator) -> Try:
        seats = state.rules.n_seats
        scorings = Scorings(seats, len(state.rules.targets))
        at_once, chance = _points(state), generator.state
        state = state.view(None).sample(generator) if state.stack else state.copy()
        state.advance(scorings)
        bots, asked = [Steward() for _ in range(seats)], Counter[tuple[int, int]]()
        while state.stack:
            seat = state.owing()[0]
            code, *others = state.legal(seat)
            if others:
                # Chance of their own for each round and seat, so that two tries meet the same.
                asked[state.round, seat] += 1
                drawn = Generator.seeded(chance, state.round, seat, asked[state.round, seat])
                view = state.view(seat)
                request = Request(view, view.decision(seat), (), BUDGET, drawn)
                code = bots[seat].choose(request).code
            state.apply(seat, code, scorings)
        finals = _points(state)
        return Try(
            parts(finals),
            tuple(map(float, finals)),
            tuple(
                (*map(float, paid), float(had), float(final - had - sum(paid)))
                for paid, had, final in zip(scorings.paid, at_once, finals, strict=True)
            ),
        )


def parts(scores: Sequence[float]) -> tuple[float, ...]:
    """Return the parts of the victory that final scores give: a tie is split."""
    best = max(scores)
    share = 1 / scores.count(best)
    return tuple(share if points == best else 0.0 for points in scores)


def _points(state: State) -> tuple[int, ...]:
    return tuple(state.score(seat) for seat in range(state.rules.n_seats))


def tempers(left: int, model: tuple[float, float, float] = TEMPERS) -> float:
    """Return the temperature that goes with so many rounds to come."""
    first, linear, square = model
    return first + linear * left + square * left * left


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number, and how far it may be wrong to either side, 95 times of 100."""

    value: float
    give: float

    @property
    def holds_zero(self) -> bool:
        """Whether nothing at all is as good an explanation."""
        return abs(self.value) <= self.give

    def reversed(self) -> Estimate:
        """Return the same difference, seen from the other side."""
        return Estimate(-self.value, self.give)

    def corrected(self, judgement: Judgement) -> Estimate:
        """Return what comes, as far as a Judgement knows, where this was judged."""
        slope, error = judgement
        return Estimate(slope * self.value, hypot(slope * self.give, Z * error))

    def joined(self, other: Estimate) -> Estimate:
        """Return what two estimates of the same, independent of each other, say together."""
        mine, theirs = self.give**-2, other.give**-2
        return Estimate(
            (mine * self.value + theirs * other.value) / (mine + theirs), (mine + theirs) ** -0.5
        )

    @classmethod
    def of(cls, tries: Sequence[float]) -> Estimate:
        """Return what tries say on average; of how far a single one misses nothing is known."""
        mean = fmean(tries)
        low, high = about_mean(tries) or (mean - 1, mean + 1)
        return cls(mean, (high - low) / 2)


def difference(tries: Sequence[float], others: Sequence[float]) -> Estimate:
    """Return how much more the tries say than others that met the same chance, one by one."""
    return Estimate.of([one - other for one, other in zip(tries, others, strict=True)])


# -- where points are from --------------------------------------------------------------


Sources: TypeAlias = tuple[float, ...]
"""A seat's final points: by target what general scorings paid there in the try; what the seat had
as it began; and the rest."""
BESIDE_TARGETS = 2
AT_ONCE, LATER = -2, -1
"""Where these two stand."""


class Scorings:
    """Hears of general scorings, and notes what each target has paid whom."""

    def __init__(self, seats: int, targets: int) -> None:
        self.paid = [[0] * targets for _ in range(seats)]

    def __call__(self, event: Event) -> None:
        if isinstance(event, RegionScored) and event.general:
            for seat, points in event.scored.paid():
                self.paid[seat][event.scored.target] += points
