"""What an analysis says, in data and sentences: the same for the command line, the app and a file.

Whoever shows a Report needs no game: all names and sentences are in it. They say what a turn did,
what would have been better, and what was luck.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from math import hypot
from typing import TYPE_CHECKING

from elgrande.analysis.analysis import AGAIN, Analysis, Changed, Gain, Moment
from elgrande.analysis.chances import AT_ONCE, LATER, Estimate
from elgrande.analysis.finished_game import FinishedGame, TryCache, Unanalysed, cache_of, key_of
from elgrande.content.clean import tidy
from elgrande.content.story import card_called
from elgrande.content.words.names import GameNames, listed
from elgrande.content.words.names import points as counted_points
from elgrande.saves.journal import digest
from elgrande.saves.mistakes import Mistake

if TYPE_CHECKING:
    from pathlib import Path

    from elgrande.analysis.finished_game import Tries
    from elgrande.table import Table
    from elgrande.table.saved_game import Saved

LETTERS = "ABCDE"
"""What the turning points are called, as they stand."""


@dataclass(frozen=True)
class Point:
    """A turning point: whose turn it was, where it began, what it changed, and sentences.

    ``weight`` says what kind of mistake it was, and nothing of a turn that only changed much; one
    that cost points surely, but perhaps no chance, is no mistake (``LOST``).
    ``change`` is what a mistake cost, otherwise what the turn changed. ``summary`` is what was
    done, in short. ``why`` are the sentences that all need, ``more`` those for who asks on.
    """

    seat: int
    round: int
    begin: int
    card: str
    summary: str
    weight: str
    change: Estimate
    chances: tuple[int, int]
    why: tuple[str, ...]
    more: tuple[str, ...]


@dataclass(frozen=True)
class MistakeCount:
    """How many mistakes a seat made among the turning points, and what they cost together."""

    seat: int
    number: int
    cost: Estimate


@dataclass(frozen=True)
class Report:
    """A whole analysis: who judged how often, the chances over the game, the turning points.

    ``played`` is how often stewards played on from either end of a mistake.
    """

    by: str
    tries: int
    played: int
    seats: tuple[str, ...]
    colours: tuple[str, ...]
    moments: tuple[Moment, ...]
    points: tuple[Point, ...]
    tally: tuple[MistakeCount, ...]

    @property
    def half(self) -> float | None:
        """How far a chance may be wrong at most, 95 times of 100; None where nobody can say."""
        most = max(each.give for moment in self.moments for each in moment.chances)
        return most if most < 1 else None

    @property
    def nothing(self) -> str:
        """Why there are no turning points."""
        if len(self.moments) > 1:
            found = "No mistake that is sure was found, and no turn that surely changed much."
            return " ".join(filter(None, (found, self.small_steps)))
        return "Nobody had a turn in this game, so there is nothing to analyse."

    @property
    def small_steps(self) -> str:
        """What moved a chance far if no turn surely did it; "" if none went far."""
        ways = zip(*([c.value for c in moment.chances] for moment in self.moments), strict=True)
        return SMALL_STEPS * any(max(way) - min(way) >= BLUNDER for way in ways)

    @property
    def faultless(self) -> list[str]:
        """Who made no mistake that is sure, and since when they had next to no chance."""
        told = []
        erred = {each.seat for each in self.tally}
        for seat in {*range(len(self.seats))} - erred:
            had = [m.round for m in self.moments if m.chances[seat].value >= NEXT_TO_NONE]
            last = max(had, default=0)
            since = next((m.round for m in self.moments if m.round > last), 0)
            found = ["no mistake that is sure"] * bool(erred)
            if 0 < since < self.moments[-1].round:
                found.append(f"next to no chance to win from round {since} on")
            told += [f"{self.seats[seat]}: {', with '.join(found)}"] * bool(found)
        return told

    @property
    def rounds(self) -> list[tuple[int, int]]:
        """The moments at which rounds begin, each with its round."""
        return rounds_of(self.moments)


def rounds_of(moments: Sequence[Moment]) -> list[tuple[int, int]]:
    """Return the moments at which rounds begin, each with its round."""
    begun: dict[int, int] = {}
    for at, moment in enumerate(moments):
        begun.setdefault(moment.round, at)
    return [(at, round) for round, at in begun.items()]


def report_of(analysis: Analysis, found: Callable[[Moment], None] | None = None) -> Report:
    """Do what is missing of an analysis, and report it; ``found`` is told each Moment at once."""
    game = analysis.game
    names = game.table.names
    moments = []
    for moment in analysis.moments():
        moments.append(moment)
        if found is not None:
            found(moment)
    found_points = tuple(_point(one, game) for one in analysis.turning_points())
    analysis.tell(
        Mistake(each.seat, each.round, round(-each.change.value, 4), each.weight,
                tidy(each.card), tidy(each.summary))
        for each in found_points
        if each.weight not in ("", LOST)
    )  # fmt: skip
    return Report(
        analysis.judge.name,
        analysis.tries,
        AGAIN * analysis.tries,
        tuple(names.seat(seat) for seat in range(game.rules.n_seats)),
        tuple(game.rules.colours[: game.rules.n_seats]),
        tuple(moments),
        found_points,
        tally_of(found_points),
    )


def _point(one: Changed, game: FinishedGame) -> Point:
    turn, better, names = one.turn, one.better, game.table.names
    change = one.change if better is None else better.worth.reversed()
    return Point(
        turn.seat, turn.round, turn.begin, card_called(turn.told, names),
        game.did(turn), "" if better is None else weight_of(change), change,
        told_chances(one.after.value, change.value),
        tuple(reasons(one, names)), tuple(details(one, names)),
    )  # fmt: skip


class _NotKept(Exception):
    """Something of an analysis has still to be done."""


class _KeptTries(TryCache):
    """What was found out before: whoever asks for more gets ``_NotKept``."""

    def get(self, name: str, tries: int, numbers: int) -> Tries:
        if (found := super().get(name, tries, numbers)) is None:
            raise _NotKept
        return found


def kept_report(table: Table, journal: Saved, data: Path) -> Report | None:
    """Return the report of an analysis that was made to its end before; None if none was.

    ``data`` is the folder in which it would be kept.
    """
    cache = cache_of(data, digest(journal.rules, journal.header, journal.records))
    match cache.read() if table.over else None:
        case {"key": {"tries": int(tries)}}:
            game = FinishedGame(table)
            kept = _KeptTries(cache, key_of(game, journal, tries))
            with suppress(_NotKept, Unanalysed):
                return report_of(Analysis(game, kept, tries))
    return None


# -- sentences --------------------------------------------------------------------------


SOURCES = 4
"""So many are named that points are from, and as many that cost some."""
FEW_POINTS = 0.5
"""A difference of fewer points is not told."""
BLUNDER, MISTAKE = 0.2, 0.1
"""What costs as much of a chance is one."""
NEXT_TO_NONE = 0.015
"""A smaller chance is told as 1 % or none."""
SMALL_STEPS = (
    "Where a chance went far all the same, it did so in many small steps, or in one that these "
    "tries do not make sure."
)
LOST = "points lost"
"""What a better turn would have given surely, and perhaps no chance."""
WON_BACK = "A chance can be won back and lost again, so that losses may add up to more than 100 %."
BESIDE = {AT_ONCE: "in this turn", LATER: "in later turns"}
"""How points come that no general scoring pays."""


def weight_of(change: Estimate) -> str:
    """Say what kind of mistake costs so much of a chance."""
    if change.holds_zero:
        return LOST
    if change.value <= -BLUNDER:
        return "a blunder"
    return "a mistake" if change.value <= -MISTAKE else "an inaccuracy"


def told_chances(after: float, change: float) -> tuple[int, int]:
    """Return in per cent a chance, and the same less its change.

    Chance and change are estimated apart, and the one gives way: both are from 0 to 100.
    """
    by = max(-100, min(100, round(100 * change)))
    now = min(max(round(100 * after), by, 0), 100 + min(by, 0))
    return now, now - by


def weighed(point: Point) -> str:
    """Say what kind of turning point it is, and the chances."""
    if point.weight == LOST:
        return f"{LOST}, but perhaps no chance of winning"
    now, other = point.chances
    if point.weight:
        return f"{point.weight}, {now} % in place of {other} %, {_sure(point.change)}"
    return f"the chance went from {other} % to {now} %, {_sure(point.change)}"


def tally_of(points: Sequence[Point]) -> tuple[MistakeCount, ...]:
    """Count the mistakes of each player who made some."""
    found = []
    mistakes = [each for each in points if each.weight not in ("", LOST)]
    for seat in sorted({each.seat for each in mistakes}):
        costs = [each.change for each in mistakes if each.seat == seat]
        cost = Estimate(sum(each.value for each in costs), hypot(*(c.give for c in costs)))
        found.append(MistakeCount(seat, len(costs), cost))
    return tuple(found)


def tally_said(
    tally: Sequence[MistakeCount], seats: Sequence[str], *, short: bool = False
) -> list[str]:
    """Say who made how many mistakes, and what they cost together."""
    if not tally:
        return ["No mistake that is sure was found"]
    told = []
    for each in tally:
        who, number = seats[each.seat], each.number
        mistakes = "1 mistake" if number == 1 else f"{number} mistakes"
        if short:
            mistakes = mistakes if each is tally[0] else str(number)
            told.append(f"{who}: {mistakes}, {signed(each.cost.value)} %")
        else:
            told.append(f"{who}: {mistakes}, {said(each.cost)}")
    return told


def reasons(one: Changed, names: GameNames) -> Iterator[str]:
    """Yield what would have been better and by how many points, or what made the change."""
    if one.better is not None:
        yield f"Better: {one.better.did}."
        own = one.better.gain.points[one.turn.seat]
        if abs(own.value) >= FEW_POINTS and not own.holds_zero:
            yield f"With that, {names.seat(one.turn.seat)} would end with {_more(own)}."
    elif one.luck is not None and one.luck.holds_zero:
        yield "Something was revealed in this turn; how much of it was luck is not sure."
    elif one.luck is None:
        than = "better" if one.change.value > 0 else "worse"
        yield f"Nothing was revealed in it; it was {than} than what bots would do on average."
    else:
        yield f"What was revealed in this turn made {said(one.luck)}."


def details(one: Changed, names: GameNames) -> Iterator[str]:
    """Yield what stands behind the reasons."""
    better, seat = one.better, one.turn.seat
    if better is None:
        return
    others: list[str] = []
    would = " would end"
    for each, more in enumerate(better.gain.points):
        if each != seat and abs(more.value) >= FEW_POINTS and not more.holds_zero:
            others.append(f"{names.seat(each)}{would} with {_more(more)}")
            would = ""
    if others:
        yield f"Then {'; '.join(others)}."
    yield from sources_said(better.gain, seat, names, f"For {names.seat(seat)}")
    if better.guessed:
        yield "What the others answer to it was guessed anew each time."


def compared_said(found: tuple[Estimate, Estimate] | None, now: int) -> tuple[str, ...]:
    """Say what a turn would have brought that was tried (``Analysis.compared``).

    ``now`` is the chance that is told of the turn that was played.
    """
    if found is None:
        return ("This is the turn that was played.",)
    worth, points = found
    would = max(0, min(100, now + round(100 * worth.value)))
    more = f"{_more(points)}{' (perhaps none)' * points.holds_zero}"
    return (
        f"Your chance to win: {would} % in place of {now} %, {_sure(worth)}.",
        f"You would end with {'about as many points' if abs(points.value) < FEW_POINTS else more}.",
    )


def better_said(point: Point) -> tuple[str, ...]:
    """Say how good the better turn is, if the analysis found one."""
    if point.weight == LOST:
        found = "The better turn that the analysis found gives more points, but perhaps no more"
        return (f"{found} chance to win.",)
    now, would = point.chances
    told = f"{would} % in place of {now} %, {_sure(point.change)}"
    return (f"The better turn found: {told}.",) * bool(point.weight)


def _more(points: Estimate) -> str:
    """Say how many points more or fewer, and how far that may be wrong."""
    number, less = round(abs(points.value)) or 1, "more" if points.value > 0 else "fewer"
    return f"about {counted_points(number)} {less}, give or take {_give(points.give)}"


def _give(number: float) -> str:
    return str(max(1, round(number)))


def sources_said(gain: Gain, seat: int, names: GameNames, whose: str) -> Iterator[str]:
    """Say where the own points are from, after ``whose`` they are; what is named adds up to all."""
    named = [
        (round(more), BESIDE[which] if which < 0 else f"from {names.target(which)}")
        for which, more in gain.where
    ]
    more, fewer = ([each for each in named if side * each[0] > 0][:SOURCES] for side in (1, -1))
    if not (more or fewer):
        return
    whole = round(gain.points[seat].value)
    rest = whole - sum(n for n, _ in (*more, *fewer))
    (more if rest > 0 else fewer).extend([(rest, "from elsewhere")] * bool(rest))
    sides = [_come(more, "more"), _come(fewer, "fewer")]
    yield f"{whose}, {'; '.join(filter(None, sides if whole >= 0 else sides[::-1]))}."


def _come(named: list[tuple[int, str]], less: str) -> str:
    """Say that so many points more come from one source, so many from others."""
    said = [f"{abs(n)} {where}" for n, where in named]
    if said:
        said[0] = f"{counted_points(abs(named[0][0]))} {less} would come {named[0][1]}"
    return listed(said)


def said(change: Estimate) -> str:
    """Say a change of a chance, how far it may be wrong, and whether it may be none."""
    return f"{signed(change.value)} %, {_sure(change)}"


def _sure(change: Estimate) -> str:
    sure = f"give or take {_give(100 * change.give)}" if change.give < 1 else "not known how sure"
    return f"{sure} (perhaps nothing)" if change.holds_zero else sure


def signed(part: float) -> str:
    """Return a part of 1 in per cent, with its sign; 0 has none."""
    number = round(100 * part)
    return f"{number:+}" if number else "0"
