"""A saved game in a line of the list: its name, who plays, how far it has come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from elgrande.app.panes.listing import Item
from elgrande.app.panes.text_runs import cells, ends
from elgrande.app.saved_games.entries import EXAMPLE, SavedGame

if TYPE_CHECKING:
    from elgrande.app.panes.glyphs import Glyphs

LONGEST = 34
"""A longer name loses its middle in the list; below the list it stands in full."""

NARROW = 64
"""Cells for a line in the smallest window, without the spaces between its parts."""


def stands(saved: SavedGame) -> str:
    """Return how far a game has come; nothing as long as nobody knows."""
    if saved.file is not None:
        return ""
    if saved.problem:
        return "cannot be played"
    if saved.over:
        return "over"
    return f"round {saved.round}" if saved.round else "at start"


def named(saved: SavedGame, glyphs: Glyphs) -> str:
    """Return the name of a save as it stands in the list."""
    return ends(saved.name, LONGEST, glyphs.more)


def line(saved: SavedGame, glyphs: Glyphs, wide: bool, column: int = 0) -> Item:
    """Return one save as a line; in a wide window with everybody's score.

    Names take ``column`` cells at least, so that what follows stands in a column too.
    """
    aside = f"{stands(saved):>9}"
    if saved.when or saved.example:
        aside += f"  {EXAMPLE if saved.example else saved.when}"
    name = named(saved, glyphs)
    name += " " * (column - cells(name))
    if not wide:
        players = ", ".join(saved.players)
        # All of the names or none: below the list they stand in full.
        if cells(name) + cells(players) + cells(aside) > NARROW:
            players = f"{len(saved.players)} players"
        return Item(f"{name}  {players}" if players and saved.players else name.rstrip(), aside)
    return Item(f"{name}  {scores(saved)}", aside)


def scores(saved: SavedGame) -> str:
    """Return everybody with the score."""
    pairs = zip(saved.players, saved.scores, strict=False)
    return ", ".join(f"{name} {score}" for name, score in pairs) or ", ".join(saved.players)
