"""Reads drawings of the map and checks them before anything draws with them.

A map is a folder: ``board.toml`` says what all its drawings have in common, and a file of each
size holds a chart. A chart is a grid of square pixels, one letter a pixel; two pixel rows make one
row of terminal cells. It also says where the text of each region goes: a list of
slots (x, y, width) in cells, filled from the first on, so that a label can follow
a ragged coast. An arrow leads from each target to the nearest that lies in its direction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

from elgrande.content.files import AnyFile, ContentError, Unreadable, read_text, toml

SEA = "."
CASTILLO = "castillo"
ASIDE = "aside"
"""The id of the room for unused scoreboards."""
SIZES = ("compact", "large", "huge")
"""The drawings of a map, smallest first: for 80x24, 120x36 and 160x48 cells."""
TINTS = range(1, 5)
IBERIA = Path(__file__).with_name("iberia")
"""The map that comes with the program."""


class ChartError(ContentError):
    """A chart that cannot be drawn from; the message names file, place and cure."""


class TextSlot(NamedTuple):
    """One row of room for text: column, row and width in cells."""

    x: int
    y: int
    width: int


class Box(NamedTuple):
    """A rectangle of cells: column, row, width and height."""

    x: int
    y: int
    width: int
    height: int

    def meets(self, other: Box | TextSlot) -> bool:
        """Whether they share a cell."""
        high = other.height if isinstance(other, Box) else 1
        return (
            self.x < other.x + other.width
            and other.x < self.x + self.width
            and self.y < other.y + high
            and other.y < self.y + self.height
        )

    def within(self, width: int, height: int) -> bool:
        """Whether it lies on a map of so many cells."""
        return 0 <= self.x <= width - self.width and 0 <= self.y <= height - self.height


@dataclass(frozen=True)
class Board:
    """What all drawings of a map have in common.

    ``regions`` and ``abroad`` are the ids of the pixel letters, ``walk`` says of a target where
    an arrow leads, when it is not where geometry says.
    """

    regions: Mapping[str, str]
    abroad: Mapping[str, str]
    tints: Mapping[str, int]
    walk: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Chart:
    """One checked drawing of the map.

    ``insets`` are the boxes of regions without land, ``named`` the places of a region that are
    shown one by one, each with its name.
    """

    name: str
    board: Board
    grid: tuple[str, ...]
    labels: Mapping[str, tuple[TextSlot, ...]]
    castle: Box
    aside: tuple[TextSlot, ...]
    names: Mapping[str, tuple[int, int]]
    insets: Mapping[str, Box] = field(default_factory=dict)
    named: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    beside: frozenset[str] = frozenset()
    """The insets that are places outside the regions: nobody points at them."""

    @property
    def width(self) -> int:
        """Width in cells."""
        return len(self.grid[0])

    @property
    def height(self) -> int:
        """Height in cells: half the pixel rows."""
        return len(self.grid) // 2

    @property
    def tints(self) -> Mapping[str, int]:
        """The number of each region's field."""
        return self.board.tints

    @property
    def targets(self) -> tuple[str, ...]:
        """The ids of all that can be pointed at."""
        return (*self.labels, CASTILLO, *(name for name in self.insets if name not in self.beside))

    @cached_property
    def mask(self) -> tuple[tuple[str, ...], ...]:
        """Which target a click on each cell means."""
        return _mask(self)

    @cached_property
    def walk(self) -> Mapping[str, Mapping[str, str]]:
        """Where each arrow leads from each target."""
        return walk(self)

    def at(self, x: int, y: int) -> str:
        """Return the id of the target drawn at a cell, or an empty string at sea and abroad."""
        if 0 <= y < self.height and 0 <= x < self.width:
            return self.mask[y][x]
        return ""

    def room(self, target: str) -> int:
        """Return how many cells a target has for its name and key."""
        if target in self.insets:
            return self.insets[target].width - 2
        return self.castle.width if target == CASTILLO else self.labels[target][0].width

    def middle(self, place: str) -> tuple[int, int] | None:
        """Return the cell where what is in a place stands; None off the map."""
        if place in self.names:
            return self.names[place]
        if place not in self.targets and place not in self.beside:
            return None
        x, y, width = self.below(place)[0]
        return x + width // 3, y

    def below(self, target: str) -> tuple[TextSlot, ...]:
        """Return the rows of room for what stands below the name of a target."""
        if target in self.labels:
            return self.labels[target][1:]
        # The wall of the Castillo has a row of its own.
        box, head = (self.castle, 2) if target == CASTILLO else (self.insets[target], 1)
        return tuple(
            TextSlot(box.x + 1, box.y + row, box.width - 1) for row in range(head, box.height)
        )

    def rooms(self, target: str) -> tuple[tuple[TextSlot, ...], ...]:
        """Return the rows below the name of a target, and as they are if they must be wider."""
        return self._rooms[target]

    @cached_property
    def _rooms(self) -> Mapping[str, tuple[tuple[TextSlot, ...], ...]]:
        """Those of every target: on the land a row ends at the edge, or where another begins."""
        others = [Box(*slot, 1) for slots in (*self.labels.values(), self.aside) for slot in slots]
        others += [self.castle, *self.insets.values()]
        found = {}
        for target in (*self.targets, *self.beside):
            slots, wide = self.below(target), []
            for slot in slots if target in self.labels else ():
                row = slot._replace(width=self.width - slot.x)
                ends = [box.x for box in others if box.x > slot.x and box.meets(row)]
                wide.append(slot._replace(width=min([self.width, *ends]) - slot.x))
            found[target] = (slots, tuple(wide)) if wide else (slots,)
        return found

    def centre(self, target: str) -> tuple[float, float]:
        """Return the middle of what is written of a target, column and row in cells."""
        if target == CASTILLO or target in self.insets:
            box = self.castle if target == CASTILLO else self.insets[target]
            return box.x + box.width / 2, box.y + box.height / 2
        slots = self.labels[target][:3]
        return (
            sum(slot.x + slot.width / 2 for slot in slots) / len(slots),
            sum(slot.y + 0.5 for slot in slots) / len(slots),
        )


def key_inside(names: Sequence[str], key: str) -> bool:
    """Whether a key is shown within a name, being a letter of one of its forms."""
    return key.isalpha() and any(key_at(one, key) >= 0 for one in names)


def key_at(name: str, key: str) -> int:
    """Return where a key stands in a name, as a small letter if it can; -1 if it does not."""
    small = name.find(key, 1)
    return small if small >= 0 else name.lower().find(key.lower())


def fitting(names: Sequence[str], key: str, width: int) -> str:
    """Return the longest form that fits a row of cells together with its key; empty if none."""
    room = width - (2 if key_inside(names, key) else len(key) + 2)
    return next((one for one in names if len(one) <= room), "")


def touching(chart: Chart) -> set[frozenset[str]]:
    """Return the pairs of regions that share an edge or a corner in a grid."""
    letters, grid = chart.board.regions, chart.grid
    # Of thousands of pixels few pairs differ, and a set-up waits for this.
    pairs: set[tuple[str, str]] = set()
    for row, below in zip(grid, (*grid[1:], ""), strict=True):
        for one, other in ((row, row[1:]), (row, below), (row, below[1:]), (row[1:], below)):
            pairs.update(zip(one, other, strict=False))
    return {
        frozenset((letters[here], letters[there]))
        for here, there in pairs
        if here != there and here in letters and there in letters
    }


@cache
def load(name: str) -> Chart:
    """Return the chart of Iberia of a size (one of SIZES)."""
    return load_from(IBERIA, name)


def load_from(folder: AnyFile, name: str) -> Chart:
    """Return a map's chart of a size (one of SIZES); ChartError if it cannot be drawn from."""
    common = read_board(_text(folder / "board.toml", name), f"{folder.name}/board.toml")
    return read(_text(folder / f"{name}.toml", name), f"{folder.name}/{name}.toml", common)


def _text(source: AnyFile, name: str) -> str:
    try:
        return read_text(source)
    except Unreadable as error:
        if not error.missing:
            raise ChartError(str(error)) from None
        raise ChartError(
            f"the map cannot be drawn in the size {name!r}: its folder has no {source.name}; "
            f"a map has board.toml and a file of each size, {', '.join(SIZES)}"
        ) from None


def _data(text: str, where: str) -> dict[str, Any]:
    try:
        return toml(text)
    except (ValueError, RecursionError) as error:
        raise ChartError(f"{where}: this is not TOML ({error}); correct that line.") from None


def read_board(text: str, where: str) -> Board:
    """Return what a map's charts have in common from TOML text; ``where`` names the file."""
    data = _data(text, where)
    try:
        regions, abroad = dict(data["regions"]), dict(data["abroad"])
        tints = {str(k): int(v) for k, v in data["tints"].items()}
        walk = {str(k): dict(v) for k, v in data.get("walk", {}).items()}
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ChartError(f"{where}: regions, abroad and tints are needed ({error}).") from None
    for letter in (*regions, *abroad):
        if len(letter) != 1 or letter == SEA or (letter in regions and letter in abroad):
            raise ChartError(f"{where}: {letter!r} must be one letter of one land.")
    for region in regions.values():
        if tints.get(region) not in TINTS:
            raise ChartError(f"{where}: tints has no number for {region}; give one from 1 to 4.")
    return Board(regions, abroad, tints, walk)


def read(text: str, where: str, common: Board) -> Chart:
    """Return a chart from TOML text; ``where`` names the file in errors (ChartError)."""
    data = _data(text, where)
    try:
        grid = tuple(str(data["grid"]).strip("\n").split("\n"))
        labels = {k: slots(v) for k, v in data["labels"].items()}
        castle = box(data["castillo"])
        aside = slots(data["aside"])
        names = {k: (int(v[0]), int(v[1])) for k, v in data["names"].items()}
        name = str(data["name"])
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise ChartError(
            f"{where}: 'name', 'grid', 'castillo', 'aside', 'labels' and 'names' are needed "
            f"({error})."
        ) from None
    chart = Chart(name, common, grid, labels, castle, aside, names)
    refuse(_faults(chart, where))
    return chart


def slots(value: Sequence[Sequence[int]]) -> tuple[TextSlot, ...]:
    """Return rows of room for text from lists of three numbers (TypeError, ValueError)."""
    return tuple(TextSlot(*map(_cells, one)) for one in value)


def box(value: Sequence[int]) -> Box:
    """Return a box from a list of four numbers (TypeError, ValueError)."""
    return Box(*map(_cells, value))


def _cells(value: object) -> int:
    if type(value) is not int or not 0 <= value < 1000:
        raise ValueError(f"{value!r} is not a number of cells")
    return value


def _faults(chart: Chart, where: str) -> Iterator[str]:
    """Return what is wrong: a grid that is no rectangle or has unknown letters, labels off it."""
    letters = (*chart.board.regions, *chart.board.abroad, SEA)
    for number, row in enumerate(chart.grid, 1):
        if len(row) != len(chart.grid[0]):
            yield (
                f"{where}: grid row {number} has {len(row)} pixels, row 1 has "
                f"{len(chart.grid[0])}; make them equal."
            )
        for letter in sorted({*row}.difference(letters)):
            yield (
                f"{where}: grid row {number} has the letter {letter!r}; use one of "
                f"{''.join(letters)}."
            )
    if len(chart.grid) % 2:
        yield f"{where}: the grid has {len(chart.grid)} rows; make it an even number."
    for region in chart.board.regions.values():
        if not chart.labels.get(region):
            yield f"{where}: labels has no slots for {region}; give some [x, y, width]."
    for region, rows in (*chart.labels.items(), (ASIDE, chart.aside)):
        yield from slot_faults(chart, region, rows, where)
    if not chart.castle.within(chart.width, chart.height):
        yield f"{where}: the castillo {list(chart.castle)} leaves the map."


def slot_faults(chart: Chart, region: str, rows: tuple[TextSlot, ...], where: str) -> Iterator[str]:
    """Return what is wrong with a label: too few rows, rows that leave the map or are none.

    A label has its name on the first row and all else below; scoreboards have no name.
    """
    least = 1 if region == ASIDE else 2
    what = f"{ASIDE}, the room for scoreboards," if region == ASIDE else f"the label of {region}"
    if len(rows) < least:
        yield (
            f"{where}: {what} has {len(rows)} of the rows [column, row, cells] that it needs on "
            f"the map {chart.name!r}; give it {least} or more."
        )
    off = [slot for slot in rows if not Box(*slot, 1).within(chart.width, chart.height)]
    if off:
        yield f"{where}: {what} at {cells_of(off)} {leaves(chart)}"
    if none := [slot for slot in rows if not slot.width]:
        on = f"{what} at {cells_of(none)} on the map {chart.name!r}"
        yield f"{where}: {on} has no cells; give it some."


def leaves(chart: Chart) -> str:
    """Say of something that it leaves a map, and how large that is."""
    return (
        f"leaves the map {chart.name!r}, which has {chart.width} columns and {chart.height} rows."
    )


def cells_of(rooms: Iterable[Sequence[int]]) -> str:
    """Return rows of text or boxes as their file has them."""
    return ", ".join(str(list(room)) for room in rooms)


def border_faults(chart: Chart, neighbours: set[frozenset[str]], where: str) -> Iterator[str]:
    """Return what is wrong unless just those regions touch that are neighbours in the game."""
    found = touching(chart)
    known = set(chart.board.regions.values())
    wanted = {pair for pair in neighbours if pair <= known}
    for pair in sorted(sorted(p) for p in found ^ wanted):
        fault = "touch but must not" if frozenset(pair) in found else "must touch but do not"
        yield f"{where}: {pair[0]} and {pair[1]} {fault}; redraw their border."


def refuse(faults: Iterable[str]) -> None:
    """Raise ChartError with all of these sentences, each of them once; nothing for none."""
    if found := [*dict.fromkeys(faults)]:
        raise ChartError(*found)


def _mask(chart: Chart) -> tuple[tuple[str, ...], ...]:
    """Which target a click on each cell means: the head of a label, the land, other labels."""
    letters, grid = chart.board.regions, chart.grid
    mask = [
        [
            letters.get(grid[2 * y][x]) or letters.get(grid[2 * y + 1][x], "")
            for x in range(chart.width)
        ]
        for y in range(chart.height)
    ]
    for region, rows in chart.labels.items():
        for number, slot in enumerate(rows):
            for x in range(slot.x, slot.x + slot.width):
                # Key and name are always there; the rows below may be empty and show the land.
                if not number or not mask[slot.y][x]:
                    mask[slot.y][x] = region
    for target, box in ((CASTILLO, chart.castle), *chart.insets.items()):
        said = "" if target in chart.beside else target
        for y in range(box.y, box.y + box.height):
            mask[y][box.x : box.x + box.width] = [said] * box.width
    return tuple(tuple(row) for row in mask)


# -- the walk of the arrows ------------------------------------------------------------------------

WAYS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
CELL = 2.0
"""A cell is so many times as high as it is wide."""
WIDE = 1.25
"""What lies further aside than so many times the way ahead lies in another direction."""
FAR = 1.9
"""What does not touch counts as so many times as far away."""


def walk(chart: Chart) -> Mapping[str, Mapping[str, str]]:
    """Return where each arrow leads from each target.

    The order follows from where the labels stand. Regions that touch go before others, and what
    a map's ``board.toml`` or an expansion says of a target and an arrow goes before all.
    """
    targets, near = chart.targets, touching(chart)
    told = {
        (here, way): goal
        for here, ways in chart.board.walk.items()
        for way, goal in ways.items()
        if here in targets and (goal in targets or not goal)
    }
    ways: dict[str, dict[str, str]] = {here: {} for here in targets}
    for here in targets:
        for way in WAYS:
            goal = told.get((here, way))
            if goal is None:
                goal = _nearest(chart, here, way, near)
            if goal:
                ways[here][way] = goal
    return ways


def _nearest(chart: Chart, here: str, way: str, near: set[frozenset[str]]) -> str:
    """Return the target in a direction that takes the shortest way, or an empty string."""
    found: list[tuple[float, str]] = []
    for other in chart.targets:
        length = _length(chart, here, other, way)
        if other != here and length is not None:
            found.append((length * (1 if frozenset((here, other)) in near else FAR), other))
    return min(found)[1] if found else ""


def _length(chart: Chart, here: str, other: str, way: str) -> float | None:
    """Return how far a target is in a direction; None if it lies elsewhere."""
    (x, y), (left, top) = chart.centre(other), chart.centre(here)
    across, down = x - left, (y - top) * CELL
    dx, dy = WAYS[way]
    along, aside = (across * dx, abs(down)) if dx else (down * dy, abs(across))
    if along <= 0 or aside > along * WIDE:
        return None
    return along + 2 * aside
