"""Portugal, the ship and the jail, and the symbols on cards that lead there (S0).

Whoever has taken a card with a symbol may do what it says besides the two actions of the card: take
a token for the ship, bring a caballero to jail, or, with the King's pardon, let them out. A second
card of a Double turn brings its special action alone.

============ ================== ============== ============ ==================
moved by     Portugal           ship           jail         Castillo
============ ================== ============== ============ ==================
a court      next to the King   with a token   never        yes
a card       yes                never          never        yes
a symbol     ashore, pardoned   -              from a region never
a disk       never              never          never        -
============ ================== ============== ============ ==================

Black caballeros go to no Castillo, court or provinces: without their Inquisitor they could never
leave the one, and a court or the provinces are closed to them (S0, EXPANSIONS 4.2).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from elgrande.rules import Decision, FreeAction, Position, Region, Ruleset, Spec, State
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import BLACK
from elgrande.rules.events import Event
from elgrande.rules.movement import leaving, may_go, shift
from elgrande.rules.parts import PlainFrame
from elgrande.rules.questions import AtOnce
from elgrande.rules.spec import CASTILLO, COURT, PROVINCES, Form
from elgrande.rules.steps.step import InstantStep, Step
from elgrande.rules.steps.turn import ActFrame

if TYPE_CHECKING:
    from elgrande.rules.questions import Landing
    from elgrande.rules.refused import Case
    from elgrande.rules.wording import Names


PORTUGAL = Region(
    "portugal", (5, 0, 0), ("galicia", "old-castile", "new-castile", "seville"), disk=False,
    coastal=True,
)  # fmt: skip
"""Its board pays first places alone; the neighbours are the four at that border, our best fit."""
SHIP, JAIL = "ship", "jail"
RULES = {SHIP: "ships", JAIL: "jail"}
"""The house rules that leave them out."""


def takes_part(spec: Spec, name: str) -> bool:
    """Say whether the table has ship or jail: any card bears its symbol, which has its name."""
    bears = any(name in card.marks for card in spec.cards)
    return bears and bool(spec.options.get(RULES[name], True))


def gift_place(colour: str) -> str:
    """Return the place where gifts to a colour wait for its next turn."""
    return f"gift-{colour}"


def gifts_to(rules: Ruleset, seat: int) -> int:
    """Return the index of the place where gifts to a seat wait."""
    return rules.place_index[gift_place(rules.colours[seat])]


def crowd(position: Position, name: str) -> int:
    """Return how many stand at a place outside the regions, of all kinds."""
    rules = position.rules
    place = rules.place_index[name]
    return sum(position.count(kind, place) for kind in rules.all_kinds)


def black_stay_in_regions(shut: int, position: Position, actor: int, kind: int, source: int) -> int:
    """Let black ones go from region to region, and into jail."""
    return shut | position.rules.never_shut[kind]


def why_black_stay(c: Case, name: str, kind: str) -> str:
    """Say that it is no place for them."""
    rules = c.view.rules
    if not kind or not (rules.never_shut[rules.kinds.index(kind)] >> rules.place_index[name]) & 1:
        return ""
    return f"black caballeros go from region to region, never to {c.n.the(name)}"


# -- the symbols --------------------------------------------------------------


SHIP_SYMBOL, JAIL_SYMBOL, PARDON = "ship", "jail", "pardon"
KINGS_CARD = "king_anywhere"
"""The effect of the card whose taker may pardon those in jail."""
TOKENS = "ship-tokens"
"""Who has a ship token, a bit for each seat."""
NUMBER = 2
"""So many tokens there are (S0)."""
LEGS = "landings-left"
"""How many of whoever has the turn stood on the ship when it began, and have not landed."""
TOKEN = Verb("token", (), "take a ship token from beside the board", label="take a ship token")
TOKEN_FROM = Verb(
    "token-from", ("seat",), "take the ship token of this player",
    label="take the ship token of {seat}",
)  # fmt: skip
ASHORE = Verb("ashore", (), "land with a caballero of the ship", label="land from the ship")
TO_JAIL = Verb("jail", (), "bring a caballero to jail", label="bring somebody to jail")
FREE_THEM = Verb(
    "pardon", (), "free all who are in jail, into one region", label="pardon all in jail"
)


@dataclass(frozen=True)
class TokenTaken(Event):
    """A player took a ship token, from another one or from beside the board (-1)."""

    seat: int
    source: int

    def said(self, n: Names) -> str:
        if self.source < 0:
            return f"{n.seat(self.seat)} takes a ship token."
        return f"{n.seat(self.seat)} takes {n.seat(self.source)}'s ship token."


@dataclass(frozen=True)
class Pardoned(Event):
    """A player freed all who were in jail."""

    seat: int

    def said(self, n: Names) -> str:
        return f"{n.seat(self.seat)} pardons all in jail."


def has_symbol(s: Position, seat: int, symbol: str) -> bool:
    """Say whether the card that a seat has taken in this turn bears a symbol."""
    for frame in reversed(s.stack):
        if type(frame) is ActFrame:
            return frame.actor == seat and symbol in s.rules.cards[frame.card].marks
    return False


def has_token(s: Position, seat: int) -> bool:
    """Say whether a seat has a ship token."""
    return bool(s.cell(TOKENS) >> seat & 1)


def _place(rules: Ruleset, name: str) -> int:
    return rules.place_index[name]


# -- the ship -----------------------------------------------------------------


def token_codes(s: Position, seat: int) -> list[int]:
    """One from beside the board, else from a player of one's choice; nobody has two."""
    rules = s.rules
    if has_token(s, seat) or not has_symbol(s, seat, SHIP_SYMBOL):
        return []
    if s.cell(TOKENS).bit_count() < NUMBER:
        return [rules.base[TOKEN.name]]
    first = rules.base[TOKEN_FROM.name]
    return [first + other for other in range(rules.n_seats) if has_token(s, other)]


def take_token(s: State, seat: int, code: int) -> None:
    """Take it to the own court."""
    rules = s.rules
    at = rules.cell[TOKENS]
    source = -1 if code == rules.base[TOKEN.name] else code - rules.base[TOKEN_FROM.name]
    if source >= 0:
        s.board[at] &= ~(1 << source)
    s.board[at] |= 1 << seat
    s.emit(TokenTaken(seat, source))


def no_token(c: Case) -> str:
    """Say why not."""
    if has_token(c.view, c.seat):
        return "you already have a ship token, and nobody has two"
    if not has_symbol(c.view, c.seat, SHIP_SYMBOL):
        return "only whoever takes a card with the ship symbol takes a ship token"
    if c.verb == TOKEN.name:
        return "no ship token is left beside the board; take one of another player's"
    if c.view.cell(TOKENS).bit_count() < NUMBER:
        return "a ship token is left beside the board, and that one is taken first"
    return f"{c.n.seat(c.view.rules.colours.index(c.words[0]))} has no ship token"


def landing(previous: Landing, position: Position, seat: int) -> tuple[int, ...]:
    """With a token a court places aboard the ship, too, wherever the King is (S0, "Ship")."""
    found = previous(position, seat)
    if has_token(position, seat) and position.actor == seat:
        return (*found, _place(position.rules, SHIP))
    return found


class CountAboard(InstantStep):
    """Note how many stand on the ship as their turn begins."""

    name = "count_aboard"

    def do(self, s: State, actor: int) -> None:
        rules = self.rules
        own = rules.kinds_owned[actor][0]
        s.board[rules.cell[LEGS]] = s.count(own, _place(rules, SHIP))


class ForgetAboard(InstantStep):
    """Who has not landed in a turn waits for the next."""

    name = "forget_aboard"

    def do(self, s: State, actor: int) -> None:
        s.board[self.rules.cell[LEGS]] = 0


def coast(s: Position, seat: int) -> list[int]:
    """Return where somebody of a seat's may land: on any coast but the King's."""
    rules = s.rules
    own, ship = rules.kinds_owned[seat][0], _place(rules, SHIP)
    return [
        place
        for region, places in enumerate(rules.region_places)
        if rules.coastal[region]
        for place in places
        if may_go(s, seat, own, ship, place)
    ]


def aboard(s: Position, seat: int) -> int:
    """Return how many of a seat's may still land in this turn."""
    rules, left = s.rules, s.cell(LEGS)
    return left and min(left, s.count(rules.kinds_owned[seat][0], _place(rules, SHIP)))


def ashore_codes(s: Position, seat: int) -> list[int]:
    """Land, while somebody may."""
    return [s.rules.base[ASHORE.name]] if aboard(s, seat) and coast(s, seat) else []


def go_ashore(s: State, seat: int, code: int) -> None:
    """Ask where."""
    s.stack.append(PlainFrame(Land.name, seat))


def not_ashore(c: Case) -> str:
    """Say why nobody lands."""
    own = c.view.rules.kinds_owned[c.seat][0]
    if not c.view.count(own, _place(c.view.rules, SHIP)):
        return "you have nobody on the ship"
    return "only those on the ship when the turn began may land in it"


class Land(Step[PlainFrame]):
    """Say where somebody lands."""

    name = "land_from_ship"
    wants = "say on which coast the caballero lands"

    def choices(self, s: Position, f: PlainFrame) -> list[int]:
        return [self.rules.PUT + place for place in coast(s, f.actor)]

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        s.board[rules.cell[LEGS]] -= 1
        s.move(seat, rules.kinds_owned[seat][0], _place(rules, SHIP), code - rules.PUT, 1)

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "put":
            return ""
        rules, name = c.view.rules, c.words[0]
        region = rules.place_region[rules.place_index[name]]
        if region < 0 or not rules.coastal[region]:
            inland = f"{c.n.the(name)} is not a region on the coast, where the ship lands"
            return c.off_board(name) or inland
        return c.taboo(name)


# -- the jail -----------------------------------------------------------------


def catchable(s: Position, seat: int, first: int) -> list[int]:
    """Return who may go to jail, as ``leaving`` does."""
    rules = s.rules
    return leaving(s, first, seat, rules.all_kinds, rules.board_places, (_place(rules, JAIL),))


def jail_codes(s: Position, seat: int) -> list[int]:
    """Bring one to jail, if anybody can be."""
    if not has_symbol(s, seat, JAIL_SYMBOL) or not catchable(s, seat, s.rules.PICK):
        return []
    return [s.rules.base[TO_JAIL.name]]


def catch(s: State, seat: int, code: int) -> None:
    """Ask whom."""
    s.stack.append(PlainFrame(Catch.name, seat))


def not_caught(c: Case) -> str:
    """Say why nobody goes to jail."""
    if has_symbol(c.view, c.seat, JAIL_SYMBOL):
        return "nobody is in a region from which he could be brought to jail"
    return "only whoever takes a card with the jail symbol brings somebody to jail"


class Catch(Step[PlainFrame]):
    """Say who goes to jail: anybody's, from any region but the King's."""

    name = "bring_to_jail"
    wants = "pick the caballero that goes to jail"

    def choices(self, s: Position, f: PlainFrame) -> list[int]:
        return catchable(s, f.actor, self.rules.PICK)

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        kind, place = divmod(code - rules.PICK, rules.n_places)
        s.move(seat, kind, place, _place(rules, JAIL), 1)


def release(s: Position, seat: int) -> list[int]:
    """Return the places to which all who are in jail may go."""
    rules = s.rules
    jail = _place(rules, JAIL)
    inside = [kind for kind in rules.all_kinds if s.count(kind, jail)]
    if not inside:
        return []
    return [
        place
        for place in rules.board_places
        if all(may_go(s, seat, kind, jail, place) for kind in inside)
    ]


def pardon_codes(s: Position, seat: int) -> list[int]:
    """Pardon all, for whoever has taken the King's card."""
    if not has_symbol(s, seat, PARDON) or not release(s, seat):
        return []
    return [s.rules.base[FREE_THEM.name]]


def pardon(s: State, seat: int, code: int) -> None:
    """Ask whereto."""
    s.stack.append(PlainFrame(Pardon.name, seat))


def no_pardon(c: Case) -> str:
    """Say why nobody is freed."""
    if not crowd(c.view, JAIL):
        return "nobody is in jail"
    return "only whoever takes the King's card pardons those in jail"


class Pardon(Step[PlainFrame]):
    """Say where they all go: into one region, not the King's; Portugal too."""

    name = "pardon_all"

    def choices(self, s: Position, f: PlainFrame) -> list[int]:
        return [self.rules.PUT + place for place in release(s, f.actor)]

    def answer(self, s: State, f: PlainFrame, seat: int, code: int) -> None:
        rules = self.rules
        s.stack.pop()
        place = code - rules.PUT
        s.emit(Pardoned(seat))
        shift(s, seat, rules.all_kinds, _place(rules, JAIL), (place,))

    def prompt(self, d: Decision, f: PlainFrame, n: Names) -> str:
        return "say into which region all who are in jail go"

    def refusal(self, c: Case, f: PlainFrame) -> str:
        if c.verb != "put":
            return ""
        name, rules = c.words[0], c.view.rules
        if rules.place_region[rules.place_index[name]] < 0:
            return f"a pardon leads into a region, not into {c.n.the(name)}"
        return c.taboo(name)


# -- what the game has of it --------------------------------------------------


def edit(spec: Spec) -> None:
    """Add the places, and the symbols with what belongs to each, or take them off the cards."""
    spec.regions.append(PORTUGAL)
    spec.extra_places += [name for name in RULES if takes_part(spec, name)]
    gifts = {colour: gift_place(colour) for colour in spec.colours}
    spec.extra_places += gifts.values()
    for colour, place in gifts.items():
        spec.never[colour] = {place}
    if any(kind.name == BLACK for kind in spec.kinds):
        spec.never[BLACK] = {CASTILLO, COURT, PROVINCES, SHIP, *gifts.values()}
        spec.bend("may_enter", AtOnce(black_stay_in_regions))
        spec.why_shut.append(why_black_stay)
    spec.marks[SHIP_SYMBOL] = "whoever takes the card may take a ship token"
    spec.marks[JAIL_SYMBOL] = "whoever takes the card may bring a caballero to jail"
    spec.marks[PARDON] = "whoever takes the card may pardon all who are in jail"
    parts = [name for name in RULES if takes_part(spec, name)]
    spec.cards = [
        replace(card, marks={m: n for m, n in card.marks.items() if m in parts or m not in RULES})
        for card in spec.cards
    ]
    if SHIP in parts:
        _ships(spec)
    if JAIL in parts:
        _jail(spec)


def _ships(spec: Spec) -> None:
    spec.cells[TOKENS] = 0
    spec.cells[LEGS] = 0
    spec.forms[TOKENS] = lambda rules: Form(dict(enumerate(rules.colours)), several=True)
    spec.verbs += [TOKEN, TOKEN_FROM, ASHORE]
    spec.steps += [CountAboard, ForgetAboard, Land]
    spec.insert_after("turn", "begin_turn", CountAboard.name)
    spec.insert_before("turn", "end_turn", ForgetAboard.name)
    spec.bend("landing", landing)
    spec.free += [
        FreeAction("token", (TOKEN.name, TOKEN_FROM.name), token_codes, take_token,
            wanted="take a ship token", refusal=no_token),
        FreeAction("ashore", (ASHORE.name,), ashore_codes, go_ashore, once=False,
            wanted="land from the ship", refusal=not_ashore),
    ]  # fmt: skip


def _jail(spec: Spec) -> None:
    spec.cards = [
        replace(card, marks={**card.marks, PARDON: 1}) if card.effect == KINGS_CARD else card
        for card in spec.cards
    ]
    spec.verbs += [TO_JAIL, FREE_THEM]
    spec.steps += [Catch, Pardon]
    spec.free += [
        FreeAction("jail", (TO_JAIL.name,), jail_codes, catch, wanted="bring somebody to jail",
            refusal=not_caught),
        FreeAction("pardon", (FREE_THEM.name,), pardon_codes, pardon,
            wanted="pardon all in jail", refusal=no_pardon),
    ]  # fmt: skip
