"""How long the quick bots think at most: whole games of each kind, and their longest answers.

    python benchmarks/longest.py --games 4
    python benchmarks/longest.py --games 4 --as-of steward-2026-11-both

Times are CPU milliseconds of an answer, with Python's collector away while a bot thinks, as it
is in a bot's process. ``--as-of`` asks an opponent of ``opponents/`` in the game of then.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.bots.bot import Bot

BOTS = ("page", "squire", "bailiff", "steward")
SEED = 900
"""Of the first game."""
MINIS = ("power-shift", "old-hands-veto", "old-hands-competition", "old-hands-infiltration")
KINDS: dict[str, dict[str, Any]] = {
    **{f"{players} players": {"players": players} for players in (2, 3, 4, 5)},
    "2023, all minis": {"players": 4, "edition": "2023", "expansions": MINIS},
    "Intrigue": {"players": 4, "expansions": ("intrigue",)},
    "Colonies": {"players": 4, "expansions": ("colonies",)},
    "King & Colonies": {"players": 4, "expansions": ("colonies", "intrigue")},
    "Grandissimo": {"players": 4, "expansions": ("grandissimo",)},
}


class Answer(NamedTuple):
    """What an answer took, and where it was."""

    seconds: float
    seed: int
    round: int
    step: str


def answers(name: str, kind: dict[str, Any], games: int) -> list[Answer]:
    """Play games of copies of one bot; return their answers, the longest first."""
    # Not above: with --as-of it is another game that is imported.
    from elgrande.bots.bot import BUDGET, Request
    from elgrande.bots.registry import make
    from elgrande.content.setup import Setup
    from elgrande.rules import Generator

    found = []
    for seed in range(SEED, SEED + games):
        state = Setup.of(seed=seed, **kind).start()
        bots: list[Bot] = [make(name) for _ in range(kind["players"])]
        entry = 0
        while state.stack:
            seat = state.owing()[0]
            codes = state.legal(seat)
            code = codes[0]
            if len(codes) > 1:
                view = state.view(seat)
                decision = view.decision(seat)
                asked = Request(view, decision, (), BUDGET, Generator.seeded(seed, entry))
                gc.disable()
                begun = time.process_time()
                code = bots[seat].choose(asked).code
                took = time.process_time() - begun
                gc.enable()
                found.append(Answer(took, seed, view.round, decision.step))
            entry += 1
            state.apply(seat, code)
    return sorted(found, reverse=True)


def printed(names: Sequence[str], games: int) -> None:
    """Print a line for each bot and kind of game."""
    print("| bot, game | answers | half of them | 99 of 100 | longest, where |")
    print("| --- | --- | --- | --- | --- |")
    for name in names:
        for kind, setup in KINDS.items():
            found = answers(name, setup, games)
            half, most = found[len(found) // 2].seconds, found[len(found) // 100].seconds
            longest = found[0]
            print(
                f"| {name}, {kind} | {len(found):,} | {1000 * half:.0f} ms | {1000 * most:.0f} ms "
                f"| {1000 * longest.seconds:.0f} ms: {longest.step}, round {longest.round} of "
                f"seed {longest.seed} |",
                flush=True,
            )  # fmt: skip


def main(arguments: list[str]) -> None:
    """Play the games, and print what the answers took."""
    about = (__doc__ or "").partition("\n\n")[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--games", type=int, default=4, help="of each kind (default: 4)")
    parser.add_argument("--bot", choices=BOTS, help="only this one")
    parser.add_argument("--as-of", help="a name of benchmarks/opponents")
    given = parser.parse_args(arguments)
    if not given.as_of:
        printed([given.bot] if given.bot else BOTS, given.games)
        return
    sys.path.insert(0, str(Path(__file__).parent / "opponents"))
    from frozen import OPPONENTS, install

    if given.as_of not in OPPONENTS:
        parser.error(f"there is no {given.as_of!r}; choose from {', '.join(OPPONENTS)}")
    then = install(OPPONENTS[given.as_of].commit) / "src"
    # A process of its own, since this one has imported the game of today.
    os.environ["PYTHONPATH"] = str(then)
    bot = OPPONENTS[given.as_of].bot
    again = [sys.executable, __file__, "--games", str(given.games), "--bot", bot]
    os.execv(sys.executable, again)


if __name__ == "__main__":
    main(sys.argv[1:])
