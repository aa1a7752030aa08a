"""Lets these tests import ``drawing``, ``games``, ``seam`` and how each expansion is drawn."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parent
FOLDERS = [str(path) for path in sorted(HERE.iterdir()) if path.is_dir()]
sys.path[:0] = [*FOLDERS, str(HERE), str(TESTS), str(TESTS / "properties")]
