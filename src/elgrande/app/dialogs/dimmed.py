"""The screen below a dialog, dimmed: each of its few styles is worked out once, not each cell's."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from rich.segment import Segment
from rich.style import Style
from textual.renderables.background_screen import BackgroundScreen

if TYPE_CHECKING:
    from collections.abc import Iterable

    from textual.color import Color

STYLES = 4096
"""So many dimmed styles are remembered; a screen has some hundred."""


class DimmedScreen(BackgroundScreen):
    """Does what its base does, and remembers the styles: on a server, for all sessions."""

    @classmethod
    def process_segments(cls, segments: Iterable[Segment], color: Color) -> Iterable[Segment]:
        for segment in segments:
            text, style, control = segment
            yield segment if control else Segment(text, _dimmed(style or Style.null(), color))


@lru_cache(maxsize=STYLES)
def _dimmed(style: Style, color: Color) -> Style:
    (segment,) = BackgroundScreen.process_segments([Segment("", style)], color)
    assert segment.style is not None
    return segment.style
