"""What others are told of the cards: screens, whoever lays a position out, and bots.

The round as a table, what each card of the hands does, and what is marked on the map.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from elgrande.content.display import (
    Ability,
    Display,
    Mark,
    Note,
    Paragraph,
    RoundTable,
    Sign,
    TurnRow,
)
from elgrande.content.expansion import BotTerms
from elgrande.content.words.names import coming_scoring, listed
from elgrande.expansions.intrigue.cards import (
    ACTED,
    INTRIGUE_CARD,
    KING_CARD,
    REQUIRED,
    acts_with,
    is_over,
    lay_veto,
    may_take,
    own_card,
    own_cards,
    plays_veto,
    role_card,
    usable,
)
from elgrande.expansions.intrigue.effects import (
    BRIDGE,
    CONSPIRACY,
    ENDS,
    QUARANTINED,
    ashore,
    bridge,
)
from elgrande.expansions.intrigue.turn import PLACING, ChooseAction, Placing
from elgrande.rules import Form, Names, Position, Ruleset, Spec, State
from elgrande.rules.pile import pile
from elgrande.rules.steps.hand import chosen_hand
from elgrande.rules.steps.step import AskedFrame

ROLES = {KING_CARD: Sign("♚", "K"), INTRIGUE_CARD: Sign("§", "&")}
"""The sign of each role, by the id of its card."""
NUMBERED = 9
"""So many regions have a number for their key."""


def abilities(rules: Ruleset, names: Names) -> dict[int, Ability]:
    """Return what each card of the hands does, by its value."""
    found = {}
    for value, at in own_cards(rules).items():
        if value not in rules.power_numbers:
            continue
        card = rules.cards[at]
        note = "must" if card.marks.get(REQUIRED) else "may"
        found[value] = Ability(at, names.title(at), names.short(card.id), names.text(card.id), note)
    return found


def round_table(position: Position, names: Names) -> RoundTable:
    """Return every seat's turn: as they play while they play, then in the order of turns."""
    rules = position.rules
    seats = range(rules.n_seats)
    if all(position.power(seat) for seat in seats):
        rows = tuple(_turn(position, seat, names) for seat in position.turn_order)
    else:
        first = max(0, position.starter)
        rows = tuple(_played(position, (first + after) % rules.n_seats, names) for after in seats)
    return RoundTable(rows, tuple(_lying(position, names)))


def _played(position: Position, seat: int, names: Names) -> TurnRow:
    """Return what a seat has played, while others are still to play."""
    card = own_card(position, seat)
    if card < 0:
        return TurnRow(seat)
    return TurnRow(seat, position.power(seat), text=names.title(card), card=card)


def _turn(position: Position, seat: int, names: Names) -> TurnRow:
    """Return a seat's turn: all that it can act with, until it has chosen."""
    rules = position.rules
    role, cards = role_card(position, seat), acts_with(position, seat)
    # What the played card does can be read also where nobody knows whether it was used.
    card = cards[0] if cards else own_card(position, seat)
    sign = ROLES.get(rules.cards[role].id) if role >= 0 else None
    text = " / ".join(names.short(rules.cards[card].id) for card in cards)
    if len(cards) == 1:
        text = names.title(cards[0])
    if may_take(position, seat):
        text += " or face up"
    return TurnRow(
        seat,
        position.power(seat),
        sign,
        0 if is_over(position, seat) else rules.allowance(position, seat, card),
        text,
        card,
        cards[1:],
    )


def _lying(position: Position, names: Names) -> Iterator[Paragraph]:
    """Yield what the cards have left on the board."""
    first, second = bridge(position)
    if first >= 0:
        yield Paragraph(
            "bridge",
            f"{names.region(first)} and {names.region(second)} border, until somebody builds the "
            "next bridge.",
        )
    region = position.cell(QUARANTINED)
    scoring = coming_scoring(position)
    if region >= 0:
        yield Paragraph(
            "quarantine",
            f"Nobody enters or leaves {names.region(region)} before the end of {scoring}.",
        )
    if position.cell(CONSPIRACY):
        yield Paragraph(
            "conspiracy",
            f"In {scoring} everybody sets a disk, and each Grande goes where its "
            "owner's shows, unless that region or its own is closed as the King's is.",
        )


def marks(position: Position, names: Names) -> Iterator[Mark]:
    """Yield the bridge at both its ends, and the quarantine, which closes a region."""
    rules = position.rules
    ends = bridge(position)
    if ends[0] >= 0:
        for region, other in (ends, ends[::-1]):
            # The first nine are known by their numbers, and drawn with them.
            key = str(other + 1) if other < NUMBERED else names.region(other)
            yield Mark(rules.regions[region], f"═{key}", f"={key}")
    region = position.cell(QUARANTINED)
    if region >= 0:
        yield Mark(rules.regions[region], "shut", "shut", hatched=True)


def sentences(position: Position, names: Names) -> Iterator[str]:
    """Yield what the plain board says: the round, what was played, and what lies on the board."""
    rules = position.rules
    played = [seat for seat in range(rules.n_seats) if position.power(seat)]
    if len(played) == rules.n_seats:
        yield from (_this_round(position, seat, names) for seat in position.turn_order)
    yield from (_of_the_hand(position, seat, names) for seat in range(rules.n_seats))
    first, second = bridge(position)
    if first >= 0:
        ends = f"{names.region(first)} and {names.region(second)}"
        yield f"A bridge joins {ends}: they border each other."
    region = position.cell(QUARANTINED)
    scoring = coming_scoring(position)
    if region >= 0:
        yield (
            f"Quarantine: {names.region(region)} is closed like the King's region, to the end of "
            f"{scoring}."
        )
    if position.cell(CONSPIRACY):
        yield (
            f"Conspiracy: in {scoring} everybody sets a disk, and each Grande goes "
            "where its owner's shows, unless that region or its own is closed as the King's is."
        )


def _this_round(position: Position, seat: int, names: Names) -> str:
    """Say what a seat may do this round: its cards, and which turns are over."""
    cards = acts_with(position, seat)
    own = " or ".join(names.title(card) for card in cards)
    said = [f"{names.seat(seat)}: played {position.power(seat)}"]
    if is_over(position, seat):
        # The position does not keep how many it placed.
        said += [f"acts with {own}"] * (len(cards) == 1) + ["done"]
        return f"{', '.join(said)}."
    number = position.rules.allowance(position, seat, cards[0])
    if may_take(position, seat):
        said.append(f"may choose {own} (places up to {number}) or a face-up card")
    else:
        said.append(f"places up to {number}, acts with {own}")
    return f"{', '.join(said)}."


def _of_the_hand(position: Position, seat: int, names: Names) -> str:
    """Say what a seat has played, which is all that the others know of its hand."""
    size, cards = position.rules.hand_size, position.hand(seat)
    if len(cards) > size:
        kept, of = chosen_hand(position, seat), f"of these {len(cards)} action cards"
        if kept is None:
            return f"{names.seat(seat)} will have {size} {of} in hand."
        which = f": {listed([*map(str, kept)])}" if kept else ""
        return f"{names.seat(seat)} has chosen {size} {of}{which}."
    values = [str(value) for value in pile(position, seat)]
    left = size - len(values)
    gone = listed(values) if values else "nothing yet"
    return f"{names.seat(seat)} has played {gone}; {left} cards are left in hand."


def notes(position: Position, names: Names) -> Iterator[Note]:
    """Yield every card that a hand may hold, for the help."""
    rules = position.rules
    for value, brings in rules.power_numbers.items():
        card = rules.cards[own_cards(rules)[value]]
        must = ", required" * bool(card.marks.get(REQUIRED))
        text = names.text(card.id)
        title = names.title(own_cards(rules)[value])
        yield Note(f"{value} {title} (brings {brings}{must}): {text}")


def _keeping(position: Position, seat: int, names: Names) -> str:
    return "The list of answers is a page with all of them, to be read and marked."


def _choosing(position: Position, seat: int, names: Names) -> str:
    """Return the texts of the cards among which a seat chooses."""
    rules = position.rules
    cards = [rules.cards[card].id for card in rules.offered(position, seat)]
    return " ".join(f"{names.card_id(card)}: {names.text(card)}" for card in cards)


def _playing(position: Position, seat: int, names: Names) -> str:
    return "Type its value, or go to it with the arrows and press Enter."


DISPLAY = Display(
    notes=notes,
    sentences=sentences,
    marks=marks,
    abilities=abilities,
    round=round_table,
    hints={"choose_hand": _keeping, "power": _playing, "choose_card": _choosing},
)


# -- in a position that somebody lays out -------------------------------------


def _region(rules: Ruleset) -> Form:
    return Form({-1: "none", **dict(enumerate(rules.regions))})


def _placing(rules: Ruleset) -> Form:
    cards = {at: card.id for at, card in enumerate(rules.cards) if card.effect == Placing.name}
    return Form({-1: "none", **cards})


def _acting(rules: Ruleset) -> Form:
    return Form({-1: "none", **{at: card.id for at, card in enumerate(rules.cards)}})


def edit(spec: Spec) -> None:
    """Write them by name, and check them."""
    for colour in spec.colours:
        spec.cells[ACTED + colour] = -1
        spec.forms[ACTED + colour] = _acting
    for name in (*ENDS, QUARANTINED):
        spec.cells[name] = -1
        spec.forms[name] = _region
    spec.cells[PLACING] = -1
    spec.forms[PLACING] = _placing
    spec.cells[CONSPIRACY] = 0
    spec.passing.add(PLACING)
    spec.checks.append(check)


def check(position: Position, begins: bool, ahead: int) -> tuple[str, str] | None:
    """Return the value at fault and the problem, if they do not fit together."""
    rules = position.rules
    first, second = bridge(position)
    if (first < 0) != (second < 0):
        at = ENDS[first >= 0]
        return at, f"a bridge joins two regions; write both {' and '.join(ENDS)}, or 'none' twice"
    if first >= 0 and (first == second or second in rules.node_neighbours[first]):
        return ENDS[1], f"{rules.regions[second]} needs no bridge to {rules.regions[first]}"
    region = position.cell(QUARANTINED)
    if region >= 0 and region not in position.mobile:
        where = rules.regions[region]
        return QUARANTINED, f"no mobile scoreboard is on {where}; put one there in 'scoreboards'"
    if first >= 0 and not {first, second} <= set(ashore(rules)):
        return ENDS[1], "a bridge joins regions on land; name two of those"
    return None


# -- bots ---------------------------------------------------------------------


def bridges(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the bridges worth trying: one end where the King stands, as they serve him alone."""
    rules = position.rules
    first = rules.base[BRIDGE.name]
    king = first + position.king
    if king not in codes:
        # The first end has been named, or the King stands in no region.
        return [(code,) for code in codes]
    near = rules.node_neighbours[position.king]
    others = [r for r in ashore(rules) if r != position.king and r not in near]
    return [(king, first + region) for region in others]


def turn(state: State, seat: int, ahead: int) -> None:
    """Begin, in place, the turn of a seat that has played its card, so many having acted before.

    Whoever has not played is taken to have played just any card.
    """
    rules = state.rules
    others = [other for other in range(rules.n_seats) if other != seat]
    others.sort(key=lambda other: -state.power(other))
    free = iter(value for value in rules.power_values if value not in rules.barred(state))
    for other in others:
        if not state.power(other):
            state.board[rules.at_power + other] = next(free)
    order = [*others[:ahead], seat, *others[ahead:]]
    state.board[rules.at_order : rules.at_order + rules.n_seats] = order
    if plays_veto(state, seat) and usable(state, seat):
        lay_veto(state, seat)
    state.stack[:] = [AskedFrame(ChooseAction.name, seat)]
    state.advance()


FARED = {
    "k-010": -1.4, "k-013": -1.2, "k-015": -0.9, "k-020": -1.6, "k-023": -0.7, "k-025": -0.2,
    "k-030": 1.0, "k-035": -1.2, "k-040": -0.9, "k-050": -0.7, "k-053": 1.5, "k-060": 1.2,
    "k-063": -0.3, "k-070": 2.1, "k-075": 0.2, "k-080": 0.8, "k-090": 1.7, "k-093": 1.6,
    "k-100": 0.7, "k-110": 1.5, "k-115": -0.8, "k-120": 0.0, "k-130": 0.9, "k-135": 1.2,
    "k-140": 0.3, "k-145": 3.6, "k-150": 1.8, "k-160": 1.4, "k-165": -0.7, "k-170": -1.1,
    "k-180": -0.9,
}  # fmt: skip
"""By card, how many points its turn promised more than the average card of the hand: of every
choice of a card in twelve games of five stewards with dealt hands."""


def keep(rules: Ruleset) -> list[int]:
    """Return the cards to be kept: a spread from the lowest to the highest.

    Of each few neighbours it is the one that has fared best. A hand of the best cards alone, most
    of them scorings in the middle, pays rivals as much and has none that act first or refill the
    court.
    """
    cards, values = own_cards(rules), rules.power_values
    size = rules.hand_size
    cuts = [round(at * len(values) / size) for at in range(size + 1)]
    groups = [values[first:last] for first, last in pairwise(cuts)]

    def fared(value: int) -> float:
        # A card of another deck is taken for one in the middle.
        return FARED.get(rules.cards[cards[value]].id, 0.0)

    return [max(group, key=fared) for group in groups]


BOTS = BotTerms(moves={BRIDGE.name: bridges}, turn=turn, keep=keep)
