"""Make puzzles out of games of stewards, and number those that come with the game.

    python benchmarks/puzzles.py made base4 colonies --number 8 --seed 5000
    python benchmarks/puzzles.py made --ship

The first looks at turns of such games until so many are puzzles of each kind, and writes a file
each into the folder; it can be stopped and started again, and with another seed twice at a time. Of
a game it looks at those turns first in which one card seems to lead by most. Turns on which weak
and strong bots agree are mostly easy, so most of these are passed over. The second writes all of
the folder to ``src/elgrande/analysis/puzzles``, the easy ones first.
"""

from __future__ import annotations

import argparse
import random
from itertools import zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import tomli_w

from elgrande.analysis.puzzle import (
    BOTS,
    LEVELS,
    SEARCH,
    card_of,
    puzzle_at,
    puzzle_of,
    to_plain,
)
from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.registry import make
from elgrande.bots.steward import Steward
from elgrande.content.setup import Setup
from elgrande.rules import Generator

if TYPE_CHECKING:
    from elgrande.rules import State

SHIPPED = Path(__file__).parent.parent / "src" / "elgrande" / "analysis" / "puzzles"
KINDS: dict[str, dict[str, Any]] = {
    "base2": {"players": 2},
    "base3": {"players": 3},
    "base4": {"players": 4},
    "base5": {"players": 5},
    "new2": {"players": 2, "edition": "2023"},
    "new3": {"players": 3, "edition": "2023"},
    "new4": {"players": 4, "edition": "2023"},
    "regency": {"players": 3, "edition": "2023", "expansions": ("new-regency",)},
    "shift": {"players": 3, "edition": "2023", "expansions": ("power-shift",)},
    "hands": {"players": 4, "edition": "2023",
              "expansions": ("old-hands-infiltration", "old-hands-veto")},
    "intrigue": {"players": 3, "expansions": ("intrigue",)},
    "grandissimo": {"players": 3, "expansions": ("grandissimo",)},
    "colonies": {"players": 3, "expansions": ("colonies",)},
    "king-colonies": {"players": 3, "expansions": ("colonies", "intrigue")},
}  # fmt: skip
EARLIEST, FEWEST = 3, 3
"""The first round whose turns are looked at, and the fewest cards that may be taken."""
EASY = 0.25
"""So many of the turns are looked at on which bots agree."""
MOST, LOOKED_AT = 2, 5
"""Puzzles of one game, and the turns of it that are looked at."""


def answer(state: State, seat: int, bot: str, number: int) -> int:
    """Return what a bot answers."""
    codes = state.legal(seat)
    if len(codes) == 1:
        return codes[0]
    view, chance = state.view(seat), Generator.seeded(number)
    asked = Request(view, view.decision(seat), (), SEARCH if bot else BUDGET, chance)
    return (make(bot) if bot else Steward()).choose(asked).code


def seen_lead(state: State, seat: int) -> float:
    """Return by how much the best turn with one card leads that with any other, at first sight."""
    dealt, worths = state.view(seat).sample(Generator.seeded(9)), []
    for code in dealt.legal(seat):
        if dealt.rules.verb(code) == "card":
            begun = dealt.copy()
            begun.apply(seat, code)
            planner = Planner(Outlook(begun, seat), Generator.seeded(9))
            worths.append(max(end.worth for end in planner.ends(begun)))
    *_, second, best = sorted(worths)
    return best - second


def turns(setup: Setup, seed: int) -> list[tuple[State, int]]:
    """Return beginnings of turns of a game of stewards that may be puzzles, the likeliest first."""
    state, number, found = setup.start(), 0, []
    while state.stack:
        seat = state.owing()[0]
        words = (state.rules.text(code) for code in state.decision(seat).codes)
        cards = sum(text.startswith("card ") for text in words)
        if state.round >= EARLIEST and state.actor == seat and cards >= FEWEST:
            found.append((state.copy(), seat))
        state.apply(seat, answer(state, seat, "", seed * 10_000 + number))
        number += 1
    return sorted(found, key=lambda turn: -seen_lead(*turn))[:LOOKED_AT]


def made(kind: str, folder: Path, number: int, seed: int) -> None:
    """Write so many puzzles of a kind, those of before counted, of games from this seed on."""
    while len(list(folder.glob(f"{kind}-[0-9]*.toml"))) < number:
        setup, rounds = Setup.of(seed=seed, **KINDS[kind]), set[int]()
        for state, seat in turns(setup, seed):
            # What others have taken in the same round would be told by the other puzzle.
            if state.round in rounds:
                continue
            path = folder / f"{kind}-{seed}-{state.round}-{seat}.toml"
            if path.exists():
                break
            rules = state.rules
            named = {card_of(rules, seat, [(seat, answer(state, seat, bot, 1))]) for bot in BOTS}
            agreed = random.Random(f"{seed} {state.round} {seat}").random() >= EASY
            if len(named) == 1 and agreed:
                continue
            puzzle = puzzle_at(setup, state, seat)
            if puzzle is not None:
                path.write_text(tomli_w.dumps(to_plain(puzzle)), encoding="utf-8")
                print(path.name, LEVELS[puzzle.level], flush=True)
                rounds.add(state.round)
            if len(rounds) == MOST:
                break
        seed += 1


def ship(folder: Path) -> None:
    """Number all puzzles of a folder: easy ones first, and kinds in turn."""
    kinds: dict[tuple[int, str], list[Path]] = {}
    for path in sorted(folder.glob("*.toml")):
        kind = path.name.rsplit("-", 3)[0]
        kinds.setdefault((puzzle_of(path).level, kind), []).append(path)
    SHIPPED.mkdir(exist_ok=True)
    for old in SHIPPED.glob("*.toml"):
        old.unlink()
    ordered: list[Path] = []
    for level in range(len(LEVELS)):
        groups = [paths for (at, _), paths in sorted(kinds.items()) if at == level]
        ordered += [path for row in zip_longest(*groups) for path in row if path is not None]
    for number, path in enumerate(ordered, 1):
        (SHIPPED / f"{number:03}.toml").write_bytes(path.read_bytes())
    print(f"{len(ordered)} puzzles")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--number", type=int, default=8)
    parser.add_argument("--seed", type=int, default=5000)
    parser.add_argument("--ship", action="store_true")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.ship:
        ship(options.folder)
        return
    for kind in options.kinds or KINDS:
        made(kind, options.folder, options.number, options.seed)


if __name__ == "__main__":
    main()
