"""The digests of recorded games and of saves are promises: whoever kept one finds it again.

``digests.txt`` hashes all of a file together, and ``record.py`` writes it. Recording a game anew
changes it; that the files' digests are those that their commands lead to is what the tests of
goldens and saves say.
"""

from __future__ import annotations

import tomllib
from hashlib import blake2b
from pathlib import Path

from recording import HERE, RECIPES

ROOT = Path(__file__).parents[2]
SAVES = sorted(path for path in (ROOT / "saves").glob("*.toml") if "position" not in path.name)
TITLE = (
    "Hashes of all digests of a recorded game or a save, one file a line; record.py writes them."
)


def hashed(name: str, digests: list[str]) -> str:
    """Return the line that stands for a file's digests."""
    mixed = blake2b("\n".join(digests).encode(), digest_size=8).hexdigest()
    return f"{name} {len(digests)} {mixed}"


def of_a_game(text: str) -> list[str]:
    return [line.split()[-1] for line in text.splitlines() if line.startswith("= ")]


def of_a_save(text: str) -> list[str]:
    kept = tomllib.loads(text).get("command", [])
    return [record["digest"] for record in kept if "digest" in record]


def digests() -> str:
    """Return what ``digests.txt`` has to say."""
    games = [hashed(str(recipe), of_a_game(recipe.path.read_text())) for recipe in RECIPES]
    saves = [hashed(f"saves/{path.name}", of_a_save(path.read_text())) for path in SAVES]
    return "\n".join([TITLE, *games, *saves]) + "\n"


def test_no_digest_that_was_ever_written_has_changed() -> None:
    then = (HERE / "digests.txt").read_text()
    assert digests() == then, "what a save or a recorded game of before holds leads elsewhere"
