"""Lets the tests of this folder import ``drawing`` and what lies beside them."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
TESTS = HERE.parent.parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(TESTS), str(TESTS / "properties")]
