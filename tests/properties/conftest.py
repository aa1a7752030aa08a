"""How hypothesis looks for examples."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A whole game is a slow example; and a run must not depend on the day it happens.
settings.register_profile(
    "games", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck)
)
settings.load_profile("games")
