"""Pictures of the screens in true colours: ten, looked at before they were accepted.

All screens and phases are compared as rows of text (``sheet_compare``, ``test_every_phase``,
``test_every_screen``); these few show a reviewer what that text looks like.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from phases import LARGE, MIDDLE, SIZES, SMALL, THEMES, app_in, midgame, shows
from tables import Inline, fresh, press, sit
from textual.pilot import Pilot

from elgrande.app.app import ElGrande
from elgrande.app.saved_games.game_opener import Games
from elgrande.saves import Paths

Compare = Callable[..., bool]

DARK, LIGHT, HIGH_CONTRAST = THEMES
PLACING = ("3", "right", "up")
"""One caballero placed, and the cursor on its way."""


@pytest.mark.parametrize("size", SIZES)
def test_the_table(snap_compare: Compare, size: str) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), SIZES[size], *PLACING)


@pytest.mark.parametrize("theme", [LIGHT, HIGH_CONTRAST])
def test_themes(snap_compare: Compare, theme: str) -> None:
    assert shows(snap_compare, sit(midgame("3-05")), MIDDLE, *PLACING, theme=theme)


def test_the_menu(snap_compare: Compare, tmp_path: Path) -> None:
    assert pressed(snap_compare, app_in(tmp_path), MIDDLE)


def test_a_lesson(snap_compare: Compare, tmp_path: Path) -> None:
    assert pressed(snap_compare, app_in(tmp_path), LARGE, "p", "1", *["S"] * 5, "1", "3")


def test_the_forecast(snap_compare: Compare) -> None:
    assert pressed(snap_compare, sit(midgame("3-05")).app(), LARGE, "f", "down")


def test_the_settings(snap_compare: Compare) -> None:
    assert pressed(snap_compare, sit(midgame("3-05")).app(), SMALL, "comma", "down")


def test_the_end(snap_compare: Compare, tmp_path: Path) -> None:
    setup = fresh(5, 4, persons="", short=True)
    app = ElGrande(Games(Paths(tmp_path), Inline), setup=setup, bots=("steward",), seed=11)
    assert pressed(snap_compare, app, LARGE)


def pressed(compare: Compare, app: ElGrande, size: tuple[int, int], *keys: str) -> bool:
    """Compares a screen of the app after some keys."""

    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, *keys)

    return compare(app, terminal_size=size, run_before=before)
