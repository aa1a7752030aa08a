"""What a plan supposes of the others' secret answers, and what comes of other ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.bots.reasons.deeds import ASIDE
from elgrande.content.words import answer as label
from elgrande.content.words.names import listed

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elgrande.bots.reasons.voice import Plan, Voice
    from elgrande.rules import State


def guesses(voice: Voice, plan: Plan) -> str:
    """Say on which answers of others a plan relies that nobody knows: ``if Blue's disk shows ...``.

    "" if on none. That nobody stops it is taken for granted.
    """
    rules, names = voice.names.rules, voice.names
    disks: dict[int, str] = {}
    others: list[str] = []
    seats: set[int] = set()
    state = plan.start.copy()
    for at, code in plan.path:
        if _guessed(state, voice, at, code):
            seats.add(at)
            if rules.verb(code) == "disk":
                disks[at] = names.region(code - rules.DISK)
            else:
                said = label(code, rules, names)
                others.append(f"{names.seat(at)} chooses to {said[:1].lower()}{said[1:]}")
        state.apply(at, code)
    if len(others) > 1 or (others and disks):
        who = "the others answer" if len(seats) > 1 else f"{names.seat(min(seats))} answers"
        return f"if {who} as I guess"
    if others:
        return f"if {others[0]}, as I guess"
    if not disks:
        return ""
    owners: dict[str, list[str]] = {}
    for at, region in disks.items():
        owners.setdefault(region, []).append(f"{names.seat(at)}'s")
    shown: list[str] = []
    for region, whose in owners.items():
        verb = " " if shown else " disk shows " if len(whose) == 1 else " disks show "
        shown.append(f"{listed(whose)}{verb}{region}")
    return f"if {listed(shown)}, as I guess"


def otherwise(voice: Voice, plan: Plan) -> Iterator[State]:
    """Yield where a plan leads if another answers otherwise than is guessed: each in each way.

    Where the plan's other answers would not be possible then, nothing is yielded for that way.
    """
    state = plan.start.copy()
    for number, (at, code) in enumerate(plan.path):
        if _guessed(state, voice, at, code):
            for other in state.decision(at).codes:
                if other != code:
                    end = _gone_on(state, [(at, other), *plan.path[number + 1 :]])
                    if end is not None:
                        yield end
        state.apply(at, code)


def _gone_on(state: State, path: Sequence[tuple[int, int]]) -> State | None:
    """Return where answers lead; None if one of them is not possible."""
    state = state.copy()
    for at, code in path:
        if at not in state.owing() or code not in state.legal(at):
            return None
        state.apply(at, code)
    return state


def _guessed(state: State, voice: Voice, at: int, code: int) -> bool:
    """Say whether an answer is another's guess: that nobody stops a plan is taken for granted."""
    if at == voice.seat or voice.names.rules.verb(code) in ASIDE:
        return False
    return len(state.decision(at).codes) > 1
