"""The facts of a turn as rows: players are their pieces in their colours."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import DIM, PLAIN, Run, TextStyle, cells, piece, wrap
from elgrande.content.turn_facts import FIRST, TurnFact

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide

_PIECES = re.compile(rf"([{chr(FIRST)}-{chr(FIRST + 255)}]\S*)")


def lines(told: Sequence[TurnFact], guide: Guide, room: int, you: int, hit: str) -> list[list[Run]]:
    """Return facts one behind the other, as many to a line as fit whole.

    Whose lead is lost has it told in their colour, and ``you`` on a line of its own.
    """
    gap = " \N{MIDDLE DOT} " if guide.glyphs.half else "; "
    out: list[list[Run]] = [[]]
    used = 0
    for text, whom in told:
        hits = whom == you >= 0
        text = f"! {text}" if hits else text
        if used and (hits or used + cells(gap + text) > room):
            out.append([])
            used = 0
        if used:
            out[-1].append(Run(gap, DIM, hit))
            used += cells(gap)
        style = piece(guide.rules.kinds[whom]) if whom >= 0 else PLAIN
        for at, line in enumerate(wrap(text, room - used)):
            if at:
                out.append([])
                used = 0
            out[-1] += _inked(line, guide, style, hit)
            used += cells(line)
    return out


def _inked(line: str, guide: Guide, style: TextStyle, hit: str) -> Iterator[Run]:
    """Yield a line with each piece, and the number beside it, in its colour."""
    for part in filter(None, _PIECES.split(line)):
        if _PIECES.match(part):
            colour = guide.rules.kinds[ord(part[0]) - FIRST]
            yield Run(guide.glyphs.piece(colour) + part[1:], piece(colour), hit)
        else:
            yield Run(part, style, hit)
