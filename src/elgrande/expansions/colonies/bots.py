"""What bots are told of it: a plan for the Ship, for discs, offices and the limit table.

A disc is points that come turns later: from beyond the sea it takes two legs home, from the Ship
one, and what does not come home before the game ends pays nothing. Who stands aboard with empty
hands is worth the legs that are left for fetching one. An office pays in every scoring to come.
That nobody is outnumbered where there is no room left, bots know without being told.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.expansions.colonies import voyage
from elgrande.expansions.colonies.discs import LYING
from elgrande.expansions.colonies.limit_table import SEAT
from elgrande.expansions.colonies.places import (
    AMBASSADOR,
    AMERICA,
    CAPTAIN,
    ENVOY,
    GOLD,
    LIES_IN,
    MEDITERRANEAN,
    SHIP,
    VICEROY,
    WORTH,
    layout,
)
from elgrande.expansions.colonies.voyage import SAIL
from elgrande.rules.effects.black import INQUISITOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position, Ruleset

HIS_WORTH = 0.8
"""For each round to come: about a caballero more, and the black ones' ranks."""
LEG = 0.82
"""What is left of the worth of a disc for each leg that it still has to go."""
OFFICES = {AMBASSADOR: 2.0, ENVOY: 1.0, CAPTAIN: 3.0, VICEROY: 5.0}
"""What each office pays in a scoring."""
STAYS = 0.75
"""How likely whoever holds an office holds it in the scoring after, too."""
OUT_AND_HOME = 3
"""The turns that a caballero aboard needs to fetch a disc: out, aboard again, home."""
FETCH = 0.4
"""What part of a disc that lies there is expected of a caballero aboard, empty-handed."""
DISC_TO_COME = 0.5
"""What one who waits beyond the sea may expect of discs that are still to come out."""
CROWD = (1.0, 0.7, 0.4)
"""What the first, the second and each further one of a seat expects of the same discs."""
GOALS = 2
"""So many ends of a leg are worth a try for whoever carries nothing."""


def turns_left(position: Position, seat: int) -> int:
    """Return how many turns a seat still has after the one that it may be in."""
    rules = position.rules
    later = sum(number > position.round for number in rules.rounds)
    return later + (seat in position.to_come and seat != position.actor)


def disc_worth(position: Position, seat: int, disc: str, legs: int) -> float:
    """Return what a disc is worth to a seat that many legs away from Spain."""
    if legs > turns_left(position, seat):
        return 0.0
    return WORTH[disc] * LEG**legs


def load(position: Position, kind: int, place: int) -> float:
    """Return what the disc that one of a kind carries is worth at a place."""
    known = layout(position.rules)
    disc = known.carried.get(kind)
    if disc is None:
        return 0.0
    owner = position.rules.counts_as(position, kind)
    if owner < 0:
        return 0.0
    if place in known.home:
        return float(WORTH[disc])
    if place in known.at_ship:
        return disc_worth(position, owner, disc, 1)
    # No ship leaves France, but a card may.
    return disc_worth(position, owner, disc, 2) if place in known.out_at_sea else 1.0


def worth(position: Position, seat: int) -> float:
    """Return what a seat has in the Inquisitor and in discs that it carries."""
    rules = position.rules
    holds = position.cell(INQUISITOR) == seat
    total = HIS_WORTH * (1 + turns_left(position, seat)) if holds else 0.0
    board, size = position.board, rules.n_places
    for kind, owner in _carriers(rules):
        if owner == seat or (owner < 0 and holds):
            row = board[kind * size : kind * size + size]
            if any(row[: rules.provinces] + row[rules.provinces + 1 :]):
                for place in rules.board_places:
                    if row[place]:
                        total += row[place] * load(position, kind, place)
    return total


@lru_cache(maxsize=32)
def _carriers(rules: Ruleset) -> tuple[tuple[int, int], ...]:
    """Return the kinds that carry something, each with the seat that owns it, or -1."""
    return tuple((kind, rules.kind_owner[kind]) for kind in sorted(layout(rules).carried))


def counts(position: Position, place: int, seat: int, number: int) -> float:
    """Return what so many of a seat's are worth at a place besides the ranking."""
    if number <= 0:
        return 0.0
    rules = position.rules
    known = layout(rules)
    name = rules.places[place]
    if name in OFFICES:
        # Nobody aboard has to leave the Captain's space to sail, but he pays where he stands.
        return OFFICES[name] * _scorings(position)
    if place in known.at_ship:
        return _crowd(number) * _aboard(position, seat)
    if place in known.out_at_sea:
        return _crowd(number) * (DISC_TO_COME if turns_left(position, seat) >= 2 else 0.0)
    return 0.0


def _crowd(number: int) -> float:
    last = CROWD[-1]
    return sum(CROWD[:number]) + last * max(0, number - len(CROWD))


def _scorings(position: Position) -> float:
    """Return how many general scorings whoever stands somewhere may expect to stand there."""
    left = sum(number >= position.round for number in position.rules.scoring_rounds)
    return sum(STAYS**at for at in range(left))


def _aboard(position: Position, seat: int) -> float:
    """Return what the first caballero on the Ship is worth, carrying nothing."""
    turns = turns_left(position, seat)
    if turns >= OUT_AND_HOME:
        lying = max(WORTH[disc] * bool(position.cell(LYING[disc])) for disc in WORTH)
        return FETCH * (lying or WORTH[GOLD] / 2) * LEG + DISC_TO_COME
    # He can still go where nobody places from a court: a rank beyond the sea, or any coast.
    return 0.8 if turns else 0.0


def sails(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return legs worth trying: out with empty hands, home with a disc."""
    rules = position.rules
    known = layout(rules)
    found: list[tuple[int, ...]] = []
    for code in codes:
        kind, place = divmod(code - rules.base[SAIL.name], rules.n_places)
        goals = voyage.goals(position, seat, kind, place)
        if place not in known.at_ship:
            # Back aboard: in time for home with a disc, else only if that is all there is.
            common = rules.place_index[SHIP]
            goals = [goal for goal in goals if goal == common or goal not in known.common][:GOALS]
            found += [(code, rules.PUT + goal) for goal in goals]
        elif kind in known.carried:
            # Where on the coast he counts most, the game's next question says.
            found.append((code,))
        else:
            out = [goal for goal in goals if goal in known.out_at_sea]
            out.sort(key=lambda goal: _first(position, goal))
            found += [(code, rules.PUT + goal) for goal in out[:GOALS]]
            if not turns_left(position, seat):
                found.append((code,))
    return found


def _first(position: Position, goal: int) -> tuple[bool, bool]:
    """Put first the Viceroy's space, then where a disc lies."""
    rules = position.rules
    region = rules.regions[rules.place_region[goal]]
    disc = next((disc for disc, name in LIES_IN.items() if name == region), GOLD)
    return goal != rules.place_index[VICEROY], not position.cell(LYING[disc])


def spaces(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return whom to give a space on the limit table: one's own, else who is furthest behind.

    A single one, since to try all orders of filling a table would take for ever.
    """
    rules = position.rules
    first = rules.base[SEAT.name]

    def rank(code: int) -> tuple[bool, float]:
        owner = rules.counts_as(position, code - first)
        return owner != seat, position.score(owner) if owner >= 0 else -1.0

    return [(min(codes, key=rank),)]


BOTS = BotTerms(
    worth=worth,
    counts=counts,
    besides=(*OFFICES, SHIP, AMERICA, MEDITERRANEAN),
    gifts_told=True,
    load=load,
    deeds={SAIL.name: sails, SEAT.name: spaces},
)
