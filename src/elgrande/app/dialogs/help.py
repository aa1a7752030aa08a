"""Help before it is about a game: lists of keys, signs on the map."""

from __future__ import annotations

from collections.abc import Sequence

from elgrande.app.board.guide import Guide
from elgrande.app.dialogs.dialog import PageDialog
from elgrande.app.keys import HELP
from elgrande.app.panes.glyphs import Glyphs, letter
from elgrande.app.panes.text_runs import KEY, PLAIN, TITLE, Row, Run, pad, piece, wrap
from elgrande.app.settings.bindings import Keys, bindings


def key_list_rows(lines: Sequence[tuple[str, str]], keys: Keys, width: int) -> list[Row]:
    """Each key with its words beside it."""
    named = [(keys.say(key), keys.say(says)) for key, says in lines]
    lead = max(len(key) for key, _ in named) + 4
    out: list[Row] = []
    for key, says in named:
        first, *rest = wrap(says, width - lead)
        gap = Run(" " * (lead - len(key) - 2), PLAIN)
        out.append(pad([Run(f" {key} ", KEY), gap, Run(first, PLAIN)], width))
        out += [pad([Run(" " * lead + line, PLAIN)], width) for line in rest]
    return out


class KeyListScreen(PageDialog[None]):
    """Shows them."""

    BINDINGS = bindings("keylist")

    def __init__(self, lines: Sequence[tuple[str, str]], title: str) -> None:
        super().__init__()
        self.title_text = title
        self._lines = lines

    def rows(self, width: int) -> list[Row]:
        return key_list_rows(self._lines, self.keys, width)


# -- signs on the map ------------------------------------------------------------------


def legend_rows(guide: Guide, width: int) -> list[Row]:
    """Return the signs on the map, with the players of this game."""
    glyphs, first = guide.glyphs, guide.colour(0)
    boards = (
        (guide.names.board(name), guide.names.scoreboard) for name in guide.rules.mobile_names
    )
    out = sign_rows(glyphs, width, next(boards, ("", "")), first, guide.player(0))
    for seat in range(guide.rules.n_seats):
        colour, whose = guide.colour(seat), f"{guide.player(seat)}'s"
        runs = [
            Run(" ", PLAIN),
            Run(f"{glyphs.piece(colour)}3", piece(colour)),
            Run(
                f" {glyphs.home}{letter(colour)}   three of {whose} caballeros; {whose} Grande",
                PLAIN,
            ),
        ]
        out.append(pad(runs, width))
    return out


def sign_rows(
    glyphs: Glyphs,
    width: int,
    mobile: tuple[str, str] = ("8/4/0", "mobile scoreboard"),
    colour: str = "red",
    who: str = "Red",
) -> list[Row]:
    """Return the signs on the map, with the player ``who`` of a colour as the example."""
    out, here = [pad([Run("Signs", TITLE)], width)], glyphs.piece(colour)
    for sign, says in (
        (f"{glyphs.home}{letter(colour)}", f"{who}'s Grande: this is {who}'s home region"),
        (f"{glyphs.king} KING", "the King; his region is hatched and closed"),
        (f"[{mobile[0]}]", f"a {mobile[1]} covers the printed values"),
        ("[5]", "press this key to choose it"),
        (f"{glyphs.left}5{glyphs.right}", "the cursor"),
        (f"{here}3", "three caballeros; every player has a different shape"),
        (f"{here}1{glyphs.became}3", "one caballero before, three now"),
        (f"{here}+3", "three points"),
        (
            "1-2",
            f"steps 1 and 2 of what was advised; 3{glyphs.became} leaves, {glyphs.became}3 arrives",
        ),
    ):
        if sign != "[]":
            out.append(pad([Run(f" {sign:<8}", PLAIN), Run(says, PLAIN)], width))
    return out


# -- before any game -------------------------------------------------------------------


class HelpScreen(PageDialog[None]):
    """The keys and signs, before any game."""

    title_text = "Keys and symbols"

    def __init__(self, glyphs: Glyphs) -> None:
        super().__init__()
        self._glyphs = glyphs

    def rows(self, width: int) -> list[Row]:
        return [*sign_rows(self._glyphs, width), *key_rows(width, self.keys)]


def key_rows(width: int, keys: Keys, named: Sequence[tuple[str, str]] = HELP) -> list[Row]:
    """Return the keys of the table."""
    return [pad([], width), pad([Run("Keys", TITLE)], width), *key_list_rows(named, keys, width)]
