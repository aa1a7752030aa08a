"""The analysis of a finished game: chances over the game, the mistakes, what turns changed most.

Chances are judged where a round ends, and told with how far such judgements miss. A *mistake* is a
turn that could have ended better: stewards played on to the end of the game from either. *Luck* is
what came to light in a turn: the chances after it, less what they were on average with something
else turned up in its place.
Tries meet the same chance wherever they are made, so that differences are surer than chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias
from zlib import crc32

from elgrande.analysis.chances import (
    BESIDE_TARGETS,
    EndEvaluator,
    Estimate,
    Evaluator,
    RoundEvaluator,
    difference,
)
from elgrande.analysis.finished_game import answers, in_order
from elgrande.analysis.judgement import (
    BETWEEN_ENDS,
    IN_POINTS,
    IN_TIME,
    OF_CHANCE,
    Judgement,
    scaled,
)
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.program import End, Path, foreseen, put_back, set_aside
from elgrande.rules import Generator, State

if TYPE_CHECKING:
    from collections.abc import Iterable

    from elgrande.analysis.finished_game import FinishedGame, PlayedTurn, Tries, TryCache
    from elgrande.saves.mistakes import Mistake

Deal: TypeAlias = Callable[[Generator], State]
"""Gives the position that a try is to be made of."""

TRIES = 24
"""Of each position that is judged."""
MOST = 5
"""Turning points: mistakes first, then turns that changed most."""
SKETCH = 6
"""Tries of each end by which turns that may have cost most are looked for."""
CANDIDATES = 6
"""Turns that seem to have cost most, and are played on."""
AGAIN = 2
"""So many times as often as others are judged."""
BATCH = 8
"""Games that are played on and then kept."""
DEAR = 10
"""Playing on takes so many times as long as judging: for the progress alone."""
BESIDE = 0.75
"""Fewer points than that are not told."""
LITTLE = 0.005
"""A difference of a chance that would be told as nothing."""
MUCH = 0.1
"""A change of a chance that is told."""
OTHERS = 6
"""Other ends of a turning point that are tried, the best at first sight."""


@dataclass(frozen=True)
class Gain:
    """What one end of a turn is worth against another, in points of the end of the game."""

    points: tuple[Estimate, ...]
    """By seat: how many more each may expect."""
    where: tuple[tuple[int, float], ...] = ()
    """Where those of the turn's seat are from, those that tell most first: targets, AT_ONCE or
    LATER; only what is sure."""


@dataclass(frozen=True)
class Better:
    """A better end of a turn: what is done, and how much more chance it would have given."""

    did: str
    worth: Estimate
    gain: Gain
    guessed: bool = False
    """Whether others must answer on the way: each try guesses anew, and no guess is told."""


@dataclass(frozen=True)
class Changed:
    """What a turn changed, for the seat whose turn it was.

    ``luck`` is None where nothing came to light; ``better`` where nothing better was found.
    """

    turn: PlayedTurn
    before: Estimate
    after: Estimate
    change: Estimate
    luck: Estimate | None
    better: Better | None = None


@dataclass(frozen=True)
class Moment:
    """The chances of all seats after an entry, in a round."""

    entry: int
    round: int
    chances: tuple[Estimate, ...]


@dataclass(frozen=True)
class Alternative:
    """An end that a turn might have had, and what deals positions of that and of the chosen one.

    ``dealt`` is the position of the turn's beginning in which the end was found. ``guessed`` says
    that others answer on the way.
    """

    outlook: Outlook
    dealt: State
    end: End
    guessed: bool
    better: Deal
    chosen: Deal


class Analysis:
    """Does the analysis step by step; ``cache`` remembers those that were done.

    ``progress`` is told the steps done and all steps. It may raise, to stop.
    """

    def __init__(
        self,
        game: FinishedGame,
        cache: TryCache,
        tries: int = TRIES,
        progress: Callable[[int, int], None] | None = None,
        judge: Evaluator | None = None,
        player: Evaluator | None = None,
    ) -> None:
        cache.check(game)
        self.game = game
        self.judge = judge or RoundEvaluator()
        self.player = player or EndEvaluator()
        self.tries = tries
        self._cache = cache
        self._progress = progress
        self._played = -(-AGAIN * tries // BATCH) * DEAR
        self.steps = (
            len(game.moments)
            + len({turn.end for turn in game.turns} - set(game.moments))
            + len(game.turns)
            + CANDIDATES * 2 * (1 + self._played)
            + MOST * 2
        )
        self._done = 0
        self._known: set[str] = set()

    # -- what is found -----------------------------------------------------

    def moments(self) -> Iterator[Moment]:
        """Yield the chances at every turn's beginning and at the end, as they are found."""
        for entry in self.game.moments:
            seats = range(self.game.rules.n_seats)
            chances = tuple(self._chance(entry, seat) for seat in seats)
            yield Moment(entry, self.game.after(entry).round, chances)

    def tell(self, mistakes: Iterable[Mistake]) -> None:
        """Keep which mistakes were found, for whoever only wants to know these."""
        self._cache.tell([*mistakes])

    def turning_points(self) -> list[Changed]:
        """Return the turns that cost most chance, then points alone, then what changed most."""
        turns = self.game.turns
        by_cost = sorted(turns, key=lambda turn: -self._sketched(turn)[0])[:CANDIDATES]
        found = [
            replace(self.changed(turn), better=better)
            for turn in by_cost
            if (better := self._better(turn)) is not None
        ]
        found = sorted(found, key=_cost)[:MOST]
        cost = [one.turn for one in found]
        others = [self.changed(turn) for turn in turns if turn not in cost]
        moved = [one for one in others if abs(one.change.value) >= MUCH]
        moved = [one for one in moved if not one.change.holds_zero]
        found += sorted(moved, key=lambda one: -abs(one.change.value))[: MOST - len(found)]
        self._tell(self.steps)
        return found

    def changed(self, turn: PlayedTurn) -> Changed:
        """Return what a turn changed, and what of it was luck."""
        seat = turn.seat
        luck = [0.0] * self.tries
        for entry in turn.reveals:
            came, might = ([each[seat] for each in tries] for tries in (
                self._chances(entry), self._otherwise(entry)
            ))  # fmt: skip
            luck = [sum(each) for each in zip(luck, came, (-m for m in might), strict=True)]
        before, after = (self._chance(entry, seat) for entry in (turn.begin, turn.end))
        lucky = Estimate.of(luck).corrected(scaled(IN_TIME, after.value))
        change = self._change(turn.begin, turn.end, seat)
        return Changed(turn, before, after, change, lucky if turn.reveals else None)

    def compared(self, turn: PlayedTurn, path: Path) -> tuple[Estimate, Estimate] | None:
        """Return what other answers are worth to a turn's seat against those that it gave.

        That is how much more chance and how many more points; None for the same answers. What
        comes to light on the way, and what others answer, is guessed anew for each try.
        """
        self.steps, self._done, self._known = 2 * (1 + self._played), 0, set()
        seat = turn.seat
        given = answers(self.game.table, turn.begin, turn.end)
        if [code for s, code in path if s == seat] == [code for s, code in given if s == seat]:
            return None

        def deal(generator: Generator) -> State:
            dealt = self.game.dealt(turn, Generator.seeded(5, generator.state))
            return played_out(generator, Outlook(dealt, seat), dealt, path)

        *_, (worth, tries) = self._weighed(turn, f"tried {turn.begin} {_mark(path)}", deal)
        return worth, _joined(*tries, self.game.rules.n_seats + seat, IN_POINTS)

    # -- steps -------------------------------------------------------------

    def left(self, entry: int) -> int:
        """Return the rounds to come after the one in which an entry was made; -1 at the end."""
        state = self.game.after(entry)
        return self.game.rules.rounds[-1] - state.round if state.stack else -1

    def _chance(self, entry: int, seat: int) -> Estimate:
        """Return a seat's chance after an entry, with how far such a judgement misses."""
        found = Estimate.of([each[seat] for each in self._chances(entry)])
        return found.corrected(scaled(OF_CHANCE, found.value)) if self.left(entry) >= 0 else found

    def _change(self, before: int, after: int, seat: int) -> Estimate:
        """Return what changed for a seat between two entries."""
        befores, afters = (
            [each[seat] for each in self._chances(entry)] for entry in (before, after)
        )
        middle = fmean([*befores, *afters])
        return difference(afters, befores).corrected(scaled(IN_TIME, middle))

    def _planned(self, turn: PlayedTurn) -> tuple[Outlook, State, list[End]]:
        """Return the ends that a turn may have had, as its seat could see them."""
        generator = Generator.seeded(turn.begin)
        dealt = self.game.dealt(turn, generator)
        outlook = Outlook(dealt, turn.seat)
        if turn.seat not in dealt.owing() or dealt.actor != turn.seat:
            return outlook, dealt, []
        return outlook, dealt, Planner(outlook, generator).ends(dealt)[:OTHERS]

    def _sketched(self, turn: PlayedTurn) -> tuple[float, int]:
        """Return what a turn seems to have cost, and the mark of the end that seems best; or 0."""
        name = f"sketch {turn.begin}"
        found = self._cache.get(name, 1, 2)
        if found is None:
            found = [[0.0, 0]]
            rated = [
                (self._sketch(end.state, turn.seat), _mark(end.path))
                for end in self._planned(turn)[2]
            ]
            if rated:
                worth, mark = max(rated)
                chosen = self._sketch(self.game.ended(turn), turn.seat)
                found = [[round(worth - chosen, 4), mark]]
            self._cache.put(name, found)
        self._count(name, 1)
        cost, which = found[0]
        return cost, int(which)

    def _sketch(self, state: State, seat: int) -> float:
        """Return a seat's chance after a few tries."""
        tries = min(SKETCH, self.tries)
        generators = [Generator.seeded(3, number) for number in range(tries)]
        return sum(self.judge.look(state, each).chances[seat] for each in generators) / tries

    def alternative(self, turn: PlayedTurn) -> Alternative | None:
        """Return the end of a turn that seems best by a few tries; None if there is no other."""
        mark = self._sketched(turn)[1]
        outlook, dealt, ends = self._planned(turn)
        best = next((end for end in ends if _mark(end.path) == mark), None)
        if best is None and mark:
            raise self._cache.damaged(f"sketch {turn.begin}", f"{mark} is not an end of that turn")
        if best is None:
            return None
        guessed = any(seat != turn.seat for seat, _ in best.path)
        guess = partial(played_out, outlook=outlook, dealt=dealt, path=best.path)
        deal = guess if guessed else _as(best.state)
        return Alternative(outlook, dealt, best, guessed, deal, self._chosen(turn))

    def _better(self, turn: PlayedTurn) -> Better | None:
        """Return the end that seems best, if that is sure once it has been played on.

        Whatever seems best of several was lucky, too: games that are played on know nothing of
        that, and are weighed against what such a judgement is worth.
        """
        other = self.alternative(turn)
        if other is None:
            return None
        name = f"best {turn.begin} {_mark(other.end.path)}"
        for worth, tries in self._weighed(turn, name, other.better):
            if len(tries[1][0]) > BATCH and worth.value < LITTLE:
                # That will hardly become sure.
                return None
        seats = self.game.rules.n_seats
        points = tuple(_joined(*tries, seats + each, IN_POINTS) for each in range(seats))
        own = points[turn.seat]
        if worth.value < LITTLE or (worth.holds_zero and (own.holds_zero or own.value < 0)):
            return None
        gain = Gain(points, self._where(*tries[1]))
        did = in_order(self.game.table.names, turn.seat, other.dealt, other.end.path)
        return Better(did, worth, gain, other.guessed)

    def _weighed(
        self, turn: PlayedTurn, name: str, deal: Deal
    ) -> Iterator[tuple[Estimate, tuple[list[Tries], list[Tries]]]]:
        """Judge an end of a turn and play on from it, against the one that was chosen.

        Yield after every batch how much more chance it gives, and what was judged and played.
        """
        seat = turn.seat
        steps = ((name, deal), (f"chosen {turn.begin}", self._chosen(turn)))
        judged = [self._tried(name, deal, 1) for name, deal in steps]
        chance = fmean([each[seat] for tries in judged for each in tries])
        by_judgement = scaled(BETWEEN_ENDS, chance)
        played: list[Tries] = [[], []]
        while (number := len(played[0])) < AGAIN * self.tries:
            for tries, (name, deal) in zip(played, steps, strict=True):
                tries += self._tried(f"{name} from {number}", deal, 1, number, seat)
            yield _joined(judged, played, seat, by_judgement), (judged, played)

    def _where(self, anew: Tries, chosen: Tries) -> tuple[tuple[int, float], ...]:
        """Compare where the seat's final points are from, as far as that is sure."""
        first = 2 * self.game.rules.n_seats
        return sources_compared(*([each[first:] for each in some] for some in (anew, chosen)))

    # -- tries -------------------------------------------------------------

    def _chances(self, entry: int) -> Tries:
        """Return the tries of the position after an entry."""
        return self._tried(f"after {entry}", _as(self.game.after(entry)), 0)

    def _chosen(self, turn: PlayedTurn) -> Deal:
        """Return what gives the end that was chosen, with what it turned up dealt anew."""
        if turn.end in turn.reveals:
            made = self.game.entry(turn.end)
            view = self.game.after(made.parent).view(made.seat)
            return lambda g: self.game.ended(turn, view.sample(g))
        return _as(self.game.ended(turn))

    def _otherwise(self, entry: int) -> Tries:
        """Return as many tries of what might have come to light after an entry.

        Its answers are given again, with everything that its seat did not know dealt anew.
        """
        made = self.game.entry(entry)
        before = self.game.after(made.parent)
        rules = self.game.rules

        def deal(generator: Generator) -> State:
            state = before.view(made.seat).sample(generator)
            for text in made.commands:
                state.apply(made.seat, rules.code(text))
            return state

        return self._tried(f"otherwise {entry}", deal, 0)

    def _tried(self, name: str, deal: Deal, series: int, first: int = 0, seat: int = -1) -> Tries:
        """Do a step that was not done before: judge, or play on for a seat a batch from a number.

        Where the final points of that seat are from comes after chances and finals then.
        """
        rules, judged = self.game.rules, seat < 0
        more = 0 if judged else len(rules.targets) + BESIDE_TARGETS
        tries = self.tries if judged else min(BATCH, AGAIN * self.tries - first)
        found = self._cache.get(name, tries, 2 * rules.n_seats + more)
        if found is None:
            found = []
            for number in range(first, first + tries):
                state = deal(Generator.seeded(series, number, 1))
                evaluator = self.judge if judged else self.player
                chances, finals, sources = evaluator.look(state, Generator.seeded(series, number))
                own = () if judged else sources[seat]
                found.append(
                    [*(round(c, 4) for c in chances), *(round(f, 1) for f in (*finals, *own))]
                )
            self._cache.put(name, found)
        self._count(name, 1 if judged else DEAR)
        return found

    def _count(self, name: str, steps: int) -> None:
        """Count a step as done, once."""
        if name not in self._known:
            self._known.add(name)
            self._tell(self._done + steps)

    def _tell(self, done: int) -> None:
        self._done = min(done, self.steps)
        if self._progress is not None:
            self._progress(self._done, self.steps)


def sources_compared(
    anew: Sequence[Sequence[float]], chosen: Sequence[Sequence[float]]
) -> tuple[tuple[int, float], ...]:
    """Compare where final points are from, try by try (``chances.Sources``): what is sure of it,
    most first, by target, AT_ONCE or LATER.
    """
    whole = len(anew[0])
    found = []
    for at in range(whole):
        more = difference([each[at] for each in anew], [each[at] for each in chosen])
        if not more.holds_zero and abs(more.value) >= BESIDE:
            found.append((at if at < whole - BESIDE_TARGETS else at - whole, more.value))
    return tuple(sorted(found, key=lambda each: -abs(each[1])))


def played_out(generator: Generator, outlook: Outlook, dealt: State, path: Path) -> State:
    """Return how a turn ends whose answers are a path, with those of others guessed anew."""
    seat = outlook.seat
    # With chance of its own, so that the try itself meets the chance that others meet.
    planner = Planner(outlook, Generator.seeded(4, generator.state))
    state = dealt.copy()
    state.advance()
    rest = set_aside(state, foreseen(state, seat))
    for other, code in path:
        if other not in state.owing():
            break
        if other != seat:
            planner.reply(state, other)
        elif code in state.legal(seat):
            state.apply(seat, code)
        else:
            # Another guess may forbid an answer: the try plays on from here.
            break
    put_back(state, rest)
    return state


def _as(state: State) -> Deal:
    """Return what always gives the same position: a try deals what is hidden in any case."""
    return lambda _: state


def _joined(
    judged: Sequence[Tries], played: Sequence[Tries], at: int, judgement: Judgement
) -> Estimate:
    """Return how much more one number is on average, by judgement and by playing on together."""
    first, second = (
        difference(*([each[at] for each in tries] for tries in pair)) for pair in (judged, played)
    )
    # A game more may bring what none of these has brought, of a chance all of it.
    unseen = Judgement(1.0, 1 / len(played[0]))
    return first.corrected(judgement).joined(second.corrected(unseen))


def _cost(one: Changed) -> tuple[bool, float]:
    """Return what sorts the costliest first, and behind them what perhaps cost no chance."""
    assert one.better is not None
    return one.better.worth.holds_zero, -one.better.worth.value


def _mark(path: Path) -> int:
    """Return a number that tells answers from others: what is kept of them is of no other."""
    return crc32(repr(path).encode()) or 1
