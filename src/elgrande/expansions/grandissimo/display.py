"""What is shown of it, and what must hold of a position that somebody lays out.

Who has whom, tokens, gifts that wait, cards that lie on regions.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from elgrande.content.display import Badge, Display, ExtraRow, Fact, Group, Mark, Note, Sign
from elgrande.content.words.names import capital, coming_scoring
from elgrande.expansions.grandissimo.cards import (
    CROWNED,
    Revolution,
    allies,
    boycotted,
    lying,
    seconds,
)
from elgrande.expansions.grandissimo.courtiers import (
    COURTIERS,
    GIFT,
    HIS_MORE,
    JESTER,
    MORE,
    QUEEN,
    PlaceGift,
    TakeCourtier,
    has_turn,
    waiting,
)
from elgrande.expansions.grandissimo.symbols import (
    JAIL,
    LEGS,
    NUMBER,
    SHIP,
    TOKEN_FROM,
    TOKENS,
    aboard,
    gift_place,
    has_token,
)
from elgrande.rules import Names, Position, Spec
from elgrande.rules.effects.figures import BLACK, INQUISITOR
from elgrande.rules.free import free_codes
from elgrande.rules.wording import caballeros, listed, of_kind

FIGURES = {QUEEN: "Queen", JESTER: "Jester", INQUISITOR: "Inquisitor", TOKENS: "Tokens"}
"""What a player may have at court; a letter stands for each, its first."""
HIS = (
    "count for whoever has the Grand Inquisitor. He leaves before a general scoring: there they "
    "take ranks for nobody"
)


def _with(position: Position, name: str) -> list[int]:
    """Return the seats that have a figure or a token; none where the game has none of it."""
    if name not in position.rules.cell:
        return []
    if name == TOKENS:
        return [seat for seat in range(position.rules.n_seats) if has_token(position, seat)]
    return [seat] if (seat := position.cell(name)) >= 0 else []


def rows(position: Position, names: Names) -> list[ExtraRow]:
    """Return one row: at whose courts Queen, Jester, Inquisitor and tokens are."""
    facts = []
    for name, label in zip(FIGURES, ("Queen", "Jester", "Inq.", "ship"), strict=True):
        if name not in position.rules.cell:
            continue
        seats = _with(position, name)
        letters = "".join(position.rules.colours[seat][0].upper() for seat in seats)
        text = "+".join(names.seat(seat)[:6] for seat in seats)
        facts.append(Fact(label, text or "–", FIGURES[name][0], letters or "–", bool(seats)))
    return [ExtraRow(-1, "figures", tuple(facts))]


def at_court(position: Position) -> Iterator[Badge]:
    """Yield the letters that stand after the names of those who have a figure or a token."""
    for name, called in FIGURES.items():
        for seat in _with(position, name):
            yield Badge(seat, Sign(called[0], called[0]))


def _crowd(position: Position, names: Names, place: str) -> str:
    rules = position.rules
    at = rules.place_index[place]
    there = ((kind, position.count(kind, at)) for kind in rules.all_kinds)
    return listed([of_kind(kind, number, names) for kind, number in there if number])


def sentences(position: Position, names: Names) -> Iterator[str]:
    """Yield what the plain board says."""
    rules = position.rules
    for name in (*COURTIERS, INQUISITOR):
        if name not in rules.cell:
            continue
        called = names.plain(name)
        called = f"{called[:1].upper()}{called[1:]}"
        seats = _with(position, name)
        where = f"at {names.seat(seats[0])}'s court" if seats else "beside the board"
        yield f"{called} is {where}."
    if TOKENS in rules.cell:
        seats = _with(position, TOKENS)
        who = listed([names.seat(seat) for seat in seats]) or "Nobody"
        yield f"{who} {'each have' if len(seats) > 1 else 'has'} a ship token."
    for place in (SHIP, JAIL):
        if place in rules.place_index:
            on = "On the ship" if place == SHIP else "In jail"
            yield f"{on}: {_crowd(position, names, place) or 'nobody'}."
    for seat in range(rules.n_seats):
        for held in seconds(position, seat):
            yield f"{names.seat(seat)}'s second card is {names.card(held.mark)}."
    yield from _gifts(position, names)
    for region in sorted(boycotted(position)):
        yield f"{names.region(region)} is not scored in {coming_scoring(position)}."
    for region, at in lying(position):
        owner = position.held[at].owner
        if more := allies(position, region, owner):
            yield (
                f"In {coming_scoring(position)} {names.seat(owner)} counts {more} more in "
                f"{names.region(region)}, if any of their caballeros are in it."
            )
    crowned = position.cell(CROWNED)
    if crowned >= 0:
        end = coming_scoring(position)
        yield f"{names.seat(crowned)}'s Grande is King up to the end of {end}."


def notes(position: Position, names: Names) -> Iterator[Note]:
    """Yield what the help says."""
    rules = position.rules
    if BLACK in rules.kinds:
        how = HIS if INQUISITOR in rules.cell else "take ranks for nobody"
        if rules.options.get("black") != "counted":
            how = "never count in a scoring"
        yield Note(f"Black caballeros {how}.", rules.kinds.index(BLACK))
    there = [called for name, called in FIGURES.items() if name in rules.cell]
    yield Note(f"{listed([called[0] for called in there])} stand for {listed(there)}.")


def marks(position: Position, names: Names) -> Iterator[Mark]:
    """Yield boycotts, allies, and the Grande who is King."""
    rules = position.rules
    for region in sorted(boycotted(position)):
        yield Mark(rules.targets[region], values="(no score)")
    for region, at in lying(position):
        owner = position.held[at].owner
        if more := allies(position, region, owner):
            yield Mark(rules.targets[region], f"+{more} {rules.colours[owner][0].upper()}")
    crowned = position.cell(CROWNED)
    if crowned >= 0 and position.king < len(rules.regions):
        letter = rules.colours[crowned][0].upper()
        yield Mark(rules.targets[position.king], f"{letter} is King")


def _free_actions(position: Position, seat: int, names: Names) -> str:
    """Say what waits, for whoever is asked what to do."""
    parts = []
    if TOKENS in position.rules.cell and (number := aboard(position, seat)):
        parts.append(f"{caballeros(number).capitalize()} on the ship may land in this turn.")
    parts += [f"Second card: {names.card(held.mark)}." for held in seconds(position, seat)]
    parts += _gifts(position, names, late=False)
    rules = position.rules
    gifts = [code for code in free_codes(position, seat) if rules.verb(code) == GIFT.name]
    to = (code - rules.base[GIFT.name] for code in gifts)
    if late := [names.seat(other) for other in to if not has_turn(position, other)]:
        parts.append(f"A gift to {listed(late, 'or')} comes too late: no turn is left to place it.")
    return " ".join(parts)


def _gifts(position: Position, names: Names, *, late: bool = True) -> Iterator[str]:
    """Yield which gifts wait for whom, and if ``late`` which have come too late."""
    placing = {frame.actor for frame in position.stack if frame.step == PlaceGift.name}
    for seat in range(position.rules.n_seats):
        for kind, number in waiting(position, seat).items():
            who, whom = capital(of_kind(kind, number, names)), names.seat(seat)
            if seat in placing:
                yield f"{who} {'is' if number == 1 else 'are'} for {whom} to place now."
            elif has_turn(position, seat):
                yield f"{who} {'waits' if number == 1 else 'wait'} for {whom}'s next turn."
            elif late:
                yield f"{who} came too late for {whom}, whose last turn is over."


def _crowned(position: Position, seat: int, names: Names) -> str:
    """Say whose Grande goes, for whoever is asked where the King goes."""
    crowned = position.cell(CROWNED)
    if crowned < 0:
        return ""
    whose = names.seat(crowned)
    return f"The King is {whose}'s Grande: {whose}'s home region goes where the King goes."


COURTIERS_DO = "Queen: one caballero more each turn. Jester: give away one of yours each turn."
"""What helps to choose between them."""
KING_STEPS = ("king_anywhere", "king_step", "king_to")
"""The steps in which this game's cards ask where the King goes."""
DISPLAY = Display(
    rows=rows,
    height=1,
    sentences=sentences,
    notes=notes,
    signs={BLACK: Sign("†", "i")},
    marks=marks,
    at_court=at_court,
    groups={
        MORE.name: Group("z", "one more for the Queen", "Where does the Queen's caballero go?"),
        HIS_MORE.name: Group(
            "x", "one more for the Inquisitor", "Where does the Inquisitor's caballero go?"
        ),
        GIFT.name: Group("o", "give a caballero", "Who gets your caballero?"),
        TOKEN_FROM.name: Group("y", "take a ship token", "Whose ship token?"),
    },
    hints={TakeCourtier.name: lambda *_asked: COURTIERS_DO},
    remarks={
        "choose_card": _free_actions,
        "act": _free_actions,
        **dict.fromkeys(KING_STEPS, _crowned),
    },
)


# -- in a position that somebody lays out -------------------------------------


def edit(spec: Spec) -> None:
    """Check them."""
    spec.checks.append(check)
    spec.laid_by[CROWNED] = Revolution.name
    spec.passing |= {LEGS} & spec.cells.keys()


def check(position: Position, begins: bool, ahead: int) -> tuple[str, ...] | None:
    """Return the value at fault and the problem, if they do not fit together."""
    rules = position.rules
    crowned = position.cell(CROWNED)
    if crowned >= 0 and position.grande(crowned) != position.king:
        who = rules.colours[crowned]
        return CROWNED, f"the Grande of {who} is King, so write his region as 'king', or nobody"
    if TOKENS in rules.cell and position.cell(TOKENS).bit_count() > NUMBER:
        return TOKENS, f"there are {NUMBER} ship tokens; name no more than {NUMBER} colours"
    had = position.turn_order[: position.turns_begun]
    for giver, seat in permutations(range(rules.n_seats), 2):
        # Whoever begins a round has had the last turn of the one before.
        before = position.round > rules.rounds[0] and seat != position.starter
        since = had[had.index(seat) :] if seat in had else (*had, *[giver] * before)
        if waiting(position, seat).get(rules.kinds_owned[giver][0], 0) > since.count(giver):
            who, to = rules.colours[giver], rules.colours[seat]
            most = f"there was time for {since.count(giver)} since the last turn of {to}"
            return f"seat {who}.caballeros", gift_place(to), f"{most}; write no more"
    return None
