"""What can be seen of the cards, for whoever shows a position or asks for an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.display import Display, Note
from elgrande.content.words.names import Names, listed
from elgrande.expansions.intrigue.cards import (
    REQUIRED,
    acts_with,
    own_cards,
)
from elgrande.expansions.intrigue.grandes import CONSPIRACY
from elgrande.expansions.intrigue.regions import QUARANTINED, bridge
from elgrande.expansions.intrigue.round_table import abilities, marks, round_table
from elgrande.rules.pile import pile

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.rules import Position


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
    if region >= 0:
        yield (
            f"Quarantine: {names.region(region)} is closed like the King's region, to the end of "
            "the next general scoring."
        )
    if position.cell(CONSPIRACY):
        yield (
            "Conspiracy: in the next general scoring everybody sets a disk, and each Grande goes "
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
