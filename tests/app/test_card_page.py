"""A card as a player meets it: its page in the rules, and what it asks on the table (2-08)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from phases import SMALL, after, app_in
from tables import press, sit
from textual.pilot import Pilot

Compare = Callable[..., bool]


def test_its_page_in_the_rules(sheet_compare: Compare, tmp_path: Path) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot, "r", *"2-08", "enter")

    assert sheet_compare(app_in(tmp_path), terminal_size=SMALL, run_before=before)


def test_what_it_asks(sheet_compare: Compare) -> None:
    async def before(pilot: Pilot[Any]) -> None:
        await press(pilot)

    app = sit(after("red special, blue let-all", "2-08"), persons="B").app()
    assert sheet_compare(app, terminal_size=SMALL, run_before=before)
