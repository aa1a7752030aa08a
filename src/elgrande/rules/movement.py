"""Where caballeros may go: what every step asks that moves them.

A caballero may go from a place to another if it may leave the one, may enter the other
and there is room (the questions ``may_leave``, ``may_enter`` and ``room``). ``actor`` is
who moves it, as the event ``Moved`` says by whom: the seat that chooses, the owner of the
card where nobody does, -1 out of the Castillo and where nobody acts at all.

Kinds and places are given in an order, and the first come first: of a seat's kinds the
plain caballeros (``kinds_of``), of a region's places the first that has room. Whoever
chooses a place names it, also within a region; a disk has no choice, so its arrivals take
the first places with room, else the court, and who may not even go there stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from typing import TYPE_CHECKING

from elgrande.rules.questions import UNLIMITED, bits, leaves

if TYPE_CHECKING:
    from elgrande.rules.position import Position, State
    from elgrande.rules.questions import Limits

    MayGo = Callable[[Position, int, int, int, int], bool]


def free(s: Position, place: int) -> int:
    """Return how many more caballeros a place can take; whoever stands there takes room."""
    room = s.rules.room(s, place)
    return room if room >= UNLIMITED else max(0, room - _crowd(s, place))


def _crowd(s: Position, place: int) -> int:
    return sum(s.rules.there[place](s.board))


def closed(s: Position, actor: int, kind: int, source: int) -> int:
    """Return the places where a caballero may not go from its own, as bits; -1 is everywhere.

    Whether there is room is another matter.
    """
    return _beyond(s, s.rules.shut(s), actor, kind, source)


def _beyond(s: Position, shut: int, actor: int, kind: int, source: int) -> int:
    """Add to the places that are taboo what else is closed to this one."""
    rules = s.rules
    if rules.may_leave is not leaves:
        kept_in = _kept_in(s, actor, kind, source)
    elif (shut >> source) & 1:
        return -1
    else:
        kept_in = 1 << source
    for link in rules.closings:
        shut = link(shut, s, actor, kind, source)
    return shut | kept_in


def _kept_in(s: Position, actor: int, kind: int, source: int) -> int:
    may_leave = s.rules.may_leave
    return bits(
        goal
        for goal in range(s.rules.n_places)
        if goal == source or not may_leave(s, actor, kind, source, goal)
    )


def may_go(s: Position, actor: int, kind: int, source: int, goal: int) -> bool:
    """Say whether an actor may move a caballero of a kind from a place to another."""
    return not (closed(s, actor, kind, source) >> goal) & 1 and free(s, goal) > 0


def open_to(
    s: Position, actor: int, kind: int, source: int, goals: Iterable[int], first: int = 0
) -> list[int]:
    """Return those of some goals where ``may_go`` lets a caballero go, each as ``first + goal``."""
    shut, rooms = closed(s, actor, kind, source), s.rules.rooms(s)
    return [
        first + goal
        for goal in goals
        if not (shut >> goal) & 1 and (goal not in rooms or _crowd(s, goal) < rooms[goal])
    ]


def leads(s: Position, actor: int, kind: int, source: int, goals: Iterable[int]) -> bool:
    """Say whether a caballero may go to any of the goals."""
    return _any_open(s, closed(s, actor, kind, source), s.rules.rooms(s), goals)


def _any_open(s: Position, shut: int, rooms: Limits, goals: Iterable[int]) -> bool:
    # A generator in ``any`` costs more than most such looks take.
    for goal in goals:
        if not (shut >> goal) & 1 and (goal not in rooms or _crowd(s, goal) < rooms[goal]):
            return True
    return False


def may_intrude(s: Position, actor: int, kind: int, source: int, goal: int) -> bool:
    """Say the same for a card that breaks the taboo of its goal; room there must be."""
    rules = s.rules
    if source == goal or not rules.may_leave(s, actor, kind, source, goal):
        return False
    banned = 0
    for link in rules.bans:
        banned = link(banned, s, actor, kind, source)
    return not (banned >> goal) & 1 and free(s, goal) > 0


def leaving(
    s: Position,
    first: int,
    actor: int,
    kinds: Iterable[int],
    places: Sequence[int],
    goals: Sequence[int],
    enough: int = UNLIMITED,
) -> list[int]:
    """Return who stands on some places and may go to any of the goals, or ``enough`` of them.

    Each as ``first + kind * places of the board + place``, which is the code of an answer
    that names a kind and a place if ``first`` is its verb's.
    """
    rules = s.rules
    board = s.board
    found = []
    if rules.plain_moves:
        taboo = rules.taboo(s)
        for kind in kinds:
            at, code = rules.at_kind[kind], first + kind * rules.n_places
            for place in places:
                if board[at[place]] and place not in taboo:
                    found.append(code + place)
                    if len(found) == enough:
                        return found
        return found
    first_shut, rooms = rules.shut(s), rules.rooms(s)
    everywhere = places is rules.board_places
    for kind in kinds:
        at, code = rules.at_kind[kind], first + kind * rules.n_places
        there = rules.on_board[kind](board) if everywhere else [board[at[p]] for p in places]
        for place in compress(places, there):
            shut = _beyond(s, first_shut, actor, kind, place)
            if _any_open(s, shut, rooms, goals):
                found.append(code + place)
                if len(found) == enough:
                    return found
    return found


def entering(
    s: Position, first: int, actor: int, kind: int, source: int, goals: Sequence[int]
) -> list[int]:
    """Return where a caballero that may leave its place may go, each as ``first + place``."""
    rules = s.rules
    if rules.plain_moves:
        taboo = rules.taboo(s)
        return [first + goal for goal in goals if goal != source and goal not in taboo]
    return open_to(s, actor, kind, source, goals, first)


def movable(s: Position, actor: int, seat: int, places: Iterable[int], goals: Sequence[int]) -> int:
    """Return how many of a seat's caballeros on some places may go to any of the goals."""
    rules = s.rules
    board = s.board
    number = 0
    if rules.plain_moves and rules.plain_seats:
        taboo = rules.taboo(s)
        offset = seat * rules.n_places
        for place in places:
            if place not in taboo:
                number += board[offset + place]
        return number
    for kind in rules.kinds_of(s, seat):
        if not any(board[rules.kind_cells[kind]]):
            continue
        at = rules.at_kind[kind]
        for place in places:
            if board[at[place]] and leads(s, actor, kind, place, goals):
                number += board[at[place]]
    return number


def able(s: Position, actor: int, seat: int, source: int, goal: int) -> int:
    """Return how many of a seat's caballeros can go together between court and provinces."""
    rules = s.rules
    if rules.plain_moves and rules.plain_seats:
        return s.board[seat * rules.n_places + source]
    number = 0
    for kind in _kinds_at(s, seat, source):
        if not (closed(s, actor, kind, source) >> goal) & 1:
            number += s.count(kind, source)
    return min(number, free(s, goal)) if number else 0


def _kinds_at(s: Position, seat: int, place: int) -> list[int]:
    """Return which kinds of a seat's stand at a place."""
    rules, board = s.rules, s.board
    if rules.plain_seats:
        return [seat] if board[seat * rules.n_places + place] else []
    found = []
    for kind in rules.kinds_of(s, seat):
        if board[rules.at_kind[kind][place]]:
            found.append(kind)
    return found


def shift(
    s: State,
    actor: int,
    kinds: Sequence[int],
    source: int,
    goals: Sequence[int],
    number: int = UNLIMITED,
) -> int:
    """Move up to a number of caballeros of these kinds; return how many went.

    Each goal takes what may enter it and has room there, the first of them first. The
    rest stays.
    """
    left = number
    for kind in kinds:
        for goal in goals:
            there = min(s.count(kind, source), left)
            if there and may_go(s, actor, kind, source, goal):
                there = min(there, free(s, goal))
                s.move(actor, kind, source, goal, there)
                left -= there
    return number - left


# -- between a seat's court and the provinces ----------------------------------


def takeable(s: Position, seat: int) -> int:
    """Return how many caballeros a seat can take from the provinces to its court."""
    rules = s.rules
    if rules.plain_moves and rules.plain_seats:
        return s.board[seat * rules.n_places + rules.provinces]
    return able(s, seat, seat, rules.provinces, rules.court)


def take(s: State, seat: int, number: int) -> None:
    """Take that many of those who can be taken."""
    rules = s.rules
    kinds = _kinds_at(s, seat, rules.provinces)
    if len(kinds) == 1:
        s.move(seat, kinds[0], rules.provinces, rules.court, number)
    else:
        shift(s, seat, kinds, rules.provinces, (rules.court,), number)


def dismissable(s: Position, actor: int, seat: int) -> int:
    """Return how many caballeros an actor can send from a seat's court to the provinces."""
    rules = s.rules
    return able(s, actor, seat, rules.court, rules.provinces)


def dismiss(s: State, actor: int, seat: int, number: int) -> None:
    """Send that many of those who can be sent."""
    rules = s.rules
    shift(s, actor, rules.kinds_of(s, seat), rules.court, (rules.provinces,), number)


# -- from a court onto the board -------------------------------------------------


def placing(s: Position, seat: int, goals: Sequence[int], may: MayGo = may_go) -> list[int]:
    """Return the codes that place one caballero from the court on one of the goals.

    ``may`` is asked, which some cards replace (``may_intrude``).
    """
    rules = s.rules
    court = rules.court
    kinds = _kinds_at(s, seat, court)
    if not kinds:
        return []
    if len(kinds) == 1 and may is may_go:
        return entering(s, rules.PLACE, seat, kinds[0], court, goals)
    return [
        rules.PLACE + goal
        for goal in goals
        if any(may(s, seat, kind, court, goal) for kind in kinds)
    ]


def place(s: State, seat: int, goal: int, may: MayGo = may_go) -> None:
    """Place one from the court, since one may go: of the seat's kinds there the first that may."""
    rules = s.rules
    court = rules.court
    if rules.plain_seats:
        s.move(seat, seat, court, goal, 1)
        return
    kinds = _kinds_at(s, seat, court)
    if len(kinds) > 1:
        kinds = [kind for kind in kinds if may(s, seat, kind, court, goal)]
    s.move(seat, kinds[0], court, goal, 1)
