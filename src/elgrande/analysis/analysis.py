"""The analysis of a finished game: chances over the game, and the turns that changed most.

*Luck* is what came to light in a turn: the chances after it, less what they were on average with
something else turned up in its place. *Choice* is what was chosen less the best that was found.
Since the chances before a turn count on what bots would do in it, its change is not the two
together: the *rest* is what came beside luck.
Tries meet the same chance wherever they are made, so that differences are surer than chances.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING
from zlib import crc32

from elgrande.analysis.chances import (
    AT_ONCE,
    BESIDE_TARGETS,
    CARDS,
    LATER,
    OTHER,
    Estimate,
    Evaluator,
    difference,
)
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.program import End, foreseen, put_back, set_aside
from elgrande.content.story import TURN, Passage
from elgrande.rules import Generator, Ruleset, State
from elgrande.rules import events as ev

if TYPE_CHECKING:
    from elgrande.analysis.finished_game import FinishedGame, PlayedTurn, Tries, TryCache

TRIES = 24
"""Of each position."""
MOST = 5
"""Turning points."""
COSTLY = 4
"""At most so many of them are turns that had a better end; the others are those that changed most.
By change alone a mistake of the early rounds, when much is still to come, would hardly be seen."""
SKETCH = 6
"""Tries of each end by which turns that may have cost most are looked for."""
CANDIDATES = 8
"""Turns that seem to have cost or changed most, and are tried again ..."""
AGAIN = 2
"""... by other chance and so many times as often: what stood out did so by luck as well."""
BESIDE = 0.75
"""Fewer points than that are not told, nor of fewer caballeros that others move away."""
MUCH = 0.1
"""A change of a chance between two rounds that is told."""
OTHERS = 6
"""Other ends of a turning point that are tried, the best at first sight."""


@dataclass(frozen=True)
class Gain:
    """What one end of a turn is worth against another, in points of the end of the game."""

    points: tuple[Estimate, ...]
    """By seat: how many more each may expect."""
    where: tuple[tuple[int, float], ...] = ()
    """Where those of the turn's seat are from, those that tell most first: targets, or what
    ``sources`` has beside them; only what is sure."""


@dataclass(frozen=True)
class Better:
    """A better end of a turn: its story, and how much more chance it would have given."""

    told: Passage
    worth: Estimate
    gain: Gain
    closed: tuple[int, ...] = ()
    """Those of these regions that only this end closes: nothing may enter or leave them."""
    at_once: float = 0.0
    """How many points more the seat has as the turn ends."""
    guessed: bool = False
    """Whether others must answer on the way: each try guesses anew, and no guess is told."""
    gone: tuple[Displaced, ...] = ()
    """What these answers move away on average, most first."""


@dataclass(frozen=True)
class Displaced:
    """So many caballeros of a kind that leave, on average, and the place that most leave."""

    kind: int
    number: float
    place: int


@dataclass(frozen=True)
class Changed:
    """What a turn changed, for the seat whose turn it was; ``gain`` tells it in points.

    ``gain`` is None where the round ended with the turn: tries from there play on to the end of
    another round, and expect other points of everybody. ``luck`` is None where nothing came to
    light; ``better`` where nothing better was found. Luck and ``rest`` are the change together.
    """

    turn: PlayedTurn
    before: Estimate
    after: Estimate
    change: Estimate
    luck: Estimate | None
    rest: Estimate
    gain: Gain | None = None
    better: Better | None = None

    @property
    def choice(self) -> Estimate | None:
        """What was chosen less the best that was found; None if nothing better was found."""
        return None if self.better is None else self.better.worth.reversed()


@dataclass(frozen=True)
class Between:
    """What changed for a seat after the last turn of a round, up to the next turn or the end."""

    round: int
    seat: int
    before: Estimate
    after: Estimate
    change: Estimate
    whole: bool = True
    """Whether the end of the round is part of it, and did not come with the turn's last answer."""


@dataclass(frozen=True)
class Moment:
    """The chances of all seats after an entry, in a round."""

    entry: int
    round: int
    chances: tuple[Estimate, ...]


class Analysis:
    """Does the analysis step by step; ``cache`` remembers those that were done.

    ``progress`` is told the steps done and all steps. It may raise, to stop.
    """

    def __init__(
        self,
        game: FinishedGame,
        evaluator: Evaluator,
        cache: TryCache,
        tries: int = TRIES,
        progress: Callable[[int, int], None] | None = None,
    ) -> None:
        self.game = game
        self.evaluator = evaluator
        self.tries = tries
        self._cache = cache
        self._progress = progress
        self.steps = (
            len(game.moments)
            + len(self._ends())
            + len(game.turns)
            + CANDIDATES * AGAIN * 2
            + MOST * AGAIN * 4
        )
        self._done = 0
        self._known: set[str] = set()

    # -- what is found -----------------------------------------------------

    def moments(self) -> Iterator[Moment]:
        """Yield the chances at every turn's beginning and at the end, as they are found."""
        for entry in self.game.moments:
            tries = self._chances(entry)
            seats = range(self.game.rules.n_seats)
            chances = tuple(Estimate.of([each[seat] for each in tries]) for seat in seats)
            yield Moment(entry, self.game.after(entry).round, chances)

    def turning_points(self) -> list[Changed]:
        """Return the turns that cost most, then those that changed most, with what was better."""
        turns = self.game.turns
        by_cost = sorted(turns, key=lambda turn: -self._sketched(turn)[0])[:CANDIDATES]
        worths = [(turn, better) for turn in by_cost if (better := self._better(turn))]
        sure = [(turn, better) for turn, better in worths if not better.worth.holds_zero]
        sure = sorted(sure, key=lambda each: -each[1].worth.value)[:COSTLY]
        cost = [turn for turn, _ in sure]
        by_change = sorted(turns, key=lambda turn: -abs(self._swing(turn)))
        others = [turn for turn in by_change if turn not in cost][: MOST - len(cost)]
        found = [replace(self.changed(turn), better=better) for turn, better in sure]
        moved = sorted(map(self.changed, others), key=lambda one: -abs(one.change.value))
        found += [replace(one, better=self._better(one.turn)) for one in moved]
        self._tell(self.steps)
        return found

    def between(self) -> Between | None:
        """Return what changed most between two rounds, or None if that is little or not sure."""
        turns = self.game.turns
        nexts = [*(turn.begin for turn in turns[1:]), self.game.last]
        found = []
        for turn, begin in zip(turns, nexts, strict=True):
            if begin != self.game.last and self.game.after(begin).round == turn.round:
                continue
            whole = self._in_round(turn)
            tries = zip(self._chances(turn.end), self._chances(begin), strict=True)
            pairs = [(before, after) for before, after in tries]
            for seat in range(self.game.rules.n_seats):
                before, after = ([each[at][seat] for each in pairs] for at in (0, 1))
                change = difference(after, before)
                if abs(change.value) >= MUCH and not change.holds_zero:
                    befores, afters = Estimate.of(before), Estimate.of(after)
                    found.append(Between(turn.round, seat, befores, afters, change, whole))
        # Of two players it is told for whom it was good.
        changes = [(round(abs(one.change.value), 4), one.change.value, one) for one in found]
        return max(changes, key=lambda each: each[:2])[2] if changes else None

    def changed(self, turn: PlayedTurn) -> Changed:
        """Return what a turn changed, by luck and by choice."""
        seat = turn.seat
        befores, afters = (self._again(entry, seat) for entry in (turn.begin, turn.end))
        before, after = ([each[seat] for each in tries] for tries in (befores, afters))
        luck = [0.0] * len(after)
        for entry in turn.reveals:
            came = [each[seat] for each in self._again(entry, seat)]
            might = [each[seat] for each in self._otherwise(entry)]
            luck = [sum(each) for each in zip(luck, came, (-m for m in might), strict=True)]
        unlucky = [a - each for a, each in zip(after, luck, strict=True)]
        return Changed(
            turn,
            Estimate.of(before),
            Estimate.of(after),
            difference(after, before),
            Estimate.of(luck) if turn.reveals else None,
            difference(unlucky, before),
            self._gain(afters, befores, turned=True) if self._in_round(turn) else None,
        )

    # -- steps -------------------------------------------------------------

    def _in_round(self, turn: PlayedTurn) -> bool:
        """Say whether the round goes on after a turn's last answer."""
        return self.game.after(turn.end).round == turn.round

    def _ends(self) -> set[int]:
        """Return the ends of turns at which no other turn begins: of rounds, mostly."""
        return {turn.end for turn in self.game.turns} - set(self.game.moments)

    def _swing(self, turn: PlayedTurn) -> float:
        """Return what a turn changed at first sight, for the seat whose turn it was."""
        before, after = (self._chances(entry) for entry in (turn.begin, turn.end))
        return sum(a[turn.seat] - b[turn.seat] for a, b in zip(after, before, strict=True))

    def _planned(self, turn: PlayedTurn) -> tuple[Outlook, State, list[End]]:
        """Return the ends that a turn may have had, as its seat could see them."""
        generator = Generator.seeded(turn.begin)
        dealt = self.game.after(turn.begin).view(turn.seat).sample(generator)
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
                (self._sketch(end.state, turn.seat), _mark(end)) for end in self._planned(turn)[2]
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
        return sum(self.evaluator.look(state, each).chances[seat] for each in generators) / tries

    def _better(self, turn: PlayedTurn) -> Better | None:
        """Return the end that seems best, tried again by other chance; None if it is not better.

        Whatever seems best of several was lucky, too: these tries know nothing of that.
        """
        mark = self._sketched(turn)[1]
        outlook, dealt, ends = self._planned(turn)
        best = next((end for end in ends if _mark(end) == mark), None)
        if best is None:
            return None
        seat = turn.seat
        guessed = any(other != seat for other, _ in best.path)
        gone: tuple[Displaced, ...] = ()
        if guessed:
            anew = self._guessed(f"guessed {turn.begin} {mark}", outlook, dealt, best)
            gone = self._gone(outlook, dealt, best)
        else:
            anew = self._of(f"best {turn.begin} {mark}", best.state, 1, AGAIN, seat)
        chosen = self._chosen(turn)
        worth = difference([e[seat] for e in anew], [e[seat] for e in chosen])
        if worth.value <= 0:
            return None
        told, gain = self._story(dealt, turn, best), self._gain(anew, chosen)
        closed = () if guessed else self._closed(best.state, turn, gain.where)
        at_once = 0.0 if guessed else best.state.score(seat) - self.game.ended(turn).score(seat)
        return Better(told, worth, gain, closed, at_once, guessed, gone)

    def _gain(self, anew: Tries, chosen: Tries, *, turned: bool = False) -> Gain:
        """Compare tries that tell where the final points of a seat are from.

        ``turned`` says that the turn lies between these and those: what it scored is at once there
        for the ones and was to come for the others.
        """
        seats = self.game.rules.n_seats
        points = (
            difference([e[seats + s] for e in anew], [e[seats + s] for e in chosen])
            for s in range(seats)
        )
        return Gain(tuple(points), self._where(anew, chosen, turned=turned))

    def _where(self, anew: Tries, chosen: Tries, *, turned: bool) -> tuple[tuple[int, float], ...]:
        """Compare where the seat's final points are from, as far as that is sure."""
        first, whole = 2 * self.game.rules.n_seats, min(map(len, (*anew, *chosen)))
        targets = len(self.game.rules.targets)
        columns: dict[int, list[int]] = {}
        for at in range(first, whole):
            # Beside the targets they are counted from the last one.
            which = at - first if at < first + targets else at - whole
            which = CARDS if turned and which in (AT_ONCE, LATER) else which
            columns.setdefault(which, []).append(at)
        mores = [
            (which, difference(*([sum(e[at] for at in each) for e in tries]
                                 for tries in (anew, chosen))))
            for which, each in columns.items()
        ]  # fmt: skip
        told = [(which, more.value) for which, more in mores if not more.holds_zero]
        told = [each for each in told if abs(each[1]) >= BESIDE and each[0] != OTHER]
        return tuple(sorted(told, key=lambda each: -abs(each[1])))

    def _gone(self, outlook: Outlook, dealt: State, best: End) -> tuple[Displaced, ...]:
        """Return what the others' answers move away on average, over as many guesses as tries."""
        rules, seat = self.game.rules, outlook.seat
        board = [place for place in range(rules.n_places) if place not in _off(rules)]
        gone: dict[int, dict[int, float]] = {}
        for number in range(self.tries):
            state = self._guess(Generator.seeded(1, number), outlook, dealt, best)
            for kind in rules.all_kinds:
                if rules.kind_owner[kind] == seat:
                    continue
                for place in board:
                    less = dealt.count(kind, place) - state.count(kind, place)
                    if less > 0:
                        of = gone.setdefault(kind, {})
                        of[place] = of.get(place, 0.0) + less / self.tries
        told = [
            Displaced(k, sum(of.values()), max(of, key=of.__getitem__)) for k, of in gone.items()
        ]
        told = [each for each in told if each.number >= BESIDE]
        return tuple(sorted(told, key=lambda each: -each.number))

    def _closed(
        self, better: State, turn: PlayedTurn, where: tuple[tuple[int, float], ...]
    ) -> tuple[int, ...]:
        """Return those of some regions that only the better end closes."""
        rules, chosen = self.game.rules, self.game.after(turn.end)
        closed = {rules.places[place] for place in rules.taboo(better) - rules.taboo(chosen)}
        return tuple(each for each, _ in where if each >= 0 and rules.targets[each] in closed)

    def _story(self, dealt: State, turn: PlayedTurn, end: End) -> Passage:
        """Return the story of another end of a turn, but not what others answer: it is guessed."""
        events: list[tuple[int, ev.Event]] = []
        state = dealt.copy()
        for seat, code in end.path:
            heard: list[ev.Event] = []
            state.apply(seat, code, heard.append)
            ended = _first(heard, ev.TurnEnded)
            known = 0 if seat != turn.seat else min(ended, _first(heard, ev.DisksRevealed))
            events += [(0, event) for event in heard[:known]]
            if ended < len(heard):
                break
        told = events
        card = next((e.card for _, e in told if isinstance(e, ev.CardChosen)), -1)
        return Passage(TURN, turn.round, tuple(told), turn.seat, card)

    # -- tries -------------------------------------------------------------

    def _chances(self, entry: int) -> Tries:
        """Return the tries of the position after an entry."""
        return self._of(f"after {entry}", self.game.after(entry), 0)

    def _again(self, entry: int, seat: int) -> Tries:
        """Return more tries of the position after an entry, by other chance.

        They tell where the seat's points are from.
        """
        return self._of(f"again {entry} {seat}", self.game.after(entry), 2, AGAIN, seat)

    def _chosen(self, turn: PlayedTurn) -> Tries:
        """Return the tries of what was chosen, by the chance that the best other end meets."""
        name, seat = f"chosen {turn.begin}", turn.seat
        if turn.end in turn.reveals:
            made = self.game.entry(turn.end)
            view = self.game.after(made.parent).view(made.seat)
            return self._tried(
                name, lambda g: self.game.ended(turn, view.sample(g)), 1, AGAIN, seat
            )
        return self._of(name, self.game.ended(turn), 1, AGAIN, seat)

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

        return self._tried(f"otherwise {entry}", deal, 2, AGAIN)

    def _guessed(self, name: str, outlook: Outlook, dealt: State, end: End) -> Tries:
        """Give an end's own answers again, with what the others answer on the way guessed anew."""
        deal = partial(self._guess, outlook=outlook, dealt=dealt, end=end)
        return self._tried(name, deal, 1, AGAIN, outlook.seat)

    def _guess(self, generator: Generator, outlook: Outlook, dealt: State, end: End) -> State:
        seat = outlook.seat
        # With chance of its own, so that the try itself meets the chance that others meet.
        planner = Planner(outlook, Generator.seeded(4, generator.state))
        state = dealt.copy()
        state.advance()
        rest = set_aside(state, foreseen(state, seat))
        for other, code in end.path:
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

    def _of(self, name: str, state: State, series: int, times: int = 1, whose: int = -1) -> Tries:
        return self._tried(name, lambda _: state, series, times, whose)

    def _tried(
        self,
        name: str,
        deal: Callable[[Generator], State],
        series: int,
        times: int,
        whose: int = -1,
    ) -> Tries:
        """Do a step that was not done before; ``times`` as many tries as for most.

        Where the final points of the seat ``whose`` are from comes after chances and finals.
        """
        rules = self.game.rules
        more = len(rules.targets) + BESIDE_TARGETS if whose >= 0 else 0
        found = self._cache.get(name, times * self.tries, 2 * rules.n_seats + more)
        if found is None:
            found = []
            for number in range(times * self.tries):
                generator = Generator.seeded(series, number)
                state = deal(generator)
                chances, finals, sources = self.evaluator.look(state, generator)
                own = sources[whose] if whose >= 0 else ()
                found.append(
                    [*(round(c, 4) for c in chances), *(round(f, 1) for f in (*finals, *own))]
                )
            self._cache.put(name, found)
        self._count(name, times)
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


def _off(rules: Ruleset) -> tuple[int, int]:
    """Return the places that are beside the board."""
    return rules.court, rules.provinces


def _first(events: list[ev.Event], kind: type[ev.Event]) -> int:
    """Return where the first event of a kind is, or how many events there are."""
    return next((i for i, event in enumerate(events) if isinstance(event, kind)), len(events))


def _mark(end: End) -> int:
    """Return a number that tells an end from the others: what is kept of it is of no other."""
    return crc32(repr(end.path).encode()) or 1
