"""A package of somebody else's that brings a bot, for tests."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest


def install(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str, name: str = "mine") -> None:
    """Put a module with the class ``Bot`` on the path, and the metadata that registers it."""
    (folder / "their_bot.py").write_text(code, encoding="utf-8")
    metadata = folder / "theirs-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: theirs\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        f"[elgrande.bots]\n{name} = their_bot:Bot\n", encoding="utf-8"
    )
    monkeypatch.delitem(sys.modules, "their_bot", raising=False)
    monkeypatch.syspath_prepend(folder)
