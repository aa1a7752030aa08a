"""What stands where on the map, as plain values: the drawing needs nothing else."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Troop:
    """Caballeros of one colour in one place; `picked` of them are marked to move.

    `fresh` marks those to which some have just come.
    """

    colour: str
    count: int
    picked: int = 0
    fresh: bool = False


@dataclass(frozen=True)
class Spot:
    """One region or the Castillo as it is to be drawn.

    `names` go from the longest form to the shortest; `troops` is None when the
    contents are not to be shown.
    """

    id: str
    names: tuple[str, ...]
    key: str
    values: tuple[int, ...]
    mobile: bool = False
    troops: tuple[Troop, ...] | None = ()
    grandes: tuple[str, ...] = ()
    king: bool = False
    taboo: bool = False
    lit: bool = False


@dataclass(frozen=True)
class Scene:
    """The whole map: its spots, the unused scoreboards and a King outside of them.

    `king_at` is the id of his seat, `king_name` what to write there.
    """

    spots: tuple[Spot, ...]
    aside: tuple[tuple[int, ...], ...] = ()
    king_at: str = ""
    king_name: str = ""
    cursor: str = ""
