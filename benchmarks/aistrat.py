"""Random games of four beside the other open engine of El Grande, in pairs of CPU time.

    python benchmarks/aistrat.py FOLDER [--core WHEEL_OR_FOLDER]

FOLDER is a checkout of github.com/ebaillie/AIStrat, branch PythonStandalone; we compared with its
commit 7fd935d. It takes numpy, and of OpenSpiel and CouchDB only names, for which there are
stand-ins here. ``--core`` says which of ours plays, the checkout's or a compiled wheel.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

GAMES = {"theirs": 16, "ours": 120}
"""Games of each in a pair: about as long."""


class StandIn:
    """Takes any arguments and has any attribute, another of its kind."""

    def __init__(self, *_: object, **__: object) -> None:
        pass

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return StandIn()

    def __call__(self, *_: object, **__: object) -> Any:
        return StandIn()


def theirs(folder: Path, seed: int, games: int) -> int:
    """Play with their engine; return the number of answers."""
    spiel = ModuleType("pyspiel")
    plain = {"State": type("State", (), {"__init__": lambda self, game: None}),
             "Game": type("Game", (), {"__init__": lambda self, *_: None})}  # fmt: skip
    player = type("PlayerId", (), {"TERMINAL": -4})
    names = {**plain, "PlayerId": player, "GameType": StandIn(), "GameInfo": StandIn(),
             "TensorLayout": StandIn(), "register_game": StandIn()}  # fmt: skip
    vars(spiel).update(names)
    sys.modules.update(pyspiel=spiel, couchdb=ModuleType("couchdb"))
    sys.path.insert(0, str(folder))
    os.chdir(folder)
    import el_grande  # type: ignore[import-not-found]

    random.seed(seed)
    game = el_grande.ElGrandeGame({"players": 4})
    answers = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(random.choice(state.legal_actions()))
            answers += 1
    return answers


def ours(seed: int, games: int) -> int:
    """Play with ours; return the number of answers."""
    from core import random_game

    draw = random.Random(seed)
    return sum(random_game(4, seed * 1000 + number, draw) for number in range(games))


def played(engine: str, folder: Path, core: Path, seed: int) -> tuple[float, float]:
    """Return the CPU seconds of a game and its answers, of a process of its own."""
    environ = {**os.environ, "PYTHONPATH": str(core), "PYTHONHASHSEED": "0"}
    ran = subprocess.run(
        [sys.executable, __file__, str(folder.resolve()), "--here", engine, str(seed)],
        env=environ, capture_output=True, text=True, check=True,
    )  # fmt: skip
    seconds, answers = map(float, ran.stdout.split()[-2:])
    return seconds / GAMES[engine], answers / GAMES[engine]


def main() -> int:
    """Play the pairs and print how many times as many games a second ours are."""
    from compiled import ROOT, _folder, _within

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, help="the checkout of AIStrat")
    parser.add_argument("--core", type=Path, default=ROOT / "src", help="a wheel or a folder")
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--here", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        engine, seed = options.here[0], int(options.here[1])
        if engine == "theirs":
            theirs(options.folder, 0, 1)
        else:
            ours(0, 5)
        began = time.process_time()
        number = GAMES[engine]
        answers = theirs(options.folder, seed, number) if engine == "theirs" else ours(seed, number)
        print(time.process_time() - began, answers)
        return 0
    asked = ["git", "-C", str(options.folder), "describe", "--always", "--dirty"]
    commit = subprocess.run(asked, capture_output=True, text=True).stdout.strip() or "no commit"
    times, answers = [], []
    with tempfile.TemporaryDirectory() as place:
        core = _folder(options.core, Path(place))
        for pair in range(options.pairs):
            order = ("theirs", "ours") if pair % 2 else ("ours", "theirs")
            found = {name: played(name, options.folder, core, pair + 1) for name in order}
            times.append(found["theirs"][0] / found["ours"][0])
            answers.append((found["theirs"][1], found["ours"][1]))
    times.sort()
    at = _within(len(times))
    mean = [statistics.mean(pair[side] for pair in answers) for side in (0, 1)]
    print(f"AIStrat at {commit}, {options.pairs} pairs of random games of four")
    print(f"answers a game: theirs {mean[0]:.0f}, ours {mean[1]:.0f}")
    print(f"games a CPU second, ours to theirs: {statistics.median(times):.1f} "
          f"[{times[at]:.1f}, {times[-1 - at]:.1f}]")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
