"""Where the points of a game came from, and how the race went: sums over its scorings.

Sums are pure, and made from the events that everybody was told, so they are the same for a
game that was just played, a remote one, and a replayed save.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from elgrande.content.scorings import Points
from elgrande.content.words.names import GameNames, capital
from elgrande.rules import Ruleset
from elgrande.rules import events as ev

SAID = {
    "general regions": "Regions, general",
    "special regions": "Regions, by cards",
    "general castillo": "Castillo, general",
    "special castillo": "Castillo, by cards",
    "king": "King's bonus",
    "grande": "Grande's bonus",
    "special": "By cards",
    "beside": "Without a scoring",
}
"""What the sources are called; the rest is made of numbers and names."""


def name_of(id: str, names: GameNames) -> str:
    """Return what a source, a region or a scoring is called."""
    if id.startswith("general after "):
        return f"After round {id.rpartition(' ')[2]}"
    if id in names.rules.targets:
        return capital(names.plain(id))
    if id.startswith("gift "):
        return capital(names.plain(id.removeprefix("gift ")))
    return SAID.get(id, id)


@dataclass(frozen=True)
class Share:
    """A source of points: what it is called by id, and what each seat got from it."""

    id: str
    points: Points


@dataclass(frozen=True)
class Tally:
    """The points of a game, taken apart in three ways; each of them sums up to the scores.

    ``sources`` are ranks in regions, the Castillo, the King's and the Grande's bonus,
    in general and in special scorings apart, and what comes beside the ranks; ``targets``
    are the regions and the Castillo; ``scorings`` are the general scorings by round and all
    special ones together; both end with what no scoring brought. ``race`` is the score after
    each round, from a round 0 on that is the start. ``first`` is what the players began with.
    """

    first: Points
    final: Points
    sources: tuple[Share, ...]
    targets: tuple[Share, ...]
    scorings: tuple[Share, ...]
    race: tuple[tuple[int, Points], ...]


SOURCES = (
    "general regions", "special regions", "general castillo", "special castillo", "king", "grande",
)  # fmt: skip
"""The sources of points, in the order of the table; those beside the rankings follow."""
BESIDE = "beside"
"""Points that no scoring brought, among regions and among scorings."""


def tally(rules: Ruleset, final: Sequence[int], events: Iterable[tuple[int, ev.Event]]) -> Tally:
    """Add up the scorings among the events of a game that now stands at ``final``."""
    sums = _Sums(rules)
    for _, event in events:
        sums.add(event)
    got = sums.got
    first = tuple(now - won for now, won in zip(final, got, strict=True))
    race = [(0, first)]
    for number, points in sums.rounds():
        race.append((number, tuple(a + b for a, b in zip(first, points, strict=True))))
    shares = sums.shares
    targets = [f"target {name}" for name in rules.targets]
    sources = [*SOURCES, *(key for key in shares if key.startswith("gift "))]
    scorings = [key for key in shares if key.startswith("general after ")] + ["special", BESIDE]
    return Tally(
        first,
        tuple(final),
        tuple(Share(key, tuple(shares[key])) for key in sources if key in shares),
        tuple(Share(key.rpartition(" ")[2], tuple(shares[key])) for key in (*targets, BESIDE)
              if key in shares),
        tuple(Share(key, tuple(shares[key])) for key in scorings if key in shares),
        tuple(race),
    )  # fmt: skip


class _Sums:
    """The sums while the events are read."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.got = [0] * rules.n_seats
        self.shares: dict[str, list[int]] = {}
        self._round = rules.rounds[0]
        self._begun = False
        self._general = 0
        self._race: list[tuple[int, Points]] = []

    def add(self, event: ev.Event) -> None:
        """Take one event in."""
        if isinstance(event, ev.RoundBegan):
            rounds = self.rules.rounds
            if not self._begun:
                # The round before this one began unheard, while the game was laid out.
                self._round = rounds[max(0, rounds.index(event.round) - 1)]
                self._begun = True
            if event.round != self._round:
                self._race.append((self._round, tuple(self.got)))
            self._round = event.round
        elif isinstance(event, ev.GeneralScoring):
            self._general = event.round
        elif isinstance(event, ev.RegionScored):
            self._score(event)
        elif isinstance(event, ev.PointsGiven):
            self.got[event.seat] += event.points
            for key in (f"gift {event.reason}", BESIDE):
                self._add(key, event.seat, event.points)

    def rounds(self) -> list[tuple[int, Points]]:
        """Return what was won by the end of each round; the last may still be under way."""
        return [*self._race, (self._round, tuple(self.got))]

    def _score(self, event: ev.RegionScored) -> None:
        """One place that was scored."""
        rules, scored = self.rules, event.scored
        occasion = "general" if event.general else "special"
        name = rules.targets[scored.target]
        where = "castillo" if scored.target == rules.castillo_target else "regions"
        whole = f"general after {self._general}" if event.general else "special"
        for line in scored.lines:
            if line.seat < 0 or not line.points:
                continue
            self.got[line.seat] += line.points
            ranks = line.points - line.king - line.grande
            for key, points in (
                (f"{occasion} {where}", ranks),
                ("king", line.king),
                ("grande", line.grande),
                (f"target {name}", line.points),
                (whole, line.points),
            ):
                if points:
                    self._add(key, line.seat, points)
        for gift in scored.gifts:
            self.got[gift.seat] += gift.points
            for key in (f"gift {gift.reason}", f"target {name}", whole):
                self._add(key, gift.seat, gift.points)

    def _add(self, key: str, seat: int, points: int) -> None:
        self.shares.setdefault(key, [0] * self.rules.n_seats)[seat] += points
