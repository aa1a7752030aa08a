"""Whether all that is written on a map has room: labels, boxes, scoreboards, the Castillo.

Only what an expansion draws or moves is looked at. What the map itself brings was drawn by hand.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from elgrande.content.map.chart import ASIDE, SEA, Box, Chart, ChartError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


LEAST = Box(0, 0, 8, 2)
"""The smallest box that can be read."""


class Source(NamedTuple):
    """Where something on a map was said: a file, or nothing, and an expansion's id."""

    file: str
    expansion: str

    @property
    def said(self) -> str:
        """The beginning of an error."""
        return f"{self.file or 'the map'} of the expansion {self.expansion!r}"


class _Drawn(NamedTuple):
    """Something that takes up room, and who drew it or moved it there; nobody, if the map did."""

    what: str
    rooms: tuple[Box, ...]
    source: Source | None = None
    movable: str = ""
    """The name by which ``[moved]`` knows it."""


def check_room(
    chart: Chart, sources: Mapping[str, Source], over: Mapping[str, tuple[str, ...]]
) -> None:
    """Raise ChartError for a box or a label that leaves the map or lies over something else.

    ``sources`` says who drew or moved what, by the id of its region or ASIDE; ``over`` is the
    land that the box of a region may cover.
    """
    for region in chart.insets:
        _check_box(chart, region, sources[region])
    for one, other in combinations(_drawn(chart, sources), 2):
        if one.source or other.source:
            _check_apart(chart, one, other)
    for region in chart.insets:
        _check_covered(chart, region, sources[region], over.get(region, ()))
    for region, source in sources.items():
        if region in chart.labels:
            _check_label(chart, region, source)


def _drawn(chart: Chart, sources: Mapping[str, Source]) -> Iterator[_Drawn]:
    """Return all that takes up room, what the map itself has first."""
    yield _Drawn("the Castillo", (chart.castle,))
    for region, rows in chart.labels.items():
        rooms = tuple(Box(*slot, 1) for slot in rows)
        yield _Drawn(f"the label of {region}", rooms, sources.get(region), region)
    rooms = tuple(Box(*slot, 1) for slot in chart.aside)
    yield _Drawn("the room for scoreboards", rooms, sources.get(ASIDE), ASIDE)
    for region, rectangle in chart.insets.items():
        yield _Drawn(f"the box of {region}", (rectangle,), sources[region])


def _check_apart(chart: Chart, one: _Drawn, other: _Drawn) -> None:
    """Raise ChartError where two things share a cell; the later one is complained of."""
    mine, theirs = (other, one) if other.source else (one, other)
    assert mine.source is not None
    for room in mine.rooms:
        for taken in theirs.rooms:
            if not room.meets(taken):
                continue
            of = ""
            cure = "draw it elsewhere"
            if theirs.source is None and theirs.movable:
                cure += f" or move that with {theirs.movable} in [moved.{chart.name}]"
            elif theirs.source is not None and theirs.source.expansion == mine.source.expansion:
                cure = "draw one of them elsewhere"
            elif theirs.source is not None:
                of = f" of the expansion {theirs.source.expansion!r}"
                cure = "play without one of the two expansions"
            raise ChartError(
                f"{mine.source.said}: {mine.what} at {_cells(room)} on the map {chart.name!r} "
                f"covers {theirs.what} at {_cells(taken)}{of}; {cure}."
            )


def _box(chart: Chart, region: str, source: Source) -> str:
    where = list(chart.insets[region])
    return f"{source.said}: the box of {region} at {where} on the map {chart.name!r}"


def _check_box(chart: Chart, region: str, source: Source) -> None:
    """Refuse a box that leaves the map or that nobody could read."""
    rectangle, what = chart.insets[region], _box(chart, region, source)
    if not rectangle.within(chart.width, chart.height):
        raise ChartError(
            f"{what} leaves the map, which has {chart.width} columns and {chart.height} rows."
        )
    if rectangle.height < LEAST.height or rectangle.width < LEAST.width:
        raise ChartError(
            f"{what} is too small; give it {LEAST.height} rows and {LEAST.width} columns."
        )


def _check_covered(chart: Chart, region: str, source: Source, over: tuple[str, ...]) -> None:
    """Refuse a box over land that its file does not speak of."""
    rectangle = chart.insets[region]
    cells = [
        (x, y)
        for y in range(rectangle.y, rectangle.y + rectangle.height)
        for x in range(rectangle.x, rectangle.x + rectangle.width)
    ]
    covered = sorted({land for cell in cells for land in _lands(chart, *cell)} - {*over})
    if covered:
        lands = ", ".join(f'"{land}"' for land in (*over, *covered))
        raise ChartError(
            f"{_box(chart, region, source)} covers land of {' and '.join(covered)}; "
            f"draw it elsewhere, or write over = [{lands}] in its [[region]] if it may."
        )


def _check_label(chart: Chart, region: str, source: Source) -> None:
    """Refuse text that stands on other land, or nowhere near its own."""
    what = f"{source.said}: the label of {region} on the map {chart.name!r}"
    near = False
    for slot in chart.labels[region]:
        cells = [_lands(chart, x, slot.y) for x in range(slot.x, slot.x + slot.width)]
        near = near or any(region in lands for lands in cells)
        others = [lands for lands in cells if lands and region not in lands]
        if 2 * len(others) > slot.width:
            land = others[0][0]
            raise ChartError(
                f"{what} has the row {list(slot)} on the land of {land}; "
                "keep at least half of each row off other land."
            )
    if not near:
        raise ChartError(f"{what} is nowhere on the land of {region}; draw it there.")


def _lands(chart: Chart, x: int, y: int) -> tuple[str, ...]:
    """Return the lands and regions of the two pixels of a cell."""
    board = chart.board
    signs = {chart.grid[2 * y][x], chart.grid[2 * y + 1][x]} - {SEA}
    return tuple(sorted(board.regions.get(sign) or board.abroad[sign] for sign in signs))


def _cells(room: Box) -> list[int]:
    """Return a box as its file has it; a row of text has no height."""
    return list(room if room.height > 1 else room[:3])
