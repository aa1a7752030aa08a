"""What is shown of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.display import Display, Fact, Note, Row
from seam.colonies.places import FRIAR, HOLDER, SPACES, TABLE
from seam.colonies.silver import LEFT, LYING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from elgrande.content.words.names import Names
    from elgrande.rules import Position


def rows(position: Position, names: Names) -> list[Row]:
    """The friars: who has them."""
    holder = position.cell(HOLDER)
    who = names.seat(holder) if holder >= 0 else "nobody"
    kind = position.rules.kinds.index(FRIAR)
    return [Row(kind, "friars", (Fact("with", who), Fact("silver", str(position.cell(LYING)))))]


def sentences(position: Position, names: Names) -> Iterator[str]:
    holder, table = position.cell(HOLDER), position.cell(TABLE)
    yield f"{names.seat(holder)} has the friars." if holder >= 0 else "Nobody has the friars."
    if table >= 0:
        yield f"The table of {SPACES} spaces lies in {names.region(table)}."
    yield f"Silver: {position.cell(LYING)} in Westland, {position.cell(LEFT)} to come."


def notes(position: Position, names: Names) -> Iterator[Note]:
    yield Note("Friars count with the caballeros of whoever has them.",
               position.rules.kinds.index(FRIAR))  # fmt: skip


DISPLAY = Display(rows=rows, height=1, sentences=sentences, notes=notes)
