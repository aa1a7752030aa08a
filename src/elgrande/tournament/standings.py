"""What the games say: for each bot its share of the wins, its points and its ranks.

All intervals are of 95 % and count pairings, not games: the games of a pairing are one deal.
Games of a pairing that is not whole yet say nothing, as a seat of that deal may be the good one.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from statistics import fmean
from typing import TYPE_CHECKING, Any

from elgrande.bots.intervals import about_mean, effective, wilson

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from elgrande.tournament.contest import Contest
    from elgrande.tournament.game import Played


@dataclass(frozen=True, slots=True)
class Table:
    """One game: who sat where, and the points by seat."""

    bots: tuple[str, ...]
    scores: tuple[int, ...]

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

    def ahead(self, bot: str) -> float:
        """Return the mean points of its seats less the mean of the seats of all others."""
        others = [p for p, each in zip(self.scores, self.bots, strict=True) if each != bot]
        return fmean(self.points(bot)) - fmean(others) if others else 0.0

    def rank(self, bot: str) -> float:
        """Return the mean rank of its seats from 1; tied seats share the middle of theirs."""
        return fmean(
            sum(other > points for other in self.scores) + (self.scores.count(points) + 1) / 2
            for points in self.points(bot)
        )


@dataclass(frozen=True, slots=True)
class Pairing:
    """One deal with one line-up, played from every seat."""

    number: int
    games: tuple[Table, ...]

    def advantage(self, bot: str) -> float | None:
        """Return by how much a bot's share is above its fair one; None if it does not sit here."""
        if bot not in self.games[0].bots:
            return None
        return fmean(game.won(bot) - game.fair(bot) for game in self.games)


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
    """Games in which a stand-in had to answer for it."""

    def to_plain(self) -> dict[str, Any]:
        """Return it as values of JSON."""
        return asdict(self)


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
    return Pairing(at, tuple(Table(contest.match(n).bots, games[n].scores) for n in numbers))


def alike(played: Sequence[Pairing], bot: str) -> list[list[float]]:
    """Return a bot's shares in these pairings, those in which it has as many seats together."""
    found: dict[float, list[float]] = {}
    for pairing in played:
        share = fmean(game.won(bot) for game in pairing.games)
        found.setdefault(pairing.games[0].fair(bot), []).append(share)
    return list(found.values())


def standings(
    bots: Sequence[str], played: Sequence[Pairing], notices: Sequence[str] = ()
) -> list[Standing]:
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
                rank=fmean(game.rank(bot) for game in games),
                replaced=sum(text.startswith(f"the bot {bot!r} ") for text in notices),
            )
        )
    return found
