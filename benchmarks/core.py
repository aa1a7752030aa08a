"""The rules core: random games, copies, legal lists, samples."""

from __future__ import annotations

import random
import statistics
import time

from elgrande.content.expansion import offered
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State

DEALT = {"hand": "dealt"}
"""Nobody keeps cards at the start: hundreds of answers of a random game."""
KINDS: dict[str, tuple[tuple[str, ...], dict[str, str]]] = {
    "Grandissimo": (("grandissimo",), {}),
    "Intrigue": (("intrigue",), DEALT),
    "Colonies": (("colonies",), {}),
    "King & Colonies": (("colonies", "intrigue"), DEALT),
}
"""The expansions of the first edition, four players each."""


def random_game(
    players: int, seed: int, rng: random.Random, expansions: tuple[str, ...] = (), **house: str
) -> int:
    """Play one random game, events and journal off; return the number of answers."""
    state = Setup.of(players, seed=seed, expansions=expansions, house=house).start()
    answers = 0
    draw = rng.random
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        state.apply(seat, codes[int(draw() * len(codes))])
        answers += 1
    return answers


def chess_game(rng: random.Random) -> int:
    """Play one random game of python-chess; return the number of moves."""
    import chess

    board = chess.Board()
    moves = 0
    while not board.is_game_over():
        board.push(rng.choice(list(board.legal_moves)))
        moves += 1
    return moves


def timed(seconds: float, play) -> tuple[float, float]:
    """Return games a second of CPU time, and answers a game."""
    games = answers = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        answers += play(games)
        games += 1
    return games / spent, answers / games


def games_a_second(seconds: float, repeats: int) -> dict[str, dict[str, float]]:
    """Random games a second: chess, 2 to 5 players and the expansions of 1996 taking turns."""
    rates: dict[str, list[tuple[float, float]]] = {}
    for repeat in range(repeats):
        rng = random.Random(repeat)
        runs = {"python-chess": lambda _, rng=rng: chess_game(rng)}
        for players in (2, 3, 4, 5):
            runs[f"{players} players"] = lambda n, rng=rng, p=players, r=repeat: random_game(
                p, r * 100_000 + n, rng
            )
        for name, (some, house) in KINDS.items():
            runs[name] = lambda n, rng=rng, e=some, h=house, r=repeat: random_game(
                4, r * 100_000 + n, rng, e, **h
            )
        for name, play in runs.items():
            rates.setdefault(name, []).append(timed(seconds, play))
    return {
        name: {
            "games_per_second": statistics.median(rate for rate, _ in found),
            "answers_per_game": statistics.mean(answers for _, answers in found),
        }
        for name, found in rates.items()
    }


def with_expansion() -> tuple[str, ...]:
    """Return the expansions that a game of the first edition can be played with."""
    return tuple(one.id for one in offered("1996"))


def positions(players: int, count: int, expansions: tuple[str, ...] = ()) -> list[State]:
    """Positions from all over random games."""
    rng = random.Random(players)
    found: list[State] = []
    seed = 0
    while len(found) < count:
        state = Setup.of(players, seed=seed, expansions=expansions).start()
        while state.stack:
            if rng.random() < 0.1:
                found.append(state.copy())
            seat = state.owing()[0]
            state.apply(seat, rng.choice(state.legal(seat)))
        seed += 1
    return found[:count]


def micro(repeats: int) -> dict[str, float]:
    """Microseconds for a copy, a legal list, a view and a sample, four players, median of runs."""
    states = positions(4, 400)
    for state in states:
        state._cache = None
    views = [state.view(state.owing()[0]) for state in states]
    generator = Generator.seeded(1)

    def legal(state: State) -> None:
        state._cache = None
        state.legal(state.owing()[0])

    jobs = {
        "copy": (states, State.copy),
        **{f"copy, {name}": (positions(4, 400, (name,)), State.copy) for name in with_expansion()},
        "legal list": (states, legal),
        "view": (states, lambda state: state.view(0)),
        "sample": (views, lambda view: view.sample(generator)),
        "digest": (states, State.digest),
    }
    out = {}
    for name, (items, job) in jobs.items():
        times = []
        for _ in range(repeats):
            began = time.process_time()
            for _ in range(5):
                for item in items:
                    job(item)
            times.append((time.process_time() - began) / (5 * len(items)) * 1e6)
        out[name] = statistics.median(times)
    return out
