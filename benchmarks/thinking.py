"""Bots that think without a pause, each in its own process, until the input ends.

Run as a program it prints ``ready`` once all have answered, and in the end how many
answers they gave: the load under which the screen is measured.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING

from elgrande.bots.runner import BotInside, BotProcess
from elgrande.content.setup import Setup

if TYPE_CHECKING:
    from elgrande.rules import View

ROUND = 7
"""Late enough that a choice among cards takes long."""


def question(setup: Setup) -> tuple[View, int]:
    """Play stewards to a late choice among cards; return who must choose, and the entry."""
    state = setup.start()
    bot = BotInside("steward", 1)
    entry = 0
    while True:
        view = state.view(state.owing()[0])
        if view.round >= ROUND and view.decision(view.seat).step == "choose_card":
            return view, entry
        state.apply(view.seat, bot.choose(view, entry).code)
        entry += 1


def think(number: int) -> None:
    """Let so many stewards answer the same question over and over."""
    setup = Setup.of(5, seed=3)
    view, entry = question(setup)
    ready = threading.Barrier(number + 1)
    given = [0] * number

    def ask(which: int) -> None:
        bot = BotProcess("steward", setup, which)
        bot.choose(view, entry)
        ready.wait()
        while True:
            move = bot.choose(view, entry)
            assert not move.notice, move.notice
            given[which] += 1

    for which in range(number):
        threading.Thread(target=ask, args=(which,), daemon=True).start()
    ready.wait()
    print("ready", flush=True)
    sys.stdin.read()
    print(sum(given), flush=True)


class Thinking:
    """So many bots at work in the background: ``with Thinking(8) as bots``."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.answers = 0

    def __enter__(self) -> Thinking:
        """Start them, and wait until all are at work."""
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(self.number)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        if self._process.stdout.readline() != "ready\n":
            raise RuntimeError("the bots did not begin to think")
        return self

    def __exit__(self, *_: object) -> None:
        """End them; their own processes end with them."""
        self.answers = int(self._process.communicate()[0])


if __name__ == "__main__":
    think(int(sys.argv[1]))
