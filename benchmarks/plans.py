"""What a plan is worth: one steward that follows what expansions tell of power cards, among copies
that do not.

    nice -n 10 python benchmarks/plans.py --games 200 --seed 1

It prints the share of games that the one wins with its interval of 95 %; a game between equals
would give it one in as many as play. Each deal is played from every seat. The games depend on the
seed alone; one process plays them, 200 of five players in about ten minutes of its own time. With
--record FILE it may be stopped at any time, and goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import replace
from pathlib import Path

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.simulate import Game, results
from elgrande.bots.steward import Steward
from elgrande.bots.weights import WEIGHTS
from elgrande.content.setup import Setup
from elgrande.rules import Generator

PLANS, COPIES = "with the plan", "without it"


def play(setup: Setup, planning: int, seed: int) -> tuple[int, ...]:
    """Play a game in which one seat plans; return the points by seat."""
    state = setup.start()
    players = range(state.rules.n_seats)
    bots = [Steward(replace(WEIGHTS, plans=seat == planning)) for seat in players]
    chances = [Generator.seeded(seed, seat) for seat in players]
    while not state.over:
        seat = state.owing()[0]
        codes = state.legal(seat)
        code = codes[0]
        if len(codes) > 1:
            view = state.view(seat)
            asked = Request(view, view.decision(seat), (), BUDGET, chances[seat])
            code = bots[seat].choose(asked).code
        state.apply(seat, code)
    return tuple(state.score(seat) for seat in players)


def recorded(path: Path | None) -> dict[str, tuple[int, ...]]:
    """Return the points of the games that a file holds, by seed, deal and turn."""
    if path is None or not path.exists():
        return {}
    lines = path.read_text(encoding="utf-8").splitlines()
    return {key: tuple(points) for key, points in map(json.loads, lines)}


def main(arguments: list[str]) -> None:
    """Play the games and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--expansion", default="intrigue")
    parser.add_argument("--house", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--record", type=Path, help="a file of the games played so far")
    given = parser.parse_args(arguments)
    house = {key: int(value) if value.isdecimal() else value
             for key, _, value in (one.partition("=") for one in given.house)}  # fmt: skip
    names = (PLANS, *[COPIES] * (given.players - 1))
    played = recorded(given.record)
    blocks: list[list[Game]] = []
    for deal in range(-(-given.games // given.players)):
        setup = Setup.of(
            given.players, seed=given.seed * 10_000 + deal,
            expansions=(given.expansion,), house=house,
        )  # fmt: skip
        block = []
        for turn in range(given.players):
            key = f"{given.seed} {deal} {turn}"
            if key not in played:
                seed = given.seed * 10_000 + deal * given.players + turn
                played[key] = play(setup, turn, seed)
                if given.record:
                    with given.record.open("a", encoding="utf-8") as file:
                        print(json.dumps([key, played[key]]), file=file)
            points = played[key]
            block.append(Game((points[turn], *points[:turn], *points[turn + 1 :]), ()))
        blocks.append(block)
        found = results(names, blocks, given.seed)
        one, others = found.standings
        print(
            f"{found.games:4} games: {one.share:.3f} ({one.share_low:.3f} to {one.share_high:.3f}),"
            f" {one.score:.1f} points against {others.score:.1f}",
            flush=True,
        )


if __name__ == "__main__":
    main(sys.argv[1:])
