"""What stands where on the map, as plain values: the drawing needs nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

    from elgrande.content.display import Lying, Mark, Sign
    from elgrande.content.map.chart import Chart


class CrowdBadge(NamedTuple):
    """How many of a crowd carry something, and its sign."""

    sign: Sign
    number: int


@dataclass(frozen=True)
class Troop:
    """Caballeros of one colour in one place; ``picked`` of them are marked to move.

    ``count`` is all of the colour's family, also those that ``badges`` are about. ``fresh``
    marks those to which some have just come. ``sign`` takes the place of a colour's shape.
    ``change`` is how many more or fewer they are by what is told now; ``coming`` are on their way
    here; of ``points`` the count is what the colour got.
    """

    colour: str
    count: int
    picked: int = 0
    fresh: bool = False
    badges: tuple[CrowdBadge, ...] = ()
    sign: Sign | None = None
    change: int = 0
    coming: bool = False
    points: bool = False


@dataclass(frozen=True)
class Post:
    """A place that is shown by name: who stands there, and what it is worth to them.

    ``names`` go from the longest form to the shortest.
    """

    id: str
    names: tuple[str, ...]
    troops: tuple[Troop, ...] = ()
    worth: str = ""


@dataclass(frozen=True)
class Spot:
    """One region or the Castillo as it is to be drawn.

    ``names`` go from the longest form to the shortest; ``troops`` is None when the
    contents are not to be shown. ``apart`` are those that do not count with the others.
    ``spotlit`` marks what is told about now.
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
    posts: tuple[Post, ...] = ()
    apart: tuple[Troop, ...] = ()
    marks: tuple[Mark, ...] = ()
    lying: tuple[Lying, ...] = ()
    spotlit: bool = False

    @property
    def shut(self) -> bool:
        """Whether its field is hatched."""
        return self.taboo or (bool(self.marks) and any(mark.hatched for mark in self.marks))


@dataclass(frozen=True)
class Scene:
    """The whole map: its spots, the unused scoreboards and a King outside of them.

    ``king_at`` is the id of his seat, ``king_name`` what to write there. ``charts`` are the
    drawings of the game by size; without them it is the map of the base game.
    """

    spots: tuple[Spot, ...]
    aside: tuple[tuple[int, ...], ...] = ()
    king_at: str = ""
    king_name: str = ""
    cursor: str = ""
    charts: Mapping[str, Chart] = field(default_factory=dict)
