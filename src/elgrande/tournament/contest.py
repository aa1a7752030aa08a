"""What a tournament plays: the game, who sits where, the bots and their versions, their time.

A *line-up* says how many seats each bot has at a table. With as many bots as seats there is one;
with fewer, the seats are shared out as evenly as can be and who has one more goes round; with more,
every choice of that many bots is a line-up. A *pairing* is one line-up with one deal, played as
often as there are seats, everybody moving on by one seat each time; a *round* is one pairing of
each line-up, so that after it all bots have sat equally often. Who sits beside whom is drawn anew
for each pairing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from itertools import combinations
from math import log
from typing import Any, Literal

from elgrande.bots.bot import BUDGET
from elgrande.bots.runner import entered
from elgrande.bots.versions import Version
from elgrande.content.setup import Setup
from elgrande.rules import Generator
from elgrande.saves.paths import make_name

FORMAT = 1
"""Of the file that a tournament is kept in."""
LONGEST = 3600.0
"""Seconds for an answer that a file may ask for."""
MOST_GAMES = 100_000
"""So many games a tournament has at most; months of them, where bots search."""
MOST_BOTS = 12
"""So many bots meet at most; at tables of five they sit in 792 ways."""


@dataclass(frozen=True, slots=True)
class Hypotheses:
    """Two values of the first bot between which a test decides; ValueError if it cannot.

    They are of its share above the fair one, or of its points ahead of the others' mean.
    ``false_high`` is how often it may say ``high`` where ``low`` is true, ``false_low`` the other
    way round. From below 0 to 0 it is a bound against a bot that has become worse.
    """

    of: Literal["share", "points"]
    low: float
    high: float
    false_high: float = 0.05
    false_low: float = 0.05

    def __post_init__(self) -> None:
        least, most = RANGES[self.of]
        if not (-most <= self.low and self.low + least <= self.high <= most):
            raise ValueError(
                f"name two values from {-most:g} to {most:g}, the lower one first, at least "
                f"{least:g} apart"
            )
        if not all(LEAST_ERROR <= each < 0.5 for each in (self.false_high, self.false_low)):
            raise ValueError(f"errors are from {LEAST_ERROR:g} to less than 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the ratio at which it says ``low`` and ``high``; Wald's."""
        return log(self.false_low / (1 - self.false_high)), log(
            (1 - self.false_low) / self.false_high
        )


RANGES = {"share": (0.01, 0.5), "points": (0.5, 100.0)}
"""How near two hypotheses may be, and how far from 0."""
LEAST_ERROR = 0.001


@dataclass(frozen=True)
class Contest:
    """What is played, by whom, from which seed.

    ``setup`` is the game with its seats; its seed is put in the place of each deal's. ``test`` is
    what may end the tournament early (see ``statistics``). ``trusted`` are bots of strangers that
    run inside, as ours do: how it is played, and nothing that makes it another tournament.
    """

    setup: Setup
    bots: tuple[str, ...]
    seed: int
    seconds: float | None = None
    budget: int = BUDGET
    test: Hypotheses | None = None
    versions: tuple[Version, ...] = field(default=())
    trusted: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not self.versions:
            found = tuple(entered(name) for name in dict.fromkeys(self.bots))
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

    def seated(self, game: Match) -> Setup:
        """Return the Setup of a game with the bots at their seats, as a save has it."""
        players = tuple(
            replace(
                player, name=f"{bot[:22].partition('/')[0]} {seat}", source=bot.partition("@")[0]
            )
            for seat, (player, bot) in enumerate(zip(self.setup.players, game.bots, strict=True), 1)
        )
        return replace(self.setup, seed=game.deal, players=players)

    @property
    def title(self) -> str:
        """What its saves are called: its bots, and a digest of all that is played."""
        digest = blake2b(json.dumps(self.to_plain(), sort_keys=True).encode(), digest_size=4)
        return f"{make_name('-'.join(dict.fromkeys(self.bots))[:22])}-{digest.hexdigest()}"

    def to_plain(self) -> dict[str, Any]:
        """Return all of it as values of JSON; what differs here is another tournament."""
        return {
            "tournament": FORMAT,
            "game": self.setup.to_plain(secrets=False),
            "bots": list(self.bots),
            "versions": [asdict(one) for one in self.versions],
            "seed": self.seed,
            "seconds": self.seconds,
            "budget": self.budget,
            "test": self.test and asdict(self.test),
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
        seconds, test = told.get("seconds"), told.get("test")
        if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds <= LONGEST):
            raise ValueError("seconds: no such number")
        setup = Setup.from_plain(told["game"])
        if len(set(bots)) < len(bots) != len(setup.players):
            raise ValueError("bots are named once each, or one for each seat")
        try:
            test = None if test is None else Hypotheses(**test)
        except (KeyError, TypeError, ValueError):
            raise ValueError("test: no such hypotheses") from None
        return cls(setup, tuple(bots), seed, seconds, budget, test)


# -- who sits where ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Match:
    """One game of a tournament: its number from 0, the deal's seed, and the bots by seat."""

    number: int
    deal: int
    bots: tuple[str, ...]
    private_seed: int


def lineups(bots: tuple[str, ...], players: int) -> tuple[tuple[str, ...], ...]:
    """Return the line-ups of a contest of these bots at tables of so many players.

    >>> lineups(("a", "b", "c"), 5)
    (('a', 'a', 'b', 'b', 'c'), ('a', 'b', 'b', 'c', 'c'), ('a', 'a', 'b', 'c', 'c'))
    >>> lineups(("a", "b", "c"), 2)
    (('a', 'b'), ('a', 'c'), ('b', 'c'))
    >>> lineups(("a", "b", "b"), 3)
    (('a', 'b', 'b'),)
    """
    if len(bots) >= players:
        return tuple(combinations(bots, players))
    each, over = divmod(players, len(bots))
    found = []
    for first in range(len(bots) if over else 1):
        more = {(first + step) % len(bots) for step in range(over)}
        found.append(tuple(bot for at, bot in enumerate(bots) for _ in range(each + (at in more))))
    return tuple(found)


def match(number: int, ups: tuple[tuple[str, ...], ...], seed: int) -> Match:
    """Return a game of a tournament by its number: the seed decides deals, seats and chance."""
    players = len(ups[0])
    pairing, turn = divmod(number, players)
    generator = Generator.seeded(seed, pairing)
    deal = (generator.next32() << 31) | (generator.next32() >> 1)
    seated = generator.shuffled(ups[pairing % len(ups)])
    by_seat = tuple(seated[(seat - turn) % players] for seat in range(players))
    # Nothing that leads to the deal, and another one in every game.
    digest = blake2b(f"tournament/{seed}/{number}".encode(), digest_size=16).digest()
    return Match(number, deal, by_seat, int.from_bytes(digest, "big"))


# -- which program a bot is -------------------------------------------------------------
