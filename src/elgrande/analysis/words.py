"""An analysis in sentences: what a turn did, what of it was luck, what would have been better."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from elgrande.content.words.names import points as counted_points
from elgrande.content.words.story import card_called, told_in_short
from elgrande.rules.events import Moved

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.analysis.analysis import Better, Changed
    from elgrande.analysis.chances import Estimate
    from elgrande.content.story import Passage
    from elgrande.content.words.names import Names

CLAUSES = 4
"""So many changes of a turn are told."""
PLACES = 2
"""So many regions are named in which the points are."""
FEW_POINTS = 0.5
"""A difference of fewer points is not told."""
NOTHING = "changes nothing"
ASKED = "waits for what the others answer"
GUESSED = ", on average over what the others may answer"


def card_of(told: Passage, names: Names) -> str:
    """Return what the card of a turn is called, or nothing."""
    return card_called(told, names)


def deed(told: Passage, names: Names) -> str:
    """Tell a turn, without what everybody takes from the provinces first."""
    rules = names.rules
    kept = tuple(
        each for each in told.told
        if not (
            isinstance(each[1], Moved)
            and (each[1].source, each[1].target) == (rules.provinces, rules.court)
            and each[1].by == told.seat
        )
    )  # fmt: skip
    return told_in_short(replace(told, told=kept), names, CLAUSES) or NOTHING


def reasons(one: Changed, names: Names) -> Iterator[str]:
    """Yield sentences on what would have been better and why, on choice and luck, and the rest."""
    if one.better is None:
        yield "Choice: nothing better was found."
    else:
        yield from _better(one.better, one.turn.seat, names)
    if one.luck is None:
        yield "Luck: nothing came to light in this turn."
    else:
        yield f"Luck: what came to light changed {said(one.luck)}."
    yield (
        "The chances before a turn count on what the bots would do in it on average. Beside that, "
        f"{'and luck left out, ' if one.luck else ''}this turn made {said(one.rest)}."
    )


def _better(better: Better, seat: int, names: Names) -> Iterator[str]:
    card = card_called(better.told, names)
    with_card = f"with {card}, " if card else ""
    did = deed(better.told, names)
    if better.guessed and did == NOTHING:
        did = ASKED
    over = GUESSED if better.guessed else ""
    unsure = better.worth.holds_zero
    yield f"{'About as good' if unsure else 'Better'}: {with_card}{did}."
    yield f"Choice: against that, what was chosen made {said(better.worth.reversed())}{over}."
    if unsure:
        return
    if why := _where(better, seat, names):
        yield why
    if points := _in_the_end(better, seat, names):
        yield points


def _where(better: Better, seat: int, names: Names) -> str:
    """Say in which regions the seat would have stood better, and in which worse."""
    gains: list[tuple[str, str]] = []
    losses: list[tuple[str, str]] = []
    for target, more in better.where[: PLACES + 1]:
        place = "at once" if target < 0 else f"in {names.target(target)}"
        what = f"{counted_points(max(1, round(abs(more))))}"
        (gains if more > 0 else losses).append((what, place))
    if not gains:
        return ""
    first = " and ".join(f"{what} more {place}" for what, place in gains[:PLACES])
    then = f", against {losses[0][0]} fewer {losses[0][1]}" if losses else ""
    said = f"As that turn ends, {names.seat(seat)} could expect about {first}{then}."
    for target in better.closed[:1]:
        said += f" Nothing can enter or leave {names.target(target)} then."
    return said


def _in_the_end(better: Better, seat: int, names: Names) -> str:
    """Say for whom it changes most in the end, in points: the own seat and one more."""
    others = [other for other in range(len(better.points)) if other != seat]
    most = max(others, key=lambda other: abs(better.points[other]))
    told = []
    for each in (seat, most):
        more = better.points[each]
        if abs(more) >= FEW_POINTS:
            what = counted_points(round(abs(more)) or 1)
            told.append(f"{what} {'more' if more > 0 else 'fewer'} for {names.seat(each)}")
    return f"At the end of the game that makes about {' and '.join(told)}." if told else ""


def said(change: Estimate) -> str:
    """Say a change of a chance with its interval, and whether it may be none."""
    text = f"{signed(change.value)} in 100"
    if change.sure:
        return f"{text} (the same in every try)"
    text = f"{text} ({signed(change.low)} to {signed(change.high)}"
    return f"{text}; 0 is among these, so perhaps nothing)" if change.holds_zero else f"{text})"


def signed(part: float) -> str:
    """Return a part of 1 in 100, with its sign; 0 has none."""
    number = round(100 * part)
    return f"{number:+}" if number else "0"
