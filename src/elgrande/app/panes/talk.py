"""What is said in the room of a game, the latest last."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import Row, Run, filled, pad, wrap
from elgrande.app.panes.text_styles import DIM, PLAIN, STRONG, TextStyle, piece

if TYPE_CHECKING:
    from collections.abc import Sequence

    from elgrande.app.panes.glyphs import Glyphs
    from elgrande.lobby import Room, Said

HOUSE = "*"
NAME = 8
"""Cells for a name, where the time stands beside it."""
TIMED = 34
"""From this width on each line has its time."""


def rows(room: Room, me: str, glyphs: Glyphs, width: int, height: int) -> list[Row]:
    """Return the latest lines, as many as fit; a player's behind the shape of their colour."""
    out: list[Row] = []
    for said in reversed(room.said):
        made = _said(said, room, me, glyphs, width)
        if len(out) + len(made) > height:
            break
        out[:0] = made
    return out


def _said(said: Said, room: Room, me: str, glyphs: Glyphs, width: int) -> Sequence[Row]:
    style = DIM if not said.who else STRONG if said.who == me else PLAIN
    colour = next((seat.colour for seat in room.game.seats if seat.name == said.who), "")
    sign, tint = _sign(said, colour, glyphs)
    lead = [Run(sign, tint), Run(" ", PLAIN)]
    if width >= TIMED:
        clock = time.strftime("%H:%M", time.localtime(said.time))
        name = filled(said.who, NAME, glyphs.more) if said.who else ""
        lead = [Run(f"{clock} ", DIM), *lead, Run(f"{name} " if name else "", style)]
        text = said.text
    else:
        # A player is known by the shape, whoever looks on by the name.
        text = said.text if colour or not said.who else f"{said.who}: {said.text}"
    used = sum(len(run.text) for run in lead)
    lines = wrap(text, max(8, width - used))
    first = pad([*lead, Run(lines[0], style)], width)
    inset = Run(" " * used, PLAIN)
    return [first, *(pad([inset, Run(line, style)], width) for line in lines[1:])]


def _sign(said: Said, colour: str, glyphs: Glyphs) -> tuple[str, TextStyle]:
    if not said.who:
        return HOUSE, DIM
    return (glyphs.piece(colour), piece(colour)) if colour else (glyphs.dot, DIM)
