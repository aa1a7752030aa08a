"""Is a lead true that advice tells? The advised answer and the next best are both played on.

    python benchmarks/advice.py --record advice.jsonl base colonies
    python benchmarks/advice.py --fit --record advice-fit.jsonl

draws a question of each of so many games of stewards, asks for advice, and lets stewards play on
from the advised answer and from the next best, each so many times, what is hidden dealt alike for
both. It prints in how many positions the difference lies within the interval that is kept with the
advice (``bots/leads.py``), widened by the error of so few tries. ``--fit`` does so with seeds of
its own and prints the numbers of that module. It can be stopped and started again.
"""

from __future__ import annotations

import argparse
import random
import time
from math import sqrt
from pathlib import Path
from statistics import fmean, variance
from typing import TYPE_CHECKING, Any, NamedTuple

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.leads import SURE, Rest, rest
from elgrande.bots.marshal import Marshal
from elgrande.bots.playouts import ahead
from elgrande.bots.steward import Steward
from elgrande.bots.weights import WEIGHTS
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from series import Record, played

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import State

FIRST, FIRST_FIT = 90_000, 80_000
KINDS: dict[str, dict[str, Any]] = {
    "base": {"players": 4},
    "two": {"players": 2},
    "five": {"players": 5},
    "intrigue": {"players": 4, "expansions": ("intrigue",)},
    "grandissimo": {"players": 4, "expansions": ("grandissimo",)},
    "colonies": {"players": 4, "expansions": ("colonies",)},
    "king-colonies": {"players": 4, "expansions": ("colonies", "intrigue")},
}
ASKED = ("power", "choose_card", "disks", "")
"""The steps whose questions are drawn, one a game in turn; the last stands for all others."""


class Lead(NamedTuple):
    """A lead as a bot saw it, at which question, and what came."""

    step: str
    seen: float
    tries: list[float]

    @property
    def told(self) -> Rest:
        """What is told of it."""
        return rest(self.step, 0, self.seen)

    @property
    def error(self) -> float:
        """The variance of the mean of the tries."""
        return variance(self.tries) / len(self.tries)


def play(key: dict[str, Any]) -> list[Any]:
    """Return the lead that is told in a position of a game, and what came of it; or nothing."""
    begun, seed = time.process_time(), key["seed"]
    state = Setup.of(seed=seed, **KINDS[key["kind"]]).start()
    wanted, found = ASKED[seed % len(ASKED)], []
    for entry in range(100_000):
        if not state.stack:
            break
        seat = state.owing()[0]
        step, codes = state.decision(seat).step, state.legal(seat)
        kind = step if step in ASKED else ""
        if len(codes) > 1 and kind == wanted and state.round and step not in ("window", "recall"):
            found.append((state.copy(), seat, entry))
        state.apply(seat, _steward(state, seat, Generator.seeded(seed, entry)))
    if not found:
        return []
    start, seat, entry = random.Random(seed).choice(found)
    view, chance = start.view(seat), Generator.seeded(seed, entry)
    asked = Request(view, view.decision(seat), (), key["search"], chance, private=True)
    answer = Marshal().choose(asked)
    if answer.second is None:
        return []
    tries = []
    for number in range(key["tries"]):
        ends = [
            _end(view.sample(Generator.seeded(seed, number)), seat, code, (seed, number))
            for code in (answer.code, answer.second.code)
        ]
        tries.append(round(ends[0] - ends[1], 1))
    spent = round(time.process_time() - begun, 1)
    return [wanted, round(answer.second.behind, 2), tries, spent]


def _end(state: State, seat: int, code: int, chance: tuple[int, int]) -> float:
    """Return how far a seat is ahead in the end, against the others, once it has answered so."""
    state.apply(seat, code)
    entry = 0
    while state.stack:
        now = state.owing()[0]
        state.apply(now, _steward(state, now, Generator.seeded(*chance, state.round, now, entry)))
        entry += 1
    scores = [float(state.score(each)) for each in range(state.rules.n_seats)]
    return ahead(scores, seat, WEIGHTS.rival)


def _steward(state: State, seat: int, generator: Generator) -> int:
    codes = state.legal(seat)
    if len(codes) == 1:
        return codes[0]
    view = state.view(seat)
    return Steward().choose(Request(view, view.decision(seat), (), BUDGET, generator)).code


def fit(leads: Sequence[Lead]) -> None:
    """Print what part of a lead comes true, by question, and how far what came is from it."""
    for step in ASKED:
        here = [lead for lead in leads if lead.step == step]
        if not here:
            continue
        came = [fmean(lead.tries) for lead in here]
        whole = sum(lead.seen**2 for lead in here) or 1.0
        share = sum(lead.seen * one for lead, one in zip(here, came, strict=True)) / whole
        off = [(one - lead.seen) ** 2 for lead, one in zip(here, came, strict=True)]
        error = sqrt(sum(o * lead.seen**2 for lead, o in zip(here, off, strict=True))) / whole
        spread = sqrt(max(0.0, fmean(off) - fmean(lead.error for lead in here)))
        print(f"{step!r}: {spread:.1f} points; {share:.2f} +- {error:.2f} of a lead came true")


def missed(lead: Lead) -> float:
    """Return by how much what came missed what is told, divided by the error of both."""
    return (fmean(lead.tries) - lead.told.behind) / sqrt((lead.told.give / SURE) ** 2 + lead.error)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--fit", action="store_true", help="play games of its own, and fit to them")
    parser.add_argument("--games", type=int, default=44, help="of each kind, a question of each")
    parser.add_argument("--tries", type=int, default=40)
    parser.add_argument("--search", type=int, default=64, help="playouts that advice takes")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--record", type=Path)
    options = parser.parse_args()
    record, every = Record(options.record), []
    for kind in options.kinds or KINDS:
        first = FIRST_FIT if options.fit else FIRST
        keys = [
            {"advice": 2, "kind": kind, "seed": first + game, "tries": options.tries,
             "search": options.search}
            for game in range(options.games)
        ]  # fmt: skip
        found = [lead for _, lead in played(keys, play, record, options.jobs) if lead]
        leads = [Lead(*lead[:3]) for lead in found]
        every += leads
        seconds = sum(lead[3] for lead in found)
        off = [missed(lead) for lead in leads]
        high = max(leads, key=lambda lead: lead.told.behind)
        print(
            f"{kind:14} {sum(abs(one) <= SURE for one in off)} of {len(leads)} within 1.96, root "
            f"mean square {sqrt(fmean(one**2 for one in off)):.2f}; the highest told "
            f"{high.told.behind:.1f}, what came {fmean(high.tries):.1f} +- "
            f"{SURE * sqrt(high.error):.1f} points; {seconds:.0f} s, games by commit "
            f"{record.commits_of(keys)}",
            flush=True,
        )
    if options.fit:
        fit(every)


if __name__ == "__main__":
    main()
