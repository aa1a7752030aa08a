"""What a table may leave out, and how black caballeros count (S0: remove what you do not like)."""

from __future__ import annotations

from importlib.resources import files

from elgrande.content.deck import carried_out, read_deck
from elgrande.content.edition import NOTHING_CHOSEN, HouseRule
from elgrande.expansions.grandissimo.courtiers import COUNTED, NEVER
from elgrande.rules import Spec

CARDS = read_deck(files(__package__) / "deck.toml")
STACK = 6
LEAST = 11
"""So many cards the stack had better keep (S0); it may have fewer."""
INQUISITORS = ("gr-01", "gr-02")
PARTS = frozenset(info.card.id for info in CARDS if not info.card.stack)
"""What other cards carry out."""
CAN_BE_LEFT_OUT = tuple(info.card.id for info in CARDS if info.card.stack == STACK)
LEAVE_OUT = HouseRule(
    "leave-out",
    "Cards left out of stack 6",
    f"Cards that you do not like stay in the box; the rules advise to keep {LEAST} at least.",
    NOTHING_CHOSEN,
    CAN_BE_LEFT_OUT,
    said={info.card.id: f"{info.name} ({info.card.id})" for info in CARDS},
    several=True,
)
HOUSE_RULES = (
    HouseRule(
        "ships", "Ship and tokens", "Without them the ship symbol on cards means nothing.",
        True, (True, False),
    ),
    HouseRule(
        "jail", "Jail and pardon", "Without the jail its symbol means nothing.",
        True, (True, False),
    ),
    HouseRule(
        "inquisitor", "Grand Inquisitor",
        "Without him his two cards and the black caballeros stay in the box.",
        True, (True, False),
    ),
    HouseRule(
        "black", "Black caballeros count",
        "Whether black caballeros count: by the note on the Inquisitor's card never; by the "
        "example of the rules for whoever has him, else they take ranks for nobody.",
        NEVER, (NEVER, COUNTED), said={COUNTED: "as in the example"}, needs="inquisitor",
    ),
    LEAVE_OUT,
)  # fmt: skip
LEFT_OUT = ", ".join(rule.title for rule in HOUSE_RULES if rule.default is True)
"""The parts that a table may leave out, besides cards."""


def edit(spec: Spec) -> None:
    """Put cards back into the box, and parts with the last card that names them."""
    out = set(LEAVE_OUT.chosen(spec.options.get(LEAVE_OUT.key, NOTHING_CHOSEN)))
    if not spec.options.get("inquisitor", True):
        out.update(INQUISITORS)
    left = [card for card in spec.cards if card.id not in out]
    idle = PARTS - carried_out(left)
    spec.cards = [card for card in left if card.id not in idle]
