"""The text of a region on the map: its head, what is noted of it, who stands there, and the flow.

A label is poured into rows of room (slots) of unequal length; of several ways to write it the
first is taken that fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, product
from typing import TYPE_CHECKING, NamedTuple

from elgrande.app.panes.glyphs import Glyphs, letter
from elgrande.app.panes.text_runs import Run, TextStyle
from elgrande.content.map.chart import TextSlot, fitting, key_at, key_inside

if TYPE_CHECKING:
    from elgrande.app.board.map.scene import Post, Spot, Troop
    from elgrande.content.display import Lying

    Rooms = Sequence[Sequence[TextSlot]]
    """Slots, and wider ones for what does not fit them."""


class Token(NamedTuple):
    """A piece of a label that must stay together on one row; ``post`` is the place it shows.

    ``words`` keep a space before them where others may touch: they would be read as one.
    """

    runs: tuple[Run, ...]
    post: str = ""
    words: bool = False

    @property
    def width(self) -> int:
        """Cells needed."""
        return sum(len(run.text) for run in self.runs)

    def lead(self, gap: int) -> int:
        """Return the space before it, behind another one, where others have ``gap``."""
        return max(gap, self.words)


class Layout(NamedTuple):
    """Groups of tokens, each starting on a row of its own, and the space between tokens.

    One that is ``brief`` does not say what was before a change.
    """

    groups: tuple[list[Token], ...]
    gap: int
    brief: bool = False


def head(spot: Spot, ground: str, focused: bool, width: int, glyphs: Glyphs) -> Token:
    """Return key and name: brackets when lit, arrows and inverse when the cursor is on it.

    Of what is spotlit without being ``focused`` the key alone is inverse.
    A digit stands before the name; a letter is shown within it, where the name has it and it can
    be pressed.
    """
    plain = TextStyle(_text(ground), ground)
    strong = TextStyle(plain.fg, ground, True)
    marks, key, name_ink = ("  ", plain, strong)
    if focused or spot.spotlit:
        ends = glyphs.spot_left + glyphs.spot_right if spot.spotlit else glyphs.left + glyphs.right
        marks, key = (ends, TextStyle("plate", "cursor", True))
        name_ink = key if focused else strong
    elif spot.lit:
        marks, key = ("[]", TextStyle("lit", "ink", True))
    inside = key_inside(spot.names, spot.key)
    wide = 2 if inside else len(spot.key) + 2
    name = fitting(spot.names, spot.key, width) or _cut(spot.names[-1], width - wide, glyphs)
    at = key_at(name, spot.key) if inside else -1
    if at < 0:
        return Token((Run(f"{marks[0]}{spot.key}{marks[1]}", key), Run(name, name_ink)))
    if marks != "[]":
        beside = (Run(marks[0], key), Run(name, name_ink), Run(marks[1], key))
        return Token(beside if marks != "  " else beside[:2])
    sign = Run(f"{marks[0]}{name[at]}{marks[1]}", key)
    parts = (Run(name[:at], name_ink), sign, Run(name[at + 1 :], name_ink))
    return Token(tuple(run for run in parts if run.text))


def _cut(text: str, room: int, glyphs: Glyphs) -> str:
    """Return a text cut to its room, with a sign that it goes on."""
    if len(text) <= room:
        return text
    more = glyphs.more[: max(room, 0)]
    return text[: max(room - len(more), 0)] + more


def _text(ground: str) -> str:
    return "taboo-text" if ground == "taboo" else "text"


def layouts(spot: Spot, ground: str, glyphs: Glyphs, *, noted: bool = False) -> list[Layout]:
    """Return the ways to write what is below a name, the roomiest first.

    ``noted`` says that what is noted of the region stands beside its name.
    """
    ways = _layouts(spot, ground, glyphs, noted)
    there = [*(spot.troops or ()), *spot.apart]
    if any(troop.change for troop in chain(there, *(post.troops for post in spot.posts))):
        now = _layouts(_now(spot), ground, glyphs, noted)
        ways += [way._replace(brief=True) for way in now]
    return ways


def _now(spot: Spot) -> Spot:
    """Return a spot without what was before: it is marked where somebody has come or gone."""

    def some(troops: tuple[Troop, ...]) -> tuple[Troop, ...]:
        here = (troop for troop in troops if troop.count or not troop.change)
        return tuple(replace(t, fresh=True, change=0) if t.change else t for t in here)

    posts = tuple(replace(post, troops=some(post.troops)) for post in spot.posts)
    return replace(
        spot, troops=spot.troops and some(spot.troops), apart=some(spot.apart), posts=posts
    )


def _layouts(spot: Spot, ground: str, glyphs: Glyphs, noted: bool) -> list[Layout]:
    """Return the ways to write a spot as it is."""
    crowd = [_troop(troop, glyphs) for troop in spot.troops or ()]
    if spot.troops is None:
        crowd = [Token((Run("veiled", TextStyle("text", ground)),))]
    if spot.apart:
        crowd += _apart(spot, ground, glyphs)
    long = [] if noted else facts(spot, ground, glyphs, plate(glyphs))
    short = [] if noted else facts(spot, ground, glyphs, plate(glyphs, long=False))
    tight = [] if noted else facts(spot, ground, glyphs, plate(glyphs, long=False), brief=True)
    if not spot.posts and not spot.lying:
        return [
            Layout((long, crowd), 1),
            Layout((short, crowd), 1),
            Layout((tight, crowd), 1),
            Layout((short + crowd,), 1),
            Layout((tight, crowd), 0),
            Layout((tight + crowd,), 0),
        ]
    posts = [_post(post, ground, glyphs, 0) for post in spot.posts]
    brief = [_post(post, ground, glyphs, -1) for post in spot.posts]
    style = TextStyle(_text(ground), ground)
    bare = [Token(_lying(one, glyphs)) for one in spot.lying]
    lying = [
        Token((Run(f"{one.label} ", style), *token.runs))
        for one, token in zip(spot.lying, bare, strict=True)
    ]
    rows = [[post] for post in posts]
    # On the row of a named place the crowd goes first: behind it, it would be in that place.
    return [
        Layout((long, posts, crowd, lying), 1),
        Layout((short, posts, crowd, lying), 1),
        Layout((short, posts, crowd + lying), 1),
        Layout((short, *rows, crowd, lying), 1),
        Layout((short, *rows, crowd + lying), 1),
        Layout((tight, brief, crowd + bare), 1),
        Layout((tight + brief, crowd + bare), 1),
        Layout((tight + crowd + bare, brief), 1),
        Layout((tight + crowd + bare + brief,), 1),
        Layout((tight, brief, crowd + bare), 0),
        Layout((tight + crowd + bare, brief), 0),
        Layout((tight + crowd + bare + brief,), 0),
    ]


def plate(glyphs: Glyphs, *, long: bool = True) -> str:
    """Return what the King's plate says."""
    return f" {glyphs.king} KING " if long else f" {glyphs.king} "


def facts(
    spot: Spot, ground: str, glyphs: Glyphs, king: str, *, brief: bool = False
) -> list[Token]:
    """Return King, values, Grandes and whatever else is noted of a region, in ``brief`` or not."""
    text = _text(ground)
    tokens = []
    if spot.king:
        tokens.append(Token((Run(king, TextStyle("ink", "king", True)),)))
    values = "/".join(str(value) for value in spot.values)
    instead = next((mark.values for mark in spot.marks if mark.values), "")
    if instead:
        tokens.append(Token((Run(instead, TextStyle(text, ground)),)))
    elif spot.mobile:
        tokens.append(Token((Run(f"[{values}]", TextStyle("ink", "board", True)),)))
    elif any(spot.values):
        tokens.append(Token((Run(values, TextStyle(text, ground)),)))
    if spot.grandes:
        runs = [Run(glyphs.home, TextStyle(text, ground, True))]
        runs += [Run(letter(c), TextStyle("ink", f"player-{c}", True)) for c in spot.grandes]
        tokens.append(Token(tuple(runs)))
    if spot.plan:
        tokens.append(Token((Run(spot.plan, TextStyle("plate", "cursor", True)),), words=True))
    for mark in spot.marks:
        said = mark.text if glyphs.half else mark.ascii or mark.text
        if brief and mark.short:
            said = mark.short
        if said:
            tokens.append(Token((Run(said, TextStyle(text, ground)),), words=True))
    return tokens


def _post(post: Post, ground: str, glyphs: Glyphs, form: int) -> Token:
    """Return a place by its name, who stands there, and what that is worth."""
    style = TextStyle(_text(ground), ground)
    runs = [Run(f"{post.names[form]} ", style)]
    for troop in post.troops:
        runs += _troop(troop, glyphs, alone=True).runs
    if not post.troops:
        runs.append(Run(glyphs.dash, style))
    if post.worth:
        runs.append(Run(f" {post.worth}", style))
    return Token(tuple(runs), post.id, words=True)


def _lying(one: Lying, glyphs: Glyphs) -> tuple[Run, ...]:
    """Return pieces that are nobody's: their sign, and their number if there are several."""
    sign = glyphs.sign(one.sign)
    return (Run(f"{sign}{one.number}" if one.number > 1 else sign, DISC),)


def _apart(spot: Spot, ground: str, glyphs: Glyphs) -> list[Token]:
    """Return those who do not count with the others, the first of them after a line."""
    tokens = [_troop(troop, glyphs) for troop in spot.apart]
    line = Run(glyphs.bar, TextStyle(_text(ground), ground, True))
    return [Token((line, *tokens[0].runs)), *tokens[1:]] if tokens else []


def _troop(troop: Troop, glyphs: Glyphs, *, alone: bool = False) -> Token:
    """Return shape and number of one colour's caballeros, what some carry, how many are marked.

    A change goes from what was before to what is now.
    Somebody who stands ``alone`` needs no number.
    """
    style = _flash(troop.colour) if troop.fresh else _piece(troop.colour)
    shape = glyphs.sign(troop.sign) if troop.sign else glyphs.piece(troop.colour)
    if troop.points:
        return Token((Run(f"{shape}+{troop.count}", style),))
    if troop.coming:
        return Token((Run(f"{glyphs.spot_left}{shape}{troop.count or ''}", _flash(troop.colour)),))
    lone = alone and troop.count == 1 and not troop.change
    before = max(0, troop.count - troop.change)
    runs = [Run(shape if lone else f"{shape}{before}", style)]
    if troop.change:
        runs.append(Run(f"{glyphs.became}{troop.count}", _flash(troop.colour)))
    for badge in troop.badges:
        sign = glyphs.sign(badge.sign)
        runs.append(Run(f"{sign}{badge.number}" if badge.number > 1 else sign, DISC))
    if troop.picked:
        runs.append(Run(f"{glyphs.up}{troop.picked}", TextStyle("king", "tray", True)))
    return Token(tuple(runs))


DISC = TextStyle("king", "tray", True)
"""Pieces that are no caballeros: gold on the tray."""


def _piece(colour: str) -> TextStyle:
    """Return a caballero in its player's colour, on the tray."""
    return TextStyle(f"player-{colour}", "tray", True)


def _flash(colour: str) -> TextStyle:
    """Return the same the other way round, for the moment in which it comes."""
    return TextStyle("tray", f"player-{colour}", True)


def flow(
    rooms: Rooms, ways: Sequence[Layout], ground: str, more: str
) -> Iterator[tuple[TextSlot, list[Run]]]:
    """Return the runs of each slot, by the first layout that keeps each group on a row.

    If there is none, it is the first that fits at all. What fits in no way goes on beyond its
    slots as far as nothing else is written there; the rest is cut with the sign ``more``.
    """
    for slot, line, gap in _filled(rooms, ways):
        yield slot, _clip(_join(line, gap, slot.width, ground), slot.width, more)


def post_at(rooms: Rooms, ways: Sequence[Layout], x: int, y: int, *, whole: bool = False) -> str:
    """Return the id of the named place that ``flow`` shows at a cell, or an empty string.

    With ``whole`` a row that shows nothing else belongs to it from end to end.
    """
    for slot, line, gap in _filled(rooms, ways):
        if slot.y != y:
            continue
        if whole and len(line) == 1 and slot.x <= x < slot.x + slot.width:
            return line[0].post
        at = slot.x
        for i, token in enumerate(line):
            at += token.lead(gap) if i else 0
            if at <= x < at + token.width:
                return token.post
            at += token.width
    return ""


def _filled(rooms: Rooms, ways: Sequence[Layout]) -> Iterator[tuple[TextSlot, list[Token], int]]:
    """Return what each slot holds, and the space between; a line with room gets its spaces."""
    slots, lines, gap = _fitted(rooms, ways)
    for slot, line in zip(slots, lines, strict=False):
        need = sum(token.width for token in line) + len(line) - 1
        yield slot, line, 1 if need <= slot.width else gap


def _fitted(
    rooms: Rooms, ways: Sequence[Layout]
) -> tuple[Sequence[TextSlot], list[list[Token]], int]:
    """Return the slots that all of it has room in, the tokens of each, and the space between."""
    for slots, brief, spread in product(rooms, (False, True), (False, True)):
        for layout in ways:
            if layout.brief is brief:
                lines = _wrap(slots, layout, spread=spread)
                if lines is not None:
                    return slots, lines, layout.gap
    return rooms[-1], _wrap(rooms[-1], ways[-1], force=True) or [], ways[-1].gap


def _clip(runs: list[Run], width: int, more: str) -> list[Run]:
    """Return runs that fit a row of cells; where some had to go stands a sign."""
    if sum(len(run.text) for run in runs) <= width:
        return runs
    more = more[:width]
    room = width - len(more)
    kept: list[Run] = []
    style = runs[0].style
    for run in runs:
        style = run.style
        if len(run.text) >= room:
            kept.append(Run(run.text[:room], style))
            break
        kept.append(run)
        room -= len(run.text)
    return [*kept, Run(more, style)]


def _wrap(
    slots: Sequence[TextSlot], layout: Layout, *, spread: bool = True, force: bool = False
) -> list[list[Token]] | None:
    """Return the tokens of each slot, or None when they do not fit; each group starts a row.

    Without ``spread`` a group must not go on in the next row.
    """
    lines: list[list[Token]] = [[] for _ in slots]
    if not lines:
        return None
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
            lead = token.lead(layout.gap) if used else 0
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
        if i and token.lead(gap):
            both = token.runs[0].style.bg == "tray" == tokens[i - 1].runs[-1].style.bg
            bg = "tray" if both else ground
            runs.append(Run(" ", TextStyle("text", bg)))
            used += 1
        runs += token.runs
        used += token.width
    if gap and tokens and tokens[-1].runs[-1].style.bg == "tray" and used < width:
        runs.append(Run(" ", TextStyle("text", "tray")))
    return runs
