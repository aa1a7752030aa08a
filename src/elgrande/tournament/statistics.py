"""What games between bots say: shares of the wins, ratings, and whether that is enough to stop.

All intervals are of 95 %. A deal is played from every seat, and its games share their luck, so that
the *pairing* of a deal with a line-up, and not the game, is what an interval counts. Games of one
that is not whole yet say nothing, as a seat of that deal may be the good one.

*Ratings* are one number a bot, from who finished before whom. Each game is a comparison of every
two seats of different bots: whoever has more points wins it, and equal points are half of one each.
The ratings are those under which a bot of strength p beats one of strength q with chance p / (p +
q) (Bradley and Terry 1952, fitted as by Hunter 2004), told as 400 times the decimal logarithm, like
Elo's, with a mean of 0. Every two bots that met are given half a win each more, so that a bot that
never lost has a rating too. Intervals come from drawing the pairings again, as the seats of one
game are no independent witnesses; each time every two are given a random part of a game more, about
one, since what never happened yet may happen next. A rating sums up one field of bots. At a table
of five who attacks whom counts, so that it says little about tables that were not played.

A *test* may end a tournament early: which of two hypotheses fits the first bot, by its share above
the fair one or by its points ahead? It is a sequential probability ratio test (Wald 1945) on the
pairings. Spread is what the pairings show (the generalised test that chess engines are tested
with), with some pairings of pure chance added, so that the first few that happen to agree decide
nothing. It errs about as often as it is told to: of 1,000 drawn tournaments each, at tables of 2, 4
and 5, in 0.8 to 6.6 % where 5 are asked for, 0.3 to 3.1 % for 2, 6.0 to 9.2 % for 10.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import log, log10, sqrt
from statistics import fmean, variance
from typing import TYPE_CHECKING, Literal

from elgrande.rules import Generator

if TYPE_CHECKING:
    from elgrande.tournament.contest import Contest, Hypotheses
    from elgrande.tournament.games import Played


FEW = 10
"""With fewer blocks what they differ by says little."""
Z = 1.96
"""Standard errors in half an interval of 95 %."""


def wilson(share: float, games: float) -> tuple[float, float]:
    """Return the interval of 95 % for a share found in so many games (Wilson 1927)."""
    middle = share + Z * Z / (2 * games)
    half = Z * sqrt(share * (1 - share) / games + Z * Z / (4 * games * games))
    whole = 1 + Z * Z / games
    return max(0.0, (middle - half) / whole), min(1.0, (middle + half) / whole)


def effective(share: float, groups: Sequence[Sequence[float]], games: int) -> float:
    """Return how many independent games the blocks are worth: never more than were played.

    Of a few blocks nobody knows how much their games share: they count as one each.
    ``groups`` are the shares of the blocks, those of like line-ups together: that a bot wins more
    where it has more seats is no chance.
    """
    count = sum(map(len, groups))
    free = count - len(groups)
    if free < 1:
        return min(games, count)
    spread = sum(sum((each - fmean(group)) ** 2 for each in group) for group in groups) / free
    most = min(games, count) if count < FEW else games
    if spread == 0:
        return most
    return max(1.0, min(most, share * (1 - share) * count / spread))


def about_mean(values: Sequence[float]) -> tuple[float, float] | None:
    """Return the interval of 95 % for the mean of such values; None for fewer than two."""
    count = len(values)
    if count < 2:
        return None
    middle, half = fmean(values), students(count - 1) * sqrt(variance(values) / count)
    return middle - half, middle + half


def students(freedom: int) -> float:
    """Return how many standard errors are half an interval of 95 %: Student's t, 2.5 % above it.

    Cornish and Fisher's expansion, to two digits from four degrees of freedom on; the first
    three are written down, since it falls short there.
    """
    exact = {1: 12.706, 2: 4.303, 3: 3.182}
    if freedom in exact:
        return exact[freedom]
    z = 1.959964
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


# -- standings -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game: who sat where, the points by seat, and what was counted (see ``Played``)."""

    bots: tuple[str, ...]
    scores: tuple[int, ...]
    replaced: tuple[int, ...] = ()
    searches: tuple[int, ...] = ()
    simulations: tuple[int, ...] = ()

    def won(self, bot: str) -> float:
        """Return how much of the game the seats of a bot won; a tie is split."""
        best = max(self.scores)
        winners = [seat for seat, points in enumerate(self.scores) if points == best]
        return sum(self.bots[seat] == bot for seat in winners) / len(winners)

    def fair(self, bot: str) -> float:
        """Return what its seats would win if all played alike."""
        return self.bots.count(bot) / len(self.bots)

    def points(self, bot: str) -> list[int]:
        """Return the points of its seats."""
        return [p for p, each in zip(self.scores, self.bots, strict=True) if each == bot]

    def of(self, counts: Sequence[int], bot: str) -> int:
        """Return what was counted by seat, of its seats together."""
        return sum(n for n, each in zip(counts, self.bots, strict=False) if each == bot)

    def ahead(self, bot: str) -> float:
        """Return the mean points of its seats less the mean of the seats of all others."""
        others = [p for p, each in zip(self.scores, self.bots, strict=True) if each != bot]
        return fmean(self.points(bot)) - fmean(others) if others else 0.0

    def ranks(self, bot: str) -> list[float]:
        """Return the ranks of its seats from 1; tied seats share the middle of theirs."""
        return [
            sum(other > points for other in self.scores) + (self.scores.count(points) + 1) / 2
            for points in self.points(bot)
        ]


@dataclass(frozen=True, slots=True)
class Pairing:
    """One deal with one line-up, played from every seat."""

    number: int
    games: tuple[GameResult, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How one bot fared. An interval is None where there is too little to tell.

    ``share`` is the part of its games that its seats won, ``fair`` what they would have won if
    all played alike; ``ahead`` its points less the mean of the others' at its table.
    """

    bot: str
    games: int
    fair: float
    share: float
    share_interval: tuple[float, float]
    points: float
    points_interval: tuple[float, float] | None
    ahead: float
    ahead_interval: tuple[float, float] | None
    rank: float
    replaced: int
    """Answers that a stand-in had to give for it."""
    simulations: float | None
    """How many an answer took, of those that took some."""


COUNTED = ("scores", "replaced", "searches", "simulations")
"""What a result has of a game that was played."""


def whole(contest: Contest, games: Mapping[int, Played], pairing: int) -> bool:
    """Say whether every game of a pairing was played."""
    players = contest.players
    return all(number in games for number in range(pairing * players, (pairing + 1) * players))


def pairings(contest: Contest, games: Mapping[int, Played], most: int) -> list[Pairing]:
    """Return the pairings that are whole, in their order, of the first so many games."""
    begun = {number // contest.players for number in games}
    return [
        pairing(contest, games, at)
        for at in sorted(begun)
        if at < most // contest.players and whole(contest, games, at)
    ]


def pairing(contest: Contest, games: Mapping[int, Played], at: int) -> Pairing:
    """Return a pairing that is whole, by its number."""
    numbers = range(at * contest.players, (at + 1) * contest.players)
    return Pairing(
        at,
        tuple(
            GameResult(contest.match(n).bots, *(getattr(games[n], name) for name in COUNTED))
            for n in numbers
        ),
    )


def alike(played: Sequence[Pairing], bot: str) -> list[list[float]]:
    """Return a bot's shares in these pairings, those in which it has as many seats together."""
    found: dict[float, list[float]] = {}
    for pairing in played:
        share = fmean(game.won(bot) for game in pairing.games)
        found.setdefault(pairing.games[0].fair(bot), []).append(share)
    return list(found.values())


def standings(bots: Sequence[str], played: Sequence[Pairing]) -> list[Standing]:
    """Return how each bot fared, in the order of the bots; who never sat is left out."""
    found = []
    for bot in dict.fromkeys(bots):
        own = [pairing for pairing in played if bot in pairing.games[0].bots]
        if not own:
            continue
        games = [game for pairing in own for game in pairing.games]
        share = fmean(game.won(bot) for game in games)
        points = [fmean(p for game in one.games for p in game.points(bot)) for one in own]
        ahead = [fmean(game.ahead(bot) for game in one.games) for one in own]
        searches = sum(game.of(game.searches, bot) for game in games)
        simulations = sum(game.of(game.simulations, bot) for game in games)
        found.append(
            Standing(
                bot=bot,
                games=len(games),
                fair=fmean(game.fair(bot) for game in games),
                share=share,
                share_interval=wilson(share, effective(share, alike(own, bot), len(games))),
                points=fmean(points),
                points_interval=about_mean(points),
                ahead=fmean(ahead),
                ahead_interval=about_mean(ahead),
                rank=fmean(fmean(game.ranks(bot)) for game in games),
                replaced=sum(game.of(game.replaced, bot) for game in games),
                simulations=simulations / searches if searches else None,
            )
        )
    return found


# -- ratings ---------------------------------------------------------------------------


DRAWS = 300
"""How often the pairings are drawn again for an interval."""
_STEPS = 2000
_NEAR = 1e-7

Wins = list[list[float]]
"""Wins of the bot of the row over that of the column."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating, in Elo's points above the mean of the field, with its interval of 95 %."""

    bot: str
    rating: float
    interval: tuple[float, float] | None


def ratings(bots: Sequence[str], played: Sequence[Pairing], seed: int = 0) -> list[Rating]:
    """Return the ratings in the order of the bots; none without two that met."""
    names = list(dict.fromkeys(bots))
    counted = [_wins(names, pairing) for pairing in played]
    if len(names) < 2 or not counted:
        return []
    found = _fitted(_summed(counted, lambda: 0.5))
    intervals: list[tuple[float, float] | None] = [None] * len(names)
    if len(counted) > 1:
        generator = Generator.seeded(seed, len(counted))
        drawn = [
            _fitted(
                _summed([generator.choice(counted) for _ in counted], partial(_some, generator))
            )
            for _ in range(DRAWS)
        ]
        for at in range(len(names)):
            values = sorted(ratings[at] for ratings in drawn)
            intervals[at] = values[int(0.025 * DRAWS)], values[int(0.975 * DRAWS) - 1]
    return [Rating(*each) for each in zip(names, found, intervals, strict=True)]


def _wins(names: list[str], pairing: Pairing) -> Wins:
    found = [[0.0] * len(names) for _ in names]
    for game in pairing.games:
        at = [names.index(bot) for bot in game.bots]
        for (one, mine), (other, theirs) in combinations(zip(at, game.scores, strict=True), 2):
            if one != other:
                won = 0.5 if mine == theirs else float(mine > theirs)
                found[one][other] += won
                found[other][one] += 1 - won
    return found


def _some(generator: Generator) -> float:
    """Return what a posterior after no game at all is spread like: exponential, 1 on average."""
    return -log((generator.next32() + 1) / (1 << 32))


def _summed(counted: Sequence[Wins], more: Callable[[], float]) -> Wins:
    size = range(len(counted[0]))
    found = [[sum(wins[one][other] for wins in counted) for other in size] for one in size]
    for one, other in combinations(size, 2):
        if found[one][other] + found[other][one]:
            found[one][other] += more()
            found[other][one] += more()
    return found


def _fitted(wins: Wins) -> list[float]:
    size = range(len(wins))
    total = [sum(row) for row in wins]
    strength = [1.0] * len(wins)
    for _ in range(_STEPS):
        before = strength
        strength = [
            total[one] / against if (against := _against(wins, before, one)) else 1.0
            for one in size
        ]
        mean = sum(map(log10, strength)) / len(strength)
        strength = [each / 10**mean for each in strength]
        if max(abs(new / old - 1) for new, old in zip(strength, before, strict=True)) < _NEAR:
            break
    return [400 * log10(each) for each in strength]


def _against(wins: Wins, strength: list[float], one: int) -> float:
    return sum(
        (wins[one][other] + wins[other][one]) / (strength[one] + strength[other])
        for other in range(len(wins))
        if other != one
    )


# -- the test --------------------------------------------------------------------------


FEWEST = 16
"""Pairings before which it never stops: their spread is a guess."""
CHANCE = 4
"""So many pairings of pure chance are added to the spread."""

Leaning = Literal["high", "low", "open"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """How the test stands: the logarithm of the ratio, after so many pairings of the bot."""

    ratio: float = 0.0
    pairings: int = 0
    answer: Leaning = "open"
    """Which of the hypotheses it says, or nothing yet."""


def evidence(played: Sequence[Pairing], bot: str, test: Hypotheses) -> Evidence:
    """Return how the test stands after these pairings."""
    series = SequentialTest(bot, test)
    return [series.add(each) for each in played][-1] if played else Evidence()


class SequentialTest:
    """Follows the test of a bot, a pairing after the other."""

    def __init__(self, bot: str, test: Hypotheses) -> None:
        self._bot = bot
        self._test = test
        self._total = self._squares = self._chance = 0.0
        self._standing = Evidence()

    def decides(self, pairing: Pairing) -> bool:
        """Add a pairing, and say whether the test has an answer now."""
        return self.add(pairing).answer != "open"

    def add(self, pairing: Pairing) -> Evidence:
        """Return how it stands after one more pairing: as before, where the bot does not sit."""
        games, bot, test = pairing.games, self._bot, self._test
        if bot not in games[0].bots:
            return self._standing
        below, above = test.bounds
        fair = games[0].fair(bot)
        if test.of == "share":
            gain = fmean(game.won(bot) - fair for game in games)
            spread = fair * (1 - fair)
        else:
            gain = fmean(game.ahead(bot) for game in games)
            # Of the difference of two means, where it says nothing who is how strong.
            own = [points for game in games for points in game.points(bot)]
            others = [
                points
                for game in games
                for points, each in zip(game.scores, game.bots, strict=True)
                if each != bot
            ]
            within = sum((len(each) - 1) * variance(each) for each in (own, others))
            free, seats = len(own) + len(others) - 2, len(games[0].bots)
            spread = within / free / (seats * fair * (1 - fair))
        number = self._standing.pairings + 1
        self._total += gain
        self._squares += gain * gain
        self._chance += spread / len(games)
        squares = max(0.0, self._squares - self._total * self._total / number)
        spread = (squares + CHANCE * self._chance / number) / number
        far = self._total - number * (test.low + test.high) / 2
        ratio = (test.high - test.low) * far / max(spread, _NEAR)
        answer: Leaning = "open"
        if number >= FEWEST and not below < ratio < above:
            answer = "high" if ratio > 0 else "low"
        self._standing = Evidence(ratio, number, answer)
        return self._standing
