"""The words of its events."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.words import says
from seam.colonies.friars import FriarsTaken
from seam.colonies.table import TableMoved

if TYPE_CHECKING:
    from elgrande.content.words import Names


@says(FriarsTaken)
def _taken(e: FriarsTaken, n: Names) -> str:
    source = f" from {n.seat(e.source)}" if e.source >= 0 else ""
    return f"{n.seat(e.seat)} takes the friars{source}."


@says(TableMoved)
def _table(e: TableMoved, n: Names) -> str:
    return f"{n.seat(e.seat)} carries the table from {n.region(e.source)} to {n.region(e.region)}."
