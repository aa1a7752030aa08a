"""The mistakes that analyses have found, in a small file beside each: read without analysing."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from elgrande.content.clean import tidy
from elgrande.content.plain import from_plain
from elgrande.saves.fs import Cache, FileSystem

FOLDER = "analyses"
"""Where analyses are kept, beside the saves."""
SUFFIX = ".found"
MOST_ROUNDS = 100


@dataclass(frozen=True)
class Mistake:
    """A turn from whose better end bots have played on: what it cost of a chance to win, from 0
    to 1, what kind of mistake that is, the card, and what was done.
    """

    seat: int
    round: int
    cost: float
    weight: str
    card: str
    turn: str


def kept_mistakes(data: Path) -> Callable[[str], tuple[Mistake, ...] | None]:
    """Return what tells the mistakes of a game by its digest; None where none is analysed.

    ``data`` is the folder in which analyses are kept.
    """
    known: set[str] = set()
    with suppress(OSError):
        known.update(os.listdir(data / FOLDER))

    def of(digest: str) -> tuple[Mistake, ...] | None:
        if f"{digest}{SUFFIX}" not in known:
            return None
        found = Cache(FileSystem(), data / FOLDER, f"{digest}{SUFFIX}").read()
        try:
            return tuple(map(_checked, found)) if isinstance(found, list) else None
        except ValueError:
            return None

    return of


def _checked(plain: object) -> Mistake:
    found = from_plain(Mistake, plain)
    texts = (found.weight, found.card, found.turn)
    if not (0 <= found.cost <= 1 and 0 <= found.round < MOST_ROUNDS):
        raise ValueError("its numbers are not ours")
    if any(text != tidy(text) for text in texts):
        raise ValueError("its texts are not ours")
    return found
