"""Writes the recorded games anew: ``python tests/goldens/record.py [NAME ...]``.

Run it only where the rules were meant to change, and read the difference before
committing it. Where old saves would replay otherwise, the edition needs another version of its
rules and recordings of that: those of earlier versions stay as they are.
"""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

from recording import RECIPES, record  # noqa: E402

import seam  # noqa: E402
from elgrande.content.expansion import register  # noqa: E402


def main(names: list[str]) -> None:
    """Record all games, or those that are named."""
    register(seam.SEAM)
    register(seam.LATE)
    unknown = set(names) - set(map(str, RECIPES))
    if unknown:
        sys.exit(f"there is no recorded game {sorted(unknown)[0]!r}")
    for recipe in RECIPES:
        if not names or str(recipe) in names:
            path = recipe.path
            path.parent.mkdir(exist_ok=True)
            path.write_text(record(recipe), encoding="utf-8")
            print(f"{recipe}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
