"""What the end of a round tells of the end of the game: plays games of stewards, fits ``finals``.

    nice -n 10 python benchmarks/finals.py --record ends.jsonl              # play, then fit
    python benchmarks/finals.py --record ends.jsonl --games 0               # fit what there is

At the end of each round what every seat has is written down by its parts, and in the end its
points. How much of each part lasts is fitted to that, for each number of players and of rounds to
go: least squares of the differences from the mean of the table, neighbouring rounds being
drawn towards each other. What is printed is ``bots/finals.toml``; beside it how much of the
differences it explains, and how much the sum of the parts does.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.outlook import Outlook
from elgrande.bots.steward import Steward
from elgrande.bots.weights import Parts, final_weights
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from series import Key, Record, played

SEED = 29
SIZE = len(Parts._fields)
GAMES = {2: 220, 3: 220, 4: 200, 5: 260}
EXPECTED = Parts(0.6, 0.4, 0.2, 0.5, 0.6, 0.6, 1.0, 0.5)
"""What each part comes to where there is nothing to tell it by."""
SCALE = Parts(0.3, 0.3, 0.3, 0.5, 0.7, 0.5, 1.0, 1.0)
"""How far it may be from that; from one round to the next, about a third of it."""
NEXT = 0.35
FAR = 2.0
NOISE = {2: 80.0}
"""The variance of what no part tells, in points squared, by players."""
MUCH = 50.0

Row = tuple[int, list[Parts], list[int]]
"""Rounds to go, everybody's parts, everybody's points in the end."""


def play(key: Key) -> dict[str, Any]:
    """Play a game; return the parts at the end of each round, by rounds to go, and the points."""
    began = time.process_time()
    players = range(key["players"])
    state = Setup.of(key["players"], seed=key["seed"] * 10_000 + key["deal"]).start()
    bots = [Steward() for _ in players]
    chances = [Generator.seeded(key["seed"], key["deal"], seat) for seat in players]
    ends: dict[int, list[list[float]]] = {}
    seen, last = state.round, max(state.rules.rounds)
    while not state.over:
        if state.round != seen:
            seen = state.round
            parts = Outlook(state, 0).parts(state)
            ends[last + 1 - seen] = [[round(part, 3) for part in seat] for seat in parts]
        seat = state.owing()[0]
        codes = state.legal(seat)
        code = codes[0]
        if len(codes) > 1:
            view = state.view(seat)
            asked = Request(view, view.decision(seat), (), BUDGET, chances[seat])
            code = bots[seat].choose(asked).code
        state.apply(seat, code)
    points = [state.score(seat) for seat in players]
    return {"ends": ends, "points": points, "seconds": round(time.process_time() - began, 2)}


def fit(rows: list[Row], players: int, rounds: int) -> list[Parts]:
    """Return what each part comes to with 1, 2, 3, ... rounds to go."""
    size = SIZE * rounds
    matrix = [[0.0] * size for _ in range(size)]
    wanted = [0.0] * size
    sure = 1 / NOISE.get(players, MUCH)
    for left, parts, points in rows:
        at = (left - 1) * SIZE
        for found, final in centred(parts, points):
            for i, one in enumerate(found):
                wanted[at + i] += sure * one * final
                for j, other in enumerate(found):
                    matrix[at + i][at + j] += sure * one * other
    for at in range(size):
        part = at % SIZE
        loose = 1 / (FAR * SCALE[part]) ** 2
        matrix[at][at] += loose
        wanted[at] += loose * EXPECTED[part]
        after = at + SIZE
        if after < size:
            tight = 1 / (NEXT * SCALE[part]) ** 2
            for i, j, sign in ((at, at, 1), (after, after, 1), (at, after, -1), (after, at, -1)):
                matrix[i][j] += sign * tight
    found = solved(matrix, wanted)
    table = [Parts(*found[at : at + SIZE]) for at in range(0, size, SIZE)]
    # No card is worth less than nothing: it need not be played.
    return [parts._replace(hand=max(0.0, parts.hand)) for parts in table]


def centred(parts: list[Parts], points: list[int]) -> list[tuple[list[float], float]]:
    """Return parts and points by seat, less the means of the table."""
    means = [fmean(column) for column in zip(*parts, strict=True)]
    mean = fmean(points)
    return [
        ([part - usual for part, usual in zip(seat, means, strict=True)], final - mean)
        for seat, final in zip(parts, points, strict=True)
    ]


def solved(matrix: list[list[float]], wanted: list[float]) -> list[float]:
    """Solve linear equations whose matrix is symmetric and positive, by elimination."""
    rows = [[*row, right] for row, right in zip(matrix, wanted, strict=True)]
    size = len(rows)
    for at in range(size):
        first = rows[at]
        for row in rows[at + 1 :]:
            if row[at]:
                factor = row[at] / first[at]
                for column in range(at, size + 1):
                    row[column] -= factor * first[column]
    found = [0.0] * size
    for at in range(size - 1, -1, -1):
        known = sum(rows[at][column] * found[column] for column in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found


def explained(rows: list[Row], told: list[Parts]) -> float:
    """Return the share of the squared differences in the end that these weights foretell."""
    missed = whole = 0.0
    for left, parts, points in rows:
        for found, final in centred(parts, points):
            guess = sum(w * part for w, part in zip(told[left - 1], found, strict=True))
            missed += (final - guess) ** 2
            whole += final**2
    return 1 - missed / whole


def main(arguments: list[str]) -> None:
    """Play what is still wanted, fit, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--record", type=Path, required=True)
    parser.add_argument("--games", type=int, help="for each number of players")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the games")
    given = parser.parse_args(arguments)
    record = Record(given.record)
    for players, usual in GAMES.items():
        games = usual if given.games is None else given.games
        keys: list[Key] = [
            {"players": players, "seed": SEED, "deal": deal} for deal in range(games or usual)
        ]
        known = [key for key in keys if games or record.get(key) is not None]
        rows: list[Row] = []
        for _, found in played(known, partial(play), record, given.jobs):
            rows += [
                (int(left), [Parts(*seat) for seat in ends], found["points"])
                for left, ends in found["ends"].items()
            ]
        if not rows:
            continue
        rounds = max(left for left, _, _ in rows)
        table = fit(rows, players, rounds)
        print(f"{players} = [  # {len(rows) // rounds} games")
        for left, parts in enumerate(table, 1):
            here = [row for row in rows if row[0] == left]
            now = explained(here, [final_weights(players, left)] * rounds)
            print(
                f"    [{', '.join(f'{part:.2f}' for part in parts)}],"
                f"  # {explained(here, table):.2f} explained, {now:.2f} by what stands there"
            )
        print("]")


if __name__ == "__main__":
    main(sys.argv[1:])
