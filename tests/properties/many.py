"""Plays many random games of all editions, expansions and player counts: is any stuck?

    python tests/properties/many.py 2000

The games run through every set of expansions with every number of players in a
mixed order, so that any number of them is a fair sample; house rules and length
vary with the seed. The test suite plays fewer of the very same games.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

if __name__ == "__main__":
    here = Path(__file__).parent
    sys.path[:0] = [str(here), str(here.parent)]

from games import Variant, choose, rng_for, start

from elgrande.content.edition import edition, edition_ids
from elgrande.content.expansion import chosen, expansion, expansion_ids
from elgrande.content.files import ContentError

ANSWERS_A_TURN = 60
"""A game that asks for more than this is going round in circles."""
SHARE = 16
"""Editions without expansions are played this many times as often as one set of expansions."""


@dataclass(frozen=True)
class Played:
    """A game that was played: of what, how many answers, and what was wrong with it."""

    variant: Variant
    seed: int
    answers: int
    problem: str = ""


def sets(name: str) -> list[tuple[str, ...]]:
    """Return every set of our own expansions that can be played with an edition."""
    ours = [
        one for one in expansion_ids() if expansion(one).edit.__module__.startswith("elgrande.")
    ]
    found = []
    for number in range(len(ours) + 1):
        for ids in combinations(ours, number):
            try:
                chosen(name, ids)
            except ContentError:
                continue
            found.append(ids)
    return found


def schedule() -> list[Variant]:
    """Return one round of games, mixed."""
    round_ = [
        Variant(name, players, ids)
        for name in edition_ids()
        for ids in sets(name)
        for players in sorted(edition(name).ranks)
        for _ in range(1 if ids else SHARE)
    ]
    random.Random(2000).shuffle(round_)
    return round_


def play(variant: Variant, seed: int) -> Played:
    """Play a game at random to its end, or as far as it goes."""
    state = start(variant, seed)
    rules = state.rules
    rng = rng_for(variant, seed, "many")
    most = ANSWERS_A_TURN * rules.n_seats * len(rules.rounds)
    answers = 0
    while not state.over:
        if answers == most:
            return Played(variant, seed, answers, f"does not end; it asks {state.stack[-1].step!r}")
        owing = state.owing()
        if not owing or not all(state.legal(seat) for seat in owing):
            return Played(variant, seed, answers, f"is stuck at {state.stack[-1]}")
        state.apply(*choose(state, rng))
        answers += 1
    wholes = list(rules.family_start)
    there = [
        sum(state.count(kind, p) for kind in family for p in range(rules.n_places))
        for family in rules.families
    ]
    lost = "" if there == wholes else f"ends with {there} caballeros instead of {wholes}"
    return Played(variant, seed, answers, lost)


def many(number: int) -> list[Played]:
    """Play so many games."""
    round_ = schedule()
    return [play(round_[game % len(round_)], game) for game in range(number)]


def main(number: int) -> int:
    """Play and print a table; exit code 1 if anything was wrong."""
    began = time.process_time()
    played = many(number)
    spent = time.process_time() - began
    print(f"{'':32}{'games':>8}{'answers':>12}{'most':>8}")
    groups: dict[str, list[int]] = {}
    for game in played:
        one = game.variant
        groups.setdefault(f"{one.edition}, {one.players} players", []).append(game.answers)
        for ids in one.expansions:
            groups.setdefault(f"with {ids}", []).append(game.answers)
    for name, answers in sorted(groups.items()):
        mean = sum(answers) / len(answers)
        print(f"{name:32}{len(answers):8}{mean:12.0f}{max(answers):8}")
    print(
        f"\n{number} games, {len({game.variant for game in played})} different, {spent:.0f} s CPU"
    )
    wrong = [game for game in played if game.problem]
    for game in wrong:
        print(f"{game.variant.edition} {game.variant.expansions}, {game.variant.players} players, "
              f"seed {game.seed}: {game.problem}")  # fmt: skip
    print(f"{len(wrong)} stuck")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000))
