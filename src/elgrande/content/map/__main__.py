"""Print the maps of a game as grids: what is taken, by whom, and what is free.

``python -m elgrande.content.map [EDITION] [EXPANSION ...]`` draws each size with its columns and
rows numbered as a ``map.toml`` counts them, what has no room too, and says below what that is.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Sequence

from elgrande.content.edition import FIRST, edition_ids
from elgrande.content.expansion import chosen, in_order, joining
from elgrande.content.files import ContentError
from elgrande.content.map.additions import drawing, faults_of, lands_at, taken
from elgrande.content.map.chart import SIZES, Chart, refuse
from elgrande.content.map.charts import additions_of, edition_chart

FREE = "."
SIGNS = "abcdefghijklmnopqrstuvwxyz"


def main(words: Sequence[str]) -> int:
    """Print the maps of a game; returns 2 if something has no room on them."""
    editions = [word for word in words if word in edition_ids()]
    name = editions[0] if editions else FIRST
    try:
        ids = in_order(word for word in words if word not in editions)
        added = additions_of(one.id for one in (*chosen(name, ids), *joining(ids)))
        drawn = [drawing(edition_chart(name, size), added) for size in SIZES]
        print("\n\n".join("\n".join(_grid(one.chart)) for one in drawn))
        refuse(fault for one in drawn for fault in faults_of(one))
    except ContentError as error:
        for sentence in (str(error), *error.more):
            print(sentence, file=sys.stderr)
        return 2
    return 0


def _grid(chart: Chart) -> Iterator[str]:
    """Return a map row by row, and what its signs mean."""
    lands = [*chart.board.regions.values(), *chart.board.abroad.values()]
    rooms = taken(chart)
    signs: dict[str, str] = {}
    for name in dict.fromkeys((*lands, *rooms)):
        free = (sign for sign in (*name, *SIGNS) if sign in SIGNS and sign not in signs.values())
        signs[name] = next(free, "?")
    cells = [
        [min((signs[land] for land in lands_at(chart, x, y)), default=FREE)
         for x in range(chart.width)]
        for y in range(chart.height)
    ]  # fmt: skip
    for name, boxes in rooms.items():
        for room in boxes:
            for row in cells[room.y : room.y + room.height]:
                within = range(room.x, min(room.x + room.width, chart.width))
                row[within.start : within.stop] = [signs[name].upper()] * len(within)
    yield f"{chart.name}: {chart.width} columns, {chart.height} rows"
    yield "   " + "".join(f"{x:<10}" for x in range(0, chart.width, 10)).rstrip()
    yield "   " + "".join(str(x % 10) for x in range(chart.width))
    yield from (f"{y:2} {''.join(row)}" for y, row in enumerate(cells))
    yield f"{FREE} is free sea, a small letter land, its capital the room of a label or box:"
    yield ", ".join(f"{sign} {name}" for name, sign in signs.items())


if __name__ == "__main__":
    # Whoever reads the first rows alone has seen enough, as ``head`` does.
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(main(sys.argv[1:]))
