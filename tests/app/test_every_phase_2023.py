"""The table in the moments that only the second edition has, in every painting, at one size each.

Each sheet was looked at before it was accepted.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from phases import MIDDLE, SMALL, THEMES, app_in, go, painted
from phases_2023 import PHASES_2023
from pictures import Picture, Sheets, sheet, take
from syrupy.assertion import SnapshotAssertion

from elgrande.app.panes.glyphs import ASCII


@pytest.mark.long
async def test_second_edition(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    seen: dict[str, dict[str, Picture]] = {}
    async with app_in(tmp_path).run_test(size=MIDDLE) as pilot:
        for name, phase in PHASES_2023.items():
            await go(pilot, phase)
            seen[name] = {theme: await painted(pilot, theme) for theme in THEMES}
    kept = snapshot.use_extension(Sheets)
    assert [name for name, ways in seen.items() if kept(name=name) != sheet(ways)] == []


@pytest.mark.long
async def test_second_edition_in_ascii(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    seen: dict[str, dict[str, Picture]] = {}
    async with app_in(tmp_path, ASCII).run_test(size=SMALL) as pilot:
        for name, phase in PHASES_2023.items():
            await go(pilot, phase)
            seen[name] = {"ascii": take(pilot.app)}
            assert seen[name]["ascii"].text.isascii(), name
    kept = snapshot.use_extension(Sheets)
    assert [name for name, ways in seen.items() if kept(name=name) != sheet(ways)] == []
