"""Pairs of the same games on two cores, in CPU seconds: the compiled one and the pure one, say.

A core is a wheel, or a folder that holds the package ``elgrande``. Both play in turns, each in a
process of its own, and what came of the games must be the same.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from hashlib import blake2b
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).parents[1]
JOBS = {
    "random, 2 players": (2, 150, None),
    "random, 4 players": (4, 150, None),
    "random, 5 players": (5, 120, None),
    "stewards, 4 players": (4, 2, "steward"),
    "stewards, 5 players": (5, 2, "steward"),
}
"""What is played in a pair: players, games, and the bot at every seat (none: random answers)."""


def play(job: str, seed: int) -> dict[str, Any]:
    """Play the games of a job here; return the CPU seconds, and what tells the games apart."""
    from core import random_game
    from elgrande.bots.simulate import play_game
    from elgrande.content.setup import Setup

    players, games, bot = JOBS[job]

    def one(number: int, draw: random.Random) -> object:
        if bot is None:
            return random_game(players, number, draw)
        return play_game(Setup.of(players, seed=number), [bot] * players, number).scores

    one(seed - 1, random.Random(0))
    draw = random.Random(seed)
    began = time.process_time()
    found = [one(seed + number, draw) for number in range(games)]
    spent = time.process_time() - began
    return {"seconds": spent, "games": blake2b(repr(found).encode(), digest_size=6).hexdigest()}


def played_by(core: Path, job: str, seed: int) -> dict[str, Any]:
    """Play a job with the core of a folder."""
    environ = {**os.environ, "PYTHONPATH": str(core), "PYTHONHASHSEED": "0"}
    ran = subprocess.run(
        [sys.executable, __file__, "--here", job, str(seed)],
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
    parser.add_argument("--pairs", type=int, default=8, help="pairs of each job")
    parser.add_argument("--record", type=Path, help="keep all figures there, and go on from it")
    options = parser.parse_args()
    from series import Record, commit

    record, now = Record(options.record), commit()
    with tempfile.TemporaryDirectory() as place:
        cores = [_folder(path, Path(place)) for path in (options.core, options.other)]
        names = [_digest(core) for core in cores]
        print(f"{'':24}{'games a CPU second':>24}   times, median [least, most]")
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
    between = f"[{times[0]:.2f}, {times[-1]:.2f}]"
    print(f"{job:24}{rates[0]:12.2f}{rates[1]:12.2f}   {whole:.2f} {between}", flush=True)


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
    if sys.argv[1:2] == ["--here"]:
        import elgrande

        print(json.dumps({**play(sys.argv[2], int(sys.argv[3])), "from": elgrande.__file__}))
        sys.exit()
    sys.exit(main())
