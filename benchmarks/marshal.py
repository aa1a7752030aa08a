"""How strong the bots are: series of games, each deal from every seat, printed as a table.

    nice -n 10 python benchmarks/marshal.py --record results.jsonl five two
    python benchmarks/marshal.py --record results.jsonl --table
    python benchmarks/marshal.py --record pairs.jsonl --hero marshal-2026-11-23 \
        --others steward-2026-11-23 --games 200 five

All of them with the same opponents take many hours; ``benchmarks/records/marshal.jsonl`` is what
was played so far.

Each game is one line of the record, with the commit, a digest of how our bots play and the date;
whoever stops the command goes on with the same one (``series.py``). Games of bots that played
otherwise stay in the record and are not counted. ``--list`` names the series.
The hero thinks so many seconds of CPU time an answer, so that a busy machine makes it no weaker;
opponents as of a commit are asked in a process of their own (``opponents/``). ``--hero`` and
``--others`` put one of them into a series, which then is one of its own, of the same deals.
"""

from __future__ import annotations

import argparse
import gc
import sys
import time
from datetime import date
from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parent / "opponents"))

from frozen import OPPONENTS, Frozen

from elgrande.bots.bot import BUDGET, Request
from elgrande.bots.marshal import Marshal
from elgrande.bots.registry import make
from elgrande.bots.runner import chance
from elgrande.content.edition import FIRST
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.tournament.statistics import GameResult, Pairing, standings
from series import Key, Record, played

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elgrande.bots.bot import Bot
    from elgrande.rules import View

STEWARD = "steward-2026-11"
"""The opponent that the issue is measured against."""
BOTH = "steward-2026-11-both"
"""The same steward, where the King & the Colonies can be played."""
SEED = 17
"""Of the deals: those of a longer series begin with those of a shorter one."""
MINIS = ("power-shift", "old-hands-veto", "old-hands-competition", "old-hands-infiltration")

EXAMPLES: tuple[dict[str, Any], ...] = (
    *({"players": players} for players in (2, 3, 4, 5)),
    {"players": 3, "edition": "2023", "expansions": MINIS},
    *({"players": 3, "expansions": (name,)} for name in ("intrigue", "grandissimo", "colonies")),
    {"players": 2, "expansions": ("colonies", "intrigue")},
)
"""The games by which the bots' manner is known."""
SMALL = 6
"""Simulations of an answer in them."""
ENOUGH = 250
"""Answers of such a game that are looked at."""


class Series(NamedTuple):
    """Games of one hero against copies of one other bot."""

    name: str
    players: int
    hero: str
    others: str
    seconds: float | None
    games: int
    wanted: str
    setup: Mapping[str, Any] = MappingProxyType({})


SERIES = (
    Series("five", 5, "marshal", STEWARD, 0.25, 400, "share >= 0.50, at least 0.43; 6 points"),
    Series("five-1s", 5, "marshal", STEWARD, 1.0, 100, "not worse than five"),
    Series("five-3s", 5, "marshal", STEWARD, 3.0, 60, "0.60, if it can be"),
    Series("two", 2, "marshal", STEWARD, 0.25, 300, "share >= 0.65, at least 0.58"),
    Series("three", 3, "marshal", STEWARD, 0.25, 200, "at least fair, 0.33"),
    Series("four", 4, "marshal", STEWARD, 0.25, 200, "at least fair, 0.25"),
    Series("steward-among", 5, STEWARD, "marshal", 0.25, 200, "at most 0.20"),
    Series("mended", 5, "marshal", "steward", 0.25, 200, "share >= 0.40"),
    Series("second", 4, "marshal", STEWARD, 0.25, 200, "at least fair, 0.25",
           {"edition": "2023", "expansions": MINIS}),
    Series("intrigue", 4, "marshal", STEWARD, 0.25, 200, "at least fair, 0.25",
           {"expansions": ("intrigue",)}),
    Series("grandissimo", 4, "marshal", STEWARD, 0.25, 200, "at least fair, 0.25",
           {"expansions": ("grandissimo",)}),
    Series("colonies", 4, "marshal", STEWARD, 0.25, 200, "at least fair, 0.25",
           {"expansions": ("colonies",)}),
    Series("king-colonies", 4, "marshal", BOTH, 0.25, 200, "at least fair, 0.25",
           {"expansions": ("colonies", "intrigue")}),
    Series("squire", 5, "squire", STEWARD, None, 400, "at most 0.12"),
    Series("squire-randoms", 5, "squire", "random", None, 200, "at least 0.95"),
)  # fmt: skip


Asked = dict[tuple[str, float | None], Frozen]
"""Opponents that have been asked, by their name and the seconds that they may think."""


class Seat:
    """A bot of today, asked in this process with CPU time for its clock.

    As in a bot's process, memory is collected when the answer is out (``elgrande.bots.process``).
    """

    def __init__(self, name: str, seconds: float | None) -> None:
        self.bot: Bot = Marshal(clock=time.process_time) if name == "marshal" else make(name)
        self.seconds = seconds
        self.longest = 0.0
        """The CPU seconds of its longest answer."""

    def choose(self, view: View, start: int) -> int:
        """Return its answer."""
        decision = view.decision(view.seat)
        request = Request(view, decision, (), BUDGET, Generator(start), self.seconds)
        gc.disable()
        begun = time.process_time()
        code = self.bot.choose(request).code
        self.longest = max(self.longest, time.process_time() - begun)
        gc.enable()
        return code


@cache
def manner(names: tuple[str, ...], edition: str, expansions: tuple[str, ...]) -> str:
    """Return a digest of how these bots of today play such a game.

    It stays while their answers do, whatever becomes of the words in which they say why: those of
    some games, and of the beginnings of slow ones, with few simulations in place of seconds.
    """
    if not names:
        return "frozen"
    digest = blake2b(digest_size=5)
    for deal, given in enumerate(EXAMPLES):
        if (given.get("edition", FIRST), given.get("expansions", ())) != (edition, expansions):
            continue
        setup = Setup.of(seed=deal, short=True, **given)
        bots = [make(names[seat % len(names)]) for seat in range(given["players"])]
        state, entry = setup.start(), 0
        while state.stack and entry < ENOUGH:
            seat = state.owing()[0]
            view = state.view(seat)
            start = Generator(chance(deal, entry, seat))
            request = Request(view, view.decision(seat), (), SMALL, start)
            code = bots[seat].choose(request).code
            digest.update(f"{seat} {code} ".encode())
            entry += 1
            state.apply(seat, code)
    return digest.hexdigest()


def play(
    series: Series, frozen: dict[tuple[str, float | None], Frozen], key: Key
) -> dict[str, Any]:
    """Play a game; return the points, the hero's first, and what else the record keeps."""
    deal, turn = key["deal"], key["turn"]
    setup = Setup.of(series.players, seed=SEED * 10_000 + deal, **series.setup)
    names = [series.hero if seat == turn else series.others for seat in range(series.players)]
    for name in set(names) & OPPONENTS.keys():
        if (name, series.seconds) not in frozen:
            frozen[name, series.seconds] = Frozen(name, series.seconds)
        frozen[name, series.seconds].seated(setup)
    seats = [None if name in OPPONENTS else Seat(name, series.seconds) for name in names]
    begun = time.process_time()
    state, entry = setup.start(), 0
    while state.stack:
        seat = state.owing()[0]
        codes = state.legal(seat)
        code = codes[0]
        if len(codes) > 1:
            view, start = state.view(seat), chance(deal * series.players + turn, entry, seat)
            here = seats[seat]
            code = (
                frozen[names[seat], series.seconds].choose(view, start).code
                if here is None
                else here.choose(view, start)
            )
        entry += 1
        state.apply(seat, code)
    scores = [state.score(seat) for seat in range(series.players)]
    return {
        "scores": [scores.pop(turn), *scores],
        "longest": round(max((one.longest for one in seats if one), default=0.0), 3),
        "cpu": round(time.process_time() - begun, 1),
        "date": date.today().isoformat(),
    }


def with_others(series: Series, hero: str | None, others: str | None) -> Series:
    """Return a series with another hero or others, of a name of its own."""
    if not hero and not others:
        return series
    hero, others = hero or series.hero, others or series.others
    return series._replace(name=f"{series.name}: {hero} against {others}", hero=hero, others=others)


def manner_of(series: Series) -> str:
    """Return the manner of a series' bots of today."""
    return manner(
        tuple(name for name in (series.hero, series.others) if name not in OPPONENTS),
        series.setup.get("edition", FIRST),
        series.setup.get("expansions", ()),
    )


def keys(series: Series, games: int) -> list[Key]:
    """Return what each game of a series depends on, in whole deals."""
    plays = manner_of(series)
    return [
        {"series": series.name, "plays": plays, "seed": SEED, "deal": deal, "turn": turn}
        for deal in range(-(-games // series.players))
        for turn in range(series.players)
    ]


def printed(every: Sequence[Series], record: Record) -> None:
    """Print a line for each series that has a whole deal."""
    print(
        "| series | commits (how they play), date "
        "| games | share [95 %] | hero / others | longest | wanted |"
    )
    print("| --- | --- | --- | --- | --- | --- | --- |")
    for series in every:
        if row := row_of(series, record):
            print(row)


def row_of(series: Series, record: Record) -> str:
    """Return the line of a series; nothing without a whole deal."""
    deals, found = [], []
    size = series.players
    bots = (series.hero, *["others"] * (size - 1))
    wanted = keys(series, series.games)
    for at in range(0, len(wanted), size):
        known = [record.get(key) for key in wanted[at : at + size]]
        if all(known):
            found += known
            games = tuple(GameResult(bots, tuple(game["scores"])) for game in known)
            deals.append(Pairing(len(deals), games))
    if not deals:
        return ""
    hero, others = standings(bots, deals)
    low, high = hero.share_interval
    seconds = f", {series.seconds:g} s" if series.seconds else ""
    commits, plays = " ".join(record.commits_of(wanted)), manner_of(series)
    longest = max(game["longest"] for key in wanted if (game := record.get(key)))
    return (
        f"| {series.name} ({size} players{seconds}) | {commits} ({plays}), {found[-1]['date']} "
        f"| {len(found)} | {hero.share:.3f} [{low:.3f}, {high:.3f}] "
        f"| {hero.points:.1f} / {others.points:.1f} | {longest:.3f} s "
        f"| {series.wanted} |"
    )


def main(arguments: list[str]) -> None:
    """Play what is still wanted of the series, and print the table."""
    about = (__doc__ or "").partition("\n\n")[0]
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("series", nargs="*", help="which, in this order; without one all of them")
    parser.add_argument("--record", type=Path, required="--list" not in arguments)
    parser.add_argument("--games", type=int, help="at most so many a series")
    parser.add_argument("--hero", help="another hero, one of opponents/ or a bot of today")
    parser.add_argument("--others", help="others in place of those of the series")
    parser.add_argument("--table", action="store_true", help="play nothing")
    parser.add_argument("--list", action="store_true", help="say which series there are")
    given = parser.parse_args(arguments)
    known = {series.name: with_others(series, given.hero, given.others) for series in SERIES}
    if given.list:
        for series in SERIES:
            print(f"{series.name}: {series.games} games; {series.wanted}")
        return
    if unknown := [name for name in given.series if name not in known]:
        parser.error(f"there is no series {unknown[0]!r}; choose from {', '.join(known)}")
    record = Record(given.record)
    frozen: Asked = {}
    chosen = [known[name] for name in given.series or known]
    try:
        for series in [] if given.table else chosen:
            wanted = keys(series, min(series.games, given.games or series.games))
            for key, _ in played(wanted, partial(play, series, frozen), record):
                if key["turn"] == series.players - 1:
                    print(row_of(series, record), file=sys.stderr, flush=True)
    finally:
        for opponent in frozen.values():
            opponent.close()
    printed(chosen, record)


if __name__ == "__main__":
    main(sys.argv[1:])
