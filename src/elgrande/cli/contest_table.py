"""What a tournament says, as lines of text with plots, and as values of JSON."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import accumulate
from math import floor
from statistics import fmean
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from elgrande.cli.plot import HEIGHT, plot
from elgrande.content.clean import counted
from elgrande.tournament.statistics import (
    Pairing,
    Standing,
    alike,
    effective,
    evidence,
    ratings,
    standings,
    wilson,
)

if TYPE_CHECKING:
    from elgrande.tournament.contest import Hypotheses
    from elgrande.tournament.tournament import Tournament


COLUMNS = 60
"""Of the plot of a share."""
WIDTH = 80
FEWEST = 5
"""Fewer deals make no curve."""


def results(tournament: Tournament) -> dict[str, Any]:
    """Return what all games that count say, as values of JSON; intervals are of 95 %."""
    contest, played = tournament.contest, tournament.pairings()
    found: dict[str, Any] = {
        "players": contest.players,
        "seed": contest.seed,
        "games": sum(len(pairing.games) for pairing in played),
        "pairings": len(played),
        "standings": [asdict(one) for one in standings(contest.bots, played)],
        "ratings": [asdict(one) for one in ratings(contest.bots, played)],
        "notices": _notices(tournament),
    }
    if contest.test is not None:
        stands = evidence(played, contest.bots[0], contest.test)
        found["test"] = {**asdict(contest.test), **asdict(stands)}
    return found


def result_lines(tournament: Tournament, *, ascii: bool) -> list[str]:
    """Return the lines that tell a person."""
    contest, played = tournament.contest, tournament.pairings()
    games = sum(len(pairing.games) for pairing in played)
    pace = (
        f"{contest.seconds:g} s an answer"
        if contest.seconds
        else f"{contest.budget} simulations an answer"
    )
    lines = wrap(
        f"{_listed(contest.bots)}, {contest.players} at a table: {counted(games, 'game')} of "
        f"{counted(len(played), 'deal')}, seed {contest.seed}, {pace}.", WIDTH,
    )  # fmt: skip
    if not played:
        return [*lines, "No deal has been played from every seat yet, so nothing can be said."]
    rows = standings(contest.bots, played)
    lines += [
        "Each deal is played from every seat. Intervals are of 95 % and count deals.",
        "Fair is the share that equal bots win; ahead is how many points more than the",
        "others' mean.",
        "",
        *_table(rows, ascii=ascii),
        *_searched(rows),
        "",
        *_rated(tournament, played),
        *_tested(tournament, played),
        "",
        *_followed(contest.bots[0], played, ascii=ascii),
    ]
    return [*lines, *_noted(tournament, rows)]


def brief_lines(tournament: Tournament) -> list[str]:
    """Return one line for a person about each bot, and what games and notices there were."""
    contest, played = tournament.contest, tournament.pairings()
    games = sum(len(pairing.games) for pairing in played)
    lines = [
        f"{counted(games, 'game')} of {counted(len(played), 'deal')}, "
        f"{contest.players} at a table, seed {contest.seed}"
    ]
    rows = standings(contest.bots, played)
    for row in rows:
        low, high = row.share_interval
        more = "more" if row.ahead >= 0 else "fewer"
        others = f" {abs(row.ahead):.1f} {more} than the others' mean," if row.fair < 1 else ""
        lines.append(
            f"{row.bot}: wins {row.share:.1%} (95 %: {low:.1%} to {high:.1%}; fair would be "
            f"{row.fair:.1%}), {row.points:.1f} points,{others} mean rank {row.rank:.2f}"
        )
    return [*lines, *_searched(rows), *_noted(tournament, rows)]


def _listed(bots: tuple[str, ...]) -> str:
    counts = {bot: bots.count(bot) for bot in bots}
    return ", ".join(bot if many == 1 else f"{many} {bot}" for bot, many in counts.items())


NOTICES = 10
"""So many different ones tell what is wrong."""


def _notices(tournament: Tournament) -> list[str]:
    games = tournament.record.games
    told = (text for number in sorted(games) for text in games[number].notices)
    return list(dict.fromkeys(told))[:NOTICES]


def _noted(tournament: Tournament, rows: Sequence[Standing]) -> list[str]:
    stood_in = [
        f"{counted(row.replaced, 'answer')} of {row.bot} had to be given by a stand-in"
        for row in rows
        if row.replaced
    ]
    return [f"note: {text}" for text in (*stood_in, *_notices(tournament))]


def _table(rows: Sequence[Standing], *, ascii: bool) -> list[str]:
    wide, sign = max(len(row.bot) for row in rows), "+-" if ascii else "±"
    lines = [f"{'':{wide}}  share of wins (95 %)      fair  points       ahead        mean rank"]
    for row in rows:
        low, high = row.share_interval
        share = f"{row.share:6.1%} ({low:.1%} to {high:.1%})"
        lines.append(
            f"{row.bot:{wide}} {share:26} {row.fair:5.1%}  "
            f"{row.points:5.1f} {_half(row.points, row.points_interval, sign):6} "
            f"{row.ahead:+5.1f} {_half(row.ahead, row.ahead_interval, sign):6} {row.rank:6.2f}"
        )
    return lines


def _searched(rows: Sequence[Standing]) -> list[str]:
    told = [f"{row.bot} {row.simulations:.0f}" for row in rows if row.simulations is not None]
    return wrap(f"Simulations an answer that took some: {', '.join(told)}.", WIDTH) if told else []


def _half(value: float, interval: tuple[float, float] | None, sign: str) -> str:
    return f"{sign} ?" if interval is None else f"{sign} {interval[1] - value:.1f}"


def _rated(tournament: Tournament, played: Sequence[Pairing]) -> list[str]:
    found = ratings(tournament.contest.bots, played)
    if not found:
        return []
    wide = max(len(one.bot) for one in found)
    lines = ["Ratings (Bradley and Terry's, in Elo's points, by who finished before whom):"]
    for one in sorted(found, key=lambda one: -one.rating):
        told = "too few deals for an interval"
        if one.interval is not None:
            told = f"{one.interval[0]:+.0f} to {one.interval[1]:+.0f}"
        lines.append(f"  {one.bot:{wide}} {one.rating:+5.0f}  ({told})")
    return lines


def _tested(tournament: Tournament, played: Sequence[Pairing]) -> list[str]:
    contest = tournament.contest
    if (test := contest.test) is None:
        return []
    hero = contest.bots[0]
    stands = evidence(played, hero, test)
    whose = f"the share of {hero}" if test.of == "share" else hero
    low, high = (_hypothesis(test, value) for value in (test.low, test.high))
    said = "That is not decided."
    if stands.answer != "open":
        likelier = high if stands.answer == "high" else low
        said = (
            f"{likelier[0].upper()}{likelier[1:]} is the likelier, and the tournament stops. "
            "Results of a test that stopped early lean towards its answer."
        )
    below, above = test.bounds
    text = (
        f"Sequential test: is {whose} {low}, or {high}? It says the first at {below:+.2f}, and "
        f"does so in about {test.false_low:.1%} where the second is true; the second at "
        f"{above:+.2f}, in about {test.false_high:.1%} where the first is. Now it is at "
        f"{stands.ratio:+.2f} after {counted(stands.pairings, 'deal')}. {said}"
    )
    return ["", *wrap(text, WIDTH)]


def _hypothesis(test: Hypotheses, value: float) -> str:
    if test.of == "share":
        return f"{abs(value):.1%} {'more' if value > 0 else 'less'} than fair" if value else "fair"
    if not value:
        return "level with the others"
    return f"{abs(value):g} points {'ahead of' if value > 0 else 'behind'} the others"


def _followed(hero: str, played: Sequence[Pairing], *, ascii: bool) -> list[str]:
    """Plot the first bot's share as the deals went by."""
    own = [one for one in played if hero in one.games[0].bots]
    if len(own) < FEWEST:
        return []
    won = list(accumulate(sum(game.won(hero) for game in one.games) for one in own))
    games = list(accumulate(len(one.games) for one in own))
    fair = fmean(game.fair(hero) for one in own for game in one.games)
    columns = min(COLUMNS, len(own))
    shares, band = [], []
    for column in range(columns):
        last = column * (len(own) - 1) // max(1, columns - 1)
        share = won[last] / games[last]
        shares.append(share)
        band.append(wilson(share, effective(share, alike(own[: last + 1], hero), games[last])))
    level, inside, here = "-:o" if ascii else "┄░●"
    # A band is as many curves as there are rows.
    parts = [row / HEIGHT for row in range(HEIGHT + 1)]
    curves = [[low + part * (high - low) for low, high in band] for part in parts]
    labels = {0: "deal 1", columns - 1: str(len(own))}
    lowest = floor(10 * min(fair, *curves[0])) / 10
    return [
        f"Share of {hero} over the deals ({here}), its interval ({inside}), a fair one ({level}):",
        *plot(
            [*curves, [fair] * columns, shares],
            [*inside * len(curves), level, here],
            labels,
            lowest,
        ),
    ]
