"""What can be seen of the cards, and how a position that somebody lays out says what they left.

The round as a table, what each card of the hands does, and what is marked on the map.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

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
from elgrande.content.words.names import Names, coming_scoring, listed
from elgrande.expansions.intrigue.cards import (
    INTRIGUE_CARD,
    KING_CARD,
    REQUIRED,
    acts_with,
    own_card,
    own_cards,
    role_card,
)
from elgrande.expansions.intrigue.effects import CONSPIRACY, ENDS, QUARANTINED, ashore, bridge
from elgrande.expansions.intrigue.turn import PLACING, Placing
from elgrande.rules import Form, Position, Ruleset, Spec
from elgrande.rules.pile import pile

if TYPE_CHECKING:
    from collections.abc import Iterator


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
    """Return a seat's turn; in a game of two or three until it has chosen with both its cards."""
    rules = position.rules
    role, cards = role_card(position, seat), acts_with(position, seat)
    sign = ROLES.get(rules.cards[role].id) if role >= 0 else None
    text = " / ".join(names.short(rules.cards[card].id) for card in cards)
    if len(cards) == 1:
        text = names.title(cards[0])
    return TurnRow(
        seat,
        position.power(seat),
        sign,
        rules.allowance(position, seat, cards[0]),
        text,
        cards[0],
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
            "owner's shows, but neither out of a closed region nor into one.",
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
            "where its owner's shows, but neither out of a closed region nor into one."
        )


def _this_round(position: Position, seat: int, names: Names) -> str:
    """Say what a seat may do this round: its cards, and which turns are over."""
    cards = acts_with(position, seat)
    number = position.rules.allowance(position, seat, cards[0])
    acts = f", acts with {' or '.join(names.title(card) for card in cards)}"
    over = seat in position.turn_order[: position.turns_had]
    # Of a turn that is over the position does not keep which of them it was.
    acts *= not over or len(cards) == 1
    places = f"places up to {number}{acts}{', done' * over}"
    return f"{names.seat(seat)}: played {position.power(seat)}, {places}."


def _of_the_hand(position: Position, seat: int, names: Names) -> str:
    """Say what a seat has played, which is all that the others know of its hand."""
    size, cards = position.rules.hand_size, position.hand(seat)
    if len(cards) > size:
        return f"{names.seat(seat)} will have {size} of these {len(cards)} action cards in hand."
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


def _disk(position: Position, seat: int, names: Names) -> str:
    """Return what else the disk decides in a general scoring."""
    if position.cell(CONSPIRACY) and any(f.step == "set_disks" for f in position.stack):
        return "The Grande goes there too, unless that region or his own is closed."
    return ""


DISPLAY = Display(
    notes=notes,
    sentences=sentences,
    marks=marks,
    abilities=abilities,
    round=round_table,
    hints={"choose_hand": _keeping, "power": _playing, "choose_card": _choosing},
    remarks={"disks": _disk},
)


# -- in a position that somebody lays out -------------------------------------


def _region(rules: Ruleset) -> Form:
    return Form({-1: "none", **dict(enumerate(rules.regions))})


def _placing(rules: Ruleset) -> Form:
    cards = {at: card.id for at, card in enumerate(rules.cards) if card.effect == Placing.name}
    return Form({-1: "none", **cards})


def edit(spec: Spec) -> None:
    """Write them by name, and check them."""
    for name in (*ENDS, QUARANTINED):
        spec.cells[name] = -1
        spec.forms[name] = _region
    spec.cells[PLACING] = -1
    spec.forms[PLACING] = _placing
    spec.cells[CONSPIRACY] = 0
    spec.forms[CONSPIRACY] = lambda rules: Form({0: False, 1: True})
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
