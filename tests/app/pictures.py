"""Pictures of the screen as rows of text: many of them stay small and can be read in a review.

Beside each row stand two digits a way of painting it: a sum of all its colours,
so that a row that has changed its looks but not its letters is noticed too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from rich.segment import Segment
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.app import App

Rows = tuple[tuple["Segment", ...], ...]


class Sheets(SingleFileSnapshotExtension):
    """One text file a picture."""

    _file_extension = "txt"
    _write_mode = WriteMode.TEXT


@dataclass(frozen=True)
class Picture:
    """What stands on the screen, row by row in runs of one style."""

    rows: Rows

    @property
    def lines(self) -> list[str]:
        """The text alone, row by row."""
        return ["".join(run.text for run in row) for row in self.rows]

    @property
    def text(self) -> str:
        """The text alone."""
        return "\n".join(self.lines)

    @property
    def sums(self) -> list[str]:
        """Two digits for the colours of each row."""
        return [_sum(row) for row in self.rows]


def take(app: App[Any]) -> Picture:
    """The screen as a terminal shows it, what shines through a dialog included."""
    screen = app.screen
    update = screen._compositor.render_update(
        full=True, screen_stack=app._background_screens, simplify=True
    )
    return Picture(tuple(tuple(run for strip in row for run in strip) for row in update.strips))


def sheet(pictures: Mapping[str, Picture]) -> str:
    """Pictures of one screen, painted in several ways, as one text."""
    first, *others = pictures.values()
    for name, picture in zip(list(pictures)[1:], others, strict=True):
        assert picture.text == first.text, f"{name} changes more than colours"
    sums = zip(*(picture.sums for picture in pictures.values()), strict=True)
    rows = [f"{''.join(row)} {line}".rstrip() for row, line in zip(sums, first.lines, strict=True)]
    return "\n".join([f"sums: {', '.join(pictures)}", *rows, ""])


def _sum(row: tuple[Segment, ...]) -> str:
    """Two digits that depend on every colour and on where it is."""
    told = [(len(run.text), str(run.style) if run.text.strip() else _ground(run)) for run in row]
    return blake2b(repr(told).encode(), digest_size=1).hexdigest()


def _ground(run: Segment) -> str:
    """All that is seen of a run of blanks."""
    return str(run.style.bgcolor) if run.style else ""
