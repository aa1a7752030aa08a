"""What bots are told of Intrigue & the King."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.bot_terms import BotTerms
from elgrande.expansions.intrigue.regions import BRIDGE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.rules import Position


def bridges(position: Position, seat: int, codes: Sequence[int]) -> list[tuple[int, ...]]:
    """Return the bridges worth trying: one end where the King stands, as they serve him alone."""
    rules = position.rules
    first = rules.base[BRIDGE.name]
    king = first + position.king
    if king not in codes:
        # The first end has been named, or the King stands in no region.
        return [(code,) for code in codes]
    near = rules.node_neighbours[position.king]
    others = [r for r in range(len(rules.regions)) if r != position.king and r not in near]
    return [(king, first + region) for region in others]


BOTS = BotTerms(deeds={BRIDGE.name: bridges})
