"""All kinds of game, as the command that prints their texts has them."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from typing import Any

TEXTS = Path(__file__).parents[2] / "docs" / "texts.py"


@cache
def texts() -> Any:
    """Return the module of the command."""
    spec = importlib.util.spec_from_file_location("texts", TEXTS)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
