"""Does an analysis find a turn that was spoiled on purpose? So many of so many games.

    python benchmarks/blunders.py --games 20 --record benchmarks/records/blunders.jsonl

lets marshals play games in each of which one turn is replaced by one that is at least 6 points
worse, and counts how often the analysis has that turn among its turning points. How much
worse it is is said by 2,000 playouts of either end, with the chance of other seeds than
the analysis uses: the points by which the seat expects to be ahead. It can be stopped
and started again.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from elgrande.analysis.analysis import MOST, TRIES, Analysis
from elgrande.analysis.chances import PlayoutEvaluator, difference
from elgrande.analysis.finished_game import FinishedGame, TryCache
from elgrande.bots.outlook import Outlook
from elgrande.bots.planner import Planner
from elgrande.bots.playouts import ahead
from elgrande.bots.runner import BotInside
from elgrande.bots.weights import WEIGHTS
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.table.saved_game import new_game
from elgrande.tournament.statistics import wilson
from series import Record, commit, played

if TYPE_CHECKING:
    from elgrande.bots.program import End
    from elgrande.rules import State
    from elgrande.table import Table

FIRST = 70_000
SEARCH = 16
"""Playouts that a marshal has for a search: the same on every machine."""
SCREEN, SURE = 40, 2_000
"""Playouts that look for a turn that is bad enough, and those that say how bad."""
WORSE = 6.0
"""Points by which the turn must be worse ..."""
CLEARLY = 1.5
"""... and more than that at first sight, since most of what seems bad was unlucky as well."""
SEEDS = 1 << 20
"""Where the chance of these playouts begins, far from that of the analysis."""


def play(key: dict[str, Any]) -> dict[str, Any]:
    """Return which turn was spoiled, by how much, and where the analysis has it: 0 is nowhere."""
    players, seed = key["players"], key["seed"]
    table = new_game(Setup.of(players, seed=seed))
    bots = [BotInside("marshal", seed, budget=SEARCH) for _ in range(players)]
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
    analysis = Analysis(FinishedGame(table), PlayoutEvaluator(), TryCache(None, {}), key["tries"])
    points = [(one.turn.seat, one.turn.round) for one in analysis.turning_points()]
    where = (spoiled["seat"], spoiled["round"])
    return {"spoiled": spoiled, "listed": points.index(where) + 1 if where in points else 0}


def _spoiled(table: Table, seat: int, seed: int) -> dict[str, Any] | None:
    """Play a bad turn at the table, and say how bad; None if there is none to be played."""
    dealt = table.state.view(seat).sample(Generator.seeded(seed, SEEDS))
    outlook = Outlook(dealt, seat)
    ends = Planner(outlook, Generator.seeded(seed, SEEDS + 1)).ends(dealt)
    rated = sorted(((fmean(_worths(end.state, seat, SCREEN)), at) for at, end in enumerate(ends)))
    best, first = rated.pop()
    for worth, at in reversed(rated):
        if best - worth < WORSE + CLEARLY:
            continue
        less = difference(*(_worths(ends[n].state, seat, SURE) for n in (first, at)))
        if less.value >= WORSE and _carried_out(table, seat, ends[at]):
            return {
                "seat": seat, "round": dealt.round,
                "worse": [round(each, 2) for each in (less.value, less.low, less.high)],
            }  # fmt: skip
        return None
    return None


def _worths(state: State, seat: int, tries: int) -> list[float]:
    """Return how far a seat is ahead after each of some tries, their chance the same for all."""
    evaluator = PlayoutEvaluator()
    return [
        ahead(
            evaluator.finals(state, Generator.seeded(SEEDS + 2, number))[0], seat, WEIGHTS.rival
        )
        for number in range(tries)
    ]  # fmt: skip


def _carried_out(table: Table, seat: int, end: End) -> bool:
    """Play an end of a turn at the table; False, and nothing played, if it cannot be."""
    state, rest = table.state.copy(), []
    for at, code in end.path:
        if state.actor != seat or state.round != table.state.round:
            break
        owing = state.owing()
        if not owing or owing[0] != at or code not in state.legal(at):
            return False
        state.apply(at, code)
        rest.append((at, table.rules.text(code)))
    if state.actor == seat and state.round == table.state.round and state.stack:
        return False
    for at, text in rest:
        table.send(at, [text])
    return True


def told(found: list[dict[str, Any]]) -> None:
    """Print the count, and each game."""
    spoiled = [each for each in found if each["spoiled"]]
    listed = sum(each["listed"] > 0 for each in spoiled)
    for each in spoiled:
        what = each["spoiled"]
        worse, low, high = what["worse"]
        place = f"listed as number {each['listed']}" if each["listed"] else "not listed"
        print(
            f"round {what['round']}: worse by {worse:.1f} points [{low:.1f}, {high:.1f}], {place}"
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
        {"blunders": 3, "players": options.players, "seed": FIRST + game, "tries": options.tries}
        for game in range(options.games)
    ]
    record = Record(options.record)
    found = [each for _, each in played(keys, play, record, options.jobs)]
    print(
        f"{len(found)} games of {options.players} marshals, {SEARCH} playouts a search, "
        f"{options.tries} tries a position, seeds from {FIRST}, commit {commit()}, games by commit "
        f"{record.commits_of(keys)}\n"
    )
    told(found)


if __name__ == "__main__":
    main()
