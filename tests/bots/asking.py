"""What tests of bots share: a game of four, how one is asked, and whether a process runs."""

from __future__ import annotations

import os

import pytest

from elgrande.bots import limits
from elgrande.bots import runner as runner_module
from elgrande.bots.runner import BotMove, Runner
from elgrande.content.setup import Player, Setup
from elgrande.rules import State


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
