"""How long the steward thinks at 300 positions of each kind of game, and at which the longest.

    python benchmarks/positions.py games.jsonl --as-of c9f338c
    python benchmarks/positions.py games.jsonl

The first plays the games that the list is drawn from, by fixed seeds, and keeps the answers in the
file; with the file there they are given again, so that two commits are asked at the same positions.
Of three games two are stewards', in the third everybody answers at random. Times are CPU
milliseconds, as in ``longest.py``.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.registry import make
from elgrande.content.setup import Setup
from elgrande.rules import Generator

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.rules import State

KINDS: dict[str, tuple[dict[str, Any], ...]] = {
    "base": tuple({"players": players} for players in (2, 3, 4, 5)),
    "Grandissimo": ({"players": 4, "expansions": ("grandissimo",)},),
    "Colonies": ({"players": 4, "expansions": ("colonies",)},),
    "King & Colonies": ({"players": 4, "expansions": ("colonies", "intrigue")},),
}
GAMES, SEED = 12, 2900
DRAWN = {"power": 9, "choose_card": 8, "": 8}
"""So many positions of a game by what is asked: most long answers choose a card."""


def questions(kind: str, number: int, known: list[str]) -> Iterator[tuple[State, Request, str]]:
    """Play a game again as far as its answers are known, then on; give each question with choices,
    and what was answered.
    """
    seed, chance, bot = SEED + number, random.Random(SEED + number), make("steward")
    state, entry = Setup.of(seed=seed, **KINDS[kind][number % len(KINDS[kind])]).start(), 0
    while state.stack:
        seat = state.owing()[0]
        texts = {state.rules.text(code): code for code in state.legal(seat)}
        view = state.view(seat)
        asked = Request(view, view.decision(seat), (), BUDGET, Generator.seeded(seed, entry))
        if entry < len(known):
            text = known[entry]
        elif len(texts) > 1 and number % 3 == 2:
            text = chance.choice(sorted(texts))
        else:
            text = state.rules.text(bot.choose(asked).code)
        if text not in texts:
            return
        yield state.copy(), asked, text
        state.apply(seat, texts[text])
        entry += 1


def drawn(steps: list[str], number: int) -> set[int]:
    """Draw the entries of a game at which the steward is asked, by what was asked at each."""
    chance, found = random.Random(number), set[int]()
    for step, many in DRAWN.items():
        entries = [at for at, asked in enumerate(steps) if asked == step]
        found |= set(chance.sample(entries, min(many, len(entries))))
    return found


def took(asked: Request) -> float:
    """Return the CPU seconds of the steward's answer."""
    bot = make("steward")
    gc.disable()
    begun = time.process_time()
    bot.choose(asked)
    seconds = time.process_time() - begun
    gc.enable()
    return seconds


def main(arguments: list[str]) -> None:
    """Ask at all positions, and print what the answers took."""
    about = (__doc__ or "").partition("\n\n")[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("games", type=Path, help="the file with the games' answers")
    parser.add_argument("--as-of", help="a commit, asked in its own game")
    given = parser.parse_args(arguments)
    if given.as_of:
        sys.path.insert(0, str(Path(__file__).parent / "opponents"))
        from frozen import install

        os.environ["PYTHONPATH"] = str(install(given.as_of) / "src")
        os.execv(sys.executable, [sys.executable, __file__, str(given.games)])
    known = json.loads(given.games.read_text("utf-8")) if given.games.exists() else {}
    for kind in KINDS:
        seconds: list[tuple[float, str]] = []
        for number in range(GAMES):
            game = f"{kind} {number}"
            found = list(questions(kind, number, known.get(game, [])))
            known.setdefault(game, [text for _, _, text in found])
            steps = [_step(asked) for _, asked, _ in found]
            for at in sorted(drawn(steps, number)):
                asked = found[at][1]
                seconds.append((took(asked), f"{asked.decision.step} in game {number}"))
        seconds.sort(reverse=True)
        (longest, where), most = seconds[0], seconds[len(seconds) // 20][0]
        print(
            f"{kind:16} {len(seconds)} positions: 95 of 100 within {1000 * most:.0f} ms, "
            f"the longest {1000 * longest:.0f} ms ({where})",
            flush=True,
        )
    given.games.write_text(json.dumps(known), "utf-8")


def _step(asked: Request) -> str:
    """Return under which name of ``DRAWN`` a question falls."""
    step = asked.decision.step
    if len(asked.decision.codes) < 2 or step in ("disks", "choose_hand"):
        return "none"
    return step if step in DRAWN else ""


if __name__ == "__main__":
    main(sys.argv[1:])
