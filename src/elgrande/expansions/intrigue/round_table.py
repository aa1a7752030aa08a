"""The round as a table, what each card of the hands does, and what is marked on the map."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.display import Ability, Mark, Paragraph, RoundTable, Sign, TurnRow
from elgrande.expansions.intrigue.cards import (
    INTRIGUE_CARD,
    KING_CARD,
    REQUIRED,
    acts_with,
    own_card,
    own_cards,
    role_card,
)
from elgrande.expansions.intrigue.grandes import CONSPIRACY
from elgrande.expansions.intrigue.regions import QUARANTINED, bridge

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.content.words.names import Names
    from elgrande.rules import Position, Ruleset

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
    if region >= 0:
        yield Paragraph(
            "quarantine",
            f"Nobody enters or leaves {names.region(region)} before the end of the next general "
            "scoring.",
        )
    if position.cell(CONSPIRACY):
        yield Paragraph(
            "conspiracy",
            "In the next general scoring everybody sets a disk, and each Grande goes where its "
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
