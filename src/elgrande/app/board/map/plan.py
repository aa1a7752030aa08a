"""A plan on the map: the numbers of its steps, with an arrow for whoever leaves or arrives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from elgrande.app.board.guide import Guide
from elgrande.app.panes.log import where
from elgrande.rules import View
from elgrande.rules.events import Event, KingMoved, Moved, TurnEnded

StepsLeft = Mapping[tuple[int, ...], Mapping[str, str]]
"""What is still to be done where, by the open board that each step leads to."""


def steps(view: View, guide: Guide, codes: Sequence[int]) -> StepsLeft:
    """Return what to write at each target: ``1-2`` where two are placed, ``3→``, ``→3`` of a move.

    It goes as far as answers are legal one after the other; nobody stops them. Once some have been
    given, the rest remains to be drawn.
    """
    state, seat, rules = view.trial(), view.seat, guide.rules
    assert seat is not None
    found: list[tuple[int, str, str]] = []
    done: dict[tuple[int, ...], int] = {}
    number, arrow = 0, guide.glyphs.became
    for code in codes:
        if not state.is_legal(seat, code):
            break
        done[tuple(state.board)] = number
        events: list[Event] = []
        state.apply(seat, code, events.append)
        # Whoever may stop it lets it pass; what was announced is done then.
        while (others := state.owing()) and seat not in others:
            letting = {rules.LET, rules.LET_ALL}.intersection(state.legal(others[0]))
            if not letting:
                break
            state.apply(others[0], max(letting), events.append)
        over = next((i for i, one in enumerate(events) if isinstance(one, TurnEnded)), len(events))
        marks = [mark for event in events[:over] for mark in _marks(event, guide, arrow)]
        number += bool(marks)
        found += [(number, *mark) for mark in dict.fromkeys(marks)]
        if state.revealed or over < len(events):
            break
    return {board: _drawn([step for step in found if step[0] > n]) for board, n in done.items()}


def _drawn(steps: Sequence[tuple[int, str, str]]) -> Mapping[str, str]:
    """Return what is written at each target."""
    return {
        target: _joined([(number, mark) for number, at, mark in steps if at == target])
        for _, target, _ in steps
    }


def _marks(event: Event, guide: Guide, arrow: str) -> list[tuple[str, str]]:
    """Return where an event is to be marked, and how: ``{}`` is the number of its step."""
    targets = where(event, guide)
    if isinstance(event, KingMoved):
        return [(target, f"{guide.glyphs.king}{{}}") for target in targets[-1:]]
    if len(targets) == 2:
        return [(targets[0], f"{{}}{arrow}"), (targets[1], f"{arrow}{{}}")]
    left = isinstance(event, Moved) and guide.target_of(guide.rules.places[event.source])
    return [(target, f"{{}}{arrow}" if left else "{}") for target in targets]


def _joined(marks: Sequence[tuple[int, str]]) -> str:
    """Return the marks of one target; numbers that follow one another are told as from and to."""
    runs: list[tuple[int, int, str]] = []
    for number, mark in marks:
        if runs and runs[-1][1] == number - 1 and runs[-1][2] == mark:
            runs[-1] = (runs[-1][0], number, mark)
        else:
            runs.append((number, number, mark))
    several = ((mark, first if first == last else f"{first}-{last}") for first, last, mark in runs)
    return " ".join(mark.format(numbers) for mark, numbers in several)
