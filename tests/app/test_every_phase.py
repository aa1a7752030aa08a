"""The table in every phase, at every size, in every way of painting it.

Each sheet was looked at before it was accepted.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from phases import PHASES, SIZES, THEMES, app_in, go, painted
from pictures import Picture, Sheets, sheet, take

from elgrande.app.glyphs import ASCII

if TYPE_CHECKING:
    from pathlib import Path

    from syrupy.assertion import SnapshotAssertion

SIZE = pytest.mark.parametrize("size", SIZES)


def compare(snapshot: SnapshotAssertion, seen: dict[str, dict[str, Picture]]) -> list[str]:
    """The names of the pictures that are not as they were."""
    kept = snapshot.use_extension(Sheets)
    return [name for name, ways in seen.items() if kept(name=name) != sheet(ways)]


@SIZE
async def test_themes_and_no_color(
    snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    seen: dict[str, dict[str, Picture]] = {}
    async with app_in(tmp_path).run_test(size=SIZES[size]) as pilot:
        for name, phase in PHASES.items():
            await go(pilot, phase)
            seen[name] = {theme: await painted(pilot, theme) for theme in THEMES}
    monkeypatch.setenv("NO_COLOR", "1")
    async with app_in(tmp_path).run_test(size=SIZES[size]) as pilot:
        for name, phase in PHASES.items():
            await go(pilot, phase)
            seen[name]["NO_COLOR"] = take(pilot.app)
    assert compare(snapshot, seen) == []


@SIZE
async def test_ascii(snapshot: SnapshotAssertion, tmp_path: Path, size: str) -> None:
    seen: dict[str, dict[str, Picture]] = {}
    async with app_in(tmp_path, ASCII).run_test(size=SIZES[size]) as pilot:
        for name, phase in PHASES.items():
            await go(pilot, phase)
            seen[name] = {"ascii": take(pilot.app)}
            assert seen[name]["ascii"].text.isascii(), name
    assert compare(snapshot, seen) == []
