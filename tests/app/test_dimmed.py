"""The screen below a dialog is dimmed as Textual would."""

from __future__ import annotations

import pytest
from rich.segment import ControlType, Segment
from rich.style import Style
from textual.color import Color
from textual.renderables.background_screen import BackgroundScreen

from elgrande.app.dialogs.dialog import DimmedScreen

SEGMENTS = [
    Segment("a", Style.parse("bold #ff8000 on #204060")), Segment("b", Style.parse("red")),
    Segment("c", Style.parse("on blue link https://example.org")), Segment("d"),
    Segment("e", Style(color="#102030", meta={"@click": "app.quit"})),
    Segment("", None, [(ControlType.CURSOR_MOVE_TO, 1, 2)]),
]  # fmt: skip


@pytest.mark.parametrize("color", [Color(10, 20, 30, 0.6), Color(0, 0, 0, 0)])
def test_it_is_dimmed_as_ever(color: Color) -> None:
    asked = BackgroundScreen.process_segments(SEGMENTS, color)
    assert [*DimmedScreen.process_segments(SEGMENTS, color)] == [*asked]
