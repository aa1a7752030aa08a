"""Every sign that the screen draws, twice: in Unicode and in plain ASCII.

A colour is never the only thing that tells two players apart, so each has a
shape and a letter as well. No emoji, no combining marks; all signs are one cell
wide, but for `more` and `arrow` in ASCII. The ASCII table uses letters for the
shapes, so there the two coincide.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from dataclasses import dataclass, field

LETTERS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "white": "W"}
"""The letter of each player colour, the same in both tables and in saves."""


@dataclass(frozen=True)
class Glyphs:
    """One table of signs. `half` says whether half blocks may be drawn."""

    name: str
    half: bool
    pieces: dict[str, str] = field(hash=False)
    king: str
    home: str
    left: str
    right: str
    hatch: str
    abroad: str
    merlon: str
    dot: str
    arrow: str
    more: str
    yes: str
    track: str
    rule: str
    bar: str
    up: str
    hand: str
    dash: str

    def piece(self, colour: str) -> str:
        """The shape of a colour; a colour without one shows its first letter."""
        return self.pieces.get(colour) or letter(colour).lower()


def letter(colour: str) -> str:
    """The letter of a colour, for Grandes, notation and the ASCII table."""
    return LETTERS.get(colour) or colour[:1].upper() or "?"


SIGNS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{PLUS-MINUS SIGN}": "+", "\N{EN DASH}": "-"})


def folded(text: str) -> str:
    """A text of the content without accents and signs of its own, as many cells wide as before.

    Names that people typed in another script stay as they are.
    """
    if text.isascii():
        return text
    out = []
    for sign in text.translate(SIGNS):
        base = unicodedata.normalize("NFD", sign)[0]
        out.append(base if base.isascii() else sign)
    return "".join(out)


UNICODE = Glyphs(
    name="unicode",
    half=True,
    pieces={"red": "●", "blue": "■", "green": "▲", "yellow": "◆", "white": "★"},
    king="♚",
    home="⌂",
    left="▶",
    right="◀",
    hatch="╱",
    abroad=" ",
    merlon="▄",
    dot="·",
    arrow="→",
    more="…",
    yes="✓",
    track="─",
    rule="─",
    bar="│",
    up="↑",
    hand="▸",
    dash="–",
)

ASCII = Glyphs(
    name="ascii",
    half=False,
    pieces=dict(LETTERS),
    king="K",
    home="^",
    left=">",
    right="<",
    hatch="/",
    abroad=":",
    merlon="m",
    dot="-",
    arrow="->",
    more="...",
    yes="x",
    track="-",
    rule="-",
    bar="|",
    up="^",
    hand=">",
    dash="-",
)


def choose(ascii_only: bool | None = None) -> Glyphs:
    """The table to use: as asked, else by `ELGRANDE_ASCII`, terminal and encoding.

    The Linux console and terminals whose encoding cannot print the shapes get
    ASCII without being asked.
    """
    if ascii_only is not None:
        return ASCII if ascii_only else UNICODE
    wish = os.environ.get("ELGRANDE_ASCII", "")
    if wish:
        return ASCII if wish not in {"0", "no", "false"} else UNICODE
    if os.environ.get("TERM", "") in {"linux", "vt100", "vt220"}:
        return ASCII
    encoding = getattr(sys.__stdout__, "encoding", None) or "utf-8"
    try:
        "".join((*UNICODE.pieces.values(), UNICODE.king, UNICODE.home, "▀", "╱")).encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return ASCII
    return UNICODE
