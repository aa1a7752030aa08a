"""Pictures of the screens in true colours: one of each kind, looked at before it was accepted.

All phases and all screens are compared as text (`test_every_phase`, `test_every_screen`);
these few show a reviewer what that text looks like.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from phases import SIZES, THEMES, app_in, midgame
from tables import Bench, press, sit

from elgrande.app.glyphs import ASCII

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from textual.pilot import Pilot

    Compare = Callable[..., bool]

SMALL, MIDDLE, LARGE = SIZES.values()
DARK, LIGHT, HIGH_CONTRAST = THEMES
PLACING = ("3", "right", "up")
"""One caballero placed, and the cursor on its way."""


def shows(
    snap_compare: Compare, bench: Bench, size: tuple[int, int], *keys: str, theme: str = DARK
) -> bool:
    """Compares the table's screen after some keys."""

    async def before(pilot: Pilot[Any]) -> None:
        pilot.app.theme = theme
        await press(pilot)
        await press(pilot, *keys)

    return snap_compare(bench.app(), terminal_size=size, run_before=before)


@pytest.mark.parametrize("size", SIZES)
def test_the_table(snap_compare: Compare, size: str) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), SIZES[size], *PLACING)


@pytest.mark.parametrize("theme", [LIGHT, HIGH_CONTRAST])
def test_themes(snap_compare: Compare, theme: str) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), MIDDLE, *PLACING, theme=theme)


def test_no_color(snap_compare: Compare, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    assert shows(snap_compare, sit(midgame("3-05")), SMALL, *PLACING)


def test_ascii(snap_compare: Compare) -> None:
    bench = sit(midgame("3-05"))
    bench.glyphs = ASCII
    assert shows(snap_compare, bench, SMALL, *PLACING)


def test_the_menu(snap_compare: Compare, tmp_path: Path) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot)

    assert snap_compare(app_in(tmp_path), terminal_size=MIDDLE, run_before=before)
