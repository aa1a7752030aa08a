"""Lets the tests of this folder import ``recording`` and, from the folder above, ``seam``."""

from __future__ import annotations

import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]
