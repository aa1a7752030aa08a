"""The Grand Inquisitor's caballero more in every turn, which goes aboard no ship (S0).

He himself and his black caballeros are ``elgrande.rules.effects.figures``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.expansions.colonies.places import SHIP
from elgrande.rules.commands import Verb
from elgrande.rules.effects.figures import INQUISITOR, follow_him, next_to_the_king, one_more

if TYPE_CHECKING:
    from elgrande.rules import Position, Spec

MORE = Verb(
    "one-more", ("place",), "bring one caballero more here, for the Grand Inquisitor",
    label="bring one more to {place}",
)  # fmt: skip


def _near(s: Position) -> list[int]:
    ship = s.rules.regions.index(SHIP)
    return [region for region in next_to_the_king(s) if region != ship]


def edit(spec: Spec) -> None:
    """Add him, his caballeros and what he brings."""
    follow_him(spec)
    spec.verbs.append(MORE)
    spec.free.append(one_more("one_more", MORE, INQUISITOR, "bring one caballero more", _near))
