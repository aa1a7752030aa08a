"""Cards that are kept in front of their owners."""

from __future__ import annotations

from typing import NamedTuple

NEXT_SCORING = 98
"""A last round that stands for the end of the next general scoring."""
GAME = 99
"""A last round that stands for the end of the game."""


class Held(NamedTuple):
    """A card kept in front of a player until the end of round ``until``.

    ``until`` is a round, ``NEXT_SCORING`` or ``GAME``. ``mark`` is what the card lies on or
    belongs to, a number that its effect gives a meaning, or -1.
    """

    card: int
    owner: int
    until: int
    mark: int = -1


LASTS = {NEXT_SCORING: "scoring", GAME: "game"}
"""What these are called in a description of a position."""


def written(held: Held) -> tuple[int, ...]:
    """Return the values as records have them: a mark that says nothing is left out."""
    return held if held.mark != -1 else held[:3]
