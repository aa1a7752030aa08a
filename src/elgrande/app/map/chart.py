"""Reads the shipped grids of Iberia and checks them before anything draws with them.

A chart is a grid of square pixels, one letter a pixel; two pixel rows make one
row of terminal cells. It also says where the text of each region goes: a list of
slots (x, y, width) in cells, filled from the first on, so that a label can follow
a ragged coast.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from elgrande.content.files import toml

LETTERS = {
    "G": "galicia",
    "B": "basque",
    "A": "aragon",
    "C": "catalonia",
    "O": "old-castile",
    "N": "new-castile",
    "S": "seville",
    "R": "granada",
    "V": "valencia",
}
"""Pixel letters of the nine regions, as the ids that the game uses."""

ABROAD = {"p": "portugal", "f": "france", "m": "africa", "e": "balearics"}
"""Pixel letters of land that is no region."""

SEA = "."

NEIGHBOURS: frozenset[frozenset[str]] = frozenset(
    frozenset(pair.split())
    for pair in (
        "galicia basque",
        "galicia old-castile",
        "basque old-castile",
        "basque aragon",
        "aragon old-castile",
        "aragon new-castile",
        "aragon catalonia",
        "aragon valencia",
        "catalonia valencia",
        "old-castile new-castile",
        "new-castile valencia",
        "new-castile granada",
        "new-castile seville",
        "seville granada",
        "granada valencia",
    )
)
"""The fifteen pairs that touch on the board (FACTS 1.4); a grid must show exactly these."""

SIZES = ("compact", "large", "huge")
"""The shipped charts, smallest first: for 80x24, 120x36 and 160x48 cells."""


class ChartError(ValueError):
    """A chart that cannot be drawn from; the message names file, place and cure."""


@dataclass(frozen=True)
class Slot:
    """One row of room for text: column, row and width in cells."""

    x: int
    y: int
    width: int


@dataclass(frozen=True, eq=False)
class Chart:
    """One checked drawing of the map."""

    name: str
    grid: tuple[str, ...]
    labels: dict[str, tuple[Slot, ...]]
    castle: tuple[int, int, int, int]
    aside: tuple[Slot, ...]
    names: dict[str, tuple[int, int]]
    tints: dict[str, int]
    mask: tuple[tuple[str, ...], ...]

    @property
    def width(self) -> int:
        """Width in cells."""
        return len(self.grid[0])

    @property
    def height(self) -> int:
        """Height in cells: half the pixel rows."""
        return len(self.grid) // 2

    def at(self, x: int, y: int) -> str:
        """The id of the target drawn at a cell, or an empty string at sea and abroad."""
        if 0 <= y < self.height and 0 <= x < self.width:
            return self.mask[y][x]
        return ""


def touching(grid: tuple[str, ...] | list[str]) -> set[frozenset[str]]:
    """The pairs of regions that share an edge or a corner in a grid."""
    # Of thousands of pixels few pairs differ, and the first picture waits for this.
    pairs: set[tuple[str, str]] = set()
    for row, below in zip(grid, (*grid[1:], ""), strict=True):
        for one, other in ((row, row[1:]), (row, below), (row, below[1:]), (row[1:], below)):
            pairs.update(zip(one, other, strict=False))
    return {
        frozenset((LETTERS[here], LETTERS[there]))
        for here, there in pairs
        if here != there and here in LETTERS and there in LETTERS
    }


@cache
def load(name: str) -> Chart:
    """The shipped chart of that name (one of SIZES)."""
    source = Path(__file__).parent / "charts" / f"{name}.toml"
    return read(source.read_text(encoding="utf-8"), f"charts/{name}.toml")


def read(text: str, where: str) -> Chart:
    """A chart from TOML text; `where` names the file in errors (ChartError)."""
    try:
        data: dict[str, Any] = toml(text)
    except (ValueError, RecursionError) as error:
        raise ChartError(f"{where}: this is not TOML ({error}); correct that line.") from None
    try:
        grid = tuple(str(data["grid"]).strip("\n").split("\n"))
        labels = {k: tuple(Slot(*s) for s in v) for k, v in data["labels"].items()}
        x, y, width, height = data["castillo"]
        aside = tuple(Slot(*s) for s in data["aside"])
        names = {k: (int(v[0]), int(v[1])) for k, v in data["names"].items()}
        tints = {k: int(v) for k, v in data["tints"].items()}
        name = str(data["name"])
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise ChartError(
            f"{where}: name, grid, castillo, aside, labels, names and tints are needed ({error})."
        ) from None
    _check(grid, labels, tints, where)
    castle = (int(x), int(y), int(width), int(height))
    mask = _mask(grid, labels, castle)
    return Chart(name, grid, labels, castle, aside, names, tints, mask)


def _check(
    grid: tuple[str, ...], labels: dict[str, tuple[Slot, ...]], tints: dict[str, int], where: str
) -> None:
    """Refuses a grid that is no rectangle, has unknown letters or wrong neighbours."""
    width = len(grid[0])
    for number, row in enumerate(grid, 1):
        if len(row) != width:
            raise ChartError(
                f"{where}: grid row {number} has {len(row)} pixels, row 1 has {width}; "
                "make them equal."
            )
        for letter in sorted(set(row)):
            if letter not in LETTERS and letter not in ABROAD and letter != SEA:
                raise ChartError(
                    f"{where}: grid row {number} has the letter {letter!r}; use one of "
                    f"{''.join((*LETTERS, *ABROAD, SEA))}."
                )
    if len(grid) % 2:
        raise ChartError(f"{where}: the grid has {len(grid)} rows; make it an even number.")
    found = touching(grid)
    for pair in sorted(sorted(p) for p in found ^ NEIGHBOURS):
        fault = "touch but must not" if frozenset(pair) in found else "must touch but do not"
        raise ChartError(f"{where}: {pair[0]} and {pair[1]} {fault}; redraw their border.")
    for region in LETTERS.values():
        slots = labels.get(region)
        if not slots:
            raise ChartError(f"{where}: labels has no slots for {region}; give some [x, y, width].")
        if region not in tints:
            raise ChartError(f"{where}: tints has no number for {region}; give one from 1 to 4.")
        for slot in slots:
            if slot.y >= len(grid) // 2 or slot.x < 0 or slot.x + slot.width > width:
                raise ChartError(
                    f"{where}: slot {[slot.x, slot.y, slot.width]} of {region} leaves the map."
                )


def _mask(
    grid: tuple[str, ...],
    labels: dict[str, tuple[Slot, ...]],
    castle: tuple[int, int, int, int],
) -> tuple[tuple[str, ...], ...]:
    """Which target a click on each cell means: the head of a label, the land, other labels."""
    mask = [
        [
            LETTERS.get(grid[2 * y][x]) or LETTERS.get(grid[2 * y + 1][x], "")
            for x in range(len(grid[0]))
        ]
        for y in range(len(grid) // 2)
    ]
    for region, slots in labels.items():
        for number, slot in enumerate(slots):
            for x in range(slot.x, slot.x + slot.width):
                # Key and name are always there; the rows below may be empty and show the land.
                if not number or not mask[slot.y][x]:
                    mask[slot.y][x] = region
    left, top, width, height = castle
    for y in range(top, top + height):
        for x in range(left, left + width):
            mask[y][x] = "castillo"
    return tuple(tuple(row) for row in mask)
