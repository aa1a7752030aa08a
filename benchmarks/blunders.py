"""Does an analysis find a turn that was spoiled on purpose? So many of so many games.

    python benchmarks/blunders.py --games 20 --record benchmarks/records/blunders.jsonl

lets stewards play games in each of which one turn is replaced by answers drawn at random, of which
games that were played on to their end from there say that they cost at least 6 points, and counts
how often the analysis has that turn among its mistakes. It can be stopped and started again.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from elgrande.analysis.analysis import MOST, TRIES, Analysis
from elgrande.analysis.chances import EndEvaluator, Estimate, difference
from elgrande.analysis.finished_game import FinishedGame, TryCache
from elgrande.bots.registry import make
from elgrande.bots.runner import BotInside
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.table.saved_game import new_game
from elgrande.tournament.statistics import wilson
from series import Record, commit, played

if TYPE_CHECKING:
    from elgrande.rules import State
    from elgrande.table import Table

FIRST = 71_000
SCREEN, SURE = 16, 100
"""Games played on that look for a turn that is bad enough, and those that say how bad."""
DRAWN = 4
"""Turns that are drawn at random, of which the worst at first sight is played."""
WORSE, SURELY = 6.0, 3.0
"""Points by which the turn must be worse, and by which it must be surely."""
SEEDS = 1 << 20
"""Where the chance of these games begins, far from that of the analysis."""

Answers = list[tuple[int, int]]


def play(key: dict[str, Any]) -> dict[str, Any]:
    """Return which turn was spoiled, by how much, and where the analysis has it: 0 is nowhere."""
    players, seed = key["players"], key["seed"]
    table = new_game(Setup.of(players, seed=seed))
    bots = [BotInside("steward", seed) for _ in range(players)]
    turns = len(table.rules.rounds) * players
    # Neither the first nor the last turns: what is lost there decides little or everything.
    wanted = players + Generator.seeded(seed).below(turns - 2 * players)
    turn, seen, spoiled = -1, None, None
    while not table.over:
        state = table.state
        seat = state.owing()[0]
        codes = state.legal(seat)
        if state.stack[-1].step == "choose_card" and (state.round, seat) != seen:
            seen = (state.round, seat)
            turn += 1
            if turn >= wanted and spoiled is None:
                spoiled = _spoiled(table, seat, seed)
                if spoiled is not None:
                    continue
        code = codes[0]
        if len(codes) > 1:
            code = bots[seat].choose(state.view(seat), table.history.head, ()).code
        table.send(seat, [table.rules.text(code)])
    if spoiled is None:
        return {"spoiled": None}
    analysis = Analysis(FinishedGame(table), TryCache(None, {}), key["tries"])
    points = [(one.turn.seat, one.turn.round) for one in analysis.turning_points() if one.better]
    where = (spoiled["seat"], spoiled["round"])
    return {"spoiled": spoiled, "listed": points.index(where) + 1 if where in points else 0}


def _spoiled(table: Table, seat: int, seed: int) -> dict[str, Any] | None:
    """Play a bad turn at the table, and say how bad; None if none was drawn."""
    state, at = table.state, table.history.head
    _, as_usual = _turn(state, seat, "steward", seed)
    drawn = [_turn(state, seat, "random", seed + SEEDS * n) for n in range(DRAWN)]
    rated = [(_worse(as_usual, end, seat, SEEDS, SCREEN).value, n) for n, (_, end) in
             enumerate(drawn)]  # fmt: skip
    path, end = drawn[max(rated)[1]]
    worse = _worse(as_usual, end, seat, 2 * SEEDS, SURE)
    if worse.value < WORSE or worse.value - worse.give < SURELY:
        return None
    for who, code in path:
        table.send(who, [table.rules.text(code)])
    assert table.history.head > at
    return {
        "seat": seat, "round": state.round,
        "worse": [round(worse.value, 2), round(worse.give, 2)],
    }  # fmt: skip


def _turn(state: State, seat: int, bot: str, seed: int) -> tuple[Answers, State]:
    """Return the answers of a turn by a bot, others' in it by stewards, and where it ends."""
    state, path = state.copy(), []
    mine, others, begun = make(bot), make("steward"), state.round
    while state.stack and state.actor == seat and state.round == begun:
        who = state.owing()[0]
        code, *more = state.legal(who)
        if more:
            runner = BotInside(bot, seed, bot=mine if who == seat else others)
            code = runner.choose(state.view(who), len(path), ()).code
        state.apply(who, code)
        path.append((who, code))
    return path, state


def _worse(usual: State, end: State, seat: int, seeds: int, plays: int) -> Estimate:
    """Return how many points fewer the seat has in the end, by games that meet the same chance."""
    player = EndEvaluator()
    came = [
        [player.look(state, Generator.seeded(seeds, n)).finals[seat] for n in range(plays)]
        for state in (usual, end)
    ]
    return difference(*came)


def told(found: list[dict[str, Any]]) -> None:
    """Print the count, and each game."""
    spoiled = [each for each in found if each["spoiled"]]
    listed = sum(each["listed"] > 0 for each in spoiled)
    for each in spoiled:
        what = each["spoiled"]
        worse, give = what["worse"]
        place = f"listed as number {each['listed']}" if each["listed"] else "not listed"
        print(
            f"round {what['round']}: worse by {worse:.1f} points, give or take {give:.1f}, {place}"
        )
    if spoiled:
        low, high = wilson(listed / len(spoiled), len(spoiled))
        print(
            f"\n{listed} of {len(spoiled)} spoiled turns are among the {MOST} "
            f"[{low:.2f}, {high:.2f}]; in {len(found) - len(spoiled)} games no turn was bad enough"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    keys = [
        {"blunders": 4, "players": options.players, "seed": FIRST + game, "tries": options.tries}
        for game in range(options.games)
    ]
    record = Record(options.record)
    found = [each for _, each in played(keys, play, record, options.jobs)]
    print(
        f"{len(found)} games of {options.players} stewards, {options.tries} tries a position, "
        f"seeds from {FIRST}, commit {commit()}, games by commit {record.commits_of(keys)}\n"
    )
    told(found)


if __name__ == "__main__":
    main()
