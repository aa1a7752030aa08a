"""A test that may end a tournament early: is the first bot's share fair, or so much more?

A sequential probability ratio test (Wald 1945) on the pairings: how far the share of the first bot
in each is above its fair one. Spread is what the pairings show (the generalised test that
chess engines are tested with), with some pairings of pure chance added, so that the first few
that happen to agree decide nothing. It errs in about one of twenty either way: in 2 to 7 % of
1,500 drawn tournaments of 2, 4 and 5 seats, for 5 and 10 % more.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from elgrande.tournament.standings import Pairing

ERROR = 0.05
"""How often either answer may be wrong."""
BOUND = log((1 - ERROR) / ERROR)
"""The logarithm of the ratio at which it stops, for and against: 2.94."""
FEWEST = 16
"""Pairings before which it never stops: their spread is a guess."""
CHANCE = 4
"""So many pairings of pure chance are added to the spread."""

Answer = Literal["more", "fair", "open"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """How the test stands: the logarithm of the ratio, after so many pairings of the bot."""

    ratio: float
    pairings: int

    @property
    def answer(self) -> Answer:
        """What it says: ``more``, ``fair``, or nothing yet."""
        if self.pairings < FEWEST or abs(self.ratio) < BOUND:
            return "open"
        return "more" if self.ratio > 0 else "fair"


def evidence(played: Sequence[Pairing], bot: str, more: float) -> Evidence:
    """Return how the test stands after these pairings, for ``more`` above the fair share."""
    standing = Evidence(0.0, 0)
    for _, standing in _followed(played, bot, more):  # noqa: B007
        pass
    return standing


def decided(played: Sequence[Pairing], bot: str, more: float) -> int | None:
    """Return after how many of these pairings the test first had an answer, or None."""
    for count, standing in _followed(played, bot, more):
        if standing.answer != "open":
            return count
    return None


def _followed(played: Sequence[Pairing], bot: str, more: float) -> Iterator[tuple[int, Evidence]]:
    """Give after each pairing in which the bot sits how many were played, and how it stands."""
    number, total, squares, chance = 0, 0.0, 0.0, 0.0
    for count, pairing in enumerate(played, 1):
        gain = pairing.advantage(bot)
        if gain is None:
            continue
        fair = pairing.games[0].fair(bot)
        number, total, squares = number + 1, total + gain, squares + gain * gain
        chance += fair * (1 - fair) / len(pairing.games)
        spread = (max(0.0, squares - total * total / number) + CHANCE * chance / number) / number
        yield count, Evidence(more * (total - number * more / 2) / spread, number)
