"""What a position is worth to a seat, in points.

Worth is what the seat has and may expect of the coming scorings, less what its
opponents have and may expect, the leading opponent counting most. It is a sum
over places, so that what a single caballero's move changes is found without
looking at the rest of the board. It reads nothing that the seat may not know.
What expansions add to it they say themselves (``terms``).
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp
from operator import itemgetter
from typing import NamedTuple

from elgrande.bots.adding import added
from elgrande.bots.odds import DOUBTS, Counts, columns, odds, plus, softmax, straight, under
from elgrande.bots.program import round_is_on, scoring_is_over
from elgrande.bots.terms import terms_of
from elgrande.bots.weights import WEIGHTS, Parts, Weights, court_worths, future
from elgrande.rules import Position
from elgrande.rules.parts import HAND
from elgrande.rules.questions import UNLIMITED, endless_room, no_gifts
from elgrande.rules.scoring import GRANDE_BONUS, KING_BONUS, score


class Site:
    """A target with everything but its caballeros: what decides what they are worth."""

    __slots__ = ("alone", "doubt", "each", "factor", "memo", "room", "values")

    def __init__(
        self,
        values: tuple[int, int, int],
        alone: tuple[int, ...],
        doubt: int,
        factor: float,
        room: int = UNLIMITED,
    ) -> None:
        self.values = values
        self.alone = alone
        """By seat: the bonuses for being alone in front."""
        self.doubt = doubt
        self.factor = factor
        self.room = room
        """How many can count there; once they do, nobody is added."""
        self.memo: dict[Counts, float] = {}
        """What they are worth to the outlook's seat."""
        self.each: dict[Counts, tuple[float, ...]] = {}
        """What they are worth to every seat."""


class Reader(NamedTuple):
    """Reads the cells of a target off a board at once, and remembers their ``Counts``."""

    cells: Callable[[list[int]], tuple[int, ...]]
    known: dict[tuple[int, ...], Counts]


class Ground(NamedTuple):
    """What the caballeros of a position stand on: the same however they move about."""

    sites: tuple[Site, ...]
    owners: tuple[int, ...]
    """By kind: where ``Counts`` has it."""
    counted: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]
    """By target: the places and the kinds that count."""
    readers: tuple[Reader | None, ...]
    """By target: what reads its cells; None where nobody can count."""


class Outlook:
    """Values positions as things stood in the position it was made from.

    Without doubts (``expected``) it says of a ranking what the forecast says, but for three things:
    what a card lays for one scoring alone is weighed by the terms of its expansion, if at all;
    those in the Castillo count there and, by ``spread``, where they may go; and in the midst of
    a move nothing settles.

    From that it knows the round, who leads and who has still to act, so that position must
    have its whole program. The positions that it then values may differ from it by what a turn can
    do. ``worth`` is what a seat thinks of a position, ``value`` what every seat may expect.
    """

    def __init__(
        self,
        position: Position,
        seat: int,
        weights: Weights = WEIGHTS,
        shuns: frozenset[int] = frozenset(),
    ) -> None:
        rules = self.rules = position.rules
        self.seat = seat
        self.weights = weights
        self.shuns = shuns
        """The places where it never brings anybody."""
        self.terms = terms_of(rules)
        self.straight = straight(rules)
        self._gifts = rules.gifts is not no_gifts and not self.terms.gifts_told
        on = round_is_on(position) or not position.round
        left = [number for number in rules.rounds if number >= position.round + (not on)]
        over = scoring_is_over(position)
        scorings = [n for n in left if n in rules.scoring_rounds and not (over and n == left[0])]
        waiting = frozenset(position.to_come)
        later = [number for number in left if position.round < number <= (scorings or [0])[0]]
        turns = len(later) * rules.n_seats + len(waiting - {seat})
        self._rounds = len(later)
        self.doubt = min(DOUBTS - 1, 1 + turns // rules.n_seats) if turns else 0
        self.scorings = len(scorings)
        self.factor = 1.0 + weights.later * (len(scorings) - 1) if scorings else 0.0
        self.factor *= weights.stale ** (turns / rules.n_seats)
        self.rounds_left = max(0, len(left) - on)
        self._last = not self.rounds_left and waiting | {position.actor} <= {seat, -1}
        self.cube = weights.cube * len(scorings)
        self._court = [
            court_worths(weights, self.rounds_left + (s in waiting), rules.caballeros)
            for s in range(rules.n_seats)
        ]
        self._columns = columns(rules)
        self._under = under(rules)
        self._grounds: dict[tuple[int, ...], Ground] = {}
        self._sites: dict[tuple[object, ...], Site] = {}
        self._readers: dict[tuple[object, ...], tuple[Reader | None, ...]] = {}
        self._worths: dict[tuple[object, ...], float] = {}
        self._spread: dict[tuple[int, int], float] = {}
        self._spreads: dict[tuple[int, int], tuple[float, ...]] = {}
        self._future = [(rules.power_bit[value], worth) for value, worth in future(rules).items()]
        self.root = position
        """Where it looks from."""
        self.share = self._shares(position)

    def of(self, seat: int) -> Outlook:
        """How another seat sees the same position."""
        return Outlook(self.root, seat, self.weights, self.shuns)

    def at(self, position: Position) -> Outlook:
        """How the seat sees another position."""
        return Outlook(position, self.seat, self.weights, self.shuns)

    # -- who matters -------------------------------------------------------

    def _shares(self, position: Position) -> tuple[float, ...]:
        """1 for the own seat; the opponents share -1, the more the better they stand."""
        standing = self.standing(position)
        rivals = [seat for seat in range(self.rules.n_seats) if seat != self.seat]
        best = max(standing[seat] for seat in rivals)
        weights = {s: exp((standing[s] - best) / self.weights.rival) for s in rivals}
        whole = added(weights.values())
        return tuple(
            -weights[seat] / whole if seat in weights else 1.0 for seat in range(self.rules.n_seats)
        )

    def standing(self, position: Position) -> list[float]:
        """Each seat's points, and what the coming general scoring may bring it."""
        rules = self.rules
        totals = [float(position.score(seat)) for seat in range(rules.n_seats)]
        if self.scorings:
            for target, site in enumerate(self.sites(position)):
                expected = self.expected(site, self.tally(position, target))
                totals = [total + more for total, more in zip(totals, expected, strict=True)]
        return totals

    def expected(self, site: Site, counts: Counts, doubt: int = -1) -> list[float]:
        """Return what a scoring of a target may bring each seat, the bonuses included.

        With a doubt of 0, what it would bring now.
        """
        rules = self.rules
        if doubt < 0:
            doubt = site.doubt
            if doubt and site.room < UNLIMITED and sum(counts) >= site.room:
                # As in the King's region: who stands there may still be moved away.
                doubt -= 1
        found = odds(counts, site.values, rules.ranks, rules.n_seats, doubt)
        return [p + alone * more for p, alone, more in zip(*found, site.alone, strict=True)]

    # -- targets -----------------------------------------------------------

    def tally(self, position: Position, target: int) -> Counts:
        """Count the caballeros at a target by owner."""
        board = position.board
        column = self._columns[target]
        if column is not None:
            return column(board)
        return self._count(board, self.ground(position), target)

    def _count(self, board: list[int], ground: Ground, target: int) -> Counts:
        reader = ground.readers[target]
        cells = reader.cells(board) if reader else ()
        counts = reader.known.get(cells) if reader else None
        if counts is None:
            found = [0] * len(self.rules.kinds)
            places, kinds = ground.counted[target]
            owners = [ground.owners[kind] for _ in places for kind in kinds]
            for owner, number in zip(owners, cells, strict=False):
                found[owner] += number
            counts = tuple(found)
            if reader:
                reader.known[cells] = counts
        return counts

    def _reading(
        self,
        owners: tuple[int, ...],
        counted: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...],
    ) -> tuple[Reader | None, ...]:
        """Return the readers of all targets, the same as long as the same count for the same."""
        found = self._readers.get((owners, counted))
        if found is None:
            at = self.rules.at_kind
            cells = [[at[kind][p] for p in places for kind in kinds] for places, kinds in counted]
            found = self._readers[owners, counted] = tuple(
                # A getter of a single cell would give no tuple.
                [Reader(itemgetter(*each, *each[:1]), {}) if each else None for each in cells]
            )
        return found

    def tallies(self, position: Position) -> list[Counts]:
        """Count the caballeros at every target by owner."""
        board = position.board
        ground = self.ground(position)
        return [
            self._count(board, ground, target) if column is None else column(board)
            for target, column in enumerate(self._columns)
        ]

    def sites(self, position: Position) -> tuple[Site, ...]:
        """All targets as King, Grandes and scoreboards have made them."""
        return self.ground(position).sites

    def ground(self, position: Position) -> Ground:
        """Return what King, Grandes, scoreboards and open values have made of the board."""
        rules = self.rules
        board = position.board
        key = self._under(board)
        found = self._grounds.get(key)
        if found is None:
            king = rules.king_target[position.king]
            grandes = board[rules.at_grande : rules.at_king]
            targets = range(len(rules.targets))
            owners = rules.all_kinds if self.straight else self._owners(position)
            counted = tuple([rules.counted(position, at) for at in targets])
            found = self._grounds[key] = Ground(
                tuple([self._site(position, at, at == king, grandes) for at in targets]),
                owners,
                counted,
                self._reading(owners, counted),
            )
        return found

    def _owners(self, position: Position) -> tuple[int, ...]:
        """Return by kind the seat for which it will rank in a general scoring, or else itself."""
        lent = self.terms.lent(self.root, position, self._rounds)
        ranks_for = self.rules.ranks_for
        return tuple(
            [kind if kind in lent or (seat := ranks_for(position, kind, True)) < 0 else seat
             for kind in self.rules.all_kinds]
        )  # fmt: skip

    def _site(self, position: Position, target: int, kings: bool, grandes: list[int]) -> Site:
        rules = self.rules
        bonus = KING_BONUS if kings else 0
        alone = tuple([bonus + GRANDE_BONUS if home == target else bonus for home in grandes])
        # Nothing enters the King's region while he stays, so its numbers are safer.
        doubt = max(0, self.doubt - 1) if kings else self.doubt
        # What was in the Castillo is in a region by the scoring after the coming one.
        once = target == rules.castillo_target
        factor = min(1.0, self.factor) if once else self.factor
        room = UNLIMITED
        if rules.room is not endless_room:
            places, _ = rules.counted(position, target)
            room = sum([rules.room(position, place) for place in places])
        key = (position.values(target), alone, doubt, factor, room)
        # What it is worth is remembered for all grounds on which it is the same.
        site = self._sites.get(key)
        if site is None:
            site = self._sites[key] = Site(*key)
        return site

    def pays(self, site: Site, counts: Counts) -> float:
        """Return the worth of a target with these caballeros."""
        worth = site.memo.get(counts)
        if worth is None:
            worth = 0.0
            for share, points in zip(self.share, self.expected(site, counts), strict=True):
                worth += share * points
            worth *= site.factor
            site.memo[counts] = worth
        return worth

    def each(self, site: Site, counts: Counts) -> tuple[float, ...]:
        """Return what these caballeros at a target are worth to every seat."""
        worths = site.each.get(counts)
        if worths is None:
            expected = self.expected(site, counts)
            worths = site.each[counts] = tuple([site.factor * points for points in expected])
        return worths

    # -- what is not on a scoreboard ---------------------------------------

    def spread(self, seat: int, number: int) -> float:
        """Return what it changes that a seat will move so many from the Castillo to a region.

        Which region is weighed by what it gives that seat, the board being as it
        was at first.
        """
        worth = self._spread.get((seat, number))
        if worth is None:
            goals = self._left_castillo(seat, number)
            worth = self._spread[seat, number] = added([chance * goal[2] for chance, goal in goals])
        return worth

    def _spread_each(self, seat: int, number: int) -> tuple[float, ...]:
        """Return what ``spread`` is to every seat."""
        found = self._spreads.get((seat, number))
        if found is not None:
            return found
        rules, root = self.rules, self.root
        changes = [0.0] * rules.n_seats
        sites, taboo = self.sites(root), rules.taboo(root)
        for chance, (region, gain, _) in self._left_castillo(seat, number):
            if rules.region_places[region][0] in taboo:
                changes[seat] += chance * gain
                continue
            counts = self.tally(root, region)
            before = self.each(sites[region], counts)
            after = self.each(sites[region], plus(counts, seat, number))
            for other in range(rules.n_seats):
                changes[other] += chance * (after[other] - before[other])
            changes[seat] += chance * number * self.cube
        found = self._spreads[seat, number] = tuple(changes)
        return found

    def _left_castillo(
        self, seat: int, number: int
    ) -> list[tuple[float, tuple[int, float, float]]]:
        """Return the goals of who leaves the Castillo, each with its chance; none if nobody can."""
        if not number or not self.scorings or self.root.is_taboo(self.rules.castillo):
            return []
        goals = self.goals(self.root, seat, number)
        chances = softmax([gain for _, gain, _ in goals], self.weights.heat)
        return list(zip(chances, goals, strict=True))

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
            gain = self.expected(site, new)[seat] - self.expected(site, counts)[seat]
            change = self.pays(site, new) - self.pays(site, counts)
            out.append((region, gain, change + number * self.cube * self.share[seat]))
        return out

    def court(self, seat: int, number: int) -> float:
        """Return what so many caballeros in its court are worth to a seat."""
        table = self._court[seat]
        return table[min(number, len(table) - 1)]

    # -- the whole ----------------------------------------------------------

    def worth(self, position: Position) -> float:
        """Return what a position is worth to the seat: its own value less its opponents'.

        Of hands only the own one counts.
        """
        if self.straight:
            return self._weighed(position)
        # What counts is asked of expansions, and many ways lead to the same board.
        key = (*position.board, *position.held, position.drawers[self.seat])
        worth = self._worths.get(key)
        if worth is None:
            worth = self._worths[key] = self._weighed(position)
        return worth

    def _weighed(self, position: Position) -> float:
        rules = self.rules
        board = position.board
        share = self.share
        at = rules.at_score
        total = 0.0
        for seat, part in enumerate(share):
            offset = seat * rules.n_places
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
            total += share[held.owner] * self._kept(held.card)
        if self._gifts and self.scorings:
            for seat, points in self.gifts(position):
                total += share[seat] * points
        terms = self.terms
        if terms.worths or terms.places:
            for part, open_worth in zip(share, self.openly_held(position), strict=True):
                total += part * open_worth
        if self.rounds_left:
            total += self.hand(position, self.seat)
        return total

    def value(self, position: Position) -> tuple[float, ...]:
        """Return what every seat may expect to have in the end, in points, as the position stands.

        The sum of these, each with the seat's ``share``, is the ``worth`` (the others' hands
        aside).
        """
        return tuple(
            [
                parts.points + parts.regions + parts.castillo + parts.court + parts.kept
                + parts.hand + self.cube * (parts.board + parts.inside)
                for parts in self.parts(position)
            ]
        )  # fmt: skip

    def parts(self, position: Position) -> list[Parts]:
        """Return what every seat has, by what it is made of."""
        rules = self.rules
        board = position.board
        seats = range(rules.n_seats)
        regions = [0.0] * rules.n_seats
        castillo = regions[:]
        kept = self.openly_held(position)
        for seat in seats:
            inside = board[seat * rules.n_places + rules.castillo]
            for other, change in enumerate(self._spread_each(seat, inside) if inside else ()):
                castillo[other] += change
        if self.scorings:
            for target, site in enumerate(self.sites(position)):
                totals = castillo if target == rules.castillo_target else regions
                for seat, points in enumerate(self.each(site, self.tally(position, target))):
                    totals[seat] += points
            for seat, points in self.gifts(position) if self._gifts else ():
                regions[seat] += points
        for held in position.held:
            kept[held.owner] += self._kept(held.card)
        found = []
        for seat in seats:
            offset = seat * rules.n_places
            court, inside = board[offset + rules.court], board[offset + rules.castillo]
            away = court + inside + board[offset + rules.provinces]
            found.append(
                Parts(
                    board[rules.at_score + seat],
                    regions[seat],
                    castillo[seat],
                    rules.caballeros - away,
                    inside,
                    self.court(seat, court),
                    kept[seat],
                    self.hand(position, seat) if self.rounds_left else 0.0,
                )
            )
        return found

    def _kept(self, card: int) -> float:
        """Return what a kept card is worth: after the last turn there is nothing to stop."""
        return 0.0 if self._last and self.rules.stops_actions(card) else self.weights.veto

    def gifts(self, position: Position) -> list[tuple[int, float]]:
        """Return what is paid beside the rankings, by seat: as things stand it is certain."""
        return [
            (gift.seat, site.factor * gift.points)
            for target, site in enumerate(self.sites(position))
            for gift in score(position, target).gifts
        ]

    def openly_held(self, position: Position) -> list[float]:
        """Return what every seat openly has by the terms of the expansions."""
        terms, rules, board = self.terms, self.rules, position.board
        seats = range(rules.n_seats)
        totals = [terms.worth(position, seat) if terms.worths else 0.0 for seat in seats]
        owners = self.ground(position).owners if terms.places else ()
        for place in terms.places:
            there = rules.there[place](board)
            if not any(there):
                continue
            numbers: dict[int, int] = {}
            for kind, number in enumerate(there):
                if number:
                    owner = owners[kind]
                    numbers[owner] = numbers.get(owner, 0) + number
            for seat, number in numbers.items():
                if seat < rules.n_seats:
                    totals[seat] += terms.counts(position, place, seat, number)
        return totals

    def own(self, position: Position, seat: int, place: int) -> int:
        """Count the caballeros at a place that count for a seat."""
        there = self.rules.there[place](position.board)
        if not any(there):
            return 0
        owners = self.ground(position).owners
        return sum([n for n, owner in zip(there, owners, strict=True) if owner == seat])

    def hand(self, position: Position, seat: int) -> float:
        """Return what a hand is worth for the rounds that are left,
        as far as the position knows it.
        """
        drawer = position.drawers[seat]
        bits = position.board[self.rules.at_known + seat] if drawer is None else drawer[HAND]
        total = added([worth for bit, worth in self._future if bits & bit])
        return total + self.terms.hand(position, seat) if self.terms.hands else total
