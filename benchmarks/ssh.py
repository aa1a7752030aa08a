"""Play over SSH under load: a server of its own, visitors that are all on this machine.

    python benchmarks/ssh.py                       # everything, about 40 minutes
    python benchmarks/ssh.py --quick               # small numbers, a few minutes
    python benchmarks/ssh.py --kept FILE.json      # goes on where the last run with FILE stopped
    python benchmarks/ssh.py --only keys-20,floods-slow

Clients and server share the machine, so these are the figures of a server half as strong.
Every figure is printed beside what is promised; the exit code is 1 if a promise is broken. Linux
only, and as root: sessions let nobody else look at their memory.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parent))

from over_ssh import breaking, doors, playing, secrets, strangers
from over_ssh.figures import Figures

if TYPE_CHECKING:
    from collections.abc import Callable


def parts(figures: Figures, *, quick: bool) -> dict[str, Callable[[], None]]:
    """Return what is measured, by name."""

    def run(work: object) -> Callable[[], None]:
        return lambda: asyncio.run(work())  # type: ignore[operator]

    seconds = 8.0 if quick else 20.0
    found: dict[str, Callable[[], None]] = {
        "ssh": lambda: playing.real_ssh(figures, 5 if quick else 9),
    }
    for number in (1, 20) if quick else (1, 20, 50, 100):
        found[f"keys-{number}"] = run(lambda n=number: playing.load(figures, n, seconds))
    return found | {
        "burst": run(lambda: playing.burst(figures, 10 if quick else 40)),
        "answers": run(lambda: playing.answers(figures, 20 if quick else 100)),
        "bots": run(lambda: playing.bots(figures, 20, seconds)),
        "aborts": run(lambda: breaking.aborts(figures, 100 if quick else 1000)),
        **{
            f"kills-{what}": run(lambda w=what: breaking.kills(figures, w, 3 if quick else 100))
            for what in breaking.KILLS
        },
        **{
            f"floods-{kind}": run(lambda k=kind: strangers.floods(figures, k, 10 if quick else 1))
            for kind in strangers.FLOODS
        },
        "doors": lambda: doors.matrix(figures),
        "caps": run(lambda: strangers.caps(figures)),
        "worlds": lambda: secrets.worlds(figures, 2000 if quick else 100_000),
        "pelting": lambda: secrets.pelting(figures, 400 if quick else 10_000),
    }


def main() -> int:
    """Measure everything that was asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="small numbers")
    parser.add_argument("--kept", type=Path, help="keep figures here; what it has is not repeated")
    parser.add_argument("--only", default="", help="parts, with commas between them")
    options = parser.parse_args()
    figures = Figures(options.kept, "quick" if options.quick else "full")
    every = parts(figures, quick=options.quick)
    chosen = [name for name in options.only.split(",") if name] or [*every]
    if strange := set(chosen) - set(every):
        parser.error(f"there is no part {', '.join(sorted(strange))}; they are {', '.join(every)}")
    random.seed(1)
    for name in chosen:
        began = time.perf_counter()
        if name in figures:
            print(f"-- {name}, from {options.kept}")
            figures.again(name)
            continue
        print(f"-- {name}", flush=True)
        every[name]()
        figures.done(name)
        print(f"   {time.perf_counter() - began:.0f} s", flush=True)
    broken = figures.broken
    print(f"{len(broken)} promises are broken" + "".join(f"\n  {each.name}" for each in broken))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
