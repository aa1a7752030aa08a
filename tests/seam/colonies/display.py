"""What is shown of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.content.display import Display, Fact, Lying, Mark, Note, Row, Sign, Worth
from seam.colonies.places import ASIDE, FRIAR, GOVERNOR, HOLDER, SILVER, SPACES, TABLE
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


def marks(position: Position, names: Names) -> Iterator[Mark]:
    """Where the table lies: how many of its spaces are taken."""
    rules, table = position.rules, position.cell(TABLE)
    if table >= 0:
        at = rules.region_places[table][0]
        taken = sum(position.count(kind, at) for kind in rules.all_kinds)
        yield Mark(rules.targets[table], f"table {taken}/{SPACES}")


def worths(position: Position, names: Names) -> Iterator[Worth]:
    """What the two seats pay: a captain what the galleon's board says."""
    rules = position.rules
    yield Worth("governor", f"+{GOVERNOR}")
    yield Worth("captain", f"+{position.values(rules.targets.index('galleon'))[0]}")


def lying(position: Position, names: Names) -> Iterator[Lying]:
    yield Lying("westland", "lying", COIN, position.cell(LYING))


def apart(position: Position) -> Iterator[str]:
    """Who stands beside the table counts only when it is gone."""
    rules = position.rules
    return (name for name in rules.places if name.endswith(ASIDE))


COIN = Sign("¤", "o")
DISPLAY = Display(
    rows=rows,
    height=1,
    sentences=sentences,
    notes=notes,
    signs={FRIAR: Sign("†", "i")},
    badges={colour + SILVER: COIN for colour in ("red", "blue", "green", "yellow", "white", FRIAR)},
    marks=marks,
    worths=worths,
    lying=lying,
    apart=apart,
)
