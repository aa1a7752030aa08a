"""What bots are told of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from seam.colonies import voyage
from seam.colonies.places import HOLDER

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position

WORTH = 2.0
LIKELY = 2
"""So many goals of a leg are worth a try."""


def worth(position: Position, seat: int) -> float:
    """Whoever has the friars has more to place."""
    return WORTH if position.cell(HOLDER) == seat else 0.0


def sails(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """To the colonies with nothing, home with silver: what stands last in the list of goals."""
    rules = position.rules
    found = []
    for code in codes:
        kind, place = divmod(code - rules.base["sail"], rules.n_places)
        goals = voyage.goals(position, seat, kind, place)
        loaded = rules.kind_nature[kind] == "carrier"
        best = goals[-LIKELY:] if loaded else goals[:LIKELY]
        found += [(code, rules.PUT + goal) for goal in best]
    return found


BOTS = BotTerms(worth=worth, deeds={"sail": sails})
