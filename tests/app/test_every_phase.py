"""The table in every phase of both editions, in every way of painting it, at one size each way.

In colours where all panes are seen at once; in ASCII where they are tabs. The sizes of the
layout itself are compared in ``test_every_screen``, ``test_sizes`` and ``test_snapshots``.

Each sheet was looked at before it was accepted.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from phases import MIDDLE, PHASES, PHASES_2023, SMALL, THEMES, Phase, app_in, go, painted
from pictures import Picture, Sheets, sheet, take
from syrupy.assertion import SnapshotAssertion

from elgrande.app.panes.glyphs import ASCII, UNICODE


async def taken(
    phases: dict[str, Phase], folder: Path, size: tuple[int, int], *ways: str
) -> dict[str, dict[str, Picture]]:
    """Every phase, painted in these ways: themes, or as the app is."""
    seen = {}
    glyphs = ASCII if "ascii" in ways else UNICODE
    async with app_in(folder, glyphs).run_test(size=size) as pilot:
        for name, phase in phases.items():
            await go(pilot, phase)
            app = pilot.app
            seen[name] = {w: await painted(pilot, w) if w in THEMES else take(app) for w in ways}
    return seen


def changed(snapshot: SnapshotAssertion, seen: dict[str, dict[str, Picture]]) -> list[str]:
    """The names of the pictures that are not as they were."""
    kept = snapshot.use_extension(Sheets)
    return [name for name, ways in seen.items() if kept(name=name) != sheet(ways)]


@pytest.mark.long
async def test_themes_and_no_color(
    snapshot: SnapshotAssertion, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = await taken(PHASES, tmp_path, MIDDLE, *THEMES)
    monkeypatch.setenv("NO_COLOR", "1")
    for name, picture in (await taken(PHASES, tmp_path, MIDDLE, "NO_COLOR")).items():
        seen[name] |= picture
    assert changed(snapshot, seen) == []


@pytest.mark.long
async def test_second_edition(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    assert changed(snapshot, await taken(PHASES_2023, tmp_path, MIDDLE, *THEMES)) == []


async def test_ascii(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    seen = await taken(PHASES, tmp_path, SMALL, "ascii")
    assert [name for name, ways in seen.items() if not ways["ascii"].text.isascii()] == []
    assert changed(snapshot, seen) == []


@pytest.mark.long
async def test_second_edition_in_ascii(snapshot: SnapshotAssertion, tmp_path: Path) -> None:
    seen = await taken(PHASES_2023, tmp_path, SMALL, "ascii")
    assert [name for name, ways in seen.items() if not ways["ascii"].text.isascii()] == []
    assert changed(snapshot, seen) == []
