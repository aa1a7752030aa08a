"""What an expansion adds to the map: regions on land that was abroad, or in boxes.

A ``map.toml`` in the expansion's folder, which its ``Expansion.map`` names::

    format = 1

    [[region]]
    id = "france"
    land = "france"                  # land of the map that becomes this region
    tint = 2                         # its field, 1 to 4
    named = ["ambassador", "envoy"]  # places that are shown one by one, with their names
    [region.labels]                  # rows of room for text: column, row, cells; the name first
    compact = [[37, 0, 14], [36, 1, 15]]
    large = [[55, 1, 14], [55, 2, 14]]
    huge = [[78, 2, 20], [78, 3, 20]]

    [[region]]
    id = "ship"
    over = ["seville"]               # land that its box may cover
    named = ["captain"]
    [region.box]                     # no land: a box; column, row, width, height
    compact = [0, 17, 17, 3]
    large = [0, 22, 24, 5]
    huge = [0, 33, 30, 6]

    [[box]]
    id = "jail"                      # a place outside the regions, shown and not pointed at
    over = ["africa"]
    [box.box]
    compact = [36, 17, 16, 3]
    large = [47, 24, 23, 3]
    huge = [61, 35, 38, 4]

    [moved.compact]                  # labels of other regions that have to make room
    granada = [[22, 14, 10], [21, 15, 14], [21, 16, 13]]

    [walk.ship]                      # where an arrow leads, if geometry is wrong
    up = "seville"

Every region needs all three sizes. Without a tint it gets one that its neighbours have not. What
the labels of regions and places say, and a region's key, stands in ``Expansion.labels``; without
a key it gets a letter of its name that is free (``elgrande.content.map.charts``).

Whether labels, boxes, scoreboards and the Castillo have room is asked only of what an expansion
draws or moves: what the map itself brings was drawn by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any, NamedTuple

from elgrande.content.files import AnyFile, TomlTable, read_toml
from elgrande.content.map.chart import (
    ASIDE,
    CASTILLO,
    SEA,
    SIZES,
    TINTS,
    Board,
    Box,
    Chart,
    ChartError,
    TextSlot,
    box,
    cells_of,
    leaves,
    refuse,
    slot_faults,
    slots,
    touching,
)
from elgrande.rules.wording import listed

FORMAT = 1
"""The form of the file."""


@dataclass(frozen=True)
class AddedPlace:
    """A region that an expansion brings to the map: on land, or in a box of each size.

    ``over`` is the land that its box may cover; tint 0 is one that its neighbours have not. What is
    ``beside`` is no region but a place outside them.
    """

    region: str
    land: str = ""
    tint: int = 0
    named: tuple[str, ...] = ()
    labels: Mapping[str, tuple[TextSlot, ...]] = field(default_factory=dict)
    boxes: Mapping[str, Box] = field(default_factory=dict)
    over: tuple[str, ...] = ()
    beside: bool = False


@dataclass(frozen=True)
class MapAdditions:
    """All that an expansion adds to the map; ``moved`` are other regions' labels by size.

    ``file`` is what errors call the file that says so.
    """

    places: tuple[AddedPlace, ...] = ()
    moved: Mapping[str, Mapping[str, tuple[TextSlot, ...]]] = field(default_factory=dict)
    walk: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    file: str = ""


def read_additions(source: AnyFile) -> MapAdditions:
    """Return what a ``map.toml`` adds; ContentError names file, place and cure."""
    folder = getattr(source, "parent", None)
    file = f"{folder.name}/{source.name}" if folder is not None else source.name
    top = TomlTable(read_toml(source), file, "top")
    if top.raw("format") != FORMAT:
        raise top.fault("format", f"write format = {FORMAT} at the top of the file")
    places = tuple(_place(table) for table in top.tables("region"))
    places += tuple(replace(_place(table), beside=True) for table in top.tables("box"))
    table = top.table("moved")
    moved = {}
    for size in SIZES:
        rows = table.table(size)
        moved[size] = _made(slots, rows, [name for name, _ in rows.items()])
    table.close()
    ways = top.table("walk")
    walk = {}
    for here, _ in ways.items():
        steps = ways.table(here)
        walk[here] = {
            way: steps.text(way) for way in ("left", "right", "up", "down") if way in steps
        }
        steps.close()
    top.close()
    return MapAdditions(places, moved, walk, file)


def _place(table: TomlTable) -> AddedPlace:
    name, land = table.text("id"), table.text("land", "")
    given, made = ("labels", slots) if land else ("box", box)
    if given not in table:
        raise table.fault(given, "a region has labels on its land, or a box without land")
    sizes = table.table(given)
    if missing := [repr(size) for size in SIZES if size not in sizes]:
        raise table.fault(given, f"say where {name} is drawn in {' and '.join(missing)} too")
    found = _made(made, sizes, SIZES)
    place = AddedPlace(
        region=name,
        land=land,
        tint=table.number("tint", TINTS[0], TINTS[-1]) if "tint" in table else 0,
        named=table.texts("named", []),
        labels=found if land else {},
        boxes={} if land else found,
        over=() if land else table.texts("over", []),
    )
    table.close()
    return place


def _made(made: Callable[[Any], Any], table: TomlTable, fields: Iterable[str]) -> dict[str, Any]:
    """Return what is made of these fields of a table; ContentError names all that are faulty."""
    found, faults = {}, []
    wanted = "[[column, row, cells], ...]" if made is slots else "[column, row, width, height]"
    for name in fields:
        try:
            found[name] = made(table.raw(name))
        except (TypeError, ValueError):
            faults.append(str(table.fault(name, f"write {wanted} here")))
    table.close()
    refuse(faults)
    return found


class Source(NamedTuple):
    """Where something on a map was said: a file, or nothing, and an expansion's id."""

    file: str
    expansion: str

    @property
    def said(self) -> str:
        """The beginning of an error."""
        return f"{self.file or 'the map'} of the expansion {self.expansion!r}"


# -- drawing ---------------------------------------------------------------------------------------


class Drawing(NamedTuple):
    """A chart with what expansions add, who drew or moved what, and the land it may cover."""

    chart: Chart
    additions: Mapping[str, MapAdditions]
    sources: Mapping[str, Source]

    @property
    def over(self) -> dict[str, tuple[str, ...]]:
        """The land that boxes may cover, by whose they are."""
        places = (place for added in self.additions.values() for place in added.places)
        return {place.region: place.over for place in places}


def drawing(chart: Chart, additions: Mapping[str, MapAdditions]) -> Drawing:
    """Return a chart with what expansions add, by their ids, whether there is room or not."""
    sources: dict[str, Source] = {}
    taken: dict[str, Source] = {}
    for expansion, added in additions.items():
        chart = _with(chart, added, Source(added.file, expansion), sources, taken)
    return Drawing(chart, additions, sources)


def extended(chart: Chart, additions: Mapping[str, MapAdditions]) -> Chart:
    """Return a chart with what expansions add; ChartError says all that is in the way."""
    drawn = drawing(chart, additions)
    refuse(faults_of(drawn))
    return drawn.chart


def _with(
    chart: Chart,
    added: MapAdditions,
    source: Source,
    sources: dict[str, Source],
    taken: dict[str, Source],
) -> Chart:
    """Return a chart with what one expansion adds.

    ``sources`` note who drew or moved what, ``taken`` who made which land a region.
    """
    size, where = chart.name, source.said
    labels = dict(chart.labels)
    insets = dict(chart.insets)
    names = dict(chart.names)
    named = dict(chart.named)
    aside, beside = chart.aside, [*chart.beside]
    regions, abroad = dict(chart.board.regions), dict(chart.board.abroad)
    tints = dict(chart.board.tints)
    for target, rows in added.moved.get(size, {}).items():
        if target != ASIDE and target not in labels:
            raise ChartError(f"{where} moves {target}, which has no label on the map.")
        sources[target] = source
        if target == ASIDE:
            aside = rows
        else:
            labels[target] = rows
    for place in added.places:
        if place.region in labels or place.region in insets:
            other = sources.get(place.region)
            by = f" by the expansion {other.expansion!r}" if other else ""
            raise ChartError(f"{where} draws {place.region}, which is on the map already{by}.")
        sources[place.region] = source
        if place.named:
            named[place.region] = place.named
        if place.beside:
            beside.append(place.region)
        if not place.land:
            insets[place.region] = place.boxes[size]
            continue
        letter = next((sign for sign, land in abroad.items() if land == place.land), "")
        if not letter:
            raise ChartError(f"{where}: {_no_land(place.land, abroad, taken)}")
        regions[letter] = place.region
        del abroad[letter]
        taken[place.land] = source
        names.pop(place.land, None)
        tints[place.region] = place.tint or _tint(chart, regions, tints, place.region)
        labels[place.region] = place.labels[size]
    walk = {
        here: {**chart.board.walk.get(here, {}), **added.walk.get(here, {})}
        for here in {**chart.board.walk, **added.walk}
    }
    return replace(
        chart, board=Board(regions, abroad, tints, walk), labels=labels, aside=aside,
        names=names, insets=insets, named=named, beside=frozenset(beside),
    )  # fmt: skip


def _no_land(land: str, abroad: Mapping[str, str], taken: Mapping[str, Source]) -> str:
    """Say why a land cannot become a region: it is one already, or there is none such."""
    if land in taken:
        who = taken[land].expansion
        return f"the expansion {who!r} has made a region of the land {land!r} already."
    free = f"there are {', '.join(abroad.values())}" if abroad else "none is left"
    return f"no land is called {land!r}; {free}."


def _tint(chart: Chart, regions: Mapping[str, str], tints: Mapping[str, int], region: str) -> int:
    """Return the first tint that no region has that touches this one."""
    board = replace(chart.board, regions=regions)
    pairs = touching(replace(chart, board=board))
    near = {tints.get(other, 0) for pair in pairs if region in pair for other in pair - {region}}
    return next((tint for tint in TINTS if tint not in near), TINTS[0])


def _walk_faults(drawn: Drawing) -> Iterator[str]:
    """Return the arrows from or to what is not on the map."""
    known = (*drawn.chart.labels, CASTILLO, *drawn.chart.insets)
    for expansion, added in drawn.additions.items():
        for here, ways in added.walk.items():
            for region in (here, *filter(None, ways.values())):
                if region not in known:
                    yield (
                        f"{Source(added.file, expansion).said}: [walk.{here}] names {region}, "
                        f"which is not on the map; there are {', '.join(known)}."
                    )


# -- whether all that is written has room ----------------------------------------------------------

LEAST = Box(0, 0, 8, 2)
"""The smallest box that can be read."""


class _Drawn(NamedTuple):
    """Something that takes up room, and who drew it or moved it there; nobody, if the map did."""

    what: str
    rooms: tuple[Box, ...]
    source: Source | None = None
    movable: str = ""
    """The name by which ``[moved]`` knows it, if it is rows of text."""

    def cells(self, rooms: Iterable[Box]) -> str:
        """Return rooms of it as its file has them: a row of text has no height."""
        return cells_of(room[: 3 if self.movable else 4] for room in rooms)


def faults_of(drawn: Drawing) -> Iterator[str]:
    """Return a sentence for each arrow that leads nowhere and whatever has no room on the map."""
    yield from _walk_faults(drawn)
    chart, sources, over = drawn.chart, drawn.sources, drawn.over
    on = []
    for region, source in sources.items():
        if region in chart.insets:
            faults = [*_box_faults(chart, region, source)]
        else:
            rows = chart.aside if region == ASIDE else chart.labels[region]
            faults = [*slot_faults(chart, region, rows, source.said)]
        yield from faults
        on += [] if faults else [region]
    for one, other in combinations(_drawn(chart, sources), 2):
        if one.source or other.source:
            yield from _overlaps(chart, one, other)
    for region in on:
        if region in chart.insets:
            yield from _covered(chart, region, sources[region], over.get(region, ()))
        elif region in chart.labels:
            yield from _astray(chart, region, sources[region])


def taken(chart: Chart) -> dict[str, tuple[Box, ...]]:
    """Return the room that is taken on a map, by whose it is: what the map itself has first."""
    rows = {**chart.labels, ASIDE: chart.aside}
    return {
        CASTILLO: (chart.castle,),
        **{name: tuple(Box(*slot, 1) for slot in slots) for name, slots in rows.items()},
        **{region: (rectangle,) for region, rectangle in chart.insets.items()},
    }


def _drawn(chart: Chart, sources: Mapping[str, Source]) -> Iterator[_Drawn]:
    """Return all that takes up room."""
    for name, rooms in taken(chart).items():
        what = f"the label of {name}" if name in chart.labels else f"the box of {name}"
        what = {CASTILLO: "the Castillo", ASIDE: "the room for scoreboards"}.get(name, what)
        movable = name if name in chart.labels or name == ASIDE else ""
        yield _Drawn(what, rooms, sources.get(name), movable)


def _overlaps(chart: Chart, one: _Drawn, other: _Drawn) -> Iterator[str]:
    """Return where two things share cells; the later one is complained of."""
    mine, theirs = (other, one) if other.source else (one, other)
    assert mine.source is not None
    rooms = [room for room in mine.rooms if any(map(room.meets, theirs.rooms))]
    taken = [room for room in theirs.rooms if any(map(room.meets, rooms))]
    if not rooms:
        return
    of = ""
    cure = "draw it elsewhere"
    if theirs.source is None and theirs.movable:
        cure += f" or move that with {theirs.movable} in [moved.{chart.name}]"
    elif theirs.source is not None and theirs.source.expansion == mine.source.expansion:
        cure = "draw one of them elsewhere"
    elif theirs.source is not None:
        of = f" of the expansion {theirs.source.expansion!r}"
        cure = "play without one of the two expansions"
    yield (
        f"{mine.source.said}: {mine.what} at {mine.cells(rooms)} on the map "
        f"{chart.name!r} covers {theirs.what} at {theirs.cells(taken)}{of}; {cure}."
    )


def _box(chart: Chart, region: str, source: Source) -> str:
    return f"{source.said}: the box of {region} at {list(chart.insets[region])}"


def _box_faults(chart: Chart, region: str, source: Source) -> Iterator[str]:
    """Say of a box that it leaves the map, or that nobody could read it."""
    rectangle, what = chart.insets[region], _box(chart, region, source)
    if not rectangle.within(chart.width, chart.height):
        yield f"{what} {leaves(chart)}"
    if rectangle.height < LEAST.height or rectangle.width < LEAST.width:
        yield (
            f"{what} on the map {chart.name!r} is too small; give it {LEAST.height} rows and "
            f"{LEAST.width} columns."
        )


def _covered(chart: Chart, region: str, source: Source, over: tuple[str, ...]) -> Iterator[str]:
    """Say of a box that it lies over land that its file does not speak of."""
    rectangle = chart.insets[region]
    cells = [
        (x, y)
        for y in range(rectangle.y, rectangle.y + rectangle.height)
        for x in range(rectangle.x, rectangle.x + rectangle.width)
    ]
    covered = sorted({land for cell in cells for land in lands_at(chart, *cell)} - {*over})
    if covered:
        lands = listed([f'"{land}"' for land in covered])
        yield (
            f"{_box(chart, region, source)} on the map {chart.name!r} covers land of "
            f"{listed(covered)}; draw it elsewhere, or name {lands} in its over if it may."
        )


def _astray(chart: Chart, region: str, source: Source) -> Iterator[str]:
    """Say of text that it stands on other land, or nowhere near its own."""
    what = f"{source.said}: the label of {region} on the map {chart.name!r}"
    near = False
    rows, lands = [], set()
    for slot in chart.labels[region]:
        cells = [lands_at(chart, x, slot.y) for x in range(slot.x, slot.x + slot.width)]
        near = near or any(region in found for found in cells)
        others = [found for found in cells if found and region not in found]
        if 2 * len(others) > slot.width:
            rows.append(slot)
            lands.add(others[0][0])
    if rows:
        yield (
            f"{what} has {cells_of(rows)} on the land of {listed(sorted(lands))}; "
            "keep at least half of each row off other land."
        )
    if not near:
        yield f"{what} is nowhere on the land of {region}; draw it there."


def lands_at(chart: Chart, x: int, y: int) -> tuple[str, ...]:
    """Return the lands and regions of the two pixels of a cell."""
    board = chart.board
    signs = {chart.grid[2 * y][x], chart.grid[2 * y + 1][x]} - {SEA}
    return tuple(sorted(board.regions.get(sign) or board.abroad[sign] for sign in signs))
