"""The questions whose answers an expansion may bend.

Each is one function of the Ruleset that every step asks: ``rules.taboo(position)``.
Here are the base game's answers. An expansion bends one with ``Spec.bend``; its
function gets the answer that came before it, as a function, and then what the
question is about::

    def taboo(previous: Taboo, position: Position) -> frozenset[int]:
        return previous(position) | closed_by_us(position)

    spec.bend("taboo", taboo)

What bends ``taboo``, ``may_enter`` or ``may_leave`` says why in ``Spec.why_shut``. These three are
asked of caballeros; of them only ``taboo`` closes a region to Grandes and scoreboards too.
Of ``gifts`` the reason is an id that the expansion's ``labels`` name, and its entry in the rules
reference, if it has one, is called by that id.

Functions are chained in the order in which the expansions edit the Spec, so the
last one is asked first and may leave the rest to ``previous``. A question that
nobody bends *is* the base function: it costs nothing. Asking changes nothing.

``may_enter`` and ``room`` are asked of one place and yet mostly of all at once, so they may be
bent for all places at once, too, which is quicker (``AtOnce``)::

    def closed(shut: int, position: Position, actor: int, kind: int, source: int) -> int:
        return shut | 1 << the_fort

    spec.bend("may_enter", AtOnce(closed))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from elgrande.rules.pile import pile

if TYPE_CHECKING:
    from elgrande.rules.position import Position, View
    from elgrande.rules.scoring import Gift, Scored

    Taboo: TypeAlias = Callable[[Position], frozenset[int]]
    Neighbours: TypeAlias = Callable[[Position], tuple[int, ...]]
    Scoreboard: TypeAlias = Callable[[Position, int], tuple[int, int, int]]
    CountsAs: TypeAlias = Callable[[Position, int], int]
    RanksFor: TypeAlias = Callable[[Position, int, bool], int]
    KindsOf: TypeAlias = Callable[[Position, int], tuple[int, ...]]
    MayEnter: TypeAlias = Callable[[Position, int, int, int, int], bool]
    Closed: TypeAlias = Callable[[int, Position, int, int, int], int]
    MayLeave: TypeAlias = Callable[[Position, int, int, int, int], bool]
    MayReign: TypeAlias = Callable[[Position, int], bool]
    Room: TypeAlias = Callable[[Position, int], int]
    Limits: TypeAlias = Mapping[int, int]
    Rooms: TypeAlias = Callable[[Limits, Position], Limits]
    Allowance: TypeAlias = Callable[[Position, int, int], int]
    Landing: TypeAlias = Callable[[Position, int], tuple[int, ...]]
    Counted: TypeAlias = Callable[[Position, int], tuple[tuple[int, ...], tuple[int, ...]]]
    Support: TypeAlias = Callable[[Position, int, int, bool], tuple[tuple[int, str], ...]]
    Gifts: TypeAlias = Callable[[Position, Scored], tuple[Gift, ...]]
    Crowd: TypeAlias = Callable[[Position, int], int]
    ScoringOrder: TypeAlias = Callable[[Position], tuple[int, ...]]
    Initiative: TypeAlias = Callable[[Position, int], int]
    Barred: TypeAlias = Callable[[Position], list[int]]
    Recallable: TypeAlias = Callable[[Position, int], int]
    InView: TypeAlias = Callable[[Position, int], int]
    PrivateHand: TypeAlias = Callable[[View], tuple[tuple[int, int], ...]]
    Offered: TypeAlias = Callable[[Position, int], tuple[int, ...]]
    Required: TypeAlias = Callable[[Position, int, int], bool]
    Possible: TypeAlias = Callable[[Position, int, int], bool]
    AskedForDisks: TypeAlias = Callable[[Position], tuple[int, ...]]

UNLIMITED = 10_000
"""The room of a place that takes any number, and a number that means all there are."""

QUESTIONS: dict[str, str] = {
    "taboo": "the places where nothing may enter or leave",
    "neighbours": "the regions that border the King's seat",
    "counts_as": "the seat for which a kind counts, or -1",
    "ranks_for": "the seat for which a kind takes a rank, in a general scoring or not, or -1",
    "kinds_of": "the kinds that a seat moves, sends and takes as its own, its plain ones first",
    "may_enter": "whether an actor (-1: nobody) may bring a kind from a place to a place",
    "may_leave": "whether an actor (-1: nobody) may take a kind from a place to a place",
    "may_reign": "whether the King may come to a node, one of his seats",
    "room": "how many caballeros a place holds, of whatever kinds",
    "allowance": "how many caballeros a seat may place with the card it uses",
    "landing": "where a court may place, if its caballeros may go there",
    "counted": "which places and which kinds count at a target",
    "support": "what counts for a seat that is at a target, in a general scoring or not: numbers "
    "and their reasons",
    "gifts": "points beside the ranking of a scored target",
    "crowd": "how many are in a region, for cards on the fullest and the emptiest",
    "scoring_order": "the targets of a general scoring after the Castillo, in their order",
    "initiative": "the number by which a seat acts, the highest first",
    "barred": "the numbers that no other seat may play this round",
    "recallable": "the cards that a seat can have played, as bits of a hand",
    "in_view": "the played cards of a seat that everybody sees, as bits of a hand",
    "private_hand": "what a view knows of other hands that is not open",
    "offered": "the cards that a seat may choose to act on in its turn",
    "required": "whether a seat must carry out the action of its card if it can",
    "possible": "whether the special action of a card could do anything for a seat",
    "asked_for_disks": "who sets a disk before the Castillo is opened in a general scoring",
}
"""Every question that can be bent, and what it asks."""


class AtOnce(NamedTuple):
    """What bends ``may_enter`` or ``room`` for all places at once.

    ``may_enter`` by the places that are closed, as bits (``Closed``); ``room`` by the room of the
    places that hold only so many (``Rooms``). It gets what was answered before first, itself and
    not as a function.
    """

    answer: Callable[..., Any]


def one_by_one(links: Iterable[Callable[..., bool] | AtOnce], first: MayEnter) -> MayEnter:
    """Return what tells of one place whether it may be entered, of all that bends that."""
    for link in links:
        first = (
            partial(_for_one, link.answer, first)
            if isinstance(link, AtOnce)
            else partial(link, first)
        )
    return first


def _for_one(
    closed: Closed,
    previous: MayEnter,
    position: Position,
    actor: int,
    kind: int,
    source: int,
    goal: int,
) -> bool:
    shut = 0 if previous(position, actor, kind, source, goal) else 1 << goal
    return not (closed(shut, position, actor, kind, source) >> goal) & 1


def closings(links: Sequence[Callable[..., bool] | AtOnce], first: MayEnter) -> tuple[Closed, ...]:
    """Return what closes places one after another, beyond those that ``first`` says are closed."""
    return tuple(
        link.answer
        if isinstance(link, AtOnce)
        else partial(_by_place, link, one_by_one(links[:at], first))
        for at, link in enumerate(links)
    )


def _by_place(
    may_enter: Callable[..., bool],
    before: MayEnter,
    shut: int,
    position: Position,
    actor: int,
    kind: int,
    source: int,
) -> int:
    return bits(
        goal
        for goal in range(position.rules.n_places)
        if not may_enter(before, position, actor, kind, source, goal)
    )


def all_rooms(
    links: Sequence[Callable[..., int] | AtOnce],
) -> tuple[Callable[[Position], Limits], Room]:
    """Return what tells the room of all places that hold only so many, and of one place."""
    rooms, room = no_limits, endless_room
    for link in links:
        if not isinstance(link, AtOnce):
            room = partial(link, room)
            rooms = partial(_rooms_by_place, room)
        else:
            first = rooms is no_limits
            rooms = (
                partial(link.answer, ENDLESS)
                if first
                else partial(_rooms_after, link.answer, rooms)
            )
            room = partial(_room_after, link.answer, room)
    at_once = links and all(isinstance(link, AtOnce) for link in links)
    return rooms, room_of if at_once else room


def _rooms_after(rooms: Rooms, before: Callable[[Position], Limits], position: Position) -> Limits:
    return rooms(before(position), position)


def _room_after(rooms: Rooms, before: Room, position: Position, place: int) -> int:
    room = before(position, place)
    limits = {place: room} if room < UNLIMITED else ENDLESS
    return rooms(limits, position).get(place, UNLIMITED)


def _rooms_by_place(room: Room, position: Position) -> Limits:
    found = {place: room(position, place) for place in range(position.rules.n_places)}
    return {place: number for place, number in found.items() if number < UNLIMITED}


def king_shut(position: Position) -> int:
    """Return the places of ``king_taboo``, as bits."""
    rules = position.rules
    return rules.king_shut[position.board[rules.at_king]]


def taboo_shut(position: Position) -> int:
    """Return the places of the taboo, as bits, where it is bent."""
    return _bits_of(position.rules.taboo(position))


def bits(places: Iterable[int]) -> int:
    """Return places as bits."""
    found = 0
    for place in places:
        found |= 1 << place
    return found


_bits_of = lru_cache(maxsize=1024)(bits)


def king_taboo(position: Position) -> frozenset[int]:
    """Return the places where nothing may enter or leave: the King's region (S0, "The King", b)."""
    rules = position.rules
    return rules.king_taboo[position.board[rules.at_king]]


def king_neighbours(position: Position) -> tuple[int, ...]:
    """Return the regions into which the courts may place (S0, "The King", a)."""
    rules = position.rules
    return rules.node_neighbours[position.board[rules.at_king]]


def owner(position: Position, kind: int) -> int:
    """Return the seat for which a kind counts: its owner; -1 for nobody."""
    return position.rules.kind_owner[kind]


def as_it_counts(position: Position, kind: int, general: bool) -> int:
    """Return the seat for which a kind counts now: nothing changes before a general scoring."""
    return position.rules.counts_as(position, kind)


def own_kinds(position: Position, seat: int) -> tuple[int, ...]:
    """All kinds that a seat owns, its plain caballeros first."""
    return position.rules.kinds_owned[seat]


def enters(position: Position, actor: int, kind: int, source: int, goal: int) -> bool:
    """Whatever is not taboo may be entered (S0, "The King", b)."""
    return goal not in position.rules.taboo(position)


def intrudes(position: Position, actor: int, kind: int, source: int, goal: int) -> bool:
    """Say that a card which breaks the taboo of its goal enters anywhere.

    What bends ``enters`` bends this: whatever an expansion closes with ``may_enter`` stays closed
    to such a card.
    """
    return True


def leaves(position: Position, actor: int, kind: int, source: int, goal: int) -> bool:
    """Whatever is not taboo may be left (S0, "The King", b)."""
    return source not in position.rules.taboo(position)


def every_seat_of_his(position: Position, node: int) -> bool:
    """He may come to all of them."""
    return True


def endless_room(position: Position, place: int) -> int:
    """Every place takes any number."""
    return UNLIMITED


def room_of(position: Position, place: int) -> int:
    """Return the room of a place, where anybody bends it."""
    return position.rules.rooms(position).get(place, UNLIMITED)


ENDLESS: Mapping[int, int] = MappingProxyType({})
"""No place that holds only so many."""


def no_limits(position: Position) -> Mapping[int, int]:
    """No place holds only so many."""
    return ENDLESS


def card_number(position: Position, seat: int, card: int) -> int:
    """Return the number on the action card (S0, "The action cards", D)."""
    return position.rules.cards[card].caballeros


def near_the_king(position: Position, seat: int) -> tuple[int, ...]:
    """Next to the King and into the Castillo, where that is not taboo (S0, a; FACTS 1.5)."""
    rules = position.rules
    if rules.plain_king:
        return rules.king_landing[position.board[rules.at_king]]
    king, taboo, near = position.king, rules.taboo(position), rules.neighbours(position)
    if taboo is rules.king_taboo[king] and near is rules.node_neighbours[king]:
        # Both may be bent, but nothing bends them now.
        return rules.king_landing[king]
    places = [
        place for region in near for place in rules.region_places[region] if place not in taboo
    ]
    if rules.castillo not in taboo:
        places.append(rules.castillo)
    return tuple(places)


def all_that_stand_there(
    position: Position, target: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """All places of the target, and all kinds."""
    rules = position.rules
    return rules.target_places[target], rules.all_kinds


def no_support(
    position: Position, target: int, seat: int, general: bool
) -> tuple[tuple[int, str], ...]:
    """Return nothing: each caballero counts as one, and nothing else (S0, "Score the regions")."""
    return ()


def no_gifts(position: Position, scored: Scored) -> tuple[Gift, ...]:
    """Return nothing: the ranking is all that pays."""
    return ()


def all_in_a_region(position: Position, region: int) -> int:
    """Everybody, of all kinds."""
    rules = position.rules
    board = position.board
    places = rules.region_places[region]
    return sum([sum(rules.there[place](board)) for place in places])


def track_order(position: Position) -> tuple[int, ...]:
    """Return the regions in the order of the track (S0, "Score the regions")."""
    return tuple(range(len(position.rules.regions)))


def power_card(position: Position, seat: int) -> int:
    """Return the value of the power card: highest acts first (S0, "Play the power cards")."""
    return position.board[position.rules.at_power + seat]


def numbers_on_the_table(position: Position) -> list[int]:
    """No number may be played twice in a round; 0 bars nothing (S0, "Play the power cards")."""
    rules = position.rules
    values = position.board[rules.at_power : rules.at_order]
    if rules.plain_initiative:
        return values
    return [rules.initiative(position, seat) for seat, value in enumerate(values) if value]


def all_power_cards(position: Position, seat: int) -> int:
    """Return all: what is not in the hand has been played, unless it may be in the box."""
    rules = position.rules
    if rules.hand_size == len(rules.power_values):
        return rules.power_bits
    return sum(rules.power_bit[value] for value in pile(position, seat))


def nothing_private(view: View) -> tuple[tuple[int, int], ...]:
    """Nobody knows of a hand what others do not know."""
    return ()


def face_up_cards(position: Position, seat: int) -> tuple[int, ...]:
    """Return the face-up cards that nobody has taken (S0, "Choose an action card")."""
    board = position.board
    cells = position.rules.slot_cells
    return tuple([board[face] for face, taker in cells if board[taker] < 0 and board[face] >= 0])


def never_required(position: Position, seat: int, card: int) -> bool:
    """Both actions of a turn may be left out (S0, "The action cards", D to G)."""
    return False


def does_anything(position: Position, seat: int, card: int) -> bool:
    """Say what its effect says."""
    rules = position.rules
    return rules.card_effects[card].possible(position, seat, rules.cards[card].params)


def whoever_is_inside(position: Position) -> tuple[int, ...]:
    """Whoever has somebody in the Castillo, caballero or Grande; while it is veiled, everybody.

    Not being asked would tell. Nobody is asked when nothing can leave it, which is
    open: the King stands beside it (S2, "Rebellion"), or an expansion lets nobody out.
    """
    rules = position.rules
    closed = rules.castillo in rules.taboo(position)
    if rules.plain_moves:
        leaving = () if closed else rules.all_kinds
    else:
        goals = (*rules.board_places, rules.court)
        leaving = tuple(
            kind
            for kind in rules.all_kinds
            if any(rules.may_leave(position, -1, kind, rules.castillo, goal) for goal in goals)
        )
    if closed and not leaving:
        return ()
    return tuple(
        seat
        for seat in range(rules.n_seats)
        if rules.veiled
        or (position.grande(seat) == rules.castillo_target and not closed)
        or any(
            position.count(kind, rules.castillo)
            for kind in rules.kinds_of(position, seat)
            if kind in leaving
        )
    )
