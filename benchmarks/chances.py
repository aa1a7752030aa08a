"""Do the chances of an analysis come true? Brier score and reliability on games that it never saw.

    python benchmarks/chances.py --games 200 --record benchmarks/records/chances.jsonl
    python benchmarks/chances.py --fit --games 200 --record chances-fit.jsonl

plays games of 2 to 5 players in turn, one in eight of marshals and stewards and the others of
stewards alone; asks at each turn's beginning for the chances to win; and compares them
with who won: beside what the points alone would say, the points if all were scored now, and a guess
that all are alike. ``--fit``
does so with seeds of its own and prints the temperatures that suit those games best.
What is recorded are the expected finals of every try, not the chances: so that another fit needs
no other games. It can be stopped and started again.
"""

from __future__ import annotations

import argparse
import random
from functools import partial
from math import log
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from elgrande.analysis.chances import TEMPERS, RoundEvaluator, parts, tempers
from elgrande.bots.odds import softmax
from elgrande.bots.runner import BotInside
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.rules.scoring import score
from series import Record, commit, played

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from elgrande.rules import State

FIRST, FIRST_FIT = 50_000, 1_000
PLAYERS = (2, 3, 4, 5)
MARSHALS = 8
"""Every so many games of a number of players, marshals take half of the seats."""
SEARCH = 16
"""Playouts that a marshal has for a search: the same on every machine."""
LEAD = (3.38, 1.81, 0.0)
"""The temperatures of the points alone, as ``--fit`` found it for the same games."""
NOW = (3.69, 2.81, 0.12)
"""Those of the points if all were scored now."""
BINS = 10
DRAWS = 500
LEAST = 1e-3
"""A chance that is taken to be no smaller when a fit is judged."""

Row = list[Any]
"""The rounds left after the tries (-1: the game is over there), the scores, what they would be if
all were scored now, the tries' finals."""
Game = tuple[list[Row], tuple[float, ...]]
Model = tuple[float, float, float]


def play(key: dict[str, Any]) -> list[Any]:
    """Return a row for each turn of a game, and who won."""
    players = key["players"]
    state, evaluator = (
        Setup.of(players, seed=key["seed"], edition=key["edition"]).start(),
        RoundEvaluator(),
    )
    bots = [
        BotInside(
            "marshal" if (seat + key["seed"]) % 2 < key["marshals"] else "steward",
            key["seed"],
            budget=SEARCH,
        )
        for seat in range(players)
    ]  # fmt: skip
    rows, seen, entry = [], None, 0
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        if state.stack[-1].step == "choose_card" and (state.round, seat) != seen:
            seen = (state.round, seat)
            tries = [
                evaluator.finals(state, Generator.seeded(key["seed"], entry, n))
                for n in range(key["tries"])
            ]
            scores = [state.score(each) for each in range(players)]
            # Half a point matters nowhere, and the record is kept in the repository.
            finals = [[round(points) for points in each] for each, _ in tries]
            now = _scored(state)
            rows.append([min(left for _, left in tries), scores, now, finals])
        code = codes[0]
        if len(codes) > 1:
            code = bots[seat].choose(state.view(seat), entry, ()).code
        state.apply(seat, code)
        entry += 1
    return [rows, [state.score(seat) for seat in range(players)]]


def _scored(state: State) -> list[int]:
    """Return everybody's points if every region and the Castillo were scored now."""
    points = [state.score(seat) for seat in range(state.rules.n_seats)]
    for target in range(len(state.rules.targets)):
        for seat, more in score(state, target, general=True).paid():
            points[seat] += more
    return points


# -- models --------------------------------------------------------------------


def by_tries(row: Row, model: Model) -> list[float]:
    """Return the chances that an analysis with these temperatures gives."""
    left, _, _, finals = row
    if left < 0:
        found = [parts(each) for each in finals]
    else:
        found = [softmax(each, tempers(left, model)) for each in finals]
    return [fmean(each) for each in zip(*found, strict=True)]


def by_points(row: Row, model: Model) -> list[float]:
    """Return the chances by the score lead alone."""
    left, scores, _, _ = row
    return softmax(scores, tempers(left + 1, model))


def by_scoring(row: Row, model: Model) -> list[float]:
    """Return the chances by the score lead if all were scored now."""
    left, _, now, _ = row
    return softmax(now, tempers(left + 1, model))


def alike(row: Row) -> list[float]:
    return [1 / len(row[1])] * len(row[1])


def brier(chances: Sequence[float], result: Sequence[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(chances, result, strict=True))


def missed(games: Sequence[Game], chances: Callable[[Row], Sequence[float]]) -> float:
    """Return how little the chances expected what came: minus the mean of their logarithms."""
    return -fmean(
        fmean(
            sum(
                part * log(max(LEAST, chance)) for chance, part in zip(chances(r), won, strict=True)
            )
            for r in rows
        )
        for rows, won in games
    )


def fitted(
    games: Sequence[Game], chances: Callable[[Row, Model], list[float]], model: Model
) -> Model:
    """Return the model under which what came was likeliest, from some model on, step by step."""
    best, size = missed(games, partial(_of, chances, model)), 1.0
    while size > 0.05:
        moved = False
        for at in range(len(model)):
            for way in (size, -size):
                first, linear, square = (m + way * (at == n) for n, m in enumerate(model))
                other = (first, linear, square)
                if min(tempers(left, other) for left in range(10)) < 0.5:
                    continue
                found = missed(games, partial(_of, chances, other))
                if found < best - 1e-7:
                    model, best, moved = other, found, True
        if not moved:
            size /= 2
    first, linear, square = (round(each, 2) for each in model)
    return first, linear, square


def _of(chances: Callable[[Row, Model], list[float]], model: Model, row: Row) -> list[float]:
    return chances(row, model)


# -- telling -------------------------------------------------------------------


def told(games: list[Game]) -> None:
    """Print what all games say; intervals of 95 % by drawing the games again."""
    models: tuple[tuple[str, Callable[[Row], Sequence[float]]], ...] = (
        ("analysis", partial(_of, by_tries, TEMPERS)),
        ("points alone", partial(_of, by_points, LEAD)),
        ("scored now", partial(_of, by_scoring, NOW)),
        ("all alike", alike),
    )
    by_game = [
        [fmean(brier(chances(row), result) for row in rows) for _, chances in models]
        for rows, result in games
    ]
    drawn = random.Random(1)

    def interval(values: list[float]) -> str:
        means = sorted(fmean(drawn.choices(values, k=len(values))) for _ in range(DRAWS))
        low, high = means[int(0.025 * DRAWS)], means[int(0.975 * DRAWS)]
        return f"{fmean(values):.3f} [{low:.3f}, {high:.3f}]"

    for at, (name, _) in enumerate(models):
        print(f"Brier score, {name:13}{interval([each[at] for each in by_game])}")
    for at, (name, _) in enumerate(models[1:3], 1):
        print(f"analysis less {name:13}{interval([each[0] - each[at] for each in by_game])}")
    print("\nforetold   seats and turns   came true")
    said = [
        (chance, part)
        for rows, result in games
        for row in rows
        for chance, part in zip(models[0][1](row), result, strict=True)
    ]
    for low in range(BINS):
        inside = [
            (chance, part)
            for chance, part in said
            if low <= chance * BINS < low + 1 or (low == BINS - 1 and chance >= 1)
        ]
        if inside:
            foretold = fmean(chance for chance, _ in inside)
            print(f"{foretold:8.1%}   {len(inside):15}   {fmean(part for _, part in inside):9.1%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fit", action="store_true", help="play games of its own, and fit to them")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--tries", type=int, default=4)
    parser.add_argument("--edition", default="1996")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    first = FIRST_FIT if options.fit else FIRST
    keys = [
        {
            "chances": 4, "players": PLAYERS[game % len(PLAYERS)], "seed": first + game,
            "tries": options.tries, "edition": options.edition,
            "marshals": int(game // len(PLAYERS) % MARSHALS == MARSHALS - 1),
        }
        for game in range(options.games)
    ]  # fmt: skip
    record = Record(options.record)
    games: list[Game] = [
        (found[0], parts(found[1])) for _, found in played(keys, play, record, options.jobs)
    ]
    print(
        f"{len(games)} games of {min(PLAYERS)} to {max(PLAYERS)} players, edition "
        f"{options.edition}, {options.tries} tries a position, seeds from {first}, "
        f"commit {commit()}, games by commit {record.commits_of(keys)}\n"
    )
    if options.fit:
        print(f"temperatures of the tries: {fitted(games, by_tries, TEMPERS)}")
        print(f"temperatures of the points: {fitted(games, by_points, LEAD)}")
        print(f"temperatures of a scoring now: {fitted(games, by_scoring, NOW)}\n")
    told(games)


if __name__ == "__main__":
    main()
