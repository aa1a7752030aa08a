"""Does the bot that lessons lead to lose to somebody who has just learnt the game?

    python benchmarks/after_the_lesson.py --games 200 page

Whoever has finished the first lesson is stood in for by a written rule. At each question it takes
the first of the answers after which it would be furthest ahead if everything were scored now; for
a card it looks to the end of its own turn in that way. It plays the middle one of its power cards,
and takes as many caballeros to its court as it may. It sits at a table of such bots, in turn in
every seat, each game with a deal of its own.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.registry import BEGINNERS, make
from elgrande.content.setup import Setup
from elgrande.rules import Generator, State
from elgrande.rules.steps.general import scored_now
from elgrande.tournament.statistics import about_mean, wilson

SEED = 3


def lead(state: State, seat: int) -> int:
    """Return how far a seat would be ahead of the best of the others if all were scored now."""
    points = [state.score(each) for each in range(state.rules.n_seats)]
    for event in scored_now(state):
        for each, more in event.scored.paid():
            points[each] += more
    return points[seat] - max(p for each, p in enumerate(points) if each != seat)


def first_reasonable(state: State, seat: int, codes: Sequence[int]) -> int:
    """Return the first answer that leads furthest ahead; it stops only where nothing is as good."""
    rules = state.rules

    def worth(code: int) -> tuple[int, bool]:
        after = state.copy()
        after.apply(seat, code)
        more = code if rules.verb(code) == "take" else lead(after, seat)
        return more, code not in (rules.DONE, rules.END)

    return max(codes, key=worth)


def answer(state: State, seat: int, number: int) -> int:
    """Return what the newcomer answers, who knows no more than the view of the seat."""
    view = state.view(seat)
    decision = view.decision(seat)
    codes = decision.codes
    if decision.step == "power":
        return sorted(codes)[len(codes) // 2]
    seen = view.sample(Generator.seeded(number))
    if decision.step != "choose_card":
        return first_reasonable(seen, seat, codes)

    def at_the_end(code: int) -> int:
        after = seen.copy()
        after.apply(seat, code)
        while after.stack and after.round == seen.round and [*after.owing()] == [seat]:
            if after.decision(seat).step in ("power", "choose_card"):
                break
            after.apply(seat, first_reasonable(after, seat, after.legal(seat)))
        return lead(after, seat)

    return max(codes, key=at_the_end)


def played(bot: str, players: int, seat: int, seed: int) -> list[int]:
    """Play a game; return everybody's points."""
    state = Setup.of(players, seed=seed).start()
    bots = [make(bot) for _ in range(players)]
    chances = [Generator.seeded(seed, each) for each in range(players)]
    number = 0
    while not state.over:
        at = state.owing()[0]
        number += 1
        if at == seat:
            code = answer(state, at, number)
        else:
            view = state.view(at)
            asked = Request(view, view.decision(at), (), BUDGET, chances[at])
            code = bots[at].choose(asked).code
        state.apply(at, code)
    return [state.score(each) for each in range(players)]


def main() -> None:
    """Play and print a line for two and for four."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("bot", nargs="?", default=BEGINNERS)
    parser.add_argument("--games", type=int, default=200)
    told = parser.parse_args()
    for players in (2, 4):
        wins, ahead = 0.0, list[float]()
        for game in range(told.games):
            seat = game % players
            points = played(told.bot, players, seat, SEED * 10_000 + game)
            best = max(points)
            wins += (points[seat] == best) / points.count(best)
            others = [p for at, p in enumerate(points) if at != seat]
            ahead.append(points[seat] - sum(others) / len(others))
        low, high = wilson(wins / told.games, told.games)
        less, more = about_mean(ahead) or (0.0, 0.0)
        print(
            f"{players} players, {told.games} games, {told.bot}: {wins / told.games:.3f} "
            f"[{low:.3f}, {high:.3f}], fair {1 / players:.2f}; ahead {less:.1f} to {more:.1f}"
        )


if __name__ == "__main__":
    main()
