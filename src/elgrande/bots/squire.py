"""The squire: plays like a friendly beginner, whose mistakes have names.

It plans its turn as the steward does, but sees the board as somebody who has just learnt the rules
(``Mistakes``). Nothing that it answers is drawn from all that is legal: each answer is the best by
its own lights. The page errs in one more way. The bailiff has one of the mistakes alone, and the
squire's beliefs.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from elgrande.bots.bot import Answer, Request
from elgrande.bots.odds import Counts, draw, plus, softmax
from elgrande.bots.outlook import Outlook, Site
from elgrande.bots.steward import Steward
from elgrande.bots.weights import WEIGHTS, Weights
from elgrande.rules import Position, View

EYED = 3
"""Caballeros that it imagines in a region when it chooses which to look at."""
TASTE = 1.5
"""How far from sure it is which region that is, in points."""


@dataclass(frozen=True)
class Mistakes:
    """What a beginner sees wrongly; each can be left out, to show what it does."""

    one_region: bool = True
    """It has eyes for one region in a round; the others count little (``GLIMPSED``)."""
    forgets_castillo: bool = True
    """Nobody in the Castillo is worth anything to it."""
    expects_no_reply: bool = True
    """It counts what stands there as if it were scored at once: a lead of one is as good as three,
    and what a card would do in the next player's hands is nothing to it."""
    overfills: bool = True
    """It likes to bring still more to where it has won already (``COMPANY``)."""
    spends_high_cards: bool = False
    """It plays its highest power card while it has it, and has low ones left for the end."""


MISTAKES = Mistakes()
NONE = Mistakes(*[False] * len(fields(Mistakes)))
BELIEFS = replace(WEIGHTS, rival=8.0, cube=0.15, heat=1.0)
"""What it believes: a caballero without a rank is worth less to it than to a steward."""
GLIMPSED = 0.25
"""What a region counts that it does not look at."""
HIGH = "A high card lets me choose early, so I play the highest that I can."
COMPANY = 0.6
"""Points that it sees in each caballero of its own where it is alone in front."""


class Squire(Steward):
    """Easy: errs as beginners do; beats randoms nearly always, stewards hardly ever."""

    def __init__(self, mistakes: Mistakes = MISTAKES) -> None:
        super().__init__(replace(BELIEFS, denied=0.0) if mistakes.expects_no_reply else BELIEFS)
        self.mistakes = mistakes
        self._looks: tuple[int, int] = (-1, -1)

    def choose(self, request: Request) -> Answer:
        """Answer with what seems best to a beginner."""
        decision = request.decision
        if self.mistakes.spends_high_cards and decision.step == "power" and decision.codes[1:]:
            return Answer(max(decision.codes), HIGH)
        number, _ = self._looks
        if self.mistakes.one_region and number != request.view.round:
            self._looks = request.view.round, self._eyed(request)
        return super().choose(request)

    def outlook(self, view: View, seat: int) -> Outlook:
        """Return what values positions in this game, wrongly."""
        _, eyed = self._looks
        return Beginning(view, seat, self.weights, self.mistakes, eyed)

    def _eyed(self, request: Request) -> int:
        """Return the region that it looks at this round: likely one where it has much to gain."""
        view, seat = request.view, request.seat
        rules = view.rules
        outlook = Outlook(view, seat, self.weights)
        sites = outlook.sites(view)
        taboo = rules.taboo(view)
        regions = [r for r in rules.disk_regions if not taboo.issuperset(rules.region_places[r])]
        gains = []
        for region in regions:
            counts = outlook.tally(view, region)
            there = outlook.expected(sites[region], plus(counts, seat, EYED), 0)[seat]
            gains.append(there - outlook.expected(sites[region], counts, 0)[seat])
        return regions[draw(softmax(gains, TASTE), request.generator)]


class Page(Squire):
    """Very easy: a squire that plays its highest power cards first; three squires beat one."""

    def __init__(self) -> None:
        super().__init__(replace(MISTAKES, spends_high_cards=True))


class Bailiff(Squire):
    """Fair: plans like a steward, but keeps its eyes on one region in a round."""

    def __init__(self) -> None:
        super().__init__(replace(NONE, one_region=True))


class Beginning(Outlook):
    """How the board looks to its seat with these mistakes, the eyes on a region (-1: on all)."""

    def __init__(
        self, position: Position, seat: int, weights: Weights, mistakes: Mistakes, eyed: int
    ) -> None:
        self.mistakes = mistakes
        self.eyed = eyed
        super().__init__(position, seat, weights)

    def of(self, seat: int) -> Outlook:
        """How another seat sees the same position: as well as any."""
        return Outlook(self.root, seat, self.weights, self.shuns)

    def at(self, position: Position) -> Outlook:
        """How the seat sees another position."""
        return Beginning(position, self.seat, self.weights, self.mistakes, self.eyed)

    def _site(self, position: Position, target: int, kings: bool, grandes: list[int]) -> Site:
        site = super()._site(position, target, kings, grandes)
        if self.mistakes.expects_no_reply:
            site.doubt = 0
        if self.mistakes.forgets_castillo and target == self.rules.castillo_target:
            site.factor = 0.0
        elif self.eyed not in (-1, target):
            site.factor *= GLIMPSED
        return site

    def spread(self, seat: int, number: int) -> float:
        """Return what it changes that a seat will move so many from the Castillo to a region."""
        return 0.0 if self.mistakes.forgets_castillo else super().spread(seat, number)

    def pays(self, site: Site, counts: Counts) -> float:
        """Return the worth of a target with these caballeros."""
        worth = site.memo.get(counts)
        if worth is None:
            worth = super().pays(site, counts)
            mine = counts[self.seat]
            others = max(number for seat, number in enumerate(counts) if seat != self.seat)
            if self.mistakes.overfills and mine > others:
                worth += COMPANY * mine * site.factor
                site.memo[counts] = worth
        return worth
