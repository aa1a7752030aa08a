"""Draws the map as rows of (text, ink): pure, and without Textual.

The land is calm: one tint a region, a line between them, shoals along the coast.
What changes in play is strong: pieces on dark trays, the King on a gold plate in
a hatched violet region, lit targets bright with a bracketed key. Each of these is
also a sign, so that nothing is lost without colour.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from elgrande.app.glyphs import letter
from elgrande.app.ink import Ink, Row, Run
from elgrande.app.map.chart import ABROAD, LETTERS, SEA, Chart, Slot

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from elgrande.app.glyphs import Glyphs
    from elgrande.app.map.scene import Scene, Spot, Troop


TALL = 6
"""A Castillo box of more rows than this gets corner towers, one row higher than the wall."""

Cell = tuple[str, Ink]


class Token(NamedTuple):
    """A piece of a label that must stay together on one row."""

    runs: tuple[Run, ...]

    @property
    def width(self) -> int:
        """Cells needed."""
        return sum(len(run.text) for run in self.runs)


class Layout(NamedTuple):
    """Groups of tokens, each starting on a row of its own, and the space between tokens."""

    groups: tuple[list[Token], ...]
    gap: int


def draw(chart: Chart, scene: Scene, glyphs: Glyphs) -> list[Row]:
    """The rows of the map, top to bottom, each exactly `chart.width` cells wide."""
    spots = {spot.id: spot for spot in scene.spots}
    canvas = _terrain(chart, spots, scene.cursor, glyphs)
    for place, (x, y) in chart.names.items():
        if place != scene.king_at:
            bg = "sea" if place == "sea" else "abroad"
            _write(canvas, x, y, [Run(place.title(), Ink("faint", bg))])
    for region, slots in chart.labels.items():
        spot = spots.get(region)
        if spot is not None:
            ground = _ground(spot, chart.tints[region])
            _label(canvas, slots, spot, ground, scene.cursor == region, glyphs)
    if "castillo" in spots:
        _castle(canvas, chart, spots["castillo"], scene.cursor == "castillo", glyphs)
    _aside(canvas, chart, scene, glyphs)
    return [_merge(row) for row in canvas]


def _ground(spot: Spot, tint: int) -> str:
    """The palette name of a region's field."""
    if spot.taboo:
        return "taboo"
    return "lit" if spot.lit else f"land-{tint}"


def _terrain(chart: Chart, spots: dict[str, Spot], cursor: str, glyphs: Glyphs) -> list[list[Cell]]:
    """Sea, coasts and fields: the map without any text."""
    skeleton = _skeleton(chart)
    colours = [_colour(kind, chart, spots, cursor) for kind in skeleton.kinds]
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


class Kind(NamedTuple):
    """What a pixel is, whatever happens in play.

    `what` is "sea", "shoal", "abroad", "field", "edge" (a region's own rim) or "line";
    a line belongs to its region's rim towards `others` and is drawn on one side only.
    """

    what: str
    region: str = ""
    others: frozenset[str] = frozenset()


class Skeleton(NamedTuple):
    """The pixels of a chart as indices into the kinds that occur."""

    kinds: tuple[Kind, ...]
    rows: tuple[tuple[int, ...], ...]


@cache
def _skeleton(chart: Chart) -> Skeleton:
    """Sorts the pixels of a chart once."""
    kinds: dict[Kind, int] = {}
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
                kind = _kind(five[0], set(five[1:]))
                at = known[five] = kinds.setdefault(kind, len(kinds))
            row.append(at)
        rows.append(tuple(row))
    return Skeleton(tuple(kinds), tuple(rows))


def _kind(here: str, near: set[str]) -> Kind:
    """What one pixel is, by the letters at its four sides."""
    if here == SEA:
        return Kind("sea" if near == {SEA} else "shoal")
    if here in ABROAD:
        return Kind("abroad")
    region = LETTERS[here]
    others = frozenset(LETTERS[sign] for sign in near if sign in LETTERS and sign > here)
    if others:
        return Kind("line", region, others)
    return Kind("field" if near == {here} else "edge", region)


def _colour(kind: Kind, chart: Chart, spots: dict[str, Spot], cursor: str) -> str:
    """The palette name of a kind of pixel, as the game stands."""
    if not kind.region:
        return kind.what
    if kind.what != "field" and kind.region == cursor:
        return "cursor"
    # Where the cursor's own rim is drawn there is no second line beside it.
    if kind.what == "line" and kind.others - {cursor}:
        return "line"
    tint = chart.tints[kind.region]
    spot = spots.get(kind.region)
    return _ground(spot, tint) if spot else f"land-{tint}"


def _half(top: str, bottom: str, parity: int, glyphs: Glyphs) -> Cell:
    """One cell of two pixels."""
    if top != bottom:
        return ("▀", Ink(top, bottom))
    if top == "taboo" and parity == 0:
        return (glyphs.hatch, Ink("hatch", "taboo"))
    return (" ", Ink(top, top))


def _whole(
    chart: Chart, above: Sequence[str], below: Sequence[str], x: int, y: int, glyphs: Glyphs
) -> Cell:
    """One cell in ASCII: its field, and a sign where the field ends."""
    ground = above[x] if above[x] not in {"line", "shoal"} else below[x]
    here = _land(chart, x, y)
    if here == SEA:
        return (" ", Ink("faint", "sea"))
    if here not in LETTERS:
        return (glyphs.abroad, Ink("faint", "abroad"))
    text = "taboo-text" if ground == "taboo" else "text"
    right, under = _land(chart, x + 1, y), _land(chart, x, y + 1)
    if right != here:
        return ("|", Ink(text, ground))
    if under != here:
        return ("_", Ink(text, ground))
    return _bare(ground, x, y, glyphs)


def _bare(ground: str, x: int, y: int, glyphs: Glyphs) -> Cell:
    """A cell of a field with nothing on it; what is taboo is hatched."""
    if ground == "taboo" and (x + y) % 2 == 0:
        return (glyphs.hatch, Ink("hatch", "taboo"))
    return (" ", Ink("taboo-text" if ground == "taboo" else "text", ground))


def _land(chart: Chart, x: int, y: int) -> str:
    """The letter that stands for a whole cell: that of its upper pixel, but land before sea."""
    if not (0 <= x < chart.width and 0 <= y < chart.height):
        return SEA
    upper, lower = chart.grid[2 * y][x], chart.grid[2 * y + 1][x]
    return lower if upper == SEA else upper


def _label(
    canvas: list[list[Cell]],
    slots: Sequence[Slot],
    spot: Spot,
    ground: str,
    focused: bool,
    glyphs: Glyphs,
) -> None:
    """Name, values and pieces of one region, flowing through its slots."""
    first, rest = slots[0], slots[1:]
    head = _head(spot, ground, focused, first.width, glyphs)
    _write(canvas, first.x, first.y, head.runs)
    _flow(canvas, rest, _layouts(spot, ground, glyphs), ground)


def _head(spot: Spot, ground: str, focused: bool, width: int, glyphs: Glyphs) -> Token:
    """Key and name: brackets when lit, arrows and inverse when the cursor is on it."""
    text = "taboo-text" if ground == "taboo" else "text"
    name = next((n for n in spot.names if len(n) + 3 <= width), spot.names[-1])
    if focused:
        key = Run(f"{glyphs.left}{spot.key}{glyphs.right}", Ink("plate", "cursor", True))
        return Token((key, Run(name, Ink("plate", "cursor", True))))
    if spot.lit:
        key = Run(f"[{spot.key}]", Ink("lit", "ink", True))
        return Token((key, Run(name, Ink(text, ground, True))))
    return Token((Run(f" {spot.key} ", Ink(text, ground)), Run(name, Ink(text, ground, True))))


def _layouts(spot: Spot, ground: str, glyphs: Glyphs) -> list[Layout]:
    """The ways to write a label, the roomiest first: `_flow` takes the first that fits."""
    troops = [_troop(troop, glyphs) for troop in spot.troops or ()]
    if spot.troops is None:
        troops = [Token((Run("closed", Ink("text", ground)),))]
    long = _facts(spot, ground, glyphs, f" {glyphs.king} KING ")
    short = _facts(spot, ground, glyphs, f" {glyphs.king} ")
    return [
        Layout((long, troops), 1),
        Layout((short, troops), 1),
        Layout((short + troops,), 1),
        Layout((short, troops), 0),
        Layout((short + troops,), 0),
    ]


def _facts(spot: Spot, ground: str, glyphs: Glyphs, king: str) -> list[Token]:
    """King, values and Grandes."""
    text = "taboo-text" if ground == "taboo" else "text"
    tokens = []
    if spot.king:
        tokens.append(Token((Run(king, Ink("ink", "king", True)),)))
    values = "/".join(str(value) for value in spot.values)
    if spot.mobile:
        tokens.append(Token((Run(f"[{values}]", Ink("ink", "board", True)),)))
    else:
        tokens.append(Token((Run(values, Ink(text, ground)),)))
    if spot.grandes:
        runs = [Run(glyphs.home, Ink(text, ground, True))]
        runs += [Run(letter(c), Ink("ink", f"player-{c}", True)) for c in spot.grandes]
        tokens.append(Token(tuple(runs)))
    return tokens


def _troop(troop: Troop, glyphs: Glyphs) -> Token:
    """Shape and number of one colour's caballeros, and how many of them are picked up."""
    ink = _flash(troop.colour) if troop.fresh else _piece(troop.colour)
    runs = [Run(f"{glyphs.piece(troop.colour)}{troop.count}", ink)]
    if troop.picked:
        runs.append(Run(f"{glyphs.up}{troop.picked}", Ink("king", "tray", True)))
    return Token(tuple(runs))


def _piece(colour: str) -> Ink:
    """A caballero in its player's colour, on the tray."""
    return Ink(f"player-{colour}", "tray", True)


def _flash(colour: str) -> Ink:
    """The same the other way round, for the moment in which it comes."""
    return Ink("tray", f"player-{colour}", True)


def _flow(
    canvas: list[list[Cell]], slots: Sequence[Slot], layouts: Sequence[Layout], ground: str
) -> None:
    """Writes the first layout that keeps each group on a row, else the first that fits."""
    for spread in (False, True):
        for layout in layouts:
            lines = _wrap(slots, layout, spread=spread)
            if lines is not None:
                _write_lines(canvas, slots, lines, layout.gap, ground)
                return
    lines = _wrap(slots, layouts[-1], force=True) or []
    _write_lines(canvas, slots, lines, layouts[-1].gap, ground)


def _write_lines(
    canvas: list[list[Cell]],
    slots: Sequence[Slot],
    lines: Sequence[list[Token]],
    gap: int,
    ground: str,
) -> None:
    """Writes each line into its slot; a line that has the room gets its spaces anyhow."""
    for slot, line in zip(slots, lines, strict=False):
        need = sum(token.width for token in line) + len(line) - 1
        room = 1 if need <= slot.width else gap
        _write(canvas, slot.x, slot.y, _join(line, room, slot.width, ground))


def _wrap(
    slots: Sequence[Slot], layout: Layout, *, spread: bool = True, force: bool = False
) -> list[list[Token]] | None:
    """The tokens of each slot, or None when they do not fit; each group starts a row.

    Without `spread` a group must not go on in the next row.
    """
    lines: list[list[Token]] = [[] for _ in slots]
    row = 0
    for group in layout.groups:
        if not group:
            continue
        if lines[row] and row + 1 < len(slots):
            row += 1
        elif lines[row] and not force:
            return None
        used = sum(token.width for token in lines[row])
        for token in group:
            lead = layout.gap if used else 0
            if used + lead + token.width > slots[row].width:
                if not spread:
                    return None
                if row + 1 < len(slots):
                    row, used, lead = row + 1, 0, 0
                if used + lead + token.width > slots[row].width and not force:
                    return None
            lines[row].append(token)
            used += lead + token.width
    return lines


def _join(tokens: list[Token], gap: int, width: int, ground: str) -> list[Run]:
    """One line: gaps between pieces belong to the tray, others to the ground."""
    runs: list[Run] = []
    used = 0
    for i, token in enumerate(tokens):
        if i and gap:
            both = token.runs[0].ink.bg == "tray" == tokens[i - 1].runs[-1].ink.bg
            bg = "tray" if both else ground
            runs.append(Run(" ", Ink("text", bg)))
            used += 1
        runs += token.runs
        used += token.width
    if gap and tokens and tokens[-1].runs[-1].ink.bg == "tray" and used < width:
        runs.append(Run(" ", Ink("text", "tray")))
    return runs


def _castle(
    canvas: list[list[Cell]], chart: Chart, spot: Spot, focused: bool, glyphs: Glyphs
) -> None:
    """The Castillo: a crenellated box in the sea with its own values and pieces."""
    x, y, width, height = chart.castle
    ground = "taboo" if spot.taboo else "lit" if spot.lit else "stone"
    wall = Ink("cursor" if focused else ground, "sea")
    for i in range(width):
        tower = i < 3 or i >= width - 3
        merlon = glyphs.merlon if (i if i < 3 else width - 1 - i if tower else i) % 2 == 0 else " "
        if not glyphs.half:
            canvas[y][x + i] = ("_" if i % 2 else "n", Ink("faint", "sea"))
        elif height > TALL and tower:
            canvas[y - 1][x + i] = (merlon, wall)
            canvas[y][x + i] = (" ", Ink(wall.fg, wall.fg))
        else:
            canvas[y][x + i] = (merlon, wall)
    for j in range(1, height):
        for i in range(width):
            canvas[y + j][x + i] = _bare(ground, x + i, y + j, glyphs)
    head = _head(spot, ground, focused, width, glyphs)
    _write(canvas, x, y + 1, head.runs)
    slots = [Slot(x + 1, y + j, width - 1) for j in range(2, height)]
    _flow(canvas, slots, _layouts(spot, ground, glyphs), ground)


def _aside(canvas: list[list[Cell]], chart: Chart, scene: Scene, glyphs: Glyphs) -> None:
    """Scoreboards not yet on the map, and a King who stands outside the regions."""
    tokens = []
    if scene.king_at:
        name = scene.king_name or scene.king_at
        plate = Run(f" {glyphs.king} {name} ", Ink("ink", "king", True))
        if scene.king_at in chart.names:
            x, y = chart.names[scene.king_at]
            _write(canvas, x, y, [plate])
        else:
            tokens.append(Token((plate,)))
    for values in scene.aside:
        text = "/".join(str(value) for value in values)
        tokens.append(Token((Run(f"[{text}]", Ink("ink", "board", True)),)))
    if tokens:
        _flow(canvas, chart.aside, [Layout((tokens,), 1)], "sea")


def _write(canvas: list[list[Cell]], x: int, y: int, runs: Iterable[Run]) -> None:
    """Puts runs on the canvas; what would leave it is cut."""
    if not 0 <= y < len(canvas):
        return
    row = canvas[y]
    for run in runs:
        for sign in run.text:
            if 0 <= x < len(row):
                row[x] = (sign, run.ink)
            x += 1


def _merge(cells: Sequence[Cell]) -> Row:
    """Neighbouring cells of equal ink as one run."""
    runs: list[Run] = []
    text, ink = [cells[0][0]], cells[0][1]
    for sign, other in cells[1:]:
        if other == ink:
            text.append(sign)
        else:
            runs.append(Run("".join(text), ink))
            text, ink = [sign], other
    runs.append(Run("".join(text), ink))
    return tuple(runs)
