"""Where the points of a game came from, and how the race went: sums over its scorings.

Sums are pure, and made from the events that everybody was told, so they are the same for a
game that was just played, a remote one, and a replayed save.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import add

from elgrande.content.scorings import Points, first_round, paid
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
    told, got = [*events], [0] * rules.n_seats
    shares: dict[str, list[int]] = {}
    race: list[tuple[int, Points]] = []
    round, general = first_round(told, rules, rules.rounds[0]), 0
    for _, event in told:
        if isinstance(event, ev.RoundBegan):
            if event.round != round:
                race.append((round, tuple(got)))
            round = event.round
        elif isinstance(event, ev.GeneralScoring):
            general = event.round
        for seat, points in paid(event):
            got[seat] += points
        for key, seat, points in _sources(event, rules, general):
            if points:
                shares.setdefault(key, [0] * rules.n_seats)[seat] += points
    # The last round may still be under way.
    race.append((round, tuple(got)))
    first = tuple(now - won for now, won in zip(final, got, strict=True))
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
        ((0, first), *((n, tuple(map(add, first, points))) for n, points in race)),
    )  # fmt: skip


def _sources(event: ev.Event, rules: Ruleset, general: int) -> Iterator[tuple[str, int, int]]:
    """Yield from what an event's points are, one after another: the source, the seat, how many.

    ``general`` is the round of the general scoring, if it is a part of one.
    """
    if isinstance(event, ev.PointsGiven):
        for key in (f"gift {event.reason}", BESIDE):
            yield key, event.seat, event.points
    if not isinstance(event, ev.RegionScored):
        return
    scored, occasion = event.scored, "general" if event.general else "special"
    where = "castillo" if scored.target == rules.castillo_target else "regions"
    target = f"target {rules.targets[scored.target]}"
    whole = f"general after {general}" if event.general else "special"
    for line in scored.lines:
        if line.seat >= 0:
            yield f"{occasion} {where}", line.seat, line.points - line.king - line.grande
            yield "king", line.seat, line.king
            yield "grande", line.seat, line.grande
    for gift in scored.gifts:
        yield f"gift {gift.reason}", gift.seat, gift.points
    for seat, points in scored.paid():
        yield target, seat, points
        yield whole, seat, points
