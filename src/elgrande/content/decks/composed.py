"""Texts of cards that depend on the game: put together from its house rules and expansions."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from elgrande.content.clean import cell_width, clean

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from elgrande.content.files import TomlTable

MOST = 24
"""How many pieces a text may have to choose from."""
_GAP = re.compile(r"\{([a-z_]+)\}")


@dataclass(frozen=True)
class Piece:
    """A piece of a text and the games that it is for: all that no piece before it was for.

    It fills the gap of its ``name`` where the house rule ``house`` is ``value``, and where the
    expansion ``within`` is in play; one that names neither is for any game.
    """

    name: str
    text: str
    house: str = ""
    value: Any = None
    within: str = ""

    def fits(self, options: Mapping[str, Any], in_play: Collection[str]) -> bool:
        """Say whether it is for a game with these house rules and expansions."""
        # Of a rule with several choices each may be named alone.
        so = options.get(self.house)
        ruled = not self.house or so == self.value or self.value in str(so).split(",")
        return ruled and (not self.within or self.within in in_play)

    def to_plain(self) -> dict[str, Any]:
        """Return its fields as a deck file has them."""
        house = {"house": self.house, "is": self.value} if self.house else {}
        within = {"with": self.within} if self.within else {}
        return {"name": self.name, **house, **within, "text": self.text}


@dataclass(frozen=True)
class Composed:
    """A text with gaps, ``{name}``, and the pieces that fill them."""

    text: str
    pieces: tuple[Piece, ...]

    def fill(self, options: Mapping[str, Any], in_play: Collection[str]) -> str:
        """Return the text of a game: in each gap its first piece that fits, or nothing."""

        def piece(gap: re.Match[str]) -> str:
            fitting = (one.text for one in self._of(gap[1]) if one.fits(options, in_play))
            return next(fitting, "")

        return _GAP.sub(piece, self.text)

    @property
    def general(self) -> str:
        """The text where no game is known: that of a game with no house rule and no expansion."""
        return self.fill({}, ())

    def faults(self, most: int) -> Iterator[str]:
        """Return what is wrong with it, a problem with its cure each; ``most`` columns fit."""
        found = gaps(self.text)
        named = dict.fromkeys(one.name for one in self.pieces)
        for name in named:
            if name not in found:
                yield f"the text has no gap {{{name}}}; write one, or remove the piece"
        for name in found:
            if name not in named:
                yield f"no piece fills the gap {{{name}}}; write one, or remove the gap"
        longest = cell_width(_GAP.sub(lambda gap: self._longest(gap[1]), self.text))
        if longest > most:
            yield f"the text has up to {longest} columns with its pieces; shorten it to {most}"

    def _of(self, name: str) -> list[Piece]:
        return [one for one in self.pieces if one.name == name]

    def _longest(self, name: str) -> str:
        return max((one.text for one in self._of(name)), key=cell_width, default="")


def gaps(text: str) -> list[str]:
    """Return the names of the gaps in a text."""
    return list(dict.fromkeys(_GAP.findall(text)))


def read_pieces(table: TomlTable, most: int) -> tuple[Piece, ...]:
    """Return the pieces of a card's text; ContentError names the faulty field."""
    found = []
    tables = table.tables("wording")
    if len(tables) > MOST:
        raise table.fault("wording", f"write at most {MOST} pieces")
    for one in tables:
        one.place = f"{table.place}.{one.place}"
        name, text = one.text("name", most=most), one.text("text", most=most)
        if not _GAP.fullmatch(f"{{{name}}}"):
            raise one.fault("name", "use small letters and _ only")
        if text.strip() != clean(text, most).strip():
            raise one.fault("text", "write it without control characters")
        house = one.text("house", "", most)
        if ("is" in one) != bool(house):
            raise one.fault("is", "name a house rule and what it is, both or neither")
        value = one.raw("is")
        if house and not isinstance(value, bool | int | str):
            raise one.fault("is", "write true, false, a whole number or a text in quotes here")
        found.append(Piece(name, text, house, value, one.text("with", "", most)))
        one.close()
    return tuple(found)
