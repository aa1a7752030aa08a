"""What a tournament plays: the game, the bots and their versions, the seed, the time they get."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from elgrande.bots.bot import BUDGET
from elgrande.content.setup import Setup
from elgrande.tournament.pairing import Match, lineups, match
from elgrande.tournament.versions import Version, version

FORMAT = 1
"""Of the file that a tournament is kept in."""
LONGEST = 3600.0
"""Seconds for an answer that a file may ask for."""
MOST_GAMES = 100_000
"""So many games a tournament has at most; months of them, where bots search."""
MOST_BOTS = 12
"""So many bots meet at most; at tables of five they sit in 792 ways."""


@dataclass(frozen=True)
class Contest:
    """What is played, by whom, from which seed.

    ``setup`` is the game with its seats; its seed is put in the place of each deal's. ``more`` is
    how much larger than fair the first bot's share must be for the test that may end the
    tournament early (``stopping``); None without one.
    """

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    seconds: float | None = None
    budget: int = BUDGET
    more: float | None = None
    versions: tuple[Version, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.versions:
            found = tuple(version(name) for name in dict.fromkeys(self.bots))
            object.__setattr__(self, "versions", found)

    @property
    def players(self) -> int:
        """How many seats a table has."""
        return len(self.setup.players)

    @cached_property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """Which bots sit at a table together."""
        return lineups(self.bots, self.players)

    def rounded(self, games: int) -> int:
        """Return how many games make whole rounds: at least so many."""
        whole = len(self.lineups) * self.players
        return -(-games // whole) * whole

    def match(self, number: int) -> Match:
        """Return a game by its number."""
        return match(number, self.lineups, self.seed)

    def dealt(self, game: Match) -> dict[str, Any]:
        """Return the Setup of a game as plain values."""
        return replace(self.setup, seed=game.deal).to_plain()

    def to_plain(self) -> dict[str, Any]:
        """Return all of it as values of JSON; what differs here is another tournament."""
        return {
            "tournament": FORMAT,
            "game": self.setup.to_plain(secrets=False),
            "bots": list(self.bots),
            "versions": [one.to_plain() for one in self.versions],
            "seed": self.seed,
            "seconds": self.seconds,
            "budget": self.budget,
            "more": self.more,
        }

    @classmethod
    def from_plain(cls, told: Mapping[str, Any]) -> Contest:
        """Return what ``to_plain`` wrote, with the bots that are installed now.

        ValueError if it is none; ContentError, which is one too, if the game cannot be played.
        """
        bots, seed, budget = told.get("bots"), told.get("seed"), told.get("budget")
        if not isinstance(bots, list) or not all(type(bot) is str for bot in bots):
            raise ValueError("no bots")
        if not 2 <= len(set(bots)) <= MOST_BOTS:
            raise ValueError("nobody plays against anybody, or too many do")
        if type(seed) is not int or type(budget) is not int or not isinstance(told["game"], dict):
            raise ValueError("no game")
        if not 0 <= seed < 1 << 64 or budget < 1:
            raise ValueError("no game")
        given = []
        for key, most in (("seconds", LONGEST), ("more", 1.0)):
            value = told.get(key)
            if value is not None and not (type(value) in (int, float) and 0 < value <= most):
                raise ValueError(f"{key}: no such number")
            given.append(value)
        setup = Setup.from_plain(told["game"])
        if len(set(bots)) < len(bots) != len(setup.players):
            raise ValueError("bots are named once each, or one for each seat")
        return cls(setup, tuple(bots), seed, given[0], budget, given[1])
