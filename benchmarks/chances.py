"""Do the chances of an analysis come true? Brier score and reliability on games that it never saw.

    python benchmarks/chances.py --games 40 --record chances.jsonl

plays games between stewards, asks at each turn's beginning for the chances to win, and compares
them with who won: beside what the points alone would say, and a guess that all are alike. Its
own temperature was fitted to the seeds from 1000 on, so these begin at 50000. It can be
stopped and started again.
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path
from statistics import fmean
from typing import Any

from elgrande.analysis.chances import Playouts, soft, won
from elgrande.bots.runner import BotInside
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from series import Record, commit, played

FIRST = 50_000
LEAD, LEAD_A_ROUND = 4.0, 2.0
"""The temperature of the points alone, fitted to the same games as that of the analysis."""
BINS = 10
DRAWS = 500


def play(key: dict[str, Any]) -> list[Any]:
    """Return, for each turn of a game, its round, the chances, and those by points; who won."""
    setup = Setup.of(key["players"], seed=key["seed"], edition=key["edition"])
    state, evaluator = setup.start(), Playouts()
    bots = [BotInside("steward", key["seed"]) for _ in range(key["players"])]
    rows, seen, entry = [], None, 0
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        if state.stack[-1].step == "choose_card" and (state.round, seat) != seen:
            seen = (state.round, seat)
            tries = [
                evaluator.look(state, Generator.seeded(key["seed"], entry, n))[0]
                for n in range(key["tries"])
            ]
            chances = [round(fmean(each), 4) for each in zip(*tries, strict=True)]
            left = len(state.rules.rounds) - state.round
            scores = [state.score(each) for each in range(key["players"])]
            points = [round(each, 4) for each in soft(scores, LEAD + LEAD_A_ROUND * left)]
            rows.append([state.round, chances, points])
        code = codes[0]
        if len(codes) > 1:
            code = bots[seat].choose(state.view(seat), entry, ()).code
        state.apply(seat, code)
        entry += 1
    return [rows, won(state)]


def brier(chances: list[float], result: list[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(chances, result, strict=True))


def told(games: list[list[Any]], players: int) -> None:
    """Print what all games say; intervals of 95 % by drawing the games again."""
    by_game = []
    for rows, result in games:
        alike = [1 / players] * players
        by_game.append(
            [
                fmean(brier(each, result) for each in found)
                for found in ([r[1] for r in rows], [r[2] for r in rows], [alike for _ in rows])
            ]
        )
    drawn = random.Random(1)

    def interval(values: list[float]) -> str:
        means = sorted(fmean(drawn.choices(values, k=len(values))) for _ in range(DRAWS))
        low, high = means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS)]
        return f"{fmean(values):.3f} [{low:.3f}, {high:.3f}]"

    for name, at in (("analysis", 0), ("points alone", 1), ("all alike", 2)):
        print(f"Brier score, {name:13}{interval([each[at] for each in by_game])}")
    print(f"analysis less points alone {interval([each[0] - each[1] for each in by_game])}")
    print("\nforetold   seats and turns   came true")
    for low in range(BINS):
        inside = [
            (chance, part)
            for rows, result in games
            for row in rows
            for chance, part in zip(row[1], result, strict=True)
            if low <= chance * BINS < low + 1 or (low == BINS - 1 and chance == 1)
        ]
        if inside:
            foretold = fmean(chance for chance, _ in inside)
            print(f"{foretold:8.1%}   {len(inside):15}   {fmean(part for _, part in inside):9.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--tries", type=int, default=8)
    parser.add_argument("--edition", default="1996")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    keys = [
        {"chances": 1, "players": options.players, "seed": FIRST + game, "tries": options.tries,
         "edition": options.edition}
        for game in range(options.games)
    ]  # fmt: skip
    record = Record(options.record)
    games = [found for _, found in played(keys, play, record, options.jobs)]
    print(
        f"{len(games)} games of {options.players} stewards, edition {options.edition}, "
        f"{options.tries} tries a position, seeds from {FIRST}, commit {commit()}\n"
    )
    told(games, options.players)


if __name__ == "__main__":
    main()
