"""What a position is worth to a seat, in points.

Worth is what the seat has and may expect of the coming scorings, less what its
opponents have and may expect, the leading opponent counting most. It is a sum
over places, so that what a single caballero's move changes is found without
looking at the rest of the board. It reads nothing that the seat may not know.
What expansions add to it they say themselves (``terms``).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import exp
from operator import itemgetter
from typing import TYPE_CHECKING

from elgrande.bots.odds import DOUBTS, Counts, odds, soft
from elgrande.bots.program import round_is_on, scoring_is_over
from elgrande.bots.terms import terms_of
from elgrande.rules.position import HAND
from elgrande.rules.questions import all_that_stand_there, no_gifts, owner
from elgrande.rules.scoring import GRANDE_BONUS, KING_BONUS, score

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.rules import Position, Ruleset


@dataclass(frozen=True)
class Weights:
    """What the steward believes, in points.

    Most are reasoned and not tuned: in 160 games against itself, a half more or
    less of one (``stale``, ``denied``, ``court``) changed nothing that could be told
    from luck.
    """

    rival: float = 8.0
    """An opponent who stands so many points behind another counts for a third of him."""
    later: float = 0.3
    """What each general scoring after the coming one counts: the board will have changed."""
    stale: float = 0.85
    """What the board as it is now counts for each round until that scoring."""
    cube: float = 0.15
    """A caballero on the board, wherever it stands, for each scoring to come."""
    court: float = 0.6
    """The first caballero in a court, ready to be placed in a later turn."""
    fade: float = 0.88
    """What the next one in the court is worth, against the one before."""
    placed: float = 3.5
    """How many caballeros leave a court in a turn; more of them than can leave wait in vain."""
    veto: float = 1.2
    """A Veto in front of a player."""
    denied: float = 0.4
    """How much of the harm that a card would do in the next players' hands counts for taking it."""
    heat: float = 1.0
    """How far from sure it is that others choose what pays them most."""


WEIGHTS = Weights()

FUTURE = {1: 0.5, 2: 0.3, 3: 0.2, 4: 0.1, 9: 0.2, 10: 0.4, 11: 0.7, 12: 1.1, 13: 1.6}
"""What a power card in hand is worth for later rounds: both ends are wanted, most of all 13."""
HIGHEST = 13
"""The highest of those."""
IN_VAIN = 0.15
"""What is left of the worth of a caballero in the court that will hardly get out."""


@lru_cache(maxsize=8)
def future(rules: Ruleset) -> dict[int, float]:
    """Return what each power card is worth for later rounds, by value.

    Other values than 1 to 13 are worth what stands at the same height among those.
    """
    last = len(rules.power_values) - 1
    worths = {}
    for at, value in enumerate(rules.power_values):
        alike = 1 + round(at * (HIGHEST - 1) / last) if last else HIGHEST
        worths[value] = FUTURE.get(alike, 0.0)
    return {value: worth for value, worth in worths.items() if worth}


class Site:
    """A target with everything but its caballeros: what decides what they are worth."""

    __slots__ = ("alone", "doubt", "each", "factor", "memo", "values")

    def __init__(
        self, values: tuple[int, int, int], alone: tuple[int, ...], doubt: int, factor: float
    ) -> None:
        self.values = values
        self.alone = alone
        """By seat: the bonuses for being alone in front."""
        self.doubt = doubt
        self.factor = factor
        self.memo: dict[Counts, float] = {}
        """What they are worth to the outlook's seat."""
        self.each: dict[Counts, tuple[float, ...]] = {}
        """What they are worth to every seat."""


class Outlook:
    """Values positions as things stood in the position it was made from.

    From that it knows the round, who leads and who has still to act, so that position must
    have its whole program. The positions that it then values may differ from it by what a turn can
    do. ``worth`` is what a seat thinks of a position, ``value`` what every seat may expect.
    """

    def __init__(self, position: Position, seat: int, weights: Weights = WEIGHTS) -> None:
        rules = self.rules = position.rules
        self.seat = seat
        self.weights = weights
        self.terms = terms_of(rules)
        self.straight = straight(rules)
        self._gifts = rules.gifts is not no_gifts
        on = round_is_on(position) or not position.round
        left = [number for number in rules.rounds if number >= position.round + (not on)]
        over = scoring_is_over(position)
        scorings = [n for n in left if n in rules.scoring_rounds and not (over and n == left[0])]
        waiting = frozenset(position.to_come)
        later = [number for number in left if position.round < number <= (scorings or [0])[0]]
        turns = len(later) * rules.n + len(waiting - {seat})
        self.doubt = min(DOUBTS - 1, 1 + turns // rules.n) if turns else 0
        self.scorings = len(scorings)
        self.factor = 1.0 + weights.later * (len(scorings) - 1) if scorings else 0.0
        self.factor *= weights.stale ** (turns / rules.n)
        self.rounds_left = max(0, len(left) - on)
        self.cube = weights.cube * len(scorings)
        self._court = [
            _court(weights, self.rounds_left + (s in waiting), rules.caballeros)
            for s in range(rules.n)
        ]
        self._columns = _columns(rules)
        self._sites: dict[tuple[int, ...], tuple[Site, ...]] = {}
        self._spread: dict[tuple[int, int], float] = {}
        self._spreads: dict[tuple[int, int], tuple[float, ...]] = {}
        self._future = [(rules.power_bit[value], worth) for value, worth in future(rules).items()]
        self.root = position
        """Where it looks from."""
        self.share = self._shares(position)

    def of(self, seat: int) -> Outlook:
        """How another seat sees the same position."""
        return Outlook(self.root, seat, self.weights)

    # -- who matters -------------------------------------------------------

    def _shares(self, position: Position) -> tuple[float, ...]:
        """1 for the own seat; the opponents share -1, the more the better they stand."""
        standing = self.standing(position)
        rivals = [seat for seat in range(self.rules.n) if seat != self.seat]
        best = max(standing[seat] for seat in rivals)
        weights = {s: exp((standing[s] - best) / self.weights.rival) for s in rivals}
        whole = sum(weights.values())
        return tuple(
            -weights[seat] / whole if seat in weights else 1.0 for seat in range(self.rules.n)
        )

    def standing(self, position: Position) -> list[float]:
        """Each seat's points, and what the coming general scoring may bring it."""
        rules = self.rules
        totals = [float(position.score(seat)) for seat in range(rules.n)]
        if self.scorings:
            for target, site in enumerate(self.sites(position)):
                expected = self.expected(site, self.tally(position, target))
                totals = [total + more for total, more in zip(totals, expected, strict=True)]
        return totals

    def expected(self, site: Site, counts: Counts, doubt: int = -1) -> list[float]:
        """What a scoring of a target may bring each seat, the bonuses included.

        With a doubt of 0, what it would bring now.
        """
        rules = self.rules
        found = odds(counts, site.values, rules.ranks, rules.n, site.doubt if doubt < 0 else doubt)
        return [
            points + alone * bonus
            for points, alone, bonus in zip(found.points, found.alone, site.alone, strict=True)
        ]

    def gets(self, site: Site, counts: Counts, seat: int) -> float:
        """What a scoring of a target may bring one seat, the bonuses included."""
        rules = self.rules
        points, alone = odds(counts, site.values, rules.ranks, rules.n, site.doubt)
        return points[seat] + alone[seat] * site.alone[seat]

    # -- targets -----------------------------------------------------------

    def tally(self, position: Position, target: int) -> Counts:
        """Count the caballeros at a target by owner."""
        board = position.board
        column = self._columns[target]
        if column is not None:
            return column(board)
        rules = self.rules
        places, kinds = rules.counted(position, target)
        counts = [0] * len(rules.kinds)
        for kind in kinds:
            offset = kind * rules.np
            # Most kinds stand nowhere here, and asking whose they are takes longer than counting.
            if number := sum([board[offset + place] for place in places]):
                counts[self.owner(position, kind)] += number
        return tuple(counts)

    def tallies(self, position: Position) -> list[Counts]:
        """Count the caballeros at every target by owner."""
        board = position.board
        return [
            self.tally(position, target) if column is None else column(board)
            for target, column in enumerate(self._columns)
        ]

    def owner(self, position: Position, kind: int) -> int:
        """Where ``Counts`` has a kind: at the seat that it counts for, else at the kind itself."""
        if self.straight:
            return kind
        seat = self.rules.counts_as(position, kind)
        return seat if seat >= 0 else kind

    def sites(self, position: Position) -> tuple[Site, ...]:
        """All targets as King, Grandes and scoreboards have made them."""
        rules = self.rules
        board = position.board
        # Grandes, King and scoreboards stand side by side; an expansion's values come last.
        key = (*board[rules.at_grande : rules.at_round], *board[rules.at_seen + 1 :])
        found = self._sites.get(key)
        if found is None:
            king = rules.king_target[position.king]
            grandes = board[rules.at_grande : rules.at_king]
            found = self._sites[key] = tuple(
                [
                    self._site(position, target, target == king, grandes)
                    for target in range(len(rules.targets))
                ]
            )
        return found

    def _site(self, position: Position, target: int, kings: bool, grandes: list[int]) -> Site:
        rules = self.rules
        bonus = KING_BONUS if kings else 0
        alone = tuple([bonus + GRANDE_BONUS if home == target else bonus for home in grandes])
        # Nothing enters the King's region while he stays, so its numbers are safer.
        doubt = max(0, self.doubt - 1) if kings else self.doubt
        # What was in the Castillo is in a region by the scoring after the coming one.
        once = target == rules.castillo_target
        factor = min(1.0, self.factor) if once else self.factor
        return Site(rules.scoreboard(position, target), alone, doubt, factor)

    def pays(self, site: Site, counts: Counts) -> float:
        """The worth of a target with these caballeros."""
        worth = site.memo.get(counts)
        if worth is None:
            rules = self.rules
            points, alone = odds(counts, site.values, rules.ranks, rules.n, site.doubt)
            worth = 0.0
            for seat, share in enumerate(self.share):
                worth += share * (points[seat] + alone[seat] * site.alone[seat])
            worth *= site.factor
            site.memo[counts] = worth
        return worth

    def each(self, site: Site, counts: Counts) -> tuple[float, ...]:
        """What these caballeros at a target are worth to every seat."""
        worths = site.each.get(counts)
        if worths is None:
            points, alone = odds(counts, site.values, self.rules.ranks, self.rules.n, site.doubt)
            worths = site.each[counts] = tuple(
                site.factor * (gained + chance * bonus)
                for gained, chance, bonus in zip(points, alone, site.alone, strict=True)
            )
        return worths

    # -- what is not on a scoreboard ---------------------------------------

    def spread(self, seat: int, number: int) -> float:
        """What it changes that a seat will move so many from the Castillo to a region.

        Which region is weighed by what it gives that seat, the board being as it
        was at first.
        """
        key = (seat, number)
        worth = self._spread.get(key)
        if worth is None:
            worth = self._spread[key] = self._spread_worth(seat, number)
        return worth

    def _spread_worth(self, seat: int, number: int) -> float:
        if not number or not self.scorings or self.root.is_taboo(self.rules.castillo):
            return 0.0
        options = self.goals(self.root, seat, number)
        chances = soft([gain for _, gain, _ in options], self.weights.heat)
        return sum(
            [chance * change for chance, (_, _, change) in zip(chances, options, strict=True)]
        )

    def _spread_each(self, seat: int, number: int) -> tuple[float, ...]:
        """What ``spread`` is to every seat."""
        found = self._spreads.get((seat, number))
        if found is None:
            found = self._spreads[seat, number] = self._spread_changes(seat, number)
        return found

    def _spread_changes(self, seat: int, number: int) -> tuple[float, ...]:
        rules, root = self.rules, self.root
        changes = [0.0] * rules.n
        if not self.scorings or root.is_taboo(rules.castillo):
            return tuple(changes)
        options = self.goals(root, seat, number)
        sites, taboo = self.sites(root), rules.taboo(root)
        chances = soft([gain for _, gain, _ in options], self.weights.heat)
        for chance, (region, gain, _) in zip(chances, options, strict=True):
            if rules.region_places[region][0] in taboo:
                changes[seat] += chance * gain
                continue
            counts = self.tally(root, region)
            before, after = (
                self.each(sites[region], now) for now in (counts, plus(counts, seat, number))
            )
            for other in range(rules.n):
                changes[other] += chance * (after[other] - before[other])
            changes[seat] += chance * number * self.cube
        return tuple(changes)

    def goals(self, position: Position, seat: int, number: int) -> list[tuple[int, float, float]]:
        """For each region that a disk can show: region, gain of that seat, change of our worth.

        A region that is taboo sends the caballeros to the court.
        """
        rules = self.rules
        sites = self.sites(position)
        taboo = rules.taboo(position)
        in_court = position.count(seat, rules.court)
        court = self.court(seat, in_court + number) - self.court(seat, in_court)
        out = []
        for region in rules.disk_regions:
            if rules.region_places[region][0] in taboo:
                out.append((region, court, court * self.share[seat]))
                continue
            site, counts = sites[region], self.tally(position, region)
            new = plus(counts, seat, number)
            gain = self.gets(site, new, seat) - self.gets(site, counts, seat)
            change = self.pays(site, new) - self.pays(site, counts)
            out.append((region, gain, change + number * self.cube * self.share[seat]))
        return out

    def court(self, seat: int, number: int) -> float:
        """What so many caballeros in its court are worth to a seat."""
        table = self._court[seat]
        return table[min(number, len(table) - 1)]

    # -- the whole ----------------------------------------------------------

    def worth(self, position: Position) -> float:
        """What a position is worth to the seat: its own value less its opponents'.

        Of hands only the own one counts.
        """
        rules = self.rules
        board = position.board
        share = self.share
        at = rules.at_score
        total = 0.0
        for seat, part in enumerate(share):
            offset = seat * rules.np
            away = board[offset + rules.court] + board[offset + rules.provinces]
            inside = board[offset + rules.castillo]
            total += part * (
                board[at + seat]
                + self.court(seat, board[offset + rules.court])
                + self.cube * (rules.caballeros - away)
            )
            if inside:
                total += self.spread(seat, inside)
        if self.scorings:
            for site, counts in zip(self.sites(position), self.tallies(position), strict=True):
                worth = site.memo.get(counts)
                total += self.pays(site, counts) if worth is None else worth
        for held in position.held:
            total += share[held.owner] * self.weights.veto
        if self._gifts and self.scorings:
            for seat, points in self.gifts(position):
                total += share[seat] * points
        terms = self.terms
        if terms.worths or terms.places:
            for seat, part in enumerate(share):
                total += part * self.told(position, seat)
        if self.rounds_left:
            total += self.hand(position, self.seat)
        return total

    def value(self, position: Position) -> tuple[float, ...]:
        """What every seat may expect to have in the end, in points, as the position stands.

        Points, what the coming scorings may pay, caballeros on the board and in the court, kept
        cards and, as far as the position knows it, the hand. The sum of these,
        each with the seat's ``share``, is the ``worth`` (the others' hands aside).
        """
        rules = self.rules
        board = position.board
        totals = []
        for seat in range(rules.n):
            offset = seat * rules.np
            in_court = board[offset + rules.court]
            total = (
                board[rules.at_score + seat]
                + self.court(seat, in_court)
                + self.cube * (rules.caballeros - in_court - board[offset + rules.provinces])
                + self.told(position, seat)
            )
            totals.append(total + self.hand(position, seat) if self.rounds_left else total)
        for seat in range(rules.n):
            inside = board[seat * rules.np + rules.castillo]
            for other, change in enumerate(self._spread_each(seat, inside) if inside else ()):
                totals[other] += change
        if self.scorings:
            for target, site in enumerate(self.sites(position)):
                for seat, points in enumerate(self.each(site, self.tally(position, target))):
                    totals[seat] += points
            for seat, points in self.gifts(position) if self._gifts else ():
                totals[seat] += points
        for held in position.held:
            totals[held.owner] += self.weights.veto
        return tuple(totals)

    def gifts(self, position: Position) -> list[tuple[int, float]]:
        """What is paid beside the rankings, by seat: as things stand it is certain."""
        return [
            (gift.seat, site.factor * gift.points)
            for target, site in enumerate(self.sites(position))
            for gift in self.rules.gifts(position, score(position, target))
        ]

    def told(self, position: Position, seat: int) -> float:
        """What a seat openly has by the terms of the expansions."""
        terms = self.terms
        total = terms.worth(position, seat) if terms.worths else 0.0
        for place in terms.places:
            number = self.own(position, seat, place)
            if number:
                total += terms.counts(position, place, seat, number)
        return total

    def own(self, position: Position, seat: int, place: int) -> int:
        """Count the caballeros at a place that count for a seat."""
        board = position.board
        return sum(
            board[offset + place]
            for kind, offset in self.rules.kind_offsets
            if board[offset + place] and self.owner(position, kind) == seat
        )

    def hand(self, position: Position, seat: int) -> float:
        """What a hand is worth for the rounds that are left, as far as the position knows it."""
        drawer = position.drawers[seat]
        bits = position.board[self.rules.at_known + seat] if drawer is None else drawer[HAND]
        total = sum([worth for bit, worth in self._future if bits & bit])
        return total + self.terms.hand(position, seat) if self.terms.hands else total


def plus(counts: Counts, owner: int, number: int) -> Counts:
    """Return counts with so many more of one owner's."""
    return (*counts[:owner], counts[owner] + number, *counts[owner + 1 :])


@lru_cache(maxsize=8)
def straight(rules: Ruleset) -> bool:
    """Say whether every kind counts as itself wherever it stands, a seat's or nobody's."""
    return (
        rules.counts_as is owner
        and rules.counted is all_that_stand_there
        and all(seat in (-1, kind) for kind, seat in enumerate(rules.kind_owner))
    )


@lru_cache(maxsize=8)
def _columns(rules: Ruleset) -> tuple[Callable[[list[int]], Counts] | None, ...]:
    """Return for each target what reads its counts off a board at once; None if nothing can."""
    return tuple(
        itemgetter(*[offset + places[0] for _, offset in rules.kind_offsets])
        if straight(rules) and len(places) == 1
        else None
        for places in rules.target_places
    )


def _court(weights: Weights, turns: int, caballeros: int) -> list[float]:
    """The worth of 0, 1, 2, ... caballeros in a court with so many turns to come."""
    table = [0.0]
    one = weights.court if turns else 0.0
    for number in range(caballeros):
        gets_out = number < weights.placed * turns
        table.append(table[-1] + (one if gets_out else one * IN_VAIN))
        one *= weights.fade
    return table
