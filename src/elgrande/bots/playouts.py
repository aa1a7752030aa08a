"""How a game may go on for everybody, quickly: what a searching bot's candidates are tried by.

The cards not yet seen are dealt anew each time. Everybody plays on as a brisk planner does, though
not always with what is best, to the end of the round and its scoring. There the
position is worth what the seat may expect to have in the end (``finals``), less what its opponents
may, the leading ones counting most.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import exp, log
from typing import TYPE_CHECKING

from elgrande.bots.adding import added
from elgrande.bots.planner import Planner
from elgrande.bots.program import PROGRAMS, put_back, running, set_aside
from elgrande.bots.weights import final_weights

if TYPE_CHECKING:
    from elgrande.bots.outlook import Outlook
    from elgrande.rules import Generator, Position, State, View

HEAT = 0.15
"""How far everybody strays from what is best, in points."""
KEPT = 2
"""Of other choices than cards so many, the best at first sight, are followed to the end of the
turn."""


def nothing() -> None:
    """Do nothing."""


class Playouts:
    """Plays on for the seat of an Outlook, and tells what that leads to.

    ``generator`` seeds the chance of the tries: the same try meets the same chance, whatever is
    tried. ``check`` is called before anybody plays on, ``stop`` at every step of that; both may
    break the try off by OutOfTime.
    """

    def __init__(
        self,
        outlook: Outlook,
        generator: Generator,
        check: Callable[[], None] = nothing,
        stop: Callable[[], None] | None = None,
    ) -> None:
        self.seat = outlook.seat
        self._rival = outlook.weights.rival
        self._scale = final_weights(outlook.rules.n_seats, outlook.rounds_left).points
        self._start = generator.state
        self.chance = type(generator)(self._start)
        """The chance of the try that is going on."""
        self._check = check
        self._try = 0
        self._planner = Planner(
            outlook, self.chance, brisk=True, kept=KEPT, heat=HEAT, renew=self._renew, check=stop
        )

    def thought(self, worths: Sequence[float]) -> list[float]:
        """Return what an outlook thinks of positions now in the unit of what the tries find."""
        return [self._scale * worth for worth in worths]

    def begin(self, number: int) -> None:
        """Begin the try of that number, whose chance is its own."""
        self._try = number
        self._renew(0, 0)

    def _renew(self, number: int, seat: int) -> None:
        """Give a seat its chance of a round: the same, whatever others have drawn before."""
        self._check()
        self.chance.state = type(self.chance).seeded(self._start, self._try, number, seat).state

    def dealt(self, view: View) -> State:
        """Return a State with what the view does not know dealt for this try."""
        return view.sample(self.chance)

    def worth(self, state: State, answers: Iterable[tuple[int, int]] = ()) -> float:
        """Return what a State is worth to the seat once it has been played on; it is used up.

        ``answers``, seat and code, are given first. What follows the running round is out of
        reach for them: the last one may end it.
        """
        at = running(state, PROGRAMS["round"])
        rest = set_aside(state, at) if at >= 0 else []
        for seat, code in answers:
            state.apply(seat, code)
        over = not state.stack
        put_back(state, rest)
        end = state if over else self._planner.to_end_of_round(state)
        outlook = self._planner.at(end, self.seat).outlook
        return ahead(finals(outlook, end), self.seat, self._rival)


def finals(outlook: Outlook, position: Position) -> list[float]:
    """Return what every seat has more in the end than it would with nothing, in points.

    The position is the one after a round that the outlook looks from, or one like it.
    """
    kinds = final_weights(outlook.rules.n_seats, outlook.rounds_left)
    return [
        added([weight * part for weight, part in zip(kinds, parts, strict=True)])
        for parts in outlook.parts(position)
    ]


def ahead(finals: Sequence[float], seat: int, rival: float) -> float:
    """Return how far a seat is ahead of the soft maximum of the others.

    An opponent who stands ``rival`` points behind another counts for a third of him.
    """
    others = [points for other, points in enumerate(finals) if other != seat]
    best = max(others)
    return finals[seat] - best - rival * log(added([exp((p - best) / rival) for p in others]))


def own_turn(view: View) -> bool:
    """Say whether it is the turn of the seat that the view is of."""
    at = running(view, "turn")
    return at >= 0 and getattr(view.stack[at], "actor", -1) == view.seat
