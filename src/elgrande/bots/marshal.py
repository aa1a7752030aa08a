"""The marshal: plays its best plans on to the end of the round, and takes the one that lasts.

It thinks of the same ends of its turn as the steward, of the same power cards and
disks (``planner``, ``power``, ``disks``), and lets the best of them run a race (``race``): each is
played on for everybody (``playouts``), again and again, while there is time. A turn is searched
once: what was planned is then answered as long as things stand as was foreseen. Whatever else it
is asked it answers as the steward does. It knows no more than its View. While people think it
searches what it may be asked next (``next_views``); if that comes, it has its answer.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from math import inf
from typing import NamedTuple

from elgrande.bots import disks, power, reasons
from elgrande.bots.bot import Ahead, Answer, Request
from elgrande.bots.odds import draw, softmax
from elgrande.bots.outlook import Outlook
from elgrande.bots.plan_words import Plan, Voice
from elgrande.bots.planner import Planner
from elgrande.bots.playouts import KEPT, Playouts, own_turn
from elgrande.bots.program import Path
from elgrande.bots.race import Budget, race, undisturbed
from elgrande.bots.steward import SAMPLES, Steward
from elgrande.bots.weights import WEIGHTS, Weights
from elgrande.rules import State, View

POWERS = 8
"""So many power cards run, those that seem best at first."""
THOUGHTS = 8
"""So many answers found ahead are kept."""


class Marshal:
    """Strongest, slow: thinks a round ahead; wins half its games against four stewards."""

    wants_events = False

    def __init__(
        self, weights: Weights = WEIGHTS, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.weights = weights
        self._clock = clock
        self._steward = Steward(weights)
        self._plan: list[PlannedAnswer] = []
        self._goal: State | None = None
        self._path: Path = []
        self._thoughts: list[Thought] = []

    def choose(self, request: Request) -> Answer:
        """Answer with what was best when the time was over."""
        with undisturbed():
            return self._choose(request)

    def _choose(self, request: Request) -> Answer:
        decision = request.decision
        if len(decision.codes) == 1:
            return Answer(decision.codes[0])
        thoughts, self._thoughts = self._thoughts, []
        for thought in thoughts:
            if not request.private and thought.view == request.view:
                self._plan, self._goal, self._path = thought.plan, thought.goal, thought.path
                return thought.answer
        budget = Budget(request.budget, request.seconds, self._clock)
        if decision.step == "power":
            return self._power(request, budget)
        if decision.step == "disks":
            if disks.asking(request.view).step != disks.ALL_MOVE:
                return self._steward.answer(request, budget.expire)
            return self._disk(request, budget)
        if decision.step == "window" or not own_turn(request.view):
            return self._steward.answer(request, budget.expire)
        for at, (_, view, code) in enumerate(self._plan):
            if view == request.view and code in decision.codes:
                left = [each.code for each in self._plan[at:] if request.private]
                return Answer(code, self._reminder(request, at), plan=tuple(left))
        return self._turn(request, budget)

    def ponder(self, ahead: Ahead) -> None:
        """Search what may be asked next, as long as nobody waits; the answers are kept whole."""

        def clock() -> float:
            # When one is wanted, the time is over.
            return self._clock() if ahead.going_on() else inf

        with undisturbed():
            seat = ahead.view.seat
            assert seat is not None
            for view in next_views(self._steward.outlook(ahead.view, seat), ahead):
                if any(view == thought.view for thought in self._thoughts):
                    continue
                other = Marshal(self.weights, clock)
                request = Request(
                    view, view.decision(seat), (), ahead.budget, ahead.generator, ahead.seconds,
                    names=ahead.names,
                )  # fmt: skip
                answer = other._choose(request)
                if not ahead.going_on():
                    return
                found = Thought(view, answer, other._plan, other._goal, other._path)
                self._thoughts = [*self._thoughts[1 - THOUGHTS :], found]

    def _turn(self, request: Request, budget: Budget) -> Answer:
        """Let the ends that the turn may have run against each other."""
        view, seat, generator = request.view, request.seat, request.generator
        outlook = self._steward.outlook(view, seat)
        start = view.sample(generator)
        ends = Planner(outlook, generator, check=budget.prepare).ends(start)
        playouts = Playouts(outlook, generator, budget.check, budget.stop)
        after = [end.state.view(seat) for end in ends]

        def simulate(which: int, number: int) -> float:
            playouts.begin(number)
            return playouts.worth(playouts.dealt(after[which]))

        ranking = race(playouts.thought([end.worth for end in ends]), simulate, budget)
        best = ends[ranking[0].number]
        self._plan = _answers(start, best.path, seat)
        self._goal, self._path = best.state, best.path
        lines = [[c for at, c in ends[each.number].path if at == seat] for each in ranking]
        plan = Plan(start, best.path, best.state)
        voice = Voice.of(request)
        second, other = None, None
        if at := _parting(lines, view.rules.END):
            second = voice.rest(lines[at][0], ranking[0].worth - ranking[at].worth)
            other = Plan.of(start, ends[ranking[at].number])
        why = reasons.why(voice, plan, second, other)
        told = tuple(lines[0]) if request.private else ()
        return Answer(lines[0][0], why, budget.spent, second, told)

    def _reminder(self, request: Request, at: int) -> str:
        """Tell a player what is left of the plan; others need not hear it again."""
        if not request.private or self._goal is None:
            return "I keep to the plan that I made for this turn."
        start = request.view.sample(request.generator)
        left = Plan(start, self._path[self._plan[at].at :], self._goal)
        return reasons.why(Voice.of(request), left, None)

    def _power(self, request: Request, budget: Budget) -> Answer:
        """Let the power cards run against each other."""
        view, seat, generator = request.view, request.seat, request.generator
        outlook = self._steward.outlook(view, seat)
        planner = Planner(outlook, generator, brisk=True, check=budget.prepare)
        rated = power.rate(planner, view.sample(generator))[:POWERS]
        playouts = Playouts(outlook, generator, budget.check, budget.stop)

        def simulate(which: int, number: int) -> float:
            playouts.begin(number)
            return playouts.worth(playouts.dealt(view), [(seat, rated[which][1])])

        ranking = race(playouts.thought([worth for worth, _ in rated]), simulate, budget)
        found = [(each.worth, rated[each.number][1]) for each in ranking]
        # Reasons are not cut short.
        planner = Planner(outlook, generator, brisk=True)
        code = found[0][1]
        second = reasons.second_of(Voice.of(request), found, code)
        why = reasons.of_power(request, planner, view.sample(generator), code, second)
        return Answer(code, why, budget.spent, second)

    def _disk(self, request: Request, budget: Budget) -> Answer:
        """Rate the regions against what the others may set, and draw one of the best.

        The others are taken to think one step further than to what looks best to them.
        """
        view, seat, generator = request.view, request.seat, request.generator
        rules = view.rules
        outlook = self._steward.outlook(view, seat)
        thought = disks.rate(outlook, view, generator, SAMPLES)
        codes = [rules.DISK + region for region, _ in thought]
        others = {}
        for other in disks.asking(view).seats:
            if other != seat:
                rated = disks.rate(outlook.of(other), view, generator, SAMPLES)
                chances = softmax([worth for _, worth in rated], self.weights.heat)
                others[other] = [rules.DISK + region for region, _ in rated], chances
        playouts = Playouts(outlook, generator, budget.check, budget.stop)

        def simulate(which: int, number: int) -> float:
            playouts.begin(number)
            state = playouts.dealt(view)
            owing = set(state.owing())
            answers = [
                (other, theirs[draw(chances, playouts.chance)])
                for other, (theirs, chances) in others.items()
                if other in owing
            ]
            return playouts.worth(state, [*answers, (seat, codes[which])])

        ranking = race([worth for _, worth in thought], simulate, budget, even=True)
        at = draw(softmax([each.worth for each in ranking], disks.OWN_HEAT), generator)
        ranked = [(each.worth, codes[each.number]) for each in ranking]
        code = ranked[at][1]
        second = reasons.second_of(Voice.of(request), ranked, code)
        why = reasons.of_disk(request, outlook, code - rules.DISK, second)
        return Answer(code, why, budget.spent, second)


class PlannedAnswer(NamedTuple):
    """An answer that is planned: where on the way, and what the seat sees when it is asked."""

    at: int
    view: View
    code: int


class Thought(NamedTuple):
    """What was found while others were thinking: what is seen then, the answer, and its plan."""

    view: View
    answer: Answer
    plan: list[PlannedAnswer]
    goal: State | None
    path: Path


def _answers(start: State, path: Path, seat: int) -> list[PlannedAnswer]:
    """Return a seat's answers on the way."""
    state = start.copy()
    answers = []
    for number, (at, code) in enumerate(path):
        if at == seat:
            answers.append(PlannedAnswer(number, state.view(seat), code))
        state.apply(at, code)
    return answers


def _parting(lines: list[list[int]], ended: int) -> int:
    """Return which of several turns, best first, is the next that answers otherwise; 0 if none.

    What the best comes to later, or what comes to its answer, is the same turn in another order.
    """
    best = lines[0]
    same = {ended, *best, *(line[0] for line in lines if best[0] in line[1:])}
    return next((at for at, line in enumerate(lines) if line[0] not in same), 0)


# -- what may be asked next -------------------------------------------------------------


GUESSES = 24
"""So often the others' answers are guessed."""
STRAYS = 0.5
"""How far people may stray from what looks best to us, in points; the first guess is the best."""


def next_views(outlook: Outlook, ahead: Ahead) -> Iterator[View]:
    """Return what the seat of an outlook may see when it is asked next in this round, each once.

    Only what is worth a search: a power card, or its own turn.
    """
    seen: list[View] = []
    for guess in range(GUESSES):
        if not ahead.going_on():
            return
        heat = STRAYS if guess else 0.0
        planner = Planner(outlook, ahead.generator, brisk=True, kept=KEPT, heat=heat)
        state = planner.next_question(ahead.view.sample(ahead.generator), outlook.seat)
        if state is None or not _searched(state, outlook.seat):
            continue
        view = state.view(outlook.seat)
        if view not in seen:
            seen.append(view)
            yield view


def _searched(state: State, seat: int) -> bool:
    asked = state.decision(seat)
    if len(asked.codes) < 2 or asked.step == "window":
        return False
    return asked.step == "power" or own_turn(state.view(seat))
