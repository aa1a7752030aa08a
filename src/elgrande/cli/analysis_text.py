"""An analysis as lines of text: a plot for every seat, then the turning points as sentences."""

from __future__ import annotations

from dataclasses import replace
from textwrap import wrap
from typing import TYPE_CHECKING

from elgrande.cli.plots import race
from elgrande.content.words.names import points as counted_points
from elgrande.content.words.story import card_called, told_in_short
from elgrande.rules.events import Moved

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.analysis.analysis import Analysis, Better, Changed, Moment
    from elgrande.analysis.chances import Estimate
    from elgrande.content.story import Passage
    from elgrande.content.words.names import Names

WIDTH = 80
SIGNS = {"red": "●", "blue": "■", "green": "▲", "yellow": "◆", "white": "★"}
LETTERS = "ABCDE"
CLAUSES = 4
"""So many changes of a turn are told."""
FEW_POINTS = 0.5
"""A difference of fewer points is not told."""


def told(analysis: Analysis, name: str, *, ascii: bool) -> list[str]:
    """Do the analysis and return its lines."""
    game, names = analysis.game, analysis.game.table.names
    colours = game.rules.colours
    moments = analysis.moments()
    points = analysis.turning_points()
    if not moments or not points:
        return [f"{name}: nobody had a turn in this game, so there is nothing to analyse."]
    signs = [
        colour[0].upper() if ascii else SIGNS.get(colour, colour[0].upper()) for colour in colours
    ]
    seats = range(len(colours))
    who = "  ".join(f"{signs[seat]} {names.seat(seat)}" for seat in seats)
    half = max((e.high - e.low) / 2 for moment in moments for e in moment.chances)
    lines = [
        *wrap(
            f"{name}: the chance to win at the beginning of each turn, in 100. It is estimated by "
            f"{analysis.evaluator.name}, {analysis.tries} times each; the intervals of 95 % are at "
            f"most {100 * half:.0f} to either side. They tell how far such tries differ, and not "
            "how differently you would have played.",
            WIDTH,
        ),
        "",
        *wrap(who, WIDTH),
        *_plot(moments, signs, _winners(moments)),
        "",
        *_by_round(moments, names),
        "",
        f"The {len(points)} turns that changed most:",
    ]
    for letter, point in zip(LETTERS, points, strict=False):
        lines += _turning_point(letter, point, names)
    return lines


def _winners(moments: Sequence[Moment]) -> list[int]:
    """Return the seats, the winner last: it is drawn over the others."""
    last = moments[-1].chances
    return sorted(range(len(last)), key=lambda seat: last[seat].value)


def _plot(moments: Sequence[Moment], signs: Sequence[str], order: Sequence[int]) -> list[str]:
    curves = [[moment.chances[seat].value for moment in moments] for seat in order]
    begins = [at for at in range(len(moments)) if at == 0 or _new(moments, at)]
    labels = {at: str(moments[at].round) for at in begins}
    return race(curves, [signs[seat] for seat in order], labels)


def _new(moments: Sequence[Moment], at: int) -> bool:
    return moments[at].round != moments[at - 1].round


def _by_round(moments: Sequence[Moment], names: Names) -> list[str]:
    """Return the chances as a table: at the first turn of each round, and in the end."""
    firsts = [m for at, m in enumerate(moments) if at == 0 or _new(moments, at)]
    if firsts[-1] is not moments[-1]:
        firsts.append(moments[-1])
    seats = range(len(moments[0].chances))
    wide = max(5, *(len(names.seat(seat)) for seat in seats))
    head = "".join(f"{moment.round:5}" for moment in firsts[:-1])
    lines = [f"{'round':{wide}}{head}  end"]
    for seat in seats:
        row = "".join(f"{100 * moment.chances[seat].value:5.0f}" for moment in firsts)
        lines.append(f"{names.seat(seat):{wide}}{row}")
    return lines


def _turning_point(letter: str, one: Changed, names: Names) -> list[str]:
    turn = one.turn
    card = card_called(turn.told, names)
    did = _did(turn.told, names) or "changes nothing"
    head = f"[{letter}] Round {turn.round}, {names.seat(turn.seat)}"
    head += f" with {card}" if card else ""
    lines = [
        f"{head}: {100 * one.before.value:.0f} to {100 * one.after.value:.0f}, "
        f"{_said(one.change)}.",
        f"The turn: {did}.",
    ]
    if one.luck is not None:
        lines.append(
            f"Luck, by what came to light: {_said(one.luck)}. Choice: {_said(one.choice)}."
        )
    else:
        lines.append("Nothing came to light, so all of it is choice.")
    lines.append(_better(one.better, turn.seat, names))
    return ["", *wrap(lines[0], WIDTH), *(row for text in lines[1:] for row in _inset(text))]


def _better(better: Better | None, seat: int, names: Names) -> str:
    if better is None:
        return "Better: nothing that was tried."
    did = _did(better.told, names) or "changes nothing"
    card = card_called(better.told, names)
    with_card = f"with {card}, " if card else ""
    sure = "" if not better.worth.holds_zero else " That is too close to call it better."
    return (
        f"Instead: {with_card}{did}. Worth {_said(better.worth)}.{sure}"
        f"{_in_points(better, seat, names)}"
    )


def _did(passage: Passage, names: Names) -> str:
    """Tell a turn, without what everybody takes from the provinces first."""
    rules = names.rules
    told = tuple(
        each for each in passage.told
        if not (
            isinstance(each[1], Moved)
            and (each[1].source, each[1].target) == (rules.provinces, rules.court)
            and each[1].by == passage.seat
        )
    )  # fmt: skip
    return told_in_short(replace(passage, told=told), names, CLAUSES)


def _in_points(better: Better, seat: int, names: Names) -> str:
    """Say for whom the other end changes most, in points: the own seat and one more."""
    others = [other for other in range(len(better.points)) if other != seat]
    most = max(others, key=lambda other: abs(better.points[other]))
    said = []
    for each in (seat, most):
        more = better.points[each]
        if abs(more) >= FEW_POINTS:
            what = counted_points(round(abs(more)) or 1)
            said.append(f"{names.seat(each)} about {what} {'more' if more > 0 else 'fewer'}")
    return f" In the end that would have meant {' and '.join(said)}." if said else ""


def _said(change: Estimate) -> str:
    """Say a change of a chance with its interval, and whether that holds 0."""
    text = f"{100 * change.value:+.0f} ({100 * change.low:+.0f} to {100 * change.high:+.0f}"
    return f"{text}, which holds 0)" if change.holds_zero else f"{text})"


def _inset(text: str) -> list[str]:
    return [f"    {row}" for row in wrap(text, WIDTH - 4)]
