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
    granada = [[22, 14, 11], [21, 15, 14], [21, 16, 13]]

    [walk.ship]                      # where an arrow leads, if geometry is wrong
    up = "seville"

Every region needs all three sizes. Without a tint it gets one that its neighbours have not. What
the labels of regions and places say, and a region's key, stands in ``Expansion.labels``; without
a key it gets a letter of its name that is free (``elgrande.content.map.keys``).
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from elgrande.content.files import TomlTable, read_toml
from elgrande.content.map.chart import (
    ASIDE,
    CASTILLO,
    SIZES,
    TINTS,
    Board,
    Box,
    Chart,
    ChartError,
    Slot,
    box,
    check_slots,
    slots,
    touching,
)
from elgrande.content.map.room import Source, check_room

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from importlib.resources.abc import Traversable
    from pathlib import Path

T = TypeVar("T")
FORMAT = 1
"""The form of the file."""


@dataclass(frozen=True)
class Place:
    """A region that an expansion brings to the map: on land, or in a box of each size.

    ``over`` is the land that its box may cover; tint 0 is one that its neighbours have not. What is
    ``beside`` is no region but a place outside them.
    """

    region: str
    land: str = ""
    tint: int = 0
    named: tuple[str, ...] = ()
    labels: Mapping[str, tuple[Slot, ...]] = field(default_factory=dict)
    boxes: Mapping[str, Box] = field(default_factory=dict)
    over: tuple[str, ...] = ()
    beside: bool = False


@dataclass(frozen=True)
class MapAdditions:
    """All that an expansion adds to the map; ``moved`` are other regions' labels by size.

    ``file`` is what errors call the file that says so.
    """

    places: tuple[Place, ...] = ()
    moved: Mapping[str, Mapping[str, tuple[Slot, ...]]] = field(default_factory=dict)
    walk: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    file: str = ""


def read_additions(source: Path | Traversable) -> MapAdditions:
    """Return what a ``map.toml`` adds; ContentError names file, place and cure."""
    folder = getattr(source, "parent", None)
    file = f"{folder.name}/{source.name}" if folder is not None else source.name
    top = TomlTable(read_toml(source), file, "top")
    if top.raw("format") != FORMAT:
        raise top.fault("format", f"write format = {FORMAT} at the top of the file")
    places = tuple(_place(table) for table in top.tables("region"))
    places += tuple(replace(_place(table), beside=True) for table in top.tables("box"))
    moved = {}
    table = top.table("moved")
    for size in SIZES:
        rows = table.table(size)
        moved[size] = {name: _made(slots, rows, name) for name, _ in rows.items()}
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


def _place(table: TomlTable) -> Place:
    name, land = table.text("id"), table.text("land", "")
    given, made = ("labels", slots) if land else ("box", box)
    if given not in table:
        raise table.fault(given, "a region has labels on its land, or a box without land")
    sizes = table.table(given)
    for size in SIZES:
        if size not in sizes:
            raise table.fault(given, f"say where {name} is drawn in the size {size!r} too")
    found: dict[str, Any] = {size: _made(made, sizes, size) for size in SIZES}
    sizes.close()
    place = Place(
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


def _made(made: Callable[[Any], T], table: TomlTable, name: str) -> T:
    try:
        return made(table.raw(name))
    except (TypeError, ValueError):
        wanted = "[[column, row, cells], ...]" if made is slots else "[column, row, width, height]"
        raise table.fault(name, f"write {wanted} here") from None


def extended(chart: Chart, additions: Mapping[str, MapAdditions]) -> Chart:
    """Return a chart with what expansions add, by their ids; ChartError says what is in the way."""
    sources: dict[str, Source] = {}
    taken: dict[str, Source] = {}
    over: dict[str, tuple[str, ...]] = {}
    for expansion, added in additions.items():
        source = Source(added.file, expansion)
        chart = _with(chart, added, source, sources, taken)
        over.update({place.region: place.over for place in added.places})
    for expansion, added in additions.items():
        _check_walk(chart, added, Source(added.file, expansion))
    if sources:
        check_room(chart, sources, over)
    return chart


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
        check_slots(chart, target, rows, where)
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
        check_slots(chart, place.region, place.labels[size], where)
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


def _check_walk(chart: Chart, added: MapAdditions, source: Source) -> None:
    """Raise ChartError for an arrow from or to what is not on the map."""
    known = (*chart.labels, CASTILLO, *chart.insets)
    for here, ways in added.walk.items():
        for region in (here, *filter(None, ways.values())):
            if region not in known:
                raise ChartError(
                    f"{source.said}: [walk.{here}] names {region}, which is not on the map; "
                    f"there are {', '.join(known)}."
                )
