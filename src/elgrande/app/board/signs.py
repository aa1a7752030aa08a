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
            Run(f"      three caballeros of {guide.player(seat)}", PLAIN),
        ]
        out.append(pad(runs, width))
    return out


def sign_rows(glyphs: Glyphs, width: int, scoreboard: str = "mobile scoreboard") -> list[Row]:
    """Return the signs on the map."""
    out = [pad([Run("Signs", TITLE)], width)]
    for sign, says in (
        (f"{glyphs.home}R", "the Grande of Red stands here: the home region"),
        (f"{glyphs.king} KING", "the King; his region is hatched and closed"),
        ("[8/4/0]", f"a {scoreboard} covers the printed values"),
        ("[5]", "can be chosen now, with this key"),
        (f"{glyphs.left}5{glyphs.right}", "the cursor"),
        (f"{glyphs.piece('red')}3", "three caballeros; each player has a shape of his own"),
    ):
        out.append(pad([Run(f" {sign:<8}", PLAIN), Run(says, PLAIN)], width))
    return out
