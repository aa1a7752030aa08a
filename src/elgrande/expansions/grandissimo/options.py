"""What a table may leave out, and how black caballeros count (S0: remove what you do not like)."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

from elgrande.content.decks.deck import read_deck
from elgrande.content.edition import HouseRule
from elgrande.content.edition_data import NOTHING_CHOSEN
from elgrande.expansions.grandissimo.inquisitor import COUNTED, NEVER
from elgrande.rules import SpecError

if TYPE_CHECKING:
    from elgrande.rules import Spec

CARDS = read_deck(files(__package__) / "deck.toml")
STACK = 6
LEAST = 11
"""So many cards the stack keeps at least (S0)."""
INQUISITORS = ("gr-01", "gr-02", "gr-take", "gr-black")
CAN_BE_LEFT_OUT = tuple(info.card.id for info in CARDS if info.card.stack == STACK)
LEAVE_OUT = HouseRule(
    "leave-out",
    "Cards left out of stack 6",
    f"Cards that the table does not like stay in the box, while {LEAST} are left.",
    NOTHING_CHOSEN,
    CAN_BE_LEFT_OUT,
    said={info.card.id: info.name for info in CARDS},
    several=True,
)
HOUSE_RULES = (
    HouseRule(
        "ships",
        "Ship and tokens",
        "Without them the ship symbol on cards means nothing.",
        True,
        (True, False),
    ),
    HouseRule(
        "jail", "Jail and pardon", "Without the jail its symbol means nothing.", True, (True, False)
    ),
    HouseRule(
        "inquisitor",
        "Grand Inquisitor",
        "Without him his two cards and the black caballeros stay in the box.",
        True,
        (True, False),
    ),
    HouseRule(
        "black",
        "Black caballeros count",
        "By the note on the Inquisitor's card they never do; by the example of the rules they "
        "count for whoever has him, else they take ranks for nobody.",
        NEVER,
        (NEVER, COUNTED),
        said={COUNTED: "as in the example"},
    ),
    LEAVE_OUT,
)


def edit(spec: Spec) -> None:
    """Put cards back into the box; SpecError if too few are left.

    A deck of the table's own may have as few as it likes, unless it leaves some out of that.
    """
    out = set(LEAVE_OUT.chosen(spec.options.get(LEAVE_OUT.key, NOTHING_CHOSEN)))
    if not spec.options.get("inquisitor", True):
        out.update(INQUISITORS)
    kept = [card for card in spec.cards if card.id not in out]
    left = sum(card.stack == STACK for card in kept)
    if len(kept) < len(spec.cards) and left < LEAST:
        raise SpecError(
            f"stack {STACK} would have {left} cards and keeps {LEAST} at least; leave fewer out"
        )
    spec.cards = kept
