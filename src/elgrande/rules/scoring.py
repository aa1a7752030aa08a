"""Scoring one place, and why (FACTS 7; base rules, "Score the regions").

One function for general and special scorings, the forecast and the bots: it
reads a position and changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from elgrande.rules.position import Position

KING_BONUS = 2
GRANDE_BONUS = 2


@dataclass(slots=True, unsafe_hash=True)
class Line:
    """What one owner of caballeros got, and why.

    ``seat`` is -1 for a kind that scores for nobody. ``rank`` is the place
    reached, 1 for most caballeros; ``tied`` says that it was shared, so that
    ``paid`` is the next rank. ``points`` includes both bonuses.
    """

    seat: int
    kind: int
    count: int
    rank: int
    tied: bool
    paid: int
    points: int
    king: int
    grande: int


@dataclass(slots=True, unsafe_hash=True)
class Gift:
    """Points beside a ranking: for whom, how many, and the name of the reason.

    Whoever is paid for standing somewhere has the id of that place as the reason.
    """

    seat: int
    points: int
    reason: str


@dataclass(slots=True, unsafe_hash=True)
class Extra:
    """What a seat's number holds beside its own caballeros: how many, by which kind or rule."""

    seat: int
    number: int
    reason: str


@dataclass(slots=True, unsafe_hash=True)
class Scored:
    """The scoring of one target: the values in force, a line for each owner, what comes beside."""

    target: int
    values: tuple[int, int, int]
    first_only: bool
    lines: tuple[Line, ...]
    gifts: tuple[Gift, ...] = ()
    aside: tuple[tuple[int, int, int], ...] = ()
    """Who stands there for nothing, neither ranked nor paid for the place: kinds and numbers, and
    the place if that is why, else the first one of the target."""
    extras: tuple[Extra, ...] = ()
    """What counts for a seat and is not a caballero of its own."""

    def paid(self) -> list[tuple[int, int]]:
        """Return who gets how many points: pairs of seat and points, a seat perhaps twice."""
        lines = [(line.seat, line.points) for line in self.lines if line.seat >= 0]
        return lines + [(gift.seat, gift.points) for gift in self.gifts]

    def sums(self) -> dict[int, int]:
        """Return how many points each seat gets; those that nothing is paid may be left out."""
        found: dict[int, int] = {}
        for seat, points in self.paid():
            found[seat] = found.get(seat, 0) + points
        return found

    def to_plain(self) -> dict[str, Any]:
        """Return the scoring as plain values that JSON can carry; no gifts are not mentioned."""
        out: dict[str, Any] = {
            "target": self.target,
            "values": list(self.values),
            "first_only": self.first_only,
            "lines": [
                [x.seat, x.kind, x.count, x.rank, x.tied, x.paid, x.points, x.king, x.grande]
                for x in self.lines
            ],
        }
        if self.gifts:
            out["gifts"] = [[gift.seat, gift.points, gift.reason] for gift in self.gifts]
        if self.aside:
            out["aside"] = [list(each) for each in self.aside]
        if self.extras:
            out["extras"] = [[extra.seat, extra.number, extra.reason] for extra in self.extras]
        return out

    @classmethod
    def from_plain(cls, data: dict[str, Any]) -> Scored:
        """Return the scoring that ``to_plain`` wrote."""
        first, second, third = data["values"]
        return cls(
            data["target"],
            (first, second, third),
            data["first_only"],
            tuple(Line(*line) for line in data["lines"]),
            tuple(Gift(*gift) for gift in data.get("gifts", ())),
            tuple((kind, number, at) for kind, number, at in data.get("aside", ())),
            tuple(Extra(*extra) for extra in data.get("extras", ())),
        )


def score(
    position: Position, target: int, first_only: bool = False, *, general: bool = False
) -> Scored:
    """Say what scoring a target would pay now.

    A tie for a rank pays all tied the next rank, however many they are, and the
    next player stands two ranks below the tied ones (S0, examples; FACTS 7).
    Ranks beyond those that the number of players allows pay nothing. The sole
    owner of the most caballeros gets 2 more in the King's region and 2 more in
    the own home region. What comes beside the ranking is asked of ``gifts``. ``general`` says that
    it is a general scoring's, in which some may count as more.
    """
    scored = paying(position, target, first_only, general)
    if position.rules.plain_kinds:
        return scored
    aside, extras = _aside(position, scored), _extras(position, scored, general)
    return replace(scored, aside=aside, extras=extras)


def paying(position: Position, target: int, first_only: bool, general: bool) -> Scored:
    """Return of ``score`` what is paid: without who stands there besides, and for nothing."""
    rules = position.rules
    values = position.values(target)
    lines = tuple([Line(*row) for row in rows(position, target, values, first_only, general)])
    scored = Scored(target, values, first_only, lines)
    if rules.plain_gifts:
        return scored
    gifts = tuple([gift for gift in rules.gifts(position, scored) if gift.points])
    return replace(scored, gifts=gifts) if gifts else scored


def _aside(position: Position, scored: Scored) -> tuple[tuple[int, int, int], ...]:
    """Return who stands at a target for nothing, by kind: neither ranked nor paid for the place."""
    rules = position.rules
    places, kinds = rules.counted(position, scored.target)
    offices = {gift.reason for gift in scored.gifts}
    board = position.board
    every = rules.target_places[scored.target]
    totals: dict[tuple[int, int], int] = {}
    for place in [p for p in every if rules.places[p] not in offices]:
        for kind, number in enumerate(rules.there[place](board)):
            if number and not (place in places and kind in kinds):
                # Where no place ranks, none is the reason.
                at = place if places and place not in places else every[0]
                totals[rules.kind_family[kind], at] = (
                    totals.get((rules.kind_family[kind], at), 0) + number
                )
    return tuple((kind, number, at) for (kind, at), number in sorted(totals.items()))


def _extras(position: Position, scored: Scored, general: bool) -> tuple[Extra, ...]:
    """Return what counts for seats beside their own: others' kinds, and what a rule adds."""
    rules = position.rules
    places, kinds = rules.counted(position, scored.target)
    totals: dict[tuple[int, str], int] = {}
    for kind in kinds:
        number = sum([position.count(kind, place) for place in places])
        seat = rules.ranks_for(position, kind, general) if number else -1
        if seat >= 0 and seat != rules.kind_owner[kind]:
            key = (seat, rules.kinds[rules.kind_family[kind]])
            totals[key] = totals.get(key, 0) + number
    for line in scored.lines:
        if line.seat >= 0 and not rules.plain_support:
            for number, reason in rules.support(position, scored.target, line.seat, general):
                totals[line.seat, reason] = totals.get((line.seat, reason), 0) + number
    return tuple(Extra(seat, n, why) for (seat, why), n in totals.items() if n)


LineValues = tuple[int, int, int, int, bool, int, int, int, int]
"""The values of a Line in their order: a scoring that nobody looks at needs no more."""


def rows(
    position: Position,
    target: int,
    values: tuple[int, int, int],
    first_only: bool,
    general: bool = False,
) -> list[LineValues]:
    """Return the lines of a scoring as plain values; the points are the seventh."""
    rules = position.rules
    board = position.board
    counts: list[tuple[int, int, int]] = []
    if rules.plain_kinds:
        places = rules.target_places[target]
        if len(places) == 1:
            place = places[0]
            for seat, number in enumerate(rules.there[place](board)):
                if number:
                    counts.append((-number, seat, seat))
        else:
            for seat, at in enumerate(rules.at_kind):
                number = sum([board[at[place]] for place in places])
                if number:
                    counts.append((-number, seat, seat))
    else:
        counts = _counted(position, target, general)
    counts.sort()
    out: list[LineValues] = []
    ranks = 1 if first_only else rules.ranks
    rank = 1
    index = 0
    size = len(counts)
    while index < size:
        most = counts[index][0]
        end = index + 1
        while end < size and counts[end][0] == most:
            end += 1
        tied = end - index > 1
        paid = rank + 1 if tied else rank
        base = values[paid - 1] if paid <= ranks and paid <= 3 else 0
        for negative, seat, kind in counts[index:end]:
            king = grande = 0
            if rank == 1 and not tied and seat >= 0:
                if rules.king_target[board[rules.at_king]] == target:
                    king = KING_BONUS
                if board[rules.at_grande + seat] == target:
                    grande = GRANDE_BONUS
            points = base + king + grande if seat >= 0 else 0
            out.append((seat, kind, -negative, rank, tied, paid, points, king, grande))
        rank += 2 if tied else 1
        index = end
    return out


def _counted(position: Position, target: int, general: bool) -> list[tuple[int, int, int]]:
    """Count who counts there by owner, a kind without an owner standing for itself."""
    rules = position.rules
    places, kinds = rules.counted(position, target)
    board = position.board
    totals: dict[tuple[int, int], int] = {}
    for place in places:
        # All kinds at the place at once: most stand nowhere, and nobody need be asked of them.
        there = rules.there[place](board)
        for kind in compress(rules.all_kinds, there):
            if kind in kinds:
                seat = rules.ranks_for(position, kind, general)
                key = (seat, seat if seat >= 0 else kind)
                totals[key] = totals.get(key, 0) + there[kind]
    if not rules.plain_support:
        for seat, kind in totals:
            if seat >= 0:
                found = rules.support(position, target, seat, general)
                totals[seat, kind] += sum([number for number, _ in found])
    return [(-number, seat, kind) for (seat, kind), number in totals.items()]
