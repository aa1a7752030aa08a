"""Tables of points: a row a source, a column a player, a total that is the score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.ink import DIM, PLAIN, STRONG, TITLE, Row, Run, cells, pad, piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.guide import Guide
    from elgrande.app.tally import Share, Tally

SAID = {
    "general regions": "Regions, general",
    "special regions": "Regions, by cards",
    "general castillo": "Castillo, general",
    "special castillo": "Castillo, by cards",
    "king": "King's bonus",
    "grande": "Grande's bonus",
    "special": "By cards",
    "beside": "Without a scoring",
}
"""What the sources are called; the rest is made of numbers and names."""

LABEL = 20
COLUMN = 10


def name_of(id: str, guide: Guide) -> str:
    """What a source, a region or a scoring is called."""
    if id.startswith("general after "):
        return f"After round {id.rpartition(' ')[2]}"
    if id in guide.rules.targets:
        return guide.name(id)
    if id.startswith("gift "):
        return guide.names.plain(id.removeprefix("gift "))
    return SAID.get(id, id)


def rows(
    title: str,
    shares: Sequence[Share],
    tally: Tally,
    order: Sequence[int],
    guide: Guide,
    width: int,
) -> list[Row]:
    """One table; the players stand in `order`, the winner first."""
    column = max(4, min(COLUMN, (width - LABEL) // max(1, len(order))))
    out = [_head(title, order, guide, column, width)]
    for share in shares:
        out.append(_line(name_of(share.id, guide), share.points, order, column, width))
    if any(tally.first):
        out.append(_line("From before", tally.first, order, column, width))
    out.append(_line("Score", tally.final, order, column, width, strong=True))
    return out


def _head(title: str, order: Sequence[int], guide: Guide, column: int, width: int) -> Row:
    runs = [Run(f"{title:<{LABEL}}", TITLE)]
    for seat in order:
        colour = guide.colour(seat)
        name = guide.called(seat, column - 2)
        # A name that just fits stands right behind its sign.
        gap = " " if cells(name) < column - 2 else ""
        runs += [
            Run(" " * (column - 1 - len(gap) - cells(name)), PLAIN),
            Run(guide.glyphs.piece(colour), piece(colour)),
            Run(f"{gap}{name}", DIM),
        ]
    return pad(runs, width)


def _line(
    label: str,
    points: Sequence[int],
    order: Sequence[int],
    column: int,
    width: int,
    strong: bool = False,
) -> Row:
    ink = STRONG if strong else PLAIN
    runs = [Run(f"{label:<{LABEL}}", ink)]
    runs += [Run(f"{points[seat]:>{column}}", ink) for seat in order]
    return pad(runs, width)
