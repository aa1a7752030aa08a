"""What every test of the app needs: no colour switch, no motion, no blinking."""

from __future__ import annotations

import pytest
from textual.widgets import Input


@pytest.fixture(autouse=True)
def calm(monkeypatch: pytest.MonkeyPatch) -> None:
    """Screens must look the same on every run and in every environment."""
    for name in ("NO_COLOR", "ELGRANDE_ASCII", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    # A focused Input blinks on a wall-clock timer, the one source of flaky pictures.
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _self: None)
