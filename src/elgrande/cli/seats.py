"""Naming a seat on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.cli.errors import UsageError

if TYPE_CHECKING:
    from elgrande.rules import Ruleset


SPECTATOR = "spectator"
"""Whoever looks on and knows what everybody does; no colour is called that."""


def seat_of(rules: Ruleset, colour: str | None) -> int | None:
    """Return the seat of a colour, None for a spectator; UsageError if it does not play."""
    if colour is None or colour == SPECTATOR:
        return None
    if colour not in rules.colours:
        raise UsageError(f"--as {colour!r}: choose from {', '.join(rules.colours)}, {SPECTATOR}")
    return rules.colours.index(colour)
