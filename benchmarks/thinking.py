"""Bots that think without a pause, each in its own process, until the input ends.

Run as a program it prints ``ready`` once all have answered, and in the end how many
answers they gave: the load under which the screen is measured.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from typing import TYPE_CHECKING

from elgrande.bots.runner import THINKING, BotInside, BotProcess
from elgrande.content.setup import Setup

if TYPE_CHECKING:
    from elgrande.rules import View

ROUND = 7
"""Late enough that a choice among cards takes long."""


def questions(setup: Setup) -> list[tuple[View, int]]:
    """Play stewards to late choices among cards; return two of who must choose, and the entry.

    Two, since who has planned a turn and is asked the same again need not think.
    """
    state = setup.start()
    bot = BotInside("steward", 1)
    entry, found = 0, []
    while True:
        view = state.view(state.owing()[0])
        if view.round >= ROUND and view.decision(view.seat).step == "choose_card":
            found.append((view, entry))
            if len(found) == 2:
                return found
        state.apply(view.seat, bot.choose(view, entry).code)
        entry += 1


def think(number: int, name: str) -> None:
    """Let so many bots answer the same questions over and over, each for as long as at a table."""
    setup = Setup.of(5, seed=3)
    asked = questions(setup)
    ready = threading.Barrier(number + 1)
    given = [0] * number

    def ask(which: int) -> None:
        bot = BotProcess(name, setup, which, seconds=THINKING)
        bot.choose(*asked[-1])
        ready.wait()
        while True:
            for view, entry in asked:
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

    def __init__(self, number: int, name: str = "steward") -> None:
        self.number = number
        self.name = name
        self.answers = 0

    def __enter__(self) -> Thinking:
        """Start them, and wait until all are at work."""
        self._process = subprocess.Popen(
            [sys.executable, __file__, str(self.number), self.name],
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
    think(int(sys.argv[1]), sys.argv[2])
