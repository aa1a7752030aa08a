"""Lets the tests of this folder import ``games`` and, from the folder above, ``seam``."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import HealthCheck, settings

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

# A whole game is a slow example; and a run must not depend on the day it happens.
settings.register_profile(
    "games", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("games")
