"""Does what an analysis tells of a turn come true when the game is played on from there?

    python benchmarks/judgement.py --games 21 --record benchmarks/records/judgement.jsonl
    python benchmarks/judgement.py --fit --games 21 --record judgement-fit.jsonl

The first lets stewards play games of every kind, analyses them, and plays both ends of each mistake
that is told on to the end of the game by stewards, with common chance of other seeds than the
analysis uses. What was told less what came, divided by the error of both, should be about 1 in the
mean of its squares, and within 1.96 in 95 of 100. ``--fit`` does that with games of its own, the
half of them squires', for judgements instead (what is judged where a round ends) and prints what
``analysis/judgement.py`` has of them. Either can be stopped and started again.
"""

from __future__ import annotations

import argparse
import itertools
import random
import time
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any

from elgrande.analysis.analysis import CANDIDATES, MUCH, TRIES, Analysis
from elgrande.analysis.chances import EndEvaluator
from elgrande.analysis.finished_game import FinishedGame, TryCache
from elgrande.analysis.judgement import Judgement, scaled
from elgrande.bots.runner import BotInside
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.table.saved_game import new_game
from elgrande.tournament.statistics import Z
from series import Record, commit, played

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from elgrande.rules import State

MINIS = ("new-regency", "old-hands-competition", "old-hands-infiltration", "old-hands-stand-in",
         "old-hands-veto", "power-shift")  # fmt: skip
KINDS: dict[str, dict[str, Any]] = {
    "1996 of five": {"players": 5},
    "1996 of three": {"players": 3},
    "1996 of two": {"players": 2},
    "2023 with minis": {"players": 4, "edition": "2023", "expansions": MINIS},
    "Intrigue": {"players": 4, "expansions": ("intrigue",)},
    "Grandissimo": {"players": 4, "expansions": ("grandissimo",)},
    "Colonies": {"players": 4, "expansions": ("colonies",)},
}
FIRST, FIRST_FIT = 90_000, 60_000
PLAYS, FEW, LONG = 200, 60, 3.0
"""Games from either end; those of a kind of which one takes more than so many seconds; for a fit
a sixth of that."""
SEEDS = 1 << 21
"""Where the chance of these games begins, far from that of the analysis."""
MOMENTS = 3
"""Pairs of moments of a game that a fit looks at: within a round, and across its end."""

Row = dict[str, Any]


def play(key: dict[str, Any]) -> list[Row]:
    """Return what was told of a game and what came."""
    table = new_game(Setup.of(seed=key["seed"], **KINDS[key["kind"]]))
    bot = key["bot"]
    bots = [BotInside(bot, key["seed"]) for _ in range(table.rules.n_seats)]
    begun = time.process_time()
    while not table.over:
        state = table.state
        seat = state.owing()[0]
        code, *others = state.legal(seat)
        if others:
            code = bots[seat].choose(state.view(seat), table.history.head, ()).code
        table.send(seat, [table.rules.text(code)])
    plays = FEW if time.process_time() - begun > LONG else PLAYS
    analysis = Analysis(FinishedGame(table), TryCache(None, {}), key["tries"])
    return _judged(analysis, key["seed"], plays // 6) if key["fit"] else _told(analysis, plays)


def _told(analysis: Analysis, plays: int) -> list[Row]:
    """Return each mistake that is told, in points and in chances, and what came."""
    rows = []
    for one in analysis.turning_points():
        if one.better is None:
            continue
        other = analysis.alternative(one.turn)
        assert other is not None
        seat = one.turn.seat
        came = [_ends(deal, plays) for deal in (other.better, other.chosen)]
        points = one.better.gain.points[seat]
        rows.append({
            "round": one.turn.round,
            "points": [points.value, points.give / Z, *_more(came, analysis, seat, points=True)],
            "chance": [
                one.better.worth.value, one.better.worth.give / Z,
                *_more(came, analysis, seat, points=False),
            ],
        })  # fmt: skip
    return rows


def _judged(analysis: Analysis, seed: int, plays: int) -> list[Row]:
    """Return what was judged of ends and moments of a game, and what came."""
    game, rows = analysis.game, []
    seats = game.rules.n_seats
    for turn in sorted(game.turns, key=lambda turn: -analysis._sketched(turn)[0])[:CANDIDATES]:
        other = analysis.alternative(turn)
        if other is None:
            continue
        deals = (other.better, other.chosen)
        judged = [
            [
                analysis.judge.look(
                    deal(Generator.seeded(SEEDS, n, 1)), Generator.seeded(SEEDS, n)
                )
                for n in range(analysis.tries)
            ]
            for deal in deals
        ]  # fmt: skip
        came = [_ends(deal, plays) for deal in deals]
        seat, left = turn.seat, analysis.left(turn.begin)
        both = [fmean(each.chances[seat] for each in tries) for tries in judged]
        finals = [fmean(each.finals[seat] for each in tries) for tries in judged]
        rows.append({
            "of": "points", "left": left,
            "row": [finals[0] - finals[1], *_more(came, analysis, seat, points=True)],
        })  # fmt: skip
        rows.append({
            "of": "changed chance", "left": left, "chance": fmean(both),
            "row": [both[0] - both[1], *_more(came, analysis, seat, points=False)],
        })  # fmt: skip
    drawn, moments = random.Random(seed), game.moments[:-1]
    pairs = list(itertools.pairwise(moments))
    within = [pair for pair in pairs if analysis.left(pair[0]) == analysis.left(pair[1])]
    across = [pair for pair in pairs if pair not in within]
    for pair in drawn.sample(within, MOMENTS) + drawn.sample(across, MOMENTS):
        came = [_ends(lambda _, entry=entry: game.after(entry), plays) for entry in pair]
        for seat in range(seats):
            told = [fmean(each[seat] for each in analysis._chances(entry)) for entry in pair]
            rows.append({
                "of": "change", "left": analysis.left(pair[1]), "chance": fmean(told),
                "row": [told[1] - told[0], *_more(came[::-1], analysis, seat, points=False)],
            })  # fmt: skip
            for chance, finals_, entry in zip(told, came, pair, strict=True):
                shares = [one[0][seat] for one in finals_]
                rows.append({
                    "of": "chance", "left": analysis.left(entry), "chance": chance,
                    "row": [chance, fmean(shares), sqrt(variance(shares) / plays)],
                })  # fmt: skip
    return rows


Ends = list[tuple[tuple[float, ...], tuple[float, ...]]]
"""Of each game the parts of the victory and the points, by seat."""


def _ends(deal: Callable[[Generator], State], plays: int) -> Ends:
    player = EndEvaluator()
    tries = (
        player.look(deal(Generator.seeded(SEEDS + 1, n, 1)), Generator.seeded(SEEDS + 1, n))
        for n in range(plays)
    )
    return [(each.chances, each.finals) for each in tries]


def _more(came: Sequence[Ends], analysis: Analysis, seat: int, *, points: bool) -> list[float]:
    """Return how much more came of the first on average, and the error of that."""
    mores = [one[points][seat] - two[points][seat] for one, two in zip(*came, strict=True)]
    return [fmean(mores), sqrt(variance(mores) / len(mores))]


# -- telling -------------------------------------------------------------------


def told(rows: list[tuple[str, Row]]) -> None:
    """Print each mistake, then how often and how far what came was off."""
    print(f"{'':16} round  points told        came          chance told        came")
    for kind, row in rows:
        points, chance = row["points"], [100 * each for each in row["chance"]]
        print(
            f"{kind:16} {row['round']:5}  {points[0]:+5.1f} +-{Z * points[1]:4.1f}   "
            f"{points[2]:+5.1f} +-{Z * points[3]:4.1f}     "
            f"{chance[0]:+5.0f} +-{Z * chance[1]:3.0f}   {chance[2]:+5.0f} +-{Z * chance[3]:3.0f}"
        )
    for what in ("points", "chance"):
        off = [
            (a - b) / max(1e-9, sqrt(e * e + f * f))
            for _, row in rows
            for a, e, b, f in (row[what],)
        ]
        sure = [row[what] for _, row in rows if abs(row[what][0]) > Z * row[what][1]]
        other = sum(b * a < 0 and abs(b) > Z * f for a, _, b, f in sure)
        within = sum(abs(each) <= Z for each in off)
        print(
            f"\n{what}: within {Z} of both errors {within} of {len(off)}; root mean square "
            f"{sqrt(fmean(each * each for each in off)):.2f}; {len(sure)} of those told exclude 0; "
            f"{other} of them came out surely on the other side",
            end="",
        )
    print()


def fitted(rows: list[Row]) -> None:
    """Print the slope and the error of each sort of judgement, by the rounds left."""
    for of in ("points", "changed chance", "change", "chance"):
        print(of)
        found = [row for row in rows if row["of"] == of]
        if of == "change":
            found = [row for row in found if abs(row["row"][0]) >= MUCH]
        groups: list[tuple[str, Iterable[Row]]] = [("all", found)]
        groups += [
            (str(left), some)
            for left in range(9)
            if len(some := [row for row in found if row["left"] == left]) > 5
        ]
        for name, some in groups:
            pairs = [(_scaled(row), row["row"]) for row in some]
            top = sum(s * s * a * b for s, (a, b, _) in pairs)
            slope = (
                1.0
                if of in ("change", "chance")
                else top / sum(s * s * a * a for s, (a, _, _) in pairs)
            )
            errors = [s * s * ((b - slope * a) ** 2 - e * e) for s, (a, b, e) in pairs]
            error = sqrt(max(0.0, fmean(errors)))
            print(f"  {name:>4} left: {len(pairs):4} slope {slope:5.2f} error {error:6.3f}")


def _scaled(row: Row) -> float:
    """Return one over what there is to be missed of a chance (``judgement.py``); 1 for points."""
    chance = row.get("chance")
    return 1.0 if chance is None else 1 / scaled(Judgement(1.0, 1.0), chance).error


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fit", action="store_true", help="play games of its own, and fit to them")
    parser.add_argument("--games", type=int, default=21)
    parser.add_argument("--tries", type=int, default=TRIES)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    first = FIRST_FIT if options.fit else FIRST
    names = list(KINDS)
    keys = [
        {
            "judgement": 1, "kind": names[game % len(names)], "seed": first + game,
            "tries": options.tries, "fit": options.fit,
            "bot": "squire" if options.fit and game // len(names) % 2 else "steward",
        }
        for game in range(options.games)
    ]  # fmt: skip
    record = Record(options.record)
    games = [*played(keys, play, record, options.jobs)]
    print(
        f"{len(games)} games, {options.tries} tries a position, seeds from {first}, commit "
        f"{commit()}, games by commit {record.commits_of(keys)}\n"
    )
    if options.fit:
        fitted([row for _, found in games for row in found])
    else:
        told([(key["kind"], row) for key, found in games for row in found])


if __name__ == "__main__":
    main()
