"""Portugal, the ship and the jail, where gifts wait, and who may go there (S0, "Grandissimo").

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

from typing import TYPE_CHECKING

from elgrande.rules import Position, Region, Ruleset, Spec
from elgrande.rules.effects.figures import BLACK
from elgrande.rules.spec import CASTILLO, COURT, PROVINCES

if TYPE_CHECKING:
    from elgrande.rules.questions import MayEnter

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


def black_stay_in_regions(
    previous: MayEnter, position: Position, actor: int, kind: int, source: int, goal: int
) -> bool:
    """Let black ones go from region to region, and into jail."""
    if goal in position.rules.never[kind]:
        return False
    return previous(position, actor, kind, source, goal)


def edit(spec: Spec) -> None:
    """Add Portugal and the places beside the regions."""
    spec.regions.append(PORTUGAL)
    spec.extra_places += [name for name in RULES if takes_part(spec, name)]
    gifts = {colour: gift_place(colour) for colour in spec.colours}
    spec.extra_places += gifts.values()
    for colour, place in gifts.items():
        spec.never[colour] = {place}
    if any(kind.name == BLACK for kind in spec.kinds):
        spec.never[BLACK] = {CASTILLO, COURT, PROVINCES, SHIP, *gifts.values()}
        spec.bend("may_enter", black_stay_in_regions)
