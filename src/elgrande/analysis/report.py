"""What an analysis says, in data and sentences: the same for the command line, the app and a file.

Whoever shows a Report needs no game: all names and sentences are in it. They say what a turn did,
what of it was luck, and what would have been better.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from elgrande.analysis.analysis import Analysis, Better, Between, Changed, Gain, Moment
from elgrande.analysis.chances import (
    AT_ONCE,
    BOARD,
    CARDS,
    COURT,
    HAND,
    KEPT_CARDS,
    LATER,
    Estimate,
)
from elgrande.content.story import Passage, card_called, clauses, joined
from elgrande.content.words.names import GameNames
from elgrande.content.words.names import points as counted_points
from elgrande.rules.events import CardChosen, Moved

LETTERS = "ABCDE"
"""What the turning points are called, the largest change first."""


@dataclass(frozen=True)
class Point:
    """A turning point: whose turn it was, where it began, what it changed, and sentences.

    ``summary`` is what was done, in short; ``why`` are the sentences on luck, choice and what would
    have been better.
    """

    seat: int
    round: int
    begin: int
    card: str
    summary: str
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

    @classmethod
    def from_plain(cls, told: dict[str, Any]) -> Report:
        """Return what ``asdict`` made plain."""
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


def _point(one: Changed, names: GameNames) -> Point:
    turn = one.turn
    return Point(
        turn.seat, turn.round, turn.begin, card_called(turn.told, names),
        turn_text(turn.told, names), one.before, one.after, one.change, tuple(reasons(one, names)),
    )  # fmt: skip


# -- sentences --------------------------------------------------------------------------


SOURCES = 4
"""So many are named that points are from, and as many that cost some."""
FEW_POINTS = 0.5
"""A difference of fewer points is not told."""
NOTHING = "changes nothing"
FURTHER = " Part of it is only that from there the tries play on through one round more."
ASKED = "waits for what the others answer"
BOTS = "against what the bots would do on average"
AND_LUCK = "with what was revealed, and "
WITH_IT = "With that"
GUESSED = ", on average over what the others may answer"
BESIDE = {
    AT_ONCE: "points at once",
    LATER: "scorings by later cards",
    CARDS: "points by cards",
    BOARD: "caballeros on the board",
    COURT: "caballeros at court",
    KEPT_CARDS: "cards that are kept",
    HAND: "power cards in the hand",
}
"""What points are from that are of no place."""
LASTS = {
    BOARD: "Caballeros on the board go on counting in later rounds.",
    COURT: "Caballeros at court can be placed in later rounds.",
    HAND: "High power cards can be played in later rounds.",
}
"""Why that counts."""


def turn_text(told: Passage, names: GameNames) -> str:
    """Tell a turn, without what everybody takes from the provinces first."""
    rules = names.rules
    events = list(told.events)
    for at, (_, event) in enumerate(events):
        if isinstance(event, CardChosen):
            # What comes to the court from here on the card or a figure brings.
            break
        if (
            isinstance(event, Moved)
            and (event.source, event.target) == (rules.provinces, rules.court)
            and event.by == told.seat
        ):
            del events[at]
            break
    return joined(clauses(replace(told, events=tuple(events)), names)) or NOTHING


def reasons(one: Changed, names: GameNames) -> Iterator[str]:
    """Yield sentences on what it brought, what would have been better and why, choice and luck."""
    seat = one.turn.seat
    if one.gain is not None:
        against = f"{AND_LUCK if one.luck else ''}{BOTS},"
        yield from _in_points(one.gain, seat, names, f"{against[:1].upper()}{against[1:]}")
    if one.better is None:
        yield "Choice: nothing better was found."
    else:
        good = one.rest.value > 0 and not one.rest.holds_zero
        yield from _better(one.better, seat, names, good=good)
    if one.luck is None:
        yield "Luck: nothing was revealed in this turn."
    else:
        yield f"Luck: what was revealed in this turn made {said(one.luck)}."
        yield f"Luck left out, this turn made {said(one.rest)} {BOTS}."


def between_said(one: Between, names: GameNames) -> str:
    """Say what changed most beside the turns, and of what that came."""
    rules = names.rules
    came = []
    if one.whole and one.round in rules.scoring_rounds:
        came.append("the general scoring with its disks")
    when, further = f"after the last turn of round {one.round}", ""
    if one.round != rules.rounds[-1]:
        came += ["the new action cards"] * one.whole + ["the power cards that were played"]
        when = f"between the last turn of round {one.round} and the first of the next"
        further = FURTHER
    return (
        f"Beside the turns, most changed {when}: {names.seat(one.seat)}, "
        f"{100 * one.before.value:.0f} to {100 * one.after.value:.0f}, {said(one.change)}. "
        f"That came of {_listed(came)}.{further}"
    )


def _better(better: Better, seat: int, names: GameNames, *, good: bool) -> Iterator[str]:
    card = card_called(better.told, names)
    with_card = f"with {card}, " if card else ""
    did = turn_text(better.told, names)
    if better.guessed and did == NOTHING:
        did = ASKED
    over = GUESSED if better.guessed else ""
    unsure = better.worth.holds_zero
    yield f"{'About as good' if unsure else 'Better'}: {with_card}{did}."
    if gone := _gone(better, names):
        yield gone
    if not unsure:
        in_points = [*_in_points(better.gain, seat, names, WITH_IT, better.at_once)]
        yield from in_points
        if in_points:
            yield from _why_there(better, names)
    chosen = "a good turn, but against that it" if good else "against that, what was chosen"
    yield f"Choice: {chosen} made {said(better.worth.reversed())}{over}."


def _gone(better: Better, names: GameNames) -> str:
    """Say whose caballeros the others' answers move away."""
    told: list[str] = []
    for each in better.gone[:SOURCES]:
        caballeros = "" if told else " caballeros"
        place = names.the(names.rules.places[each.place])
        whose = f"{names.owner(each.kind)}'s{caballeros}"
        told.append(f"{max(1, round(each.number))} of {whose} (mostly in {place})")
    return f"On average that moves away about {_listed(told)}." if told else ""


def _in_points(
    gain: Gain, seat: int, names: GameNames, lead: str, at_once: float = 0.0
) -> Iterator[str]:
    """Say what that is in points of the end: for whom, and where the own ones are from."""
    if told := _for_whom(gain, seat, names, lead):
        yield told
        yield from _where(gain, seat, names, round(abs(at_once)))


def _for_whom(gain: Gain, seat: int, names: GameNames, lead: str) -> str:
    """Say for whom the game would end otherwise: for the own seat first, as far as it is sure."""
    seats = sorted(range(len(gain.points)), key=lambda each: -abs(gain.points[each].value))
    seats.sort(key=lambda each: each != seat)
    told: list[str] = []
    for each in seats:
        more = gain.points[each]
        if abs(more.value) >= FEW_POINTS and not more.holds_zero:
            number = round(abs(more.value)) or 1
            what = str(number) if told else counted_points(number)
            low, high = _points(more.low), _points(more.high)
            between = "" if low == high else f" ({low} to {high})"
            less = "more" if more.value > 0 else "fewer"
            told.append(f"{what} {less} for {names.seat(each)}{between}")
    if not told:
        return ""
    own = gain.points[seat]
    most = min((each for each in seats if each != seat), key=lambda each: gain.points[each].value)
    theirs = gain.points[most]
    worth_it = ""
    sure = not own.holds_zero and not theirs.holds_zero
    if own.value <= -FEW_POINTS and theirs.value < own.value and sure:
        worth_it = f": it costs {names.seat(most)} more than {names.seat(seat)}"
    return f"{lead} the game would end with about {_listed(told)}{worth_it}."


def _where(gain: Gain, seat: int, names: GameNames, at_once: int) -> Iterator[str]:
    """Say where the own points are from; what is named adds up to what they come to."""
    whole = round(gain.points[seat].value)
    told = _told(gain)
    if not told:
        return
    rest = whole - sum(n for _, n in told)
    named = [(n, _from(which, names)) for which, n in told] + [(rest, "elsewhere")] * bool(rest)
    counted = dict(told).get(AT_ONCE)
    if counted is not None and abs(counted) < at_once:
        # What anybody can count is more: not all of it lasts.
        at = told.index((AT_ONCE, counted))
        named[at] = counted, f"{BESIDE[AT_ONCE]} ({at_once} as the turn ends)"
    sides = [
        _come([each for each in named if each[0] > 0], "more"),
        _come([each for each in named if each[0] < 0], "fewer"),
    ]
    sides = [each for each in (sides if whole >= 0 else sides[::-1]) if each]
    come = ""
    if gain.points[seat].holds_zero:
        come = "it may come to nothing: " if whole else "it would come to about the same: "
    yield f"For {names.seat(seat)} {come}{'; '.join(sides)}."


def _told(gain: Gain) -> list[tuple[int, int]]:
    """Return where so many points more or fewer are from, as far as that is told."""
    rounded = [(which, round(more)) for which, more in gain.where]
    told = [each for each in rounded if each[1] > 0][:SOURCES]
    return told + [each for each in rounded if each[1] < 0][:SOURCES]


def _why_there(better: Better, names: GameNames) -> Iterator[str]:
    """Say why what is told counts: what is closed, what lasts."""
    told = dict(_told(better.gain))
    for target in better.closed[:1]:
        if target in told:
            yield f"Nothing could enter or leave {names.target(target)} then."
    for each, more in told.items():
        if each in LASTS and more > 0:
            yield LASTS[each]


def _come(named: list[tuple[int, str]], less: str) -> str:
    """Say that so many points more come from one source, so many from others."""
    said = [f"{abs(n)} from {where}" for n, where in named]
    if said:
        n, where = abs(named[0][0]), named[0][1]
        said[0] = f"{n} {less} would come from {where}"
    return _listed(said)


def _from(which: int, names: GameNames) -> str:
    return BESIDE[which] if which < 0 else names.target(which)


def _listed(parts: Sequence[str]) -> str:
    return " and ".join([", ".join(parts[:-1]), *parts[-1:]] if len(parts) > 1 else parts)


def _points(number: float) -> str:
    """Return points with their sign; 0 has none."""
    return f"{round(number):+}" if round(number) else "0"


def said(change: Estimate) -> str:
    """Say a change of a chance with its interval, and whether it may be none."""
    text = f"{signed(change.value)} in 100"
    if change.sure:
        return f"{text} (the same in every try)"
    if signed(change.low) == signed(change.high) and not change.holds_zero:
        return f"{text} (nearly the same in every try)"
    text = f"{text} ({signed(change.low)} to {signed(change.high)}"
    return f"{text}; 0 is among these, so perhaps nothing)" if change.holds_zero else f"{text})"


def signed(part: float) -> str:
    """Return a part of 1 in 100, with its sign; 0 has none."""
    number = round(100 * part)
    return f"{number:+}" if number else "0"
