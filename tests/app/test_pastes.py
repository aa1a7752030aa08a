"""A paste into any line, ours or Textual's: bounded, one line, nothing that cannot be seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from phases import PHASES, Phase, app_in, go
from tables import press, running, settle
from textual import events
from textual.pilot import Pilot
from textual.widgets import Input

from elgrande.app.terminal.input import LONGEST, first_line

LINES: dict[str, tuple[str, ...]] = {
    "command": ("colon",),
    "answers": ("m",),
    "palette": ("ctrl+p",),
    "rules": ("R",),
}
"""What opens a line of each kind over the table."""


async def paste(pilot: Pilot[Any], text: str) -> str:
    """Paste as a terminal does; return what the line then holds."""
    pilot.app.post_message(events.Paste(text))
    await settle(pilot)
    line = pilot.app.focused
    assert isinstance(line, Input)
    return line.value


async def test_every_line_takes_so_much_and_no_more(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        for keys in LINES.values():
            await go(pilot, Phase(PHASES["moving"].sit, keys))
            if not isinstance(app.focused, Input):
                app.set_focus(app.screen.query(Input).first())
            await settle(pilot)
            value = await paste(pilot, "two lines\nof text")
            assert value == "two lines"
            assert await paste(pilot, "x" * 1_000_000) == "two lines" + "x" * (LONGEST - 9)
            assert len(await paste(pilot, "more")) == LONGEST


async def test_a_paste_where_nothing_is_typed_is_nothing(tmp_path: Path) -> None:
    async with running(app_in(tmp_path)) as (app, pilot):
        await go(pilot, PHASES["moving"])
        screen: Any = app.screen
        assert screen.half_made
        app.post_message(events.Paste("qy\x1bu" * 1000))
        await settle(pilot)
        assert app.screen is screen
        assert screen.half_made
        await press(pilot, "escape")


@pytest.mark.parametrize(
    ("pasted", "line"),
    [
        ("", ""), ("\n", ""), ("\x00\x1b\x07", ""), ("\n\n  place galicia\n", "  place galicia"),
        ("a\tb", "a b"), ("a\x1b[31mb", "a[31mb"), ("a\u202eb", "ab"), ("José ■", "José ■"),
    ],
)  # fmt: skip
def test_the_first_line_that_says_something(pasted: str, line: str) -> None:
    assert first_line(pasted) == line
