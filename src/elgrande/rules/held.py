"""Cards that are kept in front of their owners."""

from __future__ import annotations

from typing import NamedTuple


class Held(NamedTuple):
    """A card kept in front of a player until the end of round ``until``."""

    card: int
    owner: int
    until: int
