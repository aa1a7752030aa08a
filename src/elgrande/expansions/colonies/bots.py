"""What bots are told of it: what the Inquisitor and discs on their way are worth, and good legs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.expansions.colonies import voyage
from elgrande.expansions.colonies.places import WORTH, layout
from elgrande.expansions.colonies.voyage import SAIL
from elgrande.rules.effects.black import INQUISITOR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position

HIS_WORTH = 2.0
"""About a caballero more in every turn to come, and the black ones' ranks."""
ON_THE_WAY = 0.5
AT_SEA = 0.75
"""What part of its points a disc is worth abroad, and on the Ship."""
GOALS = 2
"""So many ends of a leg are worth a try."""


def worth(position: Position, seat: int) -> float:
    """Return what a seat has in the Inquisitor and in discs that it carries."""
    rules = position.rules
    known = layout(rules)
    total = HIS_WORTH if position.cell(INQUISITOR) == seat else 0.0
    for kind, disc in known.carried.items():
        if rules.kind_owner[kind] != seat:
            continue
        for place in known.out_at_sea:
            total += ON_THE_WAY * WORTH[disc] * position.count(kind, place)
        for place in known.at_ship:
            total += AT_SEA * WORTH[disc] * position.count(kind, place)
    return total


def sails(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return legs worth trying: out with empty hands, home with a disc."""
    rules = position.rules
    known = layout(rules)
    found: list[tuple[int, ...]] = []
    for code in codes:
        kind, place = divmod(code - rules.base[SAIL.name], rules.n_places)
        goals = voyage.goals(position, seat, kind, place)
        if place in known.at_ship:
            wanted = known.home if kind in known.carried else known.out_at_sea
            goals = [goal for goal in goals if goal in wanted] or goals
        found += [(code, rules.PUT + goal) for goal in goals[:GOALS]]
    return found


BOTS = BotTerms(worth=worth, deeds={SAIL.name: sails})
