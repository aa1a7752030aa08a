"""Draws the map as rows of (text, style): pure, and without Textual.

The land is calm: one tint a region, a line between them, shoals along the coast.
What changes in play is strong: pieces on dark trays, the King on a gold plate in
a hatched violet region, lit targets bright with a bracketed key. Each of these is
also a sign, so that nothing is lost without colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from elgrande.app.board.map.label import (
    Layout,
    Token,
    facts,
    flow,
    head,
    layouts,
    plate,
    post_at,
)
from elgrande.app.panes.text_runs import Row, Run, TextStyle
from elgrande.content.map.chart import CASTILLO, SEA, Board, Box, Chart

if TYPE_CHECKING:
    from elgrande.app.board.map.label import Rooms
    from elgrande.app.board.map.scene import Rider, Scene, Spot
    from elgrande.app.panes.glyphs import Glyphs


TALL = 6
"""A Castillo box of more rows than this gets corner towers, one row higher than the wall."""

FEW = 6
"""Where so many times as many are marked as are not, nothing stands out."""

Cell = tuple[str, TextStyle]


def draw(chart: Chart, scene: Scene, glyphs: Glyphs) -> list[Row]:
    """Return the rows of the map, top to bottom, each exactly ``chart.width`` cells wide."""
    spots = {spot.id: spot for spot in scene.spots}
    framed = {spot.id for spot in scene.spots if spot.spotlit}
    framed = {scene.cursor} | (set() if _too_much(chart, spots, framed) else framed)
    lit = {spot.id for spot in scene.spots if spot.lit}
    if _too_much(chart, spots, lit):
        lit = set()
    grounds = {spot.id: _ground(spot, chart, lit) for spot in scene.spots}
    canvas = _terrain(chart, grounds, framed, glyphs)
    for place, (x, y) in chart.names.items():
        if place != scene.king_at:
            bg = "sea" if place == "sea" else "abroad"
            _write(canvas, x, y, [Run(place.title(), TextStyle("faint", bg))])
    for region, slots in chart.labels.items():
        spot = spots.get(region)
        if spot is not None:
            ground, first, focused = grounds[region], slots[0], region in framed
            _write(canvas, first.x, first.y, head(spot, ground, focused, first.width, glyphs).runs)
            _pour(canvas, chart.rooms(region), layouts(spot, ground, glyphs), ground, glyphs.more)
    if CASTILLO in spots:
        _castle(canvas, chart, spots[CASTILLO], grounds[CASTILLO], CASTILLO in framed, glyphs)
    for region, box in chart.insets.items():
        if region in spots:
            spot, ground, focused = spots[region], grounds[region], region in framed
            _inset(canvas, box, chart.rooms(region), spot, ground, focused, glyphs)
    _aside(canvas, chart, scene, glyphs)
    if scene.rider is not None:
        _ride(canvas, chart, scene.rider)
    return [_merge(row) for row in canvas]


def _too_much(chart: Chart, spots: dict[str, Spot], marked: set[str]) -> bool:
    """Say whether so many regions are marked that it would tell nothing: their keys are enough.

    Those that are closed anyway are not looked for among the others.
    """
    land = [spots[name] for name in chart.labels if name in spots]
    others = sum(spot.id not in marked and not spot.shut for spot in land)
    return len(marked) > FEW * others


def _ground(spot: Spot, chart: Chart, lit: set[str]) -> str:
    """Return the palette name of what a spot is drawn on; the Castillo and boxes have no land."""
    if spot.shut:
        return "taboo"
    plain = f"land-{chart.tints[spot.id]}" if spot.id in chart.labels else "stone"
    return "lit" if spot.id in lit else plain


def _terrain(
    chart: Chart, grounds: dict[str, str], framed: set[str], glyphs: Glyphs
) -> list[list[Cell]]:
    """Sea, coasts and fields: the map without any text."""
    skeleton = _skeleton(chart)
    colours = [_colour(kind, chart, grounds, framed) for kind in skeleton.kinds]
    if not glyphs.half:
        pixels = [[colours[i] for i in row] for row in skeleton.rows]
        return [
            [
                _whole(chart, pixels[2 * y], pixels[2 * y + 1], x, y, glyphs)
                for x in range(chart.width)
            ]
            for y in range(chart.height)
        ]
    # A map has thousands of cells but few different ones, and this runs at every key.
    made: dict[tuple[int, int, int], Cell] = {}
    canvas: list[list[Cell]] = []
    for y in range(chart.height):
        row: list[Cell] = []
        pairs = zip(skeleton.rows[2 * y], skeleton.rows[2 * y + 1], strict=True)
        for x, (top, bottom) in enumerate(pairs):
            key = (top, bottom, (x + y) % 2)
            cell = made.get(key)
            if cell is None:
                cell = made[key] = _half(colours[top], colours[bottom], key[2], glyphs)
            row.append(cell)
        canvas.append(row)
    return canvas


class PixelKind(NamedTuple):
    """What a pixel is, whatever happens in play.

    ``what`` is "sea", "shoal", "abroad", "field", "edge" (a region's own rim) or "line";
    a line belongs to its region's rim towards ``others`` and is drawn on one side only.
    """

    what: str
    region: str = ""
    others: frozenset[str] = frozenset()


class Skeleton(NamedTuple):
    """The pixels of a chart as indices into the kinds that occur."""

    kinds: tuple[PixelKind, ...]
    rows: tuple[tuple[int, ...], ...]


@cache
def _skeleton(chart: Chart) -> Skeleton:
    """Sorts the pixels of a chart once."""
    kinds: dict[PixelKind, int] = {}
    # A pixel and its four neighbours; there are few such fives, and thousands of pixels.
    known: dict[tuple[str, ...], int] = {}
    rows = []
    for above, line, below in zip(
        (chart.grid[0], *chart.grid), chart.grid, (*chart.grid[1:], chart.grid[-1]), strict=False
    ):
        row = []
        # Beyond the edge lies what is at the edge.
        for five in zip(
            line, above, below, line[:1] + line[:-1], line[1:] + line[-1:], strict=True
        ):
            at = known.get(five)
            if at is None:
                kind = _kind(chart.board, five[0], set(five[1:]))
                at = known[five] = kinds.setdefault(kind, len(kinds))
            row.append(at)
        rows.append(tuple(row))
    return Skeleton(tuple(kinds), tuple(rows))


def _kind(board: Board, here: str, near: set[str]) -> PixelKind:
    """Return what one pixel is, by the letters at its four sides."""
    if here == SEA:
        return PixelKind("sea" if near == {SEA} else "shoal")
    if here in board.abroad:
        return PixelKind("abroad")
    regions = board.regions
    region = regions[here]
    others = frozenset(regions[sign] for sign in near if sign in regions and sign > here)
    if others:
        return PixelKind("line", region, others)
    return PixelKind("field" if near == {here} else "edge", region)


def _colour(kind: PixelKind, chart: Chart, grounds: dict[str, str], framed: set[str]) -> str:
    """Return the palette name of a kind of pixel, as the game stands."""
    if not kind.region:
        return kind.what
    if kind.what != "field" and kind.region in framed:
        return "cursor"
    # Where the rim of what is framed is drawn there is no second line beside it.
    if kind.what == "line" and kind.others - framed:
        return "line"
    return grounds.get(kind.region) or f"land-{chart.tints[kind.region]}"


def _half(top: str, bottom: str, parity: int, glyphs: Glyphs) -> Cell:
    """One cell of two pixels."""
    if top != bottom:
        return ("▀", TextStyle(top, bottom))
    if top == "taboo" and parity == 0:
        return (glyphs.hatch, TextStyle("hatch", "taboo"))
    return (" ", TextStyle(top, top))


def _whole(
    chart: Chart, above: Sequence[str], below: Sequence[str], x: int, y: int, glyphs: Glyphs
) -> Cell:
    """One cell in ASCII: its field, and a sign where the field ends."""
    ground = above[x] if above[x] not in {"line", "shoal"} else below[x]
    here = _land(chart, x, y)
    if here == SEA:
        return (" ", TextStyle("faint", "sea"))
    if here not in chart.board.regions:
        return (glyphs.abroad, TextStyle("faint", "abroad"))
    text = _on(ground)
    right, under = _land(chart, x + 1, y), _land(chart, x, y + 1)
    if right != here:
        return ("|", TextStyle(text, ground))
    if under != here:
        return ("_", TextStyle(text, ground))
    return _bare(ground, x, y, glyphs)


def _bare(ground: str, x: int, y: int, glyphs: Glyphs) -> Cell:
    """Return a cell of a field with nothing on it; what is taboo is hatched."""
    if ground == "taboo" and (x + y) % 2 == 0:
        return (glyphs.hatch, TextStyle("hatch", "taboo"))
    return (" ", TextStyle(_on(ground), ground))


def _land(chart: Chart, x: int, y: int) -> str:
    """Return the letter that stands for a whole cell: that of its upper pixel,
    but land before sea.
    """
    if not (0 <= x < chart.width and 0 <= y < chart.height):
        return SEA
    upper, lower = chart.grid[2 * y][x], chart.grid[2 * y + 1][x]
    return lower if upper == SEA else upper


def _pour(
    canvas: list[list[Cell]],
    rooms: Rooms,
    ways: Sequence[Layout],
    ground: str,
    more: str,
) -> None:
    """Write into slots what fits them best; the sign ``more`` is at the end of what is cut."""
    for slot, runs in flow(rooms, ways, ground, more):
        _write(canvas, slot.x, slot.y, runs)


def _castle(
    canvas: list[list[Cell]], chart: Chart, spot: Spot, ground: str, focused: bool, glyphs: Glyphs
) -> None:
    """Draw the Castillo: a crenellated box in the sea with its own values and pieces."""
    x, y, width, height = chart.castle
    wall = TextStyle("cursor" if focused else ground, "sea")
    for i in range(width):
        tower = i < 3 or i >= width - 3
        merlon = glyphs.merlon if (i if i < 3 else width - 1 - i if tower else i) % 2 == 0 else " "
        if not glyphs.half:
            canvas[y][x + i] = ("_" if i % 2 else "n", TextStyle("faint", "sea"))
        elif height > TALL and tower:
            canvas[y - 1][x + i] = (merlon, wall)
            canvas[y][x + i] = (" ", TextStyle(wall.fg, wall.fg))
        else:
            canvas[y][x + i] = (merlon, wall)
    for j in range(1, height):
        for i in range(width):
            canvas[y + j][x + i] = _bare(ground, x + i, y + j, glyphs)
    _write(canvas, x, y + 1, head(spot, ground, focused, width, glyphs).runs)
    _pour(canvas, chart.rooms(CASTILLO), layouts(spot, ground, glyphs), ground, glyphs.more)


def _inset(
    canvas: list[list[Cell]],
    box: Box,
    rooms: Rooms,
    spot: Spot,
    ground: str,
    focused: bool,
    glyphs: Glyphs,
) -> None:
    """Draw a region off the land: a rule with its name and values, a bar, and what is there."""
    x, y, width, height = box
    line = TextStyle("plate", "cursor") if focused else TextStyle(_on(ground), ground)
    for j in range(height):
        for i in range(width):
            canvas[y + j][x + i] = _bare(ground, x + i, y + j, glyphs)
        canvas[y + j][x] = (glyphs.bar, line)
    for i in range(width):
        canvas[y][x + i] = (glyphs.rule if i else glyphs.corner, line)
    title, beside = _inset_head(box, spot, ground, focused, glyphs)
    at = x + 1
    for token in (title, *beside):
        _write(canvas, at, y, token.runs)
        at += token.width
        if at < x + width:
            _write(canvas, at, y, [Run(" ", TextStyle(_on(ground), ground))])
        at += 1
    _pour(canvas, rooms, layouts(spot, ground, glyphs, noted=bool(beside)), ground, glyphs.more)


def _inset_head(
    box: Box, spot: Spot, ground: str, focused: bool, glyphs: Glyphs
) -> tuple[Token, list[Token]]:
    """Return the name on the rule of a box, and what is noted beside it; nothing if it is below.

    What belongs together stays together: it is beside the name if all of it has room there.
    """
    room = box.width - 2
    title = head(spot, ground, focused, room, glyphs)
    # A key that lights up needs a cell more; nothing shall change its place for that.
    widest = head(spot, ground, True, room, glyphs).width
    values = facts(spot, ground, glyphs, plate(glyphs, long=False))
    fits = widest + sum(1 + token.width for token in values) <= room
    return title, values if fits else []


class Pointed(NamedTuple):
    """What lies at a cell: a region or the Castillo, and the place of it whose name is there."""

    target: str
    place: str = ""


def pointed_at(chart: Chart, scene: Scene, glyphs: Glyphs, x: int, y: int) -> Pointed:
    """Return what a click on a cell means; both ids are empty at sea and abroad.

    The name of a place belongs to its region, even where it stands on the land of another.
    """
    target = chart.at(x, y)
    for spot in scene.spots:
        if spot.posts and spot.id in chart.targets:
            box = chart.insets.get(spot.id)
            noted = bool(box and _inset_head(box, spot, "text", False, glyphs)[1])
            ways = layouts(spot, "text", glyphs, noted=noted)
            place = post_at(chart.rooms(spot.id), ways, x, y, whole=spot.id == target)
            if place:
                return Pointed(spot.id, place)
    return Pointed(target)


def _on(ground: str) -> str:
    """Return the palette name of text on a ground."""
    return "taboo-text" if ground == "taboo" else "text"


def _aside(canvas: list[list[Cell]], chart: Chart, scene: Scene, glyphs: Glyphs) -> None:
    """Scoreboards not yet on the map, and a King who stands outside the regions."""
    tokens = []
    if scene.king_at:
        name = scene.king_name or scene.king_at
        plate = Run(f" {glyphs.king} {name} ", TextStyle("ink", "king", True))
        if scene.king_at in chart.names:
            x, y = chart.names[scene.king_at]
            _write(canvas, x, y, [plate])
        else:
            tokens.append(Token((plate,)))
    for values in scene.aside:
        text = "/".join(str(value) for value in values)
        tokens.append(Token((Run(f"[{text}]", TextStyle("ink", "board", True)),)))
    if tokens:
        ways = [Layout((tokens,), 1), Layout((tokens,), 0)]
        _pour(canvas, [chart.aside], ways, "sea", glyphs.more)


def _ride(canvas: list[list[Cell]], chart: Chart, rider: Rider) -> None:
    """Draw a piece on its way; what comes from no place comes over the edge beside the panes."""
    ends = [chart.middle(place) for place in (rider.source, rider.target)]
    known = next(end for end in ends if end is not None)
    source, target = (end or (chart.width - len(rider.drawn.text), known[1]) for end in ends)
    x, y = (round(a + (b - a) * rider.part) for a, b in zip(source, target, strict=True))
    _write(canvas, x, y, [rider.drawn])


def _write(canvas: list[list[Cell]], x: int, y: int, runs: Iterable[Run]) -> None:
    """Put runs on the canvas; what would leave it is cut."""
    if not 0 <= y < len(canvas):
        return
    row = canvas[y]
    for run in runs:
        for sign in run.text:
            if 0 <= x < len(row):
                row[x] = (sign, run.style)
            x += 1


def _merge(cells: Sequence[Cell]) -> Row:
    """Neighbouring cells of equal style as one run."""
    runs: list[Run] = []
    text, style = [cells[0][0]], cells[0][1]
    for sign, other in cells[1:]:
        if other is style or other == style:
            text.append(sign)
        else:
            runs.append(Run("".join(text), style))
            text, style = [sign], other
    runs.append(Run("".join(text), style))
    return tuple(runs)
