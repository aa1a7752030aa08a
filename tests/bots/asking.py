"""What tests of bots share: a game of four, how one is asked, and whether a process runs."""

from __future__ import annotations

import os
from typing import Any

import pytest

from drawing import play
from elgrande.bots import limits
from elgrande.bots import runner as runner_module
from elgrande.bots.bot import Request
from elgrande.bots.runner import BotMove, Runner
from elgrande.bots.steward import Steward
from elgrande.content.expansion import register
from elgrande.content.setup import Player, Setup
from elgrande.rules import Generator, State
from seam import LATE, SEAM


def setup(source: str = "mine") -> Setup:
    """Four seats, all played by one bot."""
    colours = ("red", "blue", "green", "yellow")
    return Setup(tuple(Player(c, c.title(), source) for c in colours), seed=3)


def ask(runner: Runner, state: State, entry: int = 1) -> BotMove:
    """Ask, and check that the answer is legal and its texts are short and harmless."""
    seat = state.owing()[0]
    move = runner.choose(state.view(seat), entry)
    assert state.is_legal(seat, move.code)
    assert (move.reason + move.notice).isprintable()
    assert len(move.reason + move.notice) < 400
    return move


def steward_says(state: State, draws: int = 8) -> set[str]:
    """Everything that the steward answers here, in notation, however its chance falls."""
    return {_steward(state, draw) for draw in range(draws)}


def steward_turn(state: State) -> list[str]:
    """Let the steward go on until somebody else must answer; return its answers."""
    seat = state.owing()[0]
    lines: list[str] = []
    while seat in state.owing() and len(lines) < 40:
        lines.append(_steward(state, len(lines)))
        play(state, f"{state.rules.colours[seat]} {lines[-1]}")
    return lines


def _steward(state: State, chance: int) -> str:
    view = state.view(state.owing()[0])
    request = Request(view, view.decision(view.seat), (), 100, Generator.seeded(chance))
    return state.rules.text(Steward().choose(request).code)


GAMES: dict[str, dict[str, Any]] = {
    "first edition": {"players": 3, "house": {"castillo": "veiled"}},
    "second edition": {
        "players": 2, "edition": "2023", "expansions": ("power-shift", "old-hands-veto"),
    },
    "seam": {"players": 3, "expansions": ("seam", "seam-late")},
}  # fmt: skip
"""What any bot must be able to play, and whoever plans for one."""


def game(name: str, **others: Any) -> Setup:
    """One of them, short."""
    register(SEAM)
    register(LATE)
    return Setup.of(**{"seed": 4, "short": True, **GAMES[name], **others})


def half_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    """As long a bot may sleep now that is started; the system does not tell what it computes."""
    monkeypatch.setattr(limits, "computed", lambda _: 0.0)
    monkeypatch.setattr(limits, "queued", lambda _: 0.0)
    monkeypatch.setattr(limits, "LONGEST_SLEEP", 0.5)
    monkeypatch.setattr(runner_module, "START", 0.5)


def running(pid: int) -> bool:
    """Say whether a process is there and has not ended; a dead one may wait to be buried."""
    try:
        os.kill(pid, 0)
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except ProcessLookupError:
        return False
    except OSError:
        # Where the system tells no more, or it has gone just now: whoever waits looks again.
        return True
