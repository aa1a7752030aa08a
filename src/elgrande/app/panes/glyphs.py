"""Every sign that the screen draws, twice: in Unicode and in plain ASCII.

A colour is never the only thing that tells two players apart, so each has a
shape and a letter as well. No emoji, no combining marks; all signs are one cell
wide, but for ``more`` and ``arrow`` in ASCII, and ``spotlight``, which is a sign before
and one after. The ASCII table uses letters for the shapes, so there the two coincide.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from elgrande.content.display import Sign

LETTERS = {"red": "R", "blue": "B", "green": "G", "yellow": "Y", "white": "W"}
"""The letter of each player colour, the same in both tables and in saves."""


@dataclass(frozen=True)
class Glyphs:
    """One table of signs. ``half`` says whether half blocks may be drawn."""

    name: str
    half: bool
    pieces: dict[str, str] = field(hash=False)
    king: str
    home: str
    left: str
    right: str
    spot_left: str
    spot_right: str
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
    corner: str
    up: str
    became: str
    hand: str
    dash: str
    own: str
    here: str
    there: str

    def sign(self, sign: Sign) -> str:
        """Return what is drawn of an expansion's sign."""
        return sign.text if self.half else sign.ascii

    def piece(self, colour: str) -> str:
        """Return the shape of a colour; a colour without one shows its first letter."""
        return self.pieces.get(colour) or letter(colour).lower()


def letter(colour: str) -> str:
    """Return the letter of a colour, for Grandes, notation and the ASCII table."""
    return LETTERS.get(colour) or colour[:1].upper() or "?"


SIGNS = str.maketrans({"\N{MINUS SIGN}": "-", "\N{PLUS-MINUS SIGN}": "+", "\N{EN DASH}": "-"})


def folded(text: str) -> str:
    """Return a text of the content without accents and signs of its own,
    as many cells wide as before.

    Names that people typed in another script stay as they are.
    """
    if text.isascii():
        return text
    out = []
    for sign in text.translate(SIGNS):
        base = unicodedata.normalize("NFD", sign)[0]
        out.append(base if base.isascii() else sign)
    return "".join(out)


SHAPES = {"red": "●", "blue": "■", "green": "▲", "yellow": "◆", "white": "★"}
"""The shape of each player colour."""

DRAWN = {
    "king": ("♚", "K"), "home": ("⌂", "^"), "left": ("▶", ">"), "right": ("◀", "<"),
    "spot_left": ("«", "*"), "spot_right": ("»", "*"),
    "hatch": ("╱", "/"), "abroad": (" ", ":"), "merlon": ("▄", "m"), "dot": ("·", "-"),
    "arrow": ("→", "->"), "more": ("…", "..."), "yes": ("✓", "x"), "track": ("─", "-"),
    "rule": ("─", "-"), "bar": ("│", "|"), "corner": ("┌", "+"), "up": ("↑", "^"),
    "became": ("→", ">"),
    "hand": ("▸", ">"), "dash": ("–", "-"),
    "own": ("▌", "!"), "here": ("▐", ">"), "there": ("▌", "<"),
}  # fmt: skip
"""Every other sign, in Unicode and in ASCII."""

UNICODE = Glyphs("unicode", True, SHAPES, **{name: both[0] for name, both in DRAWN.items()})
ASCII = Glyphs("ascii", False, dict(LETTERS), **{name: both[1] for name, both in DRAWN.items()})


def choose(ascii_only: bool | None = None) -> Glyphs:
    """Return the table to use: as asked, else by ``ELGRANDE_ASCII``, terminal and encoding.

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
