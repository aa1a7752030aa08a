"""Small files of the user's own, such as the settings: written whole or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import tomli_w

if TYPE_CHECKING:
    from pathlib import Path


def write(data: dict[str, Any], path: Path) -> None:
    """Write a table as TOML in place of what was there; OSError if that fails."""
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(tomli_w.dumps(data), encoding="utf-8")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
