"""How text looks: two names of the palette, and bold or not.

So the same rows serve the screen in every theme, plain text, and the golden files of the tests.
"""

from __future__ import annotations

from typing import NamedTuple


class TextStyle(NamedTuple):
    """Names of the palette: ``theme.UI``, ``theme.MAP``, and the players' by ``player-COLOUR``,
    ``sign-COLOUR`` and ``bar-COLOUR``.
    """

    fg: str
    bg: str
    bold: bool = False


PLAIN = TextStyle("foreground", "surface")
STRONG = TextStyle("foreground", "surface", True)
DIM = TextStyle("dim", "surface")
TITLE = TextStyle("primary", "surface", True)
ALERT = TextStyle("warning", "surface", True)
KEY = TextStyle("key-text", "key", True)
CHOSEN = TextStyle("plate", "cursor", True)
HERE = TextStyle("plate", "cursor", True)
EDGE = TextStyle("cursor", "panel", True)
"""The name of the part that has the keyboard, and the half cells beside it."""

BAR = TextStyle("foreground", "panel")
BAR_DIM = TextStyle("dim", "panel")
BAR_STRONG = TextStyle("foreground", "panel", True)
BAR_TITLE = TextStyle("primary", "panel", True)
BAR_ALERT = TextStyle("warning", "panel", True)
"""The same on the bars above and below a screen."""


def stripe(colour: str) -> TextStyle:
    """Return a player's colour as a bar before what is that player's own."""
    return TextStyle(f"sign-{colour}", "surface", True)


def piece(colour: str) -> TextStyle:
    """Return a player's colour for a sign beside the text of a pane, on the ground of that text."""
    return TextStyle(f"sign-{colour}", "surface", True)


def on_bar(colour: str) -> TextStyle:
    """Return a player's colour for a sign on a bar."""
    return TextStyle(f"bar-{colour}", "panel", True)


def on_tray(colour: str) -> TextStyle:
    """Return a player's colour on the dark tray, where each of them has its contrast."""
    return TextStyle(f"player-{colour}", "tray", True)
