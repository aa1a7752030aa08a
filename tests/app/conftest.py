"""What every test of the app needs: no colour switch, no motion, no blinking, no idle waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from textual.app import App
from textual.pilot import Pilot
from textual.widgets import Input

LARGE = (160, 48)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is tested at several sizes is tested at the smallest first; the largest is long."""
    for item in items:
        values = getattr(item, "callspec", None)
        if values and LARGE in values.params.values():
            item.add_marker(pytest.mark.long)


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens must look the same on every run and in every environment."""
    for name in ("NO_COLOR", "ELGRANDE_ASCII"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    # A terminal of 24 bits, whatever the tests run in: themes are written for each depth.
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    from idle import paint_at_rest, parse_once, set_timer, wait_for_idle

    monkeypatch.setattr("textual.css.stylesheet.Stylesheet.parse", parse_once)
    monkeypatch.setattr("textual.screen.Screen._compositor_refresh", paint_at_rest)
    monkeypatch.setattr("textual.message_pump.MessagePump.set_timer", set_timer)
    for module in ("textual.pilot", "textual.app"):
        monkeypatch.setattr(f"{module}.wait_for_idle", wait_for_idle)
    # A focused Input blinks on a wall-clock timer, the one source of flaky pictures.
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _self: None)


@pytest.fixture(autouse=True)
def _only_ours(only_ours: None) -> None:
    """What is offered must not depend on the expansions of other tests."""


@pytest.fixture
def sheet_compare(snapshot: SnapshotAssertion) -> Callable[..., bool]:
    """Compares a screen as rows of text; called as ``snap_compare`` is, which compares pictures."""
    from pictures import Picture, Sheets, sheet, take

    def compare(
        app: App[Any],
        *,
        terminal_size: tuple[int, int],
        run_before: Callable[[Pilot[Any]], Awaitable[None]],
    ) -> bool:
        async def shown() -> Picture:
            async with app.run_test(size=terminal_size) as pilot:
                await run_before(pilot)
                return take(app)

        seen = sheet({app.theme: asyncio.run(shown())})
        assert seen == snapshot.use_extension(Sheets)
        return True

    return compare
