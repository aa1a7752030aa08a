"""Pairs of the same games on two cores, in CPU seconds: the compiled one and the pure one, say.

A core is a wheel, or a folder that holds the package ``elgrande``. Both play in turns, each in a
process of its own, and what came of the games must be the same. With ``--every-kind`` nothing is
measured: random games of every kind are played in both, and every position must be the same.
"""

from __future__ import annotations

import argparse
import datetime
import json
import math
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from collections.abc import Iterator
from hashlib import blake2b
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).parents[1]
Job = tuple[int, int, tuple[str, ...], tuple[str, ...]]
JOBS: dict[str, Job] = {
    "random, 2 players": (2, 800, (), ()),
    "random, 4 players": (4, 600, (), ()),
    "random, 5 players": (5, 500, (), ()),
    "random, Grandissimo": (4, 200, (), ("grandissimo",)),
    "random, Intrigue": (4, 20, (), ("intrigue",)),
    "random, Colonies": (4, 120, (), ("colonies",)),
    "random, King & Colonies": (4, 15, (), ("colonies", "intrigue")),
    "stewards, 4 players": (4, 3, ("steward",) * 4, ()),
    "stewards, 5 players": (5, 3, ("steward",) * 5, ()),
    "a marshal, 3 stewards": (4, 1, ("marshal", *("steward",) * 3), ()),
}
"""What is played in a pair: players, games, the bots by seat (none: random answers), expansions."""
PAIRS = 6
"""With fewer pairs nothing could be said of the median at 95 %."""
SIMULATIONS = 16
"""What a bot that searches may spend on an answer: the same on every machine."""


def play(job: str, seed: int) -> dict[str, Any]:
    """Play the games of a job here; return the CPU seconds, and what tells the games apart."""
    from core import random_game
    from elgrande.content.setup import Setup
    from elgrande.tournament.games import play_game

    players, games, bots, expansions = JOBS[job]

    def one(number: int, draw: random.Random) -> object:
        if not bots:
            return random_game(players, number, draw, expansions)
        setup = Setup.of(players, seed=number, expansions=expansions)
        game = play_game(setup, bots, number, SIMULATIONS)
        assert not game.notices, game.notices
        return game.scores

    one(seed - 1, random.Random(0))
    draw = random.Random(seed)
    began = time.process_time()
    found = [one(seed + number, draw) for number in range(games)]
    spent = time.process_time() - began
    return {"seconds": spent, "games": blake2b(repr(found).encode(), digest_size=6).hexdigest()}


def kinds() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every kind of game: an edition with each set of expansions that goes with it."""
    from elgrande.content.edition import edition_ids
    from elgrande.content.expansion import chosen, offered
    from elgrande.content.files import ContentError

    for name in edition_ids():
        ids = [one.id for one in offered(name)]
        for some in (some for size in range(len(ids) + 1) for some in combinations(ids, size)):
            try:
                chosen(name, some)
            except ContentError:
                continue
            yield name, some


def play_every_kind(games: int) -> dict[str, str]:
    """Play random games of every kind here; return a digest of all their positions by kind."""
    from elgrande.content.setup import Setup

    found = {}
    for name, expansions in kinds():
        digest = blake2b(digest_size=8)
        for seed in range(games):
            setup = Setup.of(2 + seed % 4, seed=seed, edition=name, expansions=expansions)
            state, draw = setup.start(), random.Random(seed)
            while state.stack:
                seat = state.owing()[0]
                state.apply(seat, draw.choice(state.legal(seat)))
                digest.update(state.digest().encode())
        found["+".join((name, *expansions))] = digest.hexdigest()
    return found


def compare_every_kind(cores: list[Path], games: int) -> int:
    """Play them with both cores; say where they differ."""
    one, other = (run_with(core, "--kinds", str(games))["kinds"] for core in cores)
    assert one.keys() == other.keys(), "they know other kinds of game"
    different = [kind for kind in one if one[kind] != other[kind]]
    print(f"{games} random games of each of {len(one)} kinds, every position compared:")
    print(f"different in {', '.join(different)}" if different else "the same in both")
    return 1 if different else 0


def played_by(core: Path, job: str, seed: int) -> dict[str, Any]:
    """Play a job with the core of a folder."""
    return run_with(core, "--here", job, str(seed))


def run_with(core: Path, *arguments: str) -> dict[str, Any]:
    """Run this file with the core of a folder; return what it found."""
    environ = {**os.environ, "PYTHONPATH": str(core), "PYTHONHASHSEED": "0"}
    ran = subprocess.run(
        [sys.executable, __file__, *arguments],
        env=environ, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(ran.stdout)
    assert Path(found["from"]).parent == core / "elgrande", "another core has played"
    return found


def main() -> int:
    """Play the pairs and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("core", type=Path, help="the wheel or folder that is measured")
    whose = "the one that it is measured against, by default the checkout's"
    parser.add_argument("other", type=Path, nargs="?", default=ROOT / "src", help=whose)
    parser.add_argument("--pairs", type=int, default=12, help=f"pairs of each job, {PAIRS} or more")
    parser.add_argument("--record", type=Path, help="keep all figures there, and go on from it")
    parser.add_argument(
        "--every-kind", type=int, metavar="GAMES", help="compare so many random games of each kind"
    )
    options = parser.parse_args()
    if options.pairs < PAIRS:
        parser.error(f"--pairs must be {PAIRS} or more, or nothing can be said of their median")
    if options.every_kind:
        with tempfile.TemporaryDirectory() as place:
            cores = [_folder(path, Path(place)) for path in (options.core, options.other)]
            return compare_every_kind(cores, options.every_kind)
    from series import Record, commit

    record, now = Record(options.record), commit()
    print(f"{options.pairs} pairs each, commit {now}, {datetime.date.today():%-d %B %Y}")
    with tempfile.TemporaryDirectory() as place:
        cores = [_folder(path, Path(place)) for path in (options.core, options.other)]
        names = [_digest(core) for core in cores]
        print(f"{'':24}{'games a CPU second':>24}   times, median [interval of 95 %]")
        for job in JOBS:
            pairs = []
            for pair in range(options.pairs):
                found = []
                # Who begins changes from pair to pair.
                for at in (0, 1) if pair % 2 else (1, 0):
                    key = {"core": names[at], "job": job, "seed": 1 + 1000 * pair}
                    if record.get(key) is None:
                        record.add(key, played_by(cores[at], job, key["seed"]), now)
                    found.append((at, record.get(key)))
                pairs.append([told for _, told in sorted(found, key=lambda pair: pair[0])])
            _print(job, pairs)
    return 0


def _print(job: str, pairs: list[list[dict[str, Any]]]) -> None:
    assert all(one["games"] == other["games"] for one, other in pairs), "they play other games"
    games = JOBS[job][1]
    rates = [statistics.median(games / pair[at]["seconds"] for pair in pairs) for at in (0, 1)]
    times = sorted(other["seconds"] / one["seconds"] for one, other in pairs)
    whole = statistics.median(times)
    at = _within(len(times))
    between = f"[{times[at]:.2f}, {times[-1 - at]:.2f}]"
    print(f"{job:24}{rates[0]:12.2f}{rates[1]:12.2f}   {whole:.2f} {between}", flush=True)


def _within(number: int) -> int:
    """Return how many are left out at either end, so that the median is between with 95 %."""
    out, beyond = 0, 2 * 0.5**number
    while beyond + 2 * math.comb(number, out + 1) * 0.5**number <= 0.05:
        out += 1
        beyond += 2 * math.comb(number, out) * 0.5**number
    return out


def _folder(path: Path, place: Path) -> Path:
    if path.is_dir():
        return path.resolve()
    with zipfile.ZipFile(path) as wheel:
        wheel.extractall(place / path.stem)
    return (place / path.stem).resolve()


def _digest(core: Path) -> str:
    """Return what tells one core from another: its files below rules and bots."""
    digest = blake2b(digest_size=6)
    for part in ("rules", "bots"):
        for path in sorted((core / "elgrande" / part).rglob("*.[ps][yo]")):
            digest.update(path.relative_to(core).as_posix().encode() + path.read_bytes())
    for path in sorted(core.glob("*__mypyc*")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    if sys.argv[1:2] in (["--here"], ["--kinds"]):
        import elgrande

        if sys.argv[1] == "--here":
            result = play(sys.argv[2], int(sys.argv[3]))
        else:
            result = {"kinds": play_every_kind(int(sys.argv[2]))}
        print(json.dumps({**result, "from": elgrande.__file__}))
        sys.exit()
    sys.exit(main())
