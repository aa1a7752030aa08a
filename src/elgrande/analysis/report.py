"""What an analysis says, as plain data: the same for the command line, the app and a file.

Whoever shows a Report needs no game: all names and sentences are in it.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from elgrande.analysis.analysis import Analysis, Changed, Moment
from elgrande.analysis.chances import Estimate
from elgrande.analysis.words import between_said, card_of, deed, reasons

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.content.words.names import Names

LETTERS = "ABCDE"
"""What the turning points are called, the largest change first."""


@dataclass(frozen=True)
class Point:
    """A turning point: whose turn it was, where it began, what it changed, and sentences.

    ``deed`` is what was done, in short; ``why`` are the sentences on luck, choice and what would
    have been better.
    """

    seat: int
    round: int
    begin: int
    card: str
    deed: str
    before: Estimate
    after: Estimate
    change: Estimate
    why: tuple[str, ...]


@dataclass(frozen=True)
class Report:
    """A whole analysis: who estimated how often, the chances over the game, the turning points."""

    by: str
    tries: int
    seats: tuple[str, ...]
    colours: tuple[str, ...]
    moments: tuple[Moment, ...]
    points: tuple[Point, ...]
    between: str = ""
    """What changed most beside the turns, in a sentence or two; empty if nothing did."""

    @property
    def half(self) -> float:
        """Half of the widest interval of a chance."""
        return max((e.high - e.low) / 2 for moment in self.moments for e in moment.chances)

    @property
    def rounds(self) -> list[tuple[int, int]]:
        """The moments at which rounds begin, each with its round."""
        return rounds_of(self.moments)

    def to_plain(self) -> dict[str, Any]:
        """Return it as JSON carries it."""
        return asdict(self)

    @classmethod
    def from_plain(cls, told: dict[str, Any]) -> Report:
        """Return what ``to_plain`` made plain."""
        return cls(
            told["by"],
            told["tries"],
            tuple(told["seats"]),
            tuple(told["colours"]),
            tuple(map(moment_from, told["moments"])),
            tuple(map(_point_from, told["points"])),
            told.get("between", ""),
        )


def rounds_of(moments: Sequence[Moment]) -> list[tuple[int, int]]:
    """Return the moments at which rounds begin, each with its round."""
    begun: dict[int, int] = {}
    for at, moment in enumerate(moments):
        begun.setdefault(moment.round, at)
    return [(at, round) for round, at in begun.items()]


def moment_from(told: dict[str, Any]) -> Moment:
    """Return a Moment that JSON carried."""
    chances = tuple(Estimate(**each) for each in told["chances"])
    return Moment(told["entry"], told["round"], chances)


def _point_from(told: dict[str, Any]) -> Point:
    estimates = {name: Estimate(**told[name]) for name in ("before", "after", "change")}
    return Point(**{**told, **estimates, "why": tuple(told["why"])})


def report_of(analysis: Analysis, found: Callable[[Moment], None] | None = None) -> Report:
    """Do what is missing of an analysis, and report it; ``found`` is told each Moment at once."""
    game = analysis.game
    names = game.table.names
    moments = []
    for moment in analysis.moments():
        moments.append(moment)
        if found is not None:
            found(moment)
    return Report(
        analysis.evaluator.name,
        analysis.tries,
        tuple(names.seat(seat) for seat in range(game.rules.n_seats)),
        tuple(game.rules.colours[: game.rules.n_seats]),
        tuple(moments),
        tuple(_point(one, names) for one in analysis.turning_points()),
        "" if (one := analysis.between()) is None else between_said(one, names),
    )


def _point(one: Changed, names: Names) -> Point:
    turn = one.turn
    return Point(
        turn.seat, turn.round, turn.begin, card_of(turn.told, names), deed(turn.told, names),
        one.before, one.after, one.change, tuple(reasons(one, names)),
    )  # fmt: skip
