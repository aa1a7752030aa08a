"""The signs on the map and what they mean, as the help lists them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.text_runs import Row, Run, pad
from elgrande.app.panes.text_styles import PLAIN, TITLE, piece

if TYPE_CHECKING:
    from elgrande.app.board.guide import Guide
    from elgrande.app.panes.glyphs import Glyphs


def legend_rows(guide: Guide, width: int) -> list[Row]:
    """Return the signs on the map, with the players of this game."""
    out = sign_rows(guide.glyphs, width, guide.names.scoreboard)
    for seat in range(guide.rules.n_seats):
        colour = guide.colour(seat)
        runs = [
            Run(" ", PLAIN),
            Run(f"{guide.glyphs.piece(colour)}3", piece(colour)),
            Run(f"      three of {guide.player(seat)}'s caballeros", PLAIN),
        ]
        out.append(pad(runs, width))
    return out


def sign_rows(glyphs: Glyphs, width: int, scoreboard: str = "mobile scoreboard") -> list[Row]:
    """Return the signs on the map."""
    out = [pad([Run("Signs", TITLE)], width)]
    for sign, says in (
        (f"{glyphs.home}R", "Red's Grande: this is Red's home region"),
        (f"{glyphs.king} KING", "the King; his region is hatched and closed"),
        ("[8/4/0]", f"a {scoreboard} covers the printed values"),
        ("[5]", "press this key to choose it"),
        (f"{glyphs.left}5{glyphs.right}", "the cursor"),
        (f"{glyphs.piece('red')}3", "three caballeros; every player has a different shape"),
        (
            f"{glyphs.piece('red')}3{glyphs.came}2",
            "three caballeros now: two of them have just come",
        ),
        (f"{glyphs.piece('red')}3{glyphs.went}2", "three caballeros now: two more have just left"),
        (f"{glyphs.piece('red')}+3", "three points"),
    ):
        out.append(pad([Run(f" {sign:<8}", PLAIN), Run(says, PLAIN)], width))
    return out
