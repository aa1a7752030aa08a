"""The table in every phase, in every way of painting it, at one size each way.

In colours where all panes are seen at once; in ASCII where they are tabs. The sizes of the
layout itself are compared in ``test_every_screen``, ``test_sizes`` and ``test_snapshots``.

Each sheet was looked at before it was accepted.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from phases import MIDDLE, PHASES, SMALL, THEMES, app_in, go, painted
from pictures import Picture, Sheets, sheet, take
from syrupy.assertion import SnapshotAssertion

from elgrande.app.panes.glyphs import ASCII


def compare(snapshot: SnapshotAssertion, seen: dict[str, dict[str, Picture]]) -> list[str]:
    """The names of the pictures that are not as they were."""
    kept = snapshot.use_extension(Sheets)
    return [name for name, ways in seen.items() if kept(name=name) != sheet(ways)]


@pytest.mark.long
async def test_themes_and_no_color(
    snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: dict[str, dict[str, Picture]] = {}
    async with app_in(tmp_path).run_test(size=MIDDLE) as pilot:
        for name, phase in PHASES.items():
            await go(pilot, phase)
            seen[name] = {theme: await painted(pilot, theme) for theme in THEMES}
    monkeypatch.setenv("NO_COLOR", "1")
    async with app_in(tmp_path).run_test(size=MIDDLE) as pilot:
        for name, phase in PHASES.items():
            await go(pilot, phase)
            seen[name]["NO_COLOR"] = take(pilot.app)
    assert compare(snapshot, seen) == []


async def test_ascii(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    seen: dict[str, dict[str, Picture]] = {}
    async with app_in(tmp_path, ASCII).run_test(size=SMALL) as pilot:
        for name, phase in PHASES.items():
            await go(pilot, phase)
            seen[name] = {"ascii": take(pilot.app)}
            assert seen[name]["ascii"].text.isascii(), name
    assert compare(snapshot, seen) == []
