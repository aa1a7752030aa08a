"""What a plan supposes of the others' secret answers, and what comes of other ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.bots.reasons.deeds import ASIDE
from elgrande.content.words import answer as label
from elgrande.content.words.names import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.bots.reasons.voice import Plan, Voice
    from elgrande.rules import State

_SHIFTS = (1, 4)
"""By so many answers further on another guess is made: two others tell what hangs on it."""


def guesses(voice: Voice, plan: Plan) -> str:
    """Say on which answers of others a plan relies that nobody knows: ``if Blue's disk shows ...``.

    "" if on none. That nobody stops it is taken for granted.
    """
    rules, names = voice.names.rules, voice.names
    disks: dict[int, str] = {}
    others: list[str] = []
    state = plan.start.copy()
    for at, code in plan.path:
        if _guessed(state, voice, at, code):
            if rules.verb(code) == "disk":
                disks[at] = names.region(code - rules.DISK)
            else:
                said = label(code, rules, names)
                others.append(f"{names.seat(at)} chooses to {said[:1].lower()}{said[1:]}")
        state.apply(at, code)
    if len(others) > 1 or (others and disks):
        return "if the others answer as I guess"
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
    """Yield where a plan leads with other answers than those that are guessed.

    Where one's own answers would not be possible then, nothing is yielded for that guess.
    """
    for shift in _SHIFTS:
        state = plan.start.copy()
        for at, code in plan.path:
            if at not in state.owing():
                break
            if _guessed(state, voice, at, code):
                codes = state.decision(at).codes
                code = codes[(codes.index(code) + shift) % len(codes)]
            if code not in state.legal(at):
                break
            state.apply(at, code)
        else:
            yield state


def _guessed(state: State, voice: Voice, at: int, code: int) -> bool:
    """Say whether an answer is another's guess: that nobody stops a plan is taken for granted."""
    if at == voice.seat or voice.names.rules.verb(code) in ASIDE:
        return False
    return len(state.decision(at).codes) > 1
