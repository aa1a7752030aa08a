"""Naming a seat on the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.cli.errors import UsageError

if TYPE_CHECKING:
    from elgrande.rules import Ruleset


def seat_of(rules: Ruleset, colour: str | None) -> int | None:
    """Return the seat of a colour; None for None; UsageError if it does not play."""
    if colour is None:
        return None
    if colour not in rules.colours:
        raise UsageError(f"--as {colour}: choose from {', '.join(rules.colours)}")
    return rules.colours.index(colour)
