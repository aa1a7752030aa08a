"""Tables of what came up in many random games: rows that were offered, done, and left a mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from laid import DISCS

from elgrande.rules import State
from elgrande.rules.events import Event, PointsGiven


@dataclass
class Counts:
    """By row: how often it was offered, was done, and left a mark on the position."""

    offered: Counter[str] = field(default_factory=Counter)
    done: Counter[str] = field(default_factory=Counter)
    changed: Counter[str] = field(default_factory=Counter)

    def happened(self, row: str) -> None:
        """Count what comes about without an answer of its own."""
        for each in (self.offered, self.done, self.changed):
            each[row] += 1

    def table(self, rows: Iterable[str], head: str = "row") -> str:
        """Return the table."""
        lines = [f"{r},{self.offered[r]},{self.done[r]},{self.changed[r]}" for r in rows]
        return "\n".join([f"{head},offered,done,changed", *lines]) + "\n"


def disc_rows() -> list[str]:
    """Return the rows that ``count_discs`` counts."""
    return [*(f"{disc} symbol" for disc in DISCS), *(f"{disc} home" for disc in DISCS)]


def count_discs(events: Sequence[Event], counts: Counts) -> None:
    """Count what discs did."""
    for event in events:
        for disc in DISCS:
            if type(event).__name__ == "DiscsCame" and getattr(event, disc):
                counts.happened(f"{disc} symbol")
            elif isinstance(event, PointsGiven) and event.reason == f"{disc}-home":
                counts.happened(f"{disc} home")


def tally(play: Callable[[int, Counts], State], games: int) -> Counts:
    """Play so many games, by a seed each, and return what came up."""
    counts = Counts()
    for seed in range(games):
        play(seed, counts)
    return counts
