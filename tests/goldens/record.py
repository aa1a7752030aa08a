"""Writes the recorded games anew: ``python tests/goldens/record.py [NAME ...]``.

Run it only where the rules were meant to change, and read the difference before
committing it; raise ``RULES_VERSION`` with it, since old saves replay otherwise.
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
    unknown = set(names) - {recipe.name for recipe in RECIPES}
    if unknown:
        sys.exit(f"there is no recorded game {sorted(unknown)[0]!r}")
    for recipe in RECIPES:
        if not names or recipe.name in names:
            path = HERE / f"{recipe.name}.txt"
            path.write_text(record(recipe), encoding="utf-8")
            print(f"{path.name}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main(sys.argv[1:])
