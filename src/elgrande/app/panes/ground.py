"""What lies below panes: a colour, and nothing that would have to be painted row by row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from textual.containers import Horizontal, Vertical
from textual.geometry import Region
from textual.widget import Widget

if TYPE_CHECKING:
    from textual.strip import Strip


class Ground(Widget):
    """A widget of which every row is the same blank.

    Textual asks all that lies below what has changed for all of its rows, with every key. Here it
    is one row, as many times as there are, so it is filtered and cut up once.
    """

    def render_lines(self, crop: Region) -> list[Strip]:
        """Return the first row over and over."""
        return super().render_lines(Region(crop.x, crop.y, crop.width, 1)) * crop.height


class Rows(Vertical, Ground):
    """Panes one below the other."""


class Columns(Horizontal, Ground):
    """Panes side by side."""
