"""What a plan is worth: one steward that has it among copies that do not.

    nice -n 10 python benchmarks/plans.py colonies                  # 200 five-player games
    nice -n 10 python benchmarks/plans.py intrigue --games 50 --seed 7 --record games.jsonl --jobs 2

Each deal is played from every seat, the one with the plan moving on by a seat each time. After
each deal the share of the games that the one has won is printed, with its interval of 95 %; a game
between equals would give it one in as many as play. The games depend on the seed alone. With
--record the games are kept in a file, a line each, and whoever starts the same again goes on where
it was, after any stop.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).parent))

from copies import BY_HEART, Aloof, Ashore
from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.steward import Steward
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.tournament.statistics import GameResult, Pairing, standings
from series import Key, Record, played

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True)
class Plan:
    """A plan of the steward's: where it is played, and who plays without it."""

    expansions: tuple[str, ...]
    copy: Callable[[], Steward]
    lacks: str
    """What the copies do not do."""


PLANS = {
    "colonies": Plan(("colonies",), Ashore, "never leave Spain"),
    "grandissimo": Plan(
        ("grandissimo",), Aloof, "never take Queen or ship token and never pardon"
    ),
    "intrigue": Plan(
        ("intrigue",), partial(Steward, BY_HEART), "know nothing of what the power cards do"
    ),
    "king-colonies": Plan(
        ("colonies", "intrigue"), partial(Ashore, BY_HEART),
        "never leave Spain and know nothing of what the power cards do",
    ),
}  # fmt: skip
ONE, OTHERS = "with the plan", "without it"


def play(key: Key) -> dict[str, Any]:
    """Play a game in which one seat has the plan; return the points by seat, and CPU seconds."""
    began = time.process_time()
    plan, turn = PLANS[key["plan"]], key["turn"]
    players = range(key["players"])
    state = _setup(key).start()
    bots = [Steward() if seat == turn else plan.copy() for seat in players]
    private = key["seed"] * 10_000 + key["deal"] * key["players"] + turn
    chances = [Generator.seeded(private, seat) for seat in players]
    while not state.over:
        seat = state.owing()[0]
        codes = state.legal(seat)
        code = codes[0]
        if len(codes) > 1:
            view = state.view(seat)
            asked = Request(view, view.decision(seat), (), BUDGET, chances[seat])
            code = bots[seat].choose(asked).code
        state.apply(seat, code)
    points = [state.score(seat) for seat in players]
    return {"points": points, "seconds": round(time.process_time() - began, 2)}


def _setup(key: Key) -> Setup:
    return Setup.of(
        key["players"], seed=key["seed"] * 10_000 + key["deal"], short=key["short"],
        expansions=PLANS[key["plan"]].expansions, house=key["house"],
    )  # fmt: skip


def main(arguments: list[str]) -> int:
    """Play the games and print what came of them."""
    copies = "; ".join(f"{name}: they {plan.lacks}" for name, plan in PLANS.items())
    parser = argparse.ArgumentParser(
        description=__doc__.partition("\n\n")[0], epilog=f"The copies of {copies}."
    )
    parser.add_argument("plan", choices=PLANS)
    parser.add_argument("--games", type=int, default=200, help="rounded up to whole deals")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1, help="another seed, other deals")
    parser.add_argument("--short", action="store_true", help="6 rounds in the place of 9")
    parser.add_argument("--house", action="append", default=[], metavar="KEY=VALUE")
    parser.add_argument("--record", type=Path, help="a file of the games played so far")
    parser.add_argument("--jobs", type=int, default=1, help="processes that share the games")
    given = parser.parse_args(arguments)
    house = {key: int(value) if value.isdecimal() else value
             for key, _, value in (one.partition("=") for one in given.house)}  # fmt: skip
    keys: list[Key] = [
        {"plan": given.plan, "players": given.players, "short": given.short, "house": house,
         "seed": given.seed, "deal": deal, "turn": turn}
        for deal in range(-(-given.games // given.players))
        for turn in range(given.players)
    ]  # fmt: skip
    try:
        record = Record(given.record)
        _setup(keys[0]).start()
    except ValueError as error:
        parser.error(str(error))
    print(
        f"{given.plan}: one with the plan among {given.players - 1} who "
        f"{PLANS[given.plan].lacks}; seed {given.seed}, deals 0 to {keys[-1]['deal']}",
        flush=True,
    )
    begun: dict[int, dict[int, dict[str, Any]]] = {}
    deals: list[Pairing] = []
    seconds = 0.0
    for key, found in played(keys, play, record, given.jobs):
        deal = begun.setdefault(key["deal"], {})
        deal[key["turn"]] = found
        if len(deal) == given.players:
            games = tuple(_game(turn, deal[turn]["points"]) for turn in sorted(deal))
            deals.append(Pairing(len(deals), games))
            seconds += sum(each["seconds"] for each in deal.values())
            _tell(deals, seconds)
    at = record.commits_of(keys)
    print("played at " + ", ".join(f"{commit} ({number})" for commit, number in at.items()))
    return 0


def _game(turn: int, points: list[int]) -> GameResult:
    """Return a game in which the one at this seat has the plan."""
    bots = tuple(ONE if seat == turn else OTHERS for seat in range(len(points)))
    return GameResult(bots, tuple(points))


def _tell(deals: list[Pairing], seconds: float) -> None:
    one, others = standings((ONE, OTHERS), deals)
    low, high = one.share_interval
    print(
        f"{one.games:4} games: {one.share:.3f} ({low:.3f} to {high:.3f}),"
        f" {one.points:.1f} points against {others.points:.1f},"
        f" {seconds / one.games:.1f} s a game",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
