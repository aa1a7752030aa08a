"""What bots are told of it: a plan for the Ship, for discs, offices and the limit table.

A disc is points that come turns later: from beyond the sea it takes two legs home, from the Ship
one, and what does not come home before the game ends pays nothing. Who stands aboard with empty
hands is worth the legs that are left for fetching one. An office pays in every scoring to come.
That nobody is outnumbered where there is no room left, bots know without being told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, reduce
from operator import add, itemgetter

from elgrande.content.expansion import BotTerms
from elgrande.expansions.colonies import voyage
from elgrande.expansions.colonies.limit_table import ARRIVED, FREED, SEAT
from elgrande.expansions.colonies.places import (
    AMBASSADOR,
    AMERICA,
    CAPTAIN,
    ENVOY,
    GOLD,
    LIES_IN,
    MEDITERRANEAN,
    OVERSEAS,
    SHIP,
    VICEROY,
    WORTH,
    Layout,
    layout,
)
from elgrande.expansions.colonies.voyage import LYING, SAIL, SUPPLY, WHOSE_LEGS, legs_cell
from elgrande.rules import Names, Position, Ruleset
from elgrande.rules.effects.figures import BLACK, INQUISITOR
from elgrande.rules.wording import caballeros, points

HIS_WORTH = 0.3
"""The Inquisitor, while a turn is to come: a caballero more, if nobody takes him before."""
HIS_CARD = "gi-01"
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
    later = _rounds_after(position.rules, position.round)
    return later + (seat != position.actor and seat in position.to_come)


@lru_cache(maxsize=256)
def _rounds_after(rules: Ruleset, number: int) -> int:
    return sum(later > number for later in rules.rounds)


def load(position: Position, kind: int, place: int) -> float:
    """Return what the disc that one of a kind carries is worth at a place."""
    known = layout(position.rules)
    disc = known.carried.get(kind)
    if disc is None:
        return 0.0
    owner = position.rules.counts_as(position, kind)
    if owner < 0:
        return 0.0
    legs = _legs_home(known, place)
    return _disc_worth(disc, legs, turns_left(position, owner) if legs > 0 else 0)


def _legs_home(known: Layout, place: int) -> int:
    """Return how many legs from Spain a place is; -1 for where no ship leaves."""
    if place in known.home:
        return 0
    if place in known.at_ship:
        return 1
    return 2 if place in known.out_at_sea else -1


def _disc_worth(disc: str, legs: int, turns: int) -> float:
    """Return what a disc is worth so many legs away from Spain, with so many turns to come."""
    if not legs:
        return float(WORTH[disc])
    if legs < 0:
        # No ship leaves France, but a card may.
        return 1.0
    return 0.0 if legs > turns else WORTH[disc] * LEG**legs


def worth(position: Position, seat: int) -> float:
    """Return what a seat has in the Inquisitor and in discs that it carries."""
    rules = position.rules
    holds = position.cell(INQUISITOR) == seat
    turns = -1
    total = 0.0
    if holds and turns_left(position, seat):
        total = HIS_WORTH
    for disc, his, on_board in _carriers(rules, seat, holds):
        there = on_board(position.board)
        if not any(there):
            continue
        if turns < 0:
            turns = turns_left(position, seat)
        known = layout(rules)
        for place, number in zip(rules.board_places, there, strict=True):
            if number:
                # Before his own are home with a disc, another will have taken the Inquisitor.
                left = 0 if his else turns
                total += number * _disc_worth(disc, _legs_home(known, place), left)
    return total


@lru_cache(maxsize=64)
def _carriers(
    rules: Ruleset, seat: int, black: bool
) -> tuple[tuple[str, bool, Callable[[list[int]], tuple[int, ...]]], ...]:
    """Return of a seat's kinds that carry something, and of ``black`` ones, what they carry,
    whether they are black, and what reads off a board how many are at each of its places.
    """
    carried = layout(rules).carried
    owners = (seat, -1) if black else (seat,)
    return tuple(
        (
            carried[kind],
            kind in layout(rules).black,
            itemgetter(*[rules.at_kind[kind][p] for p in rules.board_places]),
        )
        for kind in sorted(carried)
        if rules.kind_owner[kind] in owners
    )


def counts(position: Position, place: int, seat: int, number: int) -> float:
    """Return what so many of a seat's are worth at a place besides the ranking."""
    if number <= 0:
        return 0.0
    rules = position.rules
    known = layout(rules)
    name = rules.places[place]
    if name in OFFICES:
        # Nobody aboard has to leave the Captain's space to sail, but he pays where he stands.
        black = any(position.count(kind, place) for kind in known.black)
        return OFFICES[name] * (1.0 if black else _scorings(rules, position.round))
    if place in known.at_ship:
        return _crowd(number) * _aboard(position, seat)
    if place in known.out_at_sea:
        return _crowd(number) * (DISC_TO_COME if turns_left(position, seat) >= 2 else 0.0)
    return 0.0


def lent(root: Position, position: Position, rounds: int) -> frozenset[int]:
    """Return the black ones, unless nobody can take the Inquisitor before the coming scoring.

    His card comes back in every round, and nearly always somebody else takes it.
    """
    rules = root.rules
    holder = position.cell(INQUISITOR)
    stack = rules.cards[rules.card_index[HIS_CARD]].stack
    offered = any(slot.taker < 0 <= slot.card for slot in root.slots if slot.stack == stack)
    waits = offered and holder == root.cell(INQUISITOR) and set(root.to_come) - {holder}
    return layout(rules).black if rounds or waits else frozenset()


@cache
def _crowd(number: int) -> float:
    last = CROWD[-1]
    return sum(CROWD[:number]) + last * max(0, number - len(CROWD))


@lru_cache(maxsize=256)
def _scorings(rules: Ruleset, number: int) -> float:
    """Return how many general scorings whoever stands somewhere may expect to stand there, from a
    round on.
    """
    left = sum(later >= number for later in rules.scoring_rounds)
    # Not with sum, which adds floats otherwise from Python 3.12 on.
    return reduce(add, (STAYS**at for at in range(left)), 0.0)


def _aboard(position: Position, seat: int) -> float:
    """Return what the first caballero on the Ship is worth, carrying nothing."""
    turns = turns_left(position, seat)
    if turns >= OUT_AND_HOME:
        lying = max(WORTH[disc] * bool(position.cell(LYING[disc])) for disc in WORTH)
        return FETCH * (lying or WORTH[GOLD] / 2) * LEG + DISC_TO_COME
    # He can still go where nobody places from a court: a rank beyond the sea, or any coast.
    return 0.8 if turns else 0.0


def gains(before: Position, after: Position, seat: int, names: Names) -> list[tuple[float, str]]:
    """Tell of the Inquisitor with his own, and of discs that can still come home."""
    rules = after.rules
    known = layout(rules)
    found: list[tuple[float, str]] = []
    if after.cell(INQUISITOR) == seat != before.cell(INQUISITOR):
        where = [*rules.board_places, *[rules.castillo] * (not rules.veiled)]
        his = sum(after.count(kind, place) for kind in known.black for place in where)
        more = f", and his {caballeros(his)} on the board count as yours" if his else ""
        found.append((
            HIS_WORTH + 3.0 * his,
            f"the Grand Inquisitor is at your court{more}",
        ))  # fmt: skip
    for disc in known.carried.values():
        for legs, away in ((2, "two turns"), (1, "one turn")):
            value = _disc_worth(disc, legs, turns_left(after, seat))
            if value and _underway(after, seat, disc, legs) > _underway(before, seat, disc, legs):
                found.append((
                    value,
                    f"you have {disc.title()} {away} away from Spain, worth {points(WORTH[disc])} "
                    "there",
                ))  # fmt: skip
    return list(dict.fromkeys(found))


def _underway(position: Position, seat: int, disc: str, legs: int) -> int:
    """Return how many of a seat's carry such a disc so many legs from Spain."""
    known, rules = layout(position.rules), position.rules
    return sum(
        position.count(kind, place)
        for kind in rules.kinds_of(position, seat)
        if known.carried.get(kind) == disc
        for place in rules.board_places
        if _legs_home(known, place) == legs
    )


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
            # What he brings is paid where he lands, and on each coast he counts otherwise.
            found += [(code, rules.PUT + goal) for goal in goals if not _legs_home(known, goal)]
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


def fleeting(rules: Ruleset) -> list[str]:
    """Return the open values of legs, of who has just come, and of discs that nobody carries."""
    legs = [legs_cell(sort, region) for sort in voyage.SORTS for region in OVERSEAS]
    came = [ARRIVED + name for name in (*rules.colours, BLACK)]
    return [*legs, WHOSE_LEGS, *came, FREED, *LYING.values(), *SUPPLY.values()]


BOTS = BotTerms(
    worth=worth,
    counts=counts,
    besides=(*OFFICES, SHIP, AMERICA, MEDITERRANEAN),
    gifts_told=True,
    lent=lent,
    fleeting=fleeting,
    load=load,
    gains=gains,
    begun=(SAIL.name,),
    moves={SAIL.name: sails, SEAT.name: spaces},
)
