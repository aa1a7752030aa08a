"""Which regions a card means, as data names them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.rules.spec import Card, SpecError

if TYPE_CHECKING:
    from collections.abc import Callable

    from elgrande.rules.position import Position


def _fewest(s: Position) -> list[int]:
    """Return the regions with the fewest caballeros, empty ones left out, the King's too."""
    crowds = {region: s.rules.crowd(s, region) for region in range(len(s.rules.regions))}
    least = min((number for number in crowds.values() if number), default=0)
    return [region for region, number in crowds.items() if number and number == least]


def _most(s: Position) -> list[int]:
    """Return the regions with the most caballeros, the King's not looked at."""
    crowds = {r: s.rules.crowd(s, r) for r in range(len(s.rules.regions)) if r != s.king}
    most = max(crowds.values())
    return [region for region, number in crowds.items() if number == most]


def _grande(s: Position) -> list[int]:
    """Return the regions where a Grande stands, anybody's."""
    homes = {s.grande(seat) for seat in range(s.rules.n_seats)}
    return [region for region in range(len(s.rules.regions)) if region in homes]


def _far(s: Position) -> list[int]:
    """Return the regions that do not border the King's seat."""
    near = s.rules.neighbours(s)
    return [region for region in range(len(s.rules.regions)) if region not in near]


WHERE: dict[str, Callable[[Position], list[int]]] = {
    "any": lambda s: list(range(len(s.rules.regions))),
    "fewest": _fewest,
    "most": _most,
    "grande": _grande,
    "coast": lambda s: [r for r, coastal in enumerate(s.rules.coastal) if coastal],
    "far": _far,
    "inland": lambda s: [r for r, coastal in enumerate(s.rules.coastal) if not coastal],
}
"""The sets of regions that the parameter ``where`` may name."""


def check_where(card: Card) -> None:
    """Raise SpecError if the card's ``where`` names none of the sets."""
    if card.params["where"] not in WHERE:
        raise SpecError.of_card(card.id, "where", f"write one of {', '.join(WHERE)} here")
